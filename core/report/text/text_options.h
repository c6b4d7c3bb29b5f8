// SPDX-License-Identifier: MPL-2.0
#pragma once

namespace planlens::report {

/// Whether texts contain terminal escape sequences.
enum class Color { Off, On };

/// Layout options of printed texts.
struct TextOptions {
    Color color = Color::Off;
    /// The column at which sentences are wrapped; the default is that of OpenTofu without a terminal. 0 or 1: no
    /// wrapping.
    int width = 78;
    /// The text is for a terminal: control characters in values and messages are replaced by visible symbols.
    bool isTerminal = false;
    /// Prints sensitive values unmasked (`-show-sensitive`).
    bool showSensitive = false;
    /// Omits hints about the next command to run (TF_IN_AUTOMATION).
    bool runningInAutomation = false;
};

} // namespace planlens::report
