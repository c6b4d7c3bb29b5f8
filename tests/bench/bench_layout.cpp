// SPDX-License-Identifier: MPL-2.0
// Prints the duration and the crossings of layouts, compared with Graphviz's dot if that is installed.
#include "core/layout/layout.h"
#include "tests/support/layout_graphs.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

using namespace planlens;
using layout::Input;
using layout::Point;
using layout::Scene;

namespace {

using Lines = std::vector<std::vector<Point>>;

std::string clusterText(const Input& input, const std::vector<std::vector<std::size_t>>& nodesIn,
                        const std::vector<std::vector<std::size_t>>& boxesIn, std::size_t area) {
    std::ostringstream text;
    for (const std::size_t node : nodesIn[area]) {
        text << 'n' << node << ";\n";
    }
    for (const std::size_t box : boxesIn[area]) {
        text << "subgraph cluster_" << box << " {\n" << clusterText(input, nodesIn, boxesIn, box + 1) << "}\n";
    }
    return text.str();
}

std::string dotText(const Input& input) {
    std::vector<std::vector<std::size_t>> nodesIn(input.boxes.size() + 1);
    std::vector<std::vector<std::size_t>> boxesIn(input.boxes.size() + 1);
    for (std::size_t n = 0; n < input.nodes.size(); ++n) {
        nodesIn[input.nodes[n].box ? *input.nodes[n].box + 1 : 0].push_back(n);
    }
    for (std::size_t b = 0; b < input.boxes.size(); ++b) {
        boxesIn[input.boxes[b].parent ? *input.boxes[b].parent + 1 : 0].push_back(b);
    }
    std::ostringstream text;
    text << "digraph { rankdir=LR; node [shape=box, fixedsize=true, width=2.2, height=0.55, label=\"\"];\n"
         << clusterText(input, nodesIn, boxesIn, 0);
    for (const auto& edge : input.edges) {
        text << 'n' << edge.from << " -> n" << edge.to << " [arrowhead=none];\n";
    }
    text << "}\n";
    return text.str();
}

struct DotEdge {
    std::size_t from;
    std::size_t to;
    std::vector<Point> line;
};

/// Returns the splines of dot's drawing as polylines of many short segments.
std::vector<DotEdge> runDot(const Input& input) {
    const std::string name =
        (std::filesystem::temp_directory_path() / ("bench_layout_" + std::to_string(input.nodes.size()))).string();
    std::ofstream(name + ".dot") << dotText(input);
    if (std::system(("timeout 120 dot -Tplain " + name + ".dot > " + name + ".plain 2>/dev/null").c_str()) != 0) {
        return {};
    }
    std::vector<DotEdge> edges;
    std::ifstream plain(name + ".plain");
    std::string line;
    while (std::getline(plain, line)) {
        std::istringstream words(line);
        std::string word;
        std::string from;
        std::string to;
        std::size_t number = 0;
        words >> word;
        if (word != "edge") {
            continue;
        }
        words >> from >> to >> number;
        std::vector<Point> control(number);
        for (Point& point : control) {
            words >> point.x >> point.y;
        }
        DotEdge edge{std::stoul(from.substr(1)), std::stoul(to.substr(1)), {}};
        for (std::size_t i = 0; i + 3 < control.size(); i += 3) {
            for (int k = 0; k <= 8; ++k) {
                const double t = k / 8.0;
                const double s = 1 - t;
                const double w[] = {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
                Point point;
                for (std::size_t c = 0; c < 4; ++c) {
                    point.x += w[c] * control[i + c].x;
                    point.y += w[c] * control[i + c].y;
                }
                edge.line.push_back(point);
            }
        }
        edges.push_back(std::move(edge));
    }
    return edges;
}

/// Counts pairs of crossing edges without a common end.
long crossings(const std::vector<DotEdge>& edges) {
    const auto side = [](const Point& a, const Point& b, const Point& c) {
        return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    };
    long result = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        for (std::size_t k = i + 1; k < edges.size(); ++k) {
            const auto& a = edges[i];
            const auto& b = edges[k];
            if (a.from == b.from || a.to == b.to || a.from == b.to || a.to == b.from) {
                continue;
            }
            for (std::size_t p = 1; p < a.line.size(); ++p) {
                const double left = std::min(a.line[p - 1].x, a.line[p].x);
                const double right = std::max(a.line[p - 1].x, a.line[p].x);
                for (std::size_t q = 1; q < b.line.size(); ++q) {
                    if (std::max(b.line[q - 1].x, b.line[q].x) < left ||
                        std::min(b.line[q - 1].x, b.line[q].x) > right) {
                        continue;
                    }
                    result +=
                        side(a.line[p - 1], a.line[p], b.line[q - 1]) * side(a.line[p - 1], a.line[p], b.line[q]) < 0 &&
                        side(b.line[q - 1], b.line[q], a.line[p - 1]) * side(b.line[q - 1], b.line[q], a.line[p]) < 0;
                }
            }
        }
    }
    return result;
}

std::vector<DotEdge> edgesOf(const Scene& scene) {
    std::vector<DotEdge> edges;
    for (const auto& edge : scene.edges) {
        edges.push_back({edge.from, edge.to, edge.points});
    }
    return edges;
}

double milliseconds(const Input& input, Scene& scene, const Scene* previous = nullptr) {
    const auto begin = std::chrono::steady_clock::now();
    scene = layout::layout(input, {}, previous);
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace

int main(int argc, char** argv) {
    const bool timesOnly = argc > 1 && std::string(argv[1]) == "--times";
    Scene scene;
    std::printf("%-34s %8s %10s %14s\n", "graph", "ms", "again ms", "size");
    for (const auto& [name, input] : support::benchmarkGraphs()) {
        const double fresh = milliseconds(input, scene);
        const Scene before = scene;
        const double again = milliseconds(input, scene, &before);
        std::printf("%-34s %8.0f %10.0f %7.0fx%-7.0f\n", name.c_str(), fresh, again, scene.bounds.width,
                    scene.bounds.height);
    }
    if (timesOnly) {
        return 0;
    }
    std::printf("\n%-34s %8s %10s %10s %8s\n", "graph", "ms", "crossings", "dot", "ratio");
    double sum = 0;
    double worst = 0;
    int graphs = 0;
    for (const auto& [name, input] : support::crossingGraphs()) {
        const double time = milliseconds(input, scene);
        const long ours = crossings(edgesOf(scene));
        const auto theirs = runDot(input);
        const long dot = crossings(theirs);
        const double ratio = theirs.empty() ? 0 : static_cast<double>(ours) / static_cast<double>(std::max(1L, dot));
        std::printf("%-34s %8.1f %10ld %10ld %8.2f\n", name.c_str(), time, ours, theirs.empty() ? -1 : dot, ratio);
        if (!theirs.empty()) {
            sum += ratio;
            worst = std::max(worst, ratio);
            ++graphs;
        }
    }
    if (graphs == 0) {
        std::printf("dot is not installed: nothing to compare with\n");
        return 0;
    }
    std::printf("mean ratio %.3f, largest %.2f\n", sum / graphs, worst);
}
