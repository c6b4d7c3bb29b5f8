// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/plugin/plugin.h"
#include "ui/basics/log_line.h"
#include "ui/basics/secrets.h"

#include <functional>
#include <mutex>
#include <set>
#include <string>

namespace planlens::session {

/// Buffers log lines of all threads until the window takes them. Limited in size, and masks secrets. Thread-safe.
class LogBuffer {
public:
    /// `filled` is called, on any thread, when the first line arrives after take().
    explicit LogBuffer(std::function<void()> filled)
        : m_filled(std::move(filled)) {}

    void add(LogLevel level, const std::string& source, const std::string& text,
             const std::vector<std::string>& fields = {});
    void add(const providers::plugin::LogEntry& entry);
    /// Masks these secrets from now on.
    void addSecrets(const models::Secrets& secrets);
    /// Returns the current mask.
    std::shared_ptr<const masking::Secrets> mask() const;
    LogBatch take();

    static constexpr std::size_t linesOfEachKind = 2000; // between two calls of take()
    static constexpr qsizetype longestText = 4000;       // in characters of a line or a field

private:
    const std::function<void()> m_filled;
    mutable std::mutex m_mutex; // protects the following members
    LogLines m_lines{linesOfEachKind};
    quint64 m_last = 0; // number of the last line
    bool m_isNotified = false;
    std::shared_ptr<const masking::Secrets> m_mask = std::make_shared<const masking::Secrets>();
    bool m_isMaskNew = false;
    // Protects m_secrets. A separate mutex, because building a large mask is slow and must not block take().
    std::mutex m_secretsMutex;
    std::set<std::string> m_secrets;
};

} // namespace planlens::session
