// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QElapsedTimer>
#include <QTreeView>

namespace planlens::widgets {

/// The list of changes. Typing jumps to the next row whose address contains the typed text. Resource instances are
/// unfolded to their attributes only on request; otherwise the change page shows the attributes.
class ChangeList final : public QTreeView {
    Q_OBJECT
public:
    explicit ChangeList(QWidget* parent = nullptr);

    void setUnfoldsResources(bool isOn) { m_unfoldsResources = isOn; }
    bool canUnfold(const QModelIndex& index) const;
    void keyboardSearch(const QString& text) override;

protected:
    void focusInEvent(QFocusEvent* event) override;
    /// Omits the arrows of rows that cannot be expanded.
    void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;

private:
    bool m_unfoldsResources = false;
    QString m_typed;
    QElapsedTimer m_sinceTyped;
};

} // namespace planlens::widgets
