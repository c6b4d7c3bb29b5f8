// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/probe.h"
#include "core/explain/sources/source_finder.h"

#include "core/hcl/function.h"
#include "core/lang/functions/network/ip_prefix.h"

#include <algorithm>
#include <array>

namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Path;
using values::Type;
using values::Value;

namespace {

bool isUsable(const std::optional<Value>& value) {
    return value && explain::isUsable(*value);
}

/// Returns the number that leads to a subnet in cidrsubnet(); std::nullopt if the network does not contain it, or has
/// no such subnets.
std::optional<Value> subnetNumber(const hcl::Function& cidrsubnet, const std::string& network, const Value& bits,
                                  const Value& subnet) {
    const auto outer = lang::IpPrefix::parse(network), inner = lang::IpPrefix::parse(*textOf(subnet));
    const auto number = outer && inner ? inner->address().numberIn(outer->length(), inner->length()) : std::nullopt;
    if (!number)
        return {};
    const std::array<Value, 3> arguments{Value::string(network), bits, Value::number(*number)};
    const auto result = hcl::invoke(cidrsubnet, arguments);
    return result && isSameValue(subnet, result->unmarkedDeep()) ? std::optional(arguments[2]) : std::nullopt;
}

/// Returns the path of an element of nested lists, by its position in the flat list. Subtracts the number of elements
/// that were passed.
std::optional<Path> leafAt(const Value& list, std::size_t& position) {
    for (std::size_t i = 0; i < list.size() && !list.type().isSet(); ++i) {
        const Path here = Path().index(std::int64_t(i));
        if (!isSequence(list.element(i))) {
            if (position-- == 0)
                return here;
        } else if (const std::optional<Path> inner = leafAt(list.element(i), position)) {
            return joined(here, *inner);
        }
    }
    return {};
}

} // namespace

/// Handles comparisons and arithmetic.
SourceFinder::Sources SourceFinder::operation(const syntax::BinaryOperation& expression, const Before& before) {
    using Operator = syntax::BinaryOperation::Operator;
    const std::optional<Value> left = evaluated(*expression.left), right = evaluated(*expression.right);
    if (!isUsable(before) || !isUsable(left) || !isUsable(right))
        return anyPart(expression, before);
    Before wasLeft, wasRight;
    const bool isComparison = expression.op == Operator::Equal || expression.op == Operator::NotEqual;
    if (isComparison && before->type().isBool()) {
        if (before->asBool() == (expression.op == Operator::Equal)) { // the operands were equal
            wasLeft = right;
            wasRight = left;
        }
    } else if (before->type().isNumber() && left->type().isNumber() && right->type().isNumber()) {
        const values::Number &was = before->asNumber(), &a = left->asNumber(), &b = right->asNumber();
        if (expression.op == Operator::Add) {
            wasLeft = Value::number(was - b);
            wasRight = Value::number(was - a);
        } else if (expression.op == Operator::Subtract) {
            wasLeft = Value::number(was + b);
            wasRight = Value::number(a - was);
        }
    }
    std::vector<Sources> groups;
    if (!isLiteral(*expression.left))
        groups.push_back(find(*expression.left, {}, wasLeft));
    if (!isLiteral(*expression.right))
        groups.push_back(find(*expression.right, {}, wasRight));
    const std::vector<hcl::Traversal> all = expression.variables();
    const auto isPosition = [&](const hcl::Traversal& one) { // in a list, which hardly changes its order
        const auto bound = m_bound.find(one.rootName());
        return bound != m_bound.end() && bound->second.isIndex;
    };
    if (hasLiteralPart(expression) || std::ranges::any_of(all, isPosition))
        groups.push_back(written(expression.range()));
    Sources found = oneOf(std::move(groups));
    return found.empty() ? anyPart(expression, before) : found;
}

/// Returns std::nullopt if nothing follows from the previous result.
std::optional<SourceFinder::Sources> SourceFinder::inverse(const syntax::FunctionCall& call, std::string_view name,
                                                           const Path& path, const Before& before) {
    const std::size_t count = call.arguments.size();
    if (call.expandFinal)
        return {};
    if (name == "element" && count == 2) {
        const std::optional<Value> list = evaluated(*call.arguments[0]), key = evaluated(*call.arguments[1]);
        const auto index = isUsable(key) && key->type().isNumber() ? key->asNumber().toUint64() : std::nullopt;
        if (isUsable(list) && index && *index < list->size())
            return selected(*call.arguments[0], *call.arguments[1], path, before);
    }
    if (name == "index" && count == 2 && path.isEmpty()) { // it also depends on the elements before the found one
        Sources list = find(*call.arguments[0], {}, {});
        Sources element = find(*call.arguments[1], {}, {});
        return list.empty() ? element : oneOf({std::move(list), std::move(element), written(call.range())});
    }
    if (isOneOf(name, {"zipmap", "keys", "values", "one"}))
        return keyed(call, name, path, before);
    if (!isUsable(before) && path.isEmpty())
        return {};
    if (path.isEmpty() && isOtherCall(call, name, before))
        return written(call.range());
    if (name == "cidrsubnet" && count == 3 && path.isEmpty())
        return subnet(call, before);
    if (count == 1 && path.isEmpty() && before->type().isString()) {
        if (name == "jsonencode" || name == "yamlencode" || name == "base64encode")
            return encoded(call,
                           name == "jsonencode"   ? "jsondecode"
                           : name == "yamlencode" ? "yamldecode"
                                                  : "base64decode",
                           before);
    }
    const std::optional<std::string> separator =
        name == "split" && count == 2 ? textOf(evaluated(*call.arguments[0])) : std::nullopt;
    if (const auto index = indexAt(path); separator && index && path.size() == 1 && textOf(before)) {
        const std::optional<Value> parts = evaluated(call);
        std::string was; // with the other parts as they are now
        for (std::size_t i = 0; isUsable(parts) && i < parts->size(); ++i)
            was += (i ? *separator : "") + *textOf(i == *index ? *before : parts->element(i));
        if (isUsable(parts) && *index < parts->size())
            return find(*call.arguments[1], {}, Value::string(was));
    }
    if (name == "split" && count == 2 && path.isEmpty() && isSequence(*before)) {
        std::string was;
        for (std::size_t i = 0; separator && i < before->size(); ++i)
            was += (i ? *separator : "") + textOf(before->element(i)).value_or("");
        if (separator)
            return find(*call.arguments[1], {}, Value::string(was));
    }
    if (isOneOf(name, {"lower", "upper", "title", "trimspace", "chomp", "replace", "regexreplace", "substr", "trim",
                       "trimprefix", "trimsuffix", "abs", "ceil", "floor", "urlencode"}))
        return identity(call, path, before);
    if (isOneOf(name, {"sort", "distinct", "compact", "reverse", "slice", "flatten", "setunion"}))
        return members(call, path, before);
    return {};
}

bool SourceFinder::isOtherCall(const syntax::FunctionCall& call, std::string_view name, const Before& before) const {
    const std::size_t count = call.arguments.size();
    if (count == 1 && isOneOf(name, {"lower", "upper", "trimspace", "chomp", "sort", "distinct", "compact", "abs",
                                     "ceil", "floor"})) { // calling them again changes nothing
        const hcl::Function* function = m_recorded.function(name);
        const std::array<Value, 1> arguments{*before};
        const auto again = function ? std::optional(hcl::invoke(*function, arguments)) : std::nullopt;
        return again && *again && (*again)->isWhollyKnown() && !isSameValue(*before, (*again)->unmarkedDeep());
    }
    const auto literal = [&](std::size_t i) {
        return i < count && isLiteral(*call.arguments[i]) ? textOf(evaluated(*call.arguments[i])) : std::nullopt;
    };
    const std::optional<std::string> text = textOf(before);
    if (name == "replace" && count == 3 && text)
        if (const auto from = literal(1), to = literal(2); from && to && !from->empty() && from->front() != '/')
            return text->find(*from) != std::string::npos && to->find(*from) == std::string::npos;
    return false;
}

/// Handles cidrsubnet(): the network changed if the present other arguments lead to the previous result from a network
/// of the same size, the number if the present network contains the previous result.
SourceFinder::Sources SourceFinder::subnet(const syntax::FunctionCall& call, const Before& before) {
    const std::optional<std::string> text = textOf(before);
    const std::optional<Value> bits = evaluated(*call.arguments[1]), number = evaluated(*call.arguments[2]);
    const std::size_t slash = text ? text->find('/') : std::string::npos;
    const hcl::Function* function = m_recorded.function("cidrsubnet");
    if (slash == std::string::npos || !function || !isUsable(bits) || !isUsable(number))
        return {};
    const std::optional<std::string> added = textOf(bits);
    const int length = std::atoi(text->c_str() + slash + 1), prefix = length - std::atoi(added ? added->c_str() : "");
    const std::array<Value, 3> arguments{Value::string(text->substr(0, slash + 1) + std::to_string(prefix)), *bits,
                                         *number};
    const auto again = hcl::invoke(*function, arguments);
    const std::optional<std::string> network = textOf(evaluated(*call.arguments.front()));
    if (prefix < 0 || !network || !network->ends_with("/" + std::to_string(prefix)))
        return {};
    if (again && isSameValue(*before, again->unmarkedDeep()))
        return find(*call.arguments.front(), {}, {});
    const std::optional<Value> was = subnetNumber(*function, *network, *bits, *before);
    return was ? find(*call.arguments[2], {}, *was) : Sources();
}

/// Handles functions that encode values: decodes the previous text and compares the values.
SourceFinder::Sources SourceFinder::encoded(const syntax::FunctionCall& call, std::string_view decoder,
                                            const Before& before) {
    const hcl::Function* decode = m_recorded.function(decoder);
    const auto decoded = [&](const Value& text) -> std::optional<Value> {
        const std::array<Value, 1> arguments{Value::string(text.asString())};
        const auto value = hcl::invoke(*decode, arguments);
        return value && value->isWhollyKnown() ? std::optional(value->unmarkedDeep()) : std::nullopt;
    };
    if (!decode)
        return {};
    const std::optional<Value> was = decoded(*before);
    std::optional<Value> now = evaluated(*call.arguments.front());
    if (!now && isUsable(m_current) && m_current->type().isString())
        now = decoded(*m_current);
    if (!was)
        return {};
    return now ? differences(*call.arguments.front(), {}, *was, *now) : find(*call.arguments.front(), {}, *was);
}

/// Returns the previous argument of a function that removes or replaces parts of a text, if it does the same as with
/// the present one; std::nullopt if the function does not return the previous text then.
SourceFinder::Before SourceFinder::argumentBefore(const syntax::FunctionCall& call, const Value& argument,
                                                  const Value& result, const Before& before) const {
    const std::optional<std::string> text = textOf(argument), rest = textOf(result), was = textOf(before);
    const hcl::Function* function = m_recorded.function(call.name);
    std::vector<Value> arguments{argument};
    for (std::size_t i = 1; i < call.arguments.size(); ++i) {
        const std::optional<Value> other = evaluated(*call.arguments[i]);
        if (!isUsable(other))
            return {};
        arguments.push_back(*other);
    }
    if (!text || !rest || !was || rest->empty() || !function)
        return {};
    const auto isMadeOf = [&](const std::string& possible) {
        arguments.front() = Value::string(possible);
        const auto again = hcl::invoke(*function, arguments);
        return again && isSameValue(*before, again->unmarkedDeep());
    };
    const std::size_t at = text->find(*rest);
    if (at != std::string::npos && isMadeOf(text->substr(0, at) + *was + text->substr(at + rest->size())))
        return arguments.front();
    if (builtInName(call.name) == "replace" && arguments.size() == 3) {
        const auto undone = [&](const std::string& made) {
            const std::vector<Value> reversed{Value::string(made), arguments[2], arguments[1]};
            const auto original = hcl::invoke(*function, reversed);
            return original ? textOf(original->unmarkedDeep()) : std::nullopt;
        };
        const std::optional<std::string> possible = undone(*was);
        if (undone(*rest) == *text && possible && possible != was && isMadeOf(*possible))
            return arguments.front();
    }
    return {};
}

/// Whether a function does not return the same for an argument that is similar to this one.
bool SourceFinder::isOnlyArgument(const syntax::FunctionCall& call, const Value& argument) const {
    const hcl::Function* function = m_recorded.function(call.name);
    if (!function || !isUsable(argument) || !(argument.type().isString() || argument.type().isNumber()))
        return true;
    std::vector<Value> arguments{argument};
    for (std::size_t i = 1; i < call.arguments.size(); ++i)
        arguments.push_back(evaluated(*call.arguments[i]).value_or(Value::dynamicUnknown()));
    const auto returned = [&](const Value& first) {
        arguments.front() = first;
        const auto value = hcl::invoke(*function, arguments);
        return value ? std::optional(value->unmarkedDeep()) : std::nullopt;
    };
    const std::optional<Value> result = returned(argument);
    const auto isSame = [&](const Value& other) {
        const std::optional<Value> again = returned(other);
        return result && again && isUsable(*result) && isUsable(*again) && isSameValue(*result, *again);
    };
    if (argument.type().isNumber()) {
        const values::Number number = argument.asNumber(), half = values::Number(1) / values::Number(2);
        return !isSame(Value::number(number + half)) && !isSame(Value::number(number - half)) &&
               (number == values::Number(0) || !isSame(Value::number(values::Number(0) - number)));
    }
    const std::vector<std::string> others = similarTexts(argument.asString(), literalsOf(call));
    return std::ranges::none_of(others, [&](const std::string& other) { return isSame(Value::string(other)); });
}

/// Handles functions that leave most values unchanged, or remove something at the ends of a text. What one does now, it
/// probably did before.
SourceFinder::Sources SourceFinder::identity(const syntax::FunctionCall& call, const Path& path, const Before& before) {
    const std::optional<Value> argument = evaluated(*call.arguments.front()), result = evaluated(call);
    if (!path.isEmpty() || !isUsable(argument) || !isUsable(result))
        return {};
    const Before was = isSameValue(*argument, *result) ? before : argumentBefore(call, *argument, *result, before);
    if (!was)
        return {};
    const bool isCut = call.name.ends_with("substr") && !isSameValue(*argument, *result); // the rest is not known
    std::vector<Sources> groups{find(*call.arguments.front(), {}, isCut ? Before() : was)};
    if (!isOnlyArgument(call, *was))
        for (ValueSource& one : groups.front())
            one.isExact = false;
    for (std::size_t i = 1; i < call.arguments.size(); ++i)
        groups.push_back(find(*call.arguments[i], {}, {}));
    return oneOf(std::move(groups));
}

/// Handles functions whose result consists of elements of their arguments.
SourceFinder::Sources SourceFinder::members(const syntax::FunctionCall& call, const Path& path, const Before& before) {
    const std::optional<Value> argument = evaluated(*call.arguments.front()), result = evaluated(call);
    if (!isUsable(argument) || !isUsable(result) || !isSequence(*argument) || !isSequence(*result))
        return {};
    if (const auto index = indexAt(path); index && call.name.ends_with("flatten"))
        if (std::size_t at = *index; const std::optional<Path> element = leafAt(*argument, at))
            return find(*call.arguments.front(), joined(*element, withoutFirst(path)), before);
    if (const auto index = indexAt(path); index && *index < result->size()) {
        for (std::size_t i = 0; i < argument->size(); ++i)
            if (!argument->type().isSet() && isSameValue(argument->element(i), result->element(*index)) &&
                isSameValue(*argument, *result))
                return find(*call.arguments.front(), joined(Path().index(std::int64_t(i)), withoutFirst(path)), before);
        std::size_t left = *index; // of the elements that compact() keeps
        for (std::size_t i = 0; call.name.ends_with("compact") && i < argument->size(); ++i)
            if (!textOf(argument->element(i)).value_or("").empty() && left-- == 0)
                return find(*call.arguments.front(), Path().index(std::int64_t(i)), before);
        if (before && !contains(*result, *before)) // it was not only moved
            for (std::size_t i = 0; i < argument->size() && !argument->type().isSet(); ++i)
                if (isSameValue(argument->element(i), result->element(*index)))
                    return find(*call.arguments.front(), joined(Path().index(std::int64_t(i)), withoutFirst(path)),
                                before);
        return {};
    }
    if (!path.isEmpty() || !isUsable(before) || !isSequence(*before))
        return {};
    std::vector<Sources> groups;
    constexpr std::size_t most = 64; // comparing each element with all others is quadratic
    const bool mayOmit = call.name.ends_with("compact") || call.name.ends_with("distinct");
    if (isSameValue(*argument, *result) &&
        !(mayOmit && before->size() < result->size())) { // the previous result probably equaled the argument, too
        groups.push_back(find(*call.arguments.front(), {}, before));
    } else if (mayOmit && before->size() == result->size() && before->size() <= most && !before->type().isSet()) {
        std::vector<Value> old; // the elements that are not left out changed in their places
        for (std::size_t i = 0; i < argument->size(); ++i) {
            old.push_back(argument->element(i));
            for (std::size_t j = 0; j < result->size(); ++j)
                if (isSameValue(argument->element(i), result->element(j)))
                    old.back() = before->element(j);
        }
        groups.push_back(find(*call.arguments.front(), {}, Value::tuple(std::move(old))));
    } else if (const std::vector<Value> added = elementsWithout(*result, *before); !added.empty()) {
        for (std::size_t i = 0; i < argument->size() && !argument->type().isSet(); ++i)
            if (std::ranges::any_of(added, [&](const Value& one) {
                    const Value& element = argument->element(i);
                    return isSameValue(one, element) || (isSequence(element) && contains(element, one));
                })) {
                const Path at = Path().index(std::int64_t(i));
                const Expression* item = elementAt(*call.arguments.front(), at);
                groups.push_back(item && isLiteral(*item) ? written(item->range())
                                                          : find(*call.arguments.front(), at, {}));
                if (areKept(groups.back()) && !elementsWithout(*before, *argument).empty()) // another one was removed
                    groups.back() = find(*call.arguments.front(), {}, {});
            }
    }
    for (std::size_t i = 1; i < call.arguments.size(); ++i)
        groups.push_back(find(*call.arguments[i], {}, {}));
    return oneOf(std::move(groups));
}

/// Handles functions that convert between mappings and lists.
SourceFinder::Sources SourceFinder::keyed(const syntax::FunctionCall& call, std::string_view name, const Path& path,
                                          const Before& before) {
    const Expression& first = *call.arguments.front();
    const std::optional<Value> argument = evaluated(first), result = evaluated(call);
    if (name == "one" && isUsable(argument) && argument->size() == 1 && !argument->type().isSet())
        return find(first, joined(Path().index(std::int64_t(0)), path), before);
    if (name == "zipmap" && call.arguments.size() == 2 && isUsable(argument) && isSequence(*argument)) {
        const std::optional<std::string> key = keyOf(path);
        if (path.size() == 1 && before && before->isNull())
            return toSet(call, path, before);
        if (path.isEmpty() && before && isMapping(*before) && before->size() > 0 && !before->element(0).isKnown())
            return find(first, {}, asSet(keysOf(*before))); // only these are known
        std::vector<Sources> groups;
        const std::optional<Value> paired = evaluated(*call.arguments[1]);
        bool areOthers = isUsable(paired) && isSequence(*paired); // the previous values belong to other keys now
        const auto orKeys = [&](Sources found) {
            return areOthers && !found.empty() ? oneOf({std::move(found), find(first, {}, {}), written(call.range())})
                                               : std::move(found);
        };
        for (std::size_t i = 0; i < argument->size(); ++i) {
            const std::optional<std::string> one = textOf(argument->element(i));
            const Path element = Path().index(std::int64_t(i));
            if (key && one == key) {
                areOthers = areOthers && path.size() == 1 && before && contains(*paired, *before);
                return orKeys(find(*call.arguments[1], joined(element, withoutFirst(path)), before));
            }
            const Value* was = !key && path.isEmpty() && one && isUsable(before) && !isSequence(*before)
                                   ? before->find(*one)
                                   : nullptr;
            if (was) {
                areOthers = areOthers && contains(*paired, *was);
                groups.push_back(find(*call.arguments[1], element, *was));
            }
        }
        return path.isEmpty() && isUsable(before) && groups.size() == argument->size() &&
                       before->size() == argument->size()
                   ? orKeys(allOf(std::move(groups)))
                   : Sources();
    }
    if (!isUsable(argument) || isSequence(*argument) || !isUsable(result))
        return {};
    if (const auto index = indexAt(path); index && *index < argument->size() && name == "values")
        return find(first, joined(Path().index(std::string_view(argument->key(*index))), withoutFirst(path)), before);
    std::vector<Sources> groups;
    if (path.isEmpty() && isUsable(before) && isSequence(*before) && name == "keys")
        for (const Value& added : elementsWithout(*result, *before))
            groups.push_back(
                find(first, Path().index(std::string_view(added.asString())), Value::null(Type::dynamic())));
    if (path.isEmpty() && isUsable(before) && isSequence(*before) && name == "values" &&
        before->size() == argument->size())
        for (std::size_t i = 0; i < argument->size(); ++i)
            groups.push_back(find(first, Path().index(std::string_view(argument->key(i))), before->element(i)));
    return allOf(std::move(groups));
}

} // namespace planlens::explain
