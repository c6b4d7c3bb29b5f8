// SPDX-License-Identifier: MPL-2.0
#include "core/explain/reason.h"

#include "core/explain/translated_text.h"
#include "core/plans/no_effect.h"
#include "core/plans/plan.h"

#include <algorithm>
#include <functional>
#include <set>

namespace planlens::explain {

using plans::Action;
using plans::ActionReason;

namespace {

std::string name(const values::Path& path) {
    return "`" + pathText(path) + "`";
}

bool hasObjects(const plans::Change& change) {
    const values::Value before = change.before.unmarked(), after = change.after.unmarked();
    return !before.isNull() && !after.isNull() && after.isKnown() && before.type().isObject() &&
           after.type().isObject();
}

/// Returns the attributes that are at least partly known only after apply.
std::vector<values::Path> unknownAttributes(const plans::Change& change) {
    std::vector<values::Path> unknown;
    const values::Value after = change.after.unmarked();
    if (hasObjects(change))
        for (std::size_t i = 0; i < after.size(); ++i)
            if (!after.element(i).isWhollyKnown())
                unknown.push_back(values::Path().attribute(after.key(i)));
    return unknown;
}

/// Returns the attributes that differ and whose new value is at least partly known. Configured attributes are preferred
/// to computed ones. Attributes that only differ in form are omitted if there are others.
std::vector<values::Path> changedAttributes(const plans::Change& change) {
    const values::Value before = change.before.unmarked();
    const values::Value after = change.after.unmarked();
    std::vector<values::Path> changed, withoutEffect;
    if (!hasObjects(change))
        return changed;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const values::Value* old = before.find(after.key(i));
        if (after.element(i).isKnown() && (!old || !(old->unmarkedDeep() == after.element(i).unmarkedDeep())))
            (old && plans::hasNoEffect(*old, after.element(i)) ? withoutEffect : changed)
                .push_back(values::Path().attribute(after.key(i)));
    }
    return changed.empty() ? withoutEffect : changed;
}

/// Whether a `removed` block removes the resource: otherwise nothing in the configuration says so.
bool hasRemovedBlock(const plans::ResourceInstanceChange& change) {
    return change.change.action == Action::Forget || // plan JSON does not contain these blocks
           std::ranges::any_of(change.causes, [](const plans::Cause& cause) {
               return cause.kind == plans::Cause::Kind::Undeclared && !cause.range.isEmpty();
           });
}

using Text = std::string; // lupdate would take "std::" before a function name for its class

/// Builds texts in the reader's language. Translations use the name of this class as their context.
class Words : TranslatedText {
public:
    using TranslatedText::TranslatedText;

    Text sentence(const plans::ResourceInstanceChange& change) const {
        const std::string more = details(change);
        return reason(change) + (more.empty() ? "" : " " + more);
    }

    Text reason(const plans::ResourceInstanceChange& change) const { return because(change, become(change)) + "."; }
    Text reasonSentence(const plans::ResourceInstanceChange& change) const {
        const std::string happens = action(change);
        return because(change,
                       change.deposed.empty() ? happens : tr("%1 (deposed object %2)", {happens, change.deposed})) +
               ".";
    }

    Text action(const plans::ResourceInstanceChange& change) const {
        switch (change.change.action) {
        case Action::NoOp:
            return change.change.importing ? tr("Imported")
                   : change.isMoved()      ? tr("Moved from `%1`", {change.previousAddress.toString()})
                                           : tr("Unchanged");
        case Action::Create:
            return tr("Created");
        case Action::Read:
            return tr("Read during apply");
        case Action::Update:
            return change.change.importing ? tr("Imported and updated")
                   : change.isMoved()      ? tr("Moved and updated")
                                           : tr("Updated");
        case Action::DeleteThenCreate:
        case Action::CreateThenDelete:
        case Action::ForgetThenCreate:
            return change.change.importing ? tr("Imported and replaced")
                   : change.isMoved()      ? tr("Moved and replaced")
                                           : tr("Replaced");
        case Action::Delete:
            return tr("Destroyed");
        case Action::Forget:
            return tr("Removed from the state without being destroyed");
        }
        return {};
    }

    Text details(const plans::ResourceInstanceChange& change) const {
        std::string text;
        const auto add = [&](const std::string& more) { text += more.empty() || text.empty() ? more : " " + more; };
        add(order(change.change.action));
        if (change.isMoved() && (change.change.action != Action::NoOp || change.change.importing))
            add(tr("It moved here from `%1`.", {change.previousAddress.toString()}));
        if (change.change.importing)
            add(origin(change.change, *change.change.importing));
        return text;
    }

    Text phrase(const plans::Cause& cause, const plans::Program& program) const {
        using Kind = plans::Cause::Kind;
        const std::string path = name(cause.path);
        switch (cause.kind) {
        case Kind::Declared:
            return tr("it is declared and has no object yet");
        case Kind::Undeclared:
            return cause.range.isEmpty() ? tr("its declaration was removed") : tr("it is no longer declared");
        case Kind::Argument:
            return tr("the configured value of %1 changed", {path});
        case Kind::Unset:
            return tr("%1 is no longer set", {path});
        case Kind::Unknown:
            return tr("%1 is not known until other changes are applied", {path});
        case Kind::Sensitive:
            return tr("the sensitivity of %1 changes", {path});
        case Kind::Trigger:
            return tr("a `replace_triggered_by` reference changes");
        case Kind::Pending:
            return tr("a dependency changes first");
        case Kind::Checked:
            return tr("a check reads it after the apply");
        case Kind::Moved:
            return tr("its address in the configuration changed");
        case Kind::Imported:
            return tr("the configuration imports it");
        case Kind::CannotUpdate:
            return tr("%1 cannot be changed in place", {path});
        case Kind::Decided:
            return tr("%1 is computed by the provider", {path});
        case Kind::Drift:
            return cause.path.isEmpty() ? tr("the object was deleted outside of %1", {program.name()})
                                        : tr("%1 was changed outside of %2", {path, program.name()});
        case Kind::Incomplete:
            return tr("the object is marked as tainted, or deposed");
        case Kind::Requested:
            return tr("replacement was requested");
        case Kind::Mode:
            return tr("a destroy plan was requested");
        }
        return {};
    }

    Text incomplete(const plans::ResourceInstanceChange& change) const {
        return change.deposed.empty() ? tr("the object is marked as tainted")
                                      : tr("the object was deposed, and its replacement was not finished");
    }

    Text phrase(const plans::UnchangedReason& kept) const {
        const std::string path = name(kept.path);
        switch (kept.why) {
        case plans::UnchangedReason::Why::Ignored:
            return kept.ignored.isEmpty() ? tr("%1 is unchanged: `ignore_changes` is set to `all`", {path})
                   : kept.ignored == kept.path
                       ? tr("%1 is unchanged: it is listed in `ignore_changes`", {path})
                       : tr("%1 is unchanged: %2 is listed in `ignore_changes`", {path, name(kept.ignored)});
        case plans::UnchangedReason::Why::Normalised:
            return tr("%1 is unchanged: the provider treats the configured value as equal", {path});
        case plans::UnchangedReason::Why::LeftOut:
            return tr("%1 is unchanged: plans of this mode change no objects", {path});
        }
        return {};
    }

private:
    Text list(const std::vector<values::Path>& paths) const {
        std::string text;
        for (std::size_t i = 0; i < paths.size(); ++i)
            text = i == 0                 ? name(paths[i])
                   : i + 1 < paths.size() ? text + ", " + name(paths[i])
                                          : tr("%1 and %2", {text, name(paths[i])});
        return text;
    }

    Text become(const plans::ResourceInstanceChange& change) const {
        const std::string subject = change.deposed.empty() ? tr("It") : tr("Its deposed object %1", {change.deposed});
        switch (change.change.action) {
        case Action::NoOp:
            return change.change.importing ? tr("%1 will be imported", {subject})
                   : change.isMoved()      ? tr("%1 was moved from `%2`", {subject, change.previousAddress.toString()})
                                           : tr("%1 stays as it is", {subject});
        case Action::Create:
            return tr("%1 will be created", {subject});
        case Action::Read:
            return tr("%1 will be read during apply", {subject});
        case Action::Update:
            return tr("%1 will be updated in place", {subject});
        case Action::DeleteThenCreate:
        case Action::CreateThenDelete:
        case Action::ForgetThenCreate:
            return tr("%1 must be replaced", {subject});
        case Action::Delete:
            return tr("%1 will be destroyed", {subject});
        case Action::Forget:
            return tr("%1 will be removed from the state without being destroyed", {subject});
        }
        return subject;
    }

    Text order(Action action) const {
        switch (action) {
        case Action::CreateThenDelete:
            return tr("The new object is created before the old one is destroyed.");
        case Action::ForgetThenCreate:
            return tr("The old object is not destroyed, only forgotten.");
        case Action::NoOp:
        case Action::Create:
        case Action::Read:
        case Action::Update:
        case Action::DeleteThenCreate:
        case Action::Delete:
        case Action::Forget:
            return {};
        }
        return {};
    }

    /// Returns the text for an update in which no known value differs.
    Text withoutDifference(const plans::Change& change, const std::string& becomes) const {
        if (const std::vector<values::Path> unknown = unknownAttributes(change); !unknown.empty())
            return tr("%1 because the provider computes %2 again; no known value differs", {becomes, list(unknown)});
        if (change.before.pathMarks() != change.after.pathMarks())
            return tr("%1 because other values are sensitive now", {becomes});
        return tr("%1, but no value differs; the provider gives no reason", {becomes});
    }

    /// Returns the action on the object, %1, with its cause.
    Text because(const plans::ResourceInstanceChange& change, const std::string& becomes) const {
        switch (change.reason) {
        case ActionReason::None:
            if (change.change.action == Action::Create)
                return tr("%1 because it is in the configuration and not in the state", {becomes});
            if (change.change.action == Action::Update) {
                const std::vector<values::Path> changed = changedAttributes(change.change);
                return changed.empty()       ? withoutDifference(change.change, becomes)
                       : changed.size() == 1 ? tr("%1 because %2 differs from the object", {becomes, list(changed)})
                                             : tr("%1 because %2 differ from the object", {becomes, list(changed)});
            }
            return change.deposed.empty()
                       ? becomes
                       : tr("%1 because it was left over from an interrupted replacement", {becomes});
        case ActionReason::ReplaceBecauseTainted:
            return tr("%1 because it is marked as tainted", {becomes});
        case ActionReason::ReplaceByRequest:
            return tr("Replaced, as requested");
        case ActionReason::ReplaceByTriggers:
            if (change.change.action == Action::Create) // there is no object to replace
                return tr("%1 because it is in the configuration and not in the state", {becomes});
            return tr("%1 because something in its `replace_triggered_by` changes", {becomes});
        case ActionReason::ReplaceBecauseCannotUpdate:
            if (change.requiredReplace.empty())
                return tr("%1 because it cannot be updated in place", {becomes});
            return tr("%1 because %2 changed and cannot be updated in place", {becomes, list(change.requiredReplace)});
        case ActionReason::DeleteBecauseNoResourceConfig:
            if (hasRemovedBlock(change))
                return tr("%1 because of a `removed` block", {becomes});
            return tr("%1 because `%2` is not in the configuration", {becomes, change.address.config().toString()});
        case ActionReason::DeleteBecauseWrongRepetition:
            return change.address.key.isNone()
                       ? tr("%1 because its instance key (none) does not match the `count` or `for_each` of the "
                            "resource",
                            {becomes})
                       : tr("%1 because its instance key `%2` does not match the `count` or `for_each` of the resource",
                            {becomes, change.address.key.toString()});
        case ActionReason::DeleteBecauseCountIndex:
            return tr("%1 because index `%2` is out of range for `count`", {becomes, change.address.key.toString()});
        case ActionReason::DeleteBecauseEnabledFalse:
            return tr("%1 because `enabled` is false", {becomes});
        case ActionReason::DeleteBecauseEachKey:
            return tr("%1 because key `%2` is not in `for_each`", {becomes, change.address.key.toString()});
        case ActionReason::DeleteBecauseNoModule:
            return tr("%1 because `%2` is not in the configuration", {becomes, change.address.module.toString()});
        case ActionReason::DeleteBecauseNoMoveTarget:
            return tr("%1 because it was moved to `%2`, which is not in the configuration",
                      {becomes, change.address.toString()});
        case ActionReason::ReadBecauseConfigUnknown:
            return tr("%1 because its configuration refers to values not yet known", {becomes});
        case ActionReason::ReadBecauseDependencyPending:
            return tr("%1 because it depends on a resource with pending changes", {becomes});
        case ActionReason::ReadBecauseCheckNested:
            return tr("%1 so that its check is based on the result of the apply", {becomes});
        case ActionReason::ForgotBecauseLifecycleDestroyInState:
            return tr("%1 because `lifecycle.destroy` was false when it was last applied", {becomes});
        case ActionReason::ForgotBecauseLifecycleDestroyInConfig:
            return tr("%1 because `lifecycle.destroy` is false in the configuration", {becomes});
        }
        return becomes;
    }

    /// Returns the known attributes of an identity: "`name` `web` and `zone` `north`".
    Text identityText(const values::Value& identity) const {
        std::string text;
        for (std::size_t i = 0; !identity.isNull() && identity.type().isObject() && i < identity.size(); ++i) {
            const values::Value& part = identity.element(i);
            if (!part.isKnown() || part.isNull() || !(part.type().isString() || part.type().isNumber()))
                continue;
            const std::string value = part.type().isString() ? part.asString() : part.asNumber().toString();
            const std::string named = "`" + std::string(identity.key(i)) + "` `" + value + "`";
            text = text.empty() ? named : tr("%1 and %2", {text, named});
        }
        return text;
    }

    /// Returns the object that an import refers to, and the action on it.
    Text origin(const plans::Change& change, const plans::Importing& importing) const {
        const std::string identity = importing.id.empty() ? identityText(importing.identity) : std::string();
        const std::string subject = !importing.id.empty() ? tr("The existing object `%1`", {importing.id})
                                    : identity.empty()    ? tr("An existing object")
                                                          : tr("The existing object with %1", {identity});
        std::string text = change.action == Action::NoOp ? tr("%1 is added to the state.", {subject})
                                                         : tr("%1 is imported first.", {subject});
        if (change.action == Action::DeleteThenCreate || change.action == Action::CreateThenDelete)
            text += " " + tr("That object is destroyed.");
        if (!change.generatedConfig.empty())
            text += " " + tr("Its configuration is generated.");
        return text;
    }
};

} // namespace

std::string pathText(const values::Path& path) {
    std::string text = path.toString();
    if (text.starts_with('.'))
        text.erase(0, 1);
    return text;
}

std::string sentence(const plans::ResourceInstanceChange& change, const Translation& translation) {
    return Words(translation).sentence(change);
}
std::string reasonSentence(const plans::ResourceInstanceChange& change, const Translation& translation) {
    return Words(translation).reasonSentence(change);
}
std::string actionText(const plans::ResourceInstanceChange& change, const Translation& translation) {
    return Words(translation).action(change);
}
std::string details(const plans::ResourceInstanceChange& change, const Translation& translation) {
    return Words(translation).details(change);
}

std::string phrase(const plans::Cause& cause, const plans::Program& program, const Translation& translation) {
    return Words(translation).phrase(cause, program);
}
std::string phrase(const plans::Cause& cause, const plans::ResourceInstanceChange& change,
                   const plans::Program& program, const Translation& translation) {
    return cause.kind == plans::Cause::Kind::Incomplete ? Words(translation).incomplete(change)
                                                        : Words(translation).phrase(cause, program);
}
std::string phrase(const plans::UnchangedReason& kept, const Translation& translation) {
    return Words(translation).phrase(kept);
}

std::string_view name(plans::Origin origin) {
    switch (origin) {
    case plans::Origin::Configuration:
        return "configuration";
    case plans::Origin::Provider:
        return "provider";
    case plans::Origin::Operator:
        return "operator";
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

} // namespace planlens::explain
