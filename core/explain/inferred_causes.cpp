// SPDX-License-Identifier: MPL-2.0
#include "core/explain/inferred_causes.h"

#include <algorithm>

namespace planlens::explain {

using plans::Action;
using plans::ActionReason;
using plans::Cause;
using values::Value;

namespace {

const Value* attributeOf(const Value& object, const std::string& name) {
    return object.isKnown() && !object.isNull() && object.type().isObject() ? object.find(name) : nullptr;
}

bool differs(const Value* a, const Value* b) {
    const bool hasA = a && !a->isNull(), hasB = b && !b->isNull();
    return hasA != hasB || (hasA && !(*a == *b));
}

/// Attributes that get another value: what is configured for them, or else the provider, or what happened outside, says so.
class DifferenceReader {
public:
    DifferenceReader(const plans::Plan& plan, const plans::ResourceInstanceChange& change)
        : m_references(plan.dependencies.of(change.address)), m_before(change.change.before.unmarkedDeep()), m_after(change.change.after.unmarkedDeep()) {
        for (const plans::ResourceInstanceChangePtr& drift : plan.drift)
            if (drift->address == change.address && drift->deposed == change.deposed) {
                m_stored = drift->change.before.unmarkedDeep();
                m_found = drift->change.after.unmarkedDeep();
            }
    }

    std::vector<Cause> causes() const {
        std::vector<Cause> causes;
        if (!m_after.isKnown() || m_after.isNull() || !m_after.type().isObject())
            return causes;
        for (std::size_t i = 0; i < m_after.size(); ++i) {
            const std::string& name = m_after.key(i);
            const Value& after = m_after.element(i);
            const values::Path path = values::Path().attribute(name);
            if (!after.isWhollyKnown()) {
                if (isConfigured(path))
                    causes.push_back({Cause::Kind::Unknown, path, {}});
            } else if (const Value* before = attributeOf(m_before, name); differs(before, &after)) {
                const bool hasDrifted = differs(attributeOf(m_stored, name), attributeOf(m_found, name));
                causes.push_back({hasDrifted ? Cause::Kind::Drift : Cause::Kind::Argument, path, {}});
            }
        }
        return causes;
    }

private:
    /// What only the provider sets has no references.
    bool isConfigured(const values::Path& path) const {
        return std::ranges::any_of(m_references, [&](const plans::Dependency* reference) {
            return reference->kind == plans::Dependency::Kind::Reference && !reference->dependentPath.isEmpty() && reference->dependentPath.hasPrefix(path);
        });
    }

    std::vector<const plans::Dependency*> m_references;
    Value m_before, m_after, m_stored, m_found;
};

} // namespace

std::vector<Cause> inferredCauses(const plans::Plan& plan, const plans::ResourceInstanceChange& change) {
    const auto one = [](Cause::Kind kind) { return std::vector<Cause>{{kind, {}, {}}}; };
    if (!change.deposed.empty())
        return one(Cause::Kind::Incomplete);
    switch (change.change.action) {
    case Action::NoOp:
    case Action::Forget: return {};
    case Action::Create: return one(Cause::Kind::Declared);
    case Action::Delete: return change.reason == ActionReason::None ? std::vector<Cause>() : one(Cause::Kind::Undeclared);
    case Action::Read:
        if (change.reason == ActionReason::ReadBecauseDependencyPending)
            return one(Cause::Kind::Pending);
        if (change.reason == ActionReason::ReadBecauseCheckNested)
            return one(Cause::Kind::Checked);
        break;
    case Action::Update:
    case Action::DeleteThenCreate:
    case Action::CreateThenDelete:
    case Action::ForgetThenCreate: break;
    }
    switch (change.reason) {
    case ActionReason::ReplaceBecauseTainted: return one(Cause::Kind::Incomplete);
    case ActionReason::ReplaceByRequest: return one(Cause::Kind::Requested);
    case ActionReason::ReplaceByTriggers: return one(Cause::Kind::Trigger);
    default: return DifferenceReader(plan, change).causes();
    }
}

} // namespace planlens::explain
