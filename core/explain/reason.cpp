// SPDX-License-Identifier: MPL-2.0
#include "core/explain/reason.h"

#include <algorithm>
#include <set>

namespace planlens::explain {

using plans::Action;
using plans::ActionReason;

namespace {

std::string name(const values::Path& path) {
    std::string text = path.toString();
    if (!text.empty() && text.front() == '.')
        text.erase(0, 1);
    return "`" + text + "`";
}

std::string list(const std::vector<values::Path>& paths) {
    std::string text;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (i)
            text += i + 1 == paths.size() ? " and " : ", ";
        text += name(paths[i]);
    }
    return text;
}

std::string become(const plans::ResourceInstanceChange& change) {
    const std::string subject = change.deposed.empty() ? "It" : "Its deposed object " + change.deposed;
    switch (change.change.action) {
    case Action::NoOp: return subject + (change.change.importing ? " will be imported" : " stays as it is");
    case Action::Create: return subject + " will be created";
    case Action::Read: return subject + " will be read during apply";
    case Action::Update: return subject + " will be updated in place";
    case Action::DeleteThenCreate:
    case Action::CreateThenDelete:
    case Action::ForgetThenCreate: return subject + " must be replaced";
    case Action::Delete: return subject + " will be destroyed";
    case Action::Forget: return subject + " will no longer be managed, but the object stays";
    }
    return subject;
}

std::string order(Action action) {
    switch (action) {
    case Action::CreateThenDelete: return " The new object is created before the old one is destroyed.";
    case Action::ForgetThenCreate: return " The old object is not destroyed, only forgotten.";
    case Action::NoOp:
    case Action::Create:
    case Action::Read:
    case Action::Update:
    case Action::DeleteThenCreate:
    case Action::Delete:
    case Action::Forget: return {};
    }
    return {};
}

/// Attributes of the object that differ and whose new value is known at least in part: those that were configured, rather than
/// those that follow.
std::vector<values::Path> changedAttributes(const plans::Change& change) {
    const values::Value before = change.before.unmarked();
    const values::Value after = change.after.unmarked();
    std::vector<values::Path> changed;
    if (before.isNull() || after.isNull() || !after.isKnown() || !before.type().isObject() || !after.type().isObject())
        return changed;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const values::Value* old = before.find(after.key(i));
        if (after.element(i).isKnown() && (!old || !(old->unmarkedDeep() == after.element(i).unmarkedDeep())))
            changed.push_back(values::Path().attribute(after.key(i)));
    }
    return changed;
}

std::string becauseOf(const std::vector<values::Path>& changed) {
    if (changed.empty())
        return " because the configuration differs from the object";
    return " because " + list(changed) + (changed.size() == 1 ? " differs" : " differ") + " from the object";
}

std::string because(const plans::ResourceInstanceChange& change) {
    switch (change.reason) {
    case ActionReason::None:
        if (change.change.action == Action::Create)
            return " because it is in the configuration and not in the state";
        if (change.change.action == Action::Update)
            return becauseOf(changedAttributes(change.change));
        return {};
    case ActionReason::ReplaceBecauseTainted: return " because it is tainted: its creation did not finish";
    case ActionReason::ReplaceByRequest: return " because replacing it was asked for";
    case ActionReason::ReplaceByTriggers: return " because something in its `replace_triggered_by` changes";
    case ActionReason::ReplaceBecauseCannotUpdate:
        if (change.requiredReplace.empty())
            return " because it cannot be updated in place";
        return " because " + list(change.requiredReplace) + " changed and cannot be updated in place";
    case ActionReason::DeleteBecauseNoResourceConfig:
        return " because `" + change.address.config().toString() + "` is not in the configuration";
    case ActionReason::DeleteBecauseWrongRepetition:
        return " because its instance key " +
               (change.address.key.isNone() ? std::string("(none)") : "`" + change.address.key.toString() + "`") +
               " does not fit how the resource uses `count` or `for_each`";
    case ActionReason::DeleteBecauseCountIndex:
        return " because index `" + change.address.key.toString() + "` is out of range for `count`";
    case ActionReason::DeleteBecauseEnabledFalse: return " because `enabled` is false";
    case ActionReason::DeleteBecauseEachKey:
        return " because key `" + change.address.key.toString() + "` is not in the `for_each` map";
    case ActionReason::DeleteBecauseNoModule:
        return " because `" + change.address.module.toString() + "` is not in the configuration";
    case ActionReason::DeleteBecauseNoMoveTarget:
        return " because it was moved to `" + change.address.toString() + "`, which is not in the configuration";
    case ActionReason::ReadBecauseConfigUnknown: return " because its configuration refers to values not yet known";
    case ActionReason::ReadBecauseDependencyPending: return " because it depends on a resource with pending changes";
    case ActionReason::ReadBecauseCheckNested: return " so that its check is based on the result of the apply";
    case ActionReason::ForgotBecauseLifecycleDestroyInState:
        return " because `lifecycle.destroy` was false when it was last applied";
    case ActionReason::ForgotBecauseLifecycleDestroyInConfig:
        return " because `lifecycle.destroy` is false in the configuration";
    }
    return {};
}

/// The attributes of an identity that are there: "`name` `web` and `zone` `north`".
std::string identityText(const values::Value& identity) {
    std::string text;
    for (std::size_t i = 0; !identity.isNull() && identity.type().isObject() && i < identity.size(); ++i) {
        const values::Value& part = identity.element(i);
        if (!part.isKnown() || part.isNull() || !(part.type().isString() || part.type().isNumber()))
            continue;
        const std::string value = part.type().isString() ? part.asString() : part.asNumber().toString();
        text += (text.empty() ? "`" : " and `") + std::string(identity.key(i)) + "` `" + value + "`";
    }
    return text;
}

/// Which object an import is about, and what becomes of it.
std::string origin(const plans::Change& change, const plans::Importing& importing) {
    const std::string identity = importing.id.empty() ? identityText(importing.identity) : std::string();
    std::string text = !importing.id.empty() ? " The existing object `" + importing.id + "`"
                       : identity.empty()    ? std::string(" An existing object")
                                             : " The existing object with " + identity;
    text += change.action == Action::NoOp ? " becomes part of the state." : " is imported first.";
    if (change.action == Action::DeleteThenCreate || change.action == Action::CreateThenDelete)
        text += " That object is destroyed.";
    if (!change.generatedConfig.empty())
        text += " Its configuration is generated.";
    return text;
}

} // namespace

std::string sentence(const plans::ResourceInstanceChange& change) {
    std::string text = become(change) + because(change) + ".";
    text += order(change.change.action);
    if (change.isMoved())
        text += " It moved here from `" + change.previousAddress.toString() + "`.";
    if (change.change.importing)
        text += origin(change.change, *change.change.importing);
    return text;
}

std::string phrase(const plans::Cause& cause) {
    using Kind = plans::Cause::Kind;
    switch (cause.kind) {
    case Kind::Declared: return "it is declared and has no object yet";
    case Kind::Undeclared: return cause.range.isEmpty() ? "nothing declares it any more" : "it is not declared any more";
    case Kind::Argument: return name(cause.path) + " is configured to another value";
    case Kind::Unset: return name(cause.path) + " is not configured any more";
    case Kind::Unknown: return name(cause.path) + " is known only after something else is applied";
    case Kind::Sensitive: return "whether " + name(cause.path) + " is sensitive changes";
    case Kind::Trigger: return "what `replace_triggered_by` names changes";
    case Kind::Pending: return "what `depends_on` names changes first";
    case Kind::Checked: return "a check reads it after everything is applied";
    case Kind::Moved: return "the configuration gives it another address";
    case Kind::Imported: return "the configuration imports it";
    case Kind::CannotUpdate: return name(cause.path) + " cannot be changed on an existing object";
    case Kind::Decided: return name(cause.path) + " gets another value, which nothing configures";
    case Kind::Drift: return cause.path.isEmpty() ? "the object was deleted outside" : name(cause.path) + " was changed outside";
    case Kind::Incomplete: return "the object was left behind when an apply failed";
    case Kind::Requested: return "replacing it was asked for";
    case Kind::Mode: return "destroying everything was asked for";
    }
    return {};
}

std::string phrase(const plans::Kept& kept) {
    switch (kept.why) {
    case plans::Kept::Why::Ignored:
        return name(kept.path) + " stays as it is: `ignore_changes` names " + (kept.ignored.isEmpty() ? "everything" : kept.ignored == kept.path ? "it" : name(kept.ignored));
    case plans::Kept::Why::Normalised: return name(kept.path) + " stays as it is: to the provider, what is configured is the same";
    case plans::Kept::Why::LeftOut: return name(kept.path) + " stays as it is: a plan of this mode changes no objects";
    }
    return {};
}

std::string_view name(plans::Origin origin) {
    switch (origin) {
    case plans::Origin::Configuration: return "configuration";
    case plans::Origin::Provider: return "provider";
    case plans::Origin::Operator: return "operator";
    }
    return {};
}

std::vector<Cause> causes(const plans::Plan& plan, const addrs::AbsResourceInstance& address) {
    std::vector<Cause> found;
    std::set<addrs::AbsResourceInstance> seen{address};
    std::set<plans::DependencyEnd> visited;
    struct Step {
        plans::DependencyEnd end;
        values::Path path;
        diags::SourceRange range;
    };
    std::vector<Step> pending{{address, {}, {}}};
    while (!pending.empty()) {
        const Step step = std::move(pending.back());
        pending.pop_back();
        if (!visited.insert(step.end).second)
            continue;
        const bool isFirst = step.end == plans::DependencyEnd(address);
        for (const plans::Dependency* dependency : plan.dependencies.of(step.end)) {
            const values::Path& path = isFirst ? dependency->dependentPath : step.path;
            const diags::SourceRange& range = isFirst ? dependency->range : step.range;
            if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&dependency->dependency)) {
                const plans::ResourceInstanceChange* change = plan.changes.resource(*instance);
                if (change && change->change.action != Action::NoOp && seen.insert(*instance).second)
                    found.push_back({*instance, change->change.action, path, range});
            } else {
                pending.push_back({dependency->dependency, path, range});
            }
        }
    }
    std::sort(found.begin(), found.end(), [](const Cause& a, const Cause& b) { return a.address < b.address; });
    return found;
}

namespace {

bool isInside(const diags::SourceRange& inner, const diags::SourceRange& outer) {
    return inner.filename == outer.filename && inner.start.byte >= outer.start.byte && inner.end.byte <= outer.end.byte;
}

using Kind = plans::Cause::Kind;

/// Whether a cause is one of what the plan gives as the reason of the change.
bool decides(const plans::Cause& cause, const plans::ResourceInstanceChange& change) {
    switch (change.reason) {
    case ActionReason::ReplaceBecauseTainted: return cause.kind == Kind::Incomplete;
    case ActionReason::ReplaceByRequest: return cause.kind == Kind::Requested;
    case ActionReason::ReplaceByTriggers:
        return change.change.action == Action::Create ? cause.kind == Kind::Declared || cause.kind == Kind::Drift : cause.kind == Kind::Trigger;
    case ActionReason::ReplaceBecauseCannotUpdate:
        return cause.kind != Kind::CannotUpdate && !cause.path.isEmpty() && std::ranges::any_of(change.requiredReplace, [&](const values::Path& path) {
            return path.hasPrefix(cause.path) || cause.path.hasPrefix(path);
        });
    default: return true;
    }
}

/// Finds the way from a change to its root.
class ChainFinder {
public:
    explicit ChainFinder(const plans::Plan& plan) : m_plan(plan) {}

    std::vector<Link> from(const plans::ResourceInstanceChange& change) {
        if (change.causes.empty() || !m_seen.insert(change.address).second)
            return {};
        std::vector<const plans::Cause*> causes;
        for (const plans::Cause& cause : change.causes)
            if (decides(cause, change))
                causes.push_back(&cause);
        if (causes.empty())
            causes.push_back(&change.causes.front());
        for (const plans::Cause* cause : causes) {
            std::vector<Link> rest = behind(change, *cause);
            if (rest.empty())
                continue;
            rest.insert(rest.begin(), linkOf(change, *cause));
            return rest;
        }
        return {linkOf(change, *causes.front())};
    }

private:
    static Link linkOf(const plans::ResourceInstanceChange& change, const plans::Cause& cause) { return {change.address, cause, cause.range, cause.origin()}; }

    /// What a cause leads to; empty where it is a root.
    std::vector<Link> behind(const plans::ResourceInstanceChange& change, const plans::Cause& cause) {
        if (cause.range.isEmpty())
            return {};
        switch (cause.kind) {
        case Kind::Argument:
        case Kind::Unknown:
        case Kind::Sensitive:
        case Kind::Trigger:
        case Kind::Pending: return behind(change.address, &cause.range);
        case Kind::Declared:
        case Kind::Undeclared: return behindRepetition(change.address, cause.range);
        default: return {};
        }
    }

    /// What the count, for_each or enabled that stands there refers to, of the resource or of one of the modules around it.
    std::vector<Link> behindRepetition(const addrs::AbsResourceInstance& address, const diags::SourceRange& range) {
        std::vector<Link> rest = behind(plans::NamedValue{plans::NamedValue::Kind::Repetition, address.module, address.resource.toString()}, &range);
        for (addrs::ModuleInstance module = address.module; rest.empty() && !module.isRoot(); module = module.parent())
            rest = behind(plans::NamedValue{plans::NamedValue::Kind::Repetition, module.parent(), "module." + module.path.back().name}, &range);
        return rest;
    }

    /// What the references of an instance (those within a range) or of a named value lead to; empty where to nothing that
    /// changes.
    std::vector<Link> behind(const plans::DependencyEnd& end, const diags::SourceRange* within) {
        for (const plans::Dependency* dependency : m_plan.dependencies.of(end)) {
            if (within && !isInside(dependency->range, *within))
                continue;
            if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&dependency->dependency)) {
                const plans::ResourceInstanceChange* change = m_plan.changes.resource(*instance);
                if (!change || change->change.action == Action::NoOp)
                    continue;
                if (std::vector<Link> rest = from(*change); !rest.empty())
                    return rest;
                continue;
            }
            if (!m_seen.insert(dependency->dependency).second)
                continue;
            std::vector<Link> rest = behind(dependency->dependency, nullptr);
            const auto& named = std::get<plans::NamedValue>(dependency->dependency);
            const bool isRoot = named.kind == plans::NamedValue::Kind::Variable && named.module.isRoot();
            if (rest.empty() && !isRoot)
                continue;
            rest.insert(rest.begin(), Link{dependency->dependency, {}, dependency->range, isRoot ? originOf(named) : plans::Origin::Configuration});
            return rest;
        }
        return {};
    }

    /// Whose the value of a root variable is.
    plans::Origin originOf(const plans::NamedValue& variable) const {
        const auto value = m_plan.variables.find(variable.name);
        return value == m_plan.variables.end() || value->second.fromDefault ? plans::Origin::Configuration : plans::Origin::Operator;
    }

    const plans::Plan& m_plan;
    std::set<plans::DependencyEnd> m_seen;
};

} // namespace

std::vector<Link> chain(const plans::Plan& plan, const plans::ResourceInstanceChange& change) { return ChainFinder(plan).from(change); }

} // namespace planlens::explain
