// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/listener.h"
#include "core/hcl/body.h"
#include "core/providers/provider.h"
#include "core/system/threads/thread.h"

#include <condition_variable>
#include <list>
#include <mutex>

namespace planlens::engine {

/// The open ephemeral resource instances of a walk. They are renewed at the time requested by their provider, on a
/// thread that is only created if needed, and closed when no longer needed. Thread-safe.
class OpenedResources {
public:
    explicit OpenedResources(Listener& listener)
        : m_listener(listener) {}
    /// Closes all open instances.
    ~OpenedResources();

    struct Request {
        addrs::AbsResourceInstance address;
        schemas::ResourceSchemaPtr schema;
        std::shared_ptr<providers::Provider> provider;
        addrs::AbsProviderInstance providerAddress;
        hcl::BodyPtr body;
    };
    /// Validates and opens an ephemeral resource, and checks the response. Returns the result with the marks of the
    /// configuration, or std::nullopt after adding errors to `diagnostics`. Blocking.
    std::optional<values::Value> open(Request request, const values::Value& config, std::stop_token stop,
                                      diags::Diagnostics& diagnostics);

    /// Whether closing is reported to the listener and in diagnostics. After errors, OpenTofu does not close resources
    /// that others still need. With No, they are closed without a report.
    enum class Report { Yes, No };
    /// Closes all instances in reverse order. Returns the problems of renewing and closing. Blocking.
    diags::Diagnostics close(Report report);
    /// Closes the instances of one resource; others stay open.
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
    std::mutex m_mutex; // guards the members below; locked while renewing, so that nothing is closed meanwhile
    std::condition_variable_any m_changed;
    std::list<Opened> m_opened;
    std::size_t m_changes = 0; // number of changes of the list
    system::Thread m_renewing;
};

} // namespace planlens::engine
