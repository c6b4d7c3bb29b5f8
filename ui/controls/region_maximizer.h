// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QObject>
#include <QVector>

class QWidget;

namespace planlens::widgets {

/// Shows one region of a window alone, and all of them again. A double click on the title of a pane (see pane.h) does
/// the same.
class RegionMaximizer final : public QObject {
    Q_OBJECT
public:
    /// `regions` have panes below them, or are panes; hiding the others gives a region their space.
    RegionMaximizer(QVector<QWidget*> regions, QWidget* parent);

    /// Maximizes the region that contains a widget, or restores the regions if one is maximized.
    void toggle(const QWidget* inRegion);
    /// Shows the hidden regions again.
    void restore();
    bool isMaximized() const { return !m_hidden.isEmpty(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QVector<QWidget*> m_regions;
    QVector<QWidget*> m_hidden; // by the last toggle()
};

} // namespace planlens::widgets
