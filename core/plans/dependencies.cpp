// SPDX-License-Identifier: MPL-2.0
#include "core/plans/dependencies.h"

#include <algorithm>
#include <set>

namespace planlens::plans {

namespace {

std::string keyOf(const DependencyEnd& end) {
    if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&end))
        return instance->toString();
    return std::get<NamedValue>(end).toString();
}

} // namespace

std::string NamedValue::toString() const {
    const std::string prefix = module.isRoot() ? std::string() : module.toString() + ".";
    switch (kind) {
    case Kind::Variable:
        return prefix + "var." + name;
    case Kind::Local:
        return prefix + "local." + name;
    case Kind::Output:
        return prefix + "output." + name;
    case Kind::Repetition:
        return prefix + name;
    }
    return {};
}

NamedValue repetitionOf(const addrs::AbsResource& resource) {
    return {NamedValue::Kind::Repetition, resource.module, resource.resource.toString()};
}

NamedValue repetitionOf(const addrs::ModuleInstance& module) {
    return {NamedValue::Kind::Repetition, module.parent(), "module." + module.path.back().name};
}

std::optional<NamedValue> repetitionIn(const DependencyEnd& dependent) {
    if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&dependent))
        return repetitionOf(instance->containing());
    const auto& named = std::get<NamedValue>(dependent);
    if (named.kind != NamedValue::Kind::Variable || named.module.isRoot())
        return {};
    return repetitionOf(named.module);
}

void Dependencies::add(Dependency dependency) {
    m_all.push_back(std::move(dependency));
}

void Dependencies::append(std::vector<Dependency> dependencies) {
    m_appended.push_back(std::move(dependencies));
}

void Dependencies::setArguments(const addrs::ConfigResource& resource, Arguments arguments) {
    m_arguments.insert_or_assign(resource, std::move(arguments));
}

const Dependencies::Arguments* Dependencies::argumentsOf(const addrs::ConfigResource& resource) const {
    const auto found = m_arguments.find(resource);
    return found == m_arguments.end() ? nullptr : &found->second;
}

void Dependencies::finish() {
    m_byDependent.clear();
    m_byDependency.clear();
    // Graph nodes finish in any order. Sorting makes the result independent of it.
    std::vector<std::pair<std::string, Dependency*>> order;
    m_appended.insert(m_appended.begin(), std::move(m_all));
    for (std::vector<Dependency>& part : m_appended)
        for (Dependency& dependency : part)
            order.emplace_back(keyOf(dependency.dependent), &dependency);
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
        if (a.first != b.first)
            return a.first < b.first;
        return a.second->range < b.second->range;
    });
    std::vector<Dependency> sorted;
    sorted.reserve(order.size());
    for (const auto& [key, dependency] : order) {
        m_byDependent[key].push_back(sorted.size());
        m_byDependency[keyOf(dependency->dependency)].push_back(sorted.size());
        sorted.push_back(std::move(*dependency));
    }
    m_all = std::move(sorted);
    m_appended.clear();
}

std::vector<const Dependency*> Dependencies::of(const DependencyEnd& dependent) const {
    std::vector<const Dependency*> found;
    if (const auto it = m_byDependent.find(keyOf(dependent)); it != m_byDependent.end())
        for (const std::size_t i : it->second)
            found.push_back(&m_all[i]);
    return found;
}

std::vector<const Dependency*> Dependencies::on(const DependencyEnd& dependency) const {
    std::vector<const Dependency*> found;
    if (const auto it = m_byDependency.find(keyOf(dependency)); it != m_byDependency.end())
        for (const std::size_t i : it->second)
            found.push_back(&m_all[i]);
    return found;
}

std::vector<addrs::AbsResourceInstance>
Dependencies::instancesBehind(const addrs::AbsResourceInstance& dependent) const {
    std::set<addrs::AbsResourceInstance> found;
    std::set<NamedValue> seen;
    std::vector<DependencyEnd> pending{dependent};
    while (!pending.empty()) {
        const DependencyEnd end = std::move(pending.back());
        pending.pop_back();
        for (const Dependency* dependency : of(end)) {
            if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&dependency->dependency))
                found.insert(*instance);
            else if (const auto& named = std::get<NamedValue>(dependency->dependency); seen.insert(named).second)
                pending.push_back(named);
        }
    }
    found.erase(dependent);
    return {found.begin(), found.end()};
}

} // namespace planlens::plans
