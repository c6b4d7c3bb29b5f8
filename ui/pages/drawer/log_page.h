// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/log_line.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace planlens::models {
class LogModel;
}

namespace planlens::widgets {

/// The last log lines of providers and the engine, filtered by level and words, with details of the selected one.
class LogPage final : public QWidget {
    Q_OBJECT
public:
    explicit LogPage(QWidget* parent = nullptr);

    void append(const session::LogBatch& batch);
    const models::LogModel& model() const { return *m_model; }
    /// Copies the selected lines, or all if none is selected.
    void copy();

private:
    QWidget* buildBar();
    void showCount();
    void showChosen();

    models::LogModel* m_model;
    QComboBox* m_level = nullptr;
    QLineEdit* m_search = nullptr;
    QLabel* m_count = nullptr;
    QToolButton* m_copy = nullptr;
    QStackedLayout* m_stack = nullptr;
    QLabel* m_empty = nullptr;
    QTableView* m_table = nullptr;
    QPlainTextEdit* m_whole = nullptr;
};

} // namespace planlens::widgets
