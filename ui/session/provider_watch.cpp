// SPDX-License-Identifier: MPL-2.0
#include "ui/session/provider_watch.h"

#include "core/providers/plugin/process/record.h"
#include "ui/basics/text.h"
#include "ui/session/planning_session.h"

#include <algorithm>
#include <utility>

namespace planlens::session {

using providers::plugin::Status;

ProviderWatch::ProviderWatch(const PlanningSession& session, QObject* parent)
    : QObject(parent)
    , m_session(session) {}

ProviderWatch::~ProviderWatch() = default;

void ProviderWatch::poll() {
    m_providers = m_session.plugins();
    const auto found = std::ranges::find_if(m_providers, [](const Status& plugin) {
        return plugin.isRunning() && plugin.calls > 0 && Status::Clock::now() - plugin.lastCall > patience;
    });
    const bool isSilent = m_session.isPlanning() && found != m_providers.end();
    if (!std::exchange(m_isReported, isSilent) && isSilent)
        Q_EMIT silent(qstring(found->provider.forDisplay()));
    Q_EMIT polled();
}

} // namespace planlens::session
