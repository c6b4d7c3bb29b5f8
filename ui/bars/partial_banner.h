// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;

namespace planlens::widgets {

/// Shown while targets or exclusions are set; lists the changes that they omit from the plan.
class PartialBanner final : public QWidget {
    Q_OBJECT
public:
    explicit PartialBanner(QWidget* parent = nullptr);

    /// Sets the omitted changes, one per line; `text` introduces them.
    void setLeftOut(const QString& text, const QStringList& lines);

Q_SIGNALS:
    /// Requests removing targets and exclusions.
    void everythingRequested();

private:
    QLabel* m_text;
    QPushButton* m_showList;
    QListWidget* m_list;
};

} // namespace planlens::widgets
