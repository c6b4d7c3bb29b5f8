// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider.h"
#include "core/diags/diagnostic.h"
#include "core/schemas/schema.h"
#include "core/values/path.h"

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace planlens::providers {

/// A diagnostic from a provider. It refers to a path in the requested value; the caller converts the path to a source
/// range of the configuration.
struct ProviderDiagnostic {
    diags::Severity severity = diags::Severity::Error;
    std::string summary;
    std::string detail;
    values::Path attribute;
    /// The subject if no attribute is given.
    enum class About { Body, Nothing };
    About about = About::Body;
};
using ProviderDiagnostics = std::vector<ProviderDiagnostic>;
bool hasErrors(const ProviderDiagnostics& diagnostics);

struct Deferred {
    enum class Reason { Unknown, ResourceConfigUnknown, ProviderConfigUnknown, AbsentPrerequisite };
    Reason reason = Reason::Unknown;
};

struct ValidateRequest {
    std::string typeName; // empty for the provider's own configuration
    values::Value config;
};
struct ConfigureRequest {
    std::string terraformVersion;
    values::Value config;
};
struct UpgradeRequest {
    std::string typeName;
    std::int64_t version = 0;
    std::string rawJson; // exactly as stored
    std::map<std::string, std::string> rawFlat;
};
struct UpgradeResponse {
    values::Value upgraded;
    ProviderDiagnostics diagnostics;
};
struct ReadRequest {
    std::string typeName;
    values::Value prior;
    std::string privateData;
    values::Value providerMeta;
    values::Value identity;
};
struct ReadResponse {
    values::Value newState; // null: the object no longer exists
    std::string privateData;
    values::Value identity;
    std::optional<Deferred> deferred;
    ProviderDiagnostics diagnostics;
};
struct PlanRequest {
    std::string typeName;
    values::Value prior, proposed, config; // no marks
    std::string priorPrivate;
    values::Value providerMeta;
    values::Value priorIdentity;
};
struct PlanResponse {
    values::Value planned;
    std::vector<values::Path> requiresReplace;
    std::string plannedPrivate;
    values::Value plannedIdentity;
    bool legacyTypeSystem = false;
    std::optional<Deferred> deferred;
    ProviderDiagnostics diagnostics;
};
struct ApplyRequest {
    std::string typeName;
    values::Value prior, planned, config;
    std::string plannedPrivate;
    values::Value providerMeta;
    values::Value plannedIdentity;
};
struct ApplyResponse {
    values::Value newState; // may accompany errors
    std::string privateData;
    values::Value identity;
    bool legacyTypeSystem = false;
    ProviderDiagnostics diagnostics;
};
struct ImportRequest {
    std::string typeName;
    std::string id; // or
    values::Value identity;
};
struct ImportedResource {
    std::string typeName;
    values::Value state;
    std::string privateData;
    values::Value identity;
};
struct ImportResponse {
    std::vector<ImportedResource> resources;
    std::optional<Deferred> deferred;
    ProviderDiagnostics diagnostics;
};
struct MoveRequest {
    std::string sourceProvider, sourceType, targetType;
    std::int64_t sourceSchemaVersion = 0;
    std::string sourceJson;
    std::map<std::string, std::string> sourceFlat;
    std::string sourcePrivate;
    std::string sourceIdentityJson;
    std::int64_t sourceIdentitySchemaVersion = 0;
};
struct MoveResponse {
    values::Value target;
    std::string targetPrivate;
    values::Value targetIdentity;
    ProviderDiagnostics diagnostics;
};
struct ReadDataRequest {
    std::string typeName;
    values::Value config;
    values::Value providerMeta;
    std::string address = {}; // of the data resource instance; only for messages of built-in providers
};
struct ReadDataResponse {
    values::Value state;
    std::optional<Deferred> deferred;
    ProviderDiagnostics diagnostics;
    std::vector<std::string> sensitiveOutputs = {}; // of terraform_remote_state; they are not marked in the value
};
using Clock = std::chrono::system_clock;
struct OpenEphemeralRequest {
    std::string typeName;
    values::Value config;
};
struct OpenEphemeralResponse {
    values::Value result;
    std::string privateData;
    std::optional<Clock::time_point> renewAt;
    std::optional<Deferred> deferred;
    ProviderDiagnostics diagnostics;
};
struct RenewEphemeralRequest {
    std::string typeName, privateData;
};
struct RenewEphemeralResponse {
    std::string privateData;
    std::optional<Clock::time_point> renewAt;
    ProviderDiagnostics diagnostics;
};
struct FunctionsResponse {
    std::map<std::string, schemas::FunctionSignature> functions;
    ProviderDiagnostics diagnostics;
};
struct CallFunctionRequest {
    std::string name;
    std::vector<values::Value> arguments;
};
struct CallFunctionResponse {
    values::Value result;
    std::optional<std::string> error;
    std::optional<std::int64_t> errorArgument;
};

/// A provider instance with the calls of the plugin protocol (versions 5 and 6): a plugin process, a built-in provider,
/// a simulated provider or a test double. Calls block and may come from several threads at once. A stop request ends a
/// call early with an error diagnostic (see plugin::start() for calls that have begun). Values in requests and
/// responses have no marks. Call schema() and configure() first, as the protocol requires.
class Provider {
public:
    virtual ~Provider() = default;

    /// Returns all schemas. The implementation caches them.
    virtual diags::Result<schemas::ProviderSchemaPtr> schema(std::stop_token stop) = 0;
    virtual ProviderDiagnostics validateProviderConfig(const ValidateRequest& request, std::stop_token stop) = 0;
    virtual ProviderDiagnostics configure(const ConfigureRequest& request, std::stop_token stop) = 0;

    virtual ProviderDiagnostics validateResourceConfig(const ValidateRequest& request, std::stop_token stop) = 0;
    virtual UpgradeResponse upgradeResourceState(const UpgradeRequest& request, std::stop_token stop) = 0;
    /// Upgrades the stored form of an identity to the current version; the request has the same form.
    virtual UpgradeResponse upgradeResourceIdentity(const UpgradeRequest& request, std::stop_token stop);
    virtual ReadResponse readResource(const ReadRequest& request, std::stop_token stop) = 0;
    virtual PlanResponse planResourceChange(const PlanRequest& request, std::stop_token stop) = 0;
    virtual ApplyResponse applyResourceChange(const ApplyRequest& request, std::stop_token stop) = 0;
    virtual ImportResponse importResourceState(const ImportRequest& request, std::stop_token stop);
    virtual MoveResponse moveResourceState(const MoveRequest& request, std::stop_token stop);

    virtual ProviderDiagnostics validateDataResourceConfig(const ValidateRequest& request, std::stop_token stop);
    virtual ReadDataResponse readDataSource(const ReadDataRequest& request, std::stop_token stop);

    virtual ProviderDiagnostics validateEphemeralConfig(const ValidateRequest& request, std::stop_token stop);
    virtual OpenEphemeralResponse openEphemeral(const OpenEphemeralRequest& request, std::stop_token stop);
    virtual RenewEphemeralResponse renewEphemeral(const RenewEphemeralRequest& request, std::stop_token stop);
    virtual ProviderDiagnostics closeEphemeral(const RenewEphemeralRequest& request, std::stop_token stop);

    /// Returns all functions of the provider. After configure() there may be more than its schema declares.
    virtual FunctionsResponse functions(std::stop_token stop);
    virtual CallFunctionResponse callFunction(const CallFunctionRequest& request, std::stop_token stop);

    /// Requests that running operations end soon (protocol: Stop). May be called from any thread.
    virtual void stop() {}
    /// Whether its process ended, so that all further calls fail. May be called from any thread.
    virtual bool hasEnded() const { return false; }
    /// Whether calls neither leave this process nor block, so that they do not count for the parallelism limit.
    virtual bool isInstant() const { return false; }
    /// As isInstant(), for reading data sources.
    virtual bool readsInstantly() const { return isInstant(); }
    /// Whether responses are estimates that must not be applied (simulated provider).
    virtual bool isEstimate() const { return false; }
};

/// Creates provider instances: finds the package, verifies it with the lock file and starts it. Thread-safe. Each call
/// for the same address returns a new instance (one for each provider configuration).
class Registry {
public:
    virtual ~Registry() = default;
    /// Returns a new, unconfigured instance, or an error (not installed, not trusted, hash mismatch).
    virtual diags::Result<std::shared_ptr<Provider>> start(const addrs::Provider& address, std::stop_token stop) = 0;
    /// Returns the schema of a provider; starts the provider if the schema is not cached.
    virtual diags::Result<schemas::ProviderSchemaPtr> schema(const addrs::Provider& address, std::stop_token stop) = 0;
    /// Whether the provider is installed or built in. Does not start it.
    virtual bool isAvailable(const addrs::Provider& address) const = 0;
};

} // namespace planlens::providers
