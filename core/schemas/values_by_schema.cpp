// SPDX-License-Identifier: MPL-2.0
#include "core/schemas/values_by_schema.h"

#include "core/schemas/block_facts.h"
#include "core/schemas/elements.h"

namespace planlens::schemas {

using values::Path;
using values::Value;

namespace {

/// Collects the paths of all attributes that have a flag, in one value of a schema.
class FlaggedPaths {
public:
    struct Found {
        Path path;
        const std::string* deprecationMessage;
    };

    explicit FlaggedPaths(bool Attribute::*flag)
        : m_flag(flag) {}

    void inBlock(const Block& block, const Value& value);
    std::vector<Found> take() && { return std::move(m_found); }

private:
    void inNestedBlock(const NestedBlock& nested, const Value& given);
    void inObject(const ObjectType& object, const Value& given);
    void inAttributes(const ObjectType& object, const Value& element);
    bool occursIn(const Attribute& attribute) const {
        return attribute.*m_flag || (attribute.nested && occursIn(*attribute.nested));
    }
    bool occursIn(const ObjectType& object) const {
        for (const auto& [name, attribute] : object.attributes) {
            if (occursIn(attribute))
                return true;
        }
        return false;
    }
    bool occursIn(const Block& block) const {
        if (m_flag == &Attribute::deprecated) // as the reference, which only searches blocks with one of these flags
            return block.containsDeprecated() || block.containsSensitive();
        return m_flag == &Attribute::sensitive ? block.containsSensitive() : block.containsWriteOnly();
    }

    bool Attribute::*m_flag;
    Path m_path;
    std::vector<Found> m_found;
};

void FlaggedPaths::inBlock(const Block& block, const Value& value) {
    if (m_flag == &Attribute::deprecated && block.deprecated)
        m_found.push_back({m_path, &block.deprecationMessage});
    for (const auto& [name, attribute] : block.attributes) {
        if (attribute.*m_flag)
            m_found.push_back({m_path.attribute(name), &attribute.deprecationMessage});
    }
    if (value.isNull())
        return;
    for (const auto& [name, attribute] : block.attributes) {
        if (!attribute.nested || !occursIn(*attribute.nested))
            continue;
        m_path.push(values::AttributeStep{name});
        inObject(*attribute.nested, value.attribute(name));
        m_path.pop();
    }
    for (const auto& [name, nested] : block.blockTypes) {
        if (!occursIn(nested.block))
            continue;
        m_path.push(values::AttributeStep{name});
        inNestedBlock(nested, value.attribute(name));
        m_path.pop();
    }
}

void FlaggedPaths::inNestedBlock(const NestedBlock& nested, const Value& given) {
    if (given.isNull() || !given.isKnown())
        return;
    const Value value = given.unmarked();
    if (nested.nesting == NestingMode::Single || nested.nesting == NestingMode::Group) {
        inBlock(nested.block, value);
        return;
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
        m_path.push(elementStep(value, i));
        inBlock(nested.block, value.element(i));
        m_path.pop();
    }
}

void FlaggedPaths::inObject(const ObjectType& object, const Value& given) {
    if (given.isNull() || !given.isKnown())
        return;
    const Value value = given.unmarked();
    if (object.nesting == NestingMode::Single || object.nesting == NestingMode::Group) {
        inAttributes(object, value);
        return;
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
        m_path.push(elementStep(value, i));
        inAttributes(object, value.element(i));
        m_path.pop();
    }
}

void FlaggedPaths::inAttributes(const ObjectType& object, const Value& element) {
    for (const auto& [name, attribute] : object.attributes) {
        if (!occursIn(attribute))
            continue;
        m_path.push(values::AttributeStep{name});
        if (attribute.*m_flag)
            m_found.push_back({m_path, &attribute.deprecationMessage});
        else if (!element.isNull())
            inObject(*attribute.nested, element.attribute(name));
        m_path.pop();
    }
}

const Attribute* attributeInObject(const ObjectType& object, const Path& path, std::size_t from) {
    for (std::size_t i = from; i < path.size(); ++i) {
        const auto* step = std::get_if<values::AttributeStep>(&path[i]);
        if (!step)
            continue;
        const auto attribute = object.attributes.find(step->name);
        if (attribute == object.attributes.end())
            continue;
        if (i + 1 == path.size())
            return &attribute->second;
        return attribute->second.nested ? attributeInObject(*attribute->second.nested, path, i + 1) : nullptr;
    }
    return nullptr;
}

} // namespace

Value emptyValue(const Block& block) {
    return factsOf(block).emptyValue;
}

Value unknownValue(const Block& block) {
    std::vector<std::pair<std::string, Value>> parts;
    for (const BlockFacts::Slot& slot : factsOf(block).slots) {
        values::Type type = slot.type;
        if (slot.block) {
            const values::Type body = slot.block->block.impliedType();
            switch (slot.block->nesting) {
            case NestingMode::Single:
            case NestingMode::Group:
                type = body;
                break;
            case NestingMode::List:
                type = values::Type::list(body);
                break;
            case NestingMode::Map:
                type = values::Type::map(body);
                break;
            case NestingMode::Set:
                type = values::Type::set(body);
                break;
            }
        }
        parts.emplace_back(*slot.name, Value::unknown(type));
    }
    return Value::object(std::move(parts));
}

std::vector<values::PathMarks> sensitivePaths(const Block& block, const Value& value) {
    if (!block.containsSensitive())
        return {};
    FlaggedPaths search(&Attribute::sensitive);
    search.inBlock(block, value);
    std::vector<values::PathMarks> result;
    for (FlaggedPaths::Found& found : std::move(search).take())
        result.push_back({std::move(found.path), values::Mark::sensitive()});
    return result;
}

std::vector<DeprecatedPath> deprecatedPaths(const Block& block, const Value& value) {
    if (!block.containsDeprecated() && !(block.deprecated && block.containsSensitive()))
        return {};
    FlaggedPaths search(&Attribute::deprecated);
    search.inBlock(block, value);
    std::vector<DeprecatedPath> result;
    for (FlaggedPaths::Found& found : std::move(search).take())
        result.push_back({std::move(found.path), *found.deprecationMessage});
    return result;
}

const Attribute* attributeByPath(const Block& block, const Path& path) {
    const Block* current = &block;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const auto* step = std::get_if<values::AttributeStep>(&path[i]);
        if (!step)
            continue;
        if (const auto attribute = current->attributes.find(step->name); attribute != current->attributes.end()) {
            if (i + 1 == path.size())
                return &attribute->second;
            return attribute->second.nested ? attributeInObject(*attribute->second.nested, path, i + 1) : nullptr;
        }
        const auto nested = current->blockTypes.find(step->name);
        if (nested == current->blockTypes.end())
            return nullptr;
        current = &nested->second.block;
    }
    return nullptr;
}

const Attribute* attributeByPath(const ObjectType& object, const Path& path) {
    return attributeInObject(object, path, 0);
}

bool isWriteOnlyPath(const Block& block, const Path& path) {
    if (!block.containsWriteOnly())
        return false;
    const Attribute* attribute = attributeByPath(block, path);
    return attribute && attribute->writeOnly;
}

std::vector<Path> writeOnlyViolations(const Block& block, const Value& value) {
    if (value.isNull() || !value.isKnown() || !block.containsWriteOnly())
        return {};
    FlaggedPaths search(&Attribute::writeOnly);
    const Value unmarked = value.unmarkedDeep();
    search.inBlock(block, unmarked);
    std::vector<Path> violations;
    for (FlaggedPaths::Found& writeOnly : std::move(search).take()) {
        const auto found = values::applyPath(unmarked, writeOnly.path);
        if (found && !found->isNull())
            violations.push_back(std::move(writeOnly.path));
    }
    return violations;
}

Value withoutWriteOnly(const Block& block, const Value& value) {
    if (!block.containsWriteOnly())
        return value;
    return values::transform(value, [&block](const Path& path, const Value& part) {
        if (!isWriteOnlyPath(block, path))
            return part;
        Value nothing = Value::null(part.type());
        for (const values::Mark mark : part.marks())
            if (mark != values::Mark::ephemeral())
                nothing = nothing.withMark(mark);
        return nothing;
    });
}

} // namespace planlens::schemas
