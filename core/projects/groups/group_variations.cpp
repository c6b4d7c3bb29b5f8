// SPDX-License-Identifier: MPL-2.0
#include "core/projects/groups/group_variations.h"

#include "core/report/escape.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

namespace planlens::projects {

using report::Kind;

namespace {

using Family = std::tuple<ChangeList, std::string, std::string>;
Family familyOf(const ChangeGroup& group) {
    return {group.list, group.module, group.resource};
}

std::string joined(const std::vector<std::string>& texts, std::size_t most) {
    std::string text;
    for (std::size_t i = 0; i < std::min(texts.size(), most); ++i)
        text += (text.empty() ? "" : ", ") + texts[i];
    if (texts.size() > most)
        text += fmt::format(", and {} more", texts.size() - most);
    return text;
}

/// A value, shortened so that the part is shown in which it differs from another one.
std::string sideText(const std::optional<std::string>& side, const std::optional<std::string>& other) {
    constexpr std::size_t longest = 60, whole = 32, before = 20; // bytes; the last: in front of the difference
    if (!side)
        return "nothing";
    const std::string_view text = *side;
    if (other && text.size() > whole) {
        const auto same =
            std::size_t(std::mismatch(side->begin(), side->end(), other->begin(), other->end()).first - side->begin());
        const std::size_t latest = text.size() > 2 * before ? text.size() - 2 * before : 0;
        std::size_t start = same > before ? std::min(same - before, latest) : 0;
        while (start > 0 && (static_cast<unsigned char>(text[start]) & 0xc0U) == 0x80U)
            --start; // not inside of a character
        if (const std::size_t word = text.find_last_of("/ ", same); start > 0 && word != text.npos && word > start)
            start = word + 1;
        if (start > 0)
            return "…" + report::shortened(text.substr(start), longest);
    }
    return report::shortened(text, longest);
}

/// The change of a line. `other` has the values from which it differs; null: they are those of the line.
std::string changeText(const GroupLine& line, const GroupLine* other) {
    const bool isUpdate = line.before && line.after;
    const std::string before = sideText(line.before, other ? other->before : line.after),
                      after = sideText(line.after, other ? other->after : line.before);
    if (isUpdate)
        return fmt::format("{}: {} → {}", line.path, before, after);
    if (line.after)
        return fmt::format("{}: {}", line.path, after);
    if (line.before)
        return fmt::format("{}: {} is removed", line.path, before);
    return line.path;
}

constexpr std::size_t mostKeys = 5; // of instances in a text

/// A line of a group, and what decides whether it is another change.
struct ComparedLine {
    const GroupLine* shown;
    const GroupLine* compared;
};
using LinesByPath = std::map<std::string, std::vector<ComparedLine>>;

LinesByPath linesByPath(const ChangeGroup& group) {
    LinesByPath lines;
    for (std::size_t i = 0; i < group.lines.size(); ++i)
        lines[group.comparedLines[i].path].push_back({&group.lines[i], &group.comparedLines[i]});
    return lines;
}

bool areSame(const ComparedLine& a, const ComparedLine& b) {
    const bool haveValues = !a.shown->isFolded && !b.shown->isFolded;
    return *a.shown == *b.shown || (!haveValues && *a.compared == *b.compared);
}

std::vector<std::string> variationsOf(const ChangeGroup& group, const ChangeGroup& usual) {
    std::vector<std::string> texts;
    if (group.kind != usual.kind)
        texts.push_back(fmt::format("{} instead of {}", group.actionWord, usual.actionWord));
    if (group.kind != usual.kind && (group.kind == Kind::Create || usual.kind == Kind::Create))
        return texts; // all attributes differ
    const LinesByPath lines = linesByPath(group), usualLines = linesByPath(usual);
    for (const auto& [path, own] : lines) {
        const auto it = usualLines.find(path);
        if (it == usualLines.end()) {
            texts.push_back("also changes " + changeText(*own.front().shown));
            continue;
        }
        const auto [mine, theirs] =
            std::mismatch(own.begin(), own.end(), it->second.begin(), it->second.end(), areSame);
        if (mine == own.end() && theirs == it->second.end())
            continue;
        const GroupLine& shown = mine == own.end() ? *own.back().shown : *mine->shown;
        const GroupLine& other = theirs == it->second.end() ? *it->second.back().shown : *theirs->shown;
        const bool sameAfter = shown.after == other.after;
        const bool isAfter = (other.after && !sameAfter) || !other.before;
        texts.push_back(
            fmt::format("{} instead of {}", changeText(shown, &other),
                        isAfter ? sideText(other.after, shown.after) : sideText(other.before, shown.before)));
    }
    for (const auto& [path, other] : usualLines)
        if (!lines.contains(path))
            texts.push_back("does not change " + path);
    for (const GroupLine& own : group.unchanged)
        for (const GroupLine& other : usual.unchanged)
            if (own.path == other.path && own != other && !own.isFolded && !other.isFolded)
                texts.push_back(fmt::format("{} is {} instead of {}", own.path, sideText(own.after, other.after),
                                            sideText(other.after, own.after)));
    const auto objects = [](const ChangeGroup& one) { return one.members.size() / one.projects.size(); };
    if (objects(group) != objects(usual))
        texts.push_back(fmt::format("{} objects instead of {}", objects(group), objects(usual)));
    else if (texts.empty() && group.instances != usual.instances)
        texts.push_back(fmt::format("instance {} instead of {}", joined(group.instances, mostKeys),
                                    joined(usual.instances, mostKeys)));
    if (texts.empty() && group.context != usual.context)
        texts.emplace_back("another place in the text");
    if (texts.empty())
        texts.emplace_back("another reason or order of replacing, sensitivity or identifiers");
    return texts;
}

constexpr std::array<std::string_view, report::kinds> verbs{"destroys", "replaces", "forgets", "updates", "creates",
                                                            "reads",    "imports",  "moves",   "leaves"};

} // namespace

std::string changeText(const GroupLine& line) {
    return changeText(line, nullptr);
}

void sortGroups(std::vector<ChangeGroup>& groups) {
    struct Weight {
        Kind worst = Kind::Unchanged;
        bool isUsual = true; // no project differs from the others
        std::size_t projects = 0;
    };
    std::map<Family, Weight> families;
    for (const ChangeGroup& group : groups) {
        Weight& weight = families[familyOf(group)];
        weight.worst = std::min(weight.worst, group.kind);
        weight.isUsual = weight.isUsual && group.variations.empty();
        weight.projects += group.projects.size();
    }
    const auto orderOf = [&](const ChangeGroup& group) {
        const Family family = familyOf(group);
        const Weight& weight = families.at(family);
        return std::tuple(group.list, weight.worst, weight.isUsual, ~weight.projects, family, group.projects.size(),
                          group.members.front().project, group.members.front().change);
    };
    std::vector<std::pair<decltype(orderOf(groups.front())), std::size_t>> order;
    for (std::size_t i = 0; i < groups.size(); ++i)
        order.emplace_back(orderOf(groups[i]), i);
    std::sort(order.begin(), order.end());
    std::vector<ChangeGroup> sorted;
    for (const auto& [key, index] : order)
        sorted.push_back(std::move(groups[index]));
    groups = std::move(sorted);
}

void addVariations(std::vector<ChangeGroup>& groups) {
    std::map<Family, const ChangeGroup*> largest;
    for (const ChangeGroup& group : groups) {
        const ChangeGroup*& known = largest[familyOf(group)];
        if (!known || known->projects.size() <= group.projects.size())
            known = &group;
    }
    for (ChangeGroup& group : groups) {
        const ChangeGroup& usual = *largest[familyOf(group)];
        // Groups of about the same size are two usual changes, and no exceptions from each other.
        if (&usual == &group || usual.projects.size() < 2 || group.projects.size() * 2 > usual.projects.size())
            continue;
        group.variations = variationsOf(group, usual);
        group.others = usual.projects.size();
    }
}

void addExceptions(std::vector<ChangeGroup>& groups, std::span<const ReviewedProject> projects) {
    std::vector<std::set<std::size_t>> groupsOfProject(projects.size());
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (const std::size_t project : groups[g].projects)
            groupsOfProject[project].insert(g);
    std::vector<std::map<std::size_t, std::size_t>> counts(groups.size()); // of projects of a group in other groups
    for (const std::set<std::size_t>& own : groupsOfProject)
        for (const std::size_t g : own)
            for (const std::size_t other : own)
                ++counts[g][other];
    std::vector<std::map<std::size_t, std::size_t>> membersOf(groups.size());
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (const GroupMember& member : groups[g].members)
            ++membersOf[g][member.project];
    for (std::size_t g = 0; g < groups.size(); ++g) {
        ChangeGroup& group = groups[g];
        if (group.projects.size() < 2 || group.list != ChangeList::Changes)
            continue;
        for (const std::size_t project : group.projects) {
            std::array<std::size_t, report::kinds> more{};
            for (const std::size_t other : groupsOfProject[project])
                if (groups[other].list == ChangeList::Changes && counts[g][other] * 2 <= group.projects.size())
                    more[std::size_t(groups[other].kind)] += membersOf[other][project];
            std::vector<std::string> texts;
            for (std::size_t kind = 0; kind < report::kinds; ++kind)
                if (more[kind] > 0 && Kind(kind) != Kind::Unchanged && Kind(kind) != Kind::Read)
                    texts.push_back(fmt::format("{} {}", verbs[kind], more[kind]));
            if (!texts.empty())
                group.exceptions.push_back({project, "also " + joined(texts, texts.size())});
        }
    }
}

std::vector<report::ReportLine> ownLines(const ChangeGroup& group, const report::ReportChange& change) {
    using LineKind = report::ReportLine::Kind;
    std::vector<report::ReportLine> lines;
    const auto isFolded = [](const GroupLine& line) { return line.isFolded; };
    if (std::ranges::none_of(group.lines, isFolded) && std::ranges::none_of(group.unchanged, isFolded))
        return lines;
    for (const report::ReportLine& line : change.lines) {
        const bool isUnchanged = line.kind == LineKind::Unchanged;
        const bool isShared =
            std::ranges::any_of(isUnchanged ? group.unchanged : group.lines, [&](const GroupLine& one) {
                return !one.isFolded && one.path == line.path && one.before == line.before && one.after == line.after;
            });
        if (!isShared && line.kind != LineKind::Context && line.kind != LineKind::Gap && line.kind != LineKind::Heading)
            lines.push_back(line);
    }
    return lines;
}

std::string ownValuesText(const ChangeGroup& group, const report::ReportChange& change) {
    std::string text;
    for (const report::ReportLine& line : ownLines(group, change))
        text += fmt::format("{}{}: {}{}{}{}", text.empty() ? "" : ", ", line.path, line.before.value_or(""),
                            line.before && line.after ? " → " : "", line.after.value_or(""),
                            line.kind == report::ReportLine::Kind::Unchanged ? " (unchanged)" : "");
    return text;
}

std::string titleOf(const ChangeGroup& group, std::span<const ReviewedProject> projects) {
    constexpr std::size_t mostLines = 3;
    std::string text = group.projects.size() == 1 ? projects[group.projects.front()].name
                                                  : fmt::format("{} projects", group.projects.size());
    text += fmt::format(": {} {}", group.resource, group.actionWord);
    if (group.members.size() > group.projects.size())
        text += fmt::format(" ({} objects)", group.members.size());
    std::vector<std::string> changes;
    for (const GroupLine& line : group.lines)
        if (group.kind == Kind::Update || line.forcesReplacement)
            changes.push_back(changeText(line));
    if (!changes.empty())
        text += ", " + joined(changes, mostLines);
    return text;
}

std::vector<std::string> exceptionTexts(const ChangeGroup& group, std::span<const ReviewedProject> projects) {
    std::vector<std::string> texts;
    for (const GroupException& exception : group.exceptions)
        texts.push_back(projects[exception.project].name + " " + exception.text);
    return texts;
}

} // namespace planlens::projects
