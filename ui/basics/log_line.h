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

/// What a provider or the engine said. Secrets that were known then are masked.
struct LogLine {
    quint64 number = 0; // in the order in which they came, from 1
    qint64 time = 0;    // ms since 1970, when it came
    LogLevel level = LogLevel::Info;
    QString source; // who says it
    QString text;
    QStringList fields; // "name=value"
};

/// The last lines, of details (up to Debug) and of the others as many each, so that details never drive out what
/// counts.
class LogLines {
public:
    explicit LogLines(std::size_t keptOfEach)
        : m_keptOfEach(keptOfEach) {}

    LogLine& add(LogLine line);
    /// The lines that are too many, in the order of their numbers.
    std::vector<const LogLine*> excess() const;
    /// Takes these out, which is counted.
    void trim();
    quint64 dropped() const { return m_dropped; }
    std::size_t size() const { return m_kinds[0].size() + m_kinds[1].size(); }
    bool isOver() const { return m_kinds[0].size() > m_keptOfEach || m_kinds[1].size() > m_keptOfEach; }
    /// In the order in which they came. A line stays where it is until it is taken out.
    template <typename Visitor>
    void forEach(Visitor visit) {
        auto a = m_kinds[0].begin(), b = m_kinds[1].begin();
        while (a != m_kinds[0].end() || b != m_kinds[1].end())
            visit(b == m_kinds[1].end() || (a != m_kinds[0].end() && a->number < b->number) ? *a++ : *b++);
    }
    void clear();

private:
    const std::size_t m_keptOfEach;
    std::array<std::deque<LogLine>, 2> m_kinds; // details, others
    quint64 m_dropped = 0;
};

/// Lines on their way to the window.
struct LogBatch {
    QVector<LogLine> lines;
    quint64 dropped = 0;                          // so many more had to be left out between them
    std::shared_ptr<const masking::Secrets> mask; // set where more is secret than was when older lines were told
};

} // namespace planlens::session

Q_DECLARE_METATYPE(planlens::session::LogBatch)
