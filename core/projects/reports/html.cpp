// SPDX-License-Identifier: MPL-2.0
#include "core/report/html.h"
#include "core/projects/reports/summary.h"
#include "core/report/escape.h"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace planlens::projects {

using report::inHtml;

namespace {

// Contains neither < nor &, so that it is valid in HTML and XML.
constexpr std::string_view style = R"(
:root { color-scheme: light dark; --window: #f6f7f9; --base: #ffffff; --text: #1b1f26; --dim: #596273; --border: #d4d9e1; --before: #fbe4e2; --after: #def3e3; }
@media screen and (prefers-color-scheme: dark) { :root { --window: #16181d; --base: #1e2127; --text: #e6e9ee; --dim: #a0a8b5; --border: #3a404b; --before: #4a2326; --after: #1d4030; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1200px; padding: 24px; background: var(--window); color: var(--text); font: 14px/1.45 system-ui, sans-serif; }
h1 { font-size: 20px; margin: 0 0 4px; } h2 { font-size: 16px; margin: 24px 0 8px; } .dim { color: var(--dim); }
code, td.value, td.path { font-family: ui-monospace, monospace; font-size: 13px; overflow-wrap: anywhere; white-space: pre-wrap; }
.search { position: sticky; top: 0; background: var(--window); padding: 8px 0; margin: 8px 0; z-index: 1; display: flex; gap: 8px; align-items: center; }
input[type=search] { flex: 1; font: inherit; color: inherit; background: var(--base); border: 1px solid var(--border); border-radius: 4px; padding: 6px 8px; }
button { font: inherit; color: inherit; background: var(--base); border: 1px solid var(--border); border-radius: 4px; padding: 6px 12px; cursor: pointer; }
details, .problem { background: var(--base); border: 1px solid var(--border); border-left: 4px solid var(--kind, var(--border)); border-radius: 4px; margin: 0 0 8px; }
.problem { padding: 8px 12px; overflow-wrap: anywhere; } summary { padding: 6px 12px; cursor: pointer; overflow-wrap: anywhere; } .body { padding: 0 12px 8px; }
.glyph { color: var(--kind); font-weight: 700; display: inline-block; width: 1.2em; text-align: center; font-family: ui-monospace, monospace; }
.badge { border: 1px solid var(--border); border-radius: 4px; padding: 0 6px; margin-left: 8px; font-size: 12px; }
.warning { color: #a35f00; font-weight: 600; } @media screen and (prefers-color-scheme: dark) { .warning { color: #ffe752; } }
.plots { display: flex; flex-wrap: wrap; gap: 16px; } .plots figure { margin: 0; flex: 1 1 400px; background: var(--base); border: 1px solid var(--border); border-radius: 4px; padding: 8px 12px; }
svg { width: 100%; height: 120px; } svg path { fill: none; stroke: var(--text); stroke-width: 2; vector-effect: non-scaling-stroke; } svg line { stroke: var(--border); vector-effect: non-scaling-stroke; }
table { border-collapse: collapse; width: 100%; background: var(--base); } th { text-align: left; font-weight: 600; font-size: 12px; color: var(--dim); }
th button { border: 0; padding: 0; background: none; font: inherit; color: inherit; } th, td { padding: 3px 8px; vertical-align: top; border-top: 1px solid var(--border); }
td.before { background: var(--before); } td.after { background: var(--after); } td.path { width: 30%; } td.number { text-align: right; } .verdict { color: var(--kind); font-weight: 600; }
@media print { .search { display: none; } body { max-width: none; padding: 0; } }
)";

constexpr std::string_view script = R"(
const field = document.getElementById('search'), shownCount = document.getElementById('shown-count');
const all = Array.from(document.querySelectorAll('.searchable'));
const texts = all.map(element => element.textContent.toLowerCase());
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(word => word);
  let shown = 0;
  all.forEach((element, i) => {
    const fits = words.every(word => texts[i].includes(word));
    element.hidden = !fits;
    shown += fits;
  });
  shownCount.textContent = words.length ? shown + ' of ' + all.length + ' shown' : '';
});
const groups = Array.from(document.querySelectorAll('details.group'));
document.getElementById('unfold').addEventListener('click', () => groups.forEach(element => { element.open = true; }));
document.getElementById('fold').addEventListener('click', () => groups.forEach(element => { element.open = false; }));
const body = document.getElementById('projects');
document.querySelectorAll('th button').forEach((button, column) => {
  let direction = 1;
  button.addEventListener('click', () => {
    const keyOf = row => { const cell = row.cells[column]; const key = cell.dataset.key; return key === undefined ? cell.textContent : Number(key); };
    const rows = Array.from(body.rows).map(row => ({ row, key: keyOf(row) }));
    rows.sort((a, b) => direction * (a.key > b.key ? 1 : b.key > a.key ? -1 : 0));
    direction = -direction;
    rows.forEach(one => body.appendChild(one.row));
  });
});
)";

std::string linesTable(const ChangeGroup& group) {
    if (group.lines.empty())
        return {};
    std::string out = "<table><thead><tr><th>Attribute</th><th>Before</th><th>After</th></tr></thead><tbody>\n";
    const auto side = [](const std::optional<std::string>& text, const char* name) {
        return text ? fmt::format("<td class=\"value {}\">{}</td>", name, inHtml(*text)) : std::string("<td></td>");
    };
    for (const GroupLine& line : group.lines)
        out += fmt::format("<tr><td class=\"path\">{}{}{}{}</td>{}{}</tr>\n", inHtml(line.path),
                           line.forcesReplacement ? "<span class=\"badge\">forces replacement</span>" : "",
                           line.isFolded ? "<span class=\"badge\">differs by project</span>" : "",
                           line.note.empty() ? "" : fmt::format("<span class=\"badge\">{}</span>", inHtml(line.note)),
                           side(line.before, "before"), side(line.after, "after"));
    return out + "</tbody></table>\n";
}

std::string membersTable(const ChangeGroup& group, const Summary& summary) {
    constexpr std::size_t longest = 400;
    std::string out =
        "<details><summary>Projects and objects</summary><table><thead><tr><th>Project</th><th>Object</th><th>Own "
        "values</th></tr></thead><tbody>\n";
    for (const GroupMember& member : group.members) {
        const report::ReportChange& change = changeOf(group, member, summary.reviewed);
        out += fmt::format("<tr><td>{}</td><td class=\"value\">{}</td><td class=\"value\">{}</td></tr>\n",
                           inHtml(summary.reviewed[member.project].name), inHtml(change.address),
                           inHtml(report::shortened(ownValuesText(group, change), longest)));
    }
    return out + "</tbody></table></details>\n";
}

std::string groupBlock(const ChangeGroup& group, const Summary& summary) {
    std::string out =
        fmt::format("<details class=\"group searchable k{}\"><summary><span class=\"glyph\">{}</span> {}{}",
                    std::size_t(group.kind), report::glyph(group.kind), inHtml(titleOf(group, summary.reviewed)),
                    group.module.empty() ? "" : fmt::format("<span class=\"badge\">{}</span>", inHtml(group.module)));
    if (const std::optional<DriftSince> row = summary.driftOf(group))
        out += fmt::format("<span class=\"badge\">{}</span>", sinceText(*row));
    for (const std::string& variation : group.variations)
        out += fmt::format("<br/><span class=\"warning\">differs from {} projects: {}</span>", group.others,
                           inHtml(variation));
    for (const std::string& exception : exceptionTexts(group, summary.reviewed))
        out += fmt::format("<br/><span class=\"warning\">⚠ {}</span>", inHtml(exception));
    if (!group.otherChanges.empty())
        out += fmt::format("<br/><span class=\"dim\">{}</span>", inHtml(group.otherChanges));
    out += "</summary><div class=\"body\">\n" + linesTable(group);
    if (!group.computed.empty()) {
        std::string names;
        for (const std::string& path : group.computed)
            names += (names.empty() ? "" : ", ") + path;
        out += fmt::format("<p class=\"dim\">Computed by the provider: {}</p>\n", inHtml(names));
    }
    return out + membersTable(group, summary) + "</div></details>\n";
}

std::string projectRow(const ReportedProject& project, const Summary& summary) {
    const Result& result = project.result;
    const std::vector<report::Kind> kinds = result.counts.appliedKinds();
    const std::size_t kind = project.status != ReportedProject::Status::Planned ? 0
                             : kinds.empty()                                    ? std::size_t(report::Kind::Unchanged)
                                                                                : std::size_t(kinds.front());
    const std::int64_t minutes = std::max<std::int64_t>(0, summary.now - result.started) / 60;
    const bool isMissing = project.status == ReportedProject::Status::Missing;
    const std::optional<DriftSince> row = Summary::driftOf(project);
    return fmt::format(
        "<tr class=\"searchable k{0}\"><td>{1}</td><td>{2}</td><td data-key=\"{0}\"><span "
        "class=\"verdict\">{3}</span></td><td>{4}</td><td class=\"number\" data-key=\"{5}\">{5}</td>"
        "<td data-key=\"{11}\">{12}</td><td class=\"number\" data-key=\"{6}\">{6}</td><td class=\"number\" "
        "data-key=\"{7}\">{8}</td><td class=\"number\" data-key=\"{9:.3f}\">{10}</td></tr>\n",
        kind, inHtml(project.name), inHtml(result.workspace), verdictOf(project), countsText(result),
        result.counts.drift, result.counts.high, minutes, isMissing ? "" : fmt::format("{} min", minutes),
        result.seconds, isMissing ? "" : fmt::format("{:.1f} s", result.seconds), row ? row->since : 0,
        row ? sinceText(*row) : "");
}

/// A line from the left to the right. The table of the points says the same as text.
std::string plotOf(const Summary& summary, std::string_view title, double (*valueOf)(const TrendPoint&),
                   std::string (*textOf)(double)) {
    constexpr double width = 400, height = 100;
    const std::vector<TrendPoint>& points = summary.trend;
    double most = 0;
    for (const TrendPoint& point : points)
        most = std::max(most, valueOf(point));
    const double first = double(points.front().time), span = std::max(1.0, double(points.back().time) - first);
    std::string path;
    for (const TrendPoint& point : points)
        path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : " L", (double(point.time) - first) / span * width,
                            height - (most > 0 ? valueOf(point) / most * height : 0));
    return fmt::format("<figure><figcaption>{}, at most {}</figcaption><svg viewBox=\"0 -2 {} {}\" "
                       "preserveAspectRatio=\"none\" aria-hidden=\"true\"><line x1=\"0\" y1=\"{}\" x2=\"{}\" "
                       "y2=\"{}\"/><path d=\"{}\"/></svg></figure>\n",
                       title, textOf(most), width, height + 4, height, width, height, path);
}

std::string trendHtml(const Summary& summary) {
    if (summary.trend.size() < 2)
        return {};
    std::string out = "<h2>History</h2>\n<div class=\"plots\">\n";
    out += plotOf(
        summary, "Projects with drift", [](const TrendPoint& point) { return double(point.drifted); },
        [](double value) { return fmt::format("{:.0f}", value); });
    out += plotOf(
        summary, "Duration of planning all projects", [](const TrendPoint& point) { return point.seconds; },
        [](double value) { return fmt::format("{:.1f} s", value); });
    out +=
        "</div>\n<details><summary>Results over time</summary><table><thead><tr><th>Time (UTC)</th><th>Projects with "
        "drift</th><th>Projects</th><th>Duration</th></tr></thead><tbody>\n";
    for (auto point = summary.trend.rbegin(); point != summary.trend.rend(); ++point)
        out += fmt::format("<tr><td>{:%Y-%m-%d %H:%M}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td "
                           "class=\"number\">{:.1f} s</td></tr>\n",
                           fmt::gmtime(std::time_t(point->time)), point->drifted, point->projects, point->seconds);
    return out + "</tbody></table></details>\n";
}

std::string problems(std::string_view title, const std::vector<ProblemGroup>& groups) {
    std::string out;
    for (const ProblemGroup& group : groups) {
        std::string names;
        for (const std::string& name : group.projects)
            names += (names.empty() ? "" : ", ") + inHtml(name);
        out += fmt::format("<div class=\"problem searchable k0\"><b>{}</b>{}{}: {}</div>\n", names,
                           group.verdict.empty() ? "" : " ", group.verdict, inHtml(group.error));
    }
    return out.empty() ? out : fmt::format("<h2>{}</h2>\n{}", title, out);
}

} // namespace

std::string html(const Summary& summary) {
    const std::string sheet = report::withActionColors(style);
    std::string out = fmt::format(
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"><head><meta charset=\"utf-8\"/>"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src {}; script-src {}\"/>"
        "<title>{}</title><style>{}</style></head><body>\n<h1>{}</h1>\n<p class=\"dim\">{:%Y-%m-%d %H:%M} UTC. The "
        "same "
        "change in several projects is one row. Sensitive values are hidden.</p>\n",
        report::hashSource(sheet), report::hashSource(script), inHtml(headline(summary)), sheet,
        inHtml(headline(summary)), fmt::gmtime(std::time_t(summary.now)));
    out += "<div class=\"search\"><input type=\"search\" id=\"search\" placeholder=\"Search projects, resources and "
           "values\"/><button id=\"unfold\">Unfold all</button><button id=\"fold\">Fold all</button><span "
           "id=\"shown-count\" "
           "class=\"dim\"></span></div>\n";
    out += problems("Without a plan", problemsOf(summary)) + problems("Of an earlier run", earlierResultsOf(summary)) +
           problems("Failed checks", failedChecksOf(summary));
    for (const auto& [list, title] :
         {std::pair(ChangeList::Changes, "Changes"), std::pair(ChangeList::Outputs, "Outputs"),
          std::pair(ChangeList::Drift, "Drift")}) {
        std::string groups;
        for (const ChangeGroup& group : summary.groups)
            if (group.list == list)
                groups += groupBlock(group, summary);
        if (!groups.empty())
            out += fmt::format("<h2>{}</h2>\n{}", title, groups);
    }
    out += trendHtml(summary);
    out += "<h2>Projects</h2>\n<table><thead><tr>";
    for (const char* column :
         {"Project", "Workspace", "Verdict", "Changes", "Drift", "Drift since", "High risks", "Age", "Duration"})
        out += fmt::format("<th><button>{}</button></th>", column);
    out += "</tr></thead><tbody id=\"projects\">\n";
    for (const ReportedProject& project : summary.projects)
        out += projectRow(project, summary);
    return out + "</tbody></table>\n<script>" + std::string(script) + "</script>\n</body></html>\n";
}

} // namespace planlens::projects
