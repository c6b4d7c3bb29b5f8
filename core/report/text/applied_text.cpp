// SPDX-License-Identifier: MPL-2.0
#include "core/report/text/applied_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace planlens::report {

namespace {

std::string oneLine(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    std::replace(text.begin(), text.end(), '\r', ' ');
    return text;
}

std::string forHtml(std::string_view text) {
    std::string safe;
    for (const char c : text)
        switch (c) {
        case '&':
            safe += "&amp;";
            break;
        case '<':
            safe += "&lt;";
            break;
        case '>':
            safe += "&gt;";
            break;
        case '"':
            safe += "&quot;";
            break;
        default:
            safe += c;
        }
    return safe;
}

/// Escapes a text for one table cell, without formatting.
std::string forMarkdown(const std::string& text) {
    std::string safe;
    for (const char c : oneLine(text)) {
        if (std::string_view("\\`*_{}[]<>|#").find(c) != std::string_view::npos)
            safe += '\\';
        safe += c;
    }
    return safe;
}

using Facts = std::vector<std::pair<const char*, std::string>>;

Facts facts(const AppliedPlan& applied) {
    Facts list{{"Folder", applied.folder},
               {"Workspace", applied.workspace},
               {"Plan", applied.planHash},
               {"Options", applied.options},
               {"Started", applied.startedAt},
               {"Took", durationText(applied.elapsed)},
               {"State serial", std::to_string(applied.stateSerial)}};
    std::erase_if(list, [](const auto& fact) { return fact.second.empty(); });
    return list;
}

std::string elapsedText(const AppliedOperation& operation) {
    return operation.elapsed ? durationText(*operation.elapsed) : std::string();
}

std::string asText(const AppliedPlan& applied) {
    std::string text = applied.outcome + "\n\n";
    for (const auto& [name, value] : facts(applied))
        text += fmt::format("{:<13}{}\n", name, value);
    text += "\n";
    for (const AppliedOperation& operation : applied.operations) {
        text += fmt::format("{:<9} {:<8} {:>10}  {}", operation.outcome, operation.action, elapsedText(operation),
                            operation.address);
        if (!operation.objectId.empty())
            text += fmt::format(" [{}]", operation.objectId);
        text += "\n";
        if (!operation.message.empty())
            text += fmt::format("{:>31}{}\n", "", oneLine(operation.message));
    }
    for (const std::string& problem : applied.problems)
        text += "\n" + problem + "\n";
    return text;
}

std::string asMarkdown(const AppliedPlan& applied) {
    std::string text = "# " + forMarkdown(applied.outcome) + "\n\n";
    for (const auto& [name, value] : facts(applied))
        text += fmt::format("- {}: {}\n", name, forMarkdown(value));
    text += "\n| outcome | action | resource instance | real object | took | message |\n| --- | --- | --- | --- | ---: "
            "| --- |\n";
    for (const AppliedOperation& operation : applied.operations)
        text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", forMarkdown(operation.outcome),
                            forMarkdown(operation.action), forMarkdown(operation.address),
                            forMarkdown(operation.objectId), elapsedText(operation), forMarkdown(operation.message));
    if (!applied.problems.empty())
        text += "\n## Problems\n\n";
    for (const std::string& problem : applied.problems)
        text += "- " + forMarkdown(problem) + "\n";
    return text;
}

std::string asHtml(const AppliedPlan& applied) {
    std::string text = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
                       "content=\"width=device-width\"><title>" +
                       forHtml(applied.outcome) +
                       "</title>\n<style>:root{color-scheme:light dark}body{font:15px/1.5 "
                       "system-ui,sans-serif;margin:2em;overflow-wrap:anywhere}"
                       "table{border-collapse:collapse}th,td{text-align:left;padding:2px 12px 2px 0;border-bottom:1px "
                       "solid #8884;vertical-align:top}"
                       "th{white-space:nowrap}code,pre{font-family:monospace}pre{white-space:pre-wrap}.n{text-align:"
                       "right;white-space:nowrap}tr.failed{background:#f002;font-weight:600}"
                       "@media "
                       "print{:root{color-scheme:light;print-color-adjust:exact;-webkit-print-color-adjust:exact}body{"
                       "margin:0}tr{break-inside:avoid}}</style></head><body>\n<h1>" +
                       forHtml(applied.outcome) + "</h1>\n<table>\n";
    for (const auto& [name, value] : facts(applied))
        text += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", name, forHtml(value));
    text += "</table>\n<h2>Operations</h2>\n<table>\n<thead><tr><th>Outcome</th><th>Action</th><th>Resource "
            "instance</th><th>Real object</th><th class=\"n\">Took</th><th>Message</th></tr></thead>\n<tbody>\n";
    for (const AppliedOperation& operation : applied.operations)
        text += fmt::format("<tr{}><td>{}</td><td>{}</td><td><code>{}</code></td><td><code>{}</code></td><td "
                            "class=\"n\">{}</td><td>{}</td></tr>\n",
                            operation.outcome == "failed" ? " class=\"failed\"" : "", forHtml(operation.outcome),
                            forHtml(operation.action), forHtml(operation.address), forHtml(operation.objectId),
                            elapsedText(operation), forHtml(operation.message));
    text += "</tbody></table>\n";
    if (!applied.problems.empty())
        text += "<h2>Problems</h2>\n";
    for (const std::string& problem : applied.problems)
        text += "<pre>" + forHtml(problem) + "</pre>\n";
    return text + "</body></html>\n";
}

} // namespace

std::string appliedText(const AppliedPlan& applied, AppliedForm form) {
    switch (form) {
    case AppliedForm::Text:
        return asText(applied);
    case AppliedForm::Markdown:
        return asMarkdown(applied);
    case AppliedForm::Html:
        break;
    }
    return asHtml(applied);
}

std::string durationText(std::chrono::milliseconds duration) {
    const auto milliseconds = std::max<std::int64_t>(0, duration.count());
    if (milliseconds < 60'000)
        return fmt::format("{}.{} s", milliseconds / 1000, milliseconds % 1000 / 100);
    const auto seconds = milliseconds / 1000;
    return seconds < 3600 ? fmt::format("{} min {} s", seconds / 60, seconds % 60)
                          : fmt::format("{} h {} min", seconds / 3600, seconds % 3600 / 60);
}

std::optional<std::chrono::seconds> remaining(std::size_t done, std::size_t known, std::chrono::milliseconds elapsed) {
    constexpr std::size_t fewest = 3; // minimum for an estimate
    if (done < fewest || done >= known || elapsed < std::chrono::seconds(2))
        return {};
    const double each = double(elapsed.count()) / double(done);
    return std::chrono::seconds(std::int64_t(each * double(known - done) / 1000.0) + 1);
}

} // namespace planlens::report
