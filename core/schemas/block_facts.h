// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/body.h"
#include "core/schemas/schema.h"

#include <atomic>
#include <memory>
#include <vector>

namespace planlens::schemas {

/// Facts that are derived from a block's schema alone, and are needed for every body and value of the block.
struct BlockFacts {
    /// One attribute of the block's object type: an argument or a nested block type.
    struct Slot {
        const std::string* name = nullptr;
        values::Type type; // of values
        const Attribute* attribute = nullptr;
        values::Type specType; // for arguments: the type to convert to
        const NestedBlock* block = nullptr;
        /// For arguments that may be written as blocks: the schema of these blocks.
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
    hcl::BodySchema bodySchemaWithDynamic; // also accepts `dynamic "type"`
    /// The arguments that may be written as blocks. Empty if there are none, or if the schema is from a provider that
    /// never needs it.
    hcl::BodySchema ambiguousArguments;
    /// Whether lists and sets of objects may be written as blocks here (schemas of the legacy SDK).
    bool argumentsAsBlocks = false;

    /// Builds the object from one value per slot, in the order of `slots`.
    values::Value object(std::vector<values::Value> parts) const;

private:
    /// The object type of the last parts that were not of the implied type: the same type often repeats.
    mutable std::atomic<values::Type> m_lastType;
};

const BlockFacts& factsOf(const Block& block);

/// Returns a schema of the body in which each ambiguous argument that is not set becomes a block type.
hcl::BodySchema withArgumentsAsBlocks(const hcl::BodySchema& schema, const hcl::BodySchema& ambiguous,
                                      const hcl::Body& body);

} // namespace planlens::schemas
