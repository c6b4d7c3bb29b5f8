// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/reports/summary.h"

#include <QWidget>

#include <memory>

class QLabel;
class QTableView;

namespace planlens::models {
class RowsModel;
}

namespace planlens::widgets {

class TrendPlot;

/// The history of all projects: plots of drift and of the durations of plans, and a table with the same numbers.
class TrendView final : public QWidget {
    Q_OBJECT
public:
    explicit TrendView(QWidget* parent = nullptr);

    /// `results` is the address of RESULTS, for the text that describes how to get a history.
    void setSummary(std::shared_ptr<const projects::Summary> summary, const QString& results);

private:
    void select(int point);
    int rowOf(int point) const;

    std::shared_ptr<const projects::Summary> m_summary;
    models::RowsModel* m_rows; // newest first
    QLabel* m_empty;
    QWidget* m_content;
    TrendPlot* m_drift;
    TrendPlot* m_durations;
    QTableView* m_table;
};

} // namespace planlens::widgets
