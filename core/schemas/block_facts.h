// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/body.h"
#include "core/schemas/schema.h"

#include <atomic>
#include <memory>
#include <vector>

namespace planlens::schemas {

/// What follows from a block's schema alone and is needed for every body and value of it.
struct BlockFacts {
    /// One attribute of the block's object type: an argument or a nested block type.
    struct Slot {
        const std::string* name = nullptr;
        values::Type type; // as values have it
        const Attribute* attribute = nullptr;
        values::Type specType; // of an argument: what it is converted to
        const NestedBlock* block = nullptr;
        /// Of an argument that may be written as blocks: the schema of these.
        std::shared_ptr<const Block> elementBlock;
    };

    values::Type specType;
    values::Type impliedType;
    bool hasDynamicType = false;
    bool containsSensitive = false;
    bool containsDeprecated = false;
    bool containsWriteOnly = false;
    values::Value emptyValue;
    std::vector<Slot> slots; // in the order of impliedType.attributes()

    hcl::BodySchema bodySchema;
    hcl::BodySchema bodySchemaWithDynamic; // and `dynamic "type"`
    /// Asks for the arguments that may be written as blocks; empty where there are none, or where the schema is of the
    /// kind that never needs it.
    hcl::BodySchema ambiguousArguments;
    /// Whether lists and sets of objects may be written as blocks here (providers of the old kind).
    bool argumentsAsBlocks = false;

    /// The object of a part for each slot, in their order.
    values::Value object(std::vector<values::Value> parts) const;

private:
    /// The last one where parts are not of the implied type: objects of one kind often are of the same.
    mutable std::atomic<values::Type> m_lastType;
};

const BlockFacts& factsOf(const Block& block);

/// A schema of the body with each ambiguous argument that is not given turned into a block type.
hcl::BodySchema withArgumentsAsBlocks(const hcl::BodySchema& schema, const hcl::BodySchema& ambiguous,
                                      const hcl::Body& body);

} // namespace planlens::schemas
