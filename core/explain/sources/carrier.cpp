// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/carrier.h"

#include "core/explain/definition.h"
#include "core/explain/sources/value_sources.h"

#include <algorithm>

namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Path;
using values::Value;

namespace {

/// Whether a function returns all of its arguments' values in another form.
bool keepsArguments(std::string_view name) {
    return isOneOf(name, {"base64encode", "concat", "format", "formatlist", "join", "jsonencode", "range", "setproduct",
                          "tolist", "tomap", "tostring", "yamlencode", "zipmap"});
}

/// Whether a function of these can return the same value for another argument.
bool isAmbiguous(std::string_view name) {
    return isOneOf(name, {"cidrsubnet", "coalesce", "coalescelist", "csvdecode", "format", "formatlist", "join",
                          "jsondecode", "range", "tobool", "tonumber", "try", "yamldecode"});
}

/// Whether a function hardly returns the same value for another first argument.
bool keepsFirstArgument(std::string_view name) {
    return isOneOf(name, {"base64decode", "base64sha256", "base64sha512", "cidrsubnet", "coalesce",
                          "coalescelist", "csvdecode",    "jsondecode",   "md5",        "nonsensitive",
                          "reverse",      "sensitive",    "sha1",         "sha256",     "sha512",
                          "tobool",       "tonumber",     "try",          "urlencode",  "yamldecode"});
}

std::optional<std::string> literalKey(const hcl::Expression& key) {
    const diags::Result<Value> value = key.variables().empty() ? key.evaluate(nullptr) : diags::Result<Value>();
    return value.value && !value.hasErrors() ? textOf(*value.value) : std::nullopt;
}

/// Whether a key or another part is the same in each run: it only refers to each.key and count.index.
bool isFixed(const hcl::Expression& key) {
    const std::vector<hcl::Traversal> all = key.variables();
    return std::ranges::all_of(all, [](const hcl::Traversal& one) {
        return one.steps.size() == 2 && ((one.rootName() == "each" && one.steps[1].name == "key") ||
                                         (one.rootName() == "count" && one.steps[1].name == "index"));
    });
}

} // namespace

std::optional<Value> Carrier::valueOf(const hcl::Expression& part) const {
    if (const auto* literal = dynamic_cast<const syntax::LiteralValue*>(&part))
        return literal->value;
    return m_valueOfPart(part);
}

std::optional<Carried> Carrier::inexact(const hcl::Expression& part) const {
    std::optional<Carried> found = in(part);
    if (!found || found->isSize)
        return {};
    Carried carried;
    carried.within = std::move(found->within);
    carried.isExact = false;
    carried.isSelected = found->isSelected;
    carried.isUnique = found->isUnique;
    return carried;
}

std::optional<Carried> Carrier::below(const hcl::Expression& part, const Path& step) const {
    std::optional<Carried> found = in(part);
    if (found)
        found->path = joined(step, found->path);
    return found;
}

std::optional<Carried> Carrier::selected(const hcl::Expression& collection, const Path& steps, bool isFixed) const {
    std::optional<Carried> found = in(collection);
    if (!found || !found->isWhole() || found->isSize)
        return {};
    found->within = joined(found->within, steps);
    found->isSelected |= !isFixed;
    return found;
}

/// The value is exact if the texts of all other parts are known. They may have changed, but then the previous text of
/// the whole hardly starts and ends with them.
std::optional<Carried> Carrier::inTemplate(const syntax::Template& expression) const {
    Carried found;
    bool isFound = false;
    for (const hcl::ExpressionPtr& part : expression.parts) {
        if (const std::optional<Carried> inner = in(*part); inner && !inner->isSize) {
            found.isExact &= !isFound && inner->isWhole();
            found.within = inner->within;
            found.isSelected = inner->isSelected;
            found.isUnique &= inner->isUnique;
            isFound = true;
            continue;
        }
        const std::optional<std::string> text = textOf(valueOf(*part));
        (isFound ? found.suffix : found.prefix) += text.value_or("");
        found.isExact &= text.has_value();
        found.isUnique &= isFixed(*part);
    }
    return isFound ? std::optional(std::move(found)) : std::nullopt;
}

std::optional<Carried> Carrier::inCall(const syntax::FunctionCall& call) const {
    if (call.arguments.empty() || call.expandFinal)
        return {};
    if (builtInName(call.name) == "length") {
        std::optional<Carried> found = in(*call.arguments.front());
        if (!found || !found->isWhole())
            return {};
        found->isSize = true;
        return found;
    }
    if (builtInName(call.name) == "lookup" && call.arguments.size() > 1) {
        const std::optional<std::string> key = textOf(valueOf(*call.arguments[1]));
        const std::optional<Value> collection = valueOf(*call.arguments.front());
        const bool isFound = key && collection && isMapping(*collection) && collection->find(*key);
        return isFound ? selected(*call.arguments.front(), Path().index(std::string_view(*key)),
                                  isFixed(*call.arguments[1]))
                       : std::nullopt;
    }
    if (builtInName(call.name) == "merge")
        return inexact(*call.arguments.back()); // which overrides the others
    const auto first = call.arguments.begin();
    const auto end = keepsArguments(call.name)       ? call.arguments.end()
                     : keepsFirstArgument(call.name) ? first + 1
                                                     : first;
    for (auto argument = first; argument != end; ++argument)
        if (std::optional<Carried> found = inexact(**argument)) {
            found->isUnique &= !isAmbiguous(call.name) || isFirstUsable(call);
            for (auto other = first; other != call.arguments.end(); ++other)
                found->isUnique &= other == argument || isFixed(**other);
            return found;
        }
    return {};
}

/// Whether a call of coalesce() or the like returns its first argument, and the others have other values.
bool Carrier::isFirstUsable(const syntax::FunctionCall& call) const {
    if (!isOneOf(call.name, {"coalesce", "coalescelist", "try"}))
        return false;
    const std::optional<Value> now = valueOf(call);
    const auto is = [&](const hcl::ExpressionPtr& argument) {
        const std::optional<Value> value = now ? valueOf(*argument) : std::nullopt;
        return !value || !value->isKnown() || isSameValue(*now, value->unmarkedDeep());
    };
    return now && is(call.arguments.front()) && std::none_of(call.arguments.begin() + 1, call.arguments.end(), is);
}

/// A condition is carried if its branches differ, and otherwise what the present branch carries.
std::optional<Carried> Carrier::inConditional(const syntax::Conditional& expression) const {
    const std::optional<Value> whenTrue = valueOf(*expression.whenTrue), whenFalse = valueOf(*expression.whenFalse);
    const bool areDifferent =
        whenTrue && whenFalse && isUsable(*whenTrue) && isUsable(*whenFalse) && !isSameValue(*whenTrue, *whenFalse);
    const bool areConstant = isFixed(*expression.whenTrue) && isFixed(*expression.whenFalse);
    std::optional<Carried> found = in(*expression.condition);
    if (found && found->isWhole()) {
        found = areDifferent ? inexact(*expression.condition) : std::nullopt;
        if (found)
            found->isUnique &= areConstant;
        return found;
    }
    const std::optional<Value> condition = valueOf(*expression.condition);
    if (!condition || !isUsable(*condition) || !condition->type().isBool())
        return {};
    found = inexact(condition->asBool() ? *expression.whenTrue : *expression.whenFalse);
    if (found)
        found->isUnique &= areDifferent;
    return found;
}

/// A loop without a condition over the whole reference carries it if its value carries the element, and its key the key
/// or the element.
std::optional<Carried> Carrier::inLoop(const syntax::ForExpression& expression) const {
    const std::optional<Carried> collection = in(*expression.collection);
    if (!collection || !collection->isWhole() || collection->isSize || expression.condition || expression.group)
        return {};
    bool isUnique = true;
    const auto carries = [&](const hcl::Expression& part, const std::string& name) {
        const std::optional<Carried> found = name.empty() ? std::nullopt : Carrier(name, m_valueOfPart).in(part);
        const bool isWhole = found && found->within.isEmpty() && !found->isSize;
        isUnique &= !isWhole || found->isUnique;
        return isWhole;
    };
    if (!carries(*expression.value, expression.valueVariable) ||
        (expression.key && !carries(*expression.key, expression.keyVariable) &&
         !carries(*expression.key, expression.valueVariable)))
        return {};
    std::optional<Carried> found = inexact(*expression.collection);
    if (found)
        found->isUnique &= isUnique;
    return found;
}

std::optional<Carried> Carrier::in(const hcl::Expression& expression) const {
    if (const hcl::ExpressionPtr native = expression.inNativeSyntax())
        return in(*native);
    if (const auto* named = dynamic_cast<const syntax::ScopeTraversal*>(&expression)) {
        if (m_name.empty() ? expression.range() == m_reference : named->traversal.rootName() == m_name) {
            Carried found;
            if (!m_name.empty())
                found.within = hcl::pathOf(named->traversal);
            return found;
        }
        return {};
    }
    if (const auto* inner = dynamic_cast<const syntax::Parentheses*>(&expression))
        return in(*inner->inner);
    if (const auto* wrap = dynamic_cast<const syntax::TemplateWrap*>(&expression))
        return in(*wrap->wrapped);
    if (const auto* relative = dynamic_cast<const syntax::RelativeTraversal*>(&expression))
        return selected(*relative->source, hcl::pathOf(relative->traversal));
    if (const auto* indexed = dynamic_cast<const syntax::Index*>(&expression)) {
        const std::optional<Value> key = valueOf(*indexed->key);
        return key && isUsable(*key) ? selected(*indexed->collection, Path().index(*key), isFixed(*indexed->key))
                                     : std::nullopt;
    }
    if (const auto* made = dynamic_cast<const syntax::ObjectConstructor*>(&expression)) {
        for (const hcl::ExpressionPair& item : made->items)
            if (const std::optional<std::string> key = literalKey(*item.key))
                if (auto found = below(*item.value, Path().index(std::string_view(*key))))
                    return found;
    } else if (const auto* list = dynamic_cast<const syntax::TupleConstructor*>(&expression)) {
        for (std::size_t i = 0; i < list->items.size(); ++i)
            if (auto found = below(*list->items[i], Path().index(std::int64_t(i))))
                return found;
    } else if (const auto* pieces = dynamic_cast<const syntax::Template*>(&expression)) {
        return inTemplate(*pieces);
    } else if (const auto* call = dynamic_cast<const syntax::FunctionCall*>(&expression)) {
        return inCall(*call);
    } else if (const auto* branches = dynamic_cast<const syntax::Conditional*>(&expression)) {
        return inConditional(*branches);
    } else if (const auto* loop = dynamic_cast<const syntax::ForExpression*>(&expression)) {
        return inLoop(*loop);
    } else if (const auto* negation = dynamic_cast<const syntax::UnaryOperation*>(&expression)) {
        std::optional<Carried> found = in(*negation->operand);
        if (!found || !found->isWhole() || found->isSize)
            return {};
        found->isNegated = negation->op == syntax::UnaryOperation::Operator::Not;
        found->isExact = found->isNegated;
        return found;
    } else if (const auto* operation = dynamic_cast<const syntax::BinaryOperation*>(&expression)) {
        using Operator = syntax::BinaryOperation::Operator;
        const bool isSum = operation->op == Operator::Add || operation->op == Operator::Subtract;
        for (const auto& [part, other] : {std::pair(operation->left.get(), operation->right.get()),
                                          {operation->right.get(), operation->left.get()}}) {
            const std::optional<Value> factor = valueOf(*other);
            const bool isProduct = operation->op == Operator::Multiply && factor && isUsable(*factor) &&
                                   !isSameValue(Value::number(0), *factor);
            if (isSum || isProduct)
                if (std::optional<Carried> found = inexact(*part)) {
                    found->isUnique &= isFixed(*other);
                    return found;
                }
        }
    }
    return {};
}

} // namespace planlens::explain
