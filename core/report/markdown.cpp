// SPDX-License-Identifier: MPL-2.0
#include "core/report/markdown.h"

#include "core/report/escape.h"
#include "core/report/same_changes.h"

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
            if (line.before == line.after && !line.note.empty()) { // such as an element that has moved
                add("! ", name + line.after.value_or("") + comment(line));
                break;
            }
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

std::string head(const Document& document) {
    std::string text = fmt::format("### Plan: {}\n\n", countsText(document));
    for (const std::string& note : notesOf(document))
        text += fmt::format("> {}\n\n", note);
    if (document.costs)
        text += fmt::format("**Cost:** {}\n\n", inMarkdown(costChangeText(document.costs->total, document.currency())));
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

/// Returns the root causes as a list, without those that would hide the attributes below it.
std::string rootCauses(const ReportChange& change) {
    constexpr std::size_t most = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, change.rootCause.size()); ++i)
        text += "- " + sentence(change.rootCause[i]) + "\n";
    if (change.rootCause.size() > most)
        text += fmt::format("- … {} more\n", change.rootCause.size() - most);
    return text + (text.empty() ? "" : "\n");
}

std::string titleOf(const SameChanges& same, std::string_view currency) {
    const ReportChange& first = *same.front();
    if (same.size() == 1)
        return titleOf(first, currency);
    std::string title =
        fmt::format("{} {} × {} {}", glyph(first.kind), same.size(), code(first.resource), first.actionWord);
    for (const std::string_view remark : remarksOf(first))
        title += fmt::format(", {}", remark);
    return title;
}

/// Returns a change with its attributes, collapsed; without attributes, one line. Identical changes are one entry with
/// all addresses.
std::string folded(const SameChanges& same, std::string_view currency) {
    const ReportChange& first = *same.front();
    const std::string content = lines(first);
    if (content.empty() && same.size() == 1)
        return "- " + titleOf(first, currency) + "\n";
    std::string text = first.sentence.empty() ? "" : sentence(first.sentence) + "\n\n";
    if (same.size() == 1)
        text += rootCauses(first);
    text += content.empty() ? "" : diffBlock(content);
    if (same.size() > 1) {
        text += "\n";
        for (const ReportChange* change : same)
            text += "- " + code(change->address) + "\n";
    }
    return fmt::format("<details><summary>{}</summary>\n\n{}\n</details>\n\n", titleOf(same, currency), text);
}

/// Returns the names of the changed outputs.
std::string outputNames(const Document& document) {
    constexpr std::size_t most = 20;
    std::vector<std::string_view> names;
    for (const ReportLine& line : document.outputs) {
        const std::string_view name = std::string_view(line.path).substr(0, line.path.find_first_of(".["));
        if (names.empty() || names.back() != name)
            names.push_back(name);
    }
    std::string text = "The values are omitted: ";
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
        text += (i > 0 ? ", " : "") + code(names[i]);
    return text + (names.size() > most ? fmt::format(" and {} more.\n", names.size() - most) : ".\n");
}

/// Writes a report with an entry for each change. With Level::Summaries, there are `space` characters for attributes:
/// outputs and drift get a part of it, because they are short and at the end.
class Listed {
public:
    Listed(const Document& document, Level level, std::size_t space = 0)
        : m_document(document)
        , m_level(level)
        , m_space(space) {}

    std::string take() {
        constexpr std::size_t part = 4;
        const std::size_t ofChanges = m_space - m_space / part;
        m_space /= part;
        const std::string outputs = outputsText();
        const std::string drift = section("Drift", m_document.drift, false);
        m_space += ofChanges;
        const std::string changes = section("Changes", m_document.changes, true);
        std::string text = head(m_document) + findings() + checks() + costs(m_document);
        if (m_level == Level::Summaries)
            text += omitted();
        return text + changes + outputs + drift + others() + foot(m_document);
    }

private:
    /// Whether a part with attributes fits besides the line that stands for it otherwise.
    bool takeSpace(const std::string& whole, const std::string& line) {
        if (m_level == Level::Full)
            return true;
        const std::size_t length = lengthOf(whole), more = length - std::min(length, lengthOf(line));
        if (m_space == 0 || more > m_space)
            return false;
        m_space -= more;
        return true;
    }

    std::string findings() const {
        if (m_document.findings.empty())
            return {};
        std::string text = fmt::format("#### Findings ({})\n\n", m_document.findings.size());
        for (const auto& same : groupedFindings(m_document.findings))
            text += findingLine(same);
        return text + "\n";
    }
    std::string checks() const {
        if (m_document.failedChecks.empty())
            return {};
        std::string text = fmt::format("#### Failed checks ({})\n\n", m_document.failedChecks.size());
        for (const std::string& check : m_document.failedChecks)
            text += "- " + inMarkdown(check) + "\n";
        return text + "\n";
    }
    std::string omitted() const {
        return fmt::format("> To stay within the size limit, the attributes of {} of {} changes are omitted.\n\n",
                           m_omitted, m_document.changes.size() + m_document.drift.size());
    }
    std::string entry(const SameChanges& same) {
        std::string whole = folded(same, m_document.currency()),
                    line = "- " + titleOf(same, m_document.currency()) + "\n";
        if (takeSpace(whole, line))
            return whole;
        m_omitted += same.size();
        return line;
    }
    /// Long sections have a heading for each kind of changes; the less severe ones are collapsed if they are long.
    std::string section(const char* title, const std::vector<ReportChange>& changes, bool hasKinds) {
        constexpr std::size_t fewChanges = 12, fewEntries = 20;
        if (changes.empty())
            return {};
        std::string text = fmt::format("#### {} ({})\n\n", title, changes.size());
        const std::vector<ChangeGroup> groups = changeGroups(changes);
        for (const ChangeGroup& group : groups) {
            const std::string heading = fmt::format("{} ({})", group.title, group.count);
            const bool hasHeading = hasKinds && groups.size() > 1 && changes.size() > fewChanges;
            const bool isCollapsed = hasHeading && group.worst >= Kind::Update && group.entries.size() > fewEntries &&
                                     &group != &groups.front();
            if (isCollapsed)
                text += fmt::format("<details><summary><b>{}</b></summary>\n\n", heading);
            else if (hasHeading)
                text += fmt::format("##### {}\n\n", heading);
            for (const SameChanges& same : group.entries)
                text += entry(same);
            text += isCollapsed ? "\n</details>\n\n" : hasHeading ? "\n" : "";
        }
        return text + "\n";
    }
    std::string outputsText() {
        if (m_document.outputs.empty())
            return {};
        const std::string whole = diffBlock(lines(m_document.outputs)), names = outputNames(m_document);
        return fmt::format("#### Outputs ({})\n\n{}\n", m_document.changedOutputs,
                           takeSpace(whole, names) ? whole : names);
    }
    /// What only exists in plans of Terraform.
    std::string others() const {
        std::string text;
        for (const ReportSection& one : m_document.sections) {
            text += fmt::format("#### {} ({})\n\n", one.title, one.entries.size());
            for (const ReportEntry& entry : one.entries) {
                text += fmt::format("- {}{}{}\n", code(entry.address), entry.text.empty() ? "" : ": ",
                                    inMarkdown(entry.text));
                if (m_level == Level::Full && !entry.lines.empty())
                    text += "\n" + diffBlock(lines(entry.lines)) + "\n";
            }
            text += "\n";
        }
        return text;
    }

    const Document& m_document;
    Level m_level;
    std::size_t m_space;
    std::size_t m_omitted = 0; // changes without their attributes
};

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
        const std::vector<SameChanges> entries = sameChanges(m_document.changes);
        const std::string_view currency = m_document.currency();
        const std::size_t mostFolded = share(2);
        std::size_t next = 0;
        const auto isSevere = [&](const SameChanges& same) {
            return same.front()->kind <= Kind::Update || !same.front()->findings.empty();
        };
        m_text += "\n";
        while (next < entries.size() && isSevere(entries[next]) && add(folded(entries[next], currency), mostFolded))
            ++next;
        m_text += "\n";
        while (next < entries.size() && add("- " + titleOf(entries[next], currency) + "\n", m_limit))
            ++next;
        KindCounts left{};
        std::size_t shown = m_document.changes.size();
        for (; next < entries.size(); ++next) {
            left[std::size_t(entries[next].front()->kind)] += entries[next].size();
            shown -= entries[next].size();
        }
        std::string kindsLeft;
        for (std::size_t i = 0; i < kinds; ++i)
            if (left[i] > 0)
                kindsLeft += fmt::format("{}{} {}", kindsLeft.empty() ? "" : ", ", left[i], word(Kind(i)));
        addLeft(shown, m_document.changes.size(), "changes: " + kindsLeft);
    }

    const Document& m_document;
    std::size_t m_limit;
    std::string m_text, m_end;
    std::size_t m_length = 0;
};

} // namespace

std::string markdown(const Document& document, std::size_t limit) {
    if (std::string text = Listed(document, Level::Full).take(); lengthOf(text) <= limit)
        return text;
    const std::size_t length = lengthOf(Listed(document, Level::Summaries).take());
    return length <= limit ? Listed(document, Level::Summaries, limit - length).take()
                           : Shortened(document, limit).take();
}

} // namespace planlens::report
