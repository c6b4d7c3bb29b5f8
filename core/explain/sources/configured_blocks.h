// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/body.h"
#include "core/plans/change.h"

#include <map>
#include <string>
#include <vector>

namespace planlens::plans {
struct Plan;
}
namespace planlens::explain {

/// A block in the configuration of a resource, or a `dynamic` block, which generates one for each element.
struct ConfiguredBlock {
    hcl::ExpressionPtr forEach; // null if not `dynamic`
    std::string iterator;       // the name that stands for the element in the arguments
    std::map<std::string, hcl::ExpressionPtr> arguments = {};
    diags::SourceRange range = {}; // of the header; of an argument of a GeneratedBlock, or where it is missing
    hcl::BodyPtr content = {};     // with the arguments and nested blocks; null for a GeneratedBlock
};
/// Returns the blocks in a body that make those of a type, in the order of the configuration. Empty if one of them
/// cannot be read.
std::vector<ConfiguredBlock> configuredBlocks(const hcl::Body& body, const std::string& type);
/// The same for a resource and a path of one step.
std::vector<ConfiguredBlock> configuredBlocks(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                                              const values::Path& path);

/// Whether a path leads to an argument of a block that is written, perhaps beside a `dynamic` one.
bool isInWrittenBlock(const plans::Plan& plan, const plans::ResourceInstanceChange& change, const values::Path& path);

/// An argument in a block that a `dynamic` block generates, or the number of these blocks.
struct GeneratedBlock : ConfiguredBlock {
    hcl::ExpressionPtr argument; // null: the path is that of all blocks, or it is missing
    std::size_t index = 0;       // of the element
    values::Path rest = {};      // from the argument to the path
};
/// `forEach` is null if the block is not generated, or it is not known by which element.
GeneratedBlock generatedBlockOf(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                                const values::Path& path);

/// Returns the header of the first block at a path that was added to a resource: no block in the previous run had its
/// literal arguments. Empty if the configuration or the previous values do not show which block it is.
diags::SourceRange addedBlockOf(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                                const values::Path& path);

/// The block that makes an element of a list of blocks: a written one, or the only `dynamic` one.
struct BlockOrigin {
    bool isGenerated = false;
    std::size_t index = 0; // among the written blocks of the type, or among the elements of the dynamic block
};
/// Returns the origin of the block at a path in the body of a resource; std::nullopt if it is not known, as for
/// elements of sets, which are in no order, and for several dynamic blocks of the type.
std::optional<BlockOrigin> originOf(const hcl::Body& body, const plans::ResourceInstanceChange& change,
                                    const values::Path& path);

} // namespace planlens::explain
