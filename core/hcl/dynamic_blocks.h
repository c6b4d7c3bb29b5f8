// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/body.h"

namespace planlens::hcl {

/// A body in which `dynamic "x" { for_each … content { … } }` stands for the blocks it makes. The scope must outlive
/// it.
BodyPtr expandDynamicBlocks(BodyPtr body, const Scope* scope);
/// The marker of a block whose number is not known because its for_each is not: its body answers unknown for
/// everything.
bool isUnknownBlock(const Body& body);
/// Marks of the for_each that a block was made from: the value of the whole block carries them.
values::MarkSet blockMarks(const Body& body);

/// One body on a walk that collects references by schema, `dynamic` blocks seen as the blocks they make. Names of
/// iterators are not references.
class ReferenceWalk {
public:
    /// What counts: all that evaluating needs, or only what expandDynamicBlocks() itself evaluates.
    enum class Scope { Everything, ExpansionOnly };
    explicit ReferenceWalk(BodyPtr body, Scope scope = Scope::Everything)
        : m_body(std::move(body))
        , m_scope(scope) {}

    struct Child;
    /// Adds the references of this level, and returns the nested bodies with the types of their blocks. The schema asks
    /// for `dynamic "type"` too.
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
