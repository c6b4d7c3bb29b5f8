// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/provider/journal.h"
#include "tests/provider/rule_provider.h"

#include <grpcpp/support/status.h>
#include <tfplugin.pb.h>

#include <atomic>
#include <memory>

namespace planlens::testing {

/// The calls of the protocol, independent of its version. Each is recorded, runs the events of the script, and is
/// answered by the rules. Names in the record and in events are those of protocol 6. Thread-safe.
class Calls {
public:
    Calls(std::shared_ptr<const PluginScript> script, int protocol);

    using Status = grpc::Status;
    Status getProviderSchema(tfplugin::GetProviderSchema::Response& out);
    Status getResourceIdentitySchemas(tfplugin::GetResourceIdentitySchemas::Response& out);
    Status getFunctions(tfplugin::GetFunctions::Response& out);
    Status callFunction(const tfplugin::CallFunction::Request& in, tfplugin::CallFunction::Response& out);
    Status validateProviderConfig(const tfplugin::ValidateProviderConfig::Request& in,
                                  tfplugin::ValidateProviderConfig::Response& out);
    Status configure(const tfplugin::Configure::Request& in, tfplugin::DiagnosticsResponse& out);
    Status stop(tfplugin::Stop::Response& out);
    enum class Mode { Managed, Data, Ephemeral };
    Status validate(Mode mode, const tfplugin::ValidateConfig::Request& in, tfplugin::DiagnosticsResponse& out);
    Status upgradeResourceState(const tfplugin::UpgradeResourceState::Request& in,
                                tfplugin::UpgradeResourceState::Response& out);
    Status upgradeResourceIdentity(const tfplugin::UpgradeResourceIdentity::Request& in,
                                   tfplugin::UpgradeResourceIdentity::Response& out);
    Status readResource(const tfplugin::ReadResource::Request& in, tfplugin::ReadResource::Response& out);
    Status planResourceChange(const tfplugin::PlanResourceChange::Request& in,
                              tfplugin::PlanResourceChange::Response& out);
    Status applyResourceChange(const tfplugin::ApplyResourceChange::Request& in,
                               tfplugin::ApplyResourceChange::Response& out);
    Status importResourceState(const tfplugin::ImportResourceState::Request& in,
                               tfplugin::ImportResourceState::Response& out);
    Status moveResourceState(const tfplugin::MoveResourceState::Request& in,
                             tfplugin::MoveResourceState::Response& out);
    Status readDataSource(const tfplugin::ReadDataSource::Request& in, tfplugin::ReadDataSource::Response& out);
    Status openEphemeral(const tfplugin::OpenEphemeralResource::Request& in,
                         tfplugin::OpenEphemeralResource::Response& out);
    Status renewEphemeral(const tfplugin::RenewEphemeralResource::Request& in,
                          tfplugin::RenewEphemeralResource::Response& out);
    Status closeEphemeral(const tfplugin::CloseEphemeralResource::Request& in, tfplugin::DiagnosticsResponse& out);
    void shutdown();

private:
    /// A running call.
    class Running {
    public:
        Running(Calls& calls, const char* name, const std::string& type, Json arguments, const Json& subject);
        ~Running() { --m_calls.m_running; }
        Running(const Running&) = delete;
        Running& operator=(const Running&) = delete;
        Happening happening;

    private:
        Calls& m_calls;
    };
    /// Runs the work, which returns the call it started. Errors of scripts and requests become part of the response.
    template <typename Response, typename Work>
    Status answered(Response& out, Work work);

    const schemas::ResourceSchema& managed(const std::string& type) const;
    values::Type identityType(const std::string& type) const;
    values::Type metaType() const;

    std::shared_ptr<const PluginScript> m_script;
    const int m_protocol;
    RuleProvider m_rules;
    Journal m_journal;
    std::atomic<std::int64_t> m_number{0}, m_running{0};
};

} // namespace planlens::testing
