// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/provider.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

/// A provider that is scripted by a test. Without rules it behaves like a correct one: computed attributes are unknown
/// in plans and get generated values at apply, and reads return the stored object.
namespace planlens::testing {

/// Shorthands for schemas.
schemas::Attribute required(values::Type type);
schemas::Attribute optional(values::Type type);
schemas::Attribute computed(values::Type type);
schemas::Attribute optionalComputed(values::Type type);
schemas::ResourceSchemaPtr resourceSchema(std::map<std::string, schemas::Attribute, std::less<>> attributes,
                                          std::int64_t version = 0);

/// The behavior of one resource type (managed, data or ephemeral). Members that are set replace the default.
struct ResourceRules {
    schemas::ResourceSchemaPtr schema;
    std::vector<std::string> replaceOn;       // attributes whose change forces a replacement
    std::vector<std::string> unknownOnUpdate; // computed attributes that any update makes unknown
    /// Values of computed attributes at apply, by name. Others are generated as "TYPE.ATTRIBUTE-N".
    std::map<std::string, std::function<values::Value(const values::Value& planned)>> computedValues;
    std::chrono::milliseconds delay{0}; // of every plan, apply and read; a stop request ends it early

    std::function<providers::ProviderDiagnostics(const values::Value& config)> validate;
    std::function<providers::UpgradeResponse(const providers::UpgradeRequest&)> upgrade;
    std::function<providers::ReadResponse(const providers::ReadRequest&)> read;                 // for drift
    std::function<void(const providers::PlanRequest&, providers::PlanResponse&)> adjustPlan;    // after the default
    std::function<void(const providers::ApplyRequest&, providers::ApplyResponse&)> adjustApply; // after the default
    std::function<providers::ReadDataResponse(const providers::ReadDataRequest&)> readData;
    std::function<providers::OpenEphemeralResponse(const providers::OpenEphemeralRequest&)> open;
    std::function<providers::ImportResponse(const providers::ImportRequest&)> import;
    std::function<providers::MoveResponse(const providers::MoveRequest&)> move;
};

struct FunctionRules {
    schemas::FunctionSignature signature;
    std::function<providers::CallFunctionResponse(const std::vector<values::Value>&)> call = {};
    /// Used instead for functions whose result depends on the provider configuration; otherwise null.
    std::function<providers::CallFunctionResponse(const values::Value& config)> callConfigured = {};
};

/// The rules of a provider and the calls it has received, shared by all its instances. Must be filled before use.
class Script {
public:
    schemas::ResourceSchemaPtr config; // of the provider itself; null means empty
    schemas::ResourceSchemaPtr meta;   // of provider_meta; null if not supported
    bool plansDestroy = false;         // whether it is called to plan destroys
    std::map<std::string, ResourceRules> managed, data, ephemeral;
    std::map<std::string, FunctionRules> functions;
    std::map<std::string, FunctionRules> functionsOnceConfigured; // additional ones in configured instances
    std::function<providers::ProviderDiagnostics(const values::Value& config)> configure;

    /// Returns the calls in order: "plan test_thing", "read test_thing", "configure", …
    std::vector<std::string> calls() const;
    /// Returns how many calls start with a text.
    std::size_t count(std::string_view prefix) const;
    void forgetCalls();

    void note(std::string call);
    int nextNumber();

private:
    mutable std::mutex m_mutex;
    std::vector<std::string> m_calls;
    int m_number = 0;
};

class ScriptedProvider final : public providers::Provider {
public:
    explicit ScriptedProvider(std::shared_ptr<Script> script)
        : m_script(std::move(script)) {}

    diags::Result<schemas::ProviderSchemaPtr> schema(std::stop_token stop) override;
    providers::ProviderDiagnostics validateProviderConfig(const providers::ValidateRequest& request,
                                                          std::stop_token stop) override;
    providers::ProviderDiagnostics configure(const providers::ConfigureRequest& request, std::stop_token stop) override;
    providers::ProviderDiagnostics validateResourceConfig(const providers::ValidateRequest& request,
                                                          std::stop_token stop) override;
    providers::UpgradeResponse upgradeResourceState(const providers::UpgradeRequest& request,
                                                    std::stop_token stop) override;
    providers::UpgradeResponse upgradeResourceIdentity(const providers::UpgradeRequest& request,
                                                       std::stop_token stop) override;
    providers::ReadResponse readResource(const providers::ReadRequest& request, std::stop_token stop) override;
    providers::PlanResponse planResourceChange(const providers::PlanRequest& request, std::stop_token stop) override;
    providers::ApplyResponse applyResourceChange(const providers::ApplyRequest& request, std::stop_token stop) override;
    providers::ImportResponse importResourceState(const providers::ImportRequest& request,
                                                  std::stop_token stop) override;
    providers::MoveResponse moveResourceState(const providers::MoveRequest& request, std::stop_token stop) override;
    providers::ProviderDiagnostics validateDataResourceConfig(const providers::ValidateRequest& request,
                                                              std::stop_token stop) override;
    providers::ReadDataResponse readDataSource(const providers::ReadDataRequest& request,
                                               std::stop_token stop) override;
    providers::ProviderDiagnostics validateEphemeralConfig(const providers::ValidateRequest& request,
                                                           std::stop_token stop) override;
    providers::OpenEphemeralResponse openEphemeral(const providers::OpenEphemeralRequest& request,
                                                   std::stop_token stop) override;
    providers::RenewEphemeralResponse renewEphemeral(const providers::RenewEphemeralRequest& request,
                                                     std::stop_token stop) override;
    providers::ProviderDiagnostics closeEphemeral(const providers::RenewEphemeralRequest& request,
                                                  std::stop_token stop) override;
    providers::FunctionsResponse functions(std::stop_token stop) override;
    providers::CallFunctionResponse callFunction(const providers::CallFunctionRequest& request,
                                                 std::stop_token stop) override;

private:
    std::shared_ptr<Script> m_script;
    std::mutex m_mutex;     // guards the members below
    values::Value m_config; // null until configured
};

/// Scripted providers by address, and the built-in provider.
class ScriptedRegistry final : public providers::Registry {
public:
    void add(const addrs::Provider& address, std::shared_ptr<Script> script);

    diags::Result<std::shared_ptr<providers::Provider>> start(const addrs::Provider& address,
                                                              std::stop_token stop) override;
    diags::Result<schemas::ProviderSchemaPtr> schema(const addrs::Provider& address, std::stop_token stop) override;
    bool isAvailable(const addrs::Provider& address) const override;

private:
    std::map<addrs::Provider, std::shared_ptr<Script>> m_scripts;
};

/// Returns an error of a provider, optionally for an attribute.
providers::ProviderDiagnostic providerError(std::string summary, std::string detail = {},
                                            std::string_view attribute = {});

} // namespace planlens::testing
