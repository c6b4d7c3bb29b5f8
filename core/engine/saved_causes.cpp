// SPDX-License-Identifier: MPL-2.0
#include "core/engine/saved_causes.h"

#include "core/configs/config.h"
#include "core/engine/listener.h"
#include "core/engine/plan.h"
#include "core/plans/plan.h"
#include "core/providers/builtin/terraform_functions.h"
#include "core/providers/simulated/simulated_provider.h"
#include "core/states/file.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <unordered_map>

namespace planlens::engine {

namespace {

using plans::Action;
using plans::ResourceInstanceChange;
using plans::ResourceInstanceChangePtr;
using values::Value;

bool isSet(const Value& value) {
    return !(value.isKnown() && value.isNull());
}

/// Whether an object has all configured values that are known.
bool hasConfigured(const Value& object, const Value& configured) {
    if (!configured.isKnown() || !isSet(configured))
        return true;
    if (!object.isKnown() || !isSet(object))
        return false;
    if (!configured.type().isObject() || !object.type().isObject())
        return configured == object;
    for (std::size_t i = 0; i < configured.size(); ++i) {
        const Value* there = object.find(configured.key(i));
        if (!there ? isSet(configured.element(i)) : !hasConfigured(*there, configured.element(i)))
            return false;
    }
    return true;
}

/// Whether a planned object may be that of a configuration: only computed attributes have other values.
bool isPlannedFor(const Value& object, const Value& configured, const schemas::Block& block) {
    if (!hasConfigured(object, configured))
        return false;
    return std::ranges::all_of(block.attributes, [&](const auto& named) {
        const Value* given = configured.find(named.first);
        const Value* planned = object.find(named.first);
        return named.second.computed || named.second.writeOnly || !given || !planned ||
               (given->isKnown() == planned->isKnown() && given->isNull() == planned->isNull());
    });
}

providers::ProviderDiagnostics notInPlan() {
    return {{diags::Severity::Error,
             "Not in the plan",
             "The saved plan does not contain this response.",
             {},
             providers::ProviderDiagnostic::About::Nothing}};
}

/// Returns the objects that a plan contains. Requests have no addresses: objects are found by their type and values.
class SavedProvider final : public providers::Provider {
public:
    SavedProvider(const plans::Plan& plan, const addrs::Provider& address, schemas::ProviderSchemaPtr schema)
        : m_plan(plan)
        , m_address(address)
        , m_schema(schema)
        , m_simulated(address, std::move(schema), {}) {
        addChanges();
    }

    diags::Result<schemas::ProviderSchemaPtr> schema(std::stop_token stop) override { return m_simulated.schema(stop); }
    providers::ProviderDiagnostics validateProviderConfig(const providers::ValidateRequest&, std::stop_token) override {
        return {};
    }
    providers::ProviderDiagnostics configure(const providers::ConfigureRequest&, std::stop_token) override {
        return {};
    }
    providers::ProviderDiagnostics validateResourceConfig(const providers::ValidateRequest&, std::stop_token) override {
        return {};
    }
    providers::UpgradeResponse upgradeResourceState(const providers::UpgradeRequest& request,
                                                    std::stop_token stop) override {
        return m_simulated.upgradeResourceState(request, stop);
    }
    providers::UpgradeResponse upgradeResourceIdentity(const providers::UpgradeRequest& request,
                                                       std::stop_token stop) override {
        return m_simulated.upgradeResourceIdentity(request, stop);
    }

    providers::ReadResponse readResource(const providers::ReadRequest& request, std::stop_token) override {
        for (const ResourceInstanceChangePtr& drift : m_plan.drift)
            if (drift->address.resource.type == request.typeName &&
                drift->change.before.unmarkedDeep() == request.prior)
                return {drift->change.after.unmarkedDeep(), request.privateData, request.identity, {}, {}};
        return {request.prior, request.privateData, request.identity, {}, {}};
    }

    providers::PlanResponse planResourceChange(const providers::PlanRequest& request, std::stop_token) override {
        providers::PlanResponse response;
        response.planned = request.proposed;
        response.plannedPrivate = request.priorPrivate;
        response.plannedIdentity = request.priorIdentity;
        const ResourceInstanceChange* change = isSet(request.proposed) ? changeOf(request) : nullptr;
        if (!change)
            return response;
        const Value planned = change->change.after.unmarkedDeep();
        const bool isReplaced = isSet(request.prior) && isReplacement(*change);
        if (!isReplaced || hasConfigured(planned, request.config)) // ignore_changes has no effect on the new object
            response.planned = planned;
        if (isReplaced)
            response.requiresReplace = change->requiredReplace;
        return response;
    }

    providers::ApplyResponse applyResourceChange(const providers::ApplyRequest&, std::stop_token) override {
        return {{}, {}, {}, false, notInPlan()};
    }

    providers::ImportResponse importResourceState(const providers::ImportRequest& request, std::stop_token) override {
        providers::ImportResponse response;
        for (const ResourceInstanceChangePtr& change : m_plan.changes.resources())
            if (change->change.importing && change->address.resource.type == request.typeName &&
                change->change.importing->id == request.id)
                response.resources.push_back({request.typeName, change->change.before.unmarkedDeep(), {}, {}});
        if (response.resources.empty())
            response.diagnostics = notInPlan();
        return response;
    }

    providers::ProviderDiagnostics validateDataResourceConfig(const providers::ValidateRequest&,
                                                              std::stop_token) override {
        return {};
    }

    providers::ReadDataResponse readDataSource(const providers::ReadDataRequest& request, std::stop_token) override {
        const auto schema = m_schema->data.find(request.typeName);
        if (m_plan.priorState && schema != m_schema->data.end())
            for (const auto& [address, resource] : m_plan.priorState->resources()) {
                if (address.resource.mode != addrs::ResourceMode::Data || address.resource.type != request.typeName)
                    continue;
                for (const auto& [key, instance] : resource.instances)
                    if (instance.current)
                        if (const auto object = states::decode(*instance.current, *schema->second.pointer());
                            object.value && hasConfigured(object.value->value.unmarkedDeep(), request.config))
                            return {object.value->value.unmarkedDeep(), {}, {}};
            }
        return {{}, {}, notInPlan()};
    }

    providers::CallFunctionResponse callFunction(const providers::CallFunctionRequest& request,
                                                 std::stop_token stop) override {
        std::optional<providers::CallFunctionResponse> result;
        if (m_address.isBuiltIn())
            result = providers::builtin::callFunction(request);
        return result ? *std::move(result) : Provider::callFunction(request, stop);
    }

    bool isInstant() const override { return true; }

private:
    static bool isReplacement(const ResourceInstanceChange& change) {
        return change.change.action == Action::DeleteThenCreate || change.change.action == Action::CreateThenDelete ||
               change.change.action == Action::ForgetThenCreate;
    }

    /// Returns the planned change of an object, or of a new object with this configuration.
    const ResourceInstanceChange* changeOf(const providers::PlanRequest& request) const {
        const bool isNew = !isSet(request.prior);
        const auto found = m_changes.find(keyOf(request.typeName, request.prior));
        const auto schema = m_schema->managed.find(request.typeName);
        if (found == m_changes.end() || schema == m_schema->managed.end())
            return nullptr;
        const std::vector<const ResourceInstanceChange*>& all = found->second;
        const std::size_t first = m_next; // objects are planned nearly in this order
        for (std::size_t i = 0; i < all.size(); ++i) {
            const std::size_t at = (first + i) % all.size();
            const plans::Change& change = all[at]->change;
            if (isNew ? isPlannedFor(change.after.unmarkedDeep(), request.config, schema->second->block)
                      : change.before.unmarkedDeep() == request.prior) {
                m_next = at + 1;
                return all[at];
            }
        }
        return nullptr;
    }

    /// Returns the type and, for an existing object, its id.
    static std::string keyOf(const std::string& type, const Value& object) {
        if (!isSet(object))
            return type;
        const Value* id = object.type().isObject() ? object.find("id") : nullptr;
        const bool isText = id && id->isKnown() && !id->isNull() && id->type().isString();
        return type + "=" + (isText ? id->unmarkedDeep().asString() : std::string());
    }

    void addChanges() {
        for (const ResourceInstanceChangePtr& change : m_plan.changes.resources()) {
            if (!change->deposed.empty() || !isSet(change->change.after) ||
                change->address.resource.mode != addrs::ResourceMode::Managed)
                continue;
            const std::string& type = change->address.resource.type;
            if (change->change.action == Action::Create || isReplacement(*change))
                m_changes[type].push_back(change.get());
            if (isSet(change->change.before))
                m_changes[keyOf(type, change->change.before.unmarkedDeep())].push_back(change.get());
        }
    }

    const plans::Plan& m_plan;
    const addrs::Provider m_address;
    const schemas::ProviderSchemaPtr m_schema;
    providers::simulated::SimulatedProvider m_simulated;
    std::map<std::string, std::vector<const ResourceInstanceChange*>> m_changes;
    mutable std::atomic<std::size_t> m_next = 0;
};

class SavedRegistry final : public providers::Registry {
public:
    explicit SavedRegistry(const plans::Plan& plan)
        : m_plan(plan) {}

    diags::Result<std::shared_ptr<providers::Provider>> start(const addrs::Provider& address,
                                                              std::stop_token) override {
        const auto known = m_plan.schemas.find(address);
        if (known == m_plan.schemas.end())
            return diags::Diagnostic::error("Provider without a schema", address.toString());
        return std::shared_ptr<providers::Provider>(std::make_shared<SavedProvider>(m_plan, address, known->second));
    }
    diags::Result<schemas::ProviderSchemaPtr> schema(const addrs::Provider& address, std::stop_token stop) override {
        auto provider = start(address, stop);
        if (!provider.isOk())
            return std::move(provider.diagnostics);
        return (*provider)->schema(stop);
    }
    bool isAvailable(const addrs::Provider& address) const override { return m_plan.schemas.contains(address); }

private:
    const plans::Plan& m_plan;
};

std::map<std::string, configs::RootVariable> variablesOf(const plans::Plan& plan, const configs::Module& root) {
    configs::GivenVariables given;
    for (const auto& [name, variable] : plan.variables) {
        const auto declared = root.variables.find(name);
        const Value value = variable.value.unmarkedDeep();
        const bool isDefault = declared != root.variables.end() && declared->second.defaultValue &&
                               declared->second.defaultValue->unmarkedDeep() == value;
        if (!isDefault && !variable.fromDefault)
            given.emplace(name, configs::GivenVariable{configs::GivenVariable::Source::Plan, value, {}});
    }
    return configs::rootVariables(root, given).value.value_or(std::map<std::string, configs::RootVariable>());
}

/// Returns the state as it was before the plan moved and imported objects, so that planning does both again.
std::shared_ptr<const states::State> stateBefore(const plans::Plan& plan) {
    std::unordered_map<addrs::AbsResourceInstance, const ResourceInstanceChange*> moved; // by new address
    std::vector<const ResourceInstanceChange*> imported;
    for (const ResourceInstanceChangePtr& change : plan.changes.resources()) {
        if (!change->deposed.empty())
            continue;
        if (change->change.importing)
            imported.push_back(change.get());
        else if (!(change->previousAddress == change->address))
            moved.emplace(change->address, change.get());
    }
    if (!plan.previousRunState || (moved.empty() && imported.empty()))
        return plan.previousRunState;
    auto state = std::make_shared<states::State>(*plan.previousRunState);
    for (const ResourceInstanceChange* change : imported)
        state->forget(change->address);
    while (!moved.empty()) { // one at a previous address goes first
        std::vector<const ResourceInstanceChange*> chain;
        for (auto next = moved.begin(); next != moved.end(); next = moved.find(chain.back()->previousAddress)) {
            chain.push_back(next->second);
            moved.erase(next);
        }
        for (auto change = chain.rbegin(); change != chain.rend(); ++change)
            if (!state->instance((*change)->previousAddress))
                state->move((*change)->address, (*change)->previousAddress);
    }
    return state;
}

/// Plans again from a state. Returns false if that leads to another plan.
bool addCausesFrom(std::shared_ptr<const states::State> state, plans::Plan& plan, const configs::ConfigPtr& config,
                   const std::stop_token& stop) {
    PlanRequest request;
    request.config = config;
    states::File file;
    file.state = std::move(state);
    request.state = std::make_shared<const states::File>(std::move(file));
    request.providers = makeProviderPool(std::make_shared<SavedRegistry>(plan));
    request.options.mode = plan.options.mode;
    request.options.targets = plan.options.targets;
    request.options.excludes = plan.options.excludes;
    request.options.forceReplace = plan.options.forceReplace;
    request.options.variables = variablesOf(plan, config->root->module);
    request.options.workspace = plan.backend.workspace;
    request.options.timestamp = plan.timestampText;
    Listener listener;
    const PlanOutcome outcome = engine::plan(request, listener, stop);
    if (!outcome.plan || outcome.diagnostics.hasErrors())
        return false;
    std::vector<ResourceInstanceChangePtr> changes;
    for (const ResourceInstanceChangePtr& change : plan.changes.resources()) {
        const ResourceInstanceChange* same = outcome.plan->changes.resource(change->address, change->deposed);
        if (!same || same->change.action != change->change.action)
            return false;
        ResourceInstanceChange copy = *change;
        copy.causes = same->causes;
        copy.unchanged = same->unchanged;
        changes.push_back(std::make_shared<const ResourceInstanceChange>(std::move(copy)));
    }
    for (ResourceInstanceChangePtr& change : changes)
        plan.changes.add(std::move(change));
    plan.configuration = config;
    plan.dependencies = outcome.plan->dependencies;
    plan.recorded.variableOrigins = outcome.plan->recorded.variableOrigins;
    plan.notApplied = outcome.plan->notApplied;
    plan.onlyDestroyed = outcome.plan->onlyDestroyed;
    return true;
}

} // namespace

bool addSavedCauses(plans::Plan& plan, const configs::ConfigPtr& config, std::stop_token stop) {
    if (!config || !config->root || plan.errored)
        return false;
    const std::shared_ptr<const states::State> before = stateBefore(plan);
    return addCausesFrom(before, plan, config, stop) ||
           (before != plan.previousRunState && addCausesFrom(plan.previousRunState, plan, config, stop));
}

} // namespace planlens::engine
