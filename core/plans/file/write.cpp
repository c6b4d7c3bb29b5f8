// SPDX-License-Identifier: MPL-2.0
#include "core/plans/file/message.h"
#include "core/plans/plan.h"
#include "core/system/background_task.h"

#include "core/values/json/json.h"
#include "core/values/msgpack/msgpack.h"
#include "core/version.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <optional>

namespace planlens::plans::file {

using values::Mark;
using values::Type;
using values::Value;

namespace {

tfplan::Action toMessage(Action action) {
    switch (action) {
    case Action::NoOp:
        return tfplan::NOOP;
    case Action::Create:
        return tfplan::CREATE;
    case Action::Read:
        return tfplan::READ;
    case Action::Update:
        return tfplan::UPDATE;
    case Action::DeleteThenCreate:
        return tfplan::DELETE_THEN_CREATE;
    case Action::CreateThenDelete:
        return tfplan::CREATE_THEN_DELETE;
    case Action::Delete:
        return tfplan::DELETE;
    case Action::Forget:
        return tfplan::FORGET;
    case Action::ForgetThenCreate:
        return tfplan::FORGET_THEN_CREATE;
    }
    return tfplan::NOOP;
}

class Writer {
public:
    Writer(const Plan& plan, const Program& program)
        : m_plan(plan)
        , m_program(program) {}

    /// Returns the message, packed in parts: concatenated protocol buffers form one message.
    diags::Result<detail::PackedEntry> packed() {
        m_message.set_version(3);
        m_message.set_terraform_version(m_program.version);
        const bool forTerraform = m_program.kind == Program::Kind::Terraform;
        if (forTerraform) {
            m_message.set_applyable(m_plan.canApply());
            m_message.set_complete(m_plan.options.targets.empty() && m_plan.options.excludes.empty() &&
                                   !m_plan.errored);
        }
        m_message.set_ui_mode(m_plan.options.mode == Mode::Normal    ? tfplan::NORMAL
                              : m_plan.options.mode == Mode::Destroy ? tfplan::DESTROY
                                                                     : tfplan::REFRESH_ONLY);
        m_message.set_errored(m_plan.errored);
        m_message.set_timestamp(m_plan.timestampText);
        for (const auto& [name, variable] : m_plan.variables) {
            if (variable.ephemeral)
                forTerraform ? m_message.add_apply_time_variables(name) : m_message.add_ephemeral_variables(name);
            else if (!variable.fromDefault)
                encode((*m_message.mutable_variables())[name], variable.value.unmarkedDeep(), Type::dynamic());
        }
        for (const ResourceInstanceChangePtr& change : m_plan.changes.resources()) {
            write(*m_message.add_resource_changes(), *change);
            pack();
        }
        for (const ResourceInstanceChangePtr& change : m_plan.drift) {
            write(*m_message.add_resource_drift(), *change);
            pack();
        }
        for (const plans::OutputChange& output : m_plan.changes.outputs()) {
            if (!output.module.isRoot())
                continue;
            tfplan::OutputChange& one = *m_message.add_output_changes();
            one.set_name(output.name);
            one.set_sensitive(output.sensitive);
            write(*one.mutable_change(), output.change, Type::dynamic());
        }
        for (const auto& [address, result] : m_plan.checks)
            write(*m_message.add_check_results(), address, result);
        for (const addrs::TargetSubject& target : m_plan.options.targets)
            m_message.add_target_addrs(addrs::Target{target, {}}.toString());
        for (const addrs::TargetSubject& exclude : m_plan.options.excludes)
            m_message.add_exclude_addrs(addrs::Target{exclude, {}}.toString());
        for (const addrs::AbsResourceInstance& address : m_plan.options.forceReplace)
            m_message.add_force_replace_addrs(address.toString());
        tfplan::Backend& backend = *m_message.mutable_backend();
        backend.set_type(m_plan.backend.type);
        backend.set_workspace(m_plan.backend.workspace);
        const Type localType = Type::object({{"path", Type::string()}, {"workspace_dir", Type::string()}});
        const Value config = m_plan.backend.config.isNull()
                                 ? Value::object(localType, {Value::null(Type::string()), Value::null(Type::string())})
                                 : m_plan.backend.config;
        encode(*backend.mutable_config(), config, config.type());
        for (const ResourceAttribute& attribute : m_plan.relevantAttributes) {
            tfplan::Plan::RelevantAttribute& one = *m_message.add_relevant_attributes();
            one.set_resource(attribute.resource);
            write(*one.mutable_attr(), attribute.path);
        }
        if (m_diagnostics.hasErrors())
            return std::move(m_diagnostics);
        pack();
        m_packed.finish();
        return std::move(m_packed);
    }

private:
    void pack() {
        m_message.SerializeToString(&m_bytes);
        m_packed.add(m_bytes);
        m_message.Clear();
    }

    void encode(tfplan::DynamicValue& target, const Value& value, Type type) {
        values::Outcome<std::string> bytes = values::toMsgpack(value, type);
        if (bytes)
            target.set_msgpack(*std::move(bytes));
        else
            m_diagnostics.error("Failed to write plan file", fmt::format("A value cannot be written to the plan: {}.",
                                                                         values::formatError(bytes.error())));
    }

    void write(tfplan::Path& target, const values::Path& path) {
        for (const values::PathStep& step : path) {
            tfplan::Path::Step& one = *target.add_steps();
            if (const auto* attribute = std::get_if<values::AttributeStep>(&step))
                one.set_attribute_name(attribute->name);
            else { // with its own type, because readers use the type implied by the bytes
                const Value& key = std::get<values::IndexStep>(step).key;
                encode(*one.mutable_element_key(), key, key.type());
            }
        }
    }

    void write(tfplan::Change& target, const Change& change, Type type) {
        target.set_action(toMessage(change.action));
        const auto add = [&](const Value& value) {
            encode(*target.add_values(), value.containsMarked() ? value.unmarkedDeep() : value, type);
        };
        switch (change.action) {
        case Action::NoOp:
        case Action::Delete:
        case Action::Forget:
            add(change.before);
            break;
        case Action::Create:
            add(change.after);
            break;
        case Action::Read:
        case Action::Update:
        case Action::DeleteThenCreate:
        case Action::CreateThenDelete:
        case Action::ForgetThenCreate:
            add(change.before);
            add(change.after);
            break;
        }
        for (const values::PathMarks& marks : change.before.pathMarks())
            if (marks.marks.contains(Mark::sensitive()))
                write(*target.add_before_sensitive_paths(), marks.path);
        for (const values::PathMarks& marks : change.after.pathMarks())
            if (marks.marks.contains(Mark::sensitive()))
                write(*target.add_after_sensitive_paths(), marks.path);
        if (change.importing) {
            target.mutable_importing()->set_id(change.importing->id);
            if (!change.importing->identity.isNull())
                encode(*target.mutable_importing()->mutable_identity(), change.importing->identity,
                       change.importing->identity.type());
        }
        target.set_generated_config(change.generatedConfig);
        if (!change.beforeIdentity.isNull())
            encode(*target.mutable_before_identity(), change.beforeIdentity, change.beforeIdentity.type());
        if (!change.afterIdentity.isNull())
            encode(*target.mutable_after_identity(), change.afterIdentity, change.afterIdentity.type());
    }

    void write(tfplan::ResourceInstanceChange& target, const ResourceInstanceChange& change) {
        target.set_addr(change.address.toString());
        target.set_prev_run_addr(change.previousAddress.toString());
        target.set_deposed_key(change.deposed);
        if (m_providerText.empty() || m_provider != change.provider.config) {
            m_provider = change.provider.config;
            m_providerText = m_provider.toString();
        }
        target.set_provider(m_providerText);
        target.set_private_(change.privateData);
        target.set_action_reason(reasonNumber(change.reason));
        for (const values::Path& path : change.requiredReplace)
            write(*target.add_required_replace(), path);
        const schemas::ResourceSchemaPtr schema = resourceSchema(m_plan, change);
        write(*target.mutable_change(), change.change, schema ? schema->type : change.change.after.type());
    }

    static int reasonNumber(ActionReason reason) {
        switch (reason) {
        case ActionReason::None:
            return 0;
        case ActionReason::ReplaceBecauseTainted:
            return 1;
        case ActionReason::ReplaceByRequest:
            return 2;
        case ActionReason::ReplaceBecauseCannotUpdate:
            return 3;
        case ActionReason::DeleteBecauseNoResourceConfig:
            return 4;
        case ActionReason::DeleteBecauseWrongRepetition:
            return 5;
        case ActionReason::DeleteBecauseCountIndex:
            return 6;
        case ActionReason::DeleteBecauseEachKey:
            return 7;
        case ActionReason::DeleteBecauseNoModule:
            return 8;
        case ActionReason::ReplaceByTriggers:
            return 9;
        case ActionReason::ReadBecauseConfigUnknown:
            return 10;
        case ActionReason::ReadBecauseDependencyPending:
            return 11;
        case ActionReason::DeleteBecauseNoMoveTarget:
            return 12;
        case ActionReason::ReadBecauseCheckNested:
            return 13;
        case ActionReason::DeleteBecauseEnabledFalse:
            return 14;
        case ActionReason::ForgotBecauseLifecycleDestroyInState:
            return 15;
        case ActionReason::ForgotBecauseLifecycleDestroyInConfig:
            return 16;
        }
        return 0;
    }

    static void write(tfplan::CheckResults& target, const std::string& address, const states::CheckResult& result) {
        const auto status = [](states::CheckStatus value) {
            switch (value) {
            case states::CheckStatus::Unknown:
                return 0;
            case states::CheckStatus::Pass:
                return 1;
            case states::CheckStatus::Fail:
                return 2;
            case states::CheckStatus::Error:
                return 3;
            }
            return 0;
        };
        switch (result.kind) {
        case states::CheckableKind::Resource:
            target.set_kind(1);
            break;
        case states::CheckableKind::OutputValue:
            target.set_kind(2);
            break;
        case states::CheckableKind::Check:
            target.set_kind(3);
            break;
        case states::CheckableKind::InputVariable:
            target.set_kind(4);
            break;
        }
        target.set_config_addr(address);
        target.set_status(status(result.status));
        for (const auto& [name, object] : result.objects) {
            tfplan::CheckResults::ObjectResult& one = *target.add_objects();
            one.set_object_addr(name);
            one.set_status(status(object.status));
            for (const std::string& message : object.failureMessages)
                one.add_failure_messages(message);
        }
    }

    const Plan& m_plan;
    const Program& m_program;
    tfplan::Plan m_message; // the part not packed yet
    std::string m_bytes;
    detail::PackedEntry m_packed;
    addrs::AbsProviderConfig m_provider; // of the previous change, also as text
    std::string m_providerText;
    diags::Diagnostics m_diagnostics;
};

/// Returns why outputs of a state cannot be written (JSON has no infinity), or an empty text.
std::string unwritableOutputs(const states::State& state) {
    std::vector<std::string> problems;
    for (const auto& [name, output] : state.outputs) {
        const values::Value value = values::unknownAsNull(output.value.unmarkedDeep());
        if (const auto json = values::toJson(value, value.type()); !json)
            problems.push_back(fmt::format("Failed to serialize output value in state: An error occurred while "
                                           "serializing output value \"{}\": {}.",
                                           name, json.error().message));
    }
    if (problems.size() <= 1)
        return problems.empty() ? std::string() : problems.front();
    std::string text = fmt::format("{} problems:\n", problems.size());
    for (const std::string& problem : problems)
        text += "\n- " + problem;
    return text;
}

} // namespace

diags::Result<std::string> write(const Plan& plan, const Program& program, const ConfigSnapshot& config,
                                 std::string_view lockFile) {
    if (const std::string why = whyNotFor(program, plan); !why.empty())
        return diags::Diagnostic::error(
            "Failed to write plan file",
            fmt::format("The plan cannot be written for {}: {}. Use another version of it.", program.toString(), why));
    if (const std::string problem = plan.priorState ? unwritableOutputs(*plan.priorState) : std::string();
        !problem.empty())
        return diags::Diagnostic::error(
            "Failed to write plan file",
            fmt::format("The plan file could not be written: failed to write state snapshot: {}.", problem));
    const auto packedState = [&](const std::shared_ptr<const states::State>& state) {
        detail::PackedEntry entry;
        states::writeCompactFile(
            {{}, plan.stateSerial, plan.stateLineage, state ? state : std::make_shared<const states::State>()},
            [&](std::string_view text) { entry.add(text); }, program.version);
        entry.finish();
        return entry;
    };
    // Writing the states takes most of the time. If refreshing found no changes, both are equal.
    const bool areEqual = plan.priorState == plan.previousRunState ||
                          (plan.priorState && plan.previousRunState && *plan.priorState == *plan.previousRunState);
    auto prior = system::runInBackground([&] { return packedState(plan.priorState); });
    auto previous = areEqual ? system::BackgroundTask<detail::PackedEntry>()
                             : system::runInBackground([&] { return packedState(plan.previousRunState); });
    const diags::Result<detail::PackedEntry> message = Writer(plan, program).packed();
    // The configuration is packed while the state is still being packed.
    std::map<std::string, detail::PackedEntry> texts;
    for (const ConfigSnapshot::Module& module : config.modules)
        for (const auto& [name, text] : module.files) {
            detail::PackedEntry& entry = texts["tfconfig/m-" + module.key + "/" + name];
            entry.add(text);
            entry.finish();
        }
    const detail::PackedEntry state = prior.get();
    const std::optional<detail::PackedEntry> stateBefore = areEqual ? std::nullopt : std::optional(previous.get());
    if (!message.isOk())
        return message.diagnostics;
    std::map<std::string, std::string> entries;
    nlohmann::ordered_json manifest = nlohmann::ordered_json::array();
    for (const ConfigSnapshot::Module& module : config.modules) {
        nlohmann::ordered_json record;
        record["Key"] = module.key;
        if (!module.source.empty())
            record["Source"] = module.source;
        if (!module.version.empty())
            record["Version"] = module.version;
        record["Dir"] = module.directory;
        manifest.push_back(std::move(record));
    }
    entries.emplace("tfconfig/modules.json", manifest.dump());
    entries.emplace(".terraform.lock.hcl", std::string(lockFile));
    nlohmann::ordered_json own = nlohmann::ordered_json::object();
    if (!plan.stateHash.empty())
        own["state_sha256"] = plan.stateHash;
    if (!plan.sensitiveOutputsRead.empty())
        own["sensitive_outputs"] = plan.sensitiveOutputsRead;
    if (!own.empty())
        entries.emplace(detail::ownEntry, own.dump());
    std::map<std::string, const detail::PackedEntry*> packed{
        {"tfplan", &*message.value}, {"tfstate", &state}, {"tfstate-prev", stateBefore ? &*stateBefore : &state}};
    for (const auto& [name, entry] : texts)
        packed.emplace(name, &entry);
    return detail::writeArchive(entries, packed);
}

diags::Result<std::string> write(const Plan& plan, const ConfigSnapshot& config, std::string_view lockFile) {
    return write(plan, plan.program, config, lockFile);
}

} // namespace planlens::plans::file
