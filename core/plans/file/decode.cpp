// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/version.h"
#include "core/plans/file/message.h"
#include "core/plans/plan.h"
#include "core/values/msgpack/msgpack.h"
#include "core/values/unclassified.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace planlens::plans::file {

using values::Mark;
using values::Type;
using values::Value;

namespace {

std::optional<Action> fromMessage(int action) {
    switch (action) {
    case tfplan::NOOP:
        return Action::NoOp;
    case tfplan::CREATE:
        return Action::Create;
    case tfplan::READ:
        return Action::Read;
    case tfplan::UPDATE:
        return Action::Update;
    case tfplan::DELETE:
        return Action::Delete;
    case tfplan::DELETE_THEN_CREATE:
        return Action::DeleteThenCreate;
    case tfplan::CREATE_THEN_DELETE:
        return Action::CreateThenDelete;
    case tfplan::FORGET:
        return Action::Forget;
    case tfplan::FORGET_THEN_CREATE:
    case tfplan::OPEN: // Terraform only: create and then forget
        return Action::ForgetThenCreate;
    default:
        return {};
    }
}

constexpr std::array reasons{
    ActionReason::None,
    ActionReason::ReplaceBecauseTainted,
    ActionReason::ReplaceByRequest,
    ActionReason::ReplaceBecauseCannotUpdate,
    ActionReason::DeleteBecauseNoResourceConfig,
    ActionReason::DeleteBecauseWrongRepetition,
    ActionReason::DeleteBecauseCountIndex,
    ActionReason::DeleteBecauseEachKey,
    ActionReason::DeleteBecauseNoModule,
    ActionReason::ReplaceByTriggers,
    ActionReason::ReadBecauseConfigUnknown,
    ActionReason::ReadBecauseDependencyPending,
    ActionReason::DeleteBecauseNoMoveTarget,
    ActionReason::ReadBecauseCheckNested,
    ActionReason::DeleteBecauseEnabledFalse,
    ActionReason::ForgotBecauseLifecycleDestroyInState,
    ActionReason::ForgotBecauseLifecycleDestroyInConfig,
};

Type localBackendType() {
    return Type::object({{"path", Type::string()}, {"workspace_dir", Type::string()}});
}

class Decoder {
public:
    Decoder(const SavedPlan& saved, const Schemas& schemas, WithoutSchema without)
        : m_saved(saved)
        , m_message(saved.message->plan)
        , m_schemas(schemas)
        , m_without(without)
        , m_plan(std::make_shared<Plan>()) {}

    diags::Result<std::shared_ptr<Plan>> run() {
        Plan& plan = *m_plan;
        plan.program = m_saved.message->program;
        plan.schemas = m_schemas;
        plan.options.mode = m_message.ui_mode() == tfplan::DESTROY        ? Mode::Destroy
                            : m_message.ui_mode() == tfplan::REFRESH_ONLY ? Mode::RefreshOnly
                                                                          : Mode::Normal;
        plan.errored = m_message.errored();
        plan.quality = plan.errored ? Quality::Incomplete : Quality::Exact;
        plan.timestampText = m_message.timestamp();
        plan.backend.type = m_message.backend().type();
        plan.backend.workspace = m_message.backend().workspace();
        const std::string& backendConfig = m_message.backend().config().msgpack();
        const values::Outcome<Type> backendType =
            plan.backend.type == "local" ? localBackendType() : values::impliedTypeOfMsgpack(backendConfig);
        if (const values::Outcome<Value> config =
                values::fromMsgpack(backendConfig, backendType ? *backendType : Type::dynamic()))
            plan.backend.config = *config;
        plan.priorState = m_saved.priorState.state;
        plan.previousRunState = m_saved.previousRunState.state;
        plan.stateLineage = m_saved.priorState.lineage;
        plan.stateSerial = m_saved.priorState.serial;
        plan.stateHash = m_saved.stateHash;
        plan.sensitiveOutputsRead = m_saved.sensitiveOutputsRead;
        for (const auto& [name, value] : m_saved.variables)
            plan.variables.emplace(name, VariableValue{value, false, false});
        if (!isOfTerraform())
            for (const std::string& name : m_message.ephemeral_variables())
                plan.variables.emplace(name, VariableValue{Value(), false, true});
        for (const std::string& name : m_message.apply_time_variables())
            plan.variables.emplace(name, VariableValue{Value(), false, true});
        for (const tfplan::ResourceInstanceChange& change : m_message.resource_changes())
            if (isOpening(change))
                continue; // opened again when applying
            else if (ResourceInstanceChangePtr decoded = decode(change))
                plan.changes.add(std::move(decoded));
        for (const tfplan::ResourceInstanceChange& change : m_message.resource_drift())
            if (ResourceInstanceChangePtr decoded = decode(change))
                plan.drift.push_back(std::move(decoded));
        for (const tfplan::OutputChange& output : m_message.output_changes()) {
            plans::OutputChange change;
            change.name = output.name();
            change.sensitive = output.sensitive();
            if (decode(output.change(), Type::dynamic(), change.change))
                plan.changes.add(std::move(change));
        }
        plan.changes.sort();
        // OpenTofu writes drift in any order, and shows it sorted.
        std::ranges::sort(plan.drift, [](const ResourceInstanceChangePtr& a, const ResourceInstanceChangePtr& b) {
            return std::tie(a->address, a->deposed) < std::tie(b->address, b->deposed);
        });
        for (const tfplan::CheckResults& result : m_message.check_results())
            decode(result);
        decodeTargets(m_message.target_addrs(), plan.options.targets);
        decodeTargets(m_message.exclude_addrs(), plan.options.excludes);
        for (const std::string& text : m_message.force_replace_addrs())
            if (auto address = addrs::readAbsResourceInstance(text))
                plan.options.forceReplace.push_back(*std::move(address));
            else
                m_diagnostics.append(invalidPlan(fmt::format("the address {} cannot be read", text)));
        for (const tfplan::Plan::RelevantAttribute& attribute : m_message.relevant_attributes())
            plan.relevantAttributes.push_back({attribute.resource(), decode(attribute.attr())});
        if (m_diagnostics.hasErrors())
            return std::move(m_diagnostics);
        return std::move(m_plan);
    }

    std::shared_ptr<const TerraformParts> terraformParts() {
        if (!isOfTerraform())
            return nullptr;
        constexpr std::string_view reasonNames[] = {
            "unknown",       "instance_count_unknown", "resource_config_unknown", "provider_config_unknown",
            "absent_prereq", "deferred_prereq"};
        TerraformParts parts;
        const std::optional<addrs::Version> version = addrs::Version::parse(m_saved.program.version);
        if (version && !(*version < *addrs::Version::parse("1.8.0"))) {
            parts.isApplyable = m_message.applyable();
            parts.isComplete = m_message.complete();
        }
        for (const tfplan::DeferredResourceInstanceChange& one : m_message.deferred_changes()) {
            const auto reason = static_cast<std::size_t>(std::max(one.deferred().reason(), 0));
            parts.deferred.push_back(
                {one.change().addr(),
                 std::string(reason < std::size(reasonNames) ? reasonNames[reason] : reasonNames[0]), nullptr});
            // Instance keys may be unknown.
            if (addrs::readAbsResourceInstance(one.change().addr()))
                parts.deferred.back().change = decode(one.change());
        }
        parts.unknown = m_saved.message->unknown;
        return std::make_shared<const TerraformParts>(std::move(parts));
    }

private:
    bool isOfTerraform() const { return m_saved.message->program.kind == Program::Kind::Terraform; }
    bool isOpening(const tfplan::ResourceInstanceChange& change) const {
        return change.change().action() == tfplan::OPEN && !isOfTerraform();
    }

    std::optional<Value> decode(const tfplan::DynamicValue& value, Type type) {
        values::Outcome<Value> decoded = values::fromMsgpack(value.msgpack(), type);
        if (decoded)
            return *std::move(decoded);
        m_diagnostics.append(
            invalidPlan(fmt::format("a value cannot be read ({})", values::formatError(decoded.error()))));
        return {};
    }

    /// Decodes identities and path keys: plain values, whose types are implied by the bytes. Earlier versions of
    /// Planlens wrote the type of a key first, so that such keys have no implied type.
    Value decodeByImpliedType(const tfplan::DynamicValue& value) {
        const values::Outcome<Type> type = values::impliedTypeOfMsgpack(value.msgpack());
        return decode(value, type ? *type : Type::dynamic()).value_or(Value());
    }

    /// Decodes an identity. An unreadable identity in a Terraform plan is ignored.
    Value identity(const tfplan::DynamicValue& value) {
        if (!isOfTerraform())
            return decodeByImpliedType(value);
        const values::Outcome<Type> type = values::impliedTypeOfMsgpack(value.msgpack());
        const values::Outcome<Value> decoded = values::fromMsgpack(value.msgpack(), type ? *type : Type::dynamic());
        return decoded ? *decoded : Value();
    }

    values::Path decode(const tfplan::Path& path) {
        values::Path result;
        for (const tfplan::Path::Step& step : path.steps()) {
            if (step.has_attribute_name())
                result.push(values::AttributeStep{step.attribute_name()});
            else
                result.push(values::IndexStep{decodeByImpliedType(step.element_key())});
        }
        return result;
    }

    static Value unclassified(const Value& value) {
        return value.withMark(Mark::sensitive()).withMark(values::unclassified());
    }

    /// Returns the value with every attribute marked as sensitive.
    static Value hidden(const Value& value) {
        if (value.isNull() || !value.isKnown() || !value.type().isObject())
            return unclassified(value);
        std::vector<std::pair<std::string, Value>> attributes;
        for (std::size_t i = 0; i < value.size(); ++i)
            attributes.emplace_back(value.key(i), unclassified(value.element(i)));
        return Value::object(std::move(attributes));
    }

    /// Decodes a value without a schema, by the types that the bytes imply. Values without an implied type become
    /// unknown.
    Value decodeHidden(const tfplan::DynamicValue& value) {
        const values::Outcome<Type> type = values::impliedTypeOfMsgpack(value.msgpack());
        const values::Outcome<Value> decoded =
            type ? values::fromMsgpack(value.msgpack(), *type) : values::Outcome<Value>(Value::dynamicUnknown());
        return hidden(decoded ? *decoded : Value::dynamicUnknown());
    }

    bool decode(const tfplan::Change& message, std::optional<Type> schemaType, Change& change) {
        const Type type = schemaType.value_or(Type::dynamic());
        const std::optional<Action> action = fromMessage(message.action());
        const auto value = [&](int i) -> Value {
            if (i >= message.values_size()) {
                m_diagnostics.append(invalidPlan("a change lacks a value"));
                return {};
            }
            return schemaType ? decode(message.values(i), type).value_or(Value()) : decodeHidden(message.values(i));
        };
        if (!action) {
            m_diagnostics.append(invalidPlan("it has an action of a newer version"));
            return false;
        }
        change.action = *action;
        switch (*action) {
        case Action::NoOp:
            change.before = change.after = value(0);
            break;
        case Action::Create:
            change.before = Value::null(type);
            change.after = value(0);
            break;
        case Action::Delete:
        case Action::Forget:
            change.before = value(0);
            change.after = Value::null(type);
            break;
        case Action::Read:
        case Action::Update:
        case Action::DeleteThenCreate:
        case Action::CreateThenDelete:
        case Action::ForgetThenCreate:
            change.before = value(0);
            change.after = value(1);
            break;
        }
        const auto marks = [&](const auto& paths) {
            std::vector<values::PathMarks> all;
            for (const tfplan::Path& path : paths)
                all.push_back({decode(path), Mark::sensitive()});
            return all;
        };
        change.before = change.before.withPathMarks(marks(message.before_sensitive_paths()));
        change.after = change.after.withPathMarks(marks(message.after_sensitive_paths()));
        if (message.has_importing()) {
            const tfplan::Importing& importing = message.importing();
            change.importing = Importing{importing.id(),
                                         isOfTerraform() && importing.has_terraform_identity()
                                             ? identity(importing.terraform_identity())
                                         : importing.has_identity() ? identity(importing.identity())
                                                                    : Value::null(Type::dynamic()),
                                         false};
        }
        if (message.has_before_identity())
            change.beforeIdentity = identity(message.before_identity());
        if (message.has_after_identity())
            change.afterIdentity = identity(message.after_identity());
        change.generatedConfig = message.generated_config();
        return true;
    }

    /// Parses a provider configuration address. Cached by text, because many changes share few providers.
    const std::optional<addrs::AbsProviderConfig>& providerConfig(const std::string& text) {
        const auto [known, isNew] = m_providerConfigs.try_emplace(text);
        if (isNew)
            known->second = addrs::parseAbsProviderConfig(text).value;
        return known->second;
    }

    ResourceInstanceChangePtr decode(const tfplan::ResourceInstanceChange& message) {
        const auto address = addrs::readAbsResourceInstance(message.addr());
        const auto previous =
            message.prev_run_addr().empty() ? address : addrs::readAbsResourceInstance(message.prev_run_addr());
        const std::optional<addrs::AbsProviderConfig>& provider = providerConfig(message.provider());
        if (!address || !previous || !provider) {
            m_diagnostics.append(invalidPlan(fmt::format("the address {} cannot be read", message.addr())));
            return nullptr;
        }
        auto change = std::make_shared<ResourceInstanceChange>();
        change->address = *address;
        change->previousAddress = *previous;
        change->deposed = message.deposed_key();
        change->provider = {*provider, {}};
        if (m_saved.priorState.state)
            if (const states::ResourceInstance* instance = m_saved.priorState.state->instance(*address))
                change->provider.key = instance->providerKey;
        change->privateData = message.private_();
        const auto reason = static_cast<std::size_t>(std::max(message.action_reason(), 0));
        change->reason = reason < reasons.size() ? reasons[reason] : ActionReason::None;
        for (const tfplan::Path& path : message.required_replace())
            change->requiredReplace.push_back(decode(path));
        const schemas::ResourceSchemaPtr schema = resourceSchema(m_schemas, provider->provider, address->resource);
        if (!schema && m_without == WithoutSchema::Refused) {
            m_diagnostics.error("Missing resource schema",
                                fmt::format("The schema of {} (provider {}) is needed to read the plan.",
                                            message.addr(), provider->provider.toString()));
            return nullptr;
        }
        return decode(message.change(), schema ? std::optional(schema->type) : std::nullopt, change->change) ? change
                                                                                                             : nullptr;
    }

    void decode(const tfplan::CheckResults& message) {
        const auto status = [](int value) {
            switch (value) {
            case 1:
                return states::CheckStatus::Pass;
            case 2:
                return states::CheckStatus::Fail;
            case 3:
                return states::CheckStatus::Error;
            default:
                return states::CheckStatus::Unknown;
            }
        };
        states::CheckResult& result = m_plan->checks[message.config_addr()];
        result.kind = message.kind() == 2   ? states::CheckableKind::OutputValue
                      : message.kind() == 3 ? states::CheckableKind::Check
                      : message.kind() == 4 ? states::CheckableKind::InputVariable
                                            : states::CheckableKind::Resource;
        result.status = status(message.status());
        result.objectsKnown = message.status() != 0 || message.objects_size() > 0;
        for (const tfplan::CheckResults::ObjectResult& object : message.objects())
            result.objects[object.object_addr()] = {
                status(object.status()), {object.failure_messages().begin(), object.failure_messages().end()}};
    }

    template <typename Texts>
    void decodeTargets(const Texts& texts, std::vector<addrs::TargetSubject>& targets) {
        for (const std::string& text : texts)
            if (auto target = addrs::parseTargetText(text); target.value)
                targets.push_back(std::move(target->subject));
            else
                m_diagnostics.append(invalidPlan(fmt::format("the address {} cannot be read", text)));
    }

    const SavedPlan& m_saved;
    const tfplan::Plan& m_message;
    const Schemas& m_schemas;
    const WithoutSchema m_without;
    std::shared_ptr<Plan> m_plan;
    std::unordered_map<std::string, std::optional<addrs::AbsProviderConfig>> m_providerConfigs;
    diags::Diagnostics m_diagnostics;
};

} // namespace

std::shared_ptr<const TerraformParts> terraformParts(const SavedPlan& saved, const Schemas& schemas) {
    return Decoder(saved, schemas, WithoutSchema::Hidden).terraformParts();
}

diags::Result<std::shared_ptr<Plan>> decode(const SavedPlan& saved, const Schemas& schemas, WithoutSchema without) {
    return Decoder(saved, schemas, without).run();
}

} // namespace planlens::plans::file
