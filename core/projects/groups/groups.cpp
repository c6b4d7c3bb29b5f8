// SPDX-License-Identifier: MPL-2.0
#include "core/projects/groups/groups.h"

#include "core/projects/groups/folding.h"
#include "core/projects/groups/group_variations.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace planlens::projects {

namespace fs = std::filesystem;
using report::Kind;
using report::ReportChange;
using report::ReportLine;

namespace {

constexpr std::string_view nameMark = "‹name›";

/// A line of a change in its comparable form. `raw` has what was folded.
struct FoldedLine {
    GroupLine line;
    std::string raw;
    bool hasIds = false; // folded identifiers, which may nevertheless be the same in most projects
};

struct FoldedChange {
    GroupMember member;
    std::string shape; // everything but the lines
    std::vector<FoldedLine> lines;
};

bool isOneSided(Kind kind) {
    return kind != Kind::Update && kind != Kind::Replace;
}

/// The last attribute of a path: "name" of "tags.name" and of "tags[\"name\"]".
std::string lastAttribute(std::string_view path) {
    while (!path.empty() && (path.back() == ']' || path.back() == '"'))
        path.remove_suffix(1);
    const std::size_t start = path.find_last_of(".[\"");
    return std::string(start == std::string_view::npos ? path : path.substr(start + 1));
}

/// Whether an attribute names the object itself: `name`, or `function_name` of an aws_lambda_function.
bool namesObject(std::string_view path, std::string_view resource) {
    static const std::set<std::string_view> names{"arn", "bucket",     "display_name", "fqdn", "hostname",
                                                  "id",  "identifier", "name",         "Name", "self_link"};
    const std::string attribute = lastAttribute(path);
    if (names.contains(attribute))
        return true;
    const std::string_view type = resource.substr(0, resource.find('.'));
    for (const std::string_view suffix : {"_name", "_id", "_identifier"})
        if (attribute.ends_with(suffix) && attribute.size() > suffix.size() &&
            type.ends_with("_" + attribute.substr(0, attribute.size() - suffix.size())))
            return true;
    return false;
}

/// Positions of elements that are only added or removed do not matter.
std::string withoutPositions(const std::string& path) {
    std::string text;
    for (std::size_t i = 0; i < path.size();) {
        const std::size_t end = path[i] == '[' ? path.find_first_not_of("0123456789", i + 1) : std::string::npos;
        if (end != std::string::npos && end > i + 1 && path[end] == ']') {
            text += "[*]";
            i = end + 1;
        } else {
            text += path[i++];
        }
    }
    return text;
}

bool isText(const std::string& value, ReportLine::Kind kind) {
    return kind == ReportLine::Kind::TextLine || value.find('"') != std::string::npos;
}

FoldedLine foldLine(const ReportLine& line, const ReportChange& change, const std::string& resource,
                    const ProjectWords& words) {
    FoldedLine folded;
    const Folded path = words.fold(line.before && line.after ? line.path : withoutPositions(line.path));
    folded.line.path = path.text;
    folded.line.isFolded = path.hasNames || path.hasIds;
    folded.hasIds = path.hasIds;
    folded.raw = line.path + "\n";
    folded.line.forcesReplacement = line.forcesReplacement;
    if (line.kind != ReportLine::Kind::TextLine)
        folded.line.note = line.note;
    const bool canBeName = isOneSided(change.kind) && namesObject(line.path, resource);
    for (const auto& [text, target] :
         {std::pair(&line.before, &folded.line.before), {&line.after, &folded.line.after}}) {
        folded.raw += text->value_or("") + "\n";
        if (!*text)
            continue;
        if (!isText(**text, line.kind)) {
            *target = **text; // numbers, true and false, null, unknown and sensitive values
            continue;
        }
        Folded value = words.fold(**text);
        if (canBeName && !value.hasNames && !value.hasIds)
            value = {fmt::format("\"{}\"", nameMark), false, true};
        *target = std::move(value.text);
        folded.line.isFolded = folded.line.isFolded || value.hasNames || value.hasIds;
        folded.hasIds = folded.hasIds || value.hasIds;
    }
    return folded;
}

/// The module of a change as all projects name it.
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
    // A module below the project is its own copy, such as those of other projects.
    if (name.starts_with(own + "/"))
        return "./" + name.substr(own.size() + 1);
    return name;
}

FoldedChange foldChange(const ReportChange& change, const ChangeOrigin& origin, const std::string& module, bool isDrift,
                        const ProjectWords& words) {
    FoldedChange folded;
    std::vector<std::string> computed = change.computed;
    std::sort(computed.begin(), computed.end());
    folded.shape =
        fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n", isDrift, std::size_t(change.kind), change.actionWord,
                    change.isImported, !change.deposed.empty(), !change.previousAddress.empty(), module,
                    origin.resource, origin.provider, origin.reason) +
        origin.rest;
    for (const std::string& path : computed)
        folded.shape += "\n" + words.fold(path).text;
    for (const ReportLine& line : change.lines) {
        if (line.kind == ReportLine::Kind::Context || line.kind == ReportLine::Kind::Gap)
            continue;
        folded.lines.push_back(foldLine(line, change, origin.resource, words));
    }
    std::sort(folded.lines.begin(), folded.lines.end(),
              [](const FoldedLine& a, const FoldedLine& b) { return a.line < b.line; });
    return folded;
}

std::string keyOf(const FoldedChange& change) {
    std::string key = change.shape;
    const auto add = [&](const std::optional<std::string>& text) {
        key += text ? "=" + *text : std::string("-");
        key += '\n';
    };
    for (const FoldedLine& line : change.lines) {
        key += "\n" + line.line.path + "\n" + line.line.note + (line.line.forcesReplacement ? "!" : ".");
        add(line.line.before);
        add(line.line.after);
    }
    return key;
}

/// Folded identifiers that are the same in most projects are no identifiers of projects: the others are different
/// changes. Returns the changes that stay; the others are appended to `rest`.
std::vector<FoldedChange> withoutOutliers(std::vector<FoldedChange> changes,
                                          std::vector<std::vector<FoldedChange>>& rest) {
    constexpr std::size_t fewest = 3;
    for (std::size_t position = 0; changes.size() >= fewest && position < changes.front().lines.size(); ++position) {
        if (!changes.front().lines[position].hasIds)
            continue;
        std::map<std::string, std::set<std::size_t>> projects; // by raw value
        std::set<std::size_t> all;
        for (const FoldedChange& change : changes) {
            projects[change.lines[position].raw].insert(change.member.project);
            all.insert(change.member.project);
        }
        const auto most = std::max_element(projects.begin(), projects.end(), [](const auto& a, const auto& b) {
            return a.second.size() < b.second.size();
        });
        if (projects.size() == 1 || all.size() < fewest || most->second.size() * 2 <= all.size())
            continue;
        std::map<std::string, std::vector<FoldedChange>> outliers;
        std::vector<FoldedChange> stay;
        for (FoldedChange& change : changes) {
            const std::string& raw = change.lines[position].raw;
            (raw == most->first ? stay : outliers[raw]).push_back(std::move(change));
        }
        for (auto& [raw, list] : outliers)
            rest.push_back(std::move(list));
        changes = std::move(stay);
    }
    return changes;
}

/// The lines of a group. Placeholders with the same value in all projects are replaced by that value.
std::vector<GroupLine> linesOf(const std::vector<FoldedChange>& changes,
                               const std::vector<const ReportChange*>& originals) {
    std::vector<GroupLine> lines;
    for (std::size_t i = 0; i < changes.front().lines.size(); ++i) {
        GroupLine line = changes.front().lines[i].line;
        const std::string& raw = changes.front().lines[i].raw;
        const bool isSame = std::all_of(changes.begin(), changes.end(),
                                        [&](const FoldedChange& change) { return change.lines[i].raw == raw; });
        if (line.isFolded && isSame)
            for (const ReportLine& original : originals.front()->lines)
                if (original.path + "\n" + original.before.value_or("") + "\n" + original.after.value_or("") + "\n" ==
                    raw) {
                    line.path = original.path;
                    line.before = original.before;
                    line.after = original.after;
                    line.isFolded = false;
                    break;
                }
        lines.push_back(std::move(line));
    }
    return lines;
}

const ReportChange& changeOf(const ReviewedProject& project, std::size_t change, bool isDrift) {
    const report::Document& document = project.review->document;
    return (isDrift ? document.drift : document.changes)[change];
}

ChangeGroup groupOf(const std::vector<FoldedChange>& changes, bool isDrift, std::span<const ReviewedProject> projects) {
    ChangeGroup group;
    std::vector<const ReportChange*> originals;
    std::set<std::size_t> indexes;
    for (const FoldedChange& change : changes) {
        group.members.push_back(change.member);
        indexes.insert(change.member.project);
        originals.push_back(&changeOf(projects[change.member.project], change.member.change, isDrift));
    }
    const ReviewedProject& first = projects[group.members.front().project];
    const std::vector<ChangeOrigin>& origins = isDrift ? first.review->drift : first.review->origins;
    const ChangeOrigin& origin = origins[group.members.front().change];
    group.kind = originals.front()->kind;
    group.actionWord = originals.front()->actionWord;
    group.isDrift = isDrift;
    group.module = moduleOf(origin, first);
    group.resource = origin.resource;
    group.projects.assign(indexes.begin(), indexes.end());
    group.lines = linesOf(changes, originals);
    group.computed = originals.front()->computed;
    return group;
}

/// The words of all projects, without those that all of them have.
std::vector<ProjectWords> wordsOf(std::span<const ReviewedProject> projects) {
    std::vector<ProjectWords> words;
    std::map<std::string, std::size_t> counts;
    for (const ReviewedProject& project : projects) {
        words.emplace_back(project.directory, project.workspace, project.review->words);
        words.back().count(counts);
    }
    for (ProjectWords& one : words)
        one.remove(counts, projects.size());
    return words;
}

} // namespace

std::vector<ChangeGroup> groupsOf(std::span<const ReviewedProject> projects) {
    const std::vector<ProjectWords> words = wordsOf(projects);
    std::vector<ChangeGroup> groups;
    for (const bool isDrift : {false, true}) {
        std::vector<std::vector<FoldedChange>> candidates;
        std::unordered_map<std::string, std::size_t> byKey;
        for (std::size_t p = 0; p < projects.size(); ++p) {
            const Review& review = *projects[p].review;
            const std::vector<ReportChange>& changes = isDrift ? review.document.drift : review.document.changes;
            const std::vector<ChangeOrigin>& origins = isDrift ? review.drift : review.origins;
            for (std::size_t c = 0; c < changes.size(); ++c) {
                FoldedChange folded =
                    foldChange(changes[c], origins[c], moduleOf(origins[c], projects[p]), isDrift, words[p]);
                folded.member = {p, c};
                const auto [it, isNew] = byKey.try_emplace(keyOf(folded), candidates.size());
                if (isNew)
                    candidates.emplace_back();
                candidates[it->second].push_back(std::move(folded));
            }
        }
        // Groups that are split off are appended and looked at again.
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            std::vector<std::vector<FoldedChange>> rest;
            const std::vector<FoldedChange> stay = withoutOutliers(std::move(candidates[i]), rest);
            for (std::vector<FoldedChange>& list : rest)
                candidates.push_back(std::move(list));
            groups.push_back(groupOf(stay, isDrift, projects));
        }
    }
    sortGroups(groups);
    addVariations(groups);
    addExceptions(groups, projects);
    return groups;
}

} // namespace planlens::projects
