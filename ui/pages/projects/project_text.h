// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/reports/summary.h"

#include <QString>

namespace planlens::widgets {

/// Returns the same change in many projects as HTML: the differences first, then the attributes and the projects. Links
/// to projects have their index in the fragment.
QString groupHtml(const projects::ChangeGroup& group, const projects::Summary& summary);
/// Returns the result of a project as HTML: verdict, errors, findings and changes.
QString projectHtml(const projects::ReportedProject& project);

} // namespace planlens::widgets
