// SPDX-License-Identifier: MPL-2.0
#include "core/projects/groups/groups.h"

#include "core/projects/groups/folded_change.h"
#include "core/projects/groups/group_variations.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace planlens::projects {

namespace fs = std::filesystem;
using report::Kind;
using report::ReportChange;
using report::ReportLine;

namespace {

/// The module of a change, independent of the project.
std::string moduleOf(const ChangeOrigin& origin, const ReviewedProject& project) {
    if (!origin.isLocal)
        return origin.module;
    const std::string folder = (fs::path(project.directory) / origin.module).lexically_normal().generic_string();
    const std::string own = fs::path(project.directory).lexically_normal().generic_string();
    std::string name = folder;
    while (name.size() > 1 && name.ends_with('/'))
        name.pop_back();
    if (name == own || name == ".")
        return {};
    // A module below the project is its own copy of a module that other projects have too.
    if (name.starts_with(own + "/"))
        return "./" + name.substr(own.size() + 1);
    return name;
}

/// Numbers of projects that have the same text for the same subject. Texts are kept as hashes, because there are many.
class Support {
public:
    void add(std::string_view subject, std::string_view text, std::size_t project) {
        Count& count = m_counts[keyOf(subject, text)];
        if (count.projects == 0 || count.last != project)
            ++count.projects;
        count.last = project;
    }
    std::size_t of(std::string_view subject, std::string_view text) const {
        const auto it = m_counts.find(keyOf(subject, text));
        return it == m_counts.end() ? 0 : it->second.projects;
    }

private:
    struct Count {
        std::size_t projects = 0, last = 0;
    };
    static std::size_t keyOf(std::string_view subject, std::string_view text) {
        constexpr std::size_t factor = 0x9e3779b97f4a7c15; // the golden ratio, which spreads bits
        const std::hash<std::string_view> hash;
        return hash(subject) * factor + hash(text);
    }
    std::unordered_map<std::size_t, Count> m_counts;
};

/// Placeholders are only used where they make more projects equal than the values do. Otherwise "prod" could be the
/// environment in one project and a setting in another.
void chooseLines(std::vector<FoldedChange>& changes) {
    Support support;
    for (const FoldedChange& change : changes)
        for (const FoldedLine& line : change.lines) {
            if (line.folded.isFolded)
                support.add(change.shape, line.text(line.folded), change.member.project);
            support.add(change.shape, line.text(line.raw), change.member.project);
        }
    for (FoldedChange& change : changes)
        for (FoldedLine& line : change.lines)
            line.isCompared = line.folded.isFolded && support.of(change.shape, line.text(line.folded)) >=
                                                          support.of(change.shape, line.text(line.raw));
}

using Changes = std::vector<FoldedChange>;

/// Splits by the instances that each project changes: other keys, or another number of instances, are other changes.
/// Keys are compared with placeholders where that makes more projects equal.
std::vector<Changes> byInstances(Changes changes) {
    std::map<std::size_t, std::pair<std::multiset<std::string>, std::multiset<std::string>>> keys; // by project
    for (const FoldedChange& change : changes) {
        keys[change.member.project].first.insert(change.instance);
        keys[change.member.project].second.insert(change.foldedInstance);
    }
    const auto joined = [](const std::multiset<std::string>& all) {
        std::string text;
        for (const std::string& one : all)
            text += one + "\n";
        return text;
    };
    Support support;
    std::map<std::size_t, std::pair<std::string, std::string>> texts;
    for (const auto& [project, sets] : keys) {
        const auto& [raw, folded] = texts[project] = {joined(sets.first), joined(sets.second)};
        support.add({}, raw, project);
        if (folded != raw)
            support.add({}, folded, project);
    }
    std::map<std::string, Changes> parts;
    for (FoldedChange& change : changes) {
        const auto& [raw, folded] = texts.at(change.member.project);
        parts[support.of({}, folded) >= support.of({}, raw) ? folded : raw].push_back(std::move(change));
    }
    std::vector<Changes> made;
    for (auto& [text, part] : parts)
        made.push_back(std::move(part));
    return made;
}

/// Whether values are independent of the projects: most projects have the same one, or there are only a few.
bool areShared(const std::map<std::string, std::set<std::size_t>>& projectsOfValue, std::size_t projects) {
    constexpr std::size_t mostValues = 5, fewestProjects = 3;
    if (projectsOfValue.size() < 2 || projects < fewestProjects)
        return false;
    return (projectsOfValue.size() <= mostValues && projectsOfValue.size() * 2 <= projects) ||
           std::any_of(projectsOfValue.begin(), projectsOfValue.end(),
                       [&](const auto& one) { return one.second.size() * 2 > projects; });
}

/// Keeps the changes with the most usual value, if projects share values. The others are appended to `rest`.
template <typename ValueOf>
Changes mostUsual(Changes changes, const ValueOf& valueOf, std::vector<Changes>& rest) {
    std::map<std::string, std::set<std::size_t>> projects; // by values
    std::set<std::size_t> all;
    for (const FoldedChange& change : changes) {
        projects[valueOf(change)].insert(change.member.project);
        all.insert(change.member.project);
    }
    if (!areShared(projects, all.size()))
        return changes;
    const auto most = std::max_element(projects.begin(), projects.end(),
                                       [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    std::map<std::string, Changes> outliers;
    Changes stay;
    for (FoldedChange& change : changes) {
        const std::string value = valueOf(change);
        (value == most->first ? stay : outliers[value]).push_back(std::move(change));
    }
    for (auto& [value, list] : outliers)
        rest.push_back(std::move(list));
    return stay;
}

/// Folded identifiers that several projects share do not identify projects: other values of them are other changes.
/// Each identifier of a line is considered separately. The same applies to the module calls of lost objects.
Changes withoutOutliers(Changes changes, std::vector<Changes>& rest) {
    changes = mostUsual(
        std::move(changes), [](const FoldedChange& change) { return change.calls; }, rest);
    for (std::size_t position = 0; position < changes.front().lines.size(); ++position)
        for (std::size_t id = 0, ids = changes.front().lines[position].ids().size(); id < ids; ++id) {
            const auto valueOf = [&](const FoldedChange& change) {
                const std::vector<std::string> values = change.lines[position].ids();
                return id < values.size() ? values[id] : std::string();
            };
            changes = mostUsual(std::move(changes), valueOf, rest);
        }
    return changes;
}

/// A line whose values differ between projects. A side that is equal in all of them is shown without placeholders.
GroupLine shownLine(const Changes& changes, std::size_t position) {
    const FoldedLine& first = changes.front().lines[position];
    GroupLine line = first.compared();
    for (const auto side : {&GroupLine::before, &GroupLine::after})
        if (std::ranges::all_of(changes, [&](const FoldedChange& change) {
                return change.lines[position].raw.*side == first.raw.*side;
            }))
            line.*side = first.raw.*side;
    return line;
}

/// The lines of a group. Placeholders with the same value in all projects are replaced by that value.
void addLines(ChangeGroup& group, const Changes& changes) {
    for (std::size_t i = 0; i < changes.front().lines.size(); ++i) {
        const FoldedLine& first = changes.front().lines[i];
        if (!first.position.empty())
            group.context += first.text(first.isContext ? first.compared() : GroupLine());
        if (first.isContext && !first.isUnchangedPart())
            continue;
        const bool isSame = std::all_of(changes.begin(), changes.end(),
                                        [&](const FoldedChange& change) { return change.lines[i].raw == first.raw; });
        if (first.isUnchangedPart()) {
            group.unchanged.push_back(isSame ? first.raw : first.compared());
            continue;
        }
        group.lines.push_back(isSame ? first.raw : shownLine(changes, i));
        group.comparedLines.push_back(first.compared());
    }
}

/// Adds the keys of the objects of a project, with placeholders if they differ between projects.
void addInstances(ChangeGroup& group, const Changes& changes) {
    std::map<std::size_t, std::pair<std::vector<std::string>, std::vector<std::string>>> keys; // by project
    for (const FoldedChange& change : changes) {
        keys[change.member.project].first.push_back(change.instance);
        keys[change.member.project].second.push_back(change.foldedInstance);
    }
    const auto& [raw, folded] = keys.begin()->second;
    const bool isSame =
        std::all_of(keys.begin(), keys.end(), [&raw](const auto& one) { return one.second.first == raw; });
    group.instances = isSame ? raw : folded;
}

/// Adds the names of the objects of a project, with placeholders if they differ between projects.
void addObjects(ChangeGroup& group, const Changes& changes) {
    std::map<std::size_t, std::pair<std::set<std::string>, std::set<std::string>>> names; // by project
    for (const FoldedChange& change : changes) {
        names[change.member.project].first.insert(change.object);
        names[change.member.project].second.insert(change.foldedObject);
    }
    const auto& [raw, folded] = names.begin()->second;
    group.haveOwnObjects = std::ranges::any_of(names, [&raw](const auto& one) { return one.second.first != raw; });
    const bool areAlike =
        std::ranges::all_of(names, [&folded](const auto& one) { return one.second.second == folded; });
    if (!group.haveOwnObjects)
        group.objects.assign(raw.begin(), raw.end());
    else if (areAlike)
        group.objects.assign(folded.begin(), folded.end());
}

const std::vector<ReportChange>& changesIn(const Review& review, ChangeList list) {
    return list == ChangeList::Outputs ? review.outputs
           : list == ChangeList::Drift ? review.document.drift
                                       : review.document.changes;
}

/// The origin of a change of a list.
ChangeOrigin originOf(const Review& review, ChangeList list, std::size_t change) {
    if (list != ChangeList::Outputs)
        return (list == ChangeList::Drift ? review.drift : review.origins)[change];
    ChangeOrigin origin; // the root module
    origin.resource = review.outputs[change].address;
    return origin;
}

ChangeGroup groupOf(const Changes& changes, ChangeList list, std::span<const ReviewedProject> projects) {
    ChangeGroup group;
    std::set<std::size_t> indexes;
    for (const FoldedChange& change : changes) {
        group.members.push_back(change.member);
        indexes.insert(change.member.project);
    }
    const ReviewedProject& first = projects[group.members.front().project];
    const ChangeOrigin origin = originOf(*first.review, list, group.members.front().change);
    const ReportChange& original = changesIn(*first.review, list)[group.members.front().change];
    group.kind = original.kind;
    group.actionWord = original.actionWord;
    group.list = list;
    group.module = moduleOf(origin, first);
    group.resource = origin.resource;
    group.projects.assign(indexes.begin(), indexes.end());
    addLines(group, changes);
    addInstances(group, changes);
    addObjects(group, changes);
    group.computed = original.computed;
    return group;
}

/// The accounts and regions in the changes of a project: before and after, and together.
struct ChangeMentions {
    Mentions before, after, all;
};

ChangeMentions mentionsIn(const Review& review) {
    ChangeMentions made;
    for (const std::vector<ReportChange>* list : {&review.document.changes, &review.document.drift})
        for (const ReportChange& change : *list)
            for (const ReportLine& line : change.lines)
                for (const auto& [text, target] : {std::pair(&line.before, &made.before), {&line.after, &made.after}}) {
                    target->add(text->value_or(""));
                    made.all.add(text->value_or(""));
                }
    return made;
}

/// The accounts and regions of each project: from its state, otherwise the most frequent ones in its changes.
std::vector<OwnValues> ownValuesOf(std::span<const ReviewedProject> projects) {
    std::vector<ChangeMentions> mentions;
    std::map<std::string, std::size_t> counts; // of projects
    for (const ReviewedProject& project : projects) {
        mentions.push_back(mentionsIn(*project.review));
        for (const auto* values : {&mentions.back().all.accounts, &mentions.back().all.regions})
            for (const auto& [text, count] : *values)
                ++counts[text];
    }
    std::set<std::string> common; // of most projects
    for (const auto& [text, count] : counts)
        if (count * 2 > projects.size())
            common.insert(text);
    const auto choose = [&](const auto& known, const auto& before, const auto& after) {
        const bool isKnown = !known.empty();
        return std::pair(mostMentioned(isKnown ? known : before.empty() ? after : before, common), isKnown);
    };
    std::vector<OwnValues> all;
    for (std::size_t i = 0; i < projects.size(); ++i) {
        const Mentions &state = projects[i].review->mentions, &before = mentions[i].before, &after = mentions[i].after;
        OwnValues& own = all.emplace_back();
        std::tie(own.account, own.isAccountKnown) = choose(state.accounts, before.accounts, after.accounts);
        std::tie(own.region, own.isRegionKnown) = choose(state.regions, before.regions, after.regions);
    }
    return all;
}

/// The name of an object is a word if the other words do not explain how it differs between projects.
void useNames(std::vector<ProjectWords>& words) {
    std::map<std::string, std::set<std::string>> texts; // by object
    for (const ProjectWords& one : words)
        for (const auto& [object, name] : one.names())
            texts[object].insert(one.fold(name).text);
    for (ProjectWords& one : words)
        for (const auto& [object, name] : one.names())
            if (texts.at(object).size() > 1)
                one.useName(object);
}

/// The words of all projects, without those that all of them have.
std::vector<ProjectWords> wordsOf(std::span<const ReviewedProject> projects) {
    std::vector<ProjectWords> words;
    std::map<std::string, std::size_t> counts;
    const std::vector<OwnValues> own = ownValuesOf(projects);
    for (const ReviewedProject& project : projects) {
        words.emplace_back(project.directory, project.workspace, project.review->words);
        words.back().setOwn(own[words.size() - 1]);
        words.back().count(counts);
    }
    for (ProjectWords& one : words)
        one.remove(counts, projects.size());
    useNames(words);
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i].setIds(projects[i].review->ids);
    return words;
}

} // namespace

const ReportChange& changeOf(const ChangeGroup& group, const GroupMember& member,
                             std::span<const ReviewedProject> projects) {
    return changesIn(*projects[member.project].review, group.list)[member.change];
}

std::vector<ChangeGroup> groupsOf(std::span<const ReviewedProject> projects, const explain::Translation& translation) {
    const std::vector<ProjectWords> words = wordsOf(projects);
    std::vector<ChangeGroup> groups;
    for (const ChangeList list : {ChangeList::Changes, ChangeList::Outputs, ChangeList::Drift}) {
        Changes all;
        for (std::size_t p = 0; p < projects.size(); ++p) {
            const Review& review = *projects[p].review;
            const std::vector<ReportChange>& changes = changesIn(review, list);
            for (std::size_t c = 0; c < changes.size(); ++c) {
                const ChangeOrigin origin = originOf(review, list, c);
                all.push_back(foldedChange(changes[c], origin, moduleOf(origin, projects[p]), list, words[p]));
                all.back().member = {p, c};
            }
        }
        chooseLines(all);
        std::vector<Changes> candidates;
        std::unordered_map<std::string, std::size_t> byKey;
        for (FoldedChange& change : all) {
            finishLines(change);
            const auto [it, isNew] = byKey.try_emplace(keyOf(change), candidates.size());
            if (isNew)
                candidates.emplace_back();
            candidates[it->second].push_back(std::move(change));
        }
        // Groups that are split off are appended and processed again.
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            std::vector<Changes> rest;
            Changes stay = withoutOutliers(std::move(candidates[i]), rest);
            for (Changes& part : rest)
                candidates.push_back(std::move(part));
            for (const Changes& part : byInstances(std::move(stay)))
                groups.push_back(groupOf(part, list, projects));
        }
    }
    sortGroups(groups);
    addVariations(groups, translation);
    sortGroups(groups); // by them, too
    addExceptions(groups, projects, translation);
    return groups;
}

} // namespace planlens::projects
