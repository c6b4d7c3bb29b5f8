// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QElapsedTimer>
#include <QTreeView>

namespace planlens::widgets {

/// A tree in which typing jumps to the next row whose address contains the typed text.
class ChangeList final : public QTreeView {
    Q_OBJECT
public:
    using QTreeView::QTreeView;

    void keyboardSearch(const QString& text) override;

private:
    QString m_typed;
    QElapsedTimer m_sinceTyped;
};

} // namespace planlens::widgets
