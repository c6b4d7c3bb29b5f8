// SPDX-License-Identifier: MPL-2.0
#include "core/diff/lines.h"

#include "core/diff/json_node.h"

#include <functional>

namespace planlens::diff {

namespace {

std::vector<JsonNode> linesOf(std::string_view text) {
    std::vector<JsonNode> lines;
    while (true) {
        const std::size_t end = text.find('\n');
        JsonNode& line = lines.emplace_back();
        line.kind = JsonNode::Kind::String;
        line.text = text.substr(0, end);
        line.hash = std::hash<std::string>{}(line.text);
        if (end == std::string_view::npos)
            return lines;
        text.remove_prefix(end + 1);
    }
}

/// Returns "LF" or "CRLF"; empty for mixed line ends.
std::string_view lineEndsOf(std::string_view text) {
    std::size_t lines = 0, returns = 0;
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1)) {
        ++lines;
        returns += end > 0 && text[end - 1] == '\r';
    }
    return lines == 0 ? "" : returns == 0 ? "LF" : returns == lines ? "CRLF" : "";
}

} // namespace

std::string lineEndsChange(std::string_view before, std::string_view after) {
    const std::string_view from = lineEndsOf(before), to = lineEndsOf(after);
    return from.empty() || to.empty() || from == to ? std::string() : std::string(from) + " → " + std::string(to);
}

void removeReturns(std::vector<std::string_view>& lines) {
    for (std::string_view& line : lines)
        if (line.ends_with('\r'))
            line.remove_suffix(1);
}

std::vector<Line> compareLines(std::string_view before, std::string_view after) {
    const std::vector<JsonNode> linesBefore = linesOf(before);
    const std::vector<JsonNode> linesAfter = linesOf(after);
    std::vector<Line> result;
    walkSideBySide(
        linesBefore, linesAfter, [](const JsonNode&, const JsonNode&) { return false; },
        [&](std::size_t b, std::size_t a) {
            if (b >= linesBefore.size())
                result.push_back({plans::Action::Create, linesAfter[a].text});
            else if (a >= linesAfter.size())
                result.push_back({plans::Action::Delete, linesBefore[b].text});
            else
                result.push_back({plans::Action::NoOp, linesBefore[b].text});
        });
    return result;
}

} // namespace planlens::diff
