// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/document.h"
#include "core/report/markdown.h"
#include "core/risk/findings.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace planlens::plans {
struct Plan;
}
namespace planlens::report {

/// The text formats of reports.
enum class Format { Html, Markdown, Svg, Mermaid, Dot, Text, Json, Sarif, Junit };
/// Finds a format by its name on the command line: html, markdown, svg, mermaid, dot, text, json, sarif, junit.
std::optional<Format> formatNamed(std::string_view name);

/// Returns a plan in a text format. Secrets of the plan are masked. The limit applies to Markdown.
std::string exported(const plans::Plan& plan, Format format, std::span<const risk::Finding> findings,
                     std::size_t limit = commentLimit, const Extras& extras = {});

/// Inputs for PDF and PNG output by a program with fonts: the graph, and the text as written by `printable`. On a light
/// background; secrets are masked.
struct Drawable {
    std::string svg, text;
};
Drawable drawable(const plans::Plan& plan, std::span<const risk::Finding> findings, const Extras& extras = {});

} // namespace planlens::report
