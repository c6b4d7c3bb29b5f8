// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/reports/summary.h"

#include <QAbstractScrollArea>
#include <QVector>

#include <memory>
#include <utility>

namespace planlens::widgets {

/// A picture of all projects: one tile each, sized by its number of resources, in the color of its most severe action.
class TilesView final : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit TilesView(QWidget* parent = nullptr);

    void setSummary(std::shared_ptr<const projects::Summary> summary);
    void setCurrent(int project);

Q_SIGNALS:
    void chosen(int project);
    void activated(int project);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void arrange();
    int arrange(double scale);
    int projectAt(const QPoint& position) const;

    std::shared_ptr<const projects::Summary> m_summary;
    QVector<QRect> m_tiles;                        // by project
    QVector<std::pair<QRect, QString>> m_headings; // directories
    int m_current = -1;
};

} // namespace planlens::widgets
