// SPDX-License-Identifier: MPL-2.0
#include "core/report/printable.h"

#include "core/report/escape.h"

#include <fmt/core.h>

#include <span>

namespace planlens::report {

namespace {

const std::string_view dim = color(Kind::Unchanged).light;

std::string_view colorOf(Kind kind) {
    return color(kind).light;
}

std::string_view colorOf(risk::Severity severity) {
    switch (severity) {
    case risk::Severity::High:
        return colorOf(Kind::Destroy);
    case risk::Severity::Medium:
        return colorOf(Kind::Update);
    case risk::Severity::Low:
        return colorOf(Kind::Import);
    }
    return dim;
}

std::string dimmed(std::string_view text) {
    return fmt::format("<span style=\"color:{}\">{}</span>", dim, inHtml(text));
}
std::string code(std::string_view text) {
    return fmt::format("<span style=\"font-family:monospace\">{}</span>", inHtml(text));
}
std::string strong(std::string_view color, std::string_view text) {
    return fmt::format("<b style=\"color:{}\">{}</b>", color, inHtml(text));
}
/// Returns a paragraph with a top margin in pixels.
std::string paragraph(int above, std::string_view html) {
    return fmt::format("<p style=\"margin-top:{}px; margin-bottom:0px\">{}</p>\n", above, html);
}

std::string heading(std::string_view text) {
    return fmt::format("<h2>{}</h2>\n", text);
}
std::string heading(std::string_view text, std::size_t count) {
    return heading(fmt::format("{} ({})", text, count));
}

std::string table(const std::vector<ReportLine>& lines) {
    if (lines.empty())
        return {};
    const auto cell = [](const char* width, std::string_view ground, const std::string& html) {
        return fmt::format("<td width=\"{}\"{}><p style=\"font-family:monospace; white-space:pre-wrap\">{}</p></td>",
                           width, ground.empty() ? "" : fmt::format(" bgcolor=\"{}\"", ground), html);
    };
    const auto side = [&](std::string_view ground, const std::optional<std::string>& text) {
        return text ? cell("36%", ground, inHtml(*text)) : cell("36%", {}, {});
    };
    std::string out = "<table width=\"100%\" cellspacing=\"1\" cellpadding=\"3\">\n";
    for (const ReportLine& line : lines) {
        const bool isOfText = line.kind == ReportLine::Kind::TextLine || line.kind == ReportLine::Kind::Context;
        const bool isUnchanged = line.kind == ReportLine::Kind::Context;
        if (line.kind == ReportLine::Kind::Gap) {
            out += fmt::format("<tr>{}{}{}</tr>\n", cell("28%", {}, {}), cell("36%", {}, dimmed(line.note)),
                               cell("36%", {}, {}));
            continue;
        }
        std::string name = isOfText ? dimmed(line.note) : inHtml(line.path);
        if (!isOfText && !line.note.empty())
            name += "<br/>" + dimmed(line.note);
        if (line.forcesReplacement)
            name += "<br/>" + strong(colorOf(Kind::Replace), "forces replacement");
        out += fmt::format("<tr>{}{}{}</tr>\n", cell("28%", "#f0f2f5", name),
                           side(isUnchanged ? "" : "#fbe4e2", line.before),
                           side(isUnchanged ? "" : "#def3e3", line.after));
    }
    return out + "</table>\n";
}

std::string change(const ReportChange& change, std::string_view currency) {
    std::string title = fmt::format("{} {} {}", strong(colorOf(change.kind), glyph(change.kind)), code(change.address),
                                    dimmed(change.actionWord));
    const auto note = [&](std::string_view html) { title += fmt::format(" · {}", html); };
    if (!change.deposed.empty())
        note("deposed " + code(change.deposed));
    if (!change.previousAddress.empty())
        note("moved from " + code(change.previousAddress));
    for (const std::string_view remark : remarksOf(change))
        note(remark);
    for (const std::string& finding : change.findings)
        note("⚠ " + inHtml(finding));
    if (change.cost)
        if (const std::string cost = costText(*change.cost, currency); !cost.empty())
            note(inHtml(cost));
    std::string out = paragraph(10, title);
    if (!change.sentence.empty())
        out += paragraph(0, withNames(change.sentence, inHtml, code));
    for (const std::string& line : change.rootCause)
        out += paragraph(0, withNames(line, dimmed, code));
    if (!change.id.empty())
        out += paragraph(0, dimmed("Existing object: ") + code(change.id));
    out += table(change.lines);
    if (!change.computed.empty()) {
        std::string names;
        for (const std::string& name : change.computed)
            names += (names.empty() ? "" : ", ") + name;
        out += paragraph(0, dimmed(computedSummary(change) + ": ") + code(names));
    }
    if (!change.withoutEffect.empty())
        out += paragraph(0, dimmed(noEffectSummary(change) + ":")) + table(change.withoutEffect);
    return out;
}

/// Writes a finding for many objects only once.
std::string findings(std::span<const ReportFinding> all) {
    std::string out;
    for (const std::vector<const ReportFinding*>& same : groupedFindings(all)) {
        const ReportFinding& first = *same.front();
        out += paragraph(
            8, fmt::format("{} {}", strong(colorOf(first.severity), "⚠ " + first.title), dimmed(originOf(first))));
        out += paragraph(0, inHtml(first.detail));
        for (const ReportFinding* finding : same)
            out += paragraph(0, code(subjectOf(*finding)));
    }
    return out;
}

} // namespace

std::string printable(const Document& document) {
    std::string out = "<h1>Plan</h1>\n";
    out += paragraph(0, dimmed(originOf(document)));
    std::string counts;
    for (std::size_t i = 0; i < kinds; ++i)
        if (document.counts[i] > 0)
            counts += fmt::format(
                "{}{}", counts.empty() ? "" : " &nbsp; ",
                strong(colorOf(Kind(i)), fmt::format("{} {} {}", glyph(Kind(i)), document.counts[i], word(Kind(i)))));
    if (!counts.empty())
        out += paragraph(8, counts);
    for (const std::string& note : notesOf(document))
        out += paragraph(8, fmt::format("<b>{}</b>", note));
    if (!document.findings.empty())
        out += heading("Findings", document.findings.size()) + findings(document.findings);
    if (!document.failedChecks.empty()) {
        out += heading("Failed checks", document.failedChecks.size());
        for (const std::string& check : document.failedChecks)
            out += paragraph(0, strong(colorOf(Kind::Destroy), check));
    }
    const std::string_view currency = document.currency();
    if (document.costs) {
        out += heading("Cost") + paragraph(0, inHtml(costChangeText(document.costs->total, currency)));
        for (const auto& [module, ofModule] : document.costs->modules)
            out += paragraph(0, code(module) + " " + inHtml(costChangeText(ofModule, currency)));
        if (const std::string remark = costRemark(*document.costs); !remark.empty())
            out += paragraph(0, dimmed(remark));
    }
    out += heading("Changes", document.changes.size());
    if (document.changes.empty())
        out += paragraph(0, dimmed(document.changedOutputs > 0 ? "No resource changes." : "No changes."));
    for (const ReportChange& one : document.changes)
        out += change(one, currency);
    if (const std::size_t unchanged = document.counts[std::size_t(Kind::Unchanged)])
        out += paragraph(8, dimmed(fmt::format("{} unchanged objects are not listed.", unchanged)));
    if (!document.outputs.empty())
        out += heading("Outputs", document.changedOutputs) + table(document.outputs);
    if (!document.drift.empty()) {
        out += heading("Drift", document.drift.size());
        for (const ReportChange& one : document.drift)
            out += change(one, currency);
    }
    for (const ReportSection& section : document.sections) {
        out += heading(section.title, section.entries.size());
        for (const ReportEntry& entry : section.entries)
            out += paragraph(8, fmt::format("<b>{}</b> {}", inHtml(entry.address), inHtml(entry.text))) +
                   (entry.lines.empty() ? "" : table(entry.lines));
    }
    return out;
}

} // namespace planlens::report
