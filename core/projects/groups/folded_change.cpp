// SPDX-License-Identifier: MPL-2.0
#include "core/projects/groups/folded_change.h"

#include "core/projects/groups/identifiers.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace planlens::projects {

using report::Kind;
using report::ReportChange;
using report::ReportLine;

namespace {

constexpr std::string_view nameMark = "\"‹name›\"", generatedMark = "‹generated›", unchangedMark = "‹unchanged›",
                           anyElement = "[*]";

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

/// Whether a path leads into a nested object, whose name is not that of the resource. Labels count as its own.
bool isNested(std::string_view path, std::string_view type) {
    constexpr std::string_view input = "input.", labels[] = {"tags", "tags_all", "labels", "metadata"};
    if (type == "terraform_data" && path.starts_with(input))
        path.remove_prefix(input.size());
    const std::size_t end = path.find_first_of(".[");
    return end != std::string_view::npos &&
           std::find(std::begin(labels), std::end(labels), path.substr(0, end)) == std::end(labels);
}

/// Whether an attribute names the object itself: `name`, or `function_name` of an aws_lambda_function.
bool namesObject(std::string_view path, std::string_view resource) {
    static const std::set<std::string_view> names{"arn", "bucket",     "display_name", "fqdn", "hostname",
                                                  "id",  "identifier", "name",         "Name", "self_link"};
    const std::string_view type = resource.substr(0, resource.find('.'));
    if (isNested(path, type))
        return false;
    const std::string attribute = lastAttribute(path);
    if (names.contains(attribute))
        return true;
    for (const std::string_view suffix : {"_name", "_id", "_identifier"})
        if (attribute.ends_with(suffix) && attribute.size() > suffix.size() &&
            type.ends_with("_" + attribute.substr(0, attribute.size() - suffix.size())))
            return true;
    return false;
}

bool isPartOfText(ReportLine::Kind kind) {
    return kind == ReportLine::Kind::TextLine || kind == ReportLine::Kind::Context || kind == ReportLine::Kind::Gap;
}
bool isText(const std::string& value, ReportLine::Kind kind) {
    return isPartOfText(kind) || value.find('"') != std::string::npos || value.starts_with(report::namedUnknown);
}

/// Whether an identifier is of an object of AWS that belongs to one account, such as a network that is given to a
/// project. Others, such as prefix lists and images, can be the same in all accounts.
bool isOfAccount(std::string_view id) {
    constexpr std::string_view prefixes[] = {"acl", "eipalloc", "eni", "fs",     "i",   "igw", "lt",  "nat",
                                             "pcx", "rtb",      "sg",  "subnet", "tgw", "vol", "vpc", "vpce"};
    const std::size_t end = id.find('-');
    return end != id.npos && std::ranges::find(prefixes, id.substr(0, end)) != std::end(prefixes);
}

/// The identifiers that services can have generated in the new values of a change. Others are configured: well-known
/// ones, such as those of roles, are values. What the provider reads, such as the new values of drift, is generated.
class NewIds {
public:
    NewIds(const ReportChange& change, ChangeList list)
        : m_change(change)
        , m_isRead(list == ChangeList::Drift) {}

    bool areGenerated(std::string_view path, std::string_view id, std::string_view placeholder) const {
        return (placeholder != idMark && m_isRead) || (placeholder == hashMark && isHash(path)) || isBefore(id);
    }

private:
    static bool isHash(std::string_view path) {
        const std::string attribute = lastAttribute(path);
        constexpr std::string_view names[] = {"hash", "etag", "md5", "checksum"};
        return std::ranges::any_of(names,
                                   [&](std::string_view name) { return attribute.find(name) != attribute.npos; });
    }
    /// Whether a value before the change has the text.
    bool isBefore(std::string_view id) const {
        return std::ranges::any_of(m_change.lines, [&](const ReportLine& line) {
            return line.before && line.before->find(id) != std::string::npos;
        });
    }

    const ReportChange& m_change;
    const bool m_isRead;
};

FoldedLine foldLine(const ReportLine& line, const ReportChange& change, const ChangeOrigin& origin,
                    const NewIds& newIds, const ProjectWords& words) {
    const GeneratedIds isGenerated = [&](std::string_view id, std::string_view placeholder) {
        return newIds.areGenerated(line.path, id, placeholder) || (!line.before && isOfAccount(id));
    };
    FoldedLine made;
    made.raw = {line.path, line.before, line.after, {}, line.forcesReplacement, false};
    (isPartOfText(line.kind) ? made.position : made.raw.note) = line.note;
    const bool isUnchangedPart = line.kind == ReportLine::Kind::Unchanged;
    made.isContext = isUnchangedPart || line.kind == ReportLine::Kind::Context || line.kind == ReportLine::Kind::Gap;
    made.path = line.before || isUnchangedPart ? words.fold(line.path) : words.fold(line.path, isGenerated);
    const bool canBeName = isOneSided(change.kind) && namesObject(line.path, origin.resource);
    const bool isSetByProvider =
        std::ranges::find(origin.generated, line.path.substr(0, line.path.find_first_of(".["))) !=
        origin.generated.end();
    for (const auto& [text, target] : {std::pair(&line.before, &made.before), {&line.after, &made.after}}) {
        if (!*text)
            continue;
        if (isUnchangedPart) {
            *target = {std::string(unchangedMark), false, {{unchangedMark.size(), words.fold(**text).text, false}}};
            continue;
        }
        if (!isText(**text, line.kind)) {
            target->text = **text; // numbers, true and false, null, unknown and sensitive values
            continue;
        }
        *target = text == &line.after ? words.fold(**text, isGenerated) : words.fold(**text);
        if (canBeName && !target->isFolded())
            *target = {std::string(nameMark), false, {{nameMark.size(), **text, false}}};
        else if (isSetByProvider && !target->isFolded())
            *target = {std::string(generatedMark), false, {{generatedMark.size(), **text, false}}};
    }
    made.folded = made.raw;
    made.folded.isFolded = made.path.isFolded() || made.before.isFolded() || made.after.isFolded();
    made.folded.path = made.path.text;
    if (line.before)
        made.folded.before = made.before.text;
    if (line.after)
        made.folded.after = made.after.text;
    return made;
}

/// The keys in the address of an instance: "[\"a\"][0]" of "module.m[\"a\"].t.n[0]".
std::string keysIn(std::string_view address) {
    std::string keys;
    bool isInside = false, isQuoted = false;
    for (std::size_t i = 0; i < address.size(); ++i) {
        const char c = address[i];
        isInside = isInside || c == '[';
        if (isInside)
            keys += c;
        if (isQuoted && c == '\\' && i + 1 < address.size())
            keys += address[++i];
        else if (isInside && c == '"')
            isQuoted = !isQuoted;
        else if (c == ']' && !isQuoted)
            isInside = false;
    }
    return keys;
}

/// Whether a project loses an object. Only changes of the same lost object are the same change.
bool isLost(Kind kind) {
    return kind == Kind::Destroy || kind == Kind::Replace || kind == Kind::Forget;
}

/// Sets the name of the object. Module calls without keys are only part of the name of a lost object: other changes are
/// the same wherever their module is called.
void nameObject(FoldedChange& folded, const ReportChange& change, const std::string& resource,
                const ProjectWords& words) {
    const std::size_t at = change.address.rfind(resource);
    if (at == std::string::npos) {
        folded.object = folded.foldedObject = change.address;
        return;
    }
    std::string modules = change.address.substr(0, at);
    const std::string own = change.address.substr(at + resource.size());
    if (isLost(change.kind)) {
        std::string calls = modules;
        for (std::size_t start; (start = calls.find('[')) != std::string::npos;)
            calls.erase(start, keysIn(std::string_view(calls).substr(start)).find(']') + 1);
        folded.calls = words.fold(calls).text;
    } else if (modules.find('[') == std::string::npos) {
        modules.clear();
    }
    folded.object = modules + resource + own;
    folded.foldedObject = words.fold(modules).text + resource + words.fold(own).text;
}

/// Whether a line starts another element of a set than the lines before. Elements are objects whose attributes are in
/// the order of their names, or single values.
class ElementStarts {
public:
    bool isStart(std::string_view path) {
        const std::string attribute(path.substr(0, path.find_first_of(".[", path.starts_with('.') ? 1 : 0)));
        const bool isSamePart = path == m_last; // lines of a text
        const bool isKnown = path.find(anyElement) == std::string_view::npos && !isSamePart && m_seen.contains(path);
        const bool starts = m_seen.empty() || attribute < m_attribute || isKnown || path.empty();
        if (starts)
            m_seen.clear();
        m_seen.emplace(path);
        m_attribute = attribute;
        m_last = path;
        return starts;
    }

private:
    std::set<std::string, std::less<>> m_seen;
    std::string m_attribute, m_last;
};

/// Sorts the elements of a set, which are the lines from `first` up to `end`, by their contents.
void orderElements(std::vector<FoldedLine>& lines, std::size_t first, std::size_t end, std::size_t prefix) {
    std::vector<std::pair<std::string, std::vector<std::size_t>>> elements; // content, lines
    ElementStarts starts;
    for (std::size_t i = first; i < end; ++i) {
        const FoldedLine& line = lines[i];
        if (starts.isStart(std::string_view(line.compared().path).substr(prefix)))
            elements.emplace_back();
        elements.back().first += line.text(line.compared());
        elements.back().second.push_back(i);
    }
    std::stable_sort(elements.begin(), elements.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t number = 0; number < elements.size(); ++number)
        for (const std::size_t i : elements[number].second)
            lines[i].order = fmt::format("{}{:08}", lines[i].compared().path.substr(0, prefix), number);
}

} // namespace

std::vector<std::string> FoldedLine::ids() const {
    std::vector<std::string> values;
    for (const Folded* part : {&path, &before, &after})
        for (const Folded::Id& id : part->ids)
            values.push_back(id.value);
    return values;
}

std::string FoldedLine::text(const GroupLine& line) const {
    const auto side = [](const std::optional<std::string>& text) { return text ? "=" + *text : std::string("-"); };
    return fmt::format("{}\n{}\n{}{}{}\n{}\n{}\n", line.path, line.note, position, isContext ? "|" : ".",
                       line.forcesReplacement ? "!" : ".", side(line.before), side(line.after));
}

FoldedChange foldedChange(const ReportChange& change, const ChangeOrigin& origin, const std::string& module,
                          ChangeList list, const ProjectWords& words) {
    FoldedChange folded;
    std::vector<std::string> computed;
    for (const std::string& path : change.computed)
        computed.push_back(words.fold(path).text);
    std::sort(computed.begin(), computed.end());
    folded.shape =
        fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n", std::size_t(list), std::size_t(change.kind),
                    change.actionWord, change.isImported, !change.deposed.empty(),
                    words.fold(change.previousAddress).text, module, origin.resource, origin.provider, origin.reason) +
        origin.rest;
    for (const std::string& path : computed)
        folded.shape += "\n" + path;
    const NewIds newIds(change, list);
    for (const ReportLine& line : change.lines)
        folded.lines.push_back(foldLine(line, change, origin, newIds, words));
    folded.instance = keysIn(change.address);
    folded.foldedInstance = words.fold(folded.instance).text;
    nameObject(folded, change, origin.resource, words);
    return folded;
}

void finishLines(FoldedChange& change) {
    std::vector<FoldedLine>& lines = change.lines;
    for (FoldedLine& line : lines)
        line.order = line.compared().path;
    for (std::size_t i = 0; i < lines.size();) {
        const std::string& path = lines[i].compared().path;
        const std::size_t element = path.find(anyElement);
        std::size_t end = i + 1;
        if (element != std::string::npos) {
            const std::string prefix = path.substr(0, element + anyElement.size());
            while (end < lines.size() && lines[end].compared().path.starts_with(prefix))
                ++end;
            orderElements(lines, i, end, prefix.size());
        }
        i = end;
    }
    std::stable_sort(lines.begin(), lines.end(),
                     [](const FoldedLine& a, const FoldedLine& b) { return a.order < b.order; });
    IdNumbers numbers;
    for (FoldedLine& line : lines) {
        if (!line.isCompared)
            continue;
        line.folded.path = line.path.numbered(numbers);
        if (line.folded.before)
            line.folded.before = line.before.numbered(numbers);
        if (line.folded.after)
            line.folded.after = line.after.numbered(numbers);
    }
}

std::string keyOf(const FoldedChange& change) {
    std::string key = change.shape;
    for (const FoldedLine& line : change.lines)
        key += "\n" + line.order + "\n" + line.text(line.compared());
    return key;
}

} // namespace planlens::projects
