// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QSet>
#include <QString>

namespace planlens::plans {
struct Plan;
}
namespace planlens::session {
struct Result;
}

namespace planlens::widgets {

/// Returns an overview of a plan as rich text: the number of changes by action, findings with the worst first, failed
/// checks, objects that changed outside of OpenTofu, and the changes of each module. Links lead to changes
/// ("#address"). The result must have a plan. `shown` are the addresses of the changes that a filter shows, and the
/// overview is limited to them; null: all.
QString overviewHtml(const session::Result& result, const QSet<QString>* shown = nullptr);
/// Returns the same for one module and the modules below it: its verdict, findings, and changes, worst first.
QString moduleHtml(const session::Result& result, const QString& module, const QSet<QString>* shown = nullptr);
/// Returns one sentence for a plan without resource changes: what was compared, and whether it is the same.
QString noChangesText(const plans::Plan& plan);

} // namespace planlens::widgets
