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

/// A diagnostic as a provider gives it: about a path of the value it was asked about, which the caller turns into a
/// range of the configuration.
struct ProviderDiagnostic {
    diags::Severity severity = diags::Severity::Error;
    std::string summary;
    std::string detail;
    values::Path attribute;
    /// What it is about where no attribute is named.
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
    values::Value newState; // null: gone
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
    std::string address = {}; // of the data resource instance, for messages of built-in providers; plugins are not told
};
struct ReadDataResponse {
    values::Value state;
    std::optional<Deferred> deferred;
    ProviderDiagnostics diagnostics;
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

/// One provider instance: the calls of the plugin protocol (versions 5 and 6). A plugin process, a built-in provider,
/// the simulated one and test doubles are behind it. Calls block, may come from several threads at once, and end early
/// with an error diagnostic when the stop token asks (a provider finishes what it has begun unless that is asked).
/// Values in requests and responses carry no marks. Called after schema() and configure() as the protocol says.
class Provider {
public:
    virtual ~Provider() = default;

    /// All schemas. Cached by the implementation; cheap after the first call.
    virtual diags::Result<schemas::ProviderSchemaPtr> schema(std::stop_token stop) = 0;
    virtual ProviderDiagnostics validateProviderConfig(const ValidateRequest& request, std::stop_token stop) = 0;
    virtual ProviderDiagnostics configure(const ConfigureRequest& request, std::stop_token stop) = 0;

    virtual ProviderDiagnostics validateResourceConfig(const ValidateRequest& request, std::stop_token stop) = 0;
    virtual UpgradeResponse upgradeResourceState(const UpgradeRequest& request, std::stop_token stop) = 0;
    /// The identity's stored form brought to the present version; same shape of request.
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

    /// All functions of the provider as it is now: once configured, it may have more than its schema declares.
    virtual FunctionsResponse functions(std::stop_token stop);
    virtual CallFunctionResponse callFunction(const CallFunctionRequest& request, std::stop_token stop);

    /// Asks for running operations to end soon (protocol: Stop). Any thread.
    virtual void stop() {}
    /// Whether calls never leave this process and never wait, so that they need no slot of the parallelism limit.
    virtual bool isInstant() const { return false; }
    /// Whether its answers are estimates that must never be applied (the simulated provider).
    virtual bool isEstimate() const { return false; }
};

/// Makes provider instances for the engine: finds the package, checks it against the lock file, starts it.
/// Thread-safe. Several calls for one address give several instances (one a provider configuration).
class Registry {
public:
    virtual ~Registry() = default;
    /// A new, unconfigured instance, or why there is none (not installed, not trusted, hash mismatch).
    virtual diags::Result<std::shared_ptr<Provider>> start(const addrs::Provider& address, std::stop_token stop) = 0;
    /// The schema of a provider, started for it where it is not known yet.
    virtual diags::Result<schemas::ProviderSchemaPtr> schema(const addrs::Provider& address, std::stop_token stop) = 0;
    /// Whether the provider is there at all (installed or built in), without starting it.
    virtual bool isAvailable(const addrs::Provider& address) const = 0;
};

} // namespace planlens::providers
