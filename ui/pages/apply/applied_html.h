// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

namespace planlens::session {
struct ApplyReport;
}

namespace planlens::widgets {

/// Returns the report of an apply as rich text: complete errors and warnings, and the output values. Empty if there is
/// nothing. The texts of the report are already masked. Links lead to changes ("#address") and places
/// ("edit:file#line"), and copy the output with an index ("copy:0"); sensitive outputs have no link.
QString appliedHtml(const session::ApplyReport& report);

} // namespace planlens::widgets
