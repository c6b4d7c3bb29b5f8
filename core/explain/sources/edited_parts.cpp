// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/source_finder.h"

#include <algorithm>

/// Parts of expressions that are possible sources because the previous value decides nothing, or that were edited.
namespace planlens::explain {

namespace syntax = hcl::syntax;

bool SourceFinder::isLiteral(const Expression& expression) {
    const auto* node = dynamic_cast<const syntax::Node*>(&expression);
    return !dynamic_cast<const syntax::FunctionCall*>(&expression) && expression.variables().empty() &&
           (!node ||
            std::ranges::all_of(node->children(), [](const auto& child) { return isLiteral(*child.expression); }));
}

bool SourceFinder::hasLiteralPart(const Expression& expression) {
    if (const auto* inner = dynamic_cast<const syntax::Parentheses*>(&expression))
        return hasLiteralPart(*inner->inner);
    if (const auto* called = dynamic_cast<const syntax::FunctionCall*>(&expression))
        return std::ranges::any_of(called->arguments, [](const auto& argument) { return isLiteral(*argument); });
    if (const auto* operation = dynamic_cast<const syntax::BinaryOperation*>(&expression)) {
        using Operator = syntax::BinaryOperation::Operator;
        return operation->op != Operator::Equal && operation->op != Operator::NotEqual &&
               (isLiteral(*operation->left) || isLiteral(*operation->right));
    }
    return false;
}

bool SourceFinder::canBeNull(const Expression& expression) const {
    if (const auto* inner = dynamic_cast<const syntax::Parentheses*>(&expression))
        return canBeNull(*inner->inner);
    if (dynamic_cast<const syntax::Template*>(&expression) || dynamic_cast<const syntax::LiteralValue*>(&expression) ||
        dynamic_cast<const syntax::ObjectConstructor*>(&expression) ||
        dynamic_cast<const syntax::TupleConstructor*>(&expression))
        return false;
    const auto* named = dynamic_cast<const syntax::ScopeTraversal*>(&expression);
    const std::vector<const plans::Dependency*> references =
        named ? m_recorded.at(named->range()) : std::vector<const plans::Dependency*>();
    const auto* variable =
        references.size() == 1 ? std::get_if<plans::NamedValue>(&references.front()->dependency) : nullptr;
    return !variable || variable->kind != plans::NamedValue::Kind::Variable || !variable->module.isRoot() ||
           !references.front()->dependencyPath.isEmpty() || defaultIsNull(m_plan.plan(), *variable);
}

SourceFinder::Sources SourceFinder::anyPart(const Expression& expression, const Before& before) {
    std::vector<Sources> groups;
    const auto* node = dynamic_cast<const syntax::Node*>(&expression);
    std::vector<syntax::Node::Child> children = node ? node->children() : std::vector<syntax::Node::Child>();
    const bool isBinding = std::ranges::any_of(children, [](const auto& child) { return !child.boundNames.empty(); });
    if (const auto* loop = dynamic_cast<const syntax::ForExpression*>(&expression)) {
        groups.push_back(anyPartOf(*loop, Condition::Included));
    } else if (!children.empty() && !isBinding) {
        for (const syntax::Node::Child& child : children)
            groups.push_back(find(*child.expression, {}, {}));
    } else {
        for (const hcl::Traversal& variable : expression.variables())
            groups.push_back(references(variable.range(), {}, {}));
    }
    if (before && hasLiteralPart(expression))
        groups.push_back(written(expression.range()));
    Sources found = oneOf(std::move(groups));
    return found.empty() && before ? written(expression.range()) : found;
}

SourceFinder::Sources SourceFinder::anyPartOf(const syntax::ForExpression& expression, Condition condition) {
    std::vector<Sources> groups{find(*expression.collection, {}, {})};
    const std::set<std::string> bound{expression.keyVariable, expression.valueVariable};
    for (const hcl::Expression* part : {expression.key.get(), expression.value.get(), expression.condition.get()})
        if (part && !(part == expression.condition.get() && condition == Condition::Omitted))
            addFreeParts(*part, bound, groups);
    return oneOf(std::move(groups));
}

/// Adds the references and files in an expression that do not depend on the bound names.
void SourceFinder::addFreeParts(const Expression& expression, std::set<std::string> bound,
                                std::vector<Sources>& groups) {
    if (const auto* named = dynamic_cast<const syntax::ScopeTraversal*>(&expression)) {
        if (!bound.contains(named->traversal.rootName()))
            groups.push_back(traversal(*named, {}, {}));
        return;
    }
    if (const auto* called = dynamic_cast<const syntax::FunctionCall*>(&expression);
        called && readsFiles(called->name)) {
        groups.push_back(fileCall(*called));
        return;
    }
    if (const auto* node = dynamic_cast<const syntax::Node*>(&expression))
        for (const syntax::Node::Child& child : node->children()) {
            std::set<std::string> names = bound;
            names.insert(child.boundNames.begin(), child.boundNames.end());
            addFreeParts(*child.expression, std::move(names), groups);
        }
}

} // namespace planlens::explain
