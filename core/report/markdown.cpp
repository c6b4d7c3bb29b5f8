// SPDX-License-Identifier: MPL-2.0
#include "core/report/markdown.h"

#include "core/report/escape.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::report {

namespace {

enum class Level { Full, Summaries, Counts };

std::string code(std::string_view text) {
    return "<code>" + inMarkdown(text) + "</code>";
}

/// A fence longer than any in the text.
std::string fenced(const std::string& text) {
    std::size_t longest = 0, run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(std::max<std::size_t>(3, longest + 1), '`');
    return fence + "diff\n" + text + fence + "\n";
}

/// The note and the badge of a line, as a comment.
std::string comment(const ReportLine& line) {
    if (line.note.empty() && !line.forcesReplacement)
        return {};
    return fmt::format(" # {}{}{}", line.note, line.note.empty() || !line.forcesReplacement ? "" : ", ",
                       line.forcesReplacement ? "forces replacement" : "");
}

std::string lines(const std::vector<ReportLine>& all) {
    std::string text;
    const auto add = [&](std::string_view sign, const std::string& content) {
        text += withoutControls(std::string(sign) + content) + "\n";
    };
    for (const ReportLine& line : all) {
        switch (line.kind) {
        case ReportLine::Kind::Heading:
            add("  ", line.path + comment(line));
            break;
        case ReportLine::Kind::Context:
            add("    ", line.before.value_or(std::string()));
            break;
        case ReportLine::Kind::Gap:
            add("    ", "… " + line.note);
            break;
        case ReportLine::Kind::TextLine:
            if (line.before)
                add("-   ", *line.before);
            if (line.after)
                add("+   ", *line.after);
            break;
        case ReportLine::Kind::Value: {
            const std::string name = line.path.empty() ? "" : line.path + " = ";
            if (line.before)
                add("- ", name + *line.before + (line.after ? "" : comment(line)));
            if (line.after)
                add("+ ", name + *line.after + comment(line));
        }
        }
    }
    return text;
}

std::string lines(const ReportChange& change) {
    std::string text = lines(change.lines);
    const auto add = [&](const std::string& summary, const std::string& names) {
        text += withoutControls("  # " + summary + ": " + names) + "\n";
    };
    std::string names;
    for (const std::string& name : change.computed)
        names += (names.empty() ? "" : ", ") + name;
    if (!names.empty())
        add(computedSummary(change), names);
    names.clear();
    for (const ReportLine& line : change.withoutEffect)
        names += (names.empty() ? "" : ", ") + line.path;
    if (!names.empty())
        add(noEffectSummary(change), names);
    return text;
}

std::string titleOf(const ReportChange& change, std::string_view currency) {
    std::string title = fmt::format("{} {} {}", glyph(change.kind), code(change.address), change.deed);
    if (!change.deposed.empty())
        title += " (deposed " + inMarkdown(change.deposed) + ")";
    if (!change.previousAddress.empty())
        title += ", moved from " + code(change.previousAddress);
    if (change.isImported)
        title += ", imported";
    for (const std::string& finding : change.findings)
        title += " · ⚠ " + inMarkdown(finding);
    if (change.cost)
        if (const std::string cost = costText(*change.cost, currency); !cost.empty())
            title += " · " + inMarkdown(cost);
    return title;
}

std::string_view currencyOf(const Document& document) {
    return document.costs ? std::string_view(document.costs->currency) : std::string_view();
}

std::string countsOf(const Document& document) {
    std::string text;
    for (std::size_t i = 0; i + 1 < kinds; ++i)
        if (document.counts[i] > 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", document.counts[i], word(Kind(i)));
    return text.empty() ? "no changes" : text;
}

std::string head(const Document& document) {
    std::string text = fmt::format("### Plan: {}\n\n", countsOf(document));
    for (const std::string_view note : notesOf(document))
        text += fmt::format("> {}\n\n", note);
    if (document.costs)
        text +=
            fmt::format("**Cost:** {}\n\n", inMarkdown(costChangeText(document.costs->total, currencyOf(document))));
    return text;
}

/// The costs of modules, folded.
std::string costs(const Document& document) {
    if (!document.costs)
        return {};
    std::string text;
    const std::string remark = costRemark(*document.costs);
    if (!document.costs->modules.empty()) {
        text += "<details><summary>Cost of modules</summary>\n\n| Module | Difference | Before | After |\n| --- | ---: "
                "| ---: | ---: |\n";
        const auto cell = [&](const std::optional<cost::Amount>& amount) {
            return amount ? inMarkdown(cost::moneyText(*amount, document.costs->currency)) : std::string();
        };
        for (const auto& [module, ofModule] : document.costs->modules)
            text += fmt::format("| {} | {} | {} | {} |\n", code(module),
                                ofModule.difference
                                    ? inMarkdown(cost::differenceText(*ofModule.difference, document.costs->currency))
                                    : std::string(),
                                cell(ofModule.before), cell(ofModule.after));
        text += "\n</details>\n\n";
    }
    return text + (remark.empty() ? "" : inMarkdown(remark) + "\n\n");
}

/// A finding with some of its objects. The others are listed with their changes.
std::string findingLine(const std::vector<const ReportFinding*>& same) {
    constexpr std::size_t few = 3;
    const ReportFinding& first = *same.front();
    std::string line = fmt::format("- ⚠ **{}** ({}): ", inMarkdown(first.title), inMarkdown(originOf(first)));
    for (std::size_t i = 0; i < std::min(few, same.size()); ++i)
        line +=
            (i > 0 ? ", " : "") + (same[i]->address.empty() ? inMarkdown(subjectOf(*same[i])) : code(same[i]->address));
    return line + (same.size() > few ? fmt::format(" and {} more\n", same.size() - few) : "\n");
}

std::string foot(const Document& document) {
    const std::size_t unchanged = document.counts[std::size_t(Kind::Unchanged)];
    return fmt::format("\n<sub>{}{}</sub>\n", inMarkdown(originOf(document)),
                       unchanged == 0   ? std::string()
                       : unchanged == 1 ? " 1 unchanged object is not listed."
                                        : fmt::format(" {} unchanged objects are not listed.", unchanged));
}

std::string listed(const Document& document, Level level) {
    std::string text = head(document);
    if (!document.findings.empty()) {
        text += fmt::format("#### Findings ({})\n\n", document.findings.size());
        for (const auto& same : alike(document.findings))
            text += findingLine(same);
        text += "\n";
    }
    text += costs(document);
    if (level == Level::Summaries)
        text += "> Attributes are omitted to stay within the size limit.\n\n";
    const auto section = [&](const char* title, const std::vector<ReportChange>& changes) {
        if (changes.empty())
            return;
        text += fmt::format("#### {} ({})\n\n", title, changes.size());
        for (const ReportChange& change : changes)
            if (level == Level::Full && !lines(change).empty())
                text += fmt::format(
                    "<details><summary>{}</summary>\n\n{}{}\n</details>\n\n", titleOf(change, currencyOf(document)),
                    change.sentence.empty() ? "" : inMarkdown(change.sentence) + "\n\n", fenced(lines(change)));
            else
                text += "- " + titleOf(change, currencyOf(document)) + "\n";
        text += "\n";
    };
    section("Changes", document.changes);
    if (!document.outputs.empty())
        text += fmt::format("#### Outputs ({})\n\n", document.changedOutputs) +
                (level == Level::Full ? fenced(lines(document.outputs)) : "Omitted as well.\n") + "\n";
    section("Drift", document.drift);
    for (const ReportSection& one : document.sections) {
        text += fmt::format("#### {} ({})\n\n", one.title, one.entries.size());
        for (const ReportEntry& entry : one.entries) {
            text +=
                fmt::format("- {}{}{}\n", code(entry.address), entry.text.empty() ? "" : ": ", inMarkdown(entry.text));
            if (level == Level::Full && !entry.lines.empty())
                text += "\n" + fenced(lines(entry.lines)) + "\n";
        }
        text += "\n";
    }
    if (!document.failedChecks.empty()) {
        text += fmt::format("#### Failed checks ({})\n\n", document.failedChecks.size());
        for (const std::string& check : document.failedChecks)
            text += "- " + inMarkdown(check) + "\n";
    }
    return text + foot(document);
}

/// The most severe changes that fit into the limit; findings leave space for changes.
std::string counted(const Document& document, std::size_t limit) {
    std::string text = head(document);
    text += fmt::format("> The plan exceeds the size limit. Totals: {} findings, {} changes, {} changed outputs, {} "
                        "drifted objects, {} failed checks.\n\n",
                        document.findings.size(), document.changes.size(), document.changedOutputs,
                        document.drift.size(), document.failedChecks.size());
    const std::string end = foot(document);
    constexpr std::size_t more = 80; // reserved for the lines with the number of omitted changes
    std::size_t length = lengthOf(text) + lengthOf(end) + more;
    std::size_t findings = 0, changes = 0;
    const auto add = [&](const std::string& line, std::size_t most) {
        const std::size_t added = length + lengthOf(line);
        if (added > most)
            return false;
        length = added;
        text += line;
        return true;
    };
    const auto left = [](std::size_t shown, std::size_t all, const char* what) {
        return shown < all ? fmt::format("- … {} more {}\n", all - shown, what) : std::string();
    };
    const std::size_t mostWithFindings = length + (limit - std::min(limit, length)) / 3;
    for (const auto& same : alike(document.findings)) {
        if (!add(findingLine(same), mostWithFindings))
            break;
        findings += same.size();
    }
    text += left(findings, document.findings.size(), "findings");
    while (changes < document.changes.size() &&
           add("- " + titleOf(document.changes[changes], currencyOf(document)) + "\n", limit))
        ++changes;
    text += left(changes, document.changes.size(), "changes");
    return shortened(text + end, limit);
}

} // namespace

std::string markdown(const Document& document, std::size_t limit) {
    for (const Level level : {Level::Full, Level::Summaries})
        if (std::string text = listed(document, level); lengthOf(text) <= limit)
            return text;
    return counted(document, limit);
}

} // namespace planlens::report
