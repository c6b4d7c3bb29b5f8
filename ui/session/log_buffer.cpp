// SPDX-License-Identifier: MPL-2.0
#include "ui/session/log_buffer.h"

#include "core/addrs/provider.h"
#include "ui/basics/text.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <utility>

namespace planlens::session {

namespace {

LogLevel levelOf(providers::plugin::LogLevel level) {
    switch (level) {
    case providers::plugin::LogLevel::Trace:
        return LogLevel::Trace;
    case providers::plugin::LogLevel::Debug:
        return LogLevel::Debug;
    case providers::plugin::LogLevel::Info:
        return LogLevel::Info;
    case providers::plugin::LogLevel::Warning:
        return LogLevel::Warning;
    case providers::plugin::LogLevel::Error:
        break;
    }
    return LogLevel::Error;
}

/// Masks a text before it is shortened, so that no part of a secret remains.
QString shown(const masking::Secrets& secrets, const std::string& text) {
    QString masked = models::maskedText(text, secrets);
    if (masked.size() > LogBuffer::longestText)
        masked = masked.left(LogBuffer::longestText) +
                 QCoreApplication::translate("LogBuffer", "… (%n characters)", nullptr, int(masked.size()));
    return masked;
}

} // namespace

LogLine& LogLines::add(LogLine line) {
    auto& kind = m_kinds[line.level < LogLevel::Info ? 0 : 1];
    kind.push_back(std::move(line));
    return kind.back();
}

std::vector<const LogLine*> LogLines::excess() const {
    std::vector<const LogLine*> lines;
    for (const auto& kind : m_kinds)
        for (std::size_t i = 0; i + m_linesOfEachKind < kind.size(); ++i)
            lines.push_back(&kind[i]);
    std::sort(lines.begin(), lines.end(), [](const LogLine* a, const LogLine* b) { return a->number < b->number; });
    return lines;
}

void LogLines::trim() {
    for (auto& kind : m_kinds)
        for (; kind.size() > m_linesOfEachKind; ++m_dropped)
            kind.pop_front();
}

void LogLines::clear() {
    for (auto& kind : m_kinds)
        kind.clear();
    m_dropped = 0;
}

std::shared_ptr<const masking::Secrets> LogBuffer::mask() const {
    const std::lock_guard lock(m_mutex);
    return m_mask;
}

void LogBuffer::add(LogLevel level, const std::string& source, const std::string& text,
                    const std::vector<std::string>& fields) {
    LogLine line;
    line.time = QDateTime::currentMSecsSinceEpoch();
    line.level = level;
    line.source = qstring(source);
    bool isFirst = false;
    for (bool isAdded = false; !isAdded;) {
        const std::shared_ptr<const masking::Secrets> mask = this->mask();
        line.text = shown(*mask, text);
        line.fields.clear();
        for (const std::string& field : fields)
            line.fields.append(shown(*mask, field));
        const std::lock_guard lock(m_mutex);
        if (mask != m_mask)
            continue; // new secrets were added meanwhile
        isAdded = true;
        line.number = ++m_last;
        m_lines.add(std::move(line));
        if (m_lines.isOver())
            m_lines.trim();
        isFirst = !std::exchange(m_isNotified, true);
    }
    if (isFirst)
        m_filled();
}

void LogBuffer::add(const providers::plugin::LogEntry& entry) {
    std::vector<std::string> fields;
    if (!entry.module.empty())
        fields.push_back("@module=" + entry.module);
    for (const providers::plugin::LogField& field : entry.fields)
        fields.push_back(field.name + "=" + field.value);
    const std::string home = std::string(addrs::openTofuRegistry) + "/";
    add(levelOf(entry.level), entry.source.starts_with(home) ? entry.source.substr(home.size()) : entry.source,
        entry.text, fields);
}

void LogBuffer::addSecrets(const models::Secrets& secrets) {
    const std::lock_guard adding(m_secretsMutex);
    const std::size_t before = m_secrets.size();
    m_secrets.insert(secrets.begin(), secrets.end());
    if (m_secrets.size() == before)
        return;
    auto mask = std::make_shared<const masking::Secrets>(std::vector<std::string>(m_secrets.begin(), m_secrets.end()),
                                                         masking::Secrets::Use::Logs);
    bool isFirst = false;
    {
        const std::lock_guard lock(m_mutex);
        m_mask.swap(mask);
        m_isMaskNew = true;
        isFirst = !std::exchange(m_isNotified, true);
    }
    if (isFirst)
        m_filled();
}

LogBatch LogBuffer::take() {
    const std::lock_guard lock(m_mutex);
    LogBatch batch;
    batch.lines.reserve(qsizetype(m_lines.size()));
    m_lines.forEach([&](LogLine& line) { batch.lines.append(std::move(line)); });
    batch.dropped = m_lines.dropped();
    m_lines.clear();
    if (std::exchange(m_isMaskNew, false))
        batch.mask = m_mask;
    m_isNotified = false;
    return batch;
}

} // namespace planlens::session
