// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/export.h"

#include <QString>

#include <memory>
#include <vector>

namespace planlens::exporting {

/// The export formats.
enum class ExportFormat { Html, Markdown, Pdf, Svg, Png, Mermaid, Dot, Json, Sarif, Junit };

/// Writes a plan with its findings and extras to a file atomically; secrets are masked in every format. Slow; do not
/// call it on the GUI thread. Returns the error message, or an empty text.
QString writeExport(const plans::Plan& plan, const std::vector<risk::Finding>& findings, ExportFormat format,
                    const QString& file, const report::Extras& extras = {});

} // namespace planlens::exporting
