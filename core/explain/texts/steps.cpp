// SPDX-License-Identifier: MPL-2.0
#include "core/explain/definition.h"
#include "core/explain/inferred_causes.h"
#include "core/explain/sources/value_sources.h"
#include "core/explain/summary.h"
#include "core/explain/texts/value_text.h"
#include "core/plans/plan.h"

#include <fmt/core.h>

#include <algorithm>

/// The steps of chains.
namespace planlens::explain {

namespace {

/// Returns how an instance is no longer declared: "its key is no longer in `for_each`". Empty: its block was removed.
std::string removalText(const plans::Plan& plan, const Link& link) {
    using Reason = plans::ActionReason;
    const auto* instance = std::get_if<addrs::AbsResourceInstance>(&link.subject);
    if (!instance || !link.cause || link.cause->kind != plans::Cause::Kind::Undeclared)
        return {};
    const plans::ResourceInstanceChange* change = plan.changes.resource(*instance);
    if (instance->key.isNone())
        return change && change->reason == Reason::DeleteBecauseEnabledFalse ? "`enabled` is false" : "";
    const bool isInOneModule =
        std::ranges::all_of(instance->module.path, [](const auto& step) { return step.key.isNone(); });
    const bool isByReason =
        change && (change->reason == Reason::DeleteBecauseEachKey || change->reason == Reason::DeleteBecauseCountIndex);
    if (link.cause->range.isEmpty() ? !isByReason : !isInOneModule)
        return {};
    return instance->key.isInt() ? "`count` no longer includes it" : "its key is no longer in `for_each`";
}

} // namespace

bool isUnexplained(const plans::Plan& plan, const Link& root) {
    return root.oneOf.size() == 1 && !plan.configuration;
}

std::string stepText(const plans::Plan& plan, const Link& link, const Link* next) {
    if (link.part == planTimeCall)
        return "different in each plan";
    if (!link.part.empty())
        return link.file().empty() ? "known only when applied"
               : link.place.isEmpty()
                   ? (hasOtherHash(plan, link) ? "its content changed" : "its content may have changed")
               : !link.path.isEmpty() ? quotedName(partText(link)) + " in it changed" + fromTo(link)
                                      : "its content changed";
    if (!link.candidates.empty()) {
        std::string text = "one of: ";
        for (const plans::Cause& cause : link.candidates)
            text += (&cause == &link.candidates.front() ? "" : "; ") + phrase(cause, plan.program);
        return text;
    }
    if (link.cause && link.cause->kind == plans::Cause::Kind::Unset && hasOtherValue(link))
        if (const std::string was = valueText(link.before, link.isSensitive); !was.empty())
            return phrase(*link.cause, plan.program) + ": it was " + was;
    const auto* instance = std::get_if<addrs::AbsResourceInstance>(&link.subject);
    if (instance && link.cause && link.cause->kind == plans::Cause::Kind::Incomplete)
        if (const plans::ResourceInstanceChange* change = plan.changes.resource(*instance);
            change && change->reason == plans::ActionReason::ReplaceBecauseTainted)
            return "the object is marked as tainted";
    if (std::string text = removalText(plan, link); !text.empty())
        return text;
    const plans::ResourceInstanceChange* own = instance ? plan.changes.resource(*instance) : nullptr;
    if (own && link.cause && link.cause->kind == plans::Cause::Kind::Unknown) {
        const std::string path = quotedName(pathText(link.cause->path));
        if (next && !next->part.empty() && next->file().empty())
            return path + " is known only when applied";
        if (!next && isUnknownByCall(plan, *own, link.cause->path))
            return path + " is known only when applied, as by `timestamp()`";
    }
    if (link.cause || instance)
        return (link.cause ? phrase(*link.cause, plan.program) : std::string("its result changed")) + fromTo(link);
    const std::string argument = repetitionArgument(plan, link);
    const std::string value = argument.empty() ? "its value" : quotedName(argument);
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
    for (const Link& link : chain) {
        const Link* next = &link == &chain.back() ? nullptr : &link + 1;
        lines.push_back(
            placed((link.part.empty() ? partText(link) : subjectText(link)) + ": " + stepText(plan, link, next), link));
    }
    if (isUnexplained(plan, chain.back())) {
        lines.emplace_back("plan JSON does not show where its value comes from");
        return lines;
    }
    std::string possible;
    for (const Link& root : chain.back().oneOf)
        possible += (possible.empty() ? "one of: " : ", ") + placed(partText(root), root);
    if (const std::size_t others = chain.back().omitted; others > 0)
        possible += others == 1 ? ", or another one" : fmt::format(", or one of {} others", others);
    if (!possible.empty())
        lines.push_back(std::move(possible));
    return lines;
}

} // namespace planlens::explain
