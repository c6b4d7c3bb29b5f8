// SPDX-License-Identifier: MPL-2.0
#include "core/diff/rows/text_rows.h"

#include "core/diff/identity.h"
#include "core/diff/lines.h"
#include "core/diff/pairing.h"
#include "core/diff/sequence.h"
#include "core/values/text/quoted.h"

#include <algorithm>
#include <map>
#include <span>

namespace planlens::diff {

namespace {

using State = AttributeRow::State;
using Kind = AttributeRow::Kind;

constexpr std::size_t mostRows = 1000;    // per text
constexpr std::size_t contextBefore = 40; // bytes kept before the difference in long texts
constexpr std::size_t shownWhole = 48;    // bytes that fit in a row
constexpr std::string_view ellipsis = "…";

bool isInsideCharacter(std::string_view text, std::size_t position) {
    return position < text.size() && (static_cast<unsigned char>(text[position]) & 0xc0) == 0x80;
}

/// Shortens both sides around their difference.
void shorten(std::optional<std::string>& before, std::optional<std::string>& after, std::size_t longest) {
    std::size_t common = 0;
    while (before && after && common < before->size() && common < after->size() &&
           (*before)[common] == (*after)[common])
        ++common;
    std::size_t start = common > contextBefore ? common - contextBefore : 0;
    while (start > 0 && before && isInsideCharacter(*before, start))
        --start;
    for (std::optional<std::string>* text : {&before, &after}) {
        if (!*text || (*text)->size() <= longest)
            continue;
        if (common > longest / 2)
            *text = std::string(ellipsis) + (*text)->substr(start);
        *text = shortenedText(std::move(**text), longest);
    }
}

AttributeRow gapOf(Kind kind, std::size_t count) {
    AttributeRow gap;
    gap.kind = kind;
    gap.count = count;
    return gap;
}

/// Builds rows for the structure of a text.
class DataRows {
public:
    DataRows(const masking::Secrets& secrets, const RowTexts& form)
        : m_secrets(secrets)
        , m_form(form) {}

    /// Adds the children of two containers of the same kind, or of one.
    void addChildren(AttributeRow& row, const JsonNode* before, const JsonNode* after) {
        if (isObject(after ? after : before))
            addMembers(row, before, after);
        else
            addElements(row, before, after);
    }

private:
    static bool isContainer(const JsonNode* node) { return isArray(node) || isObject(node); }

    void add(AttributeRow& parent, const std::string& name, const JsonNode* before, const JsonNode* after,
             std::string label = {}, bool isKept = false) {
        if (before && after && *before == *after) {
            if (isKept)
                addUnchanged(parent, name, *after);
            else
                ++parent.hiddenUnchanged;
            return;
        }
        if (m_count++ >= mostRows) {
            if (m_count == mostRows + 1)
                parent.children.push_back(gapOf(Kind::MoreOfText, 0));
            return;
        }
        AttributeRow row;
        row.name = name;
        row.label = std::move(label);
        row.path = parent.path + "." + name;
        row.state = !before ? State::Added : !after ? State::Removed : State::Changed;
        const bool goesIn = isContainer(after ? after : before) && (!before || !after || before->kind == after->kind);
        if (goesIn)
            addChildren(row, before, after);
        if (row.children.empty()) {
            row.hiddenUnchanged = 0; // the row has the whole value
            row.before = row.onlyOrderChanges ? labelsOf(*before, *after) : text(before);
            row.after = row.onlyOrderChanges ? labelsOf(*after, *before) : text(after);
            const auto isMask = [&](const JsonNode& node) { return node.masked && node.text == m_form.mask; };
            if (before && after && before->kind == JsonNode::Kind::String && after->kind == JsonNode::Kind::String &&
                before->text != after->text && !isMask(*before) && !isMask(*after) && !m_secrets.areIn(before->text) &&
                !m_secrets.areIn(after->text))
                splitText(row, {before->text, after->text}, m_secrets, m_form);
        }
        parent.children.push_back(std::move(row));
    }
    void addUnchanged(AttributeRow& parent, const std::string& name, const JsonNode& node) {
        AttributeRow row;
        row.name = name;
        row.path = parent.path + "." + name;
        row.before = row.after = shortenedText(wholeText(node), m_form.longest);
        parent.children.push_back(std::move(row));
    }
    void addMembers(AttributeRow& parent, const JsonNode* before, const JsonNode* after) {
        const bool isPartOfElement = m_form.hasUnchangedParts && m_elements > 0 && before && after;
        std::vector<std::string_view> names;
        for (const JsonNode* side : {before, after})
            if (side)
                names.insert(names.end(), side->keys.begin(), side->keys.end());
        std::sort(names.begin(), names.end());
        names.erase(std::unique(names.begin(), names.end()), names.end());
        for (const std::string_view name : names)
            add(parent, m_secrets.areIn(name) ? m_form.mask : std::string(name), before ? before->find(name) : nullptr,
                after ? after->find(name) : nullptr, {}, isPartOfElement);
    }
    void addElements(AttributeRow& parent, const JsonNode* before, const JsonNode* after) {
        const auto elements = [](const JsonNode* side) {
            return side ? std::span<const JsonNode>(side->elements) : std::span<const JsonNode>();
        };
        const auto at = [&](const JsonNode* side, std::size_t position) {
            return position == Pair::nowhere ? nullptr : &side->elements[position];
        };
        const ElementLabels labels(elements(before), elements(after));
        const std::vector<Pair> pairs = pairArray(elements(before), elements(after));
        for (const Pair& pair : pairs) {
            const JsonNode *from = at(before, pair.before), *to = at(after, pair.after);
            const std::optional<Identity> identity = labels.identity(from, to);
            ++m_elements;
            add(parent, positionName(pair), from, to, identity ? labelOf(*identity, to ? *to : *from) : std::string());
            --m_elements;
        }
        parent.onlyOrderChanges = differInOrderOnly(elements(before), elements(after));
        parent.orderChanges = !parent.onlyOrderChanges && hasOtherOrder(pairs);
    }
    std::string labelOf(const Identity& identity, const JsonNode& element) const {
        const std::string label = identity.label([&](std::string_view name) -> std::optional<std::string> {
            const JsonNode* member = element.find(name);
            return isNull(member) ? std::nullopt : text(member);
        });
        return shortenedText(label, longestLabel);
    }
    /// Returns the labels of the elements of an array, or the whole array if an element has none.
    std::string labelsOf(const JsonNode& array, const JsonNode& other) const {
        const ElementLabels labels(array.elements, other.elements);
        std::string all;
        for (const JsonNode& element : array.elements) {
            const std::optional<Identity> identity = labels.identity(&element, &element);
            if (!identity)
                return *text(&array);
            all += (all.empty() ? "" : ", ") + labelOf(*identity, element);
        }
        return shortenedText("[" + all + "]", m_form.longest);
    }
    std::optional<std::string> text(const JsonNode* node) const {
        if (!node)
            return {};
        switch (node->kind) {
        case JsonNode::Kind::Null:
            return "null";
        case JsonNode::Kind::Bool:
            return node->truth ? "true" : "false";
        case JsonNode::Kind::Number:
            return m_secrets.masked(node->text, m_form.mask);
        case JsonNode::Kind::String:
            return m_secrets.areIn(node->text) || (node->masked && node->text == m_form.mask)
                       ? m_form.mask
                       : shortenedText(values::quoted(node->text), m_form.longest);
        case JsonNode::Kind::Array:
        case JsonNode::Kind::Object:
            return shortenedText(wholeText(*node), m_form.longest);
        }
        return {};
    }
    std::string wholeText(const JsonNode& node) const {
        if (!isContainer(&node))
            return *text(&node);
        std::string whole;
        for (std::size_t i = 0; i < node.elements.size(); ++i) {
            if (isObject(&node))
                whole += m_secrets.masked(node.keys[i], m_form.mask) + " = ";
            whole += wholeText(node.elements[i]) + (i + 1 < node.elements.size() ? ", " : "");
        }
        return isObject(&node) ? "{" + whole + "}" : "[" + whole + "]";
    }

    const masking::Secrets& m_secrets;
    const RowTexts& m_form;
    std::size_t m_count = 0;
    std::size_t m_elements = 0; // of arrays that contain the current row
};

struct Line {
    State state = State::Unchanged; // never Changed
    std::string_view text;
};

/// Returns the lines of two versions. A final line break on both sides, or on the only one, does not start a new line.
/// Line ends do not count if those of all lines change.
std::vector<Line> linesOf(const std::string* before, const std::string* after) {
    const auto split = [](const std::string* text) {
        std::vector<std::string_view> lines;
        if (!text)
            return lines;
        std::string_view rest = *text;
        for (;;) {
            const std::size_t end = rest.find('\n');
            lines.push_back(rest.substr(0, end));
            if (end == std::string_view::npos)
                return lines;
            rest.remove_prefix(end + 1);
        }
    };
    std::vector<std::string_view> linesBefore = split(before), linesAfter = split(after);
    if (!before || !after)
        for (std::vector<std::string_view>* only : {&linesBefore, &linesAfter})
            if (only->size() > 1 && only->back().empty())
                only->pop_back();
    if (before && after && !lineEndsChange(*before, *after).empty())
        for (std::vector<std::string_view>* side : {&linesBefore, &linesAfter})
            removeReturns(*side);
    std::vector<Match> matches = commonSequence(linesBefore, linesAfter);
    matches.push_back({linesBefore.size(), linesAfter.size()});
    std::vector<Line> lines;
    std::size_t b = 0, a = 0;
    for (const Match& match : matches) {
        for (; b < match.before; ++b)
            lines.push_back({State::Removed, linesBefore[b]});
        for (; a < match.after; ++a)
            lines.push_back({State::Added, linesAfter[a]});
        if (b < linesBefore.size())
            lines.push_back({State::Unchanged, linesBefore[b]});
        ++b;
        ++a;
    }
    if (!lines.empty() && lines.back().state == State::Unchanged && lines.back().text.empty())
        lines.pop_back();
    return lines;
}

class LineRows {
public:
    LineRows(AttributeRow& row, std::vector<Line> lines, std::size_t longest)
        : m_row(row)
        , m_lines(std::move(lines))
        , m_longest(longest) {}

    /// Adds the rows of the lines, and counts those that are added and removed.
    void add() {
        for (std::size_t i = 0; i < m_lines.size();) {
            if (m_row.children.size() >= mostRows) {
                addGap(Kind::MoreLines, m_lines.size() - i);
                break;
            }
            if (m_lines[i].state == State::Unchanged) {
                i = addUnchanged(i);
                continue;
            }
            std::size_t end = i;
            std::vector<const std::string_view*> removed, added;
            for (; end < m_lines.size() && m_lines[end].state != State::Unchanged; ++end)
                (m_lines[end].state == State::Removed ? removed : added).push_back(&m_lines[end].text);
            for (std::size_t k = 0; k < std::max(removed.size(), added.size()); ++k)
                addLine(k < removed.size() ? removed[k] : nullptr, k < added.size() ? added[k] : nullptr);
            m_row.linesRemoved += removed.size();
            m_row.linesAdded += added.size();
            i = end;
        }
    }

private:
    void addGap(Kind kind, std::size_t lines) { m_row.children.push_back(gapOf(kind, lines)); }
    /// Adds unchanged lines next to a difference; omits the others.
    std::size_t addUnchanged(std::size_t first) {
        std::size_t end = first;
        while (end < m_lines.size() && m_lines[end].state == State::Unchanged)
            ++end;
        const std::size_t head = first == 0 ? 0 : 1;
        const std::size_t tail = end == m_lines.size() ? 0 : 1;
        const std::size_t count = end - first;
        for (std::size_t i = first; i < end; ++i) {
            const bool isContext = i < first + head || i + tail >= end || count <= head + tail + 1;
            if (isContext) {
                addLine(&m_lines[i].text, &m_lines[i].text);
                continue;
            }
            const std::size_t hidden = end - tail - i;
            addGap(Kind::UnchangedLines, hidden);
            m_before += hidden;
            m_after += hidden;
            i += hidden - 1;
        }
        return end;
    }
    void addLine(const std::string_view* before, const std::string_view* after) {
        AttributeRow line;
        m_before += before != nullptr;
        m_after += after != nullptr;
        line.kind = Kind::Line;
        line.count = after ? m_after : m_before;
        line.path = m_row.path + "#" + std::to_string(m_row.children.size());
        line.state = !before           ? State::Added
                     : !after          ? State::Removed
                     : before == after ? State::Unchanged
                                       : State::Changed;
        if (before)
            line.before = *before;
        if (after)
            line.after = *after;
        for (std::optional<std::string>* side : {&line.before, &line.after})
            if (*side && (*side)->ends_with('\r'))
                (*side)->replace((*side)->size() - 1, 1, "␍");
        shorten(line.before, line.after, m_longest);
        m_row.children.push_back(std::move(line));
    }

    AttributeRow& m_row;
    std::vector<Line> m_lines;
    std::size_t m_longest;
    std::size_t m_before = 0, m_after = 0; // lines processed
};

void distinguishMasked(TextForms& forms, const TextPair& originals) {
    for (const auto& [form, original] :
         {std::pair(&forms.before, &originals.before), std::pair(&forms.after, &originals.after)})
        if (*form && (*form)->data && *original)
            diff::distinguishMasked(
                *(*form)->data,
                parseWholeJsonText(**original).value_or(scalarNode(JsonNode::Kind::String, **original)));
}

/// Adds the texts in which secrets that differ are distinguishable although they are masked.
void addMarked(TextPair& texts, const TextForms& forms) {
    const auto has = [](const std::optional<std::string>& text) {
        return text && text->find(secretMark) != std::string::npos;
    };
    if (!forms.before || !forms.after || !isStructure(forms.kind) || has(texts.before) || has(texts.after))
        return;
    std::map<std::size_t, std::size_t> numbers; // by hash; in the order of the texts, so that they say nothing else
    const auto markOf = [&](const JsonNode& node) {
        return node.masked == 0 ? std::string()
                                : std::string(secretMark) +
                                      std::to_string(numbers.emplace(node.masked, numbers.size()).first->second) +
                                      std::string(secretMark);
    };
    texts.markedBefore = layOut(*forms.before->data, markOf);
    texts.markedAfter = layOut(*forms.after->data, markOf);
}

/// Parts of a text that becomes unknown may stay: they are not shown as removed.
void setUnknown(AttributeRow& part, const RowTexts& form) {
    const bool isText = part.kind == Kind::Line || part.kind == Kind::Decoded;
    part.state = isText ? AttributeRow::State::Unchanged : AttributeRow::State::Changed;
    if (!isText && part.children.empty()) {
        part.knownAfterApply = true;
        part.after = form.unknown;
    }
    for (AttributeRow& child : part.children)
        setUnknown(child, form);
}

} // namespace

std::string shortenedText(std::string text, std::size_t longest) {
    if (text.size() <= longest)
        return text;
    std::size_t end = longest > ellipsis.size() ? longest - ellipsis.size() : 0;
    while (end > 0 && isInsideCharacter(text, end))
        --end;
    text.resize(end);
    return text + std::string(ellipsis);
}

std::string positionName(const Pair& pair) {
    const bool hasMoved = pair.before != Pair::nowhere && pair.after != Pair::nowhere && pair.before != pair.after;
    const std::size_t position = pair.after == Pair::nowhere ? pair.before : pair.after;
    return "[" + (hasMoved ? std::to_string(pair.before) + " → " : std::string()) + std::to_string(position) + "]";
}

void splitText(AttributeRow& row, TextPair texts, const masking::Secrets& secrets, const RowTexts& form,
               const TextPair* originals) {
    const std::string* before = texts.before ? &*texts.before : nullptr;
    const std::string* after = texts.after ? &*texts.after : nullptr;
    const auto hides = [&](const std::string* text) {
        const std::optional<std::string> inside = text ? decodedText(*text) : std::nullopt;
        return inside && secrets.areIn(*inside);
    };
    if (hides(before) || hides(after)) {
        if (before)
            row.before = form.mask;
        if (after) // otherwise it may be unknown
            row.after = form.mask;
        row.sensitive = true;
        return;
    }
    TextForms forms = formsOf(before, after);
    if (originals) {
        distinguishMasked(forms, *originals);
        addMarked(texts, forms);
    }
    if (before && after) {
        row.before = values::quoted(*before);
        row.after = values::quoted(*after);
        shorten(row.before, row.after, form.longest);
    }
    row.textKind = forms.kind;
    row.textCoding = forms.coding;
    row.textDifference = differenceOf(forms);
    if (forms.before && forms.after)
        row.lineEnds = lineEndsChange(forms.before->text, forms.after->text);
    const std::string* read[] = {forms.before ? &forms.before->text : nullptr,
                                 forms.after ? &forms.after->text : nullptr};
    if (isStructure(forms.kind)) {
        const auto dataOf = [](const std::optional<TextForm>& side) { return side ? &*side->data : nullptr; };
        const JsonNode* from = dataOf(forms.before);
        const JsonNode* to = dataOf(forms.after);
        if (!from || !to || from->kind == to->kind)
            DataRows(secrets, form).addChildren(row, from, to);
    } else if (forms.kind == TextKind::Lines) {
        LineRows(row, linesOf(read[0], read[1]), form.longest).add();
    } else if (forms.coding != TextCoding::Plain) {
        AttributeRow decoded;
        decoded.kind = Kind::Decoded;
        decoded.path = row.path + "#decoded";
        decoded.state = row.state;
        if (read[0])
            decoded.before = values::quoted(*read[0]);
        if (read[1])
            decoded.after = values::quoted(*read[1]);
        shorten(decoded.before, decoded.after, form.longest);
        row.children.push_back(std::move(decoded));
    }
    if (row.knownAfterApply)
        for (AttributeRow& part : row.children)
            setUnknown(part, form);
    const bool isLong = (before && before->size() > shownWhole) || (after && after->size() > shownWhole);
    // Decoding may reveal secrets that are not visible in the raw text.
    const auto showsSecret = [&](const std::optional<TextForm>& side) {
        return side && side->data && secrets.areIn(layOut(*side->data));
    };
    if (showsSecret(forms.before) || showsSecret(forms.after))
        return;
    if (isStructure(forms.kind) || forms.kind == TextKind::Lines || forms.coding != TextCoding::Plain || isLong)
        row.texts = std::make_shared<const TextPair>(std::move(texts));
}

} // namespace planlens::diff
