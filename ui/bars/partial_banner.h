// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;

namespace planlens::widgets {

/// Stands for as long as targets or exclusions are in force, and says what they keep out of the plan.
class PartialBanner final : public QWidget {
    Q_OBJECT
public:
    explicit PartialBanner(QWidget* parent = nullptr);

    /// A line for each thing that is left out; `text` says what they are.
    void setLeftOut(const QString& text, const QStringList& lines);

Q_SIGNALS:
    /// Targets and exclusions are to go.
    void everythingRequested();

private:
    QLabel* m_text;
    QPushButton* m_showList;
    QListWidget* m_list;
};

} // namespace planlens::widgets
