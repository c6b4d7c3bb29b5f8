// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax.h"

#include <algorithm>

namespace planlens::hcl::syntax {
namespace {

std::vector<Node::Child> asChildren(const std::vector<ExpressionPtr>& expressions) {
    std::vector<Node::Child> children;
    children.reserve(expressions.size());
    for (const ExpressionPtr& expression : expressions)
        children.push_back({expression.get()});
    return children;
}

} // namespace

void Node::collectVariables(std::vector<Traversal>& out) const {
    for (const Child& child : children()) {
        const auto before = static_cast<std::ptrdiff_t>(out.size());
        child.expression->collectVariables(out);
        if (child.boundNames.empty())
            continue;
        const auto isBound = [&](const Traversal& traversal) {
            return std::find(child.boundNames.begin(), child.boundNames.end(), traversal.rootName()) !=
                   child.boundNames.end();
        };
        out.erase(std::remove_if(out.begin() + before, out.end(), isBound), out.end());
    }
}

void Node::collectFunctions(std::vector<FunctionReference>& out) const {
    for (const Child& child : children())
        child.expression->collectFunctions(out);
}

void ScopeTraversal::collectVariables(std::vector<Traversal>& out) const {
    out.push_back(traversal);
}

void FunctionCall::collectFunctions(std::vector<FunctionReference>& out) const {
    out.push_back({name, nameRange});
    Node::collectFunctions(out);
}

std::vector<Node::Child> FunctionCall::children() const {
    return asChildren(arguments);
}
std::vector<Node::Child> TupleConstructor::children() const {
    return asChildren(items);
}
std::vector<Node::Child> Template::children() const {
    return asChildren(parts);
}

std::vector<Node::Child> ObjectKey::children() const {
    // A bare word is not a reference.
    if (wrapped->asKeyword().empty())
        return {{wrapped.get()}};
    return {};
}

std::vector<Node::Child> ObjectConstructor::children() const {
    std::vector<Child> children;
    children.reserve(items.size() * 2);
    for (const ExpressionPair& item : items) {
        children.push_back({item.key.get()});
        children.push_back({item.value.get()});
    }
    return children;
}

std::vector<Node::Child> ForExpression::children() const {
    std::vector<std::string> names;
    if (!keyVariable.empty())
        names.push_back(keyVariable);
    names.push_back(valueVariable);
    std::vector<Child> children{{collection.get()}};
    if (key)
        children.push_back({key.get(), names});
    children.push_back({value.get(), names});
    if (condition)
        children.push_back({condition.get(), names});
    return children;
}

std::optional<Traversal> LiteralValue::asTraversal() const {
    const auto keyword = [this](std::string word) {
        return Traversal{{{TraversalStep::Kind::Root, std::move(word), {}, range()}}};
    };
    if (value.isNull())
        return keyword("null");
    if (value.type().isBool() && value.isKnown())
        return keyword(value.asBool() ? "true" : "false");
    return std::nullopt;
}

std::optional<Traversal> RelativeTraversal::asTraversal() const {
    auto whole = source->asTraversal();
    if (whole)
        whole->steps.insert(whole->steps.end(), traversal.steps.begin(), traversal.steps.end());
    return whole;
}

std::optional<Traversal> ObjectKey::asTraversal() const {
    return forceNonLiteral ? std::nullopt : wrapped->asTraversal();
}

std::optional<StaticCall> FunctionCall::asCall() const {
    return StaticCall{name, nameRange, SourceRange::between(openParenRange, closeParenRange), arguments};
}

SourceRange Template::startRange() const {
    return parts.empty() ? range() : parts.front()->startRange();
}

std::optional<Value> Template::asLiteral() const {
    if (parts.size() != 1 || !dynamic_cast<const LiteralValue*>(parts.front().get()))
        return std::nullopt;
    return parts.front()->asLiteral();
}

} // namespace planlens::hcl::syntax
