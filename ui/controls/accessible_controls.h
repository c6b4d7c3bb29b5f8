// SPDX-License-Identifier: MPL-2.0
#pragma once

namespace planlens::widgets {

/// Corrects what Qt tells assistive technology: combo boxes are named by their label and value, not by the value alone,
/// and exclusive tool buttons are radio buttons, not check boxes. Can be called repeatedly.
void installControlAccessibility();

} // namespace planlens::widgets
