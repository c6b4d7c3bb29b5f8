// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

class QPalette;

namespace planlens::plans {
struct Plan;
struct ResourceInstanceChange;
}

namespace planlens::widgets {

/// Why a change is planned, as rich text: the sentence, whose doing it is and where that stands in the configuration, the
/// way back to its root, and what stays as it is. Links lead to other changes ("#address")
/// and to lines of the configuration ("edit:file#line").
QString whyHtml(const plans::Plan& plan, const plans::ResourceInstanceChange& change, const QPalette& palette);

} // namespace planlens::widgets
