// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/key_edits.h"

#include "core/explain/definition.h"
#include "core/explain/sources/source_finder.h"
#include "core/values/conversion/convert.h"

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
constexpr std::size_t mostValues = 64;         // named values behind the expression

/// Whether an expression is data that a person writes: literals, possibly in lists and objects, or in a data file.
bool isData(const hcl::Expression& expression) {
    namespace syntax = hcl::syntax;
    const auto are = [](const auto& all) {
        return std::ranges::all_of(all, [](const hcl::ExpressionPtr& one) { return isData(*one); });
    };
    if (expression.asLiteral())
        return true;
    if (const auto* inner = dynamic_cast<const syntax::Parentheses*>(&expression))
        return isData(*inner->inner);
    if (const auto* made = dynamic_cast<const syntax::TupleConstructor*>(&expression))
        return are(made->items);
    if (const auto* made = dynamic_cast<const syntax::ObjectConstructor*>(&expression))
        return std::ranges::all_of(made->items, [](const auto& item) { return isData(*item.value); });
    const auto* call = dynamic_cast<const syntax::FunctionCall*>(&expression);
    return call && isOneOf(call->name, {"toset", "tolist", "tomap", "jsondecode", "yamldecode", "csvdecode", "file"}) &&
           are(call->arguments);
}

/// Returns a value with another part at a path, or without that element.
Value withPart(const Value& whole, const Path& path, const std::optional<Value>& part) {
    if (path.isEmpty())
        return *part;
    const Path rest = withoutFirst(path);
    const auto element = [&](const Value& old) {
        return rest.isEmpty() && !part ? std::optional<Value>() : std::optional(withPart(old, rest, part));
    };
    if (isMapping(whole)) {
        const std::string key = keyOf(path).value_or("");
        std::vector<std::pair<std::string, Value>> entries;
        for (std::size_t i = 0; i < whole.size(); ++i)
            if (std::string name(whole.key(i)); name != key)
                entries.emplace_back(std::move(name), whole.element(i));
            else if (std::optional<Value> made = element(whole.element(i)))
                entries.emplace_back(std::move(name), *std::move(made));
        if (!whole.find(key) && part)
            entries.emplace_back(key, *part);
        return Value::object(std::move(entries));
    }
    const std::size_t index = indexAt(path).value_or(0);
    std::vector<Value> elements;
    for (std::size_t i = 0; i < whole.size(); ++i)
        if (i != index)
            elements.push_back(whole.element(i));
        else if (std::optional<Value> made = element(whole.element(i)))
            elements.push_back(*std::move(made));
    if (index == whole.size() && part)
        elements.push_back(*part);
    const auto isOfType = [&](const Value& one) { return one.type() == elements.front().type(); };
    return whole.type().isSet() && !elements.empty() && std::ranges::all_of(elements, isOfType)
               ? Value::set(std::move(elements))
               : Value::tuple(std::move(elements));
}

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

/// Evaluates a `for_each` expression with another value of one of the values behind it.
class Replay {
public:
    Replay(const PlanValues& values, const NamedValue& repetition, const hcl::Expression& expression)
        : m_values(values)
        , m_expression(expression)
        , m_references(values.plan().dependencies.of(repetition)) {
        addBehind(m_references, {});
    }

    struct Written {
        std::vector<const Dependency*> steps;
        Value value;
    };
    /// Returns the known values behind the expression that are data.
    const std::map<NamedValue, Written>& written() const { return m_written; }

    /// Returns the present keys, at first; std::nullopt if the expression cannot be evaluated.
    std::optional<Keys> keys() const {
        const std::optional<Value> made = evaluated(m_expression, m_references);
        return made ? keysIn(*made) : std::nullopt;
    }
    std::optional<Keys> keysWith(const NamedValue& edited, const Value& value) {
        m_current.clear();
        m_current.emplace(edited, value);
        return std::ranges::all_of(m_order, [&](const Derived& one) { return evaluate(one); }) ? keys() : std::nullopt;
    }

private:
    /// A named value with references.
    struct Derived {
        NamedValue named;
        std::vector<const Dependency*> references;
        hcl::ExpressionPtr expression;
        std::optional<Type> type;
    };

    /// Collects the named values in the order in which they can be evaluated.
    void addBehind(const std::vector<const Dependency*>& references, const std::vector<const Dependency*>& steps) {
        for (const Dependency* reference : references) {
            const auto* named = std::get_if<NamedValue>(&reference->dependency);
            if (!named || named->kind == NamedValue::Kind::Repetition || m_seen.size() > mostValues ||
                !m_seen.insert(*named).second)
                continue;
            std::vector<const Dependency*> own = steps;
            own.push_back(reference);
            const std::vector<const Dependency*> behind = m_values.plan().dependencies.of(*named);
            Definition definition = definitionOf(m_values.plan(), *named);
            if (behind.empty()) {
                const std::optional<Value> value = valueOf(*named);
                if (value && value->isWhollyKnown() && !value->isNull() &&
                    (!definition.expression || isData(*definition.expression)))
                    m_written.emplace(*named, Written{std::move(own), value->unmarkedDeep()});
                continue;
            }
            addBehind(behind, own);
            m_order.push_back(
                {*named, behind, std::move(definition.expression), declaredType(m_values.plan(), *named, {})});
        }
    }

    /// Saved plans contain no defaults of variables, but what references read.
    std::optional<Value> valueOf(const NamedValue& named) const {
        std::optional<Value> value = currentValue(m_values, named, {});
        if (!value)
            for (const Dependency* reference : m_values.plan().dependencies.on(named))
                if (reference->dependencyPath.isEmpty() && isUsable(reference->value))
                    return reference->value;
        return value;
    }

    /// Evaluates a named value if it reads one that has another value now.
    bool evaluate(const Derived& derived) {
        const bool isAffected = std::ranges::any_of(derived.references, [&](const Dependency* one) {
            const auto* read = std::get_if<NamedValue>(&one->dependency);
            return read && m_current.contains(*read);
        });
        if (!isAffected)
            return true;
        std::optional<Value> value =
            derived.expression ? evaluated(*derived.expression, derived.references) : std::nullopt;
        if (value && derived.type) {
            const values::Outcome<Value> converted = values::convert(*value, *derived.type);
            value = converted ? std::optional(*converted) : std::nullopt;
        }
        if (value)
            m_current.emplace(derived.named, *value);
        return value.has_value();
    }

    std::optional<Value> evaluated(const hcl::Expression& expression,
                                   const std::vector<const Dependency*>& references) const {
        RecordedScope::Values replaced;
        for (const Dependency* one : references)
            if (const auto* read = std::get_if<NamedValue>(&one->dependency))
                if (const auto now = m_current.find(*read); now != m_current.end())
                    replaced.emplace(one, valueAt(now->second, one->dependencyPath));
        return SourceFinder(m_values, references).valueWith(std::move(replaced), expression, {});
    }

    const PlanValues& m_values;
    const hcl::Expression& m_expression;
    const std::vector<const Dependency*> m_references;
    std::set<NamedValue> m_seen;
    std::vector<Derived> m_order; // after those that they refer to
    std::map<NamedValue, Written> m_written;
    std::map<NamedValue, Value> m_current; // values that differ with the edit
};

/// A value with which one element may have been edited.
struct Attempt {
    Path path;    // as in KeyEdit
    Value before; // as in KeyEdit
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
            return {Value::string("\ufffd")};
        const values::Number one(1);
        return {Value::number(0), Value::number(value.asNumber() - one), Value::number(value.asNumber() + one),
                Value::number(value.asNumber() + value.asNumber())};
    }

    /// `isOfChanged`: the value belongs to an element of which a changed key has a text.
    void visit(const Value& value, const Path& path, bool isOfChanged) {
        if (const std::optional<std::string> text = textOf(value)) {
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

    /// Adds elements that a collection may have had: like another one, but with the text that removed keys have.
    void addRemoved(const Value& collection, const Path& path) {
        std::set<std::string> tried;
        const auto attempt = [&](const Path& step, const Value& element, const std::string& text) {
            if (!tried.insert(text).second || tried.size() > mostCandidates)
                return;
            const Path at = joined(path, step);
            const Value whole = withPart(m_whole, at, element);
            m_attempts.push_back({path, valueAt(whole, path), whole});
        };
        if (m_removed.empty())
            return;
        const Path end = Path().index(std::int64_t(collection.size()));
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

} // namespace

KeyEdits tryKeyEdits(const PlanValues& values, const NamedValue& repetition, const hcl::Expression& expression,
                     const Keys& previous) {
    KeyEdits edits;
    Replay replay(values, repetition, expression);
    const std::optional<Keys> present = replay.keys();
    const Keys changed = present ? difference(previous, *present) : Keys();
    if (changed.empty() || changed.size() > mostChanged)
        return edits;
    std::size_t left = mostEvaluations / (present->size() + changed.size());
    for (const auto& [named, written] : replay.written()) {
        if (replay.keysWith(named, written.value) != present)
            continue;
        std::vector<Attempt> attempts = Attempts(written.value, previous, *present).take();
        if (attempts.size() > left)
            continue;
        left -= attempts.size();
        edits.tried.insert(named);
        for (Attempt& attempt : attempts) {
            const std::optional<Keys> keys = replay.keysWith(named, attempt.whole);
            const Keys other = keys ? difference(previous, *keys) : Keys(changed);
            if (other.size() < changed.size() && std::ranges::includes(changed, other))
                edits.found.push_back({written.steps, attempt.path, std::move(attempt.before),
                                       valueAt(written.value, attempt.path), difference(changed, other)});
        }
    }
    return edits;
}

} // namespace planlens::explain
