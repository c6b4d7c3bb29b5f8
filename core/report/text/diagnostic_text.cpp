// SPDX-License-Identifier: MPL-2.0
#include "core/report/text/diagnostic_text.h"

#include "core/hcl/function.h"
#include "core/report/text/diff_text.h"
#include "core/report/text/terminal_text.h"
#include "core/values/comparison.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

namespace planlens::report {

namespace {

using diags::Diagnostic;
using diags::Severity;

/// Returns the text of the snippet with its highlighted part underlined.
std::string highlighted(const diags::Snippet& snippet, Color color) {
    const std::string_view code = snippet.code;
    const std::size_t start = std::min(snippet.highlightStart, code.size());
    std::size_t end = std::min(snippet.highlightEnd, code.size());
    if (end < start)
        end = std::min(start + 1, code.size());
    std::string out = withVisibleControls(code.substr(0, start));
    const std::string part = withVisibleControls(code.substr(start, end - start));
    out += color == Color::On ? "\033[4m" + part + "\033[0m" : part;
    out += withVisibleControls(code.substr(end));
    if (color == Color::On)
        out += "\033[0m";
    return out;
}

void appendNumberedLines(std::string& out, std::string_view code, std::uint32_t line) {
    while (true) {
        const std::size_t end = code.find('\n');
        out += fmt::format("{:4}: {}\n", line++, code.substr(0, end));
        if (end == std::string_view::npos)
            return;
        code.remove_prefix(end + 1);
    }
}

/// Returns the names of all parameters; the last one with dots if it is variadic.
std::string parameterNames(const hcl::Signature& signature) {
    std::string text;
    const char* separator = "";
    for (const hcl::Parameter& parameter : signature.parameters) {
        text += separator + parameter.name;
        separator = ", ";
    }
    if (signature.variadic)
        text += separator + signature.variadic->name + "...";
    return text;
}

void appendValues(std::string& out, const Diagnostic& diagnostic, Color color) {
    const bool hasSignature = diagnostic.functionCall && diagnostic.functionCall->signature;
    if (diagnostic.values.empty() && !hasSignature)
        return;
    out += colored("    [dark_gray]├────────────────[reset]\n", color);
    const std::string rule = color == Color::On ? "    \033[90m│\033[0m " : "    │ ";
    const auto bold = [&](const std::string& text) { return color == Color::On ? "\033[1m" + text + "\033[0m" : text; };
    const std::string_view end = color == Color::On ? "\033[0m" : "";
    if (hasSignature) {
        out += fmt::format("{}while calling {}({}{})\n", rule, bold(diagnostic.functionCall->calledAs), end,
                           parameterNames(*diagnostic.functionCall->signature));
    }
    std::vector<diags::ExpressionValue> values = diagnostic.values;
    std::stable_sort(values.begin(), values.end(),
                     [](const auto& a, const auto& b) { return a.traversal < b.traversal; });
    for (const diags::ExpressionValue& value : values)
        out += fmt::format("{}{} {}\n{}", rule, bold(value.traversal), value.statement, end);
}

void appendDifference(std::string& out, const Diagnostic& diagnostic, const TextOptions& options) {
    if (!diagnostic.comparison)
        return;
    DiffTextOptions inner(options);
    inner.showSensitive = false;
    const std::string text =
        "    " + diffText(diff::ofValues(diagnostic.comparison->left, diagnostic.comparison->right), 0, inner);
    const Color color = options.color;
    out += colored("    [dark_gray]├────────────────[reset]\n    [dark_gray]│[reset] [bold]Diff: [reset]", color);
    std::string_view rest = text;
    while (true) {
        const std::size_t end = rest.find('\n');
        out += colored("\n    [dark_gray]│[reset] ", color);
        out += rest.substr(0, end);
        if (end == std::string_view::npos)
            break;
        rest.remove_prefix(end + 1);
    }
    out += '\n';
}

void appendSource(std::string& out, const Diagnostic& diagnostic, const diags::Sources& sources,
                  const TextOptions& options) {
    if (!diagnostic.address.empty())
        out += fmt::format("  with {},\n", diagnostic.address);
    const auto range = diags::highlightRange(diagnostic);
    if (!range)
        return;
    const std::string file = withVisibleControls(range->filename.str());
    if (const auto snippet = diags::snippet(diagnostic, sources)) {
        const std::string context = snippet->context ? ", in " + safeText(*snippet->context, options) : std::string();
        out += fmt::format("  on {} line {}{}:\n", file, range->start.line, context);
        appendNumberedLines(out, highlighted(*snippet, options.color), snippet->startLine);
        appendValues(out, diagnostic, options.color);
        appendDifference(out, diagnostic, options);
    } else {
        out += fmt::format("  on {} line {}:\n  (source code not available)\n", file, range->start.line);
    }
    out += '\n';
}

std::string plainText(const Diagnostic& diagnostic, const diags::Sources& sources, const TextOptions& options) {
    std::string out = diagnostic.severity == Severity::Error ? "\nError: " : "\nWarning: ";
    out += safeText(diagnostic.summary, options) + "\n\n";
    appendSource(out, diagnostic, sources, options);
    if (!diagnostic.detail.empty())
        out += wordWrapped(safeText(diagnostic.detail, options), options.width) + "\n";
    return out;
}

std::string ruledText(const Diagnostic& diagnostic, const diags::Sources& sources, const TextOptions& options) {
    const std::string_view hue = diagnostic.severity == Severity::Error ? "red" : "yellow";
    const auto rule = [&](std::string_view sign) {
        return colored(fmt::format("[{}]{}[reset]", hue, sign), Color::On);
    };
    std::string text =
        colored(fmt::format("[bold][{}]{}: [reset]", hue, diagnostic.severity == Severity::Error ? "Error" : "Warning"),
                Color::On);
    text += "\033[1m" + withVisibleControls(diagnostic.summary) + "\033[0m\n\n\033[0m";
    TextOptions safe = options;
    safe.isTerminal = true; // only terminals have colors
    appendSource(text, diagnostic, sources, safe);
    if (!diagnostic.detail.empty())
        text += wordWrapped(withVisibleControls(diagnostic.detail), options.width > 3 ? options.width - 2 : 0) + "\n";

    std::string out = rule("╷") + "\n";
    const std::string bar = colored(fmt::format("[{}]│[reset] ", hue), Color::On);
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t end = rest.find('\n');
        const std::string_view line = rest.substr(0, end);
        out += bar;
        out += line;
        out += '\n';
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    return out + rule("╵") + "\n";
}

/// Files in fewer nested directories come first.
auto placeOf(const Diagnostic& diagnostic) {
    const diags::SourceRange range = diagnostic.subject.value_or(diags::SourceRange{});
    const std::string& file = range.filename.str();
    return std::tuple(diagnostic.severity == Severity::Error, !range.isEmpty(),
                      std::count(file.begin(), file.end(), '/'), file, range.start.byte, range.end.byte);
}

} // namespace

std::string diagnosticText(const Diagnostic& diagnostic, const diags::Sources& sources, const TextOptions& options) {
    return options.color == Color::On ? ruledText(diagnostic, sources, options)
                                      : plainText(diagnostic, sources, options);
}

diags::Diagnostics sortedForPrinting(diags::Diagnostics diagnostics) {
    std::vector<Diagnostic> list(diagnostics.begin(), diagnostics.end());
    std::stable_sort(list.begin(), list.end(),
                     [](const Diagnostic& a, const Diagnostic& b) { return placeOf(a) < placeOf(b); });
    diags::Diagnostics sorted;
    for (Diagnostic& diagnostic : list)
        sorted.append(std::move(diagnostic));
    return sorted;
}

} // namespace planlens::report
