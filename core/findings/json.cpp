// SPDX-License-Identifier: MPL-2.0
#include "core/findings/json.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace planlens::findings {

const Json& member(const Json& json, std::initializer_list<std::string_view> path) {
    const Json* current = &json;
    for (const std::string_view name : path)
        current = &member(*current, name);
    return *current;
}

std::string text(const Json& json) {
    if (!isText(json))
        return {};
    std::string content = json.text;
    if (content.size() > longestText) {
        std::size_t end = longestText;
        while (end > 0 && (static_cast<unsigned char>(content[end]) & 0xc0) == 0x80)
            --end;
        content.resize(end);
        content += "…";
    }
    return content;
}

std::string text(const Json& json, std::string_view name) {
    return text(member(json, name));
}

std::uint32_t line(const Json& json) {
    std::uint32_t number = 0;
    const char* const end = json.text.data() + json.text.size();
    if (!isNumber(json))
        return 0;
    const auto [last, error] = std::from_chars(json.text.data(), end, number);
    return error == std::errc() && last == end ? number : 0;
}

std::string link(const Json& json) {
    std::string address = text(json);
    const bool isWeb = address.starts_with("https://") || address.starts_with("http://");
    const bool isPlain = std::all_of(address.begin(), address.end(), [](char c) {
        return static_cast<unsigned char>(c) > 0x20 && c != '"' && c != '<' && c != '>' && c != '\x7f';
    });
    return isWeb && isPlain ? address : std::string();
}

risk::Severity severityNamed(std::string_view word) {
    std::string lower(word);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (lower == "critical" || lower == "high" || lower == "error")
        return risk::Severity::High;
    if (lower == "low" || lower == "info" || lower == "informational" || lower == "note" || lower == "none" ||
        lower == "unknown")
        return risk::Severity::Low;
    return risk::Severity::Medium;
}

void setTexts(ScannerFinding& finding, std::string title, std::string detail) {
    constexpr std::size_t longestTitle = 120;
    if (title.empty()) {
        const std::size_t end = std::min({detail.find('\n'), detail.find(". "), detail.size()});
        const std::size_t space = detail.rfind(' ', longestTitle);
        if (end > 0 && end <= longestTitle)
            title = detail.substr(0, end);
        else if (end > longestTitle && space != std::string::npos && space > 0)
            title = detail.substr(0, space) + "…"; // the beginning says more than a rule, which may be a namespace
        else
            title = finding.rule.empty() ? "Finding" : finding.rule;
    }
    finding.title = std::move(title);
    finding.detail = detail == finding.title ? std::string() : std::move(detail);
}

} // namespace planlens::findings
