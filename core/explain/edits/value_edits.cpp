// SPDX-License-Identifier: MPL-2.0
#include "core/explain/edits/value_edits.h"

#include "core/explain/definition.h"
#include "core/explain/edits/marked_value.h"
#include "core/explain/edits/other_values.h"
#include "core/explain/sources/probe.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace planlens::explain {

using plans::NamedValue;
using values::Path;
using values::Type;
using values::Value;

namespace {

constexpr std::size_t mostEvaluations = 1'024; // for one expression
constexpr std::size_t mostElements = 8;        // of a collection, in which others are inserted

/// Searches the edits of one value.
class Search {
public:
    Search(Replay& replay, const NamedValue& named, const Replay::Written& written, const Path& path,
           const Value& before, const Value& after, const std::optional<Value>& byDefault,
           const std::function<bool(const Edit&)>& isPossible, const std::function<bool(const NamedValue&)>& isKept,
           std::size_t& left)
        : m_replay(replay)
        , m_named(named)
        , m_written(written)
        , m_path(path)
        , m_before(before)
        , m_after(after)
        , m_isPossible(isPossible)
        , m_isKept(isKept)
        , m_left(left) {
        if (byDefault && makesPrevious({}, *byDefault) && add({}, *byDefault))
            return;
        visit(written.value, {});
        m_isComplete &= !written.isTested;
        if (!m_hasMade && m_replay.hasNull() && !written.value.isNull() &&
            makesPrevious({}, Value::null(Type::dynamic())))
            add({}, Value::null(Type::dynamic()));
    }

    std::vector<Edit> takeFound() { return std::move(m_found); }
    bool isContradicted() const { return m_hasMade && m_found.empty(); }
    /// Whether an edit makes the previous value, or all were tried that can. Impossible ones do not count if another
    /// element may have been removed.
    bool isDecided() const {
        return !m_found.empty() || (m_hasMade && !m_mayHaveLost) || (m_isComplete && m_left > 0 && !m_written.isKey);
    }

private:
    /// Returns the value at the path with an edit; std::nullopt if it cannot be evaluated.
    std::optional<Value> valueWith(const Value& whole) {
        if (m_left == 0)
            return {};
        --m_left;
        const std::optional<Value> made = m_replay.valueWith(m_named, whole);
        const std::optional<Value> part = knownAt(made, m_path);
        m_isUnknown = made && !part;
        return part;
    }
    std::optional<Value> valueWith(const Path& path, const std::optional<Value>& part) {
        return valueWith(withPart(m_written.value, path, part));
    }
    bool makesPrevious(const Path& path, const std::optional<Value>& part) {
        const std::optional<Value> made = valueWith(path, part);
        return made && isSameValue(m_before, *made);
    }
    /// Whether a part makes the previous value together with another value, which may have been edited, too.
    bool mayMakePrevious(const Path& path, const Value& part) {
        const Value whole = withPart(m_written.value, path, part);
        const std::optional<Value> made = valueWith(whole);
        if (!made || isSameValue(m_after, *made))
            return false;
        return std::ranges::any_of(m_replay.written(), [&](const auto& other) {
            if (other.first == m_named || m_left == 0 || m_isKept(other.first))
                return false;
            --m_left;
            const auto both = knownAt(
                m_replay.valueWith({{m_named, whole}, {other.first, withOtherParts(other.second.value)}}), m_path);
            return both && mayBeEqual(m_before, m_before, *made, *both);
        });
    }
    Solved solvedIn(const std::optional<Value>& made, const std::string& mark) const {
        return made ? solveMarked(*made, mark, m_before) : Solved();
    }
    /// Adds an edit that makes the previous value. False: other values of the plan contradict it.
    bool add(const Path& path, Value before, const Path& at, const std::optional<Value>& part) {
        Edit edit{m_written.steps, path, std::move(before), valueAt(m_written.value, path),
                  withPart(m_written.value, at, part)};
        m_hasMade = true;
        if (!m_isPossible(edit))
            return false;
        m_found.push_back(std::move(edit));
        return true;
    }
    bool add(const Path& path, const Value& before) { return add(path, before, path, before); }

    void visit(const Value& value, const Path& path) {
        if (m_left == 0)
            return;
        if (value.isNull())
            return path.isEmpty() ? visitNull() : visitNull(path);
        if (value.type().isBool()) {
            const Value other = Value::boolean(!value.asBool());
            if (makesPrevious(path, other))
                add(path, other);
            else if (m_isUnknown || mayMakePrevious(path, other))
                m_isComplete = false;
        } else if (value.type().isNumber()) {
            visitNumber(value, path);
        } else if (value.type().isString()) {
            visitText(path);
        } else if (isMapping(value) || isSequence(value)) {
            visitElements(value, path);
        }
    }

    /// Solves the previous text of an element. A text that has no place in the value may select something: the texts
    /// are tried that can be keys or are compared.
    void visitText(const Path& path) {
        const std::optional<Value> made = valueWith(path, Value::string(markerText));
        if (made && isSameValue(m_before, *made))
            return (void)add(path, Value::unknown(Type::string()), path, Value::string(markerText)); // any other text
        const Solved solved = solvedIn(made, markerText);
        if (solved.text && makesPrevious(path, Value::string(*solved.text))) {
            const std::vector<std::string> others = similarTexts(*solved.text, m_replay.shortTexts());
            const bool isExact = std::ranges::none_of(
                others, [&](const std::string& other) { return makesPrevious(path, Value::string(other)); });
            if (add(path, Value::string(*solved.text)))
                m_found.back().isExact = isExact;
            return;
        }
        if (const bool hasInfluence = !made || !isSameValue(m_after, *made); hasInfluence || path.isEmpty())
            for (const std::string& text : m_replay.texts())
                if (makesPrevious(path, Value::string(text)) && add(path, Value::string(text)))
                    return;
        m_isComplete &= made && !(solved.hasMarker && solved.isPossible);
    }

    /// Solves the previous text of a value that is null now. If it was the whole value, it explains any other one.
    void visitNull() {
        const std::optional<Value> made = valueWith({}, Value::string(markerText));
        const Solved solved = solvedIn(made, markerText);
        if (solved.text && solved.text != textOf(m_before) && makesPrevious({}, Value::string(*solved.text)))
            add({}, Value::string(*solved.text));
        if (const Value previous = previousEntries(); !made && previous.size() > 0 && makesPrevious({}, previous))
            add({}, previous);
        m_isComplete = made && isSameValue(m_after, *made);
    }

    /// Tries the whole previous value, or its entries that differ now, in place of an attribute that is null now.
    void visitNull(const Path& path) {
        m_isComplete = false;
        for (const Value& part : {m_before, previousEntries()})
            if (makesPrevious(path, part) && add(path, part))
                return;
    }

    /// Returns numbers that a comparison may tell from this one.
    std::vector<values::Number> othersThan(const values::Number& now) const {
        const values::Number one(1);
        std::vector<values::Number> others{values::Number(0), values::Number(markerNumber), now / values::Number(2),
                                           now + now};
        for (const values::Number& limit : m_replay.numbers())
            for (const values::Number& beside : {limit - one, limit, limit + one})
                others.push_back(beside);
        std::erase(others, now);
        return others;
    }

    void visitNumber(const Value& value, const Path& path) {
        const std::optional<Value> marked = valueWith(path, Value::number(markerNumber));
        const Solved solved = solvedIn(marked, std::to_string(markerNumber));
        const values::Number one(1), now = value.asNumber();
        const std::optional<Value> next = valueWith(path, Value::number(now + one));
        std::vector<values::Number> candidates = solvedNumbers(now, solved, next, m_before, m_after);
        candidates.push_back(now - one);
        candidates.push_back(now + one);
        for (const values::Number& candidate : candidates)
            if (makesPrevious(path, Value::number(candidate)) && add(path, Value::number(candidate)))
                return;
        bool hasInfluence = !(marked && next && isSameValue(m_after, *marked) && isSameValue(m_after, *next));
        for (const values::Number& other : othersThan(now)) { // any other number on the same side of a limit
            const std::optional<Value> made = valueWith(path, Value::number(other));
            if (made && isSameValue(m_before, *made) &&
                add(path, Value::unknown(Type::number()), path, Value::number(other)))
                return;
            hasInfluence |= !made || !isSameValue(m_after, *made);
        }
        m_isComplete &= !hasInfluence || (solved.hasMarker && !solved.isPossible);
    }

    void visitElements(const Value& collection, const Path& path) {
        const bool isSet = collection.type().isSet();
        std::vector<std::size_t> deciding;
        for (std::size_t i = 0; i < collection.size(); ++i) {
            const Path element = joined(path, isSet ? Path().index(std::int64_t(i)) : elementPath(collection, i));
            const std::optional<Value> without = valueWith(element, std::nullopt);
            if (without && isSameValue(m_before, *without)) // it is new
                add(isSet ? path : element, isSet ? collection : Value::null(Type::dynamic()), element, std::nullopt);
            const auto isRead = [&] { // without it, a default may be the same
                const std::optional<Value> other = valueWith(element, withOtherParts(collection.element(i)));
                return other && !isSameValue(m_after, *other);
            };
            if (!without || !isSameValue(m_after, *without) || isRead()) { // it has an influence
                deciding.push_back(i);
                visit(collection.element(i), element);
            } else if (m_replay.hidesErrors() && isMapping(collection.element(i))) { // it had one with another key
                addRemovedKey(collection.element(i), element, m_replay.names());
            }
        }
        if (!isSet) {
            exchangeElements(collection, path, deciding);
            moveElements(collection, path, deciding);
        }
        isMapping(collection) ? addRemovedKey(collection, path, possibleKeys()) : addRemovedElement(collection, path);
    }

    /// Exchanges each of the elements that have an influence with each other one.
    void exchangeElements(const Value& collection, const Path& path, const std::vector<std::size_t>& deciding) {
        if (deciding.size() * collection.size() > mostElements * mostElements) {
            m_isComplete = false;
            return;
        }
        for (const std::size_t i : deciding)
            for (std::size_t k = 0; k < collection.size(); ++k) {
                if (i == k || isSameValue(collection.element(i), collection.element(k)))
                    continue;
                const Value one = withPart(collection, elementPath(collection, i), collection.element(k));
                const Value both = withPart(one, elementPath(collection, k), collection.element(i));
                if (makesPrevious(path, both) && add(path, both))
                    return;
            }
    }

    /// Gives an attribute of each element that has no influence the value that it has in those that do.
    void moveElements(const Value& collection, const Path& path, const std::vector<std::size_t>& deciding) {
        std::set<std::pair<std::string, std::string>> values; // of attributes
        for (const std::size_t i : deciding)
            for (std::size_t k = 0; isMapping(collection.element(i)) && k < collection.element(i).size(); ++k)
                if (const auto text = textOf(collection.element(i).element(k)))
                    values.emplace(collection.element(i).key(k), *text);
        if (values.size() > mostElements)
            return;
        for (std::size_t i = 0; i < collection.size() && i < mostElements * mostElements; ++i)
            for (const auto& [name, text] : values) {
                const Value* own = isMapping(collection.element(i)) ? collection.element(i).find(name) : nullptr;
                const Path at = joined(joined(path, elementPath(collection, i)), Path().index(std::string_view(name)));
                if (own && std::ranges::find(deciding, i) == deciding.end() && textOf(*own) != text &&
                    makesPrevious(at, Value::string(text)))
                    add(at, Value::string(text));
            }
    }

    /// Inserts a text at each position of a list of texts.
    void addRemovedElement(const Value& list, const Path& path) {
        bool areTexts = true;
        for (std::size_t i = 0; i < list.size(); ++i)
            areTexts &= textOf(list.element(i)).has_value();
        if (!areTexts || list.size() > mostElements) {
            noteLost(list, path);
            return;
        }
        for (std::size_t at = 0; at <= list.size(); ++at) {
            const auto with = [&](const std::string& text) {
                std::vector<Value> elements;
                for (std::size_t i = 0; i <= list.size(); ++i) {
                    if (i == at)
                        elements.push_back(Value::string(text));
                    if (i < list.size())
                        elements.push_back(Value::string(*textOf(list.element(i))));
                }
                return Value::tuple(std::move(elements));
            };
            const std::optional<Value> made = valueWith(path, with(markerText));
            if (made && isSameValue(m_before, *made) &&
                add(path, Value::unknown(Type::dynamic()), path, with(markerText))) // any other text
                return;
            for (const std::string& text : lostWords(m_before, m_after)) // which may be sorted or selected
                if (makesPrevious(path, with(text)) && add(path, with(text)))
                    return;
            const Solved solved = solvedIn(made, markerText);
            if (solved.text && makesPrevious(path, with(*solved.text)) && add(path, with(*solved.text)))
                return;
            m_isComplete &= made && !isSameValue(m_after, *made); // another text may have an influence
            if (list.type().isSet())
                break;
        }
    }

    /// Returns an object with all attributes that the expressions read.
    Value withNames(const std::string& text) const {
        std::vector<std::pair<std::string, Value>> attributes;
        for (const std::string& name : m_replay.names())
            attributes.emplace_back(name, Value::string(text));
        return Value::object(std::move(attributes));
    }

    /// Returns an object of the entries of the previous value that are missing or differ now. If it is an entry of a
    /// map, it is one.
    Value previousEntries() const {
        std::map<std::string, Value> entries;
        const std::size_t last = m_path.isEmpty() ? 0 : m_path.size() - 1;
        if (const std::optional<std::string> key = keyOf(withoutFirst(m_path, last)); key && isUsable(m_before))
            entries.emplace(*key, m_before);
        for (std::size_t i = 0; isMapping(m_before) && i < m_before.size(); ++i) {
            const Value* now = isMapping(m_after) ? m_after.find(m_before.key(i)) : nullptr;
            if (!now || !isSameValue(*now, m_before.element(i)))
                entries.emplace(m_before.key(i), m_before.element(i));
        }
        return Value::object({entries.begin(), entries.end()});
    }

    /// Returns the keys of these entries, and keys that the expressions read or name, or that other values are.
    std::set<std::string> possibleKeys() const {
        std::set<std::string> keys = keysOf(previousEntries());
        keys.insert(m_replay.names().begin(), m_replay.names().end());
        keys.insert(m_replay.texts().begin(), m_replay.texts().end());
        for (const auto& [named, written] : m_replay.written())
            if (const std::optional<std::string> text = textOf(written.value))
                keys.insert(*text);
        return keys;
    }

    void addRemovedKey(const Value& map, const Path& path, const std::set<std::string>& keys) {
        const Value previous = previousEntries();
        for (const std::string& key : keys) {
            const Path added = joined(path, Path().index(std::string_view(key)));
            if (map.find(key))
                continue;
            std::optional<Value> made = valueWith(added, Value::string(markerText));
            const bool isNested = made && isSameValue(m_after, *made); // perhaps an attribute of the element is read
            if (isNested)
                made = valueWith(added, withNames(markerText));
            if (made && isSameValue(m_after, *made))
                continue;
            std::vector<Value> parts;
            if (const Solved solved = solvedIn(made, markerText); solved.text)
                parts.push_back(isNested ? withNames(*solved.text) : Value::string(*solved.text));
            if (const Value* was = previous.find(key))
                parts.push_back(*was);
            if (!made && previous.size() > 0) // a text is not what the expression reads
                parts.push_back(previous);
            for (const Value& part : parts)
                if (makesPrevious(added, part) && add(added, part))
                    return;
            m_isComplete = false;
        }
        noteLost(map, path);
    }

    void noteLost(const Value& collection, const Path& path) {
        if (hasInfluence(collection, path)) {
            m_isComplete = false;
            m_mayHaveLost = true;
        }
    }

    /// Whether one more element, like another one or with other parts, has an influence.
    bool hasInfluence(const Value& collection, const Path& path) {
        if (collection.size() == 0)
            return true;
        const Path at = isMapping(collection) ? Path().index(std::string_view(markerText))
                                              : Path().index(std::int64_t(collection.size()));
        return std::ranges::any_of(std::array{collection.element(0), withOtherParts(collection.element(0))},
                                   [&](const Value& added) {
                                       const std::optional<Value> made = valueWith(joined(path, at), added);
                                       return !made || !isSameValue(m_after, *made);
                                   });
    }

    Replay& m_replay;
    const NamedValue& m_named;
    const Replay::Written& m_written;
    const Path& m_path;
    const Value &m_before, &m_after;
    const std::function<bool(const Edit&)>& m_isPossible;
    const std::function<bool(const NamedValue&)>& m_isKept;
    std::size_t& m_left;
    std::vector<Edit> m_found;
    bool m_isComplete = true, m_hasMade = false;
    bool m_isUnknown = false;   // the last value, as that of an instance that the edit adds
    bool m_mayHaveLost = false; // elements with an influence, other than those that were tried
};

bool hasText(const Value& value, const std::string& text) {
    bool found = false;
    values::walk(value, [&](const Path&, const Value& part) {
        found |= textOf(part) == text;
        return !found;
    });
    return found;
}

/// Elements that were added or removed tell less: a condition may have selected them. So do edits of a text that has
/// the previous value in another place, from which it may have been taken.
bool isTelling(const Edit& edit, const Replay& replay, const Value& before) {
    constexpr std::size_t shortest = 3;
    const Value changed = edit.before.isKnown() ? edit.before : valueAt(edit.whole, edit.path);
    if (!changed.isWhollyKnown() || !textOf(changed) || textOf(changed) == markerText || edit.after.isNull())
        return false; // of a value that is null, an override explains many other values
    const std::string text = *textOf(changed);
    const std::string now = textOf(edit.after).value_or("");
    if (const auto made = textOf(before);
        made && !made->empty() && now != *made && now.find(*made) != std::string::npos)
        return false;
    const bool isBeside = !now.empty() && (text.find(now) != std::string::npos || now.find(text) != std::string::npos);
    if (isBeside || differsInCase(changed, edit.after)) // a literal or a function may have been edited
        return false;
    if (!changed.type().isString() || text.size() < shortest || replay.texts().contains(text))
        return false;
    return std::ranges::none_of(replay.written(), [&](const auto& one) { return hasText(one.second.value, text); });
}

/// Returns the default of a root variable for which a text, number or boolean is given: its value if none was before.
std::optional<Value> defaultBefore(const PlanValues& values, const NamedValue& named) {
    const plans::VariableValue* const given = values.variable(named);
    const std::optional<Value> byDefault =
        given && !given->fromDefault ? defaultOf(values.plan(), named) : std::nullopt;
    return textOf(byDefault) ? byDefault : std::nullopt;
}

/// Tries edits of the values behind a replay, and of its expressions if none of a value is found. `path` is the
/// explained part of its value. `others` can be null.
ValueEdits tryEdits(const PlanValues& values, Replay& replay, const Path& path, const Value& before, const Value& after,
                    OtherValues* others) {
    ValueEdits edits;
    const auto isKept = [&](const NamedValue& named) { return values.isProvenKept(named, {}, named); };
    const auto isPossible = [&](const auto& edit) { return !others || !others->contradict(edit); };
    const auto at = [&](const std::optional<Value>& value) { return knownAt(value, path); };
    const auto is = [&](const Value& expected) {
        const std::optional<Value> made = at(replay.value());
        return made && isSameValue(expected, *made);
    };
    if (replay.isLarge() || !is(after))
        return edits;
    replay.usePreviousObjects();
    if (is(before)) // so objects are the cause
        return edits;
    const bool isOfCase = differsInCase(before, after); // a function may have been edited
    std::size_t left = mostEvaluations;
    for (const auto& [named, written] : replay.written()) {
        Search search(replay, named, written, path, before, after, defaultBefore(values, named), isPossible, isKept,
                      left);
        if (search.isDecided())
            edits.tried.insert(named);
        if (others && others->takeContradictionByInstance() && search.isContradicted())
            edits.contradicted.insert(named);
        std::vector<Edit> found = search.takeFound();
        for (Edit& edit : found)
            edit.isTelling = !isOfCase && isTelling(edit, replay, before);
        std::ranges::move(found, std::back_inserter(edits.found));
    }
    if (std::ranges::none_of(edits.found, &Edit::isTelling))
        edits.texts = tryTextEdits(replay, at, before, after, isPossible,
                                   edits.found.empty() ? TextEdits::All : TextEdits::Contained);
    return edits;
}

} // namespace

ValueEdits tryValueEdits(const PlanValues& values, const plans::ResourceInstanceChange& change, const Path& attribute,
                         const schemas::ArgumentExpression& argument, const Value& before, const Value& after) {
    Replay replay(values, values.dependencies().of(change.address), *argument.expression);
    OtherValues others(values, change, attribute);
    return tryEdits(values, replay, argument.rest, before, after, &others);
}

std::vector<TextEdit> tryExpressionEdits(const PlanValues& values, const plans::ResourceInstanceChange& change,
                                         const Path& attribute, const schemas::ArgumentExpression& argument,
                                         const Value& before, const Value& after) {
    Replay replay(values, values.dependencies().of(change.address), *argument.expression);
    OtherValues others(values, change, attribute);
    const auto at = [&](const std::optional<Value>& value) { return knownAt(value, argument.rest); };
    const std::optional<Value> now = replay.isLarge() ? std::nullopt : at(replay.value());
    if (!now || !isSameValue(after, *now))
        return {};
    replay.usePreviousObjects();
    return tryTextEdits(
        replay, at, before, after, [&](const TextEdit& edit) { return !others.contradict(edit); },
        TextEdits::Contained);
}

ValueEdits tryCountEdits(const PlanValues& values, const NamedValue& repetition, const hcl::Expression& expression,
                         const Value& before) {
    Replay replay(values, values.dependencies().of(repetition), expression);
    const std::optional<Value> after = knownAt(replay.value(), {});
    return after && !isSameValue(before, *after) ? tryEdits(values, replay, {}, before, *after, nullptr) : ValueEdits();
}

} // namespace planlens::explain
