// SPDX-License-Identifier: MPL-2.0
#include "core/engine/evaluation/opened_resources.h"

#include "core/engine/planning/plan_walk.h"

#include <algorithm>

namespace planlens::engine {

using diags::Diagnostics;
using providers::Clock;
using values::Value;

namespace {

/// Reports the start and the end of a step to the listener. As in OpenTofu, a failed opening has no end.
template <typename Step>
void reportStep(Listener& listener, const addrs::AbsResourceInstance& address, EphemeralStep kind, Step step) {
    listener.ephemeralStarted(address, kind);
    const auto started = std::chrono::steady_clock::now();
    if (step() || kind != EphemeralStep::Open)
        listener.ephemeralFinished(
            address, kind,
            std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - started));
}

} // namespace

OpenedResources::~OpenedResources() {
    (void)close(Report::No);
}

std::optional<Value> OpenedResources::open(Request request, const Value& config, std::stop_token stop,
                                           Diagnostics& diagnostics) {
    const std::string& type = request.address.resource.type;
    const std::string address = request.address.toString();
    const auto tell = [&](const providers::ProviderDiagnostics& said) {
        Diagnostics found = fromProvider(said, request.body, &request.schema->block, address);
        const bool failed = found.hasErrors();
        diagnostics.append(std::move(found));
        return !failed;
    };
    const Value bare = config.unmarkedDeep();
    if (!tell(request.provider->validateEphemeralConfig({type, bare}, stop)))
        return {};
    std::optional<Value> result;
    reportStep(m_listener, request.address, EphemeralStep::Open, [&] {
        providers::OpenEphemeralResponse response = request.provider->openEphemeral({type, bare}, stop);
        if (!tell(response.diagnostics))
            return false;
        Diagnostics wrong =
            checkReadValue(response.result, *request.schema, request.providerAddress.toString(), address);
        if (wrong.hasErrors()) {
            // The object was opened although its result is invalid.
            wrong.append(fromProvider(request.provider->closeEphemeral({type, response.privateData}, {}), request.body,
                                      &request.schema->block, address));
            diagnostics.append(std::move(wrong));
            return false;
        }
        result = response.result.withPathMarks(config.pathMarks());
        const std::scoped_lock lock(m_mutex);
        m_opened.push_back({request, std::move(response.privateData), response.renewAt, {}});
        ++m_changes;
        if (response.renewAt && !m_renewing.joinable())
            m_renewing = system::startThread([this](std::stop_token ended) { renewWhenDue(ended); });
        if (response.renewAt && !m_renewing.joinable())
            diagnostics.append(diags::Diagnostic::warning(
                "Ephemeral resource is not renewed", "The system cannot create another thread, which would renew this "
                                                     "object before it expires. If the operation takes longer, "
                                                     "it can fail for that reason."));
        m_changed.notify_all();
        return true;
    });
    return result;
}

void OpenedResources::renewWhenDue(std::stop_token stop) {
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        Opened* next = nullptr;
        for (Opened& opened : m_opened)
            if (opened.renewAt && (!next || *opened.renewAt < *next->renewAt))
                next = &opened;
        if (!next) {
            m_changed.wait(lock, stop, [this] {
                return std::ranges::any_of(m_opened, [](const Opened& opened) { return opened.renewAt.has_value(); });
            });
        } else if (*next->renewAt <= Clock::now()) {
            renew(*next);
        } else {
            const std::size_t seen = m_changes;
            m_changed.wait_until(lock, stop, *next->renewAt, [&] { return m_changes != seen; });
        }
    }
}

void OpenedResources::renew(Opened& opened) {
    const Request& request = opened.request;
    reportStep(m_listener, request.address, EphemeralStep::Renew, [&] {
        providers::RenewEphemeralResponse response =
            request.provider->renewEphemeral({request.address.resource.type, opened.privateData}, {});
        const bool failed = providers::hasErrors(response.diagnostics);
        opened.problems.append(
            fromProvider(response.diagnostics, request.body, &request.schema->block, request.address.toString()));
        opened.renewAt = failed ? std::nullopt : response.renewAt;
        if (!failed)
            opened.privateData = std::move(response.privateData);
        return !failed;
    });
}

Diagnostics OpenedResources::close(Report report) {
    if (m_renewing.joinable()) {
        m_renewing.request_stop();
        m_renewing.join();
        m_renewing = {};
    }
    std::list<Opened> ending;
    {
        const std::scoped_lock lock(m_mutex);
        ending.swap(m_opened);
    }
    return close(std::move(ending), report);
}

Diagnostics OpenedResources::close(const addrs::ConfigResource& resource) {
    std::list<Opened> ending;
    {
        const std::scoped_lock lock(m_mutex);
        for (auto opened = m_opened.begin(); opened != m_opened.end();) {
            const auto next = std::next(opened);
            if (opened->request.address.config() == resource)
                ending.splice(ending.end(), m_opened, opened);
            opened = next;
        }
        ++m_changes;
    }
    m_changed.notify_all();
    return close(std::move(ending), Report::Yes);
}

Diagnostics OpenedResources::close(std::list<Opened> ending, Report report) {
    Listener silent;
    Diagnostics diagnostics;
    for (; !ending.empty(); ending.pop_back()) {
        Opened& opened = ending.back();
        const Request& request = opened.request;
        diagnostics.append(std::move(opened.problems));
        reportStep(report == Report::Yes ? m_listener : silent, request.address, EphemeralStep::Close, [&] {
            Diagnostics found =
                fromProvider(request.provider->closeEphemeral({request.address.resource.type, opened.privateData}, {}),
                             request.body, &request.schema->block, request.address.toString());
            const bool failed = found.hasErrors();
            diagnostics.append(std::move(found));
            return !failed;
        });
    }
    return report == Report::Yes ? diagnostics : Diagnostics();
}

} // namespace planlens::engine
