// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/body.h"

namespace planlens::hcl {

/// Returns a body in which each `dynamic "x" { for_each … content { … } }` is replaced by the generated
/// blocks. The scope must outlive it.
BodyPtr expandDynamicBlocks(BodyPtr body, const Scope* scope);
/// Whether a block stands for an unknown number of blocks because its for_each is unknown.
/// All its attributes are unknown.
bool isUnknownBlock(const Body& body);
/// Returns the marks of the for_each that generated a block; they apply to the value of the whole block.
values::MarkSet blockMarks(const Body& body);

/// One body in a traversal that collects references by schema and treats `dynamic` blocks as the blocks they
/// generate. Iterator names are not references.
class ReferenceWalk {
public:
    /// Which references are collected: all that evaluation needs, or only those that expandDynamicBlocks() evaluates.
    enum class Scope { Everything, ExpansionOnly };
    explicit ReferenceWalk(BodyPtr body, Scope scope = Scope::Everything)
        : m_body(std::move(body))
        , m_scope(scope) {}

    struct Child;
    /// Adds the references of this level, and returns the nested bodies with their block types. The schema
    /// must include `dynamic "type"`.
    std::vector<Child> visit(const BodySchema& schema, std::vector<Traversal>& variables,
                             std::vector<FunctionReference>& functions) const;
    const BodyPtr& body() const { return m_body; }

private:
    void addReferences(const Expression& expression, const std::vector<std::string>& bound,
                       std::vector<Traversal>& variables, std::vector<FunctionReference>& functions) const;

    BodyPtr m_body;
    Scope m_scope;
    std::vector<std::string> m_iterators;
};
struct ReferenceWalk::Child {
    std::string blockType;
    ReferenceWalk walk;
};

} // namespace planlens::hcl
