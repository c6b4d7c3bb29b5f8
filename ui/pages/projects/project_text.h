// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/reports/summary.h"

#include <QString>
#include <QStringList>

namespace planlens::widgets {

/// The path of links that plan the shown projects again. The fragment is the mode.
inline constexpr const char* planLink = "plan";
/// Whether groups link to planning their projects again.
enum class PlanLinks { Shown, Hidden };
/// "40 projects: 36 with changes, 4 failed".
QString headlineText(const projects::Summary& summary);
/// How many objects all plans that are not applied yet would change, by action; empty: none.
QString totalsText(const projects::Summary& summary);
/// Joins the first texts, and says how many more there are. Thousands of projects can have as many.
QString joinedFirst(const QStringList& texts, qsizetype most, const QString& separator);
/// The action of a group: "update"; "changed" or "gone" for drift, "changed" for outputs.
QString actionText(const projects::ChangeGroup& group);
/// Returns the same change in many projects as HTML: the differences first, then the attributes and the projects, and
/// for drift since when it exists and what undoes it. Links to projects have their index in the fragment.
QString groupHtml(const projects::ChangeGroup& group, const projects::Summary& summary, PlanLinks links);
/// Returns the result of a project as HTML: verdict, errors, findings, changes, drift and history.
QString projectHtml(const projects::ReportedProject& project);

} // namespace planlens::widgets
