// SPDX-License-Identifier: MPL-2.0
#include "ui/models/log_model.h"

#include "ui/basics/plain_text.h"
#include "ui/basics/secrets.h"
#include "ui/basics/text.h"
#include "ui/theme/theme.h"

#include <QDateTime>

#include <algorithm>

namespace planlens::models {

using session::LogLevel;
using session::LogLine;

namespace {

constexpr int mostRemovals = 32; // above that the model is reset

QString timeText(qint64 time) {
    return QDateTime::fromMSecsSinceEpoch(time).toString(QStringLiteral("HH:mm:ss.zzz"));
}

QString onOneLine(QString text) {
    text.replace(u'\n', QChar(0x21b5)); // ↵
    return text;
}

} // namespace

QString levelText(LogLevel level) {
    switch (level) {
    case LogLevel::Trace:
        return LogModel::tr("trace");
    case LogLevel::Debug:
        return LogModel::tr("debug");
    case LogLevel::Info:
        return LogModel::tr("info");
    case LogLevel::Warning:
        return LogModel::tr("! warning");
    case LogLevel::Error:
        return LogModel::tr("✗ error");
    }
    return {};
}

QString wholeText(const LogLine& line) {
    return line.fields.isEmpty() ? line.text
                                 : QString(line.text % QStringLiteral("  ") % line.fields.join(QStringLiteral("  ")));
}

bool LogModel::passes(const LogLine& line) const {
    return line.level >= m_minimumLevel && (m_query.isEmpty() || m_query.matches(line.source % u' ' % wholeText(line)));
}

void LogModel::append(const session::LogBatch& batch) {
    if (batch.mask)
        mask(*batch.mask);
    m_droppedBefore += batch.dropped;
    std::deque<const LogLine*> shown;
    for (const LogLine& line : batch.lines)
        if (const LogLine& added = m_lines.add(line); passes(added))
            shown.push_back(&added);
    if (!shown.empty()) {
        beginInsertRows({}, rowCount(), rowCount() + int(shown.size()) - 1);
        m_shown.insert(m_shown.end(), shown.begin(), shown.end());
        endInsertRows();
    }
    if (m_lines.isOver())
        removeExcess();
}

void LogModel::removeExcess() {
    // Adjacent rows are removed together.
    std::vector<std::pair<int, int>> ranges;
    for (const LogLine* line : m_lines.excess()) {
        const auto found = std::lower_bound(m_shown.begin(), m_shown.end(), line,
                                            [](const LogLine* a, const LogLine* b) { return a->number < b->number; });
        if (found == m_shown.end() || *found != line)
            continue;
        const int row = int(found - m_shown.begin());
        if (ranges.empty() || ranges.back().second + 1 != row)
            ranges.emplace_back(row, row);
        ranges.back().second = row;
    }
    if (ranges.size() > mostRemovals) {
        m_shown.clear();
        m_lines.trim();
        return showAgain();
    }
    for (auto range = ranges.rbegin(); range != ranges.rend(); ++range) {
        beginRemoveRows({}, range->first, range->second);
        m_shown.erase(m_shown.begin() + range->first, m_shown.begin() + range->second + 1);
        endRemoveRows();
    }
    m_lines.trim();
}

void LogModel::mask(const masking::Secrets& secrets) {
    m_lines.forEach([&secrets](LogLine& line) {
        line.text = maskedText(line.text.toStdString(), secrets);
        for (QString& field : line.fields)
            field = maskedText(field.toStdString(), secrets);
    });
    if (!m_shown.empty())
        Q_EMIT dataChanged(index(0, TextColumn), index(rowCount() - 1, TextColumn));
}

void LogModel::showAgain() {
    beginResetModel();
    m_shown.clear();
    m_lines.forEach([this](const LogLine& line) {
        if (passes(line))
            m_shown.push_back(&line);
    });
    endResetModel();
}

void LogModel::setMinimumLevel(LogLevel level) {
    m_minimumLevel = level;
    showAgain();
}

void LogModel::setSearchText(const QString& text) {
    m_query = AddressQuery(text);
    showAgain();
}

void LogModel::clear() {
    m_lines.clear();
    m_droppedBefore = 0;
    showAgain();
}

QString LogModel::text(const QList<int>& rows) const {
    QString text;
    for (const int row : rows) {
        const LogLine& shown = line(row);
        text += timeText(shown.time) % QStringLiteral("  ") % levelText(shown.level) % QStringLiteral("  ") %
                shown.source % QStringLiteral(": ") % wholeText(shown) % u'\n';
    }
    return text;
}

int LogModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_shown.size());
}
int LogModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const QStringList headers{tr("Time"), tr("Level"), tr("Source"), tr("Message")};
    return headers.value(section);
}

QVariant LogModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const LogLine& shown = line(index.row());
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case TimeColumn:
            return timeText(shown.time);
        case LevelColumn:
            return levelText(shown.level);
        case SourceColumn:
            return shown.source;
        default:
            return onOneLine(wholeText(shown));
        }
    case Qt::ToolTipRole:
        switch (index.column()) {
        case TimeColumn:
            return QDateTime::fromMSecsSinceEpoch(shown.time).toString(Qt::ISODateWithMs);
        case SourceColumn:
            return toolTipText(shown.source);
        default:
            return {};
        }
    case Qt::FontRole:
        return index.column() == LevelColumn ? QVariant() : QVariant(theme::monospaceFont());
    case Qt::ForegroundRole: {
        const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
        if (index.column() == TimeColumn || (shown.level < LogLevel::Info && index.column() == LevelColumn))
            return s.dimText;
        if (index.column() != LevelColumn || shown.level < LogLevel::Warning)
            return {};
        return shown.level == LogLevel::Error ? s.error : s.warning;
    }
    default:
        return {};
    }
}

} // namespace planlens::models
