// SPDX-License-Identifier: MPL-2.0
#include "core/projects/groups/group_variations.h"

#include "core/explain/translated_text.h"
#include "core/report/escape.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace planlens::projects {

using report::Kind;

namespace {

using Family = std::tuple<ChangeList, std::string, std::string>;
Family familyOf(const ChangeGroup& group) {
    return {group.list, group.module, group.resource};
}

/// A value, shortened so that the part is shown in which it differs from another one.
std::string sideText(const std::string& side, const std::optional<std::string>& other) {
    constexpr std::size_t longest = 60, whole = 32, before = 20; // bytes; the last: in front of the difference
    const std::string_view text = side;
    if (other && text.size() > whole) {
        const auto same =
            std::size_t(std::mismatch(side.begin(), side.end(), other->begin(), other->end()).first - side.begin());
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
    const auto isSame = [&](auto side) {
        const bool haveValues = a.shown->*side != a.compared->*side && b.shown->*side != b.compared->*side;
        return a.shown->*side == b.shown->*side || (!haveValues && a.compared->*side == b.compared->*side);
    };
    return isSame(&GroupLine::before) && isSame(&GroupLine::after) && a.compared->note == b.compared->note &&
           a.compared->forcesReplacement == b.compared->forcesReplacement;
}

using Text = std::string; // lupdate would take "std::" before a function name for its class
using Texts = std::vector<std::string>;

/// Builds texts in the reader's language. Translations use the name of this class as their context.
class GroupTexts : explain::TranslatedText {
public:
    using TranslatedText::TranslatedText;

    Text joined(const Texts& texts, std::size_t most) const {
        std::string text;
        for (std::size_t i = 0; i < std::min(texts.size(), most); ++i)
            text += (text.empty() ? "" : ", ") + texts[i];
        return texts.size() > most ? tr("%1, and %2 more", {text, std::to_string(texts.size() - most)}) : text;
    }

    /// Returns the change of a line. `other` has the values from which it differs; null: they are those of the line.
    Text change(const GroupLine& line, const GroupLine* other) const {
        const bool isUpdate = line.before && line.after;
        const std::string before = side(line.before, other ? other->before : line.after),
                          after = side(line.after, other ? other->after : line.before);
        if (isUpdate)
            return fmt::format("{}: {} → {}", line.path, before, after);
        if (line.after)
            return fmt::format("{}: {}", line.path, after);
        if (line.before)
            return tr("%1: %2 is removed", {line.path, before});
        return line.path;
    }

    /// Returns how a group differs from the usual one.
    Texts variations(const ChangeGroup& group, const ChangeGroup& usual) const {
        Texts texts;
        if (group.kind != usual.kind)
            texts.push_back(insteadOf(word(group), word(usual)));
        const auto hasOneSide = [](const ChangeGroup& one) {
            return one.kind == Kind::Create || one.kind == Kind::Destroy || one.kind == Kind::Forget;
        };
        if (group.kind != usual.kind && (hasOneSide(group) || hasOneSide(usual)))
            return texts; // all attributes differ
        const LinesByPath lines = linesByPath(group), usualLines = linesByPath(usual);
        for (const auto& [path, own] : lines) {
            const auto it = usualLines.find(path);
            if (it == usualLines.end()) {
                texts.push_back(tr("also changes %1", {change(*own.front().shown, nullptr)}));
                continue;
            }
            const auto [mine, theirs] =
                std::mismatch(own.begin(), own.end(), it->second.begin(), it->second.end(), areSame);
            if (mine == own.end() && theirs == it->second.end())
                continue;
            const GroupLine& shown = mine == own.end() ? *own.back().shown : *mine->shown;
            const GroupLine& other = theirs == it->second.end() ? *it->second.back().shown : *theirs->shown;
            const bool sameAfter = shown.after == other.after;
            const bool isAfter = !sameAfter || !other.before;
            texts.push_back(insteadOf(change(shown, &other),
                                      isAfter ? side(other.after, shown.after) : side(other.before, shown.before)));
        }
        for (const auto& [path, other] : usualLines)
            if (!lines.contains(path))
                texts.push_back(tr("does not change %1", {path}));
        for (const GroupLine& own : group.unchanged)
            for (const GroupLine& other : usual.unchanged)
                if (own.path == other.path && own != other && !own.isFolded && !other.isFolded)
                    texts.push_back(tr("%1 is %2 instead of %3",
                                       {own.path, side(own.after, other.after), side(other.after, own.after)}));
        const auto objects = [](const ChangeGroup& one) {
            return std::to_string(one.members.size() / one.projects.size());
        };
        if (objects(group) != objects(usual))
            texts.push_back(tr("%1 objects instead of %2", {objects(group), objects(usual)}));
        else if (texts.empty() && group.instances != usual.instances)
            texts.push_back(tr("instance %1 instead of %2",
                               {joined(group.instances, mostKeys), joined(usual.instances, mostKeys)}));
        if (texts.empty() && group.objects != usual.objects && !group.objects.empty() && !usual.objects.empty())
            texts.push_back(insteadOf(joined(group.objects, mostKeys), joined(usual.objects, mostKeys)));
        if (texts.empty() && group.context != usual.context)
            texts.push_back(tr("another place in the text"));
        if (texts.empty())
            texts.push_back(tr("another reason, order of replacement, sensitivity or identifiers"));
        return texts;
    }

    /// Returns what a project does beyond a group; empty: nothing. Changes are counted by kind.
    Text exception(const std::array<std::size_t, report::kinds>& more) const {
        Texts texts;
        for (std::size_t kind = 0; kind < report::kinds; ++kind)
            if (more[kind] > 0)
                texts.push_back(counted(Kind(kind), std::to_string(more[kind])));
        std::erase(texts, std::string());
        return texts.empty() ? std::string() : tr("also %1", {joined(texts, texts.size())});
    }

    /// Returns that most projects of a group do something else too. `destroying` of them destroy or replace objects; 0:
    /// these are named.
    Text otherChanges(std::size_t some, std::size_t all, std::size_t destroying) const {
        const std::string count = std::to_string(some), number = std::to_string(all);
        return destroying == 0 ? tr("%1 of %2 projects also change other objects", {count, number})
                               : tr("%1 of %2 projects also change other objects; %3 of them destroy or replace some",
                                    {count, number, std::to_string(destroying)});
    }

private:
    Text insteadOf(const std::string& own, const std::string& usual) const {
        return tr("%1 instead of %2", {own, usual});
    }
    Text side(const std::optional<std::string>& value, const std::optional<std::string>& other) const {
        return value ? sideText(*value, other) : tr("nothing");
    }
    /// The words of actions are translated like those of histories.
    Text word(const ChangeGroup& group) const {
        return translation() ? translation()(group.actionWord.c_str()) : group.actionWord;
    }
    Text counted(Kind kind, const std::string& count) const {
        switch (kind) {
        case Kind::Destroy:
            return tr("destroys %1", {count});
        case Kind::Replace:
            return tr("replaces %1", {count});
        case Kind::Forget:
            return tr("forgets %1", {count});
        case Kind::Update:
            return tr("updates %1", {count});
        case Kind::Create:
            return tr("creates %1", {count});
        case Kind::Import:
            return tr("imports %1", {count});
        case Kind::Move:
            return tr("moves %1", {count});
        case Kind::Read:
        case Kind::Unchanged:
            break;
        }
        return {};
    }
};

} // namespace

std::string changeText(const GroupLine& line, const explain::Translation& translation) {
    return GroupTexts(translation).change(line, nullptr);
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

void addVariations(std::vector<ChangeGroup>& groups, const explain::Translation& translation) {
    constexpr std::size_t mostObjects = 3;
    std::map<Family, const ChangeGroup*> largest;
    for (ChangeGroup& group : groups) {
        group.subject =
            group.objects.empty() ? group.resource : GroupTexts(translation).joined(group.objects, mostObjects);
        const ChangeGroup*& known = largest[familyOf(group)];
        if (!known || known->projects.size() <= group.projects.size())
            known = &group;
    }
    for (ChangeGroup& group : groups) {
        const ChangeGroup& usual = *largest[familyOf(group)];
        // Groups of about the same size are two usual changes, and no exceptions from each other.
        if (&usual == &group || usual.projects.size() < 2 || group.projects.size() * 2 > usual.projects.size())
            continue;
        group.variations = GroupTexts(translation).variations(group, usual);
        std::vector<std::size_t> others;
        std::ranges::set_difference(usual.projects, group.projects, std::back_inserter(others));
        group.others = others.size();
    }
}

namespace {

struct FoundException {
    GroupException exception;
    bool destroys = false; // or replaces
};

/// Removes exceptions that are none, because most of the projects do something else too. Those that destroy or replace
/// objects stay as long as they are a minority. Returns the number of removed ones that do so.
std::size_t keepMinority(std::vector<FoundException>& found, std::size_t projects) {
    const auto isMost = [projects](std::size_t count) { return count * 2 > projects; };
    std::map<std::string, std::size_t> usual; // how many projects have an exception that destroys nothing
    for (const FoundException& one : found)
        if (!one.destroys)
            ++usual[one.exception.text];
    std::erase_if(found, [&](const FoundException& one) {
        const auto count = usual.find(one.exception.text);
        return count != usual.end() && isMost(count->second);
    });
    if (!isMost(found.size()))
        return 0;
    const auto destroying = std::size_t(std::ranges::count_if(found, &FoundException::destroys));
    std::erase_if(found, [&](const FoundException& one) { return !one.destroys || isMost(destroying); });
    return isMost(destroying) ? destroying : 0;
}

} // namespace

void addExceptions(std::vector<ChangeGroup>& groups, std::span<const ReviewedProject> projects,
                   const explain::Translation& translation) {
    // Groups of the same projects have the same exceptions. Together, they are few, however many changes there are.
    struct SameProjects {
        std::vector<std::size_t> groups;
        std::map<std::size_t, std::array<std::size_t, report::kinds>> changes; // of each project
    };
    std::map<std::vector<std::size_t>, SameProjects> sets;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        if (groups[g].list != ChangeList::Changes)
            continue;
        SameProjects& same = sets[groups[g].projects];
        same.groups.push_back(g);
        for (const GroupMember& member : groups[g].members)
            ++same.changes[member.project][std::size_t(groups[g].kind)];
    }
    std::vector<std::vector<const SameProjects*>> setsOf(projects.size());
    for (const auto& [members, same] : sets)
        for (const std::size_t project : members)
            setsOf[project].push_back(&same);
    for (const auto& [members, same] : sets) {
        if (members.size() < 2)
            continue;
        std::map<const SameProjects*, std::size_t> shared; // number of projects that are in both
        for (const std::size_t project : members)
            for (const SameProjects* const other : setsOf[project])
                ++shared[other];
        std::vector<FoundException> found;
        for (const std::size_t project : members) {
            std::array<std::size_t, report::kinds> more{};
            for (const SameProjects* const other : setsOf[project])
                if (shared[other] * 2 <= members.size())
                    for (std::size_t kind = 0; kind < report::kinds; ++kind)
                        more[kind] += other->changes.at(project)[kind];
            const std::string text = GroupTexts(translation).exception(more);
            if (!text.empty())
                found.push_back(
                    {{project, text}, more[std::size_t(Kind::Destroy)] + more[std::size_t(Kind::Replace)] > 0});
        }
        const std::size_t some = found.size(), destroying = keepMinority(found, members.size());
        for (const std::size_t g : same.groups) {
            for (const FoundException& one : found)
                groups[g].exceptions.push_back(one.exception);
            if (some * 2 > members.size())
                groups[g].otherChanges = GroupTexts(translation).otherChanges(some, members.size(), destroying);
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
    const explain::Translation english;
    std::string text = group.projects.size() == 1 ? projects[group.projects.front()].name
                                                  : fmt::format("{} projects", group.projects.size());
    text += fmt::format(": {} {}", group.subject, group.actionWord);
    if (group.members.size() > group.projects.size())
        text += fmt::format(" ({} objects)", group.members.size());
    std::vector<std::string> changes;
    for (const GroupLine& line : group.lines)
        if (group.kind == Kind::Update || line.forcesReplacement)
            changes.push_back(changeText(line));
    if (!changes.empty())
        text += ", " + GroupTexts(english).joined(changes, mostLines);
    return text;
}

std::vector<std::string> exceptionTexts(const ChangeGroup& group, std::span<const ReviewedProject> projects) {
    std::vector<std::string> texts;
    for (const GroupException& exception : group.exceptions)
        texts.push_back(projects[exception.project].name + " " + exception.text);
    return texts;
}

} // namespace planlens::projects
