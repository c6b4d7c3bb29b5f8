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

} // namespace

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
