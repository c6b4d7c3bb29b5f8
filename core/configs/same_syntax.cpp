// SPDX-License-Identifier: MPL-2.0
#include "core/configs/provider_checks.h"

#include "core/addrs/reference.h"
#include "core/hcl/syntax.h"

namespace planlens::configs {

namespace {

namespace syntax = hcl::syntax;
using hcl::Expression;
using hcl::ExpressionPtr;

/// Removes the parentheses around an expression.
const Expression& bare(const Expression& expression) {
    if (const auto* parentheses = dynamic_cast<const syntax::Parentheses*>(&expression))
        return bare(*parentheses->inner);
    if (const auto* key = dynamic_cast<const syntax::ObjectKey*>(&expression))
        return bare(*key->wrapped);
    return expression;
}

bool areAlike(const ExpressionPtr& a, const ExpressionPtr& b) {
    return a && b ? haveSameSyntax(*a, *b) : !a && !b;
}

bool areAlike(const std::vector<ExpressionPtr>& a, const std::vector<ExpressionPtr>& b) {
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!areAlike(a[i], b[i]))
            return false;
    return true;
}

bool areAlike(const syntax::ObjectConstructor& a, const syntax::ObjectConstructor& b) {
    if (a.items.size() != b.items.size())
        return false;
    for (std::size_t i = 0; i < a.items.size(); ++i)
        if (!areAlike(a.items[i].key, b.items[i].key) || !areAlike(a.items[i].value, b.items[i].value))
            return false;
    return true;
}

/// Calls compare if both expressions are nodes of the given type.
template <typename Node, typename Compare>
bool bothAre(const Expression& a, const Expression& b, const Compare& compare) {
    const auto* left = dynamic_cast<const Node*>(&a);
    const auto* right = left ? dynamic_cast<const Node*>(&b) : nullptr;
    return right && compare(*left, *right);
}

} // namespace

bool haveSameSyntax(const Expression& left, const Expression& right) {
    const Expression& a = bare(left);
    const Expression& b = bare(right);
    if (const auto literal = a.asLiteral()) {
        const auto other = b.asLiteral();
        return other && *literal == *other;
    }
    return bothAre<syntax::ScopeTraversal>(
               a, b, [](const auto& x, const auto& y) { return addrs::areEquivalent(x.traversal, y.traversal); }) ||
           bothAre<syntax::WordKey>(a, b, [](const auto& x, const auto& y) { return x.word == y.word; }) ||
           bothAre<syntax::RelativeTraversal>(a, b,
                                              [](const auto& x, const auto& y) {
                                                  return addrs::areEquivalent(x.traversal, y.traversal) &&
                                                         areAlike(x.source, y.source);
                                              }) ||
           bothAre<syntax::FunctionCall>(
               a, b,
               [](const auto& x, const auto& y) { return x.name == y.name && areAlike(x.arguments, y.arguments); }) ||
           bothAre<syntax::Conditional>(a, b,
                                        [](const auto& x, const auto& y) {
                                            return areAlike(x.condition, y.condition) &&
                                                   areAlike(x.whenTrue, y.whenTrue) &&
                                                   areAlike(x.whenFalse, y.whenFalse);
                                        }) ||
           bothAre<syntax::Index>(a, b,
                                  [](const auto& x, const auto& y) {
                                      return areAlike(x.collection, y.collection) && areAlike(x.key, y.key);
                                  }) ||
           bothAre<syntax::TupleConstructor>(a, b,
                                             [](const auto& x, const auto& y) { return areAlike(x.items, y.items); }) ||
           bothAre<syntax::ObjectConstructor>(a, b, [](const auto& x, const auto& y) { return areAlike(x, y); }) ||
           bothAre<syntax::ForExpression>(a, b,
                                          [](const auto& x, const auto& y) {
                                              return x.keyVariable == y.keyVariable &&
                                                     x.valueVariable == y.valueVariable && x.group == y.group &&
                                                     areAlike(x.collection, y.collection) && areAlike(x.key, y.key) &&
                                                     areAlike(x.value, y.value) && areAlike(x.condition, y.condition);
                                          }) ||
           bothAre<syntax::BinaryOperation>(a, b,
                                            [](const auto& x, const auto& y) {
                                                return x.op == y.op && areAlike(x.left, y.left) &&
                                                       areAlike(x.right, y.right);
                                            }) ||
           bothAre<syntax::UnaryOperation>(
               a, b, [](const auto& x, const auto& y) { return x.op == y.op && areAlike(x.operand, y.operand); }) ||
           bothAre<syntax::Template>(a, b, [](const auto& x, const auto& y) { return areAlike(x.parts, y.parts); });
}

} // namespace planlens::configs
