// SPDX-License-Identifier: MPL-2.0
#include "core/plans/terraform_parts.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::plans {

using diags::Diagnostic;

namespace {

constexpr std::size_t mostListed = 20;

std::string_view verb(Action action) {
    switch (action) {
    case Action::NoOp:
        return "no change";
    case Action::Create:
        return "create";
    case Action::Read:
        return "read";
    case Action::Update:
        return "update";
    case Action::DeleteThenCreate:
    case Action::CreateThenDelete:
        return "replace";
    case Action::Delete:
        return "destroy";
    case Action::Forget:
        return "forget";
    case Action::ForgetThenCreate:
        return "forget and create";
    }
    return {};
}

/// Converts "AfterCreate" to "after create".
std::string wordsOf(std::string_view event) {
    std::string words;
    for (const char c : event) {
        const bool isUpper = c >= 'A' && c <= 'Z';
        if (isUpper && !words.empty())
            words += ' ';
        words += c == '_' ? ' ' : isUpper ? char(c - 'A' + 'a') : c;
    }
    return words;
}

/// Returns one line for each item, up to a maximum number.
template <typename Items, typename Text>
std::string listed(const Items& items, Text text) {
    std::string lines = "\n";
    for (std::size_t i = 0; i < std::min(items.size(), mostListed); ++i)
        lines += "\n  - " + text(items[i]);
    if (items.size() > mostListed)
        lines += fmt::format("\n  - and {} more", items.size() - mostListed);
    return lines;
}

std::string counted(std::size_t count, std::string_view one) {
    return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string withAddresses(const UnknownPart& part) {
    std::string text = part.name;
    for (std::size_t i = 0; i < part.addresses.size(); ++i)
        text += (i == 0 ? ": " : ", ") + part.addresses[i];
    return text;
}

} // namespace

std::string_view deferralReason(std::string_view reason) {
    if (reason == "instance_count_unknown")
        return "the number of its instances is not known yet";
    if (reason == "resource_config_unknown")
        return "its configuration is not known yet";
    if (reason == "provider_config_unknown")
        return "the configuration of its provider is not known yet";
    if (reason == "absent_prereq")
        return "something that it needs does not exist yet";
    if (reason == "deferred_prereq")
        return "it depends on a deferred change";
    return "the plan does not say why";
}

std::string describe(const DeferredChange& change) {
    return fmt::format("{}{}",
                       change.change ? fmt::format("{}, because ", verb(change.change->change.action)) : "because ",
                       deferralReason(change.reason));
}

std::string describe(const ActionInvocation& action) {
    std::string text = action.trigger.empty() ? "invoked by the command line"
                       : action.event.empty() ? "triggered by " + action.trigger
                                              : wordsOf(action.event) + " of " + action.trigger;
    if (!action.deferred.empty())
        text += fmt::format("; deferred, because {}", deferralReason(action.deferred));
    return text;
}

diags::Diagnostics terraformNotes(const TerraformParts& parts) {
    diags::Diagnostics notes;
    if (!parts.isComplete)
        notes.append(Diagnostic::warning("The plan is incomplete",
                                         "Terraform has not planned everything: targets, errors or deferred changes "
                                         "leave something to a later plan. "
                                         "After this plan was applied, another one is needed."));
    if (!parts.deferred.empty())
        notes.append(Diagnostic::warning(
            counted(parts.deferred.size(), "deferred change"),
            "Terraform leaves these changes to a later plan. They are not counted among the changes:" +
                listed(parts.deferred,
                       [](const DeferredChange& one) { return fmt::format("{}: {}", one.address, describe(one)); })));
    if (!parts.actions.empty())
        notes.append(Diagnostic::warning(
            counted(parts.actions.size(), "action") + (parts.actions.size() == 1 ? " is invoked" : " are invoked"),
            "Applying the plan invokes these actions of providers. Planlens does not know what they do:" +
                listed(parts.actions,
                       [](const ActionInvocation& one) { return fmt::format("{}: {}", one.address, describe(one)); })));
    if (!parts.unknown.empty())
        notes.append(Diagnostic::warning(
            "Parts of the plan are not shown",
            "The plan contains parts that this version of Planlens does not support. Use \"terraform show\" to see "
            "them:" +
                listed(parts.unknown, withAddresses)));
    return notes;
}

} // namespace planlens::plans
