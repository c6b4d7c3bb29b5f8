// SPDX-License-Identifier: MPL-2.0
#include "core/explain/summary.h"

#include "core/explain/chain_finder.h"
#include "core/explain/definition.h"
#include "core/explain/plan_values.h"
#include "core/explain/translated_text.h"
#include "core/hcl/syntax/parser.h"
#include "core/values/json/json.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

namespace planlens::explain {

using plans::Action;
using values::Value;

namespace {

constexpr std::size_t longestValue = 80; // bytes
constexpr std::string_view savedPlan = "the saved plan";

std::string quotedName(const std::string& name) {
    return "`" + name + "`";
}

std::size_t startOfCharacter(const std::string& text, std::size_t at) {
    while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U)
        --at;
    return at;
}

std::string shortened(std::string text) {
    return text.size() <= longestValue ? std::move(text) : text.substr(0, startOfCharacter(text, longestValue)) + "…";
}

/// Returns the JSON form of a value.
std::string json(const Value& value) {
    const Value bare = value.unmarkedDeep();
    if (!bare.isWhollyKnown())
        return "(known after apply)";
    values::Outcome<std::string> text = values::toJson(bare, bare.type());
    if (!text)
        return "(value)";
    values::removeHtmlEscapes(*text);
    return *std::move(text);
}

/// Whether both values of a step are recorded, known and different.
bool hasOtherValue(const Link& link) {
    return link.before && link.after && link.after->isWhollyKnown() && !isSameValue(*link.before, *link.after);
}

std::string fromTo(const Link& link) {
    if (link.isSensitive || !hasOtherValue(link))
        return {};
    std::string before = json(*link.before), after = json(*link.after);
    if (std::max(before.size(), after.size()) > longestValue) {   // only where they begin to differ
        constexpr std::ptrdiff_t context = 20, longestStart = 40; // bytes
        const std::ptrdiff_t same = std::ranges::mismatch(before, after).in1 - before.begin();
        for (std::string* text : {&before, &after})
            if (same > longestStart)
                *text = "…" + text->substr(startOfCharacter(*text, std::size_t(same - context)));
    }
    return fmt::format(" from {} to {}", shortened(std::move(before)), shortened(std::move(after)));
}

/// Returns a path within the data of a file, in which keys that are identifiers are written like attributes.
values::Path withNames(const values::Path& path) {
    values::Path named;
    for (const values::PathStep& step : path) {
        const auto* index = std::get_if<values::IndexStep>(&step);
        const bool isName = index && index->key.type().isString() && hcl::isValidIdentifier(index->key.asString());
        named.push(isName ? values::PathStep(values::AttributeStep{index->key.asString()}) : step);
    }
    return named;
}

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
        std::set<std::string> roots; // several arguments may have the same one
        for (const Chain& one : chains)
            if (one.front().isDeciding && !isSaidByVerb(one.front()))
                roots.insert(because({}, one, change));
        const std::size_t reasons = roots.size();
        if (reasons == 2)
            text = tr("%1, and for 1 more reason", {text});
        else if (reasons > 2)
            text = tr("%1, and for %2 more reasons", {text, std::to_string(reasons - 1)});
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
            list += (list.empty() ? "" : "; ") + phrase(cause, translation());
        if (!list.empty())
            return tr("%1 because of one of: %2", {happens, list});
        if (root.oneOf.empty())
            return tr("%1 because %2", {happens, rootText(root, chain.size() == 1, change)});
        const auto isNewBlock = [&](const Link& one) {
            return one.cause && one.cause->kind == plans::Cause::Kind::Declared && one.subject == chain.front().subject;
        };
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
            return a.subject == b.subject && a.part == b.part && a.cause.has_value() == b.cause.has_value() &&
                   (!isAttribute || a.cause->path == b.cause->path);
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
        return shown < roots.size() ? tr("%1, or one of %2 others", {list, std::to_string(roots.size() - shown)})
                                    : list;
    }

    /// Returns the name of a possible root: "`size`" for an argument of the change, "`size` of `vm.a`" for one of
    /// others.
    Text possibleRoot(const Link& root, bool isChange, const std::string& subject,
                      const plans::ResourceInstanceChange& change) const {
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
        const auto* named = std::get_if<plans::NamedValue>(&root.subject);
        const std::string_view argument =
            named && root.part.empty() ? definitionOf(*m_plan, *named).argument : std::string_view();
        if (argument.empty())
            return quotedName(subject);
        const std::string name = quotedName(std::string(argument));
        return isRepetitionOf(root, change) ? name : tr("%1 of %2", {name, quotedName(subject)});
    }

    /// Whether a link is the `count`, `for_each` or `enabled` argument of the change itself.
    static bool isRepetitionOf(const Link& link, const plans::ResourceInstanceChange& change) {
        const auto* named = std::get_if<plans::NamedValue>(&link.subject);
        return named && *named == plans::repetitionOf(change.address.containing());
    }

    /// Returns a name with its place: "`gen` in main.tf:6", "`var.gen` by -var", "`users.csv` (read in main.tf:8)".
    Text placed(const std::string& name, const Link& link) const {
        const std::string place = placeText(*m_plan, link);
        if (place.empty())
            return name;
        if (!link.file().empty() && link.place.isEmpty())
            return tr("%1 (read in %2)", {name, place});
        const bool isGiven =
            place.starts_with('-') || place.starts_with("TF_VAR_") || (placeOf(link).isEmpty() && place != savedPlan);
        return isGiven ? tr("%1 by %2", {name, place}) : tr("%1 in %2", {name, place});
    }

    /// Returns "`gen` in main.tf:6 changed from "1" to "2"", for example. Names the subject if it is not the change.
    Text rootText(const Link& root, bool isChange, const plans::ResourceInstanceChange& change) const {
        const auto of = [&](const std::string& path) {
            return isChange ? path : tr("%1 of %2", {path, quotedName(subjectText(root))});
        };
        if (!root.part.empty() && root.file().empty())
            return tr("%1 is known only when applied", {placed(quotedName(root.part), root)});
        const std::string name = nameOf(root, partText(root), change);
        if (!root.part.empty() && root.place.isEmpty())
            return tr("%1 may have changed", {placed(name, root)});
        if (!root.part.empty() && root.path.isEmpty())
            return tr("%1 changed in line %2", {name, std::to_string(root.place.start.line)});
        if (!root.cause) {
            const std::vector<std::string> names = withValues(placed(name, root), root);
            if (std::holds_alternative<addrs::AbsResourceInstance>(root.subject))
                return names.size() > 1 ? tr("the result of %1 changed from %2 to %3", names)
                                        : tr("the result of %1 changed", names);
            return changed(names);
        }
        const plans::Cause& cause = *root.cause;
        const std::string path = of(quotedName(pathText(cause.path)));
        using Kind = plans::Cause::Kind;
        switch (cause.kind) {
        case Kind::Argument: {
            const std::vector<std::string> names = withValues(placed(path, root), root);
            if (names.size() > 1 && root.before->isNull())
                return tr("%1 was set to %2", {names[0], names[2]});
            if (names.size() > 1 && root.after->isNull())
                return tr("%1 is no longer set", {names[0]});
            return changed(names);
        }
        case Kind::Unset:
            return tr("%1 is no longer set", {placed(path, root)});
        case Kind::Drift:
            if (cause.path.isEmpty())
                return tr("%1 was deleted outside of OpenTofu",
                          {isChange ? tr("the object") : quotedName(subjectText(root))});
            if (const std::vector<std::string> names = withValues(path, root); names.size() > 1)
                return tr("%1 was changed outside of OpenTofu from %2 to %3", names);
            return tr("%1 was changed outside of OpenTofu", {path});
        case Kind::Unknown:
            return tr("%1 is not known until other changes are applied", {placed(path, root)});
        case Kind::Incomplete:
            if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&root.subject))
                if (const plans::ResourceInstanceChange* tainted = m_plan->changes.resource(*instance);
                    tainted && tainted->reason == plans::ActionReason::ReplaceBecauseTainted)
                    return tr("%1 is marked as tainted", {placed(quotedName(subjectText(root)), root)});
            return tr("%1 changes: %2", {quotedName(subjectText(root)), phrase(cause, translation())});
        case Kind::Declared:
            return isChange ? tr("it is declared and has no object yet")
                            : tr("%1 is created", {placed(quotedName(subjectText(root)), root)});
        default:
            return placed(isChange
                              ? phrase(cause, translation())
                              : tr("%1 changes: %2", {quotedName(subjectText(root)), phrase(cause, translation())}),
                          root);
        }
    }

    Text changed(const std::vector<std::string>& names) const {
        return names.size() > 1 ? tr("%1 changed from %2 to %3", names) : tr("%1 changed", names);
    }

    static bool isPlain(const Value& value) { return value.isNull() || textOf(value).has_value(); }

    /// Returns the name; and the values before and after if they differ and are short strings, numbers or booleans.
    static std::vector<std::string> withValues(const std::string& name, const Link& link) {
        constexpr std::size_t longest = 32; // bytes
        if (link.isSensitive || !hasOtherValue(link) || !isPlain(*link.before) || !isPlain(*link.after))
            return {name};
        std::vector<std::string> names{name, valueText(link.before, false), valueText(link.after, false)};
        if (names[1].size() > longest || names[2].size() > longest)
            names.resize(1);
        return names;
    }

    const plans::Plan* m_plan; // null for texts without places
};

} // namespace

std::string valueText(const std::optional<Value>& value, bool isSensitive) {
    return isSensitive ? "(sensitive value)" : value ? shortened(json(*value)) : "(not recorded)";
}

std::string subjectText(const Link& link) {
    if (!link.file().empty())
        return std::string(link.file());
    if (!link.part.empty())
        return link.part;
    const auto* instance = std::get_if<addrs::AbsResourceInstance>(&link.subject);
    return instance ? instance->toString() : std::get<plans::NamedValue>(link.subject).toString();
}

std::string partText(const Link& link) {
    if (link.part.empty())
        return subjectText(link) + link.path.toString();
    return link.path.isEmpty() || link.place.isEmpty() ? subjectText(link) : pathText(withNames(link.path));
}

const diags::SourceRange& placeOf(const Link& link) {
    return link.place.isEmpty() ? link.range : link.place;
}

std::string placeText(const plans::Plan& plan, const Link& link) {
    using Kind = plans::VariableOrigin::Kind;
    if (link.isRootVariable()) {
        const std::string& name = std::get<plans::NamedValue>(link.subject).name;
        const auto origin = plan.recorded.variableOrigins.find(name);
        if (origin != plan.recorded.variableOrigins.end() && link.place.isEmpty())
            switch (origin->second.kind) {
            case Kind::Environment:
                return "TF_VAR_" + name;
            case Kind::CommandLine:
                return "-var";
            case Kind::Entered:
                return "the entered value";
            case Kind::Plan:
                return std::string(savedPlan);
            case Kind::Default:
            case Kind::DefaultFile:
            case Kind::NamedFile:
                break;
            }
    }
    const diags::SourceRange& place = placeOf(link);
    return place.isEmpty() ? std::string() : fmt::format("{}:{}", place.filename.str(), place.start.line);
}

std::string stepText(const plans::Plan& plan, const Link& link) {
    if (!link.part.empty())
        return link.file().empty()    ? "known only when applied"
               : link.place.isEmpty() ? "its content may have changed"
               : !link.path.isEmpty() ? quotedName(partText(link)) + " in it changed" + fromTo(link)
                                      : "its content changed";
    if (!link.candidates.empty()) {
        std::string text = "one of: ";
        for (const plans::Cause& cause : link.candidates)
            text += (&cause == &link.candidates.front() ? "" : "; ") + phrase(cause);
        return text;
    }
    if (link.cause && link.cause->kind == plans::Cause::Kind::Unset && hasOtherValue(link))
        return phrase(*link.cause) + ": it was " + valueText(link.before, link.isSensitive);
    const auto* instance = std::get_if<addrs::AbsResourceInstance>(&link.subject);
    if (instance && link.cause && link.cause->kind == plans::Cause::Kind::Incomplete)
        if (const plans::ResourceInstanceChange* change = plan.changes.resource(*instance);
            change && change->reason == plans::ActionReason::ReplaceBecauseTainted)
            return "the object is marked as tainted";
    if (instance && link.cause && link.cause->kind == plans::Cause::Kind::Undeclared && !link.cause->range.isEmpty())
        if (!instance->key.isNone() &&
            std::ranges::all_of(instance->module.path, [](const auto& step) { return step.key.isNone(); }))
            return instance->key.isInt() ? "`count` no longer includes it" : "its key is no longer in `for_each`";
    if (link.cause || instance)
        return (link.cause ? phrase(*link.cause) : std::string("its result changed")) + fromTo(link);
    const std::string_view argument = definitionOf(plan, std::get<plans::NamedValue>(link.subject)).argument;
    const std::string value = argument.empty() ? "its value" : quotedName(std::string(argument));
    if (link.after && !link.after->isWhollyKnown())
        return fmt::format("{}{} is not known until other changes are applied",
                           link.after->isKnown() ? "a part of " : "", value);
    return value + " changed" + (argument == "for_each" ? "" : fromTo(link)); // its values are those of one element
}

std::vector<std::string> chainLines(const plans::Plan& plan, const std::vector<Chain>& chains, const Chain& chain) {
    std::vector<std::string> lines;
    if (&chain == &chains.front() && chain.size() < 2 && chain.front().oneOf.empty())
        return lines;
    const auto placed = [&](std::string text, const Link& link) {
        const std::string place = placeText(plan, link);
        return place.empty() ? text : fmt::format("{} ({})", text, place);
    };
    for (const Link& link : chain)
        lines.push_back(
            placed((link.part.empty() ? partText(link) : subjectText(link)) + ": " + stepText(plan, link), link));
    std::string possible;
    for (const Link& root : chain.back().oneOf)
        possible += (possible.empty() ? "one of: " : ", ") + placed(partText(root), root);
    if (!possible.empty())
        lines.push_back(std::move(possible));
    return lines;
}

std::string summary(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                    const std::vector<Chain>& chains, const Translation& translation) {
    return Words(translation, &plan).summary(change, chains);
}

std::string affectedText(const Affected& affected, const Translation& translation) {
    return Words(translation).affected(affected);
}

} // namespace planlens::explain
