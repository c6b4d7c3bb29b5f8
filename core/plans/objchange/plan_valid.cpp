// SPDX-License-Identifier: MPL-2.0
#include "core/plans/objchange/objchange.h"

#include "core/plans/objchange/nested_schema.h"
#include "core/values/operations.h"
#include "core/values/text/quoted.h"

namespace planlens::plans::objchange {

using schemas::Attribute;
using schemas::Block;
using schemas::NestingMode;
using schemas::ObjectType;
using values::Path;
using values::Value;

namespace {

/// Compares the prior, configured and planned values, part by part.
class PlanCheck {
public:
    void block(const Block& schema, const Value& prior, const Value& config, const Value& planned);
    std::vector<values::PathError> take() && { return std::move(m_errors); }

private:
    void report(std::string message) { m_errors.push_back({m_path, std::move(message)}); }
    bool existsAsWanted(const Value& config, const Value& planned);
    void attributes(const std::map<std::string, Attribute, std::less<>>& schema, const Value& prior,
                    const Value& config, const Value& planned);
    void attribute(const Attribute& schema, const Value& prior, const Value& config, const Value& planned);
    void mismatch(const Attribute& schema, const Value& prior, const Value& config, const Value& planned);
    void nestedType(const ObjectType& schema, const Value& prior, const Value& config, const Value& planned);
    void nestedTypeList(const ObjectType& schema, const Value& prior, const Value& config, const Value& planned);
    void nestedTypeMap(const ObjectType& schema, const Value& prior, const Value& config, const Value& planned);
    void nestedTypeSet(const Value& config, const Value& planned);
    bool sameCount(const Value& config, const Value& planned);
    void nestedBlock(const schemas::NestedBlock& schema, const Value& prior, const Value& config, const Value& planned);
    void blockList(const Block& schema, const Value& prior, const Value& config, const Value& planned);
    void blockMap(const Block& schema, const Value& prior, const Value& config, const Value& planned);
    void blockSet(const Value& planned);
    bool isBlockKnown(const Value& element);

    Path m_path;
    std::vector<values::PathError> m_errors;
};

constexpr auto unknownBlock =
    "element representing nested block must not be unknown itself; set nested attribute values to unknown instead";

std::string blockCount(std::size_t planned, std::size_t configured) {
    return "block count in plan (" + std::to_string(planned) + ") disagrees with count in config (" +
           std::to_string(configured) + ")";
}

/// Returns the length as the language defines it; for objects, the number of attributes.
Value lengthOf(const Value& collection) {
    if (collection.type().isObject())
        return Value::number(static_cast<std::int64_t>(collection.type().attributes().size()));
    return values::length(collection);
}

/// The minimum and maximum length of a set.
struct LengthRange {
    std::size_t least = 0;
    std::size_t most = SIZE_MAX;
};
LengthRange lengthRange(const Value& set) {
    if (set.isNull())
        return {0, 0};
    if (!set.isKnown()) {
        const values::Refinement* refinement = set.refinement();
        LengthRange range;
        if (refinement && refinement->minLength > 0)
            range.least = static_cast<std::size_t>(refinement->minLength);
        if (refinement && refinement->maxLength)
            range.most = static_cast<std::size_t>(*refinement->maxLength);
        return range;
    }
    if (set.size() > 1 && !set.isWhollyKnown())
        return {1, set.size()};
    return {set.size(), set.size()};
}

bool PlanCheck::existsAsWanted(const Value& config, const Value& planned) {
    if (planned.isNull() && !config.isNull())
        report("planned for absence but config wants existence");
    else if (config.isNull() && !planned.isNull())
        report("planned for existence but config wants absence");
    else
        return true;
    return false;
}

void PlanCheck::block(const Block& schema, const Value& prior, const Value& config, const Value& planned) {
    if (!existsAsWanted(config, planned) || planned.isNull())
        return;
    attributes(schema.attributes, prior, config, planned);
    for (const auto& [name, nested] : schema.blockTypes) {
        const Value plannedPart = attributeOf(planned, name);
        const Value configPart = attributeOf(config, name);
        const Value priorPart = prior.isNull() ? Value::null(configPart.type()) : attributeOf(prior, name);
        if (plannedPart == configPart)
            continue;
        m_path.push(values::AttributeStep{name});
        if (!configPart.isKnown())
            report("planned value " + plannedPart.toGoString() + " for unknown dynamic block");
        else if (!plannedPart.isKnown())
            report("attribute representing nested block must not be unknown itself; set nested attribute values to "
                   "unknown instead");
        else
            nestedBlock(nested, priorPart, configPart, plannedPart);
        m_path.pop();
    }
}

void PlanCheck::nestedBlock(const schemas::NestedBlock& schema, const Value& prior, const Value& config,
                            const Value& planned) {
    const auto mustBeEmpty = [this](const char* kind) {
        report("attribute representing a " + std::string(kind) +
               " of nested blocks must be empty to indicate no blocks, not null");
    };
    switch (schema.nesting) {
    case NestingMode::Single:
    case NestingMode::Group:
        return block(schema.block, prior, config, planned);
    case NestingMode::List:
        return planned.isNull() ? mustBeEmpty("list") : blockList(schema.block, prior, config, planned);
    case NestingMode::Map:
        return planned.isNull() ? mustBeEmpty("map") : blockMap(schema.block, prior, config, planned);
    case NestingMode::Set:
        return planned.isNull() ? mustBeEmpty("set") : blockSet(planned);
    }
}

bool PlanCheck::isBlockKnown(const Value& element) {
    if (!element.isKnown())
        report(unknownBlock);
    return element.isKnown();
}

void PlanCheck::blockList(const Block& schema, const Value& prior, const Value& config, const Value& planned) {
    // With ignore_changes, providers with the legacy SDK may return null instead of no blocks.
    const std::size_t configured = knownSize(config);
    if (planned.size() != configured)
        return report(blockCount(planned.size(), configured));
    for (std::size_t i = 0; i < planned.size(); ++i) {
        m_path.push(values::IndexStep{Value::number(static_cast<std::int64_t>(i))});
        if (isBlockKnown(planned.element(i))) {
            const Value before = i < knownSize(prior) ? prior.element(i) : Value::null(schema.impliedType());
            block(schema, before, config.element(i), planned.element(i));
        }
        m_path.pop();
    }
}

void PlanCheck::blockMap(const Block& schema, const Value& prior, const Value& config, const Value& planned) {
    // Blocks of differing types form an object.
    const bool isObject = planned.type().isObject();
    if (!isObject && planned.size() != knownSize(config))
        return report(blockCount(planned.size(), knownSize(config)));
    for (std::size_t i = 0; i < planned.size(); ++i) {
        const std::string& key = planned.key(i);
        const Value* configured = knownSize(config) > 0 ? config.find(key) : nullptr;
        const bool notPresent = isObject ? !configured : planned.element(i).isKnown() && !configured;
        if (!isObject)
            m_path.push(values::IndexStep{Value::string(key)});
        if (notPresent) {
            report("block key " + values::quoted(key) + " from plan is not present in config");
        } else {
            if (isObject)
                m_path.push(values::AttributeStep{key});
            if (isBlockKnown(planned.element(i))) {
                const Value* before = knownSize(prior) > 0 ? prior.find(key) : nullptr;
                block(schema, before ? *before : Value::null(schema.impliedType()), *configured, planned.element(i));
            }
            if (isObject)
                m_path.pop();
        }
        if (!isObject)
            m_path.pop();
    }
    for (std::size_t i = 0; i < knownSize(config); ++i) {
        if (!planned.find(config.key(i)))
            report("block key " + values::quoted(config.key(i)) + " from config is not present in plan");
    }
}

void PlanCheck::blockSet(const Value& planned) {
    // Set elements cannot be matched, so there is nothing to compare with.
    for (std::size_t i = 0; i < planned.size(); ++i) {
        m_path.push(values::IndexStep{planned.element(i)});
        isBlockKnown(planned.element(i));
        m_path.pop();
    }
}

void PlanCheck::attributes(const std::map<std::string, Attribute, std::less<>>& schema, const Value& prior,
                           const Value& config, const Value& planned) {
    for (const auto& [name, declared] : schema) {
        const Value plannedPart = attributeOf(planned, name);
        const Value configPart = attributeOf(config, name);
        if (plannedPart == configPart)
            continue;
        const Value priorPart = prior.isNull() ? Value::null(configPart.type()) : attributeOf(prior, name);
        m_path.push(values::AttributeStep{name});
        attribute(declared, priorPart, configPart, plannedPart);
        m_path.pop();
    }
}

void PlanCheck::attribute(const Attribute& schema, const Value& prior, const Value& config, const Value& planned) {
    if (equalUnrefined(planned, config))
        return;
    // A provider may plan the prior value if it considers both equal.
    if (!prior.isNull() && !config.isNull() && equalUnrefined(planned, prior))
        return;
    if (schema.computed && (!schema.optional || config.isNull()))
        return;
    if (config.isNull() && !planned.isNull()) {
        report(schema.sensitive ? "sensitive planned value for a non-computed attribute"
                                : "planned value " + planned.toGoString() + " for a non-computed attribute");
        return;
    }
    if (schema.writeOnly && !config.isNull() && planned.isNull())
        return;
    if (schema.nested)
        nestedType(*schema.nested, prior, config, planned);
    else
        mismatch(schema, prior, config, planned);
}

void PlanCheck::mismatch(const Attribute& schema, const Value& prior, const Value& config, const Value& planned) {
    const std::string start = schema.sensitive ? "sensitive planned value does not match config value"
                                               : "planned value " + planned.toGoString() +
                                                     " does not match config value " + config.toGoString();
    if (prior.isNull())
        report(start);
    else
        report(start + (schema.sensitive ? " nor prior value" : " nor prior value " + prior.toGoString()));
}

void PlanCheck::nestedType(const ObjectType& schema, const Value& prior, const Value& config, const Value& planned) {
    if (!existsAsWanted(config, planned))
        return;
    if (!config.isNull() && !planned.isKnown())
        return report("planned unknown for configured value");
    if (planned.isNull())
        return;
    switch (schema.nesting) {
    case NestingMode::Single:
    case NestingMode::Group:
        return attributes(schema.attributes, prior, config, planned);
    case NestingMode::List:
        return nestedTypeList(schema, prior, config, planned);
    case NestingMode::Map:
        return nestedTypeMap(schema, prior, config, planned);
    case NestingMode::Set:
        return nestedTypeSet(config, planned);
    }
}

bool PlanCheck::sameCount(const Value& config, const Value& planned) {
    const Value plannedLength = lengthOf(planned);
    const Value configLength = lengthOf(config);
    if (!plannedLength.isKnown() && !configLength.isKnown())
        return false;
    if (plannedLength == configLength)
        return true;
    report("count in plan (" + plannedLength.toGoString() + ") disagrees with count in config (" +
           configLength.toGoString() + ")");
    return false;
}

void PlanCheck::nestedTypeList(const ObjectType& schema, const Value& prior, const Value& config,
                               const Value& planned) {
    if (!sameCount(config, planned) || !config.isKnown())
        return;
    for (std::size_t i = 0; i < planned.size() && i < config.size(); ++i) {
        m_path.push(values::IndexStep{Value::number(static_cast<std::int64_t>(i))});
        const Value before = i < knownSize(prior) ? prior.element(i) : Value::null(planned.element(i).type());
        attributes(schema.attributes, before, config.element(i), planned.element(i));
        m_path.pop();
    }
}

void PlanCheck::nestedTypeMap(const ObjectType& schema, const Value& prior, const Value& config, const Value& planned) {
    if (!sameCount(config, planned) || !config.isKnown())
        return;
    for (std::size_t i = 0; i < planned.size(); ++i) {
        const std::string& key = planned.key(i);
        const Value* configured = config.find(key);
        if (!configured) {
            report("map key " + values::quoted(key) + " from plan is not present in config");
            continue;
        }
        m_path.push(values::AttributeStep{key});
        const Value* before = knownSize(prior) > 0 ? prior.find(key) : nullptr;
        attributes(schema.attributes, before ? *before : Value::null(planned.element(i).type()), *configured,
                   planned.element(i));
        m_path.pop();
    }
    for (std::size_t i = 0; i < config.size(); ++i) {
        if (!planned.find(config.key(i)))
            report("map key " + values::quoted(config.key(i)) + " from config is not present in plan");
    }
}

void PlanCheck::nestedTypeSet(const Value& config, const Value& planned) {
    const LengthRange plannedLength = lengthRange(planned);
    const LengthRange configLength = lengthRange(config);
    if (plannedLength.most >= configLength.least && configLength.most >= plannedLength.least)
        return;
    report("count in plan (" + lengthOf(planned).toGoString() + ") disagrees with count in config (" +
           lengthOf(config).toGoString() + ")");
}

} // namespace

std::vector<values::PathError> assertPlanValid(const Block& schema, const Value& prior, const Value& config,
                                               const Value& planned) {
    PlanCheck check;
    check.block(schema, prior, config, planned);
    return std::move(check).take();
}

} // namespace planlens::plans::objchange
