// SPDX-License-Identifier: MPL-2.0
#include "core/report/text/output_text.h"

#include "core/report/text/terminal_text.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

namespace planlens::report {

namespace {

using values::Mark;
using values::Type;
using values::Value;

std::string line(std::size_t indent) {
    return "\n" + std::string(indent, ' ');
}

std::string nullText(Type type) {
    if (type.isDynamic())
        return "null";
    if (type.isPrimitive())
        return fmt::format("to{}(null)", type.friendlyName());
    if (type.isList() || type.isSet() || type.isMap())
        return fmt::format("to{}(null) /* of {} */",
                           type.isList()  ? "list"
                           : type.isSet() ? "set"
                                          : "map",
                           type.elementType().friendlyName());
    return fmt::format("null /* {} */", type.friendlyName());
}

/// Formats several lines as a heredoc, with a marker that does not occur as a line of the text.
std::string heredoc(const std::string& text, std::size_t indent, const TextOptions& options) {
    std::vector<std::string> lines(1);
    for (const char c : text) {
        if (c == '\n')
            lines.emplace_back();
        else
            lines.back() += c;
    }
    const auto trimmed = [](const std::string& content) {
        constexpr std::string_view space = " \t\r\v\f";
        const std::size_t first = content.find_first_not_of(space);
        return first == std::string::npos ? std::string()
                                          : content.substr(first, content.find_last_not_of(space) - first + 1);
    };
    std::string end = "EOT";
    while (std::any_of(lines.begin(), lines.end(), [&](const std::string& content) { return trimmed(content) == end; }))
        end += '_';
    std::string out = (indent > 0 ? "<<-" : "<<") + end;
    for (const std::string& content : lines)
        out += line(indent) + safeText(content, options);
    return out + line(indent) + end;
}

std::string valueText(const Value& value, std::size_t indent, const masking::Secrets& secrets,
                      const TextOptions& options) {
    if (!value.isKnown())
        return "(known after apply)";
    if (value.hasMark(Mark::sensitive()))
        return "(sensitive value)";
    if (value.hasMark(Mark::ephemeral()))
        return "(ephemeral value)";
    if (value.isNull())
        return nullText(value.type());
    const Value bare = value.unmarked();
    const Type type = bare.type();
    if (type.isString()) {
        const std::string text = secrets.masked(bare.asString());
        if (text != bare.asString() && text == masking::maskText)
            return text;
        return text.find('\n') != std::string::npos ? heredoc(text, indent, options) : values::quoted(text);
    }
    if (type.isNumber())
        return secrets.masked(bare.asNumber().toString());
    if (type.isBool())
        return bare.asBool() ? "true" : "false";
    const bool keyed = type.isMapping();
    std::string out;
    for (std::size_t i = 0; i < bare.size(); ++i)
        out += line(indent + 2) +
               (keyed ? valueText(Value::string(bare.key(i)), indent + 2, secrets, options) + " = " : std::string()) +
               valueText(bare.element(i), indent + 2, secrets, options) + (keyed ? "" : ",");
    if (!out.empty())
        out += line(indent);
    out = (keyed ? "{" : "[") + out + (keyed ? "}" : "]");
    if (type.isList() || type.isSet() || type.isMap())
        out = fmt::format("to{}({})", type.isList() ? "list" : type.isSet() ? "set" : "map", out);
    return out;
}

} // namespace

std::string valueText(const Value& value, const TextOptions& options) {
    return valueText(value, 0, {}, options);
}

std::string outputLines(const std::map<std::string, states::OutputValue>& outputs, const masking::Secrets& secrets,
                        const TextOptions& options) {
    const masking::Secrets masked = options.showSensitive ? masking::Secrets() : secrets;
    std::string out;
    for (const auto& [name, output] : outputs)
        out += fmt::format("{} = {}\n", name,
                           output.sensitive && !options.showSensitive ? "<sensitive>"
                                                                      : valueText(output.value, 0, masked, options));
    return out;
}

std::string outputsText(const std::map<std::string, states::OutputValue>& outputs, const masking::Secrets& secrets,
                        const TextOptions& options) {
    if (outputs.empty())
        return {};
    return colored("[reset][bold][green]\nOutputs:\n\n", options.color) + outputLines(outputs, secrets, options);
}

} // namespace planlens::report
