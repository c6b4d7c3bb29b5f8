// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/listener.h"
#include "core/hcl/body.h"
#include "core/providers/provider.h"
#include "core/system/thread.h"

#include <condition_variable>
#include <list>
#include <mutex>

namespace planlens::engine {

/// The ephemeral resource instances that a walk has opened. Each is renewed when its provider has asked for that, on a
/// thread that exists only where one did, and all are closed when nothing needs them any more. Thread-safe.
class OpenedResources {
public:
    explicit OpenedResources(Listener& listener)
        : m_listener(listener) {}
    /// Closes what is open still.
    ~OpenedResources();

    struct Request {
        addrs::AbsResourceInstance address;
        schemas::ResourceSchemaPtr schema;
        std::shared_ptr<providers::Provider> provider;
        addrs::AbsProviderInstance providerAddress;
        hcl::BodyPtr body;
    };
    /// Asks the provider to validate and to open; checks its answer. The result with the marks of the configuration;
    /// null where that failed, with the reasons in `diagnostics`. Blocks.
    std::optional<values::Value> open(Request request, const values::Value& config, std::stop_token stop,
                                      diags::Diagnostics& diagnostics);

    /// Whether the listener and the diagnostics tell of closing. After errors the reference closes nothing that
    /// something waits for: neither is told then, but providers are asked to close all the same.
    enum class Report { Yes, No };
    /// Closes everything, the last first, and says what went wrong while renewing and closing. Blocks.
    diags::Diagnostics close(Report report);
    /// The same for the instances of one resource; the others stay open.
    diags::Diagnostics close(const addrs::ConfigResource& resource);

private:
    struct Opened {
        Request request;
        std::string privateData;
        std::optional<providers::Clock::time_point> renewAt;
        diags::Diagnostics problems;
    };
    void renewWhenDue(std::stop_token stop);
    void renew(Opened& opened);
    diags::Diagnostics close(std::list<Opened> ending, Report report);

    Listener& m_listener;
    std::mutex m_mutex; // guards what follows; held while renewing, so that nothing is closed meanwhile
    std::condition_variable_any m_changed;
    std::list<Opened> m_opened;
    std::size_t m_changes = 0; // of the list
    system::Thread m_renewing;
};

} // namespace planlens::engine
