// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

class QPalette;

namespace planlens::plans {
struct Plan;
struct ResourceInstanceChange;
} // namespace planlens::plans

namespace planlens::risk {
struct LikelyMove;
}

namespace planlens::widgets {

/// Why a change is planned, as rich text: the sentence, whose doing it is and where that stands in the configuration,
/// the way back to its root, what stays as it is, and the block that makes a move of it where it looks to be a side of
/// one. Links lead to other changes ("#address"), to lines of the configuration ("edit:file#line"), to a configuration
/// that was generated
/// ("generated:") and to what copies the block ("copy:").
QString whyHtml(const plans::Plan& plan, const plans::ResourceInstanceChange& change, const QPalette& palette,
                const risk::LikelyMove* move = nullptr);

} // namespace planlens::widgets
