// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/target.h"
#include "core/configs/variables.h"
#include "core/engine/listener.h"
#include "core/plans/action.h"
#include "core/providers/provider.h"
#include "core/states/file.h"

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace planlens::plans {
struct AppliedInputs;
struct Plan;
} // namespace planlens::plans
namespace planlens::configs {
struct Config;
}
namespace planlens::lang {
class FilesRead;
}
namespace planlens::engine {

/// Provider responses of a plan (upgraded and read objects, data read while planning), by request. With the cache, the
/// next plan does not need to repeat these reads. Opaque, immutable, shared by pointer.
class ProviderReadCache;
using ProviderReadCachePtr = std::shared_ptr<const ProviderReadCache>;
/// Returns the time of the oldest response.
std::chrono::system_clock::time_point oldestRead(const ProviderReadCache& cache);
/// Returns the number of responses.
std::size_t readCount(const ProviderReadCache& cache);

/// The provider instances of a session, one for each provider configuration. They stay running between plans.
/// Thread-safe.
class ProviderPool;
using ProviderPoolPtr = std::shared_ptr<ProviderPool>;
/// Called before a provider instance is configured, on engine threads. The value is unmarked.
using BeforeConfigure = std::function<void(const addrs::Provider& provider, const values::Value& config)>;
ProviderPoolPtr makeProviderPool(std::shared_ptr<providers::Registry> registry, BeforeConfigure beforeConfigure = {});

/// Whether objects and data are read.
enum class Refresh { Yes, No };

/// The object that the `import` command imports.
struct CommandImport {
    addrs::AbsResourceInstance address;
    std::string id;
};

struct PlanOptions {
    plans::Mode mode = plans::Mode::Normal;
    Refresh refresh = Refresh::Yes;
    std::vector<addrs::TargetSubject> targets, excludes;
    std::vector<addrs::AbsResourceInstance> forceReplace;
    std::map<std::string, configs::RootVariable> variables; // the result of configs::rootVariables()
    std::string workspace = "default";
    std::string backendType = "local";
    values::Value backendConfig;    // of the backend's own type; null: the defaults of "local"
    unsigned parallelism = 10;      // maximum number of concurrent provider calls
    unsigned threads = 0;           // compute threads; 0: one for each core
    std::string timestamp;          // RFC 3339, what plantimestamp() returns; empty: the present time
    std::string generateConfigPath; // argument of -generate-config-out; empty: none
    /// Only imports this object, as the `import` command does: data sources are read and outputs evaluated, but managed
    /// objects are not planned, moved or removed, import blocks are ignored, and unmet conditions are warnings. The
    /// provider may have any number of objects for the id. Only the prior state is of use then. Requires Refresh::No.
    std::optional<CommandImport> import;
};

struct ConfigGraph;
using ConfigGraphPtr = std::shared_ptr<const ConfigGraph>;

struct PlanRequest {
    std::shared_ptr<const configs::Config> config;
    std::shared_ptr<const states::File> state; // the current state; null: no state yet
    ProviderPoolPtr providers;
    PlanOptions options;
    ProviderReadCachePtr readCache;                                 // of a previous plan; null: call providers
    std::shared_ptr<const plans::AppliedInputs> appliedInputs = {}; // for Recorded::appliedInputs; may be null
    std::shared_ptr<lang::FilesRead> filesRead = {}; // records the files that functions read; may be null
    ConfigGraphPtr graph = {}; // the result of validate() for this configuration; null: built when needed
};

struct PlanOutcome {
    /// Null only if nothing could be planned. With errors: the changes planned so far, with `errored` set.
    std::shared_ptr<const plans::Plan> plan;
    ProviderReadCachePtr readCache;
    diags::Diagnostics diagnostics;
};

/// Makes a plan. Blocking. Calls the listener on worker threads. A stop request ends it early with a partial plan. The
/// state is neither locked nor written.
PlanOutcome plan(const PlanRequest& request, Listener& listener, std::stop_token stop);

/// Validates a configuration without state and variable values (`tofu validate`, and the first step of planning).
/// Without errors, the value is the dependency graph, which can be used for planning.
diags::Result<ConfigGraphPtr> validate(const configs::Config& config, ProviderPool& providers, Listener& listener,
                                       std::stop_token stop);

} // namespace planlens::engine
