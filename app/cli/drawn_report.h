// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/interrupts.h"
#include "core/diags/diagnostic.h"
#include "core/report/export.h"

#include <string>
#include <string_view>

namespace planlens::cli {

/// Whether reports of this name, png and pdf, are drawn: with fonts, which this program does without.
bool isDrawn(std::string_view format);
/// The bytes of the file, as the `planlens` beside this program draws them; an error where it is not installed.
diags::Result<std::string> drawn(std::string_view format, const report::Drawable& drawable,
                                 const Interrupts& interrupts);

} // namespace planlens::cli
