// SPDX-License-Identifier: MPL-2.0
#include "core/report/text/plan_text.h"

#include "core/diff/diff.h"
#include "core/plans/plan.h"
#include "core/plans/shown/hidden_values.h"
#include "core/report/text/change_comment.h"
#include "core/report/text/diff_text.h"
#include "core/report/text/masked_diff.h"
#include "core/report/text/terminal_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace planlens::report {

using plans::Action;
using plans::Mode;
using plans::ResourceInstanceChange;

namespace {

struct Shown {
    const ResourceInstanceChange* change;
    diff::Diff diff;
    bool isMoved() const { return change->isMoved(); }
};

/// The actions in legend order.
constexpr std::pair<Action, std::string_view> legend[] = {
    {Action::Create, "  [green]+[reset] create"},
    {Action::Update, "  [yellow]~[reset] update in-place (current -> planned)"},
    {Action::Delete, "  [red]-[reset] destroy"},
    {Action::DeleteThenCreate, "[red]-[reset]/[green]+[reset] destroy and then create replacement"},
    {Action::CreateThenDelete, "[green]+[reset]/[red]-[reset] create replacement and then destroy"},
    {Action::Read, " [cyan]<=[reset] read (data resources)"},
    {Action::ForgetThenCreate, "[red].[reset]/[green]+[reset] forget and then create replacement"},
    {Action::Forget, "  [red].[reset] forget"},
};

class PlanPrinter {
public:
    PlanPrinter(const plans::Plan& plan, const TextOptions& options)
        : m_plan(plan)
        , m_options(options)
        , m_secretsOfOutputs(options.showSensitive ? masking::Secrets() : masking::secretsInOutputTexts(plan))
        , m_secrets(options.showSensitive ? masking::Secrets()
                                          : m_secretsOfOutputs.with(masking::secretsOfVariables(plan)))
        , m_secretsBefore(options.showSensitive                ? masking::Secrets()
                          : plan.options.mode == Mode::Destroy ? m_secrets
                                                               : masking::secretsBefore(plan)) {}

    std::string print() {
        collect();
        const bool hasDrift = printDrift();
        const std::string outputs = outputText();
        if (m_changes.empty() && outputs.empty() && !printNothingToDo(hasDrift))
            return std::move(m_out);
        if (hasDrift)
            m_out += horizontalRule(m_options) + "\n";
        printLegend();
        printChanges();
        printOutputs(outputs);
        return std::move(m_out);
    }

private:
    void print(std::string_view markup) { m_out += colored(markup, m_options.color); }
    void sentence(std::string_view text) { m_out += wordWrapped(text, m_options.width) + "\n"; }

    diff::Diff diffOf(const ResourceInstanceChange& change) const {
        const schemas::ResourceSchemaPtr schema = plans::resourceSchema(m_plan, change);
        return schema ? diff::ofResource(change, *schema) : diff::ofValues(change.change.before, change.change.after);
    }

    diff::Diff masked(const Shown& shown) const {
        const ResourceInstanceChange& change = *shown.change;
        const schemas::ResourceSchemaPtr schema = plans::resourceSchema(m_plan, change);
        // A destroy plan shows the whole content of a state, which may contain copies of secrets anywhere.
        return schema && m_plan.options.mode != Mode::Destroy
                   ? maskedDiff(shown.diff, schema->block, m_secretsBefore, m_secrets)
                   : maskedDiff(shown.diff, m_secretsBefore, m_secrets);
    }

    void collect() {
        for (const plans::ResourceInstanceChangePtr& drift : m_plan.drift) {
            const ResourceInstanceChange& change = *drift;
            if (m_plan.options.mode != Mode::RefreshOnly && change.change.action == Action::NoOp)
                continue;
            const schemas::ResourceSchemaPtr schema = plans::resourceSchema(m_plan, change);
            if (!schema)
                continue;
            std::optional<diff::Diff> found =
                diff::ofDrift(change, *schema, m_plan.relevantAttributes, m_plan.options.mode);
            if (found && (m_plan.options.mode == Mode::RefreshOnly || found->action != Action::NoOp))
                m_drift.push_back({&change, *std::move(found)});
        }
        for (const plans::ResourceInstanceChangePtr& change : m_plan.changes.resources())
            collectChange(*change);
        for (const plans::OutputChange& output : m_plan.changes.outputs())
            if (output.module.isRoot())
                m_outputs.emplace(output.name, diff::ofOutput(output));
        m_empty = m_empty && std::all_of(m_outputs.begin(), m_outputs.end(),
                                         [](const auto& output) { return output.second.action == Action::NoOp; });
    }

    void collectChange(const ResourceInstanceChange& change) {
        const Action action = change.change.action;
        const addrs::ResourceMode mode = change.address.resource.mode;
        if (mode == addrs::ResourceMode::Ephemeral ||
            (action == Action::Delete && mode != addrs::ResourceMode::Managed))
            return;
        if (change.isEmpty())
            return;
        Shown shown{&change, diffOf(change)};
        if (shown.diff.action != Action::NoOp || change.isMoved())
            m_empty = false;
        m_changes.push_back(std::move(shown));
        if (change.change.importing)
            ++m_importing;
        if (action != Action::NoOp)
            ++m_counts[action];
    }

    std::string changeText(const Shown& shown, Cause cause) const {
        const ResourceInstanceChange& change = *shown.change;
        const addrs::Resource& resource = change.address.resource;
        DiffTextOptions options(m_options);
        options.hideSymbols = options.hideNullSuffix = change.change.action == Action::Forget;
        options.showUnchangedChildren = change.change.importing.has_value();
        // OpenTofu shows no plan without the schemas.
        if (plans::hasHiddenValues(change))
            options.mask = "(hidden: no provider schema)";
        return fmt::format("{}{} {} \"{}\" \"{}\" {}", changeComment(change, cause, m_options.color),
                           actionSymbol(change.change.action, m_options.color),
                           resource.mode == addrs::ResourceMode::Managed ? "resource" : "data", resource.type,
                           resource.name, diffText(masked(shown), 0, options));
    }

    bool printDrift() {
        if (m_drift.empty() || (m_empty && m_plan.options.mode != Mode::RefreshOnly))
            return false;
        print("\n[bold][cyan]Note:[reset][bold] Objects have changed outside of OpenTofu\n");
        m_out += "\n";
        m_out += wordWrapped(
            "OpenTofu detected the following changes made outside of OpenTofu since the last \"tofu apply\" which "
            "may have affected this plan:\n",
            m_options.width);
        for (const Shown& drift : m_drift)
            if (!drift.change->isEmpty())
                m_out += "\n" + changeText(drift, Cause::Drift) + "\n";
        sentence(m_plan.options.mode == Mode::RefreshOnly
                     ? "\n\nThis is a refresh-only plan, so OpenTofu will not take any actions to undo these. If you "
                       "were expecting "
                       "these changes then you can apply this plan to record the updated values in the OpenTofu state "
                       "without changing "
                       "any remote objects."
                     : "\n\nUnless you have made equivalent changes to your configuration, or ignored the relevant "
                       "attributes using "
                       "ignore_changes, the following plan may include actions to undo or respond to these changes.");
        return true;
    }

    void printRule() { m_out += horizontalRule(m_options) + "\n"; }

    /// Prints why there is nothing to do; returns false if nothing must be printed after it.
    bool printNothingToDo(bool hasDrift) {
        if (m_plan.errored) {
            if (hasDrift)
                printRule();
            print("\n[reset][bold][red]Planning failed.[reset][bold] OpenTofu encountered an error while generating "
                  "this plan.[reset]\n\n");
            return true;
        }
        switch (m_plan.options.mode) {
        case Mode::RefreshOnly:
            if (hasDrift)
                return false; // already printed above
            print("\n[reset][bold][green]No changes.[reset][bold] Your infrastructure still matches the "
                  "configuration.[reset]\n\n");
            sentence("OpenTofu has checked that the real remote objects still match the result of your most recent "
                     "changes, and found no "
                     "differences.");
            return true;
        case Mode::Destroy:
            if (hasDrift)
                printRule();
            print("\n[reset][bold][green]No changes.[reset][bold] No objects need to be destroyed.[reset]\n\n");
            sentence("Either you have not created any objects yet or the existing objects were already deleted outside "
                     "of OpenTofu.");
            return true;
        case Mode::Normal:
            break;
        }
        if (hasDrift)
            printRule();
        print(
            "\n[reset][bold][green]No changes.[reset][bold] Your infrastructure matches the configuration.[reset]\n\n");
        if (!hasDrift) {
            sentence("OpenTofu has compared your real infrastructure against your configuration and found no "
                     "differences, so no changes are "
                     "needed.");
            return true;
        }
        if (m_plan.canApply()) {
            sentence("Your configuration already matches the changes detected above, so applying this plan will only "
                     "update the state to "
                     "include the changes detected above and won't change any real infrastructure.");
        } else {
            sentence(fmt::format("Your configuration already matches the changes detected above. If you'd like to "
                                 "update the OpenTofu state "
                                 "to match, create and apply a refresh-only plan{}",
                                 m_options.runningInAutomation ? "." : ":\n  tofu apply -refresh-only"));
        }
        return false;
    }

    int count(Action action) const {
        const auto found = m_counts.find(action);
        return found == m_counts.end() ? 0 : found->second;
    }

    void printLegend() {
        if (m_counts.empty())
            return;
        sentence("\nOpenTofu used the selected providers to generate the following execution plan. Resource actions "
                 "are indicated with "
                 "the following symbols:");
        for (const auto& [action, text] : legend) {
            if (count(action) > 0) {
                print(text);
                m_out += "\n";
            }
        }
    }

    void printChanges() {
        if (m_changes.empty())
            return;
        m_out += m_plan.errored ? "\nOpenTofu planned the following actions, but then encountered a problem:\n"
                                : "\nOpenTofu will perform the following actions:\n";
        for (const Shown& change : m_changes)
            m_out += "\n" + changeText(change, Cause::Proposed) + "\n";

        const int replaced = count(Action::DeleteThenCreate) + count(Action::CreateThenDelete);
        const int forgotten = count(Action::Forget) + count(Action::ForgetThenCreate);
        std::string totals = "\n[bold]Plan:[reset]";
        if (m_importing > 0)
            totals += fmt::format(" {} to import,", m_importing);
        totals += fmt::format(" {} to add, {} to change, {} to destroy",
                              count(Action::Create) + replaced + count(Action::ForgetThenCreate), count(Action::Update),
                              count(Action::Delete) + replaced);
        if (forgotten > 0)
            totals += fmt::format(", {} to forget", forgotten);
        print(totals + ".\n");
    }

    std::string outputText() const {
        std::size_t width = 0;
        for (const auto& output : m_outputs)
            width = std::max(width, attributeName(output.first).size());
        DiffTextOptions options(m_options);
        const masking::Secrets& before = m_plan.options.mode == Mode::Destroy ? m_secretsOfOutputs : m_secretsBefore;
        std::string text;
        for (const auto& [name, diff] : m_outputs) {
            if (diff.action == Action::NoOp)
                continue;
            text += fmt::format("{}{} {:{}} = {}", text.empty() ? "" : "\n", actionSymbol(diff.action, m_options.color),
                                attributeName(name), width,
                                diffText(maskedDiff(diff, before, m_secretsOfOutputs), 0, options));
        }
        return text;
    }

    void printOutputs(const std::string& outputs) {
        if (outputs.empty())
            return;
        m_out += "\nChanges to Outputs:\n" + outputs + "\n";
        if (m_counts.empty())
            sentence("\nYou can apply this plan to save these new output values to the OpenTofu state, without "
                     "changing any real "
                     "infrastructure.");
    }

    const plans::Plan& m_plan;
    TextOptions m_options;
    masking::Secrets m_secretsOfOutputs, m_secrets; // empty if secrets are shown
    /// As in OpenTofu, a value that this plan marks as sensitive for the first time is shown as it was.
    masking::Secrets m_secretsBefore;
    std::vector<Shown> m_drift, m_changes;
    std::map<std::string, diff::Diff> m_outputs;
    std::map<Action, int> m_counts;
    int m_importing = 0;
    bool m_empty = true;
    std::string m_out;
};

} // namespace

std::string planText(const plans::Plan& plan, const TextOptions& options) {
    return PlanPrinter(plan, options).print();
}

} // namespace planlens::report
