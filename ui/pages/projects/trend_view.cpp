// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/projects/trend_view.h"

#include "ui/basics/text.h"
#include "ui/controls/table_look.h"
#include "ui/language/words.h"
#include "ui/models/rows_model.h"
#include "ui/pages/projects/trend_plot.h"
#include "ui/theme/theme.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include <cmath>

namespace planlens::widgets {

namespace {

QString durationText(double seconds) {
    return language::durationText(qint64(seconds * 1000));
}

} // namespace

TrendView::TrendView(QWidget* parent)
    : QWidget(parent)
    , m_rows(new models::RowsModel({tr("Planned"), tr("Projects with drift"), tr("Duration"), tr("Longest")}, {}, this))
    , m_empty(new QLabel(this))
    , m_content(new QWidget(this))
    , m_drift(new TrendPlot(
          tr("Projects with drift"), [](double value) { return QString::number(std::lround(value)); }, m_content))
    , m_durations(new TrendPlot(tr("Duration of planning all projects"), durationText, m_content))
    , m_table(makeTable(m_rows, tr("History"), {152, 144, 96}, m_content)) {
    setObjectName(QStringLiteral("project-history"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_empty->setObjectName(QStringLiteral("project-history-empty"));
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setWordWrap(true);
    m_empty->setMargin(4 * theme::grid);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_drift->setObjectName(QStringLiteral("drift-plot"));
    m_durations->setObjectName(QStringLiteral("duration-plot"));
    m_table->setObjectName(QStringLiteral("project-trend"));
    auto* plots = new QHBoxLayout;
    plots->setSpacing(theme::grid);
    plots->addWidget(m_drift);
    plots->addWidget(m_durations);
    auto* column = new QVBoxLayout(m_content);
    column->setContentsMargins(0, theme::grid, 0, 0);
    column->setSpacing(theme::grid);
    column->addLayout(plots);
    column->addWidget(m_table, 1);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_content, 1);
    all->addWidget(m_empty, 1);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                const int point = current.isValid() ? rowOf(current.row()) : -1;
                m_drift->setCurrent(point);
                m_durations->setCurrent(point);
            });
    connect(m_drift, &TrendPlot::chosen, this, &TrendView::select);
    connect(m_durations, &TrendPlot::chosen, this, &TrendView::select);
}

/// Rows and points are in opposite orders.
int TrendView::rowOf(int point) const {
    return m_rows->rowCount() - 1 - point;
}

void TrendView::select(int point) {
    m_table->setCurrentIndex(m_rows->index(rowOf(point), 0));
}

void TrendView::setSummary(std::shared_ptr<const projects::Summary> summary, const QString& results) {
    m_summary = std::move(summary);
    const std::vector<projects::TrendPoint>& trend = m_summary->trend;
    QVector<models::Row> rows;
    QVector<TrendPlot::Point> drift, durations;
    for (const projects::TrendPoint& point : trend) {
        drift.append({point.time, double(point.drifted)});
        durations.append({point.time, point.seconds});
        const QString longest = point.longest > 0
                                    ? tr("%1 (%2)").arg(durationText(point.longest),
                                                        qstring(m_summary->projects[point.longestProject].name))
                                    : QString();
        rows.prepend({{language::momentText(QDateTime::fromSecsSinceEpoch(point.time)),
                       tr("%1 of %2").arg(point.drifted).arg(point.projects), durationText(point.seconds), longest},
                      {},
                      {},
                      models::Row::Severity::Plain});
    }
    m_rows->setRows(std::move(rows));
    m_drift->setPoints(std::move(drift));
    m_durations->setPoints(std::move(durations));
    const bool hasHistory = trend.size() > 1;
    m_content->setVisible(hasHistory);
    m_empty->setVisible(!hasHistory);
    m_empty->setText(
        (trend.empty() ? tr("There is no result yet.") : tr("There is only one result so far.")) %
        QStringLiteral("\n\n") %
        tr("Planning into the same directory or object store adds to the history, which shows since when objects drift "
           "and how long planning took. To find drift every night, run:") %
        QStringLiteral("\n\nplanlens-cli projects plan -mode=refresh-only -out=%1").arg(results));
}

} // namespace planlens::widgets
