// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/value_edits.h"

#include "core/explain/definition.h"
#include "core/values/text/lower_case.h"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace planlens::explain {

using plans::NamedValue;
using values::Path;
using values::Type;
using values::Value;

namespace {

constexpr std::size_t mostEvaluations = 1'024; // for one expression
constexpr std::size_t mostElements = 8;        // of a collection, in which others are inserted

const std::string marker = "planlensprobe"; // as the text of an element
constexpr std::int64_t markedNumber = 918'273'645;

/// Returns the text that replaces all markers in a text to make another one; std::nullopt if none does.
std::optional<std::string> solvedText(const std::string& made, const std::string& mark, const std::string& before) {
    std::vector<std::string_view> pieces; // around the markers
    std::size_t at = 0, size = 0;
    for (std::size_t next = made.find(mark); next != std::string::npos; next = made.find(mark, at)) {
        pieces.push_back(std::string_view(made).substr(at, next - at));
        size += pieces.back().size();
        at = next + mark.size();
    }
    const std::size_t count = pieces.size();
    pieces.push_back(std::string_view(made).substr(at));
    size += pieces.back().size();
    if (count == 0 || before.size() < size || (before.size() - size) % count != 0)
        return {};
    const std::string text = before.substr(pieces.front().size(), (before.size() - size) / count);
    std::string again;
    for (std::size_t i = 0; i < pieces.size(); ++i)
        again.append(pieces[i]).append(i < count ? text : "");
    return again == before ? std::optional(text) : std::nullopt;
}

/// Returns a text with lower case for upper case, and the reverse.
std::string inOtherCase(std::string text) {
    for (char& c : text)
        if (std::isalpha(static_cast<unsigned char>(c)))
            c = char(c ^ ('a' ^ 'A'));
    return text;
}

/// What a value with markers shows of the text or number that they stand for. Other parts are not compared.
struct Solved {
    bool hasMarker = false, isPossible = true; // whether a text in the place of the markers makes the previous value
    std::optional<std::string> text;
};
void solve(const Value& made, const std::string& mark, const Value& before, Solved& solved) {
    if (const std::optional<std::string> text = textOf(made)) {
        if (text->find(mark) == std::string::npos)
            return;
        const std::optional<std::string> was = textOf(before);
        const std::optional<std::string> found = was ? solvedText(*text, mark, *was) : std::nullopt;
        solved.hasMarker = true;
        solved.isPossible &= found && (!solved.text || solved.text == found);
        solved.text = found;
    } else if (isMapping(made) && isMapping(before)) {
        for (std::size_t i = 0; i < made.size(); ++i)
            if (const Value* was = before.find(made.key(i)))
                solve(made.element(i), mark, *was, solved);
    } else if (isSequence(made) && isSequence(before) && !made.type().isSet()) {
        for (std::size_t i = 0; i < std::min(made.size(), before.size()); ++i)
            solve(made.element(i), mark, before.element(i), solved);
    } else if (isSequence(made) && isSequence(before)) { // the element with the marker stands for the one that is gone
        const std::vector<Value> others = elementsWithout(made, before), was = elementsWithout(before, made);
        if (others.size() == 1 && was.size() == 1)
            solve(others.front(), mark, was.front(), solved);
    }
}

/// Returns the part at a path of a value that is wholly known; std::nullopt if it is not.
std::optional<Value> knownAt(const std::optional<Value>& value, const Path& path) {
    return value && value->isWhollyKnown() ? std::optional(valueAt(*value, path)) : std::nullopt;
}

/// Searches the edits of one value.
class Search {
public:
    Search(Replay& replay, const NamedValue& named, const Replay::Written& written, const Path& path,
           const Value& before, const Value& after, std::size_t& left)
        : m_replay(replay)
        , m_named(named)
        , m_written(written)
        , m_path(path)
        , m_before(before)
        , m_after(after)
        , m_left(left) {
        visit(written.value, {});
    }

    std::vector<Edit> takeFound() { return std::move(m_found); }
    /// Whether all edits were tried that can have an influence.
    bool isComplete() const { return m_isComplete && m_left > 0; }

private:
    /// Returns the value at the path with an edit; std::nullopt if it cannot be evaluated.
    std::optional<Value> valueWith(const Value& whole) {
        if (m_left == 0)
            return {};
        --m_left;
        return knownAt(m_replay.valueWith(m_named, whole), m_path);
    }
    std::optional<Value> valueWith(const Path& path, const std::optional<Value>& part) {
        return valueWith(withPart(m_written.value, path, part));
    }
    bool makesPrevious(const Path& path, const std::optional<Value>& part) {
        const std::optional<Value> made = valueWith(path, part);
        return made && isSameValue(m_before, *made);
    }
    Solved solvedIn(const std::optional<Value>& made, const std::string& mark) const {
        Solved solved;
        if (made)
            solve(*made, mark, m_before, solved);
        return solved;
    }
    void add(const Path& path, Value before, const Path& at, const std::optional<Value>& part) {
        m_found.push_back({m_written.steps, path, std::move(before), valueAt(m_written.value, path),
                           withPart(m_written.value, at, part)});
    }
    void add(const Path& path, const Value& before) { add(path, before, path, before); }

    void visit(const Value& value, const Path& path) {
        if (m_left == 0)
            return;
        if (value.isNull())
            return path.isEmpty() ? visitNull() : (void)(m_isComplete = false);
        if (value.type().isBool()) {
            const Value other = Value::boolean(!value.asBool());
            if (makesPrevious(path, other))
                add(path, other);
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
        const std::optional<Value> made = valueWith(path, Value::string(marker));
        if (made && isSameValue(m_before, *made))
            return add(path, Value::unknown(Type::string()), path, Value::string(marker)); // any other text
        const Solved solved = solvedIn(made, marker);
        if (solved.text && makesPrevious(path, Value::string(*solved.text))) {
            const std::string other = inOtherCase(*solved.text);
            const bool isExact = other == *solved.text || !makesPrevious(path, Value::string(other));
            return add(path, isExact ? Value::string(*solved.text) : Value::unknown(Type::string()), path,
                       Value::string(*solved.text));
        }
        if (const bool hasInfluence = !made || !isSameValue(m_after, *made); hasInfluence || path.isEmpty())
            for (const std::string& text : m_replay.texts())
                if (makesPrevious(path, Value::string(text)))
                    return add(path, Value::string(text));
        m_isComplete &= made && !(solved.hasMarker && solved.isPossible);
    }

    /// Solves the previous text of a value that is null now. If it was the whole value, it explains any other one.
    void visitNull() {
        const std::optional<Value> made = valueWith({}, Value::string(marker));
        const Solved solved = solvedIn(made, marker);
        if (solved.text && solved.text != textOf(m_before) && makesPrevious({}, Value::string(*solved.text)))
            add({}, Value::string(*solved.text));
        m_isComplete = made && isSameValue(m_after, *made);
    }

    void visitNumber(const Value& value, const Path& path) {
        const std::optional<Value> marked = valueWith(path, Value::number(markedNumber));
        const Solved solved = solvedIn(marked, std::to_string(markedNumber));
        std::vector<Value> candidates;
        if (solved.text)
            if (const auto number = values::Number::parse(*solved.text))
                candidates.push_back(Value::number(*number));
        const values::Number one(1), now = value.asNumber();
        const std::optional<Value> next = valueWith(path, Value::number(now + one));
        const auto isNumber = [](const Value& any) { return isUsable(any) && any.type().isNumber(); };
        if (next && isNumber(*next) && isNumber(m_before) && isNumber(m_after) && !isSameValue(m_after, *next)) {
            // linear in the number
            const values::Number slope = next->asNumber() - m_after.asNumber();
            candidates.push_back(Value::number(now + (m_before.asNumber() - m_after.asNumber()) / slope));
        }
        candidates.push_back(Value::number(now - one));
        candidates.push_back(Value::number(now + one));
        for (const Value& candidate : candidates)
            if (makesPrevious(path, candidate))
                return add(path, candidate);
        const bool hasInfluence = !(marked && next && isSameValue(m_after, *marked) && isSameValue(m_after, *next));
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
            if (!without || !isSameValue(m_after, *without)) { // it has an influence
                deciding.push_back(i);
                visit(collection.element(i), element);
            }
        }
        if (!isSet)
            exchangeElements(collection, path, deciding);
        isMapping(collection) ? addRemovedKey(collection, path) : addRemovedElement(collection, path);
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
                if (makesPrevious(path, both))
                    return add(path, both);
            }
    }

    /// Inserts a text at each position of a list of texts.
    void addRemovedElement(const Value& list, const Path& path) {
        bool areTexts = true;
        for (std::size_t i = 0; i < list.size(); ++i)
            areTexts &= textOf(list.element(i)).has_value();
        if (!areTexts || list.size() > mostElements) {
            m_isComplete &= !hasInfluence(list, path);
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
            const std::optional<Value> made = valueWith(path, with(marker));
            const Solved solved = solvedIn(made, marker);
            if (solved.text && makesPrevious(path, with(*solved.text)))
                return add(path, with(*solved.text));
            m_isComplete &= made && !isSameValue(m_after, *made); // another text may have an influence
            if (list.type().isSet())
                break;
        }
    }

    /// Adds keys that the value lost, and keys that the expressions read or name.
    void addRemovedKey(const Value& map, const Path& path) {
        std::set<std::string> lost = isMapping(m_before) ? keysOf(m_before) : std::set<std::string>();
        if (isMapping(m_after))
            std::erase_if(lost, [&](const std::string& key) { return m_after.find(key) != nullptr; });
        std::set<std::string> keys = m_replay.names();
        keys.insert(m_replay.texts().begin(), m_replay.texts().end());
        keys.insert(lost.begin(), lost.end());
        for (const std::string& key : keys) {
            const Path added = joined(path, Path().index(std::string_view(key)));
            if (map.find(key))
                continue;
            const std::optional<Value> made = valueWith(added, Value::string(marker));
            if (made && isSameValue(m_after, *made))
                continue;
            const Solved solved = solvedIn(made, marker);
            const Value* was = lost.contains(key) ? m_before.find(key) : nullptr;
            const std::optional<Value> part = solved.text ? std::optional(Value::string(*solved.text))
                                              : was       ? std::optional(*was)
                                                          : std::nullopt;
            if (part && makesPrevious(added, *part))
                return add(added, *part, added, *part);
            m_isComplete = false;
        }
        m_isComplete &= !hasInfluence(map, path);
    }

    /// Whether one more element, like another one, has an influence.
    bool hasInfluence(const Value& collection, const Path& path) {
        if (collection.size() == 0)
            return true;
        const Path at = isMapping(collection) ? Path().index(std::string_view(marker))
                                              : Path().index(std::int64_t(collection.size()));
        const std::optional<Value> made = valueWith(joined(path, at), collection.element(0));
        return !made || !isSameValue(m_after, *made);
    }

    Replay& m_replay;
    const NamedValue& m_named;
    const Replay::Written& m_written;
    const Path& m_path;
    const Value &m_before, &m_after;
    std::size_t& m_left;
    std::vector<Edit> m_found;
    bool m_isComplete = true;
};

bool hasText(const Value& value, const std::string& text) {
    bool found = false;
    values::walk(value, [&](const Path&, const Value& part) {
        found |= textOf(part) == text;
        return !found;
    });
    return found;
}

/// Elements that were added or removed tell less: a condition may have selected them.
bool isTelling(const Edit& edit, const Replay& replay) {
    constexpr std::size_t shortest = 3;
    const Value changed = edit.before.isKnown() ? edit.before : valueAt(edit.whole, edit.path);
    if (!changed.isWhollyKnown() || !textOf(changed) || textOf(changed) == marker || edit.after.isNull())
        return false; // of a value that is null, an override explains many other values
    const std::string text = *textOf(changed);
    const std::string now = textOf(edit.after).value_or("");
    const bool isBeside = !now.empty() && (text.find(now) != std::string::npos || now.find(text) != std::string::npos);
    if (isBeside || values::lowerCase(text) == values::lowerCase(now)) // a literal or a function may have been edited
        return false;
    if (!changed.type().isString() || text.size() < shortest || replay.texts().contains(text))
        return false;
    return std::ranges::none_of(replay.written(), [&](const auto& one) { return hasText(one.second.value, text); });
}

/// Whether an edit changes the value of an expression that is the same as in the last run.
bool changesKept(const PlanValues& values, const Edit& edit, const std::vector<const plans::Dependency*>& references,
                 const hcl::Expression& expression, const Path& path, const Value& kept) {
    Replay replay(values, references, expression);
    const auto written = replay.written().find(edit.edited());
    if (written == replay.written().end())
        return false;
    const std::optional<Value> now = knownAt(replay.value(), path);
    if (!now || !isSameValue(kept, *now))
        return false;
    const std::optional<Value> made = knownAt(replay.valueWith(edit.edited(), edit.whole), path);
    return made && !isSameValue(kept, *made);
}

} // namespace

bool changesKeptValue(const PlanValues& values, const Edit& edit, const plans::ResourceInstanceChange& change,
                      const Path& explained) {
    constexpr std::size_t most = 8; // other instances
    const plans::Plan& plan = values.plan();
    const auto isChanged = [&](const plans::ResourceInstanceChange& one, const Path& path) {
        const Value before = valueAt(one.change.before, path), after = valueAt(one.change.after, path);
        if (!isUsable(before) || !after.isWhollyKnown() || !isSameValue(before, after))
            return false;
        const schemas::ArgumentExpression argument = argumentOf(plan, one, path);
        return argument.expression && changesKept(values, edit, plan.dependencies.of(one.address), *argument.expression,
                                                  argument.rest, before);
    };
    const Value object = change.change.before.unmarked();
    for (std::size_t i = 0; isMapping(object) && i < object.size(); ++i)
        if (isChanged(change, Path().attribute(std::string(object.key(i)))))
            return true;
    std::size_t seen = 0;
    for (const plans::ResourceInstanceChange* one : plan.changes.instancesOf(change.address.config())) {
        const bool hasBoth = !one->change.before.isNull() && !one->change.after.isNull();
        if (one == &change || !hasBoth || !one->deposed.empty())
            continue;
        if (++seen > most)
            break;
        if (isChanged(*one, explained))
            return true;
    }
    return false;
}

ValueEdits tryValueEdits(const PlanValues& values, const std::vector<const plans::Dependency*>& references,
                         const hcl::Expression& expression, const Path& path, const Value& before, const Value& after) {
    ValueEdits edits;
    Replay replay(values, references, expression);
    const auto is = [&](const Value& expected) {
        const std::optional<Value> made = knownAt(replay.value(), path);
        return made && isSameValue(expected, *made);
    };
    if (replay.written().empty() || replay.isLarge() || !is(after))
        return edits;
    replay.usePreviousObjects();
    if (is(before)) // so objects are the cause
        return edits;
    std::size_t left = mostEvaluations;
    for (const auto& [named, written] : replay.written()) {
        Search search(replay, named, written, path, before, after, left);
        std::vector<Edit> found = search.takeFound();
        if (found.empty() && search.isComplete())
            edits.refuted.insert(named);
        for (Edit& edit : found)
            edit.isTelling = isTelling(edit, replay);
        std::ranges::move(found, std::back_inserter(edits.found));
    }
    return edits;
}

} // namespace planlens::explain
