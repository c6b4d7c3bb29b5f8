// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QMetaType>
#include <QString>
#include <QStringList>
#include <QVector>

#include <array>
#include <deque>
#include <memory>
#include <vector>

namespace planlens::masking {
class Secrets;
}

namespace planlens::session {

enum class LogLevel { Trace, Debug, Info, Warning, Error };

/// A log line of a provider or the engine. Secrets known at the time are masked.
struct LogLine {
    quint64 number = 0; // sequence number, from 1
    qint64 time = 0;    // ms since 1970
    LogLevel level = LogLevel::Info;
    QString source; // the component that logged it
    QString text;
    QStringList fields; // "name=value"
};

/// The last log lines. Details (up to Debug) and other lines are limited separately, so that details never displace
/// important lines.
class LogLines {
public:
    explicit LogLines(std::size_t linesOfEachKind)
        : m_linesOfEachKind(linesOfEachKind) {}

    LogLine& add(LogLine line);
    /// Returns the lines above the limits, in the order of their numbers.
    std::vector<const LogLine*> excess() const;
    /// Removes these lines and counts them as dropped.
    void trim();
    quint64 dropped() const { return m_dropped; }
    std::size_t size() const { return m_kinds[0].size() + m_kinds[1].size(); }
    bool isOver() const { return m_kinds[0].size() > m_linesOfEachKind || m_kinds[1].size() > m_linesOfEachKind; }
    /// Calls `visit` in order of arrival. A line keeps its address until it is removed.
    template <typename Visitor>
    void forEach(Visitor visit) {
        auto a = m_kinds[0].begin(), b = m_kinds[1].begin();
        while (a != m_kinds[0].end() || b != m_kinds[1].end())
            visit(b == m_kinds[1].end() || (a != m_kinds[0].end() && a->number < b->number) ? *a++ : *b++);
    }
    void clear();

private:
    const std::size_t m_linesOfEachKind;
    std::array<std::deque<LogLine>, 2> m_kinds; // details, others
    quint64 m_dropped = 0;
};

/// Log lines on their way to the window.
struct LogBatch {
    QVector<LogLine> lines;
    quint64 dropped = 0;                          // number of lines dropped between them
    std::shared_ptr<const masking::Secrets> mask; // set if there are new secrets since older lines were sent
};

} // namespace planlens::session

Q_DECLARE_METATYPE(planlens::session::LogBatch)
