// SPDX-License-Identifier: MPL-2.0
#include "ui/models/apply_model.h"

#include "ui/basics/change_key.h"
#include "ui/basics/plain_text.h"
#include "ui/basics/text.h"
#include "ui/language/words.h"
#include "ui/theme/action_names.h"
#include "ui/theme/theme.h"

#include <QApplication>

#include <algorithm>

namespace planlens::models {

using session::ApplyEvent;

namespace {

/// Returns the word of an action after its glyph.
QString actionText(const QString& action) {
    const auto kind = theme::kindOfName(action);
    const QString word = language::recordedWord(action.toLower());
    return kind ? QString(theme::glyph(*kind) % u' ' % word) : word;
}

} // namespace

QString statusText(ApplyStatus status) {
    switch (status) {
    case ApplyStatus::None:
        return {};
    case ApplyStatus::Waiting:
        return ApplyModel::tr("waiting");
    case ApplyStatus::Running:
        return ApplyModel::tr("running…");
    case ApplyStatus::Done:
        return ApplyModel::tr("✓ done");
    case ApplyStatus::Failed:
        return ApplyModel::tr("✗ failed");
    case ApplyStatus::Skipped:
        return ApplyModel::tr("– not started");
    }
    return {};
}

QStringList ApplyModel::statusTexts() {
    QStringList texts;
    for (const ApplyStatus status :
         {ApplyStatus::Waiting, ApplyStatus::Running, ApplyStatus::Done, ApplyStatus::Failed, ApplyStatus::Skipped})
        texts.append(statusText(status));
    return texts;
}

QStringList ApplyModel::actionTexts() {
    QStringList texts;
    for (const char* name : {"delete", "forget", "update", "create", "read", "import", "move"})
        texts.append(actionText(QLatin1String(name)));
    return texts;
}

void ApplyModel::setOperations(std::vector<Operation> operations) {
    beginResetModel();
    m_operations = std::move(operations);
    m_rows.clear();
    m_rows.reserve(qsizetype(m_operations.size()));
    m_running.clear();
    m_done = m_failed = 0;
    for (std::size_t i = 0; i < m_operations.size(); ++i)
        m_rows.insert(m_operations[i].address, int(i));
    endResetModel();
}

void ApplyModel::begin() {
    m_running.clear();
    m_done = m_failed = 0;
    m_isFinished = false;
    m_ticked = 0;
    m_clock.restart();
    for (Operation& operation : m_operations) {
        operation.status = ApplyStatus::Waiting;
        operation.startedAt = operation.milliseconds = -1;
        operation.message.clear();
    }
    if (!m_operations.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int ApplyModel::rowOf(const ApplyEvent& event) {
    int best = -1;
    for (const int row : m_rows.values(event.address)) {
        const Operation& operation = m_operations[std::size_t(row)];
        const bool isIt =
            event.kind == ApplyEvent::Kind::Said ? operation.status == ApplyStatus::Running
            : event.kind == ApplyEvent::Kind::Started
                ? (operation.status == ApplyStatus::Waiting || operation.status == ApplyStatus::Skipped) &&
                      operation.action == event.action && operation.deposed == event.deposed
                : operation.status == ApplyStatus::Running && operation.action == event.action &&
                      operation.deposed == event.deposed;
        if (isIt && (best < 0 || row < best))
            best = row;
    }
    if (best >= 0 || event.kind == ApplyEvent::Kind::Said)
        return best;
    // Not in the plan, such as data read during the apply.
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_operations.push_back({0, event.address, event.deposed, event.action, {}, ApplyStatus::Waiting, -1, -1, {}});
    m_rows.insert(event.address, row);
    endInsertRows();
    return row;
}

void ApplyModel::take(const QVector<ApplyEvent>& events) {
    for (const ApplyEvent& event : events) {
        const int row = rowOf(event);
        if (row < 0)
            continue;
        Operation& operation = m_operations[std::size_t(row)];
        switch (event.kind) {
        case ApplyEvent::Kind::Started:
            operation.status = ApplyStatus::Running;
            operation.startedAt = m_clock.elapsed();
            m_running.insert(row);
            break;
        case ApplyEvent::Kind::Finished:
        case ApplyEvent::Kind::Failed:
            operation.status = event.kind == ApplyEvent::Kind::Finished ? ApplyStatus::Done : ApplyStatus::Failed;
            operation.milliseconds = event.milliseconds;
            if (operation.objectId.isEmpty())
                operation.objectId = event.objectId;
            // Events arrive in batches, so the start can have been earlier than its event arrived.
            operation.startedAt = std::min(operation.startedAt < 0 ? m_clock.elapsed() : operation.startedAt,
                                           std::max<qint64>(m_clock.elapsed() - event.milliseconds, 0));
            m_running.remove(row);
            ++m_done;
            m_failed += event.kind == ApplyEvent::Kind::Failed;
            break;
        case ApplyEvent::Kind::Said:
            operation.message = event.message;
            break;
        }
        rowChanged(row);
    }
}

QStringList ApplyModel::skip(const QSet<QString>& addresses) {
    QSet<QString> skipped;
    for (const QString& address : addresses)
        for (const int row : m_rows.values(address))
            if (Operation& operation = m_operations[std::size_t(row)]; operation.status == ApplyStatus::Waiting) {
                operation.status = ApplyStatus::Skipped;
                skipped.insert(address);
                rowChanged(row);
            }
    return skipped.values();
}

void ApplyModel::note(const QString& address, const QString& message) {
    for (const int row : m_rows.values(address))
        if (Operation& operation = m_operations[std::size_t(row)]; operation.status == ApplyStatus::Failed) {
            operation.message = message;
            rowChanged(row);
        }
}

void ApplyModel::finish() {
    for (const int row : std::as_const(m_running)) {
        m_operations[std::size_t(row)].status = ApplyStatus::Failed;
        m_operations[std::size_t(row)].milliseconds = -1;
        m_operations[std::size_t(row)].message = tr("The result is unknown.");
    }
    m_running.clear();
    for (Operation& operation : m_operations)
        if (operation.status == ApplyStatus::Waiting)
            operation.status = ApplyStatus::Skipped;
    m_isFinished = true;
    m_took = m_clock.elapsed();
    if (!m_operations.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void ApplyModel::setFinished(std::vector<Operation> operations, qint64 milliseconds) {
    setOperations(std::move(operations));
    const Ends counts = ends();
    m_failed = counts.failed;
    m_done = counts.done + counts.failed;
    m_isFinished = true;
    m_took = milliseconds;
}

void ApplyModel::tick() {
    m_ticked = m_clock.elapsed();
    for (const int row : std::as_const(m_running))
        Q_EMIT dataChanged(index(row, ElapsedColumn), index(row, ElapsedColumn));
}

ApplyModel::Ends ApplyModel::ends() const {
    Ends ends;
    for (const Operation& operation : m_operations)
        switch (operation.status) {
        case ApplyStatus::Done:
            ++ends.done;
            break;
        case ApplyStatus::Running:
        case ApplyStatus::Failed:
            ++ends.failed;
            break;
        case ApplyStatus::Waiting:
        case ApplyStatus::Skipped:
        case ApplyStatus::None:
            ++ends.notBegun;
            break;
        }
    return ends;
}

QStringList ApplyModel::running() const {
    QList<int> rows = m_running.values();
    std::sort(rows.begin(), rows.end());
    QStringList addresses;
    for (const int row : std::as_const(rows))
        addresses.append(m_operations[std::size_t(row)].address);
    return addresses;
}

QString ApplyModel::firstFailure() const {
    const Operation* first = nullptr;
    const auto failedAt = [](const Operation& operation) { return operation.startedAt + operation.milliseconds; };
    for (const Operation& operation : m_operations)
        if (operation.status == ApplyStatus::Failed && (!first || failedAt(operation) < failedAt(*first)))
            first = &operation;
    return first ? first->address : QString();
}

ApplyStatus ApplyModel::statusOf(const QString& address) const {
    bool isWaiting = false, isRunning = false, isDone = false, isSkipped = false;
    for (const int row : m_rows.values(address))
        switch (m_operations[std::size_t(row)].status) {
        case ApplyStatus::Failed:
            return ApplyStatus::Failed;
        case ApplyStatus::Running:
            isRunning = true;
            break;
        case ApplyStatus::Waiting:
            isWaiting = true;
            break;
        case ApplyStatus::Done:
            isDone = true;
            break;
        case ApplyStatus::Skipped:
            isSkipped = true;
            break;
        case ApplyStatus::None:
            break;
        }
    // One half of a replacement is done.
    return isRunning || (isWaiting && isDone) ? ApplyStatus::Running
           : isWaiting                        ? ApplyStatus::Waiting
           : isSkipped                        ? ApplyStatus::Skipped
           : isDone                           ? ApplyStatus::Done
                                              : ApplyStatus::None;
}

std::optional<qint64> ApplyModel::durationOf(const Operation& operation) const {
    if (operation.status == ApplyStatus::Running)
        return std::max<qint64>(m_ticked - operation.startedAt, 0);
    return operation.milliseconds < 0 ? std::nullopt : std::optional(operation.milliseconds);
}

QString ApplyModel::elapsedOf(const QString& address) const {
    std::optional<qint64> sum;
    for (const int row : m_rows.values(address))
        if (const auto duration = durationOf(m_operations[std::size_t(row)]))
            sum = sum.value_or(0) + *duration;
    return sum ? language::durationText(*sum) : QString();
}

QString ApplyModel::elapsedText(const Operation& operation) const {
    const auto duration = durationOf(operation);
    return duration ? language::durationText(*duration) : QString();
}

QString ApplyModel::timeText(const Operation& operation) const {
    if (operation.startedAt < 0)
        return {};
    return operation.status == ApplyStatus::Running
               ? tr("started after %1").arg(language::durationText(operation.startedAt))
               : tr("started after %1, took %2")
                     .arg(language::durationText(operation.startedAt), elapsedText(operation));
}

void ApplyModel::rowChanged(int row) {
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

int ApplyModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_operations.size());
}
int ApplyModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant ApplyModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && (section == StepColumn || section == ElapsedColumn))
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case StepColumn:
        return tr("Step");
    case StatusColumn:
        return tr("Status");
    case ElapsedColumn:
        return tr("Time");
    case ActionColumn:
        return tr("Operation");
    case AddressColumn:
        return tr("Resource instance");
    case TimeLineColumn:
        return tr("Time line");
    case ObjectColumn:
        return tr("Real object");
    case MessageColumn:
        return tr("Message");
    default:
        return {};
    }
}

/// Running operations stand out.
QVariant ApplyModel::fontOf(const Operation& operation, int column) const {
    const bool isMonospaced = column == AddressColumn || column == ObjectColumn;
    const bool isBold = operation.status == ApplyStatus::Running && (column == AddressColumn || column == StatusColumn);
    if (!isMonospaced && !isBold)
        return {};
    QFont font = isMonospaced ? theme::monospaceFont() : QApplication::font();
    font.setBold(isBold);
    return font;
}

/// Operations that have not started recede, but their actions keep their colors.
QVariant ApplyModel::colorOf(const Operation& operation, int column) const {
    const theme::Surfaces& surfaces = theme::surfaces(theme::currentScheme());
    if (const auto kind = theme::kindOfName(operation.action); kind && column == ActionColumn)
        return theme::color(*kind, theme::currentScheme());
    switch (operation.status) {
    case ApplyStatus::Waiting:
    case ApplyStatus::Skipped:
        return surfaces.dimText;
    case ApplyStatus::None:
    case ApplyStatus::Running:
        break;
    case ApplyStatus::Done:
        if (column == StatusColumn)
            return theme::color(theme::ActionKind::Create, theme::currentScheme());
        break;
    case ApplyStatus::Failed:
        if (column == StatusColumn || column == MessageColumn)
            return surfaces.error;
        break;
    }
    return {};
}

QVariant ApplyModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Operation& operation = m_operations[std::size_t(index.row())];
    switch (role) {
    case AddressRole:
        return changeKey(operation.address, operation.deposed);
    case StatusRole:
        return int(operation.status);
    case Qt::FontRole:
        return fontOf(operation, index.column());
    case Qt::TextAlignmentRole:
        return index.column() == StepColumn || index.column() == ElapsedColumn
                   ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter))
                   : QVariant();
    case Qt::ForegroundRole:
        return colorOf(operation, index.column());
    case Qt::ToolTipRole:
        return index.column() == AddressColumn    ? toolTipText(operation.address)
               : index.column() == MessageColumn  ? toolTipText(operation.message)
               : index.column() == TimeLineColumn ? timeText(operation)
                                                  : QString();
    case Qt::AccessibleTextRole:
        return index.column() == TimeLineColumn ? QVariant(timeText(operation))
               : index.column() == ActionColumn ? QVariant(language::recordedWord(operation.action.toLower()))
                                                : QVariant();
    case Qt::DisplayRole:
        break;
    default:
        return {};
    }
    switch (index.column()) {
    case StepColumn:
        return operation.step > 0 ? QString::number(operation.step) : QString();
    case StatusColumn:
        return statusText(operation.status);
    case ElapsedColumn:
        return elapsedText(operation);
    case ActionColumn:
        return actionText(operation.action);
    case AddressColumn:
        return operation.deposed.isEmpty() ? operation.address
                                           : tr("%1 (deposed object %2)").arg(operation.address, operation.deposed);
    case ObjectColumn:
        return operation.objectId;
    case MessageColumn:
        return QString(operation.message).replace(u'\n', u' ');
    default:
        return {};
    }
}

} // namespace planlens::models
