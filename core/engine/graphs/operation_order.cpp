// SPDX-License-Identifier: MPL-2.0
#include "core/engine/graphs/operation_steps.h"

#include <algorithm>
#include <map>

namespace planlens::engine {

using Index = OperationSteps::Index;
using Kind = OperationStep::Kind;

namespace {

bool isManaged(const OperationStep& step) {
    return step.resource.resource.mode == addrs::ResourceMode::Managed;
}

/// As in OpenTofu, objects in different instances of one module are ordered independently.
bool areApart(const OperationStep& a, const OperationStep& b) {
    return a.module == b.module && a.instance->module != b.instance->module;
}

class DestroyOrder {
public:
    DestroyOrder(OperationSteps& steps, GraphOperation operation)
        : m_steps(steps)
        , m_acceptsCycles(operation == GraphOperation::Destroy || operation == GraphOperation::PlanDestroy) {}

    void connect() {
        m_steps.forEach([this](Index i) {
            const OperationStep& step = m_steps[i];
            if (step.destroys()) {
                m_destroyers[*step.instance].push_back(i);
                m_destroyersOf[step.resource].push_back(i);
            } else if (step.kind == Kind::Applied && step.changes) {
                m_creatorsOf[step.resource].push_back(i);
            }
        });
        m_steps.forEach([this](Index i) {
            if (m_steps[i].kind != Kind::Applied)
                return;
            if (const auto found = m_destroyers.find(*m_steps[i].instance); found != m_destroyers.end())
                for (const Index destroyer : found->second)
                    m_steps.connect(i, destroyer);
        });
        for (const auto& [resource, creators] : m_creatorsOf)
            for (const Index creator : creators)
                forEachOf(m_destroyersOf, creator, [&](Index destroyer) { m_steps.connect(creator, destroyer); });
        for (const auto& [instance, destroyers] : m_destroyers)
            for (const Index destroyer : destroyers)
                for (const auto* others : {&m_destroyersOf, &m_creatorsOf})
                    forEachOf(*others, destroyer, [&](Index dependent) { tryConnect(dependent, destroyer); });
    }

private:
    using ByResource = std::map<addrs::ConfigResource, std::vector<Index>>;

    /// Visits the dependencies of a step, from the state or the configuration.
    template <typename Visit>
    void forEachOf(const ByResource& steps, Index i, const Visit& visit) {
        for (const addrs::ConfigResource& dependency : m_steps[i].dependencies)
            if (const auto found = steps.find(dependency); found != steps.end())
                for (const Index other : found->second)
                    if (!areApart(m_steps[i], m_steps[other]))
                        visit(other);
    }

    /// Orders objects of different providers only if that does not close a cycle.
    void tryConnect(Index from, Index to) {
        const bool isKnown = m_steps.dependencies(from).contains(to);
        m_steps.connect(from, to);
        if (m_acceptsCycles || isKnown || m_steps[from].provider == m_steps[to].provider)
            return;
        if (m_steps.allDependencies(to).contains(from))
            m_steps.disconnect(from, to);
    }

    OperationSteps& m_steps;
    const bool m_acceptsCycles;
    std::map<addrs::AbsResourceInstance, std::vector<Index>> m_destroyers;
    ByResource m_destroyersOf, m_creatorsOf;
};

bool isNeeded(const OperationSteps& steps, Index i, GraphOperation operation) {
    const OperationStep& step = steps[i];
    const auto isAny = [&](const OperationSteps::Set& others, const auto& property) {
        return std::ranges::any_of(others, [&](Index other) { return property(steps[other]); });
    };
    const auto refers = [](const OperationStep& other) { return other.refers(); };
    if (const std::optional<bool> isTemporary = step.isTemporary(operation))
        return !*isTemporary || isAny(steps.dependents(i), refers);
    if (step.kind == Kind::Provider)
        return isAny(steps.allDependents(i), refers);
    if (step.kind != Kind::Expansion && step.kind != Kind::Resource)
        return true;
    return isAny(steps.dependents(i), [&](const OperationStep& other) {
        // The root module has one instance, so its outputs and validated variables need no expansion.
        if (other.expands() || other.kind == Kind::Expansion)
            return other.isTemporary(operation).value_or(true);
        return other.instance.has_value() || other.kind == Kind::Provider;
    });
}

} // namespace

void attachDependencies(OperationSteps& steps) {
    steps.forEach([&steps](Index i) {
        if (steps[i].kind != Kind::Applied || steps[i].current)
            return;
        std::set<addrs::ConfigResource> found;
        for (const Index dependency : steps.allDependencies(i))
            if (steps[dependency].isOfResource() && steps[dependency].resource != steps[i].resource)
                found.insert(steps[dependency].resource);
        steps[i].dependencies = std::vector(found.begin(), found.end());
    });
}

void addCheckStart(OperationSteps& steps) {
    const auto isManagedChange = [&](Index i) { return steps[i].kind == Kind::Applied && isManaged(steps[i]); };
    std::vector<Index> changes, nested;
    steps.forEach([&](Index i) {
        if (isManagedChange(i) && std::ranges::none_of(steps.dependents(i), isManagedChange))
            changes.push_back(i);
        else if (steps[i].kind == Kind::Applied && steps[i].isNestedInCheck())
            nested.push_back(i);
    });
    if (nested.empty())
        return;
    OperationStep start;
    start.kind = Kind::CheckStart;
    start.name = "(execute checks)";
    const Index added = steps.add(std::move(start));
    for (const Index data : nested)
        steps.connect(data, added);
    for (const Index change : changes)
        steps.connect(added, change);
}

void orderDestroys(OperationSteps& steps, GraphOperation operation) {
    DestroyOrder(steps, operation).connect();
    if (operation == GraphOperation::Plan || operation == GraphOperation::PlanDestroy)
        return;
    steps.forEach([&steps](Index i) {
        if (!steps[i].destroys() || !steps[i].createBeforeDestroy)
            return;
        for (const Index creator : OperationSteps::Set(steps.dependents(i)))
            if (steps[creator].kind == Kind::Applied) {
                steps.disconnect(creator, i);
                steps.connect(i, creator);
            }
    });
}

void pruneUnused(OperationSteps& steps, GraphOperation operation) {
    for (bool isChanged = true; isChanged;) {
        isChanged = false;
        steps.forEach([&](Index i) {
            if (isNeeded(steps, i, operation))
                return;
            steps.remove(i);
            isChanged = true;
        });
    }
}

void addClosingSteps(OperationSteps& steps) {
    const auto add = [&steps](Kind kind, const OperationStep& closed, std::string name) {
        OperationStep step;
        step.kind = kind;
        step.name = std::move(name);
        step.module = closed.module;
        step.provider = closed.provider;
        return steps.add(std::move(step));
    };
    const Index count = steps.size();
    for (Index i = 0; i < count; ++i) {
        if (!steps.isThere(i) || steps[i].kind != Kind::Resource ||
            steps[i].resource.resource.mode != addrs::ResourceMode::Ephemeral)
            continue;
        std::vector<Index> before{i};
        for (const Index provider : steps.dependencies(i))
            if (steps[provider].kind == Kind::Provider)
                before.push_back(provider);
        for (const Index dependent : steps.allDependents(i))
            if (steps[dependent].refers())
                before.push_back(dependent);
        const Index close = add(Kind::CloseResource, OperationStep(), steps[i].resource.toString() + " (close)");
        for (const Index other : before)
            steps.connect(close, other);
    }
    for (Index i = 0; i < count; ++i) {
        if (!steps.isThere(i) || steps[i].kind != Kind::Provider)
            continue;
        const Index close = add(Kind::CloseProvider, steps[i], steps[i].name + " (close)");
        for (const Index user : OperationSteps::Set(steps.dependents(i)))
            if (steps[user].refers() || steps[user].kind == Kind::CloseResource)
                steps.connect(close, user);
        steps.connect(close, i);
    }
    const Index root = add(Kind::CloseModule, OperationStep(), "root");
    steps.forEach([&](Index i) {
        if (i != root && steps.dependents(i).empty())
            steps.connect(root, i);
    });
}

} // namespace planlens::engine
