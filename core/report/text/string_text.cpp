// SPDX-License-Identifier: MPL-2.0
#include "core/report/text/string_text.h"

#include "core/diff/lines.h"
#include "core/report/text/terminal_text.h"
#include "core/values/text/quoted.h"
#include "core/values/text/trimmed.h"

#include <fmt/core.h>

namespace planlens::report {

using diff::Diff;
using diff::Primitive;
using plans::Action;

namespace {

/// One side of a string.
struct Side {
    bool isNull = true;
    bool isMultiline = false;
    std::string text;
    std::string simple; // on one line
};

Side sideOf(const diff::Scalar& scalar, const DiffTextOptions& options) {
    const auto* string = std::get_if<std::string>(&scalar);
    if (!string)
        return {true, false, nullText(options), nullText(options)};
    const bool multiline = string->find('\n') != std::string::npos;
    return {false, multiline, multiline ? std::string(values::trimmed(*string)) : *string, values::quoted(*string)};
}

std::string jsonText(const Diff& inner, const Diff& diff, int indent, const DiffTextOptions& options) {
    DiffTextOptions innerOptions = handedDown(options);
    innerOptions.hideNullSuffix = true;
    Action symbol = diff.action == Action::Create || diff.action == Action::Delete ? Action::NoOp : diff.action;
    std::string whitespace;
    std::string replace;
    if (inner.action == Action::NoOp && diff.action == Action::Update) {
        whitespace = diff.forcesReplacement ? " # whitespace changes force replacement" : " # whitespace changes";
        innerOptions.showUnchangedChildren = true;
        symbol = Action::NoOp;
    } else {
        replace = replaceSuffix(diff.forcesReplacement, options);
    }
    const std::string text = diffText(inner, indent + 1, innerOptions);
    if (text.find('\n') == std::string::npos)
        return fmt::format("jsonencode({}){}{}", text, whitespace, replace);
    return fmt::format("jsonencode({}\n{}{}{}{}\n{}{}){}", whitespace, indentation(indent + 1),
                       symbolColumn(symbol, options), text, replace, indentation(indent),
                       symbolColumn(Action::NoOp, options), nullSuffix(diff.action, options));
}

std::string linesText(const std::string& before, const std::string& after, const Diff& diff, int indent,
                      const DiffTextOptions& options) {
    std::string out = "<<-EOT" + replaceSuffix(diff.forcesReplacement, options) + "\n";
    for (const diff::Line& line : diff::compareLines(before, after))
        out += indentation(indent + 1) + symbolColumn(line.action, options) + safeText(line.text, options) + "\n";
    return out + indentation(indent) + symbolColumn(Action::NoOp, options) + "EOT" + nullSuffix(diff.action, options);
}

std::string oneSideText(const Side& side, const Diff& diff, int indent, const DiffTextOptions& options) {
    if (side.isMultiline)
        return linesText(side.text, side.text, diff, indent, options);
    const std::string suffix =
        side.isNull ? std::string() : nullSuffix(diff.action, options); // "null -> null" has no meaning
    return side.simple + suffix + replaceSuffix(diff.forcesReplacement, options);
}

/// Returns a change from JSON to other text or back.
std::string formChangeText(const Primitive& text, int indent, const DiffTextOptions& options) {
    DiffTextOptions inner = options;
    inner.hideNullSuffix = true;
    const Diff before{Action::Delete, false, Primitive{text.type, text.before, {}}};
    const Diff after{Action::Create, false, Primitive{text.type, {}, text.after}};
    return fmt::format("{} {} {}", diffText(before, indent, inner), arrow(options), diffText(after, indent, inner));
}

} // namespace

std::string stringText(const Primitive& text, const Diff& diff, int indent, const DiffTextOptions& options) {
    if (text.json)
        return jsonText(*text.json, diff, indent, options);
    if (const auto inner = diff::ofJsonText(text, diff.action))
        return jsonText(*inner, diff, indent, options);
    if (diff.action == Action::Create || diff.action == Action::NoOp)
        return oneSideText(sideOf(text.after, options), diff, indent, options);
    if (diff.action == Action::Delete)
        return oneSideText(sideOf(text.before, options), diff, indent, options);
    if (diff::isJsonText(text.before) || diff::isJsonText(text.after))
        return formChangeText(text, indent, options);
    const Side before = sideOf(text.before, options);
    const Side after = sideOf(text.after, options);
    if (!before.isMultiline && !after.isMultiline)
        return fmt::format("{} {} {}{}", before.simple, arrow(options), after.simple,
                           replaceSuffix(diff.forcesReplacement, options));
    return linesText(before.text, after.text, diff, indent, options);
}

} // namespace planlens::report
