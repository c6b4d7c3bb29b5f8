// SPDX-License-Identifier: MPL-2.0
#include "core/explain/edits/switched.h"

#include "core/configs/config.h"
#include "core/explain/chain_finder.h"
#include "core/explain/definition.h"
#include "core/explain/sources/value_sources.h"

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

/// Searches the values that a reference may have read before.
class Search {
public:
    Search(const PlanValues& values, const plans::Dependency& reference, const Value& before, const Value& after)
        : m_values(values)
        , m_reference(reference)
        , m_named(std::get<NamedValue>(reference.dependency))
        , m_before(before)
        , m_within(pathsOf(after, reference.value.unmarkedDeep())) {}

    bool isFound() const { return !m_within.empty() && (isInCollection() || isInOther()); }

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

    bool isInOther() const {
        const std::shared_ptr<const configs::Config>& configuration = m_values.plan().configuration;
        const configs::ModuleNode* node = configuration ? configuration->module(m_named.module.module()) : nullptr;
        if (!node)
            return false;
        const auto isOneOf = [&](const auto& declared) {
            return declared.size() <= mostElements && std::ranges::any_of(declared, [&](const auto& one) {
                       if (one.first == m_named.name)
                           return false;
                       const std::optional<Value>& value = valueOf({m_named.kind, m_named.module, one.first});
                       return value && isAt(*value, m_reference.dependencyPath);
                   });
        };
        switch (m_named.kind) {
        case NamedValue::Kind::Variable:
            return isOneOf(node->module.variables);
        case NamedValue::Kind::Local:
            return isOneOf(node->module.locals);
        case NamedValue::Kind::Output:
            return isOneOf(node->module.outputs);
        case NamedValue::Kind::Repetition:
            return false;
        }
        return false;
    }

    const PlanValues& m_values;
    const plans::Dependency& m_reference;
    const NamedValue& m_named;
    const Value& m_before;
    const std::vector<Path> m_within; // of the value that a chain forwards, in that of the reference
};

bool isSwitched(const PlanValues& values, const Link& from, const Link& to) {
    if (!std::holds_alternative<NamedValue>(to.subject) || !to.part.empty() || !to.before || !to.after ||
        !isTelling(*to.before))
        return false;
    return std::ranges::any_of(values.plan().dependencies.of(from.subject), [&](const plans::Dependency* one) {
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
        for (std::size_t i = 1; i < chain.size(); ++i)
            if (isSwitched(values, chain[i - 1], chain[i])) {
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
            const auto given =
                root.isRootVariable() ? values.plan().variables.find(named->name) : values.plan().variables.end();
            if (given == values.plan().variables.end() || !root.after || !root.part.empty())
                continue;
            const auto added = addedByType(root.after->unmarkedDeep(), valueAt(given->second.value, root.path));
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
