// SPDX-License-Identifier: MPL-2.0
#include "core/explain/edits/switched.h"

#include "core/configs/module_node.h"
#include "core/explain/chain_finder.h"
#include "core/explain/definition.h"
#include "core/explain/edits/replay.h"
#include "core/explain/sources/value_sources.h"
#include "core/values/json/json.h"

#include <algorithm>

namespace planlens::explain {

using plans::NamedValue;
using values::Path;
using values::Value;

namespace {

/// Whether a value hardly occurs by chance.
bool isTelling(const Value& value) {
    if (!isUsable(value) || value.type().isBool())
        return false;
    const std::optional<std::string> text = textOf(value);
    return text ? text->size() > 1 || value.type().isNumber() : value.size() > 0;
}

/// Whether another value that nothing reads can be the same.
bool hasContent(const Value& value) {
    const std::optional<std::string> text = textOf(value);
    return isUsable(value) && !value.type().isBool() && (text ? !text->empty() : value.size() > 0);
}

/// Returns the path to the first attribute that a value has, but not the one that was given: the type adds it.
std::optional<Path> addedByType(const Value& value, const Value& given) {
    if (isUsable(value) && given.isKnown() && given.isNull())
        return Path();
    for (std::size_t i = 0; (isMapping(value) || isSequence(value)) && !value.type().isSet() && i < value.size(); ++i) {
        const Path step = elementPath(value, i);
        if (const std::optional<Path> rest = addedByType(value.element(i), valueAt(given, step)))
            return joined(step, *rest);
    }
    return {};
}

/// Larger values are not searched, because each change would search them again.
constexpr std::size_t mostElements = 128;

/// Returns the paths in a value at which a part is.
std::vector<Path> pathsOf(const Value& part, const Value& whole) {
    std::vector<Path> found;
    std::size_t seen = 0;
    values::walk(whole, [&](const Path& path, const Value& one) {
        if (++seen > mostElements || !one.isKnown())
            return false;
        if (isSameValue(part, one))
            found.push_back(path);
        return (!isMapping(one) && !isSequence(one)) || one.size() <= mostElements;
    });
    return found;
}

/// Returns the other variables, local values or outputs of the module of a named value.
std::vector<NamedValue> othersThan(const plans::Plan& plan, const NamedValue& named) {
    using Kind = NamedValue::Kind;
    const configs::ModuleNode* node = moduleOf(plan, named.module);
    std::vector<NamedValue> found;
    const auto add = [&](Kind kind, const auto& declared) {
        for (const auto& [name, one] : declared)
            if ((kind != named.kind || name != named.name) && declared.size() <= mostElements)
                found.push_back({kind, named.module, name});
    };
    if (node && (named.kind == Kind::Variable || named.kind == Kind::Local)) {
        add(Kind::Variable, node->module.variables);
        add(Kind::Local, node->module.locals);
    } else if (node && named.kind == Kind::Output) {
        add(Kind::Output, node->module.outputs);
    }
    return found;
}

/// Searches the values that a reference may have read before.
class Search {
public:
    Search(const PlanValues& values, const plans::Dependency& reference, const Value& before, const Value& after)
        : m_values(values)
        , m_reference(reference)
        , m_named(std::get<NamedValue>(reference.dependency))
        , m_before(before)
        , m_within(pathsOf(after, reference.value.unmarkedDeep())) {}

    bool isFound() const { return !m_within.empty() && ((isTelling(m_before) && isInCollection()) || isInOther()); }

private:
    const std::optional<Value>& valueOf(const NamedValue& named) const {
        const auto [value, isNew] = m_values.presentValue(named);
        if (isNew)
            value = currentValue(m_values, named, {});
        return value;
    }

    bool isAt(const Value& whole, const Path& path) const {
        return std::ranges::any_of(
            m_within, [&](const Path& rest) { return isSameValue(m_before, valueAt(whole, joined(path, rest))); });
    }

    /// Whether the text of the reference has a key or index, rather than an expression for it.
    bool isWritten(const values::PathStep& step) const {
        const std::optional<std::string_view> text = sourceText(m_values.plan(), m_reference.range);
        const auto* attribute = std::get_if<values::AttributeStep>(&step);
        const std::optional<std::string> key =
            attribute ? std::optional(attribute->name) : textOf(std::get<values::IndexStep>(step).key);
        return text && key && text->find(*key) != std::string_view::npos;
    }

    /// Whether another key or index of the reference leads to the value.
    bool isInCollection() const {
        const Path& path = m_reference.dependencyPath;
        const std::optional<Value>& whole = valueOf(m_named);
        for (std::size_t i = 0; whole && i < path.size(); ++i) {
            const Value collection = valueAt(*whole, path.prefix(i)).unmarked();
            const bool hasElements = isMapping(collection) || (isSequence(collection) && !collection.type().isSet());
            if (!hasElements || collection.size() > mostElements || !isWritten(path[i]))
                continue;
            for (std::size_t k = 0; k < collection.size(); ++k)
                if (isAt(collection.element(k), withoutFirst(path, i + 1)))
                    return true;
        }
        return false;
    }

    /// Whether another named value of the module has the value. One of another kind counts if nothing reads it now.
    bool isInOther() const {
        return std::ranges::any_of(othersThan(m_values.plan(), m_named), [&](const NamedValue& other) {
            const bool isRead = !m_values.dependencies().on(other).empty();
            if (isRead && (other.kind != m_named.kind || !isTelling(m_before)))
                return false;
            const std::optional<Value>& value = valueOf(other);
            return value && (isAt(*value, m_reference.dependencyPath) ||
                             (other.kind != m_named.kind && isSameValue(m_before, *value)));
        });
    }

    const PlanValues& m_values;
    const plans::Dependency& m_reference;
    const NamedValue& m_named;
    const Value& m_before;
    const std::vector<Path> m_within; // of the value that a chain forwards, in that of the reference
};

/// Returns a value as it is written in an expression; std::nullopt if it contains templates.
std::optional<std::string> writtenText(const Value& value) {
    values::Outcome<std::string> text = values::toJson(value, value.type());
    const bool isPlain = text && text->find("${") == std::string::npos && text->find("%{") == std::string::npos;
    return isPlain ? std::optional(*std::move(text)) : std::nullopt;
}

/// The argument of the last object in a chain, and its value in the last run.
class Argument {
public:
    Argument(const PlanValues& values, const Chain& chain)
        : m_values(values) {
        for (std::size_t i = 0; i < chain.size(); ++i)
            if (const auto* address = std::get_if<addrs::AbsResourceInstance>(&chain[i].subject);
                address && chain[i].cause && chain[i].cause->kind == plans::Cause::Kind::Argument) {
                m_at = i;
                m_change = values.changes().resource(*address);
            }
        if (!m_change)
            return;
        const plans::Cause& cause = *chain[m_at].cause;
        m_argument = argumentOf(values.plan(), *m_change, cause.path);
        const auto sides = values.of(m_change->address, cause.path);
        if (!m_argument.expression || !sides || !isTelling(sides->before))
            return;
        m_before = sides->before;
        m_after = sides->after;
    }

    /// Whether the value was the previous one with another reference in the place of the one from a link to the next.
    bool isMadeByOther(const Chain& chain, std::size_t to) {
        const auto* named = std::get_if<NamedValue>(&chain[to].subject);
        if (!m_after || !named || to <= m_at)
            return false;
        const hcl::Expression* expression = m_argument.expression.get();
        if (const auto* from = std::get_if<NamedValue>(&chain[to - 1].subject))
            expression = definitionOf(m_values.plan(), *from).expression.get();
        const diags::SourceRange& range = chain[to].range;
        if (!expression || !isInside(range, expression->range()))
            return false;
        return std::ranges::any_of(othersThan(m_values.plan(), *named), [&](const NamedValue& other) {
            const bool isRead = !m_values.dependencies().on(other).empty();
            const bool isOther = other.kind == named->kind || !isRead ||
                                 (isLong(m_before) && !isBehind(other, *named) && !isBehind(*named, other));
            if (m_left == 0 || !isOther)
                return false;
            const auto [value, isNew] = m_values.presentValue(other);
            if (isNew)
                value = currentValue(m_values, other, {});
            const std::optional<std::string> text =
                value && isTelling(value->unmarkedDeep()) ? writtenText(value->unmarkedDeep()) : std::nullopt;
            if (!text || !canReplay() || !m_replay->evaluates(*expression))
                return false;
            --m_left;
            const auto made = knownAt(m_replay->valueWithText(*expression, {{range.start.byte, range.end.byte, *text}}),
                                      m_argument.rest);
            return made && isSameValue(m_before, *made);
        });
    }

private:
    /// Whether a value is a text that is hardly equal by chance.
    static bool isLong(const Value& value) {
        constexpr std::size_t shortest = 6;
        return value.type().isString() && textOf(value).value_or("").size() >= shortest;
    }
    /// Whether a named value refers to another one, possibly through others.
    bool isBehind(const NamedValue& one, const NamedValue& user) const {
        return withReferences(m_values, user).contains(one);
    }
    /// Whether the expression can be evaluated. Not asked before there is another text to try.
    bool canReplay() {
        if (!m_replay && m_after) {
            m_replay.emplace(m_values, m_values.dependencies().of(m_change->address), *m_argument.expression);
            const std::optional<Value> now = knownAt(m_replay->value(), m_argument.rest);
            if (m_replay->isLarge() || !now || !isSameValue(*m_after, *now))
                m_after.reset();
        }
        return m_after.has_value();
    }

    const PlanValues& m_values;
    std::size_t m_at = 0; // of the object in the chain
    const plans::ResourceInstanceChange* m_change = nullptr;
    schemas::ArgumentExpression m_argument;
    Value m_before;
    std::optional<Value> m_after;   // std::nullopt: nothing can be tried
    std::optional<Replay> m_replay; // created on demand
    std::size_t m_left = 64;        // evaluations
};

bool isSwitched(const PlanValues& values, const Link& from, const Link& to) {
    if (!std::holds_alternative<NamedValue>(to.subject) || !to.part.empty() || !to.before || !to.after ||
        !hasContent(*to.before))
        return false;
    return std::ranges::any_of(values.dependencies().of(from.subject), [&](const plans::Dependency* one) {
        return one->dependency == to.subject && one->range == to.range && !isOwnRepetition(*one) &&
               Search(values, *one, *to.before, *to.after).isFound();
    });
}

} // namespace

void addSwitchedReferences(const PlanValues& values, std::vector<Chain>& chains) {
    for (Chain& chain : chains) {
        if (chain.size() < 2 || !chain.back().oneOf.empty())
            continue;
        std::vector<Link> texts;
        std::optional<Argument> argument;
        const auto isMadeByOther = [&](std::size_t i) {
            if (chain[i].before || !values.hasConfiguration())
                return false;
            if (!argument)
                argument.emplace(values, chain);
            return argument->isMadeByOther(chain, i);
        };
        for (std::size_t i = 1; i < chain.size(); ++i)
            if (isSwitched(values, chain[i - 1], chain[i]) || isMadeByOther(i)) {
                texts.push_back(chain[i - 1]);
                texts.back().place = chain[i].range;
            }
        if (texts.empty())
            continue;
        const Link root = chain.back();
        chain.pop_back();
        chain.back().oneOf = {root};
        std::ranges::move(texts, std::back_inserter(chain.back().oneOf));
    }
}

void addDefaultsOfTypes(const PlanValues& values, std::vector<Chain>& chains) {
    for (Chain& chain : chains) {
        std::vector<Link> defaults;
        for (const Link& root : chain.back().oneOf) {
            const auto* named = std::get_if<NamedValue>(&root.subject);
            const plans::VariableValue* const given = root.isRootVariable() ? values.variable(*named) : nullptr;
            if (!given || !root.after || !root.part.empty())
                continue;
            const auto added = addedByType(root.after->unmarkedDeep(), valueAt(given->value, root.path));
            Link atDefault = root;
            atDefault.place = added ? placeOfOptional(values, *named, joined(root.path, *added)) : diags::SourceRange();
            atDefault.range = atDefault.place;
            const auto isSame = [&](const Link& other) { return isSameRoot(other, atDefault); };
            if (!atDefault.place.isEmpty() && std::ranges::none_of(chain.back().oneOf, isSame))
                defaults.push_back(std::move(atDefault));
        }
        std::ranges::move(defaults, std::back_inserter(chain.back().oneOf));
    }
}

} // namespace planlens::explain
