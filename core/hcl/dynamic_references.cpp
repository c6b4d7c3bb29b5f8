// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/dynamic_blocks.h"

#include <algorithm>

namespace planlens::hcl {
namespace {

const BodySchema& generatorSchema() {
    static const BodySchema schema{{{"for_each"}, {"labels"}, {"iterator"}}, {{"content", {}}}};
    return schema;
}

} // namespace

void ReferenceWalk::addReferences(const Expression& expression, const std::vector<std::string>& bound,
                                  std::vector<Traversal>& variables, std::vector<FunctionReference>& functions) const {
    for (Traversal& traversal : expression.variables())
        if (std::find(bound.begin(), bound.end(), traversal.rootName()) == bound.end())
            variables.push_back(std::move(traversal));
    expression.collectFunctions(functions);
}

std::vector<ReferenceWalk::Child> ReferenceWalk::visit(const BodySchema& schema, std::vector<Traversal>& variables,
                                                       std::vector<FunctionReference>& functions) const {
    const auto level = m_body->knownContent(schema);
    std::vector<Child> children;
    if (!level.value)
        return children;
    const BodyContent& content = *level;
    if (m_scope == Scope::Everything)
        for (const Attribute& attribute : content.attributes)
            addReferences(*attribute.expression, m_iterators, variables, functions);

    for (const Block& block : content.blocks) {
        if (block.type != "dynamic") {
            children.push_back({block.type, ReferenceWalk(block.body, m_scope)});
            children.back().walk.m_iterators = m_iterators;
            continue;
        }
        const auto generator = block.body->knownContent(generatorSchema());
        if (!generator.value || block.labels.empty())
            continue;
        std::string iterator = block.labels[0];
        if (const Attribute* named = generator->attribute("iterator")) {
            const auto traversal = named->expression->asTraversal();
            if (!traversal || traversal->isRelative())
                continue;
            iterator = traversal->rootName();
        }
        if (const Attribute* forEach = generator->attribute("for_each"))
            addReferences(*forEach->expression, m_iterators, variables, functions);
        std::vector<std::string> iterators = m_iterators;
        iterators.push_back(iterator);
        if (const Attribute* labels = generator->attribute("labels"))
            addReferences(*labels->expression, iterators, variables, functions);
        for (const Block& inner : generator->blocks) {
            children.push_back({block.labels[0], ReferenceWalk(inner.body, m_scope)});
            children.back().walk.m_iterators = iterators;
        }
    }
    return children;
}

} // namespace planlens::hcl
