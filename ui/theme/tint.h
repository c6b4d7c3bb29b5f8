// SPDX-License-Identifier: MPL-2.0
#pragma once

class QWidget;

namespace planlens::theme {

/// The background of a banner or the color of a text. The style sheet refers to these numbers.
enum class Tint { None, NoticeGround, WarningGround, WarningText, ErrorText, DimText };
/// Sets the tint of a widget; its color depends on the scheme.
void setTint(QWidget& widget, Tint tint);

} // namespace planlens::theme
