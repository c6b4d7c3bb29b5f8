// SPDX-License-Identifier: MPL-2.0
#include "ui/session/worker/event_batcher.h"

#include "ui/basics/text.h"

#include <QCoreApplication>

namespace planlens::session {

namespace {

constexpr std::chrono::milliseconds shortestInterval{50};

QString phaseText(engine::Phase phase) {
    switch (phase) {
    case engine::Phase::Load:
        return QCoreApplication::translate("EventBatcher", "Loading");
    case engine::Phase::Validate:
        return QCoreApplication::translate("EventBatcher", "Validating");
    case engine::Phase::Refresh:
        return QCoreApplication::translate("EventBatcher", "Reading");
    case engine::Phase::Plan:
        return QCoreApplication::translate("EventBatcher", "Planning");
    case engine::Phase::Apply:
        return QCoreApplication::translate("EventBatcher", "Applying");
    case engine::Phase::Done:
        return QCoreApplication::translate("EventBatcher", "Done");
    }
    return {};
}

} // namespace

void EventBatcher::phaseChanged(engine::Phase phase) {
    const std::lock_guard lock(m_mutex);
    m_progress.phase = phaseText(phase);
    m_progress.done = m_progress.known = 0;
    passOn(When::Now);
}

void EventBatcher::progressed(std::size_t done, std::size_t known) {
    const std::lock_guard lock(m_mutex);
    m_progress.done = int(done);
    m_progress.known = int(known);
    passOn(When::WhenDue);
}

void EventBatcher::refreshStarted(const addrs::AbsResourceInstance& address, const addrs::DeposedKey&,
                                  const std::string&, const std::string&) {
    const std::lock_guard lock(m_mutex);
    m_progress.current = qstring(address.toString());
    passOn(When::WhenDue);
}

void EventBatcher::planned(const plans::ResourceInstanceChange& change) {
    const std::lock_guard lock(m_mutex);
    m_progress.current = qstring(change.address.toString());
    passOn(When::WhenDue);
}

void EventBatcher::applyStarted(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                                plans::Action action, const std::string&, const std::string&) {
    const std::lock_guard lock(m_mutex);
    m_progress.current = qstring(address.toString());
    m_events.append(
        {ApplyEvent::Kind::Started, m_progress.current, qstring(deposed), qstring(plans::name(action)), {}, 0});
    log(LogLevel::Info, address.toString() + ": " + std::string(plans::name(action)) + " started");
    passOn(When::WhenDue);
}

void EventBatcher::applyFinished(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                                 plans::Action action, std::chrono::milliseconds elapsed, bool failed,
                                 const std::string&, const std::string& idValue) {
    const std::lock_guard lock(m_mutex);
    const QString text = qstring(address.toString());
    m_events.append({failed ? ApplyEvent::Kind::Failed : ApplyEvent::Kind::Finished,
                     text,
                     qstring(deposed),
                     qstring(plans::name(action)),
                     {},
                     elapsed.count(),
                     qstring(idValue)});
    log(failed ? LogLevel::Error : LogLevel::Info, address.toString() + ": " + std::string(plans::name(action)) +
                                                       (failed ? " failed" : " finished") + " after " +
                                                       std::to_string(elapsed.count()) + " ms");
    passOn(When::WhenDue);
}

void EventBatcher::forgotten(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed) {
    applyStarted(address, deposed, plans::Action::Forget, {}, {});
    applyFinished(address, deposed, plans::Action::Forget, {}, false, {}, {});
}

void EventBatcher::readFailed(const addrs::AbsResourceInstance& address, std::chrono::milliseconds elapsed) {
    applyFinished(address, {}, plans::Action::Read, elapsed, true, {}, {});
}

void EventBatcher::provisionerOutput(const addrs::AbsResourceInstance& address, const std::string& type,
                                     const std::string& line) {
    const std::lock_guard lock(m_mutex);
    m_targets.log(LogLevel::Info, address.toString() + " (" + type + ")", line);
    m_events.append({ApplyEvent::Kind::Said, qstring(address.toString()), {}, {}, qstring(line), 0});
    passOn(When::WhenDue);
}

void EventBatcher::logged(const std::string& source, const std::string& line) {
    const std::lock_guard lock(m_mutex);
    m_targets.log(LogLevel::Info, source, line);
}

void EventBatcher::flush() {
    const std::lock_guard lock(m_mutex);
    passOn(When::Now);
}

void EventBatcher::passOn(When when) {
    const auto time = std::chrono::steady_clock::now();
    if (when == When::WhenDue && time - m_last < shortestInterval)
        return;
    m_last = time;
    m_targets.progress(m_progress);
    if (!m_events.isEmpty())
        m_targets.events(std::exchange(m_events, {}));
}

void EventBatcher::log(LogLevel level, const std::string& text) {
    m_targets.log(level, "Planlens", text);
}

} // namespace planlens::session
