// SPDX-License-Identifier: MPL-2.0
#include "core/engine/planning/plan_change.h"

#include "core/engine/evaluation/deprecations.h"
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

namespace {

/// The evaluated configuration of an instance.
struct EvaluatedConfig {
    Value original, originalUnmarked; // as written
    Value unmarked;                   // after ignore_changes
    std::vector<PathMarks> marks;
};

/// An object with the private data and the identity that the provider returned with it.
struct ProviderObject {
    Value value;
    std::string privateData;
    Value identity;
};

/// The paths that require replacement and whose values change.
struct RequiredReplace {
    std::vector<Path> paths;
    bool isWriteOnly = false; // one of them is a write-only attribute
};

struct ChosenAction {
    Action action = Action::Update;
    ActionReason reason = ActionReason::None;
};

/// The steps of planChange(). A step that returns std::nullopt or false ends it, after an error in the diagnostics or a
/// stop request.
class ChangePlanner {
public:
    ChangePlanner(const ChangeInput& input, const std::optional<Object>& object, const ModuleScope& scope,
                  Listener& listener, Diagnostics& diagnostics)
        : m_input(input)
        , m_object(object)
        , m_scope(scope)
        , m_listener(listener)
        , m_diagnostics(diagnostics)
        , m_schema(input.schema.block)
        , m_address(input.address.toString())
        , m_null(Value::null(input.schema.type)) {}

    std::optional<plans::ResourceInstanceChange> run(Checks& checks) {
        if (!succeeds(evaluateConditions(m_input.config.preconditions, ConditionKind::ResourcePrecondition, m_scope,
                                         m_input.conditionSeverity, checks, m_input.configAddress, m_address)))
            return {};
        if (m_input.planned && m_input.planned->change.action == Action::NoOp)
            return *m_input.planned; // only the conditions needed to be checked
        ProviderObject prior = isTainted() ? ProviderObject{m_null, {}, {}} : existingObject();
        const std::optional<EvaluatedConfig> config = evaluateConfig(prior.value);
        if (!config)
            return {};
        std::optional<providers::PlanResponse> planned = planUpdate(prior, *config);
        if (!planned)
            return {};
        const Value updated = planned->planned.unmarkedDeep();
        RequiredReplace required = changedReplacePaths(planned->requiresReplace, prior.value, updated);
        if (m_diagnostics.hasErrors())
            return {};
        ChosenAction chosen = chooseAction(prior.value, updated, required);
        if (plans::isReplace(chosen.action)) {
            planned = planCreate(*config, planned->plannedPrivate);
            if (!planned)
                return {};
        }
        adjust(chosen, prior, planned->planned);
        plans::ResourceInstanceChange change = changeOf(chosen, prior, *std::move(planned), std::move(required.paths));
        if (!m_input.planned)
            recordCauses(change, {m_input.config, m_input.schema, config->originalUnmarked, config->unmarked,
                                  existingObject().value.unmarkedDeep(), updated, m_input.previousRun.unmarkedDeep(),
                                  replacesTainted(), prior.value.pathMarks(), config->marks});
        return change;
    }

private:
    bool succeeds(Diagnostics found) {
        const bool errors = found.hasErrors();
        m_diagnostics.append(std::move(found));
        return !errors;
    }
    std::string providerName() const { return m_input.providerAddress.toString(); }

    bool isTainted() const { return m_object && m_object->status == states::ObjectStatus::Tainted; }
    bool replacesTainted() const { return isTainted() && !m_object->value.isNull(); }
    ProviderObject existingObject() const {
        return m_object ? ProviderObject{m_object->value, m_object->privateData, m_object->identity}
                        : ProviderObject{m_null, {}, {}};
    }

    /// Evaluates the configuration and calls the provider to validate it.
    std::optional<EvaluatedConfig> evaluateConfig(const Value& prior) {
        EvaluatedConfig config;
        Result<Value> evaluated = m_scope.evaluateBody(m_input.config.config, m_schema);
        config.original = *evaluated.value;
        nameResource(evaluated.diagnostics, m_address);
        if (!succeeds(std::move(evaluated.diagnostics)))
            return {};
        config.originalUnmarked = config.original.unmarkedDeep();
        providers::ProviderDiagnostics problems;
        if (!m_input.call([&](std::stop_token stop) {
                problems = m_input.provider.validateResourceConfig(
                    {m_input.address.resource.type, config.originalUnmarked}, stop);
            }) ||
            !succeeds(fromProvider(problems, m_input.config.config, &m_schema, m_address)))
            return {};
        const Value withIgnored = applyIgnoreChanges(m_input.config, prior, config.original, &m_schema);
        config.marks = withIgnored.pathMarks();
        config.unmarked = withIgnored.unmarkedDeep();
        return config;
    }

    /// Calls PlanResourceChange. Returns std::nullopt after a stop request.
    std::optional<providers::PlanResponse> ask(const ProviderObject& prior, const Value& proposed,
                                               const Value& config) {
        providers::PlanResponse response;
        const bool made = m_input.call([&](std::stop_token stop) {
            response =
                m_input.provider.planResourceChange({m_input.address.resource.type, prior.value, proposed, config,
                                                     prior.privateData, m_input.providerMeta, prior.identity},
                                                    stop);
        });
        return made ? std::optional(std::move(response)) : std::nullopt;
    }
    bool hasSchemaType(const Value& planned) {
        return checkConformance(planned, m_input.schema, m_input.providerAddress.config, m_address, m_diagnostics);
    }

    /// Plans the change of the prior object to the configuration. The planned object has marks.
    std::optional<providers::PlanResponse> planUpdate(const ProviderObject& prior, const EvaluatedConfig& config) {
        const Value unmarkedPrior = prior.value.unmarkedDeep();
        std::optional<providers::PlanResponse> response =
            ask({unmarkedPrior, prior.privateData, prior.identity},
                plans::objchange::proposedNew(m_schema, unmarkedPrior, config.unmarked), config.unmarked);
        if (!response || !succeeds(fromProvider(response->diagnostics, m_input.config.config, &m_schema, m_address)))
            return {};
        if (response->deferred) {
            m_diagnostics.error(
                "Provider deferred changes",
                fmt::format("The provider put off planning {}. Planlens cannot plan a deferred resource.", m_address));
            return {};
        }
        if (!hasSchemaType(response->planned) || !isValid(*response, unmarkedPrior, config.unmarked))
            return {};
        if (response->legacyTypeSystem)
            response->planned = applyIgnoreChanges(m_input.config, unmarkedPrior, response->planned, nullptr);
        response->planned =
            marked(response->planned,
                   combinedMarks(config.marks, schemas::sensitivePaths(m_schema, response->planned.unmarkedDeep())));
        return response;
    }

    /// Whether a planned object conforms to the configuration. Always true with the legacy SDK.
    bool isValid(const providers::PlanResponse& response, const Value& unmarkedPrior, const Value& config) {
        const std::vector<values::PathError> violations =
            plans::objchange::assertPlanValid(m_schema, unmarkedPrior, config, response.planned);
        for (const values::PathError& violation : violations) {
            if (response.legacyTypeSystem)
                m_listener.logged(
                    providerName(),
                    fmt::format("planned an invalid value for {}, tolerated because of its legacy SDK: {}", m_address,
                                violation.path.toString()));
            else
                invalidPlan(violation, providerName(), m_address, m_diagnostics);
        }
        return violations.empty() || response.legacyTypeSystem;
    }

    RequiredReplace changedReplacePaths(const std::vector<Path>& paths, const Value& prior, const Value& planned) {
        RequiredReplace required;
        if (prior.isNull())
            return required;
        const Value unmarkedPrior = prior.unmarkedDeep();
        for (const Path& path : paths) {
            const values::Outcome<Value> before = values::applyPath(unmarkedPrior, path);
            const values::Outcome<Value> after = values::applyPath(planned, path);
            if (!before && !after) {
                m_diagnostics.error(
                    "Provider produced invalid plan",
                    fmt::format("Provider {} has indicated \"requires replacement\" on {} for a non-existent attribute "
                                "path {}.\n\nThis is a "
                                "bug in the provider, which should be reported in the provider's own issue tracker.",
                                values::quoted(providerName()), m_address, goSyntax(path)));
                continue;
            }
            const bool writeOnly = schemas::isWriteOnlyPath(m_schema, path);
            // In OpenTofu, a path that exists in only one value is unknown in the other, so it always counts as
            // changed.
            const Value equal =
                before && after ? values::equals(*after, *before) : Value::unknown(values::Type::boolean());
            if (equal.isKnown() && equal.unmarked().asBool() && !writeOnly)
                continue;
            required.isWriteOnly |= writeOnly;
            if (std::ranges::find(required.paths, path) == required.paths.end())
                required.paths.push_back(path);
        }
        return required;
    }

    Action replaceAction() const {
        const bool createsFirst =
            m_input.planned ? m_input.planned->change.action == Action::CreateThenDelete : m_input.createBeforeDestroy;
        return createsFirst ? Action::CreateThenDelete : Action::DeleteThenCreate;
    }

    ChosenAction chooseAction(const Value& prior, const Value& planned, const RequiredReplace& required) const {
        if (prior.isNull())
            return {Action::Create};
        const bool requested = m_input.replaceRequested;
        const Value same = values::equals(planned, prior.unmarkedDeep());
        const bool equal = same.isKnown() && same.asBool();
        if (!required.isWriteOnly && equal && !requested)
            return {Action::NoOp};
        if (requested)
            return {replaceAction(), ActionReason::ReplaceByRequest};
        if (!required.paths.empty())
            return {replaceAction(), ActionReason::ReplaceBecauseCannotUpdate};
        return {Action::Update};
    }

    /// Plans again without a prior object, so that computed attributes of the new object are unknown.
    std::optional<providers::PlanResponse> planCreate(const EvaluatedConfig& config, const std::string& privateData) {
        std::optional<providers::PlanResponse> response =
            ask({m_null, privateData, {}}, plans::objchange::proposedNew(m_schema, m_null, config.originalUnmarked),
                config.originalUnmarked);
        if (!response)
            return {};
        if (providers::hasErrors(response->diagnostics)) {
            m_diagnostics.append(fromProvider(response->diagnostics, m_input.config.config, &m_schema, m_address));
            return {};
        }
        if (!hasSchemaType(response->planned))
            return {};
        response->planned = marked(response->planned, config.marks);
        return response;
    }

    /// Adjusts the action for tainted objects, lifecycle.destroy, marks, and the change planned before.
    void adjust(ChosenAction& chosen, ProviderObject& prior, const Value& planned) const {
        if (chosen.action == Action::Create && replacesTainted()) {
            prior = existingObject();
            chosen = {replaceAction(), ActionReason::ReplaceBecauseTainted};
        }
        if (plans::isReplace(chosen.action) && m_input.config.destroy.has_value() && !*m_input.config.destroy)
            chosen.action = Action::ForgetThenCreate;
        if (chosen.action == Action::NoOp && !sameSensitivity(planned.pathMarks(), prior.value.pathMarks()))
            chosen.action = Action::Update;
        // The replaced object has been destroyed by now, so the action is Create.
        if (m_input.planned && plans::isReplace(m_input.planned->change.action) && chosen.action == Action::Create) {
            chosen.action = m_input.planned->change.action;
            prior.value = m_input.planned->change.before;
        }
    }

    plans::ResourceInstanceChange changeOf(const ChosenAction& chosen, const ProviderObject& prior,
                                           providers::PlanResponse planned, std::vector<Path> requiredReplace) const {
        plans::ResourceInstanceChange change;
        change.address = m_input.address;
        change.previousAddress = m_input.previousAddress;
        change.provider = m_input.providerAddress;
        change.reason = chosen.reason;
        change.requiredReplace = std::move(requiredReplace);
        values::sortLikePathSet(change.requiredReplace);
        change.privateData = std::move(planned.plannedPrivate);
        change.change.action = chosen.action;
        change.change.before = schemas::withoutWriteOnly(m_schema, prior.value);
        change.change.after = schemas::withoutWriteOnly(m_schema, planned.planned);
        change.change.beforeIdentity = prior.identity;
        change.change.afterIdentity = std::move(planned.plannedIdentity);
        return change;
    }

    const ChangeInput& m_input;
    const std::optional<Object>& m_object;
    const ModuleScope& m_scope;
    Listener& m_listener;
    Diagnostics& m_diagnostics;
    const schemas::Block& m_schema;
    const std::string m_address;
    const Value m_null;
};

} // namespace

std::optional<plans::ResourceInstanceChange> planChange(const ChangeInput& input, const std::optional<Object>& object,
                                                        const ModuleScope& scope, Checks& checks, Listener& listener,
                                                        Diagnostics& diagnostics) {
    return ChangePlanner(input, object, scope, listener, diagnostics).run(checks);
}

} // namespace planlens::engine
