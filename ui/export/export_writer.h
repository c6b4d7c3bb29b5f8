// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/export.h"

#include <QString>

#include <memory>
#include <vector>

namespace planlens::exporting {

/// What a plan can be written as.
enum class ExportFormat { Html, Markdown, Pdf, Svg, Png, Mermaid, Dot };

/// Writes a plan into a file, whole or not at all; secrets are masked in every format. Takes its time: not for the GUI
/// thread. Answers what went wrong; empty where nothing did.
QString writeExport(const plans::Plan& plan, const std::vector<risk::Finding>& findings, ExportFormat format,
                    const QString& file, const plans::TerraformParts* terraform = nullptr);

} // namespace planlens::exporting
