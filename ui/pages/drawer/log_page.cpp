// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/drawer/log_page.h"

#include "ui/controls/table_look.h"
#include "ui/models/log_model.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>

namespace planlens::widgets {

using models::LogModel;
using session::LogLevel;

namespace {

/// A table with its own copy shortcut, which takes precedence over that of the window.
class LogTable final : public QTableView {
public:
    LogTable(std::function<void()> copy, QWidget* parent)
        : QTableView(parent)
        , m_copy(std::move(copy)) {}

protected:
    bool event(QEvent* event) override {
        if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
            event->accept();
            return true;
        }
        return QTableView::event(event);
    }
    void keyPressEvent(QKeyEvent* event) override {
        if (event->matches(QKeySequence::Copy))
            m_copy();
        else
            QTableView::keyPressEvent(event);
    }

private:
    const std::function<void()> m_copy;
};

/// Elides names in the middle, because their end matters too.
class NameDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideMiddle;
    }
};

} // namespace

LogPage::LogPage(QWidget* parent)
    : QWidget(parent)
    , m_model(new LogModel(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildBar());

    auto* splitter = new QSplitter(this);
    splitter->setChildrenCollapsible(false);
    auto* lines = new QWidget(splitter);
    m_stack = new QStackedLayout(lines);
    m_empty = makeEmptyLabel({}, lines);
    m_stack->addWidget(m_empty);
    m_table = new LogTable([this] { copy(); }, lines);
    m_table->setObjectName(QStringLiteral("log"));
    m_table->setAccessibleName(tr("Log"));
    m_table->setModel(m_model);
    m_table->setItemDelegateForColumn(LogModel::SourceColumn, new NameDelegate(m_table));
    m_table->setFrameShape(QFrame::NoFrame);
    setTableLook(*m_table, {});
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setTextElideMode(Qt::ElideRight);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    const QFontMetrics metrics(theme::monospaceFont());
    m_table->setColumnWidth(LogModel::TimeColumn,
                            metrics.horizontalAdvance(QStringLiteral("00:00:00.000")) + 2 * theme::grid);
    m_table->setColumnWidth(LogModel::LevelColumn, 88);
    m_table->setColumnWidth(LogModel::SourceColumn, 176);
    m_stack->addWidget(m_table);

    m_whole = new QPlainTextEdit(splitter);
    m_whole->setObjectName(QStringLiteral("log-line"));
    m_whole->setAccessibleName(tr("Selected line"));
    m_whole->setReadOnly(true);
    m_whole->setFrameShape(QFrame::NoFrame);
    m_whole->setFont(theme::monospaceFont());
    m_whole->setWordWrapMode(QTextOption::WrapAnywhere);
    m_whole->setPlaceholderText(tr("Select a line to see its full text."));
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({800, 400});
    column->addWidget(splitter, 1);

    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &LogPage::showChosen);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &LogPage::showChosen);
    connect(m_model, &QAbstractItemModel::modelReset, this, &LogPage::showChosen);
    showCount();
}

QWidget* LogPage::buildBar() {
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(theme::grid, theme::grid / 2, theme::grid, theme::grid / 2);
    row->setSpacing(theme::grid);
    m_level = new QComboBox(bar);
    m_level->setObjectName(QStringLiteral("log-level"));
    m_level->setAccessibleName(tr("Minimum level"));
    m_level->addItem(tr("Errors only"), int(LogLevel::Error));
    m_level->addItem(tr("Warnings and above"), int(LogLevel::Warning));
    m_level->addItem(tr("Info and above"), int(LogLevel::Info));
    m_level->addItem(tr("Debug and above"), int(LogLevel::Debug));
    m_level->addItem(tr("Everything"), int(LogLevel::Trace));
    m_level->setCurrentIndex(2);
    connect(m_level, &QComboBox::currentIndexChanged, this, [this] {
        m_model->setMinimumLevel(LogLevel(m_level->currentData().toInt()));
        m_table->scrollToBottom();
        showCount();
    });
    row->addWidget(m_level);
    m_search = new QLineEdit(bar);
    m_search->setObjectName(QStringLiteral("log-filter"));
    m_search->setAccessibleName(tr("Text to find"));
    m_search->setPlaceholderText(tr("Show only lines that contain this text"));
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(400);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_model->setSearchText(text);
        m_table->scrollToBottom();
        showCount();
    });
    row->addWidget(m_search, 1);
    row->addStretch(1);
    m_count = new QLabel(bar);
    m_count->setObjectName(QStringLiteral("log-count"));
    m_count->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(m_count);
    const auto add = [&](const QString& text, const QString& tip, auto slot) {
        auto* button = new QToolButton(bar);
        button->setText(text);
        button->setToolTip(tip);
        button->setProperty("flat", QStringLiteral("segment"));
        connect(button, &QToolButton::clicked, this, slot);
        row->addWidget(button);
        return button;
    };
    m_copy = add(tr("Copy"), tr("Copy the selected lines, or all shown lines"), [this] { copy(); });
    m_copy->setObjectName(QStringLiteral("log-copy"));
    add(tr("Clear"), tr("Clear all lines"), [this] {
        m_model->clear();
        showCount();
    });
    return bar;
}

void LogPage::append(const session::LogBatch& batch) {
    const QScrollBar* bar = m_table->verticalScrollBar();
    const bool isAtEnd = bar->value() >= bar->maximum();
    m_model->append(batch);
    if (isAtEnd)
        m_table->scrollToBottom();
    showCount();
}

void LogPage::showCount() {
    const QLocale locale;
    QString text =
        m_model->rowCount() == m_model->kept()
            ? tr("%1 lines", nullptr, int(m_model->kept())).arg(locale.toString(m_model->kept()))
            : tr("%1 of %2 lines").arg(locale.toString(m_model->rowCount()), locale.toString(m_model->kept()));
    if (m_model->dropped() > 0)
        text += tr(" · %1 older lines dropped").arg(locale.toString(m_model->dropped()));
    m_count->setText(text);
    m_copy->setEnabled(m_model->rowCount() > 0);
    m_empty->setText(m_model->kept() > 0 ? tr("No line matches the filter.")
                                         : tr("Messages of the engine and the providers appear here."));
    m_stack->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0);
}

void LogPage::showChosen() {
    const QModelIndex current = m_table->currentIndex();
    QString text;
    if (current.isValid()) {
        const session::LogLine& line = m_model->line(current.row());
        text = line.text;
        if (!line.fields.isEmpty())
            text += QStringLiteral("\n\n") + line.fields.join(u'\n');
    }
    if (m_whole->toPlainText() != text)
        m_whole->setPlainText(text);
}

void LogPage::copy() {
    QList<int> rows;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        rows.append(index.row());
    std::sort(rows.begin(), rows.end());
    if (rows.isEmpty())
        for (int row = 0; row < m_model->rowCount(); ++row)
            rows.append(row);
    QApplication::clipboard()->setText(m_model->text(rows));
}

} // namespace planlens::widgets
