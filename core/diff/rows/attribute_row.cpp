// SPDX-License-Identifier: MPL-2.0
#include "core/diff/rows/attribute_row.h"

#include "core/diff/identity.h"
#include "core/diff/pairing.h"
#include "core/diff/rows/text_rows.h"
#include "core/plans/no_effect.h"
#include "core/plans/schemas.h"
#include "core/schemas/values_by_schema.h"
#include "core/values/marked_paths.h"
#include "core/values/text/quoted.h"
#include "core/values/unclassified.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

namespace planlens::diff {

using values::Value;

namespace {

bool isContainer(const Value& value) {
    if (value.isNull() || !value.isKnown())
        return false;
    const values::Type type = value.type();
    return type.isMapping() || type.isSequence();
}
bool isKeyed(const Value& value) {
    return value.type().isMapping();
}

/// Whether lists may be sets, because the types of the values come from JSON.
enum class Lists { AreLists, MayBeSets };

bool hasForcing(const AttributeRow& row) {
    return row.forcesReplacement || std::ranges::any_of(row.children, hasForcing);
}

/// Moves rows that force the replacement to the front, because reviewers look for them first, and unchanged rows to the
/// end. Returns whether any row forces it.
bool putForcingFirst(AttributeRow& row) {
    std::vector<AttributeRow> forcing, changed, unchanged;
    const bool isForced = std::ranges::count_if(row.children, putForcingFirst) > 0;
    if (isForced) {
        for (AttributeRow& child : row.children)
            (hasForcing(child)                               ? forcing
             : child.state == AttributeRow::State::Unchanged ? unchanged
                                                             : changed)
                .push_back(std::move(child));
        row.children.clear();
        for (std::vector<AttributeRow>* part : {&forcing, &changed, &unchanged})
            std::ranges::move(*part, std::back_inserter(row.children));
    }
    return isForced || row.forcesReplacement;
}

/// Whether resources of a type are rules of access, whose attributes only mean something together.
bool isRuleType(std::string_view type) {
    constexpr std::string_view parts[] = {"access", "acl",      "assignment", "binding", "grant", "iam",
                                          "member", "listener", "permission", "policy",  "rule",  "firewall"};
    return std::ranges::any_of(parts, [&](std::string_view part) { return type.find(part) != type.npos; });
}

/// Whether an attribute of a rule says who may do what.
bool decidesAccess(std::string_view attribute) {
    constexpr std::string_view parts[] = {"action", "allow",  "cidr",       "deny",      "effect",   "egress", "member",
                                          "port",   "prefix", "permission", "principal", "protocol", "range",  "role"};
    return attribute == "type" || attribute == "access" || attribute == "direction" || attribute == "source" ||
           std::ranges::any_of(parts, [&](std::string_view part) { return attribute.find(part) != attribute.npos; });
}

/// One side of a change at a path, and the paths below it that a schema declares sensitive.
struct Side {
    const Value* value = nullptr;
    values::MarkedPaths sensitive{{}};

    bool isSensitive() const { return value && (value->isSensitive() || sensitive.endHere()); }
    bool isSplit() const { return value && isContainer(*value); }
    /// Returns a part of an unmarked container; absent if the position is `Pair::nowhere`.
    Side part(std::size_t position) const {
        if (!value || position == Pair::nowhere)
            return {};
        return {&value->element(position), sensitive.isEmpty() ? sensitive : sensitive.below(*value, position)};
    }
    Side member(const std::string& key) const {
        for (std::size_t i = 0; value && isKeyed(*value) && i < value->size(); ++i)
            if (value->key(i) == key)
                return part(i);
        return {};
    }
};

class Walker {
public:
    Walker(const std::vector<values::Path>& requiredReplace, const masking::Secrets& secrets, const RowTexts& texts,
           Lists lists, bool isRule = false)
        : m_requiredReplace(requiredReplace)
        , m_secrets(secrets)
        , m_texts(texts)
        , m_lists(lists)
        , m_isRule(isRule) {}

    AttributeRow compare(std::string name, const values::Path& path, const Side& before, const Side& after) {
        AttributeRow row;
        row.name = std::move(name);
        row.path = m_secrets.masked(path.toString(), m_texts.mask);
        row.valuePath = path;
        if (row.path.starts_with('.'))
            row.path.erase(0, 1);
        row.forcesReplacement = !path.isEmpty() && std::find(m_requiredReplace.begin(), m_requiredReplace.end(),
                                                             path) != m_requiredReplace.end();
        row.state = stateOf(before.value, after.value);
        row.sensitive = before.isSensitive() || after.isSensitive();
        if (before.value && after.value) {
            row.becomesSensitive = !before.value->isSensitive() && after.value->isSensitive();
            row.endsSensitive = before.value->isSensitive() && !after.value->isSensitive();
        }
        row.knownAfterApply = after.value && !after.value->isKnown();
        const bool canSplit = !row.sensitive && (before.isSplit() || after.isSplit()) &&
                              (!before.value || before.isSplit() || before.value->isNull()) &&
                              (!after.value || after.isSplit() || after.value->isNull());
        if (canSplit) {
            const Value beforePlain = before.isSplit() ? before.value->unmarked() : Value();
            const Value afterPlain = after.isSplit() ? after.value->unmarked() : Value();
            split(row, path, {before.isSplit() ? &beforePlain : nullptr, before.sensitive},
                  {after.isSplit() ? &afterPlain : nullptr, after.sensitive});
        }
        if (row.children.empty() && row.withoutEffect.empty()) {
            row.forcesReplacement = row.forcesReplacement || isForcedInside(row, path);
            if (before.value && !(before.value->isNull() && row.state == AttributeRow::State::Added))
                row.before = textOf(before, row);
            if (after.value && !(after.value->isNull() && row.state == AttributeRow::State::Removed))
                row.after = textOf(after, row);
            addTexts(row, before, after);
        }
        return row;
    }

private:
    /// Whether a part of a value that is shown as a whole forces the replacement.
    bool isForcedInside(const AttributeRow& row, const values::Path& path) const {
        return !path.isEmpty() && row.state != AttributeRow::State::Unchanged &&
               std::ranges::any_of(m_requiredReplace,
                                   [&](const values::Path& required) { return required.hasPrefix(path); });
    }

    /// Returns the value of a side. A value that is sensitive on one side only is masked on both, because it may be the
    /// same.
    std::string textOf(const Side& side, const AttributeRow& row) const {
        return (row.becomesSensitive || row.endsSensitive) && !side.value->isNull() && side.value->isKnown()
                   ? m_texts.mask
                   : textOf(side);
    }
    std::string textOf(const Side& side) const {
        const bool isHidden = !side.sensitive.isEmpty() && !side.value->isNull() && side.value->isKnown();
        return isHidden ? m_texts.mask : valueText(*side.value, m_secrets, m_texts);
    }

    /// Adds the differences within texts. Those that contain secrets are only compared if they are JSON, such as
    /// policies, in which the secrets are masked. Of a text that becomes unknown, the parts of the old one are shown.
    void addTexts(AttributeRow& row, const Side& before, const Side& after) const {
        if (row.state == AttributeRow::State::Unchanged)
            return;
        TextPair texts, originals;
        for (const auto& [side, text, original] : {std::tuple(&before, &texts.before, &originals.before),
                                                   std::tuple(&after, &texts.after, &originals.after)}) {
            const Value* value = side->value;
            if (!value || (!value->isMarked() && value->isKnown() && value->isNull()))
                continue;
            if (side->isSensitive() || value->isMarked())
                return;
            if (!value->isKnown())
                continue;
            if (!value->type().isString())
                return;
            *original = value->asString();
            *text = m_secrets.masked(**original, m_texts.mask);
        }
        const auto isJson = [](const std::optional<std::string>& text) {
            return !text || formOf(*text).kind == TextKind::Json;
        };
        const bool isMasked = texts.before != originals.before || texts.after != originals.after;
        const bool isSplit = !isMasked || (isJson(texts.before) && isJson(texts.after));
        if (!isSplit && m_texts.hasMaskedTexts)
            addMaskedTexts(row, originals);
        if (isSplit && (texts.before || texts.after))
            splitText(row, std::move(texts), m_secrets, m_texts, isMasked ? &originals : nullptr);
    }

    /// Adds the differences between texts besides their secrets, also within base64.
    void addMaskedTexts(AttributeRow& row, const TextPair& originals) const {
        const auto pointer = [](const std::optional<std::string>& text) { return text ? &*text : nullptr; };
        const TextForms forms = formsOf(pointer(originals.before), pointer(originals.after));
        TextPair plain, texts;
        for (const auto& [form, decoded, text, shown] :
             {std::tuple(&forms.before, &plain.before, &texts.before, &row.before),
              std::tuple(&forms.after, &plain.after, &texts.after, &row.after)}) {
            if (!*form)
                continue;
            *decoded = (*form)->text;
            *text = m_secrets.masked(**decoded, m_texts.mask);
            if (*text != m_texts.mask)
                *shown = shortenedText(values::quoted(**text), m_texts.longest);
        }
        if (texts.before == texts.after) {
            row.before = row.after = m_texts.mask;
            return;
        }
        const bool isJson = forms.kind == TextKind::Json;
        splitText(row, std::move(texts), m_secrets, m_texts, isJson ? &plain : nullptr);
    }

    static AttributeRow::State stateOf(const Value* before, const Value* after) {
        const bool hasBefore = before && !before->isNull();
        const bool hasAfter = after && !after->isNull();
        if (!hasBefore && !hasAfter)
            return AttributeRow::State::Unchanged;
        if (!hasBefore)
            return AttributeRow::State::Added;
        if (!hasAfter)
            return AttributeRow::State::Removed;
        return before->unmarkedDeep() == after->unmarkedDeep() && after->isWhollyKnown() &&
                       sensitiveParts(*before) == sensitiveParts(*after)
                   ? AttributeRow::State::Unchanged
                   : AttributeRow::State::Changed;
    }

    static std::vector<values::Path> sensitiveParts(const Value& value) {
        std::vector<values::Path> parts;
        if (value.containsMarked())
            for (values::PathMarks& one : value.pathMarks())
                if (one.marks.contains(values::Mark::sensitive()))
                    parts.push_back(std::move(one.path));
        return parts;
    }

    enum class Shown { IfChanged, Always, AsMoved };
    void child(AttributeRow& parent, std::string name, const values::Path& path, const Side& before, const Side& after,
               std::string label = {}, Shown shown = Shown::IfChanged) {
        AttributeRow row = compare(std::move(name), path, before, after);
        row.label = std::move(label);
        if (shown == Shown::AsMoved) {
            row.hasMoved = true;
            if (row.state == AttributeRow::State::Unchanged) {
                row.state = AttributeRow::State::Changed;
                row.hiddenUnchanged = 0; // the row has the whole value
                parent.children.push_back(std::move(row));
                return;
            }
        }
        const bool isForced = hasForcing(row);
        if (row.state == AttributeRow::State::Unchanged && !isForced) {
            const bool isId = parent.path.empty() && row.name == "id";
            const bool isNull = (!before.value || before.value->isNull()) && (!after.value || after.value->isNull());
            if (isNull || (!isId && shown != Shown::Always)) {
                if (!isNull)
                    ++parent.hiddenUnchanged;
                return;
            }
            row.hiddenUnchanged = 0; // the row has the whole value
        }
        const bool isFolded = before.value && after.value && !row.sensitive && !isForced &&
                              sensitiveParts(*before.value) == sensitiveParts(*after.value) &&
                              plans::hasNoEffect(*before.value, *after.value);
        (isFolded ? parent.withoutEffect : parent.children).push_back(std::move(row));
    }

    void split(AttributeRow& row, const values::Path& path, const Side& before, const Side& after) {
        const Value& shape = after.value ? *after.value : *before.value;
        if (shape.type().isSet()) {
            splitSet(row, path, before, after);
        } else if (isKeyed(shape)) {
            const bool hasUnchanged = m_texts.hasUnchangedParts && row.state == AttributeRow::State::Changed;
            const bool isPart = hasUnchanged && (m_elements > 0 || (!path.isEmpty() && shape.type().isObject()));
            const bool isRule = hasUnchanged && m_isRule && path.isEmpty();
            std::set<std::string> keys;
            for (const Value* side : {before.value, after.value})
                for (std::size_t i = 0; side && isKeyed(*side) && i < side->size(); ++i)
                    keys.insert(side->key(i));
            for (const std::string& key : keys) {
                const bool isAttribute = shape.type().isObject();
                const std::string name = m_secrets.masked(key, m_texts.mask);
                child(row, isAttribute ? name : "[" + values::quoted(name) + "]",
                      isAttribute ? path.attribute(key) : path.index(std::string_view(key)), before.member(key),
                      after.member(key), {},
                      isPart || (isRule && decidesAccess(key)) ? Shown::Always : Shown::IfChanged);
            }
        } else {
            splitList(row, path, before.value && !isKeyed(*before.value) ? before : Side(),
                      after.value && !isKeyed(*after.value) ? after : Side());
        }
    }

    static std::vector<JsonNode> dataOf(const Value* list) {
        std::vector<JsonNode> data;
        for (std::size_t i = 0; list && i < list->size(); ++i)
            data.push_back(knownParts(list->element(i)).value_or(JsonNode()));
        return data;
    }

    void splitList(AttributeRow& row, const values::Path& path, const Side& before, const Side& after) {
        const std::vector<JsonNode> dataBefore = dataOf(before.value), dataAfter = dataOf(after.value);
        const bool isUnordered = m_lists == Lists::MayBeSets && std::ranges::all_of(dataBefore, isNodeOfObject) &&
                                 std::ranges::all_of(dataAfter, isNodeOfObject);
        const Identity* identity = isUnordered ? identityOf(dataAfter.empty() ? dataBefore : dataAfter) : nullptr;
        const ElementLabels labels(dataBefore, dataAfter);
        const std::vector<Pair> pairs =
            isUnordered ? pairUnordered(dataBefore, dataAfter) : pairListWithMoves(dataBefore, dataAfter);
        for (const Pair& pair : pairs) {
            const std::size_t position = pair.after == Pair::nowhere ? pair.before : pair.after;
            const Side from = before.part(pair.before), to = after.part(pair.after);
            std::string name = memberText(identity, to.value ? to : from);
            if (from.value && to.value && memberText(identity, from) != name)
                name.clear();
            std::string label =
                name.empty() ? labelText(labels, dataBefore, dataAfter, pair, to.value ? to : from) : "";
            ++m_elements;
            child(row, name.empty() ? positionName(pair) : std::move(name), path.index(std::int64_t(position)), from,
                  to, std::move(label), pair.isMoved ? Shown::AsMoved : Shown::IfChanged);
            --m_elements;
        }
        markElements(row);
        row.onlyOrderChanges = after.value && after.value->isWhollyKnown() && differInOrderOnly(dataBefore, dataAfter);
        row.orderChanges = !row.onlyOrderChanges && std::ranges::any_of(pairs, &Pair::isMoved);
    }
    static bool isNodeOfObject(const JsonNode& node) { return isObject(&node); }

    /// Returns `key = "a"` for the member that identifies an element; empty if it has none.
    std::string memberText(const Identity* identity, const Side& element) const {
        return identity && identity->kind() == Identity::Kind::Member ? labelText(*identity, element) : std::string();
    }
    std::string labelText(const Identity& identity, const Side& element) const {
        const Value plain = element.value->unmarked();
        if (!isContainer(plain) || !isKeyed(plain))
            return {};
        return identity.label([&](std::string_view name) -> std::optional<std::string> {
            const Side label = Side{&plain, element.sensitive}.member(std::string(name));
            return label.value && label.value->isKnown() && !label.value->isNull() ? std::optional(textOf(label))
                                                                                   : std::nullopt;
        });
    }
    std::string labelText(const ElementLabels& labels, const std::vector<JsonNode>& before,
                          const std::vector<JsonNode>& after, const Pair& pair, const Side& element) const {
        const std::optional<Identity> identity =
            labels.identity(pair.before == Pair::nowhere ? nullptr : &before[pair.before],
                            pair.after == Pair::nowhere ? nullptr : &after[pair.after]);
        return identity ? shortenedText(labelText(*identity, element), longestLabel) : std::string();
    }

    void splitSet(AttributeRow& row, const values::Path& path, const Side& before, const Side& after) {
        const std::vector<JsonNode> dataBefore = dataOf(before.value), dataAfter = dataOf(after.value);
        const Identity* identity = identityOf(dataAfter.empty() ? dataBefore : dataAfter);
        const ElementLabels labels(dataBefore, dataAfter);
        for (const Pair& pair : pairSet(dataBefore, dataAfter)) {
            const Side from = before.part(pair.before), to = after.part(pair.after);
            const Side& element = to.value ? to : from;
            std::string name = memberText(identity, element);
            std::string label;
            if (name.empty()) {
                name = !to.value ? "–" : !from.value ? "+" : "~";
                label = labelText(labels, dataBefore, dataAfter, pair, element);
            }
            ++m_elements;
            child(row, std::move(name), path.index(*element.value), from, to, std::move(label));
            --m_elements;
        }
        markElements(row);
    }

    /// Elements without a position are shown as those of sets.
    static void markElements(AttributeRow& row) {
        for (auto* children : {&row.children, &row.withoutEffect})
            for (AttributeRow& element : *children)
                if (!element.name.starts_with('['))
                    element.kind = AttributeRow::Kind::SetElement;
    }

    const std::vector<values::Path>& m_requiredReplace;
    const masking::Secrets& m_secrets;
    const RowTexts& m_texts;
    Lists m_lists;
    bool m_isRule;
    std::size_t m_elements = 0; // of lists and sets that contain the current row
};

/// Returns the paths of a side that its schema declares sensitive. Marks on values would spread to whole sets.
std::vector<values::PathMarks> sensitivePaths(const Value& value, const schemas::ResourceSchemaPtr& schema) {
    if (!schema || !schema->block.containsSensitive() || value.isNull())
        return {};
    return schemas::sensitivePaths(schema->block, value.unmarkedDeep());
}

} // namespace

std::string displayName(const AttributeRow& row) {
    if (row.label.empty())
        return row.name;
    return row.name.starts_with('[') ? row.name.substr(0, row.name.size() - 1) + ": " + row.label + "]" : row.label;
}

std::string elementLabel(const AttributeRow& row) {
    const bool isNamed =
        row.kind == AttributeRow::Kind::SetElement && row.name != "+" && row.name != "–" && row.name != "~";
    return row.label.empty() && isNamed ? row.name : row.label;
}

AttributeRow attributeRows(const plans::Change& change, const std::vector<values::Path>& requiredReplace,
                           bool sensitive, const masking::Secrets& secrets, const RowTexts& texts) {
    if (sensitive) {
        AttributeRow row;
        row.sensitive = true;
        row.state =
            change.action == plans::Action::NoOp ? AttributeRow::State::Unchanged : AttributeRow::State::Changed;
        if (!change.before.isNull())
            row.before = texts.mask;
        if (!change.after.isNull())
            row.after = texts.mask;
        return row;
    }
    AttributeRow row =
        Walker(requiredReplace, secrets, texts, Lists::AreLists).compare({}, {}, {&change.before}, {&change.after});
    if (!requiredReplace.empty())
        putForcingFirst(row);
    return row;
}

AttributeRow attributeRows(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                           const masking::Secrets& secrets, const RowTexts& texts) {
    const schemas::ResourceSchemaPtr schema = plans::resourceSchema(plan, change);
    const std::vector<values::PathMarks> before = sensitivePaths(change.change.before, schema),
                                         after = sensitivePaths(change.change.after, schema);
    AttributeRow row = Walker(change.requiredReplace, secrets, texts, schema ? Lists::AreLists : Lists::MayBeSets,
                              isRuleType(change.address.resource.type))
                           .compare({}, {}, {&change.change.before, values::MarkedPaths(before)},
                                    {&change.change.after, values::MarkedPaths(after)});
    if (!change.requiredReplace.empty())
        putForcingFirst(row);
    return row;
}

std::string valueText(const Value& value, const masking::Secrets& secrets, const RowTexts& texts) {
    if (value.isSensitive())
        return value.hasMark(values::unclassified()) ? texts.unclassified : texts.mask;
    const Value plain = value.unmarked();
    if (!plain.isKnown())
        return texts.unknown;
    if (plain.isNull())
        return "null";
    if (plain.type().isBool())
        return plain.asBool() ? "true" : "false";
    if (plain.type().isNumber())
        return secrets.masked(plain.asNumber().toString(), texts.mask);
    if (plain.type().isString())
        return secrets.areIn(plain.asString()) ? texts.mask
                                               : shortenedText(values::quoted(plain.asString()), texts.longest);
    const bool keyed = isKeyed(plain);
    std::string text = keyed ? "{" : "[";
    for (std::size_t i = 0; i < plain.size(); ++i) {
        if (i)
            text += ", ";
        if (keyed)
            text += secrets.masked(plain.key(i), texts.mask) + " = ";
        text += valueText(plain.element(i), secrets, texts);
        if (text.size() > texts.longest)
            return shortenedText(std::move(text), texts.longest);
    }
    return text + (keyed ? "}" : "]");
}

} // namespace planlens::diff
