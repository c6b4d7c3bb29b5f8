// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/source_finder.h"

#include <algorithm>

/// Sources of blocks.
namespace planlens::explain {

using values::Path;
using values::Type;
using values::Value;

namespace {

/// Whether two unmarked sets of the same type have an element in common.
bool haveCommonElement(const Value& a, const Value& b) {
    std::unordered_map<std::string, std::vector<const Value*>> elements; // by hash
    for (std::size_t i = 0; i < a.size(); ++i)
        elements[values::setHashBytes(a.element(i))].push_back(&a.element(i));
    for (std::size_t i = 0; i < b.size(); ++i)
        if (const auto found = elements.find(values::setHashBytes(b.element(i))); found != elements.end())
            for (const Value* element : found->second)
                if (isSameValue(*element, b.element(i)))
                    return true;
    return false;
}

/// Returns the values of an attribute of all blocks.
Value column(const Value& blocks, const std::string& name) {
    std::vector<Value> values;
    for (std::size_t i = 0; i < blocks.size(); ++i)
        values.push_back(Value::object({{"value", valueAt(blocks.element(i), Path().attribute(name))}}));
    return values.empty() ? Value::null(Type::dynamic()) : Value::set(std::move(values));
}

} // namespace

SourceFinder::Sources SourceFinder::findInBlock(const GeneratedBlock& block, const Before& before, const Before& now) {
    const std::optional<Value> collection = evaluated(*block.forEach);
    const bool isUsable = collection && collection->isKnown() && !collection->isNull();
    // If as many blocks of a set as before all differ, their content may have changed, too.
    if (!block.argument && before && now && isSequence(*before) && isSequence(*now) && now->type().isSet() &&
        before->size() == now->size() && !haveCommonElement(*before, *now)) {
        if (isUsable)
            if (Sources found = pairedBlocks(block, *collection, *before, *now); !found.empty())
                return found;
        std::vector<Sources> groups;
        bool isByElement = block.arguments.empty();
        for (const auto& [name, argument] : block.arguments) {
            const Value was = column(*before, name);
            if (isSameValue(was, column(*now, name)))
                continue;
            const bool usesElement = std::ranges::any_of(argument->variables(), [&](const hcl::Traversal& variable) {
                return variable.rootName() == block.iterator;
            });
            if (!usesElement && was.size() == 1) {
                const Sources found = find(*argument, {}, was.element(0).element(0));
                groups.push_back(found.empty() ? written(argument->range()) : found);
                continue;
            }
            isByElement |= usesElement;
            addFreeParts(*argument, {block.iterator}, groups);
            groups.push_back(written(argument->range()));
        }
        if (isByElement)
            groups.push_back(find(*block.forEach, {}, {}));
        return oneOf(std::move(groups));
    }
    if (!block.argument || !isUsable || block.index >= collection->size())
        return find(*block.forEach, {}, {});
    Sources found;
    inBlock(block, *collection, block.index, [&] { found = find(*block.argument, block.rest, before, now); });
    return found;
}

void SourceFinder::inBlock(const ConfiguredBlock& block, const Value& collection, std::size_t i,
                           const std::function<void()>& call) {
    const bool isList = collection.type().isList() || collection.type().isTuple();
    const bool isSet = collection.type().isSet();
    const Value& value = collection.element(i);
    const Value key = isList ? Value::number(std::int64_t(i)) : isSet ? value : Value::string(collection.key(i));
    const hcl::MapScope scope({{block.iterator, Value::object({{"key", key}, {"value", value}})}}, m_scope);
    const hcl::Scope* const outer = std::exchange(m_scope, &scope);
    const auto names = std::make_shared<const Names>(m_bound); // of blocks around it
    Bound element{block.forEach.get(), isSet ? Path() : Path().index(key), outer, false, false, true};
    element.names = names;
    m_bound[block.iterator] = std::move(element);
    call();
    m_scope = outer;
    m_bound = *names;
}

/// Compares the blocks of a set with the previous ones that have the same value of an argument whose values are
/// distinct and did not change. Empty if there is none.
SourceFinder::Sources SourceFinder::pairedBlocks(const GeneratedBlock& block, const Value& collection,
                                                 const Value& before, const Value& now) {
    const auto name = std::ranges::find_if(block.arguments, [&](const auto& argument) {
        const Value was = column(before, argument.first);
        return !was.isNull() && was.size() == before.size() && isSameValue(was, column(now, argument.first));
    });
    if (name == block.arguments.end())
        return {};
    std::vector<Sources> groups;
    for (std::size_t i = 0; i < collection.size(); ++i)
        inBlock(block, collection, i, [&] {
            const std::optional<Value> key = evaluated(*name->second);
            for (std::size_t j = 0; key && j < before.size(); ++j)
                if (isSameValue(valueAt(before.element(j), Path().attribute(name->first)), *key))
                    for (const auto& [other, argument] : block.arguments)
                        groups.push_back(find(*argument, {}, valueAt(before.element(j), Path().attribute(other))));
        });
    return allOf(std::move(groups));
}

/// Compares each block of a set that is new with the removed one that it shares most with, if any was removed. Empty if
/// it is not known which configured block makes one.
SourceFinder::Sources SourceFinder::findInBlocks(const std::vector<ConfiguredBlock>& blocks, const Value& before,
                                                 const Value& now) {
    constexpr std::size_t most = 64; // comparing each one with all others is quadratic
    if (before.size() > most || now.size() > most)
        return {};
    std::vector<Value> removed = elementsWithout(before, now);
    const std::vector<Value> added = elementsWithout(now, before);
    if (!removed.empty() && added.size() != removed.size())
        return {};
    std::vector<Sources> groups;
    for (const Value& block : added) {
        if (removed.empty()) {
            groups.push_back(ofAddedBlock(blocks, block));
            if (groups.back().empty())
                return {};
            continue;
        }
        const auto closest = std::ranges::max_element(removed, {}, [&](const Value& other) {
            std::size_t equal = 0;
            for (std::size_t i = 0; i < block.size() && i < other.size(); ++i)
                equal += isSameValue(other.element(i), block.element(i));
            return equal;
        });
        Sources found = inMadeBlock(blocks, *closest, block);
        if (found.empty())
            return {};
        groups.push_back(std::move(found));
        removed.erase(closest);
    }
    return allOf(std::move(groups));
}

/// Whether a configured block has the arguments of a block, with the names in the present scope.
bool SourceFinder::makes(const ConfiguredBlock& block, const Value& made) const {
    bool isAny = false;
    for (const auto& [name, argument] : block.arguments) {
        const std::optional<Value> value = evaluated(*argument);
        const bool isKnown = value && isUsable(*value);
        if (isKnown && !isSameValue(valueAt(made, Path().attribute(name)), *value))
            return false;
        isAny |= isKnown;
    }
    return isAny;
}

/// Returns the header of the configured block that makes an added block, or the sources of its element.
SourceFinder::Sources SourceFinder::ofAddedBlock(const std::vector<ConfiguredBlock>& blocks, const Value& added) {
    for (const ConfiguredBlock& block : blocks) {
        if (!block.forEach && makes(block, added))
            return written(block.range);
        const std::optional<Value> collection = block.forEach ? evaluated(*block.forEach) : std::nullopt;
        for (std::size_t i = 0;
             collection && (isMapping(*collection) || isSequence(*collection)) && i < collection->size(); ++i) {
            bool isMade = false;
            inBlock(block, *collection, i, [&] { isMade = makes(block, added); });
            if (isMade)
                return collection->type().isSet()
                           ? find(*block.forEach, {}, {})
                           : find(*block.forEach, elementPath(*collection, i), Value::null(Type::dynamic()));
        }
    }
    return {};
}

/// Returns the sources of the differences between the blocks in a block. If it is not known which one makes them, those
/// of all elements; without any, the header of the block around them.
SourceFinder::Sources SourceFinder::inNestedBlocks(const ConfiguredBlock& block, const std::string& type,
                                                   const Value& before, const Value& now) {
    const std::vector<ConfiguredBlock> nested =
        block.content ? configuredBlocks(*block.content, type) : std::vector<ConfiguredBlock>();
    if (isSequence(before) && isSequence(now))
        if (Sources found = findInBlocks(nested, before, now); !found.empty())
            return found;
    std::vector<Sources> groups;
    for (const ConfiguredBlock& one : nested)
        if (one.forEach)
            groups.push_back(find(*one.forEach, {}, {}));
    Sources found = oneOf(std::move(groups));
    return found.empty() ? written(nested.empty() ? block.range : nested.front().range) : found;
}

/// Returns the sources of the differences between a block and its previous value, if one of the configured blocks has
/// its arguments.
SourceFinder::Sources SourceFinder::inMadeBlock(const std::vector<ConfiguredBlock>& blocks, const Value& before,
                                                const Value& now) {
    const auto differences = [&](const ConfiguredBlock& block) {
        std::vector<Sources> groups;
        for (std::size_t i = 0; i < now.size(); ++i) {
            const std::string name(now.key(i));
            const Value was = valueAt(before, Path().attribute(name));
            if (isSameValue(was, now.element(i)))
                continue;
            const auto argument = block.arguments.find(name);
            if (argument == block.arguments.end() && !now.element(i).isKnown()) // computed by the provider
                continue;
            Sources found = argument == block.arguments.end() ? inNestedBlocks(block, name, was, now.element(i))
                                                              : find(*argument->second, {}, was, now.element(i));
            groups.push_back(found.empty() ? written(argument->second->range()) : std::move(found));
        }
        return allOf(std::move(groups));
    };
    for (const ConfiguredBlock& block : blocks) {
        if (!block.forEach) {
            if (makes(block, now))
                return differences(block);
            continue;
        }
        const std::optional<Value> collection = evaluated(*block.forEach);
        Sources found;
        for (std::size_t i = 0; collection && (isMapping(*collection) || isSequence(*collection)) &&
                                i < collection->size() && found.empty();
             ++i)
            inBlock(block, *collection, i, [&] {
                if (makes(block, now))
                    found = differences(block);
            });
        if (!found.empty())
            return found;
    }
    return {};
}

} // namespace planlens::explain
