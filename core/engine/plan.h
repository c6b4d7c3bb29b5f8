// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/engine/listener.h"
#include "core/plans/plan.h"
#include "core/providers/provider.h"
#include "core/states/file.h"

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace planlens::lang {
class FilesRead;
}
namespace planlens::engine {

/// What providers answered while a plan was made (upgraded and read objects, data read early), keyed by what they were
/// asked. Handing it to the next plan makes that ask no provider to read again. Opaque, immutable, shared by pointer.
class ProviderReadCache;
using ProviderReadCachePtr = std::shared_ptr<const ProviderReadCache>;
/// When the oldest answer in it was given.
std::chrono::system_clock::time_point oldestRead(const ProviderReadCache& cache);
/// How many answers it holds.
std::size_t readCount(const ProviderReadCache& cache);

/// The provider instances of a session: kept running between plans, one a provider configuration. Thread-safe.
class ProviderPool;
using ProviderPoolPtr = std::shared_ptr<ProviderPool>;
/// Told before an instance is given a configuration, on threads of the engine; the value is unmarked.
using BeforeConfigure = std::function<void(const addrs::Provider& provider, const values::Value& config)>;
ProviderPoolPtr makeProviderPool(std::shared_ptr<providers::Registry> registry, BeforeConfigure beforeConfigure = {});

/// Which reading of objects and data is asked for.
enum class Refresh { Yes, No };

struct PlanOptions {
    plans::Mode mode = plans::Mode::Normal;
    Refresh refresh = Refresh::Yes;
    std::vector<addrs::TargetSubject> targets, excludes;
    std::vector<addrs::AbsResourceInstance> forceReplace;
    std::map<std::string, configs::RootVariable> variables; // as configs::rootVariables gives them
    std::string workspace = "default";
    std::string backendType = "local";
    values::Value backendConfig;    // by the backend's own type; null: the defaults of "local"
    unsigned parallelism = 10;      // provider calls under way at once
    unsigned threads = 0;           // compute threads; 0: as many as there are cores
    std::string generateConfigPath; // of -generate-config-out; empty: none
};

struct ConfigGraph;
using ConfigGraphPtr = std::shared_ptr<const ConfigGraph>;

struct PlanRequest {
    configs::ConfigPtr config;
    std::shared_ptr<const states::File> state; // as read; null: none yet
    ProviderPoolPtr providers;
    PlanOptions options;
    ProviderReadCachePtr readCache;                  // of a plan before, or null: ask the providers
    std::shared_ptr<lang::FilesRead> filesRead = {}; // is told which files functions ask for; may be null
    ConfigGraphPtr graph = {}; // what validate() made of this configuration; null: none is at hand
};

struct PlanOutcome {
    /// Absent only where nothing could be planned at all. Beside errors: what was planned, errored.
    plans::PlanPtr plan;
    ProviderReadCachePtr readCache;
    diags::Diagnostics diagnostics;
};

/// Plans. Blocks; calls the listener on worker threads; ends early with what there is when asked to stop. The state is
/// not locked or written.
PlanOutcome plan(const PlanRequest& request, Listener& listener, std::stop_token stop);

/// Checks a configuration without looking at state or variables' values (tofu validate, and the first step of
/// planning). Beside no errors its value is what depends on what, for planning.
diags::Result<ConfigGraphPtr> validate(const configs::Config& config, ProviderPool& providers, Listener& listener,
                                       std::stop_token stop);

} // namespace planlens::engine
