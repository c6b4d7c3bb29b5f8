// SPDX-License-Identifier: MPL-2.0
#include "core/report/markdown.h"

#include "core/report/escape.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::report {

namespace {

/// Whether the attributes of all changes are written, or those of the first ones as far as there is space.
enum class Level { Full, Summaries };

std::string code(std::string_view text) {
    return "<code>" + inMarkdown(text) + "</code>";
}

std::string sentence(std::string_view text) {
    return withNames(text, inMarkdown, code);
}

/// Returns the note and badge of a line, as a trailing comment.
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
        case ReportLine::Kind::Unchanged:
            add("  ", line.path + " = " + line.after.value_or(std::string()) + comment(line));
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
    return report::titleOf(change, currency, code, inMarkdown);
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

/// Returns the costs of modules, in a collapsed section.
std::string costs(const Document& document) {
    if (!document.costs)
        return {};
    std::string text;
    const std::string remark = costRemark(*document.costs);
    if (!document.costs->modules.empty()) {
        text += "<details><summary>Cost of modules</summary>\n\n";
        for (const auto& [module, ofModule] : document.costs->modules)
            text +=
                fmt::format("- {}: {}\n", code(module), inMarkdown(costChangeText(ofModule, document.costs->currency)));
        text += "\n</details>\n\n";
    }
    return text + (remark.empty() ? "" : inMarkdown(remark) + "\n\n");
}

/// Returns a finding with some of its objects. The others are listed with their changes.
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

/// Returns a change with its attributes, collapsed; without attributes, one line.
std::string folded(const ReportChange& change, std::string_view currency) {
    const std::string content = lines(change);
    if (content.empty())
        return "- " + titleOf(change, currency) + "\n";
    std::string why = change.sentence.empty() ? "" : sentence(change.sentence) + "\n\n";
    for (const std::string& line : change.rootCause)
        why += "- " + sentence(line) + "\n";
    if (!change.rootCause.empty())
        why += "\n";
    return fmt::format("<details><summary>{}</summary>\n\n{}{}\n</details>\n\n", titleOf(change, currency), why,
                       diffBlock(content));
}

/// `space` is the number of characters for attributes with Level::Summaries.
std::string listed(const Document& document, Level level, std::size_t space = 0) {
    std::string text = head(document);
    const auto entryOf = [&](const ReportChange& change) {
        std::string line = "- " + titleOf(change, currencyOf(document)) + "\n";
        if (level == Level::Summaries && space == 0)
            return line;
        std::string all = folded(change, currencyOf(document));
        if (level == Level::Full)
            return all;
        const std::size_t length = lengthOf(all), more = length - std::min(length, lengthOf(line));
        if (more > space)
            return line;
        space -= more;
        return all;
    };
    if (!document.findings.empty()) {
        text += fmt::format("#### Findings ({})\n\n", document.findings.size());
        for (const auto& same : groupedFindings(document.findings))
            text += findingLine(same);
        text += "\n";
    }
    if (!document.failedChecks.empty()) {
        text += fmt::format("#### Failed checks ({})\n\n", document.failedChecks.size());
        for (const std::string& check : document.failedChecks)
            text += "- " + inMarkdown(check) + "\n";
        text += "\n";
    }
    text += costs(document);
    if (level == Level::Summaries)
        text += "> Some attributes are omitted to stay within the size limit.\n\n";
    const auto section = [&](const char* title, const std::vector<ReportChange>& changes) {
        if (changes.empty())
            return;
        text += fmt::format("#### {} ({})\n\n", title, changes.size());
        for (const ReportChange& change : changes)
            text += entryOf(change);
        text += "\n";
    };
    section("Changes", document.changes);
    if (!document.outputs.empty())
        text += fmt::format("#### Outputs ({})\n\n", document.changedOutputs) +
                (level == Level::Full ? diffBlock(lines(document.outputs)) : "Omitted as well.\n") + "\n";
    section("Drift", document.drift);
    for (const ReportSection& one : document.sections) {
        text += fmt::format("#### {} ({})\n\n", one.title, one.entries.size());
        for (const ReportEntry& entry : one.entries) {
            text +=
                fmt::format("- {}{}{}\n", code(entry.address), entry.text.empty() ? "" : ": ", inMarkdown(entry.text));
            if (level == Level::Full && !entry.lines.empty())
                text += "\n" + diffBlock(lines(entry.lines)) + "\n";
        }
        text += "\n";
    }
    return text + foot(document);
}

/// The text of a report that exceeds the limit, written section by section as far as there is space.
class Shortened {
public:
    Shortened(const Document& document, std::size_t limit)
        : m_document(document)
        , m_limit(limit)
        , m_text(head(document) + costs(document))
        , m_end(foot(document)) {
        m_text += fmt::format("> The plan exceeds the size limit. Totals: {} findings, {} changes, {} changed outputs, "
                              "{} drifted objects, {} failed checks.\n\n",
                              document.findings.size(), document.changes.size(), document.changedOutputs,
                              document.drift.size(), document.failedChecks.size());
        m_length = lengthOf(m_text) + lengthOf(m_end) + reserve;
    }

    std::string take() && {
        addFindings();
        addChecks();
        addChanges();
        return shortened(m_text + m_end, m_limit);
    }

private:
    static constexpr std::size_t reserve = 400; // for the lines that count omitted parts

    /// Returns the text length that must not be exceeded to use only this share of the remaining space.
    std::size_t share(std::size_t ofParts) const {
        return m_length + (m_limit - std::min(m_limit, m_length)) / ofParts;
    }
    bool add(const std::string& part, std::size_t most) {
        const std::size_t added = m_length + lengthOf(part);
        if (added > most)
            return false;
        m_length = added;
        m_text += part;
        return true;
    }
    void addLeft(std::size_t shown, std::size_t all, std::string_view what) {
        if (shown < all)
            m_text += fmt::format("- … {} more {}\n", all - shown, what);
    }

    void addFindings() {
        const std::size_t most = share(3);
        std::size_t shown = 0;
        for (const auto& same : groupedFindings(m_document.findings)) {
            if (!add(findingLine(same), most))
                break;
            shown += same.size();
        }
        addLeft(shown, m_document.findings.size(), "findings");
    }
    void addChecks() {
        const std::size_t most = share(4);
        std::size_t shown = 0;
        while (shown < m_document.failedChecks.size() &&
               add("- ✗ " + inMarkdown(m_document.failedChecks[shown]) + "\n", most))
            ++shown;
        addLeft(shown, m_document.failedChecks.size(), "failed checks");
    }
    /// Adds the most severe changes with their attributes, then single lines, then numbers.
    void addChanges() {
        const std::vector<ReportChange>& changes = m_document.changes;
        const std::size_t mostFolded = share(2);
        std::size_t shown = 0;
        m_text += "\n";
        while (shown < changes.size() && (changes[shown].kind <= Kind::Update || !changes[shown].findings.empty()) &&
               add(folded(changes[shown], currencyOf(m_document)), mostFolded))
            ++shown;
        m_text += "\n";
        while (shown < changes.size() && add("- " + titleOf(changes[shown], currencyOf(m_document)) + "\n", m_limit))
            ++shown;
        KindCounts left{};
        for (std::size_t i = shown; i < changes.size(); ++i)
            ++left[std::size_t(changes[i].kind)];
        std::string kindsLeft;
        for (std::size_t i = 0; i < kinds; ++i)
            if (left[i] > 0)
                kindsLeft += fmt::format("{}{} {}", kindsLeft.empty() ? "" : ", ", left[i], word(Kind(i)));
        addLeft(shown, changes.size(), "changes: " + kindsLeft);
    }

    const Document& m_document;
    std::size_t m_limit;
    std::string m_text, m_end;
    std::size_t m_length = 0;
};

} // namespace

std::string markdown(const Document& document, std::size_t limit) {
    if (std::string text = listed(document, Level::Full); lengthOf(text) <= limit)
        return text;
    const std::size_t length = lengthOf(listed(document, Level::Summaries));
    return length <= limit ? listed(document, Level::Summaries, limit - length) : Shortened(document, limit).take();
}

} // namespace planlens::report
