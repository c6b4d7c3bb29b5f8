// SPDX-License-Identifier: MPL-2.0
#pragma once

namespace planlens::report {

/// Whether texts carry terminal escape sequences.
enum class Color { Off, On };

/// How texts for people are laid out.
struct TextOptions {
    Color color = Color::Off;
    /// Columns to wrap sentences at, as the reference assumes where there is no terminal. 0 or 1: no wrapping.
    int width = 78;
    /// Prints sensitive values in clear (`-show-sensitive`).
    bool showSensitive = false;
    /// Leaves out which commands to run next (TF_IN_AUTOMATION).
    bool runningInAutomation = false;
};

} // namespace planlens::report
