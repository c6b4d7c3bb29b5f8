// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/interrupts.h"
#include "core/diags/diagnostic.h"
#include "core/report/export.h"

#include <string>
#include <string_view>

namespace planlens::cli {

/// Whether a format, png or pdf, needs fonts, which this program does not have.
bool isDrawn(std::string_view format);
/// The contents of the file, drawn by the `planlens` next to this program; an error if it is not installed.
diags::Result<std::string> drawn(std::string_view format, const report::Drawable& drawable,
                                 const Interrupts& interrupts);

} // namespace planlens::cli
