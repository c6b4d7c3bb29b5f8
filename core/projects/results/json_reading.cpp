// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/json_reading.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

namespace planlens::projects {

diags::Result<Json> parseDocument(std::string_view text, std::string_view format, const std::string& file,
                                  std::string summary) {
    const auto invalid = [&](std::string_view why) {
        return diags::Diagnostic::error(summary, fmt::format("The file {} cannot be used: {}.", file, why));
    };
    std::optional<Json> document = diff::parseWholeJsonText(text);
    if (!document || !diff::isObject(&*document))
        return invalid("it is not a valid JSON object");
    if (textOf(*document, "format") != format)
        return invalid(fmt::format("its format is not \"{}\"", format));
    if (!textOf(*document, "format_version").starts_with("1."))
        return invalid("it was written by a newer version of Planlens");
    return *std::move(document);
}

std::string textOf(const Json& object, std::string_view name) {
    return optionalText(object, name).value_or("");
}

std::optional<std::string> optionalText(const Json& object, std::string_view name) {
    const Json& found = member(object, name);
    return found.kind == Json::Kind::String ? std::optional(found.text) : std::nullopt;
}

std::vector<std::string> textsOf(const Json& object, std::string_view name) {
    std::vector<std::string> texts;
    for (const Json& item : elements(member(object, name)))
        if (item.kind == Json::Kind::String)
            texts.push_back(item.text);
    return texts;
}

std::uint64_t countOf(const Json& object, std::string_view name) {
    const Json& found = member(object, name);
    std::uint64_t number = 0;
    const char* const end = found.text.data() + found.text.size();
    if (found.kind != Json::Kind::Number)
        return 0;
    const auto [last, error] = std::from_chars(found.text.data(), end, number);
    return error == std::errc() && last == end ? number : 0;
}

std::int64_t timeOf(const Json& object, std::string_view name) {
    constexpr std::uint64_t last = 253'402'300'799; // of the year 9999
    return std::int64_t(std::min(countOf(object, name), last));
}

double secondsOf(const Json& object, std::string_view name) {
    const Json& found = member(object, name);
    double number = 0;
    const char* const end = found.text.data() + found.text.size();
    if (found.kind != Json::Kind::Number)
        return 0;
    const auto [last, error] = std::from_chars(found.text.data(), end, number);
    constexpr double most = 1e9;
    return error == std::errc() && last == end && number > 0 ? std::min(number, most) : 0;
}

bool flagOf(const Json& object, std::string_view name) {
    return diff::isTrue(&member(object, name));
}

report::ReportDiagnostic diagnosticOf(const Json& object) {
    return {textOf(object, "severity") == "error" ? diags::Severity::Error : diags::Severity::Warning,
            textOf(object, "summary"),
            textOf(object, "detail"),
            textOf(object, "address"),
            textOf(object, "file"),
            std::uint32_t(countOf(object, "line")),
            textOf(object, "check")};
}

} // namespace planlens::projects
