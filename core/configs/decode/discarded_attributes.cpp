// SPDX-License-Identifier: MPL-2.0
#include "core/configs/decode/discarded_attributes.h"

#include "core/diags/suggestion.h"
#include "core/hcl/syntax.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <optional>

namespace planlens::configs {
namespace {

using hcl::Expression;
using values::Type;
using values::Value;

std::string step(const std::string& key) {
    return "[" + key + "]";
}
const char* const anyElement = "[(not yet known)]";

/// Returns the attribute name of a key, if it can be determined without a scope.
std::optional<std::string> constantName(const Expression& key) {
    const diags::Result<Value> evaluated = key.evaluate(nullptr);
    if (evaluated.hasErrors() || !evaluated->isKnown() || evaluated->isNull())
        return {};
    const values::Outcome<Value> name = values::convert(evaluated->unmarked(), Type::string());
    return name ? std::optional(name->asString()) : std::nullopt;
}

class Search {
public:
    std::vector<DiscardedAttribute> found;

    void visit(const Expression& expression, Type target, const std::string& path) {
        if (const auto* object = dynamic_cast<const hcl::syntax::ObjectConstructor*>(&expression))
            visitObject(*object, target, path);
        else if (const auto* tuple = dynamic_cast<const hcl::syntax::TupleConstructor*>(&expression))
            visitTuple(*tuple, target, path);
        else if (const auto* loop = dynamic_cast<const hcl::syntax::ForExpression*>(&expression)) {
            const bool makesSequence = !loop->key;
            if (makesSequence ? target.isList() || target.isSet() : target.isMap())
                visit(*loop->value, target.elementType(), path + anyElement);
        }
    }

private:
    void visitObject(const hcl::syntax::ObjectConstructor& object, Type target, const std::string& path) {
        if (!target.isObject() && !target.isMap())
            return;
        for (const hcl::ExpressionPair& item : object.items) {
            const std::optional<std::string> name = constantName(*item.key);
            if (!name)
                continue;
            if (target.isMap()) {
                visit(*item.value, target.elementType(), path + step(values::quoted(*name)));
            } else if (const auto index = target.attributeIndex(*name)) {
                visit(*item.value, target.attributes()[*index].type, path + "." + *name);
            } else {
                std::vector<std::string> names;
                for (const values::ObjectAttribute& attribute : target.attributes())
                    names.push_back(attribute.name);
                const std::string near = diags::nearestName(*name, names);
                found.push_back({path, *name,
                                 near.empty()
                                     ? std::string()
                                     : fmt::format(" Did you mean to set attribute {} instead?", values::quoted(near)),
                                 item.key->range(), object.range()});
            }
        }
    }

    void visitTuple(const hcl::syntax::TupleConstructor& tuple, Type target, const std::string& path) {
        const bool isTuple = target.isTuple() && target.tupleTypes().size() == tuple.items.size();
        if (!isTuple && !target.isList() && !target.isSet())
            return;
        for (std::size_t i = 0; i < tuple.items.size(); ++i)
            visit(*tuple.items[i], isTuple ? target.tupleTypes()[i] : target.elementType(),
                  path + step(std::to_string(i)));
    }
};

} // namespace

std::vector<DiscardedAttribute> discardedAttributes(const Expression& expression, Type target) {
    Search search;
    if (!target.isPrimitive() && !target.isDynamic())
        search.visit(expression, target, {});
    return std::move(search.found);
}

diags::Diagnostic discardedAttributeWarning(const DiscardedAttribute& attribute, const std::string& purpose) {
    diags::Diagnostic warning = diags::Diagnostic::warning(
        "Object attribute is ignored",
        fmt::format("The object type for {} does not include an attribute named {}, so this definition is unused.{}",
                    purpose, values::quoted(attribute.name), attribute.suggestion),
        attribute.nameRange);
    warning.context = attribute.objectRange;
    return warning;
}

} // namespace planlens::configs
