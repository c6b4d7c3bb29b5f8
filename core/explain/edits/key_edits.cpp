// SPDX-License-Identifier: MPL-2.0
#include "core/explain/edits/key_edits.h"

#include "core/explain/edits/marked_value.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace planlens::explain {

using plans::Dependency;
using plans::NamedValue;
using values::Path;
using values::Type;
using values::Value;

namespace {

using Keys = std::set<std::string>;

constexpr std::size_t mostChanged = 64;        // keys
constexpr std::size_t mostEvaluations = 4'096; // of elements: edits times keys
constexpr std::size_t mostCandidates = 8;      // for one element

/// Returns the keys of a mapping or the texts of a set of strings; std::nullopt for other values.
std::optional<Keys> keysIn(const Value& collection) {
    for (std::size_t i = 0; isSequence(collection) && i < collection.size(); ++i)
        if (!textOf(collection.element(i)))
            return {};
    return isMapping(collection) || isSequence(collection) ? std::optional(keysOf(collection)) : std::nullopt;
}

Keys difference(const Keys& a, const Keys& b) {
    Keys found;
    std::ranges::set_symmetric_difference(a, b, std::inserter(found, found.end()));
    return found;
}

/// A value with which one element may have been edited.
struct Attempt {
    Path path;    // as in Edit
    Value before; // as in Edit
    Value whole;  // the edited value before
};

/// Collects the edits of one value that may explain the keys.
class Attempts {
public:
    Attempts(const Value& whole, const Keys& previous, const Keys& present)
        : m_whole(whole)
        , m_present(present) {
        std::ranges::set_difference(present, previous, std::inserter(m_added, m_added.end()));
        std::ranges::set_difference(previous, present, std::inserter(m_removed, m_removed.end()));
        visit(whole, {}, false);
    }

    std::vector<Attempt> take() { return std::move(m_attempts); }

private:
    /// Whether a changed key contains a text of a value.
    bool isInChanged(const Value& value) const {
        if (const std::optional<std::string> text = textOf(value); text && !value.type().isBool())
            return isInChanged(*text);
        bool found = false;
        for (std::size_t i = 0; (isMapping(value) || isSequence(value)) && i < value.size() && !found; ++i)
            found = isInChanged(value.element(i));
        return found;
    }
    bool isInChanged(const std::string& text) const {
        const auto contains = [&](const std::string& key) { return key.find(text) != std::string::npos; };
        return !text.empty() && (std::ranges::any_of(m_added, contains) || std::ranges::any_of(m_removed, contains));
    }

    /// Returns the texts that replace one in keys if a key becomes a removed one.
    Keys replacements(const std::string& text) const {
        Keys found;
        for (const std::string& key : m_present)
            for (std::size_t at = text.empty() ? std::string::npos : key.find(text);
                 at != std::string::npos && found.size() < mostCandidates; at = key.find(text, at + 1)) {
                const std::string_view start = std::string_view(key).substr(0, at);
                const std::string_view end = std::string_view(key).substr(at + text.size());
                for (const std::string& removed : m_removed)
                    if (removed.size() > start.size() + end.size() && removed.starts_with(start) &&
                        removed.ends_with(end) && found.size() < mostCandidates)
                        found.insert(removed.substr(start.size(), removed.size() - start.size() - end.size()));
            }
        found.erase(text);
        return found;
    }

    void add(const Path& path, const Value& before, const Path& at, const std::optional<Value>& part) {
        m_attempts.push_back({path, before, withPart(m_whole, at, part)});
    }

    /// Returns other values than a text or a number.
    static std::vector<Value> othersThan(const Value& value) {
        if (!value.type().isNumber())
            return {Value::string(markerText)};
        const values::Number one(1);
        return {Value::number(0), Value::number(value.asNumber() - one), Value::number(value.asNumber() + one),
                Value::number(value.asNumber() + value.asNumber())};
    }

    /// `isOfChanged`: the value belongs to an element of which a changed key has a text.
    void visit(const Value& value, const Path& path, bool isOfChanged) {
        if (const std::optional<std::string> text = textOf(value)) {
            if (path.isEmpty())
                add(path, Value::null(value.type()), path, Value::null(value.type()));
            if (value.type().isBool()) {
                if (isOfChanged || path.size() < 2)
                    add(path, Value::boolean(!value.asBool()), path, Value::boolean(!value.asBool()));
                return;
            }
            for (const std::string& other : replacements(*text))
                add(path, Value::string(other), path, Value::string(other));
            if (isOfChanged || path.size() < 2) // another one, which conditions compare
                for (const Value& other : othersThan(value))
                    add(path, Value::unknown(value.type()), path, other);
            return;
        }
        if (!isMapping(value) && !isSequence(value))
            return;
        for (std::size_t i = 0; i < value.size(); ++i) {
            const bool isSet = value.type().isSet();
            const Path element = joined(path, isSet ? Path().index(std::int64_t(i)) : elementPath(value, i));
            const bool isChanged = isOfChanged || isInChanged(value.element(i)) ||
                                   (isMapping(value) && isInChanged(std::string(value.key(i))));
            if (isChanged && !m_added.empty())
                add(isSet ? path : element, isSet ? value : Value::null(Type::dynamic()), element, std::nullopt);
            if (isMapping(value))
                for (const std::string& other : replacements(std::string(value.key(i))))
                    if (!value.find(other)) {
                        const Path renamed = joined(path, Path().index(std::string_view(other)));
                        m_attempts.push_back(
                            {element, Value::null(Type::dynamic()),
                             withPart(withPart(m_whole, element, std::nullopt), renamed, value.element(i))});
                    }
            visit(value.element(i), element, isChanged);
        }
        addRemoved(value, path);
    }

    /// Adds elements that a collection may have had: like another one, but with the text that removed keys have; an
    /// added key, which it may have excluded.
    void addRemoved(const Value& collection, const Path& path) {
        std::set<std::string> tried;
        const auto attempt = [&](const Path& step, const Value& element, const std::string& text) {
            if (!tried.insert(text).second || tried.size() > mostCandidates)
                return;
            const Path at = joined(path, step);
            const Value whole = withPart(m_whole, at, element);
            m_attempts.push_back({path, valueAt(whole, path), whole});
        };
        const Path end = Path().index(std::int64_t(collection.size()));
        if (isSequence(collection) && (collection.size() == 0 || textOf(collection.element(0))))
            for (const std::string& key : m_added)
                if (!contains(collection, Value::string(key)))
                    attempt(end, Value::string(key), key);
        if (m_removed.empty())
            return;
        for (std::size_t i = 0; i < collection.size() && tried.size() < mostCandidates; ++i) {
            const Value& element = collection.element(i);
            if (isMapping(collection)) {
                for (const std::string& other : replacements(std::string(collection.key(i))))
                    if (!collection.find(other))
                        attempt(Path().index(std::string_view(other)), element, other);
            } else if (const std::optional<std::string> text = textOf(element)) {
                for (const std::string& other : replacements(*text))
                    if (!contains(collection, Value::string(other)))
                        attempt(end, Value::string(other), other);
            } else if (isMapping(element)) {
                for (std::size_t k = 0; k < element.size(); ++k)
                    if (const std::optional<std::string> name = textOf(element.element(k)))
                        for (const std::string& other : replacements(*name))
                            attempt(end, withPart(element, elementPath(element, k), Value::string(other)), other);
            }
        }
        if (collection.size() == 0)
            for (const std::string& key : m_removed)
                isMapping(collection) ? attempt(Path().index(std::string_view(key)), Value::object({}), key)
                                      : attempt(end, Value::string(key), key);
    }

    const Value& m_whole;
    const Keys& m_present;
    Keys m_added, m_removed;
    std::vector<Attempt> m_attempts;
};

/// Whether a text only occurs within the values behind an expression, so that an edit of the expression explains as
/// much.
bool isWithinValue(const Replay& replay, const std::string& text) {
    return !replay.texts().contains(text) && replay.textsOfValues().contains(text);
}

/// Returns the texts that may stand for the marker in keys: those that make a previous key, or else those that may
/// select something.
std::vector<std::string> solvedTexts(const Keys& made, const Keys& previous, const Replay& replay) {
    std::vector<std::string> solved = solvedInSet(asSet(made), markerText, asSet(previous));
    if (solved.empty()) {
        const std::set<std::string> texts = replay.textsOfValues();
        solved.assign(texts.begin(), texts.end());
    }
    return solved;
}

} // namespace

KeyEdits tryKeyEdits(const PlanValues& values, const NamedValue& repetition, const hcl::Expression& expression,
                     const Keys& previous) {
    KeyEdits edits;
    Replay replay(values, values.dependencies().of(repetition), expression);
    const auto keys = [](const std::optional<Value>& collection) {
        return collection ? keysIn(*collection) : std::nullopt;
    };
    const std::optional<Keys> present = keys(replay.value());
    const Keys changed = present ? difference(previous, *present) : Keys();
    if (changed.empty() || changed.size() > mostChanged)
        return edits;
    edits.changed = changed.size();
    std::size_t left = mostEvaluations / (present->size() + changed.size());
    bool areExplained = false; // all by one edit
    for (const auto& [named, written] : replay.written()) {
        if (written.value.isNull() || keys(replay.valueWith(named, written.value)) != present)
            continue;
        std::vector<Attempt> attempts = Attempts(written.value, previous, *present).take();
        if (attempts.size() > left)
            continue;
        left -= attempts.size();
        bool areEvaluated = true;                                     // with any other text
        const auto attempt = [&](Attempt one, bool isGuess = false) { // returns the keys that it makes
            const std::optional<Keys> made = keys(replay.valueWith(named, one.whole));
            const Keys other = made ? difference(previous, *made) : Keys(changed);
            areExplained |= other.empty() && !isGuess;
            if (other.size() < changed.size() && std::ranges::includes(changed, other))
                edits.found.push_back({{written.steps, one.path, std::move(one.before),
                                        valueAt(written.value, one.path), std::move(one.whole)},
                                       difference(changed, other)});
            return made;
        };
        for (const Attempt& one : attempts) {
            const std::optional<Keys> made = attempt(one);
            if (one.before.isKnown() || !valueAt(one.whole, one.path).type().isString())
                continue;
            areEvaluated &= made || !one.path.isEmpty() || !replay.readsFiles(); // another file
            if ((made && *made != *present) || one.path.isEmpty())
                for (const std::string& text : solvedTexts(made.value_or(Keys()), previous, replay))
                    attempt({one.path, Value::string(text), withPart(written.value, one.path, Value::string(text))},
                            isWithinValue(replay, text));
        }
        if (areEvaluated && !written.hasDefaults && !(written.isTested && textOf(written.value)))
            edits.tried.insert(named);
    }
    edits.texts = tryTextEdits(
        replay,
        [&](const std::optional<Value>& collection) {
            const std::optional<Keys> made = keys(collection);
            return made ? std::optional(asSet(*made)) : std::nullopt;
        },
        asSet(previous), asSet(*present), [](const TextEdit&) { return true; },
        areExplained ? TextEdits::Contained : TextEdits::All);
    return edits;
}

} // namespace planlens::explain
