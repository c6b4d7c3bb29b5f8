// SPDX-License-Identifier: MPL-2.0
#include "core/engine/apply.h"

#include "core/configs/config.h"
#include "core/engine/applying/apply_walk.h"
#include "core/engine/validation/provisioner_checks.h"
#include "core/lang/functions.h"
#include "core/plans/plan.h"
#include "core/system/background_task.h"

#include <algorithm>
#include <map>

namespace planlens::engine {

using diags::Diagnostics;
using plans::Mode;

namespace {

/// Checks everything that must be reported before anything is applied.
Diagnostics checkApplicable(const ApplyRequest& request) {
    if (request.plan->errored)
        return diags::Diagnostic::error(
            "Cannot apply incomplete plan",
            "OpenTofu encountered an error when generating this plan, so it cannot be applied.");
    if (request.plan->quality == plans::Quality::Estimate)
        return diags::Diagnostic::error(
            "Cannot apply an estimate",
            "This plan was made without asking the providers. Plan again with the providers installed.");
    Diagnostics diagnostics;
    for (const plans::ResourceInstanceChangePtr& change : request.plan->changes.resources())
        if (const configs::Resource* config = request.config->resource(change->address.config()))
            diagnostics.append(unsupportedConnections(*config, change->address, change->change.action));
    return diagnostics;
}

std::shared_ptr<const lang::FunctionTable> functionsFor(const ApplyRequest& request) {
    lang::FunctionOptions options;
    options.baseDirectory = request.config->directory.string();
    options.planTimestamp = request.plan->timestampText;
    return lang::makeFunctionTable(options);
}

diags::Diagnostic incompleteWarning() {
    return diags::Diagnostic::warning(
        "Applied changes may be incomplete",
        "The plan was created with the -target or the -exclude option in effect, so some changes requested in the "
        "configuration may have been ignored "
        "and the output values may not be fully updated. Run the following command to verify that no other changes "
        "are pending:\n    tofu plan\n\t\nNote "
        "that the -target and -exclude options are not suitable for routine use, and are provided only for "
        "exceptional situations such as recovering from "
        "errors or mistakes, or when OpenTofu specifically suggests to use it as part of an error message.");
}

diags::Diagnostic forgottenInstancesError() {
    return diags::Diagnostic::error("Destroy was successful but left behind forgotten instances",
                                    "As requested, OpenTofu has not deleted some remote objects that are no longer "
                                    "managed by this configuration. Those objects continue to "
                                    "exist in their remote system and so may continue to incur charges. Refer to the "
                                    "original plan for more information.\nTo suppress this error for the future "
                                    "'destroy' runs, you can add the CLI flag \"-suppress-forget-errors\".");
}

/// Returns the check results to store: those of the plan in the modes that do not evaluate all conditions again.
states::CheckResults finalCheckResults(const plans::Plan& plan, const Checks& checks) {
    if (plan.options.mode != Mode::RefreshOnly && plan.options.mode != Mode::Destroy)
        return checks.results();
    states::CheckResults results = plan.checks;
    // In destroy mode, only variables that are still needed are evaluated again.
    if (plan.options.mode == Mode::Destroy)
        for (const auto& [address, result] : checks.results())
            if (result.kind == states::CheckableKind::InputVariable && result.objectsKnown)
                results[address] = result;
    return results;
}

/// Removes objects without a step from the state, and adds the check results. If an apply fails, resources without
/// instances stay in the state until an apply succeeds.
void completeState(ApplyWalk& walk, const plans::Plan& plan, bool failed) {
    for (const plans::OutputChange& change : plan.changes.outputs())
        if (change.module.isRoot() && change.change.action == plans::Action::Delete)
            walk.state.outputs.erase(change.name); // removed outputs have no dependencies
    walk.removeEmptyResources(failed);
    states::CheckResults results = finalCheckResults(plan, walk.checks);
    if (results.empty())
        walk.state.checkResults.reset();
    else
        walk.state.checkResults = std::move(results);
}

/// Records where objects have moved, because operations are recorded with the new addresses.
void noteMoves(const plans::Plan& plan, StateSink& sink) {
    std::map<addrs::AbsResourceInstance, addrs::AbsResourceInstance> moves; // from, to
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources())
        if (change->isMoved())
            moves.emplace(change->previousAddress, change->address);
    const auto forEachObject = [&](const auto& note) {
        for (const auto& [from, to] : moves) {
            const states::ResourceInstance* const instance = plan.priorState->instance(to);
            if (!instance)
                continue;
            const addrs::AbsProviderInstance provider{plan.priorState->resource(to.containing())->provider,
                                                      instance->providerKey};
            if (instance->current)
                note(from, to, addrs::DeposedKey(), instance->current, provider);
            for (const auto& [key, object] : instance->deposed)
                note(from, to, key, object, provider);
        }
    };
    // An object may move to where another one was.
    forEachObject([&](const auto& from, const auto&, const auto& key, const auto&, const auto& provider) {
        sink.finished(from, key, plans::Action::NoOp, nullptr, provider);
    });
    forEachObject([&](const auto&, const auto& to, const auto& key, const auto& object, const auto& provider) {
        sink.finished(to, key, plans::Action::NoOp, object, provider);
    });
}

} // namespace

ApplyOutcome apply(const ApplyRequest& request, Listener& listener, StateSink& sink, std::stop_token stop) {
    const plans::Plan& plan = *request.plan;
    ApplyOutcome outcome;
    outcome.state = plan.priorState;
    outcome.diagnostics = checkApplicable(request);
    if (!outcome.diagnostics.hasErrors())
        outcome.diagnostics.append(sink.confirm());
    if (outcome.diagnostics.hasErrors())
        return outcome;
    request.providers->secrets()->setOperation(
        [planned = request.plan, ofVariables = secretsOf(request.config->root->module, request.variables)] {
            return masking::secretsOf(*planned).with(ofVariables);
        });
    listener.phaseChanged(Phase::Apply);
    diags::Result<ApplyGraph> graph = buildApplyGraph(*request.config, plan);
    outcome.diagnostics.append(std::move(graph.diagnostics));
    if (!graph.value)
        return outcome;
    const std::shared_ptr<const lang::FunctionTable> functions = functionsFor(request);
    noteMoves(plan, sink);
    auto made = std::make_unique<ApplyWalk>(request, listener, sink, stop, *graph.value, *functions);
    ApplyWalk& walk = *made;
    walk.run();
    outcome.diagnostics.append(std::move(walk.findings));
    outcome.counts = walk.counts;
    outcome.stopped = walk.stopped;
    const bool failed = outcome.diagnostics.hasErrors() || walk.stopped;
    if (plan.options.mode == Mode::Destroy && outcome.counts.forgotten > 0 && !outcome.diagnostics.hasErrors() &&
        !request.suppressForgetErrors)
        outcome.diagnostics.append(forgottenInstancesError());
    if (!plan.options.targets.empty() || !plan.options.excludes.empty())
        outcome.diagnostics.append(incompleteWarning());
    completeState(walk, plan, failed);
    outcome.state = std::make_shared<const states::State>(std::move(walk.state));
    // Large data is freed while the text of the state is being written.
    auto gone = system::runInBackground([&] {
        made.reset();
        graph.value.reset();
    });
    sink.snapshot(outcome.state);
    gone.get();
    if (outcome.stopped)
        outcome.diagnostics.error(
            "Execution halted",
            "Applying was stopped before everything was done. What was running was finished and is in the state.");
    listener.phaseChanged(Phase::Done);
    return outcome;
}

} // namespace planlens::engine
