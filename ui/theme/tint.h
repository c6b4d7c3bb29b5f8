// SPDX-License-Identifier: MPL-2.0
#pragma once

class QWidget;

namespace planlens::theme {

/// The ground of a stripe across the window, or the colour of what is written. The style sheet has them by these
/// numbers.
enum class Tint { None, NoticeGround, WarningGround, WarningText, ErrorText };
/// Gives a widget a tint, in each scheme its own, until it gets another.
void setTint(QWidget& widget, Tint tint);

} // namespace planlens::theme
