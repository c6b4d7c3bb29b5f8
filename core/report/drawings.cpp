// SPDX-License-Identifier: MPL-2.0
#include "core/report/escape.h"
#include "core/report/icons/resource_category.h"
#include "core/report/plan_graph.h"

#include "core/layout/layout.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace planlens::report {

namespace {

constexpr double nodeHeight = 48, textLeft = 38, textRight = 10;
/// Longer texts are shortened.
constexpr std::size_t longestText = 28;
/// Estimated from common fonts, because the reader's are unknown.
constexpr double nameCharacter = 7.6, typeCharacter = 6.2;

/// Actions must be distinguishable without color.
constexpr std::array<const char*, kinds> dashes{"", "", "2 3", "6 3", "", "2 3", "6 3 2 3", "6 3 2 3 2 3", ""};

std::string countsOf(const PlanGraph::Node& node) {
    std::size_t all = 0;
    for (const std::size_t count : node.counts)
        all += count;
    if (all < 2)
        return {};
    std::string text;
    for (std::size_t i = 0; i < kinds; ++i)
        if (node.counts[i] > 0)
            text += fmt::format("{}{}{}", text.empty() ? "" : " ", node.counts[i], glyph(Kind(i)));
    return text;
}

std::string titleOf(const PlanGraph::Node& node) {
    const std::string counts = countsOf(node);
    return fmt::format("{} {}{}", glyph(node.kind), node.name, counts.empty() ? "" : "  " + counts) +
           (node.isRisky ? "  ⚠" : "");
}

/// Computes the width from the text, as in the window.
double widthOf(const PlanGraph::Node& node) {
    const double name = nameCharacter * double(std::min(lengthOf(titleOf(node)), longestText));
    const double type = typeCharacter * double(std::min(lengthOf(node.type), longestText));
    constexpr double grid = 8, narrowest = 120; // of the layout
    return std::max(narrowest, std::ceil((textLeft + std::max(name, type) + textRight) / grid) * grid);
}

layout::Scene laidOut(const PlanGraph& graph) {
    layout::Input input;
    for (const PlanGraph::Node& node : graph.nodes)
        input.nodes.push_back({node.address, widthOf(node), nodeHeight,
                               node.box ? std::optional(layout::Index(*node.box)) : std::nullopt});
    for (const PlanGraph::Box& box : graph.boxes) {
        layout::InputBox made;
        made.id = box.address;
        made.label = box.label;
        if (box.parent)
            made.parent = layout::Index(*box.parent);
        input.boxes.push_back(std::move(made));
    }
    for (const PlanGraph::Edge& edge : graph.edges)
        input.edges.push_back({layout::Index(edge.from), layout::Index(edge.to), 0});
    return layout::layout(input);
}

std::string number(double value) {
    return fmt::format("{:.10g}", value);
}

std::string rectangle(const layout::Rect& rect, const char* attributes) {
    return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}/>", number(rect.x), number(rect.y),
                       number(rect.width), number(rect.height), attributes);
}

std::string icon(Category category, double x, double y) {
    return fmt::format(
        "<path class=\"icon\" fill=\"none\" stroke=\"#596273\" stroke-width=\"2\" transform=\"translate({} "
        "{}) scale(0.85)\" d=\"{}\"/>",
        number(x), number(y), iconPath(category));
}

} // namespace

std::string svg(const PlanGraph& graph, Scheme scheme) {
    constexpr double margin = 16;
    const layout::Scene scene = laidOut(graph);
    const layout::Rect& bounds = scene.bounds;
    const double width = std::max(bounds.width, 320.0) + 2 * margin, height = bounds.height + 2 * margin + 24;
    // Colors and fonts are attributes, because not every SVG reader supports style sheets. The style sheet only
    // overrides them for dark mode.
    std::string out = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} "
                                  "{} {} {}\" role=\"img\" aria-label=\"Graph of the plan\" "
                                  "font-family=\"system-ui, sans-serif\" font-size=\"13\">\n",
                                  number(width), number(height), number(bounds.x - margin), number(bounds.y - margin),
                                  number(width), number(height));
    if (scheme == Scheme::OfReader) {
        out += "<style>@media (prefers-color-scheme: dark) { text { fill: #e6e9ee; } .ground { fill: #16181d; } .box { "
               "fill: #ffffff; fill-opacity: 0.04; stroke: #5b6473; } .node { fill: #1e2127; } .dim { fill: #a0a8b5; } "
               ".icon { stroke: #a0a8b5; }";
        for (std::size_t i = 0; i < kinds; ++i)
            out += fmt::format(" .k{} {{ stroke: {}; }}", i, color(Kind(i)).dark);
        out += " }</style>\n";
    }
    const auto text = [&](double x, double y, std::string_view said) {
        out += fmt::format("<text fill=\"#1b1f26\" x=\"{}\" y=\"{}\">{}</text>", number(x), number(y), inHtml(said));
    };
    const auto smallText = [&](double x, double y, std::string_view said) {
        out += fmt::format("<text class=\"dim\" font-size=\"11\" fill=\"#596273\" x=\"{}\" y=\"{}\">{}</text>",
                           number(x), number(y), inHtml(said));
    };
    out += rectangle({bounds.x - margin, bounds.y - margin, width, height}, "class=\"ground\" fill=\"#f6f7f9\"") + "\n";
    for (std::size_t i = 0; i < scene.boxes.size(); ++i) {
        const layout::Rect& rect = scene.boxes[i].rect;
        out += fmt::format(
            "<g><title>{}</title>{}", inHtml(graph.boxes[i].address),
            rectangle(rect, "rx=\"6\" class=\"box\" fill=\"#1b1f26\" fill-opacity=\"0.03\" stroke=\"#9aa3b2\""));
        text(rect.x + 12, rect.y + 20, shortened(graph.boxes[i].label, std::size_t(rect.width / 7)));
        out += "</g>\n";
    }
    out += "<g fill=\"none\" stroke=\"#7d859a\">\n";
    for (const layout::SceneEdge& edge : scene.edges) {
        std::string path;
        for (std::size_t i = 0; i < edge.points.size(); ++i) {
            const layout::Point& point = edge.points[i];
            if (i == 0) {
                path = fmt::format("M{} {}", number(point.x), number(point.y));
                continue;
            }
            const double middle = (edge.points[i - 1].x + point.x) / 2;
            path += fmt::format(" C{} {} {} {} {} {}", number(middle), number(edge.points[i - 1].y), number(middle),
                                number(point.y), number(point.x), number(point.y));
        }
        out += fmt::format("<path d=\"{}\"/>\n", path);
    }
    out += "</g>\n";
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
        const PlanGraph::Node& node = graph.nodes[i];
        const layout::Rect& rect = scene.nodes[i].rect;
        const auto kind = std::size_t(node.kind);
        const std::string dash = *dashes[kind] ? fmt::format(" stroke-dasharray=\"{}\"", dashes[kind]) : std::string();
        const std::string attributes =
            fmt::format("rx=\"4\" class=\"node k{}\" fill=\"#ffffff\" stroke=\"{}\" stroke-width=\"1.5\"{}", kind,
                        color(node.kind).light, dash);
        out += fmt::format("<g><title>{}: {}</title>{}", inHtml(node.address), word(node.kind),
                           rectangle(rect, attributes.c_str()));
        out += icon(categoryOf(node.type), rect.x + 9, rect.y + 14);
        smallText(rect.x + textLeft, rect.y + 19, shortened(node.type, longestText));
        out +=
            fmt::format("<text font-weight=\"bold\" fill=\"#1b1f26\" x=\"{}\" y=\"{}\">{}</text>",
                        number(rect.x + textLeft), number(rect.y + 37), inHtml(shortened(titleOf(node), longestText)));
        out += "</g>\n";
    }
    smallText(bounds.x, bounds.bottom() + 24,
              fmt::format("{} changed resources; {} unchanged resources are not shown. Dependencies are on the left.",
                          graph.nodes.size(), graph.unchanged));
    out += "\n";
    return out + "</svg>\n";
}

namespace {

/// Writes boxes and their contents recursively.
template <typename Open, typename Close, typename Node>
void writeNested(const PlanGraph& graph, std::optional<std::size_t> box, int depth, const Open& open,
                 const Close& close, const Node& write, const std::vector<std::vector<std::size_t>>& boxes,
                 const std::vector<std::vector<std::size_t>>& nodes) {
    const std::size_t at = box ? *box + 1 : 0;
    for (const std::size_t node : nodes[at])
        write(node, depth);
    for (const std::size_t inner : boxes[at]) {
        open(inner, depth);
        writeNested(graph, inner, depth + 1, open, close, write, boxes, nodes);
        close(depth);
    }
}

template <typename Open, typename Close, typename Node>
void writeAll(const PlanGraph& graph, const Open& open, const Close& close, const Node& write) {
    std::vector<std::vector<std::size_t>> boxes(graph.boxes.size() + 1),
        nodes(graph.boxes.size() + 1); // by enclosing box; the first list is outside of all boxes
    for (std::size_t i = 0; i < graph.boxes.size(); ++i)
        boxes[graph.boxes[i].parent ? *graph.boxes[i].parent + 1 : 0].push_back(i);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        nodes[graph.nodes[i].box ? *graph.nodes[i].box + 1 : 0].push_back(i);
    writeNested(graph, {}, 1, open, close, write, boxes, nodes);
}

std::string indented(int depth) {
    return std::string(std::size_t(depth) * 2, ' ');
}

} // namespace

std::string mermaid(const PlanGraph& graph) {
    std::string out = "flowchart LR\n";
    writeAll(
        graph,
        [&](std::size_t box, int depth) {
            out += fmt::format("{}subgraph m{}[{}]\n", indented(depth), box, inMermaid(graph.boxes[box].label));
        },
        [&](int depth) { out += indented(depth) + "end\n"; },
        [&](std::size_t node, int depth) {
            out += fmt::format("{}r{}[{}]:::{}\n", indented(depth), node,
                               inMermaid(graph.nodes[node].type + "\n" + titleOf(graph.nodes[node])),
                               word(graph.nodes[node].kind));
        });
    for (const PlanGraph::Edge& edge : graph.edges)
        out += fmt::format("  r{} --> r{}\n", edge.from, edge.to);
    for (std::size_t i = 0; i + 1 < kinds; ++i)
        out += fmt::format("  classDef {} stroke:{},stroke-width:2px{}\n", word(Kind(i)), color(Kind(i)).light,
                           *dashes[i] ? fmt::format(",stroke-dasharray:{}", dashes[i]) : "");
    return out;
}

std::string dot(const PlanGraph& graph) {
    std::string out = "digraph plan {\n  rankdir = \"LR\";\n  node [shape = \"box\", style = \"rounded\", fontname = "
                      "\"sans-serif\"];\n";
    writeAll(
        graph,
        [&](std::size_t box, int depth) {
            out += fmt::format("{0}subgraph \"cluster_{1}\" {{\n{0}  label = {2};\n", indented(depth), box,
                               inDot(graph.boxes[box].label));
        },
        [&](int depth) { out += indented(depth) + "}\n"; },
        [&](std::size_t node, int depth) {
            out += fmt::format("{}r{} [label = {}, tooltip = {}, color = \"{}\"{}];\n", indented(depth), node,
                               inDot(graph.nodes[node].type + "\n" + titleOf(graph.nodes[node])),
                               inDot(graph.nodes[node].address), color(graph.nodes[node].kind).light,
                               *dashes[std::size_t(graph.nodes[node].kind)] ? ", style = \"rounded,dashed\"" : "");
        });
    for (const PlanGraph::Edge& edge : graph.edges)
        out += fmt::format("  r{} -> r{};\n", edge.from, edge.to);
    return out + "}\n";
}

} // namespace planlens::report
