// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/expression.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace planlens::hcl {

struct AttributeSchema {
    std::string name;
    bool required = false;
};
struct BlockSchema {
    std::string type;
    std::vector<std::string> labelNames;
};
/// The arguments and nested blocks that are expected at one level.
struct BodySchema {
    std::vector<AttributeSchema> attributes;
    std::vector<BlockSchema> blocks;
};

/// An argument as written in the source.
struct Attribute {
    std::string name;
    ExpressionPtr expression;
    diags::SourceRange range;
    diags::SourceRange nameRange;
};

class Body;
/// A block as written in the source.
struct Block {
    std::string type;
    std::vector<std::string> labels;
    std::shared_ptr<const Body> body;
    diags::SourceRange defRange; // header
    diags::SourceRange typeRange;
    std::vector<diags::SourceRange> labelRanges;
    diags::SourceRange openBraceRange = {}; // native syntax only
};

struct BodyContent {
    std::vector<Attribute> attributes; // sorted by name
    std::vector<Block> blocks;         // in source order
    diags::SourceRange missingItemRange;

    const Attribute* attribute(std::string_view name) const;
    /// Returns null if the attribute was added; otherwise the existing attribute of that name, which stays unchanged.
    const Attribute* add(Attribute attribute);
};

/// The content of a block, or of a file, in either syntax. Immutable.
class Body {
public:
    virtual ~Body() = default;

    /// Decodes the items of the schema; others are errors. Despite errors, the result contains the valid items.
    virtual diags::Result<BodyContent> content(const BodySchema& schema) const = 0;
    /// Decodes the items of the schema, and returns a body with the remaining ones.
    virtual diags::Result<std::pair<BodyContent, std::shared_ptr<const Body>>>
    partialContent(const BodySchema& schema) const = 0;
    /// Decodes the items of the schema and ignores the rest.
    virtual diags::Result<BodyContent> knownContent(const BodySchema& schema) const;
    /// Returns all arguments; blocks are errors.
    virtual diags::Result<std::map<std::string, Attribute, std::less<>>> justAttributes() const = 0;
    virtual diags::SourceRange missingItemRange() const = 0;
    /// Collects the absolute traversals in all expressions, including those of nested blocks.
    virtual void collectVariables(std::vector<Traversal>& out) const = 0;
    virtual void collectFunctions(std::vector<FunctionReference>& out) const = 0;
    /// Whether the body may contain `dynamic` blocks: most bodies have no blocks at all.
    virtual bool mayHaveDynamicBlocks() const { return true; }
};
using BodyPtr = std::shared_ptr<const Body>;

/// Combines several bodies (override files, several files of a module).
BodyPtr mergeBodies(std::vector<BodyPtr> bodies);
/// Returns a body in which arguments, and all blocks of a type, are replaced by those of another body (override files).
BodyPtr mergeOverrideBody(BodyPtr base, BodyPtr over);
/// Returns an empty body without source; errors about it use the name as file name.
BodyPtr emptyBody(std::string_view name);

} // namespace planlens::hcl
