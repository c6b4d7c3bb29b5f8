// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QToolButton>

namespace planlens::widgets {

/// A tool button of an exclusive group, which Qt takes for a check box.
class RadioToolButton final : public QToolButton {
    Q_OBJECT
public:
    using QToolButton::QToolButton;
};

/// Corrects names and roles that Qt reports to assistive technology: combo boxes are named by their label and value,
/// not by the value alone, RadioToolButton is a radio button, tab widgets are windows or named groups, and a main
/// window in a tab is not a window. Can be called repeatedly.
void installControlAccessibility();

} // namespace planlens::widgets
