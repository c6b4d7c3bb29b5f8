// SPDX-License-Identifier: MPL-2.0
#include "core/engine/planning/plan_change.h"

#include "core/diags/deprecation_key.h"
#include "core/engine/evaluation/ignore_changes.h"
#include "core/engine/evaluation/marks.h"
#include "core/engine/planning/causes.h"
#include "core/engine/planning/plan_walk.h"
#include "core/plans/objchange/objchange.h"
#include "core/schemas/values_by_schema.h"
#include "core/values/conversion/convert.h"
#include "core/values/operations.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::engine {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using plans::Action;
using plans::ActionReason;
using states::Object;
using values::Mark;
using values::Path;
using values::PathMarks;
using values::Value;

namespace {

Value marked(const Value& value, const std::vector<PathMarks>& marks) {
    return marks.empty() ? value : value.withPathMarks(marks);
}

/// Whether two lists of marks have the sensitive mark at the same paths.
bool sameSensitivity(const std::vector<PathMarks>& a, const std::vector<PathMarks>& b) {
    const auto sensitive = [](const std::vector<PathMarks>& all) {
        std::vector<std::string> paths;
        for (const PathMarks& one : all)
            if (one.marks.contains(Mark::sensitive()))
                paths.push_back(one.path.toString());
        std::sort(paths.begin(), paths.end());
        return paths;
    };
    return sensitive(a) == sensitive(b);
}

void invalidPlan(const values::PathError& error, const std::string& provider, const std::string& address,
                 Diagnostics& diagnostics) {
    diagnostics.error("Provider produced invalid plan",
                      fmt::format("Provider {} planned an invalid value for {}.\n\nThis is a bug in the provider, "
                                  "which should be reported in the "
                                  "provider's own issue tracker.",
                                  values::quoted(provider), values::formatErrorPrefixed(error, address)));
}

/// Formats a path like %#v in Go.
std::string goSyntax(const values::Path& path) {
    std::string text;
    for (const values::PathStep& step : path) {
        text += text.empty() ? "" : ", ";
        if (const auto* attribute = std::get_if<values::AttributeStep>(&step))
            text += fmt::format("cty.GetAttrStep{{Name:{}}}", values::quoted(attribute->name));
        else
            text += fmt::format("cty.IndexStep{{Key:{}}}", std::get<values::IndexStep>(step).key.toGoString());
    }
    return "cty.Path{" + text + "}";
}

} // namespace

bool checkConformance(const Value& value, const schemas::ResourceSchema& schema,
                      const addrs::AbsProviderConfig& provider, const std::string& address, Diagnostics& diagnostics) {
    const std::vector<values::PathError> errors = values::testConformance(value.type(), schema.type);
    for (const values::PathError& error : errors)
        invalidPlan(error, provider.toString(), address, diagnostics);
    return errors.empty();
}

std::optional<plans::ResourceInstanceChange> planChange(const ChangeInput& input, const std::optional<Object>& object,
                                                        const ModuleScope& scope, Checks& checks, Listener& listener,
                                                        Diagnostics& diagnostics) {
    const configs::Resource& config = input.config;
    const schemas::Block& schema = input.schema.block;
    const std::string address = input.address.toString();
    const auto providerName = [&] { return input.providerAddress.toString(); };
    const std::string& typeName = input.address.resource.type;
    const auto ask = [&](providers::PlanRequest request, providers::PlanResponse& response) {
        return input.call([&](std::stop_token stop) { response = input.provider.planResourceChange(request, stop); });
    };
    const auto failed = [&](Diagnostics found) {
        const bool errors = found.hasErrors();
        diagnostics.append(std::move(found));
        return errors;
    };

    if (failed(evaluateConditions(config.preconditions, ConditionKind::ResourcePrecondition, scope,
                                  input.conditionSeverity, checks, input.configAddress, address)))
        return {};
    if (input.planned && input.planned->change.action == Action::NoOp)
        return *input.planned; // only the conditions had to be checked
    Result<Value> evaluated = scope.evaluateBody(config.config, schema);
    const Value originalConfig = *evaluated.value;
    for (Diagnostic& diagnostic : evaluated.diagnostics)
        if (diagnostic.address.empty() && (diagnostic.code == diags::ErrorCode::EphemeralNotAllowed ||
                                           diagnostic.extra.consolidationKey.starts_with(diags::deprecationKey)))
            diagnostic.address = address;
    if (failed(std::move(evaluated.diagnostics)))
        return {};
    const Value originalUnmarked = originalConfig.unmarkedDeep();

    const Value null = Value::null(input.schema.type);
    const bool tainted = object && object->status == states::ObjectStatus::Tainted;
    Value prior = object && !tainted ? object->value : null;
    std::string priorPrivate = object && !tainted ? object->privateData : std::string();
    Value priorIdentity = object && !tainted ? object->identity : Value();

    providers::ProviderDiagnostics problems;
    if (!input.call([&](std::stop_token stop) {
            problems = input.provider.validateResourceConfig({typeName, originalUnmarked}, stop);
        }))
        return {};
    if (failed(fromProvider(problems, config.config, &schema, address)))
        return {};

    const Value configIgnored = applyIgnoreChanges(config, prior, originalConfig, &schema);
    const std::vector<PathMarks> configMarks = configIgnored.pathMarks();
    const Value unmarkedConfig = configIgnored.unmarkedDeep();
    const Value unmarkedPrior = prior.unmarkedDeep();
    const Value proposed = plans::objchange::proposedNew(schema, unmarkedPrior, unmarkedConfig);

    providers::PlanResponse response;
    if (!ask({typeName, unmarkedPrior, proposed, unmarkedConfig, priorPrivate, input.providerMeta, priorIdentity},
             response))
        return {};
    if (failed(fromProvider(response.diagnostics, config.config, &schema, address)))
        return {};
    if (response.deferred) {
        diagnostics.error(
            "Provider deferred changes",
            fmt::format("The provider put off planning {}. Planlens cannot plan a deferred resource.", address));
        return {};
    }
    if (!checkConformance(response.planned, input.schema, input.providerAddress.config, address, diagnostics))
        return {};
    Value planned = response.planned;
    const std::vector<values::PathError> violations =
        plans::objchange::assertPlanValid(schema, unmarkedPrior, unmarkedConfig, planned);
    if (!violations.empty()) {
        if (!response.legacyTypeSystem) {
            for (const values::PathError& violation : violations)
                invalidPlan(violation, providerName(), address, diagnostics);
            return {};
        }
        for (const values::PathError& violation : violations)
            listener.logged(providerName(),
                            fmt::format("planned an invalid value for {}, tolerated because of its legacy SDK: {}",
                                        address, violation.path.toString()));
    }
    if (response.legacyTypeSystem)
        planned = applyIgnoreChanges(config, unmarkedPrior, planned, nullptr);
    std::string plannedPrivate = response.plannedPrivate;
    Value plannedIdentity = response.plannedIdentity;
    Value unmarkedPlanned = planned.unmarkedDeep();
    planned = marked(planned, combinedMarks(configMarks, schemas::sensitivePaths(schema, unmarkedPlanned)));

    // The paths that force a replacement and actually change.
    std::vector<Path> replacePaths;
    bool writeOnlyPath = false;
    for (const Path& path : response.requiresReplace) {
        if (prior.isNull())
            break;
        const values::Outcome<Value> before = values::applyPath(unmarkedPrior, path);
        const values::Outcome<Value> after = values::applyPath(unmarkedPlanned, path);
        if (!before && !after) {
            diagnostics.error(
                "Provider produced invalid plan",
                fmt::format("Provider {} has indicated \"requires replacement\" on {} for a non-existent attribute "
                            "path {}.\n\nThis is a "
                            "bug in the provider, which should be reported in the provider's own issue tracker.",
                            values::quoted(providerName()), address, goSyntax(path)));
            continue;
        }
        const bool writeOnly = schemas::isWriteOnlyPath(schema, path);
        // In the reference, a path that exists in only one value is unknown in the other, so it always counts as
        // changed.
        const Value equal = before && after ? values::equals(*after, *before) : Value::unknown(values::Type::boolean());
        if (equal.isKnown() && equal.unmarked().asBool() && !writeOnly)
            continue;
        writeOnlyPath |= writeOnly;
        if (std::ranges::find(replacePaths, path) == replacePaths.end())
            replacePaths.push_back(path);
    }
    if (diagnostics.hasErrors())
        return {};
    const bool requested = input.replaceRequested;
    const Value same = values::equals(unmarkedPlanned, unmarkedPrior);
    const bool equal = same.isKnown() && same.asBool();

    Action action = Action::Update;
    ActionReason reason = ActionReason::None;
    const Action replace =
        (input.planned ? input.planned->change.action == Action::CreateThenDelete : input.createBeforeDestroy)
            ? Action::CreateThenDelete
            : Action::DeleteThenCreate;
    const auto chooseReplace = [&] {
        action = replace;
        if (requested)
            reason = ActionReason::ReplaceByRequest;
        else if (!replacePaths.empty())
            reason = ActionReason::ReplaceBecauseCannotUpdate;
    };
    if (prior.isNull())
        action = Action::Create;
    else if (writeOnlyPath)
        chooseReplace();
    else if (equal && !requested)
        action = Action::NoOp;
    else if (requested || !replacePaths.empty())
        chooseReplace();

    if (plans::isReplace(action)) {
        // Plans again without a prior object, so that computed attributes of the new object are unknown.
        const Value proposedAnew = plans::objchange::proposedNew(schema, null, originalUnmarked);
        providers::PlanResponse anew;
        if (!ask({typeName, null, proposedAnew, originalUnmarked, plannedPrivate, input.providerMeta, Value()}, anew))
            return {};
        if (providers::hasErrors(anew.diagnostics)) {
            diagnostics.append(fromProvider(anew.diagnostics, config.config, &schema, address));
            return {};
        }
        if (!checkConformance(anew.planned, input.schema, input.providerAddress.config, address, diagnostics))
            return {};
        planned = marked(anew.planned, configMarks);
        plannedPrivate = anew.plannedPrivate;
        plannedIdentity = anew.plannedIdentity;
    }
    const bool replacesTainted = tainted && !object->value.isNull();
    if (action == Action::Create && replacesTainted) {
        action = replace;
        prior = object->value;
        priorIdentity = object->identity;
        reason = ActionReason::ReplaceBecauseTainted;
    }
    if (plans::isReplace(action) && config.destroy.has_value() && !*config.destroy)
        action = Action::ForgetThenCreate;
    if (action == Action::NoOp && !sameSensitivity(planned.pathMarks(), prior.pathMarks()))
        action = Action::Update;

    // The replaced object has been destroyed by now, so the action is Create.
    if (input.planned && plans::isReplace(input.planned->change.action) && action == Action::Create) {
        action = input.planned->change.action;
        prior = input.planned->change.before;
    }
    plans::ResourceInstanceChange change;
    change.address = input.address;
    change.previousAddress = input.previousAddress;
    change.provider = input.providerAddress;
    change.reason = reason;
    change.requiredReplace = std::move(replacePaths);
    values::sortLikePathSet(change.requiredReplace);
    change.privateData = std::move(plannedPrivate);
    change.change.action = action;
    change.change.before = schemas::withoutWriteOnly(schema, prior);
    change.change.after = schemas::withoutWriteOnly(schema, planned);
    change.change.beforeIdentity = priorIdentity;
    change.change.afterIdentity = plannedIdentity;
    if (!input.planned)
        noteCauses(change, {config, input.schema, originalUnmarked, unmarkedConfig,
                            object ? object->value.unmarkedDeep() : null, unmarkedPlanned,
                            input.previousRun.unmarkedDeep(), replacesTainted, prior.pathMarks(), configMarks});
    return change;
}

} // namespace planlens::engine
