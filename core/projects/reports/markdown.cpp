// SPDX-License-Identifier: MPL-2.0
#include "core/projects/reports/summary.h"
#include "core/report/escape.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace planlens::projects {

namespace {

constexpr std::size_t mostNames = 20; // of projects in a list

std::string code(std::string_view text) {
    return "<code>" + report::inMarkdown(text) + "</code>";
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string namesText(const ChangeGroup& group, const Summary& summary) {
    std::string text;
    for (std::size_t i = 0; i < std::min(mostNames, group.projects.size()); ++i)
        text += (text.empty() ? "" : ", ") + report::inMarkdown(summary.reviewed[group.projects[i]].name);
    if (group.projects.size() > mostNames)
        text += fmt::format(" and {} more", group.projects.size() - mostNames);
    return text;
}

std::string linesText(const ChangeGroup& group) {
    constexpr std::size_t mostLines = 40, longestValue = 300;
    std::string text;
    const auto add = [&](std::string_view sign, const std::string& path, const std::string& value) {
        text += report::withoutControls(fmt::format("{} {} = {}", sign, path, report::shortened(value, longestValue)));
        text += "\n";
    };
    for (std::size_t i = 0; i < std::min(mostLines, group.lines.size()); ++i) {
        const GroupLine& line = group.lines[i];
        if (line.before)
            add("-", line.path, *line.before);
        if (line.after)
            add("+", line.path, *line.after + (line.forcesReplacement ? " # forces replacement" : ""));
    }
    if (group.lines.size() > mostLines)
        text += fmt::format("  … {}\n", counted(group.lines.size() - mostLines, "more attribute", "more attributes"));
    return text.empty() ? text : "\n" + report::diffBlock(text);
}

/// The objects that the title does not name, because there are many.
std::string objectsText(const ChangeGroup& group) {
    constexpr std::size_t mostObjects = 50, fewestObjects = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(mostObjects, group.objects.size()); ++i)
        text += (text.empty() ? "" : ", ") + code(group.objects[i]);
    if (group.objects.size() > mostObjects)
        text += fmt::format(" and {} more", group.objects.size() - mostObjects);
    return group.objects.size() < fewestObjects ? std::string() : "\n" + text + "\n";
}

/// The objects and values of projects that the group shows as placeholders.
std::string valuesText(const ChangeGroup& group, const Summary& summary) {
    constexpr std::size_t mostObjects = 50, longest = 300;
    std::string rows;
    std::size_t count = 0;
    std::set<std::pair<std::size_t, std::string>> known; // several objects of a project can have the same values
    for (const GroupMember& member : group.members) {
        const report::ReportChange& change = changeOf(group, member, summary.reviewed);
        std::string values = ownValuesText(group, change);
        if (group.haveOwnObjects)
            values = change.address + (values.empty() ? "" : ": ") + values;
        if (values.empty() || !known.emplace(member.project, values).second || ++count > mostObjects)
            continue;
        rows += fmt::format("| {} | {} |\n", report::inMarkdown(summary.reviewed[member.project].name),
                            report::inMarkdown(report::shortened(values, longest)));
    }
    if (count > mostObjects)
        rows += fmt::format("| and {} more | |\n", count - mostObjects);
    return rows.empty() ? rows : "\n| Project | Own values |\n| --- | --- |\n" + rows;
}

enum class Level { Full, Titles };

std::string groupText(const ChangeGroup& group, const Summary& summary, Level level) {
    constexpr std::size_t mostExceptions = 10;
    std::string text =
        fmt::format("{} {}", report::glyph(group.kind), report::inMarkdown(titleOf(group, summary.reviewed)));
    if (!group.module.empty())
        text += " · " + code(group.module);
    if (const std::optional<DriftSince> row = summary.driftOf(group))
        text += " · " + sinceText(*row);
    // Differences come first, because the rest is the same everywhere.
    std::string details;
    if (!group.variations.empty()) {
        details += fmt::format("\n**Differs from {}**: ", counted(group.others, "other project", "other projects"));
        for (std::size_t i = 0; i < group.variations.size() && i < mostExceptions; ++i)
            details += (i ? "; " : "") + report::inMarkdown(group.variations[i]);
        details += "\n";
    }
    const std::vector<std::string> exceptions = exceptionTexts(group, summary.reviewed);
    for (std::size_t i = 0; i < std::min(mostExceptions, exceptions.size()); ++i)
        details += "\n⚠ " + report::inMarkdown(exceptions[i]) + "\n";
    if (exceptions.size() > mostExceptions)
        details += fmt::format("\n{}\n", counted(exceptions.size() - mostExceptions, "more project does something else",
                                                 "more projects do something else"));
    if (!group.otherChanges.empty())
        details += "\n" + report::inMarkdown(group.otherChanges) + "\n";
    if (level == Level::Titles)
        return "- " + text + details;
    return fmt::format("<details><summary>{}</summary>\n{}{}{}\n{}\n{}\n</details>\n", text, details,
                       objectsText(group), linesText(group), namesText(group, summary), valuesText(group, summary));
}

std::string listText(std::string_view title, const std::vector<ProblemGroup>& groups, std::size_t mostProjects) {
    constexpr std::size_t mostProblems = 50, longestError = 400;
    std::string text;
    for (std::size_t i = 0; i < std::min(mostProblems, groups.size()); ++i)
        text += fmt::format("- **{}**{}{}: {}\n", report::inMarkdown(joinedNames(groups[i].projects, mostProjects)),
                            groups[i].verdict.empty() ? "" : " ", groups[i].verdict,
                            report::inMarkdown(report::shortened(groups[i].error, longestError)));
    if (groups.size() > mostProblems)
        text += fmt::format("- and {} more\n", groups.size() - mostProblems);
    return text.empty() ? text : fmt::format("\n### {}\n\n{}", title, text);
}

std::string problemsText(const Summary& summary, std::size_t mostProjects) {
    return listText("Without a plan", problemsOf(summary), mostProjects) +
           listText("Of an earlier run", earlierResultsOf(summary), mostProjects) +
           listText("Failed checks", failedChecksOf(summary), mostProjects);
}

/// A table of the projects that change, or its first rows.
std::string projectsText(const Summary& summary) {
    constexpr std::size_t mostRows = 100;
    std::string rows;
    std::size_t count = 0;
    for (const ReportedProject& project : summary.projects) {
        if (project.status != ReportedProject::Status::Planned ||
            (!project.result.hasChanges() && project.result.counts.drift == 0) || ++count > mostRows)
            continue;
        const std::string& workspace = project.result.workspace; // names of listed projects often contain it
        const bool isNamed = workspace.empty() || project.name.find(workspace) != std::string::npos;
        rows += fmt::format("| {} | {} | {} | {} |\n",
                            report::inMarkdown(project.name + (isNamed ? "" : " in workspace " + workspace)),
                            countsText(project.result) + (project.isApplied ? " (applied)" : ""),
                            project.result.counts.drift, project.result.counts.high);
    }
    if (rows.empty())
        return {};
    if (count > mostRows)
        rows += fmt::format("| and {} more | | | |\n", count - mostRows);
    return "\n<details><summary>Projects</summary>\n\n| Project | Changes | Drift | High risks |\n"
           "| --- | --- | --- | --- |\n" +
           rows + "\n</details>\n";
}

/// The order in which groups get space: destroyed objects first, then the first group of each project, its second one,
/// and so on, so that one project with many groups does not displace the others.
std::vector<std::size_t> orderOfGroups(const Summary& summary) {
    std::vector<std::size_t> order, rounds;
    std::map<std::size_t, std::size_t> counts; // by project
    for (std::size_t i = 0; i < summary.groups.size(); ++i) {
        const ChangeGroup& group = summary.groups[i];
        const bool isDestroyed = group.kind == report::Kind::Destroy || group.kind == report::Kind::Replace;
        std::size_t& count = counts[group.members.front().project];
        rounds.push_back(isDestroyed ? 0 : ++count);
        order.push_back(i);
    }
    std::ranges::stable_sort(order, {}, [&](std::size_t group) { return rounds[group]; });
    return order;
}

/// The order in which groups get their details: by the severity of the action, changes before outputs and drift.
std::vector<std::size_t> orderOfDetails(const Summary& summary) {
    std::vector<std::size_t> order(summary.groups.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::sort(order, {},
                      [&](std::size_t i) { return std::tuple(summary.groups[i].kind, summary.groups[i].list, i); });
    return order;
}

/// The shown groups, by index. Others have an empty text.
struct ShownGroups {
    std::vector<std::string> texts;
    std::vector<Level> levels;
    std::size_t count = 0; // of shown groups

    bool isComplete() const {
        return count == texts.size() && std::ranges::find(levels, Level::Titles) == levels.end();
    }
};

/// As many titles as fit, then as many details.
ShownGroups shownGroups(const Summary& summary, std::size_t limit) {
    constexpr std::size_t reserve = 450; // for the headings and the last lines
    ShownGroups shown;
    shown.texts.resize(summary.groups.size());
    shown.levels.resize(summary.groups.size(), Level::Titles);
    std::vector<std::size_t> sizes(summary.groups.size());
    std::size_t room = limit > reserve ? limit - reserve : 0;
    for (const std::size_t i : orderOfGroups(summary)) {
        std::string title = groupText(summary.groups[i], summary, Level::Titles) + "\n";
        sizes[i] = report::lengthOf(title);
        if (sizes[i] > room)
            break;
        room -= sizes[i];
        shown.texts[i] = std::move(title);
        ++shown.count;
    }
    constexpr std::size_t smallest = 50; // of details
    for (const std::size_t i : orderOfDetails(summary)) {
        if (room < smallest)
            break;
        if (shown.texts[i].empty())
            continue;
        std::string full = groupText(summary.groups[i], summary, Level::Full);
        const std::size_t size = report::lengthOf(full) + 2; // empty lines in front of it and behind it
        if (size > room + sizes[i])
            continue;
        room = room + sizes[i] - size;
        shown.texts[i] = std::move(full);
        shown.levels[i] = Level::Full;
    }
    return shown;
}

/// Returns what is left out: the number of groups without details by action, and the number of those that are not
/// shown.
std::string leftOutText(const Summary& summary, const ShownGroups& shown) {
    std::map<std::pair<report::Kind, std::string>, std::size_t> counts;
    std::size_t titles = 0;
    for (std::size_t i = 0; i < shown.texts.size(); ++i)
        if (!shown.texts[i].empty() && shown.levels[i] == Level::Titles) {
            ++counts[{summary.groups[i].kind, summary.groups[i].actionWord}];
            ++titles;
        }
    std::string text, actions;
    for (const auto& [action, count] : counts)
        actions += fmt::format("{}{} {}", actions.empty() ? "" : ", ", count, report::inMarkdown(action.second));
    if (titles > 0)
        text += fmt::format("\nTo fit the size of a comment, details of {} are left out: {}.\n",
                            counted(titles, "group", "groups"), actions);
    if (shown.count < shown.texts.size())
        text += fmt::format("\n{} not shown.\n", counted(shown.texts.size() - shown.count, "more group of changes is",
                                                         "more groups of changes are"));
    return text;
}

std::string groupsText(const Summary& summary, const ShownGroups& shown) {
    std::string text;
    ChangeList last = ChangeList::Changes;
    Level lastLevel = Level::Full;
    for (std::size_t i = 0; i < shown.texts.size(); ++i) {
        if (shown.texts[i].empty())
            continue;
        const ChangeList list = summary.groups[i].list;
        if (list != last)
            text += list == ChangeList::Outputs ? "\n### Outputs\n\n" : "\n### Drift\n\n";
        else if (shown.levels[i] != lastLevel && !text.empty())
            text += "\n"; // ends a list, or a block of HTML
        last = list;
        lastLevel = shown.levels[i];
        text += shown.texts[i];
    }
    return text + leftOutText(summary, shown);
}

} // namespace

std::string markdown(const Summary& summary, std::size_t limit) {
    std::string head = fmt::format("## {}\n", report::inMarkdown(headline(summary)));
    if (summary.groups.empty() && (summary.projects.empty() || summary.count(ReportedProject::Status::Planned) > 0))
        head += "\nNo changes.\n";
    std::string problems = problemsText(summary, std::string::npos);
    if (report::lengthOf(problems) > limit / 2)
        problems = problemsText(summary, mostNames);
    const std::string end = "\nThe same change in several projects is one entry. Sensitive values are hidden.\n";
    const auto shownBeside = [&](const std::string& table) {
        const std::size_t used = report::lengthOf(head + problems + table + end) + 20;
        return shownGroups(summary, limit > used ? limit - used : 0);
    };
    std::string table = projectsText(summary);
    ShownGroups shown = shownBeside(table);
    if (!shown.isComplete() && report::lengthOf(table) >= limit / 2) {
        table.clear();
        shown = shownBeside(table);
    }
    std::string text = head + problems + "\n" + groupsText(summary, shown) + table + end;
    if (report::lengthOf(text) <= limit)
        return text;
    return report::shortened(head + problems, limit);
}

} // namespace planlens::projects
