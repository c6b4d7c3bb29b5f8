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

/// Where all threads put what is logged until the window takes it. Holds so many lines and no more, whoever writes how
/// fast, and masks secrets. Thread-safe.
class LogBuffer {
public:
    /// `filled` is called when there is something to take for the first time since it was taken last; on any thread.
    explicit LogBuffer(std::function<void()> filled)
        : m_filled(std::move(filled)) {}

    void add(LogLevel level, const std::string& source, const std::string& text,
             const std::vector<std::string>& fields = {});
    void add(const providers::plugin::LogEntry& entry);
    /// From now on these are masked too.
    void addSecrets(const models::Secrets& secrets);
    /// What is secret by now.
    std::shared_ptr<const masking::Secrets> mask() const;
    LogBatch take();

    static constexpr std::size_t keptOfEach = 2000; // between two looks of the window
    static constexpr qsizetype longestText = 4000;  // characters of a line or a field

private:
    const std::function<void()> m_filled;
    mutable std::mutex m_mutex; // guards what follows
    LogLines m_lines{keptOfEach};
    quint64 m_last = 0; // number
    bool m_isTold = false;
    std::shared_ptr<const masking::Secrets> m_mask = std::make_shared<const masking::Secrets>();
    bool m_isMaskNew = false;
    std::mutex m_secretsMutex; // guards what follows; a mask of many takes a while to be made, and the window takes
                               // lines meanwhile
    std::set<std::string> m_secrets;
};

} // namespace planlens::session
