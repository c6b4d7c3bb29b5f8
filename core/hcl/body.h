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
/// Which arguments and nested blocks are expected at one level.
struct BodySchema {
    std::vector<AttributeSchema> attributes;
    std::vector<BlockSchema> blocks;
};

/// An argument as written.
struct Attribute {
    std::string name;
    ExpressionPtr expression;
    diags::SourceRange range;
    diags::SourceRange nameRange;
};

class Body;
/// A block as written.
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
    /// Null where it was added; else what has its name already, and stays.
    const Attribute* add(Attribute attribute);
};

/// What stands between the braces of a block, or in a file, in either syntax. Immutable.
class Body {
public:
    virtual ~Body() = default;

    /// What the schema asks for; anything else is an error. What could be read accompanies errors.
    virtual diags::Result<BodyContent> content(const BodySchema& schema) const = 0;
    /// What the schema asks for, and a body of the rest.
    virtual diags::Result<std::pair<BodyContent, std::shared_ptr<const Body>>>
    partialContent(const BodySchema& schema) const = 0;
    /// What the schema asks for; the rest is passed over.
    virtual diags::Result<BodyContent> knownContent(const BodySchema& schema) const;
    /// All arguments; blocks are errors.
    virtual diags::Result<std::map<std::string, Attribute, std::less<>>> justAttributes() const = 0;
    virtual diags::SourceRange missingItemRange() const = 0;
    /// Absolute traversals anywhere inside, blocks included.
    virtual void collectVariables(std::vector<Traversal>& out) const = 0;
    virtual void collectFunctions(std::vector<FunctionReference>& out) const = 0;
    /// Whether something may be a `dynamic` block: most bodies have no blocks at all.
    virtual bool mayHaveDynamicBlocks() const { return true; }
};
using BodyPtr = std::shared_ptr<const Body>;

/// One body out of several (override files, several files of a module).
BodyPtr mergeBodies(std::vector<BodyPtr> bodies);
/// A body with arguments, and all blocks of a type, replaced by those of another one (override files).
BodyPtr mergeOverrideBody(BodyPtr base, BodyPtr over);
/// The body of what nobody has written; the name stands where errors about it name a file.
BodyPtr emptyBody(std::string_view name);

} // namespace planlens::hcl
