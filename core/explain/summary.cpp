// SPDX-License-Identifier: MPL-2.0
#include "core/explain/summary.h"

#include "core/explain/chain_finder.h"
#include "core/explain/definition.h"
#include "core/explain/inferred_causes.h"
#include "core/explain/plan_values.h"
#include "core/explain/sources/value_sources.h"
#include "core/explain/texts/value_text.h"
#include "core/explain/translated_text.h"
#include "core/hcl/syntax.h"
#include "core/plans/plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

namespace planlens::explain {

using plans::Action;
using values::Value;

namespace {

using Text = std::string; // lupdate would take "std::" before a function name for its class

/// Builds the one-line summary. Names and values are in code quotes or JSON.
class Words : TranslatedText {
public:
    explicit Words(const Translation& translation, const plans::Plan* plan = nullptr)
        : TranslatedText(translation)
        , m_plan(plan) {}

    Text summary(const plans::ResourceInstanceChange& change, const std::vector<Chain>& chains) const {
        if (chains.empty())
            return reasonSentence(change, translation());
        const Chain& chain = chains.front();
        if (isSaidByReason(change, chain))
            return withPlace(ownReason(change, chain.front()), chain.front());
        std::string text = because(actionText(change, translation()), chain, change);
        const Link& root = chain.back();
        const std::size_t last = root.oneOf.empty() ? chain.size() - 1 : chain.size(); // the root is not a step
        const auto isRoot = [&](const Link& step) {
            const auto isSame = [&](const Link& one) { return one.subject == step.subject && one.part == step.part; };
            return root.oneOf.empty() ? isSame(root) : std::ranges::any_of(root.oneOf, isSame);
        };
        std::vector<std::string> steps;
        for (std::size_t i = 1; i < last; ++i)
            if (!isRepetitionOf(chain[i], change) && !isRoot(chain[i]))
                steps.push_back(subjectText(chain[i]));
        if (!steps.empty())
            text = steps.size() == 1   ? tr("%1, through %2", {text, steps.front()})
                   : steps.size() == 2 ? tr("%1, through %2 and %3", {text, steps.front(), steps.back()})
                                       : tr("%1, through %2 and %3 more steps",
                                            {text, steps.front(), std::to_string(steps.size() - 1)});
        std::set<std::string> roots; // several arguments, or elements, may have the same one
        for (const Chain& one : chains)
            if (one.front().isDeciding && !isSaidByVerb(one.front()))
                roots.insert(placeText(*m_plan, one.back()).empty() || !one.back().oneOf.empty()
                                 ? because({}, one, change)
                                 : placed(subjectText(one.back()), one.back()));
        const std::size_t reasons = roots.size();
        if (reasons == 2)
            text = tr("%1, and for 1 more reason", {text});
        else if (reasons > 2)
            text = tr("%1, and for %2 more reasons", {text, std::to_string(reasons - 1)});
        if (isUnexplained(*m_plan, root))
            text = tr("%1; plan JSON does not show where its value comes from", {text});
        return text + ".";
    }

    Text affected(const Affected& affected) const {
        switch (affected.kind) {
        case plans::Dependency::Kind::Trigger:
            return tr("`replace_triggered_by` refers to it");
        case plans::Dependency::Kind::DependsOn:
            return tr("`depends_on` refers to it");
        case plans::Dependency::Kind::Provider:
            return tr("its provider configuration refers to it");
        case plans::Dependency::Kind::Reference:
            break;
        }
        return affected.path.isEmpty() ? tr("refers to it")
                                       : tr("%1 refers to it", {quotedName(pathText(affected.path))});
    }

private:
    /// Whether the cause is in the change itself and has no values: the plan's reason is then more specific.
    static bool isSaidByReason(const plans::ResourceInstanceChange& change, const Chain& chain) {
        using Kind = plans::Cause::Kind;
        const Link& root = chain.front();
        return chain.size() == 1 && root.candidates.empty() && root.oneOf.empty() && root.part.empty() && root.cause &&
               root.cause->kind != Kind::Argument && root.cause->kind != Kind::Unset &&
               root.cause->kind != Kind::Drift && root.cause->kind != Kind::Mode &&
               root.cause->kind != Kind::Sensitive &&
               !(root.cause->kind == Kind::Unknown && change.reason == plans::ActionReason::None);
    }

    /// Returns the plan's reason, which does not name a new key of `for_each` or a higher `count`.
    Text ownReason(const plans::ResourceInstanceChange& change, const Link& root) const {
        std::vector<plans::NamedValue> repetitions{plans::repetitionOf(change.address.containing())};
        for (addrs::ModuleInstance module = change.address.module; !module.isRoot(); module = module.parent())
            repetitions.push_back(plans::repetitionOf(module));
        const auto existed = [](const plans::ResourceInstanceChange* one) { return !one->change.before.isNull(); };
        for (const plans::NamedValue& one : repetitions)
            if (root.cause->kind == plans::Cause::Kind::Declared && !placeOf(root).isEmpty() &&
                isInside(placeOf(root), definitionOf(*m_plan, one).range) &&
                std::ranges::any_of(m_plan->changes.instancesOf(change.address.config()), existed)) {
                Link repetition;
                repetition.subject = one;
                return tr("Created because %1 includes it now", {nameOf(repetition, one.toString(), change)}) + ".";
            }
        return reasonSentence(change, translation());
    }

    static bool isSaidByVerb(const Link& root) {
        using Kind = plans::Cause::Kind;
        return root.cause && (root.cause->kind == Kind::Moved || root.cause->kind == Kind::Imported);
    }

    /// Adds the place of a cause to a sentence: "It will be imported (main.tf:3)."
    Text withPlace(std::string sentence, const Link& link) const {
        const std::string place = placeText(*m_plan, link);
        if (!place.empty() && sentence.ends_with('.'))
            sentence.replace(sentence.size() - 1, 1, fmt::format(" ({}).", place));
        return sentence;
    }

    Text because(const std::string& happens, const Chain& chain, const plans::ResourceInstanceChange& change) const {
        const Link& root = chain.back();
        std::string list;
        for (const plans::Cause& cause : root.candidates)
            list += (list.empty() ? "" : "; ") + phrase(cause, m_plan->program, translation());
        if (!list.empty())
            return tr("%1 because of one of: %2", {happens, list});
        using Kind = plans::Cause::Kind;
        if (isUnexplained(*m_plan, root) && chain.size() == 1 && root.cause && root.cause->kind == Kind::Declared)
            return tr("%1 because %2 changed", {happens, possibleRoots(chain, change)});
        if (root.oneOf.empty() || isUnexplained(*m_plan, root))
            return tr("%1 because %2", {happens, rootText(root, chain.size() == 1, change)});
        const auto existed = [](const plans::ResourceInstanceChange* one) { return !one->change.before.isNull(); };
        const bool isNew = std::ranges::none_of(m_plan->changes.instancesOf(change.address.config()), existed);
        const auto isNewBlock = [&](const Link& one) {
            return isNew && one.cause && one.cause->kind == plans::Cause::Kind::Declared &&
                   one.subject == chain.front().subject;
        };
        if (isNew && std::ranges::any_of(root.oneOf, [&](const Link& one) { return isRepetitionOf(one, change); }))
            return tr("%1 because its block is new, or one of these changed: %2",
                      {happens, possibleRoots(chain, change)});
        Chain changed = chain;
        std::erase_if(changed.back().oneOf, isNewBlock);
        const std::size_t others = changed.back().oneOf.size();
        if (others == 0 || others == root.oneOf.size())
            return tr("%1 because one of these changed: %2", {happens, possibleRoots(chain, change)});
        return others == 1 ? tr("%1 because its block is new, or %2 changed", {happens, possibleRoots(changed, change)})
                           : tr("%1 because its block is new, or one of these changed: %2",
                                {happens, possibleRoots(changed, change)});
    }

    /// Returns a few possible roots, each with its places.
    Text possibleRoots(const Chain& chain, const plans::ResourceInstanceChange& change) const {
        struct Root {
            std::string name;
            const Link* first;
            std::vector<std::string> places;
        };
        const auto isSame = [](const Link& a, const Link& b) {
            const bool isAttribute = a.cause && b.cause;
            const bool isInFile = !a.file().empty() && !a.place.isEmpty() && !b.place.isEmpty();
            return a.subject == b.subject && a.part == b.part && a.cause.has_value() == b.cause.has_value() &&
                   (!isAttribute || a.cause->path == b.cause->path) && (!isInFile || a.path == b.path);
        };
        std::vector<Root> roots;
        for (const Link& one : chain.back().oneOf) {
            const auto name = [&](const std::string& subject) {
                return possibleRoot(one, one.subject == chain.front().subject, subject, change);
            };
            auto known = std::ranges::find_if(roots, [&](const Root& root) { return isSame(*root.first, one); });
            if (known == roots.end())
                known = roots.insert(roots.end(), {name(partText(one)), &one, {}});
            else
                known->name = name(subjectText(one)); // several of its parts
            if (std::string place = placeText(*m_plan, one);
                std::ranges::find(known->places, place) == known->places.end())
                known->places.push_back(std::move(place));
        }
        constexpr std::size_t most = 4;
        const std::size_t omitted = chain.back().omitted;
        const std::size_t shown = roots.size() > most ? most - 1 : roots.size();
        std::string list;
        for (std::size_t i = 0; i < shown; ++i) {
            const auto& [name, first, places] = roots[i];
            const std::string text = placed(name, *first);
            list += i > 0 ? ", " : "";
            list += places.size() == 1   ? text
                    : places.size() == 2 ? tr("%1 or %2", {text, places[1]})
                    : places.size() == 3
                        ? tr("%1, %2 or %3", {text, places[1], places[2]})
                        : tr("%1, %2 or %3 other places", {text, places[1], std::to_string(places.size() - 2)});
        }
        const std::size_t others = roots.size() - shown + omitted;
        return others == 0   ? list
               : others == 1 ? tr("%1, or another one", {list})
                             : tr("%1, or one of %2 others", {list, std::to_string(others)});
    }

    /// Returns the name of a possible root: "`size`" for an argument of the change, "`size` of `vm.a`" for one of
    /// others.
    Text possibleRoot(const Link& root, bool isChange, const std::string& subject,
                      const plans::ResourceInstanceChange& change) const {
        using Kind = plans::Cause::Kind;
        const bool isOfKey = root.cause && (root.cause->kind == Kind::Declared || root.cause->kind == Kind::Undeclared);
        if (isOfKey && isChange && !change.address.key.isNone()) // only plan JSON has no reference to it
            return quotedName(std::string(argumentOfKey(change.address.key)));
        const std::string name = nameOf(root, subject, change);
        if (!root.cause || root.cause->path.isEmpty())
            return name;
        const std::string path = quotedName(pathText(root.cause->path));
        return isChange ? path : tr("%1 of %2", {path, name});
    }

    /// Returns the name of a root: "`var.gen`"; "`count`" for that of the change, "`count` of `vm.a`" for others.
    Text nameOf(const Link& root, const std::string& subject, const plans::ResourceInstanceChange& change) const {
        constexpr std::string_view unnamed = "(…)";
        if (std::string_view file = root.file(); file.ends_with(unnamed)) {
            file.remove_suffix(unnamed.size());
            return tr("a file that %1 reads", {quotedName(std::string(file) + "()")});
        }
        const std::string argument = repetitionArgument(*m_plan, root);
        if (argument.empty())
            return quotedName(subject);
        const std::string name = quotedName(argument);
        return isRepetitionOf(root, change) ? name : tr("%1 of %2", {name, quotedName(subject)});
    }

    /// Whether a link is the `count`, `for_each` or `enabled` argument of the change itself.
    static bool isRepetitionOf(const Link& link, const plans::ResourceInstanceChange& change) {
        const auto* named = std::get_if<plans::NamedValue>(&link.subject);
        return named && *named == plans::repetitionOf(change.address.containing());
    }

    /// Returns a name with its place: "`gen` in main.tf:6", "`var.gen` (set by -var)", "`users.csv` (read in
    /// main.tf:8)", "`users.csv:3`".
    Text placed(const std::string& name, const Link& link) const {
        const std::string place = placeText(*m_plan, link);
        if (place.empty())
            return name;
        if (!link.file().empty() && link.place.isEmpty())
            return tr("%1 (read in %2)", {name, place});
        if (!link.file().empty() && name == quotedName(std::string(link.file())) &&
            place.starts_with(std::string(link.file()) + ":"))
            return quotedName(place);
        const bool isGiven = place.starts_with('-') || place.starts_with("TF_VAR_") ||
                             (placeOf(link).isEmpty() && place != savedPlanText);
        return isGiven ? tr("%1 (set by %2)", {name, place}) : tr("%1 in %2", {name, place});
    }

    /// Returns "`gen` in main.tf:6 changed from "1" to "2"", for example. Names the subject if it is not the change.
    Text rootText(const Link& root, bool isChange, const plans::ResourceInstanceChange& change) const {
        const auto of = [&](const std::string& path) {
            return isChange ? path : tr("%1 of %2", {path, quotedName(subjectText(root))});
        };
        if (root.part == planTimeCall)
            return tr("%1 is different in each plan", {placed(quotedName(root.part), root)});
        if (!root.part.empty() && root.file().empty())
            return tr("%1 is known only when applied", {placed(quotedName(root.part), root)});
        const std::string name = nameOf(root, partText(root), change);
        if (!root.part.empty() && root.place.isEmpty())
            return hasOtherHash(*m_plan, root) ? tr("%1 changed", {placed(name, root)})
                                               : tr("%1 may have changed", {placed(name, root)});
        if (!root.part.empty() && root.path.isEmpty())
            return tr("%1 changed in line %2", {name, std::to_string(root.place.start.line)});
        if (!root.cause) {
            const std::vector<std::string> names =
                withValues(placed(isOfElement(root) ? tr("a value in %1", {name}) : name, root), root);
            if (std::holds_alternative<addrs::AbsResourceInstance>(root.subject))
                return names.size() > 1 ? tr("the result of %1 changed from %2 to %3", names)
                                        : tr("the result of %1 changed", names);
            return changed(names);
        }
        const plans::Cause& cause = *root.cause;
        const std::string path = of(quotedName(pathText(cause.path)));
        using Kind = plans::Cause::Kind;
        if (cause.kind == Kind::Undeclared && isDisabled(root))
            return tr("%1 changed", {placed(of(quotedName("enabled")), root)});
        switch (cause.kind) {
        case Kind::Argument: {
            const std::vector<std::string> names = withValues(placed(path, root), root);
            if (names.size() > 1 && root.before->isNull())
                return tr("%1 was set to %2", {names[0], names[2]});
            if (hasOtherValue(root) && (root.after->isNull() || (isEmpty(*root.after) && isOfBlocks(root))))
                return tr("%1 is no longer set", {names[0]});
            if (hasOtherValue(root) && isEmpty(*root.before) && isOfBlocks(root))
                return tr("%1 was added", {names[0]});
            return changed(names);
        }
        case Kind::Unset:
            return tr("%1 is no longer set", {placed(path, root)});
        case Kind::Drift:
            if (cause.path.isEmpty())
                return tr("%1 was deleted outside of %2",
                          {isChange ? tr("the object") : quotedName(subjectText(root)), m_plan->program.name()});
            if (const std::vector<std::string> names = withValues(path, root); names.size() > 1)
                return tr("%1 was changed outside of %4 from %2 to %3",
                          {names[0], names[1], names[2], m_plan->program.name()});
            return tr("%1 was changed outside of %2", {path, m_plan->program.name()});
        case Kind::Requested:
            if (!isChange)
                return tr("replacement of %1 was requested", {quotedName(subjectText(root))});
            return phrase(cause, m_plan->program, translation());
        case Kind::Unknown:
            if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&root.subject))
                if (const plans::ResourceInstanceChange* own = m_plan->changes.resource(*instance);
                    own && isUnknownByCall(*m_plan, *own, cause.path))
                    return tr("%1 is known only when applied, as by `timestamp()`", {path});
            return tr("%1 is not known until other changes are applied", {placed(path, root)});
        case Kind::Incomplete:
            if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&root.subject))
                if (const plans::ResourceInstanceChange* tainted = m_plan->changes.resource(*instance);
                    tainted && tainted->reason == plans::ActionReason::ReplaceBecauseTainted)
                    return tr("%1 is marked as tainted", {placed(quotedName(subjectText(root)), root)});
            return tr("%1 changes: %2", {quotedName(subjectText(root)), phrase(cause, m_plan->program, translation())});
        case Kind::Declared:
            return isChange ? tr("it is declared and has no object yet")
                            : tr("%1 is created", {placed(quotedName(subjectText(root)), root)});
        default:
            return placed(isChange ? phrase(cause, m_plan->program, translation())
                                   : tr("%1 changes: %2",
                                        {quotedName(subjectText(root)), phrase(cause, m_plan->program, translation())}),
                          root);
        }
    }

    /// Whether a link is an object that `enabled` removes.
    bool isDisabled(const Link& link) const {
        const auto* instance = std::get_if<addrs::AbsResourceInstance>(&link.subject);
        const plans::ResourceInstanceChange* change = instance ? m_plan->changes.resource(*instance) : nullptr;
        return change && change->reason == plans::ActionReason::DeleteBecauseEnabledFalse;
    }

    Text changed(const std::vector<std::string>& names) const {
        return names.size() > 1 ? tr("%1 changed from %2 to %3", names) : tr("%1 changed", names);
    }

    static bool isEmpty(const Value& value) { return isSequence(value) && value.size() == 0; }

    /// Whether the path of a cause is that of all blocks of a type, as far as the plan has the schema.
    bool isOfBlocks(const Link& link) const {
        const auto* instance = std::get_if<addrs::AbsResourceInstance>(&link.subject);
        const plans::ResourceInstanceChange* change = instance ? m_plan->changes.resource(*instance) : nullptr;
        const auto* name =
            link.cause->path.size() == 1 ? std::get_if<values::AttributeStep>(&link.cause->path[0]) : nullptr;
        const schemas::ResourceSchemaPtr schema =
            change && name
                ? plans::resourceSchema(m_plan->schemas, change->provider.config.provider, instance->resource)
                : nullptr;
        return schema && schema->block.blockTypes.contains(name->name);
    }

    /// Whether the values of a step are those of an element of a local value, which is not named.
    bool isOfElement(const Link& link) const {
        const auto* named = std::get_if<plans::NamedValue>(&link.subject);
        if (!named || named->kind != plans::NamedValue::Kind::Local || !link.path.isEmpty() || !link.after ||
            !textOf(*link.after))
            return false;
        const Definition definition = definitionOf(*m_plan, *named);
        return dynamic_cast<const hcl::syntax::ObjectConstructor*>(definition.expression.get()) ||
               dynamic_cast<const hcl::syntax::TupleConstructor*>(definition.expression.get());
    }

    static bool isPlain(const Value& value) { return value.isNull() || textOf(value).has_value(); }

    /// Returns the name; and the values before and after if they differ and are short strings, numbers or booleans.
    static std::vector<std::string> withValues(const std::string& name, const Link& link) {
        constexpr std::size_t longest = 32; // bytes
        if (link.isSensitive || !hasOtherValue(link) || !isPlain(*link.before) || !isPlain(*link.after))
            return {name};
        std::vector<std::string> names{name, valueText(link.before, false), valueText(link.after, false)};
        const auto isBool = [](const std::string& text) { return text == "\"true\"" || text == "\"false\""; };
        if (link.isRootVariable() && isBool(names[1]) && isBool(names[2])) // without a type, options set strings
            for (std::string* text : {&names[1], &names[2]})
                *text = text->substr(1, text->size() - 2);
        if (std::min(names[1].size(), names[2].size()) == 0 || std::max(names[1].size(), names[2].size()) > longest)
            names.resize(1);
        return names;
    }

    const plans::Plan* m_plan; // null for texts without places
};

} // namespace

std::string summary(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                    const std::vector<Chain>& chains, const Translation& translation) {
    return Words(translation, &plan).summary(change, chains);
}

std::string affectedText(const Affected& affected, const Translation& translation) {
    return Words(translation).affected(affected);
}

} // namespace planlens::explain
