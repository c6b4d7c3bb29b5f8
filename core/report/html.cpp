// SPDX-License-Identifier: MPL-2.0
#include "core/report/html.h"

#include "core/report/escape.h"
#include "core/values/text/base64.h"
#include "core/values/text/digest.h"

#include <fmt/core.h>

#include <algorithm>
#include <span>

namespace planlens::report {

namespace {

// Contains neither < nor &, so that it is valid in HTML and XML.
constexpr std::string_view style = R"(
:root { color-scheme: light dark; --window: #f6f7f9; --base: #ffffff; --text: #1b1f26; --dim: #596273; --border: #d4d9e1; --before: #fbe4e2; --after: #def3e3; }
@media screen and (prefers-color-scheme: dark) { :root { --window: #16181d; --base: #1e2127; --text: #e6e9ee; --dim: #a0a8b5; --border: #3a404b; --before: #4a2326; --after: #1d4030; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1200px; padding: 24px; background: var(--window); color: var(--text); font: 14px/1.45 system-ui, sans-serif; }
h1 { font-size: 20px; margin: 0 0 4px; } h2 { font-size: 16px; margin: 24px 0 8px; } p { margin: 0 0 8px; } .dim { color: var(--dim); }
code, td, .address { font-family: ui-monospace, monospace; font-size: 13px; overflow-wrap: anywhere; }
.bar { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 16px 0; }
.pill { border: 1px solid currentColor; border-radius: 4px; padding: 2px 8px; font-weight: 600; }
.search { position: sticky; top: 0; background: var(--window); padding: 8px 0; margin: 8px 0; z-index: 1; }
input[type=search] { flex: 1; min-width: 200px; font: inherit; color: inherit; background: var(--base); border: 1px solid var(--border); border-radius: 4px; padding: 6px 8px; }
button { font: inherit; color: inherit; background: var(--base); border: 1px solid var(--border); border-radius: 4px; padding: 6px 12px; }
details, .finding, .note { background: var(--base); border: 1px solid var(--border); border-left: 4px solid currentColor; border-radius: 4px; margin: 0 0 8px; }
details, .finding, .note { border-left-color: var(--kind, var(--border)); }
.finding, .note { padding: 8px 12px; } summary { padding: 6px 12px; cursor: pointer; } .body { padding: 0 12px 8px; }
.glyph { color: var(--kind); font-weight: 700; display: inline-block; width: 1.2em; text-align: center; font-family: ui-monospace, monospace; }
.badge { border: 1px solid var(--border); border-radius: 4px; padding: 0 6px; margin-left: 8px; font-size: 12px; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; } th { text-align: left; font-weight: 600; font-size: 12px; color: var(--dim); }
th, td { padding: 3px 8px; vertical-align: top; border-top: 1px solid var(--border); } td { white-space: pre-wrap; } td.line { padding-left: 24px; }
td.before { background: var(--before); } td.after { background: var(--after); } .name { width: 30%; }
.pill { color: var(--kind, var(--text)); } button.pill { padding: 2px 8px; cursor: pointer; } button.pill[aria-pressed=true] { outline: 2px solid currentColor; }
@media print { :root { color-scheme: light; print-color-adjust: exact; -webkit-print-color-adjust: exact; } .search { position: static; } .search input, .search button, .tick, #reviewed { display: none; }
  body { max-width: none; padding: 0; } .finding, .note, tr { break-inside: avoid; } h2, summary { break-after: avoid; } }
)";

constexpr std::string_view script = R"(
const field = document.getElementById('search'), shownCount = document.getElementById('shown-count');
const all = Array.from(document.querySelectorAll('.searchable'));
const texts = all.map(element => element.textContent.toLowerCase());
const pressed = new Set();
function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(word => word);
  let shown = 0;
  all.forEach((element, i) => {
    const kind = element.dataset.kind;
    const fits = [words.every(word => texts[i].includes(word)), !kind || !pressed.size || pressed.has(kind)].every(Boolean);
    element.hidden = !fits;
    shown += fits;
  });
  shownCount.textContent = words.length || pressed.size ? shown + ' of ' + all.length + ' shown' : '';
}
document.querySelectorAll('button.pill').forEach(button => button.addEventListener('click', () => {
  const kind = button.dataset.kind, isOn = !pressed.has(kind);
  if (isOn) pressed.add(kind); else pressed.delete(kind);
  button.setAttribute('aria-pressed', isOn);
  search();
}));
const ticks = Array.from(document.querySelectorAll('.tick')), store = 'planlens-reviewed ' + document.title;
const reviewed = document.getElementById('reviewed');
function stored() { try { const list = JSON.parse(localStorage.getItem(store)); return Array.isArray(list) ? list : []; } catch { return []; } }
function review() { reviewed.textContent = ticks.length ? ticks.filter(tick => tick.checked).length + ' of ' + ticks.length + ' reviewed' : ''; }
const ticked = new Set(stored());
ticks.forEach(tick => {
  tick.checked = ticked.has(tick.dataset.of);
  tick.addEventListener('change', () => {
    try { localStorage.setItem(store, JSON.stringify(ticks.filter(one => one.checked).map(one => one.dataset.of))); } catch { }
    review();
  });
});
review();
field.addEventListener('input', search);
document.getElementById('unfold').addEventListener('click', () => all.forEach(element => { element.open = true; }));
let folded = []; // to restore after printing, which shows everything unfolded
addEventListener('beforeprint', () => { folded = all.filter(element => !element.open); folded.forEach(element => { element.open = true; }); });
addEventListener('afterprint', () => { folded.forEach(element => { element.open = false; }); folded = []; });
document.getElementById('fold').addEventListener('click', () => all.forEach(element => { element.open = false; }));
)";

std::string kindClass(Kind kind) {
    return "k" + std::to_string(std::size_t(kind));
}

std::string table(const std::vector<ReportLine>& lines, std::string_view heading) {
    if (lines.empty())
        return {};
    std::string out = fmt::format(
        "<table><thead><tr><th class=\"name\">{}</th><th>Before</th><th>After</th></tr></thead><tbody>\n", heading);
    const auto side = [](const std::optional<std::string>& text, const char* name) {
        return text ? fmt::format("<td class=\"{}\">{}</td>", name, inHtml(*text)) : std::string("<td></td>");
    };
    const auto note = [](std::string_view text) {
        return text.empty() ? std::string() : fmt::format("<span class=\"badge\">{}</span>", inHtml(text));
    };
    for (const ReportLine& line : lines) {
        const char* const forces = line.forcesReplacement ? "<span class=\"badge\">forces replacement</span>" : "";
        switch (line.kind) {
        case ReportLine::Kind::Gap:
            out += fmt::format("<tr><td></td><td class=\"dim\" colspan=\"2\">{}</td></tr>\n", inHtml(line.note));
            break;
        case ReportLine::Kind::Heading:
            out += fmt::format("<tr><td colspan=\"3\">{}{}{}</td></tr>\n", inHtml(line.path), forces, note(line.note));
            break;
        case ReportLine::Kind::TextLine:
            out += fmt::format("<tr><td class=\"dim line\">{}</td>{}{}</tr>\n", inHtml(line.note),
                               side(line.before, "before"), side(line.after, "after"));
            break;
        case ReportLine::Kind::Context:
            out += fmt::format("<tr><td class=\"dim line\">{}</td>{}{}</tr>\n", inHtml(line.note),
                               side(line.before, "dim"), side(line.after, "dim"));
            break;
        case ReportLine::Kind::Unchanged:
            out += fmt::format("<tr><td class=\"dim\">{}{}</td>{}{}</tr>\n", inHtml(line.path), note(line.note),
                               side(line.before, "dim"), side(line.after, "dim"));
            break;
        case ReportLine::Kind::Value:
            out += fmt::format("<tr><td>{}{}{}</td>{}{}</tr>\n", inHtml(line.path), forces, note(line.note),
                               side(line.before, "before"), side(line.after, "after"));
        }
    }
    return out + "</tbody></table>\n";
}

std::string sentence(std::string_view text) {
    return withNames(text, inHtml, [](std::string_view name) { return "<code>" + inHtml(name) + "</code>"; });
}

std::string badge(std::string_view text) {
    return fmt::format("<span class=\"badge\">{}</span>", inHtml(text));
}

std::string change(const ReportChange& change, std::string_view currency, bool isOpen, bool canBeReviewed) {
    const std::string kind = kindClass(change.kind), address = inHtml(change.address);
    std::string out = fmt::format("<details class=\"searchable {}\" data-kind=\"{}\"{}><summary>", kind, kind,
                                  isOpen ? " open=\"open\"" : "");
    if (canBeReviewed)
        out += fmt::format("<input type=\"checkbox\" class=\"tick\" data-of=\"{}\" aria-label=\"Reviewed\"/> ",
                           address + (change.deposed.empty() ? "" : " " + inHtml(change.deposed)));
    out +=
        fmt::format("<span class=\"glyph\">{}</span> <span class=\"address\">{}</span> <span class=\"dim\">{}</span>",
                    glyph(change.kind), address, change.actionWord);
    if (!change.deposed.empty())
        out += badge("deposed " + change.deposed);
    if (!change.previousAddress.empty())
        out += badge("moved from " + change.previousAddress);
    for (const std::string_view remark : remarksOf(change))
        out += badge(remark);
    for (const std::string& finding : change.findings)
        out += badge("⚠ " + finding);
    if (change.cost)
        if (const std::string cost = costText(*change.cost, currency); !cost.empty())
            out += badge(cost);
    out += "</summary><div class=\"body\">";
    if (!change.sentence.empty())
        out += "<p>" + sentence(change.sentence) + "</p>";
    if (!change.rootCause.empty()) {
        out += "<details><summary class=\"dim\">Root cause</summary>";
        for (const std::string& line : change.rootCause)
            out += "<p class=\"dim\">" + sentence(line) + "</p>";
        out += "</details>";
    }
    if (!change.id.empty())
        out += "<p class=\"dim\">Existing object: <code>" + inHtml(change.id) + "</code></p>";
    out += table(change.lines, "Attribute");
    if (!change.computed.empty()) {
        out += "<details><summary class=\"dim\">" + computedSummary(change) + "</summary>";
        for (const std::string& name : change.computed)
            out += "<div class=\"address\">" + inHtml(name) + "</div>";
        out += "</details>";
    }
    if (!change.withoutEffect.empty())
        out += "<details><summary class=\"dim\">" + noEffectSummary(change) + "</summary>" +
               table(change.withoutEffect, "Attribute") + "</details>";
    return out + "</div></details>\n";
}

std::string costs(const ReportCosts& costs) {
    std::string out = fmt::format("<h2>Cost</h2>\n<p>{}</p>\n", inHtml(costChangeText(costs.total, costs.currency)));
    if (const std::string remark = costRemark(costs); !remark.empty())
        out += "<p class=\"dim\">" + inHtml(remark) + "</p>\n";
    if (costs.modules.empty())
        return out;
    out += "<details><summary>Modules</summary><div class=\"body\"><table><thead><tr><th "
           "class=\"name\">Module</th><th>Difference per month</th><th>Before</th><th>After</th></tr></thead><tbody>\n";
    const auto money = [&](const std::optional<cost::Amount>& amount) {
        return amount ? inHtml(cost::moneyText(*amount, costs.currency)) : std::string();
    };
    for (const auto& [module, ofModule] : costs.modules)
        out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", inHtml(module),
                           ofModule.difference ? inHtml(cost::differenceText(*ofModule.difference, costs.currency))
                                               : std::string(),
                           money(ofModule.before), money(ofModule.after));
    return out + "</tbody></table></div></details>\n";
}

/// Writes a finding for many objects once, unfolding to their addresses. Search and print unfold it too.
std::string findings(std::span<const ReportFinding> all) {
    constexpr std::size_t most = 3; // maximum shown individually
    std::string out;
    for (const std::vector<const ReportFinding*>& same : groupedFindings(all)) {
        const ReportFinding& first = *same.front();
        const char* const kind = first.severity == risk::Severity::High     ? "k0"
                                 : first.severity == risk::Severity::Medium ? "k3"
                                                                            : "k6";
        const std::string title = fmt::format("<strong>⚠ {}</strong> <span class=\"dim\">{}</span>",
                                              inHtml(first.title), inHtml(originOf(first)));
        if (same.size() > most) {
            out += fmt::format(
                "<details class=\"searchable {}\"><summary>{} {} objects</summary><div class=\"body\"><p>{}</p>\n",
                kind, title, same.size(), inHtml(first.detail));
            for (const ReportFinding* finding : same)
                out += fmt::format("<div class=\"address\">{}</div>\n", inHtml(subjectOf(*finding)));
            out += "</div></details>\n";
            continue;
        }
        for (const ReportFinding* finding : same)
            out += fmt::format("<div class=\"finding {}\">{} <span class=\"address\">{}</span><br/>{}</div>\n", kind,
                               title, inHtml(subjectOf(*finding)), inHtml(finding->detail));
    }
    return out;
}

} // namespace

std::string html(const Document& document) {
    std::string out =
        "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\"><head><meta charset=\"utf-8\"/>\n";
    const std::string sheet = withActionColors(style);
    out += fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;; style-src "
                       "{}; script-src {}; base-uri &#39;none&#39;; form-action &#39;none&#39;\"/>\n",
                       inHtml(hashSource(sheet)), inHtml(hashSource(script)));
    out +=
        "<meta name=\"viewport\" content=\"width=device-width\"/><meta name=\"referrer\" content=\"no-referrer\"/>\n";
    out += fmt::format("<title>Plan{}</title>\n<style>{}</style></head>\n<body><h1>Plan</h1>\n",
                       document.timestamp.empty() ? "" : " of " + inHtml(document.timestamp), sheet);
    out += fmt::format("<p class=\"dim\">{}</p>\n<div class=\"bar\">", inHtml(originOf(document)));
    for (std::size_t i = 0; i < kinds; ++i)
        if (document.counts[i] > 0)
            out += Kind(i) == Kind::Unchanged
                       ? fmt::format("<span class=\"pill\">{} {} {}</span>", glyph(Kind(i)), document.counts[i],
                                     word(Kind(i)))
                       : fmt::format("<button type=\"button\" class=\"pill {0}\" data-kind=\"{0}\" "
                                     "aria-pressed=\"false\">{1} {2} {3}</button>",
                                     kindClass(Kind(i)), glyph(Kind(i)), document.counts[i], word(Kind(i)));
    out += "</div>\n";
    for (const std::string& note : notesOf(document))
        out += fmt::format("<div class=\"note\">{}</div>\n", note);
    if (!document.findings.empty()) {
        out += fmt::format("<h2>Findings ({})</h2>\n", document.findings.size());
        out += findings(document.findings);
    }
    if (!document.failedChecks.empty()) {
        out += fmt::format("<h2>Failed checks ({})</h2>\n", document.failedChecks.size());
        for (const std::string& check : document.failedChecks)
            out += fmt::format("<div class=\"finding k0\">{}</div>\n", inHtml(check));
    }
    if (document.costs)
        out += costs(*document.costs);
    out += fmt::format("<h2>Changes ({})</h2>\n", document.changes.size());
    out += "<div class=\"bar search\"><input id=\"search\" type=\"search\" placeholder=\"Search addresses, attributes "
           "and values\" aria-label=\"Search\"/>"
           "<span id=\"shown-count\" class=\"dim\" role=\"status\"></span><span id=\"reviewed\" "
           "class=\"dim\"></span><button "
           "id=\"unfold\" type=\"button\">Unfold "
           "all</button><button id=\"fold\" type=\"button\">Fold all</button></div>\n";
    if (document.changes.empty())
        out += fmt::format("<p class=\"dim\">{}</p>\n",
                           document.changedOutputs > 0 ? "No resource changes." : "No changes.");
    for (const ReportChange& one : document.changes)
        out += change(one, document.currency(), one.kind <= Kind::Replace && document.changes.size() <= 50, true);
    if (const std::size_t unchanged = document.counts[std::size_t(Kind::Unchanged)])
        out += fmt::format("<p class=\"dim\">{} unchanged objects are not listed.</p>\n", unchanged);
    if (!document.outputs.empty())
        out += fmt::format("<h2>Outputs ({})</h2>\n<details class=\"searchable\" open=\"open\"><summary>Outputs of the "
                           "root module</summary><div class=\"body\">{}</div></details>\n",
                           document.changedOutputs, table(document.outputs, "Output"));
    if (!document.drift.empty()) {
        out += fmt::format("<h2>Drift ({})</h2>\n", document.drift.size());
        for (const ReportChange& one : document.drift)
            out += change(one, document.currency(), false, false);
    }
    for (const ReportSection& section : document.sections) {
        out += fmt::format("<h2>{} ({})</h2>\n", section.title, section.entries.size());
        for (const ReportEntry& entry : section.entries)
            out += fmt::format("<details class=\"searchable\"><summary><code>{}</code> {}</summary><div "
                               "class=\"body\">{}</div></details>\n",
                               inHtml(entry.address), inHtml(entry.text),
                               entry.lines.empty() ? "" : table(entry.lines, "Attribute"));
    }
    return out + fmt::format("<script>{}</script>\n</body></html>\n", script);
}

std::string withActionColors(std::string_view styleSheet) {
    std::string light, dark;
    for (std::size_t i = 0; i < std::size_t(Kind::Unchanged); ++i) {
        light += fmt::format(".k{} {{ --kind: {}; }} ", i, color(Kind(i)).light);
        dark += fmt::format(".k{} {{ --kind: {}; }} ", i, color(Kind(i)).dark);
    }
    return fmt::format("{}{}\n@media screen and (prefers-color-scheme: dark) {{ {}}}\n", styleSheet, light, dark);
}

std::string hashSource(std::string_view text) {
    return "'sha256-" + values::toBase64(values::sha256(text)) + "'";
}

} // namespace planlens::report
