// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/type_expression.h"

#include "core/hcl/syntax/parser.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <set>

namespace planlens::hcl {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::SourceRange;
using values::quoted;
using values::Type;

constexpr const char* invalidType = "Invalid type specification";

enum class Grammar { ExactType, Constraint, ConstraintWithDefaults };
using DefaultsPtr = std::shared_ptr<const TypeDefaults>;

std::string missingArgument(const std::string& constructor) {
    if (constructor == "object")
        return "The object type constructor requires one argument specifying the attribute types and values as a map.";
    if (constructor == "tuple")
        return "The tuple type constructor requires one argument specifying the element types as a list.";
    return fmt::format("The {} type constructor requires one argument specifying the element type.", constructor);
}

bool isCollection(const std::string& name) {
    return name == "list" || name == "set" || name == "map";
}
bool isPrimitive(const std::string& name) {
    return name == "bool" || name == "string" || name == "number";
}

class TypeParser {
public:
    explicit TypeParser(Grammar grammar)
        : m_grammar(grammar) {}

    TypeConstraint parse(const Expression& expression) {
        const std::string keyword = expression.asKeyword();
        if (!keyword.empty())
            return parseKeyword(keyword, expression.range());
        const auto call = expression.asCall();
        if (!call)
            return fail("A type specification is either a primitive type keyword (bool, number, string) or a complex "
                        "type constructor call, like list(string).",
                        expression.range());
        return parseCall(*call, expression.range());
    }

    Diagnostics takeDiagnostics() { return std::move(m_diagnostics); }

private:
    void report(std::string detail, const SourceRange& subject, std::optional<SourceRange> context = {}) {
        Diagnostic diagnostic = Diagnostic::error(invalidType, std::move(detail), subject);
        diagnostic.context = std::move(context);
        m_diagnostics.append(std::move(diagnostic));
    }
    TypeConstraint fail(std::string detail, const SourceRange& subject, std::optional<SourceRange> context = {}) {
        report(std::move(detail), subject, std::move(context));
        return {Type::dynamic(), nullptr};
    }

    TypeConstraint parseKeyword(const std::string& keyword, const SourceRange& range) {
        if (keyword == "bool")
            return {Type::boolean(), nullptr};
        if (keyword == "string")
            return {Type::string(), nullptr};
        if (keyword == "number")
            return {Type::number(), nullptr};
        if (keyword == "any") {
            if (m_grammar != Grammar::ExactType)
                return {Type::dynamic(), nullptr};
            return fail(
                fmt::format("The keyword {} cannot be used in this type specification: an exact type is required.",
                            quoted(keyword)),
                range);
        }
        if (isCollection(keyword) || keyword == "object" || keyword == "tuple")
            return fail(missingArgument(keyword), range);
        return fail(fmt::format("The keyword {} is not a valid type specification.", quoted(keyword)), range);
    }

    TypeConstraint parseCall(const StaticCall& call, const SourceRange& range) {
        if (isPrimitive(call.name))
            return fail(fmt::format("Primitive type keyword {} does not expect arguments.", quoted(call.name)),
                        call.argumentsRange);
        if (call.name == "any")
            return fail(fmt::format("Type constraint keyword {} does not expect arguments.", quoted(call.name)),
                        call.argumentsRange);
        const bool isConstructor = isCollection(call.name) || call.name == "object" || call.name == "tuple";
        if (isConstructor && call.arguments.size() != 1) {
            SourceRange subject = call.argumentsRange;
            if (call.arguments.size() > 1)
                subject = SourceRange::between(call.arguments[1]->range(), call.arguments.back()->range());
            return fail(missingArgument(call.name), subject, call.argumentsRange);
        }
        if (isCollection(call.name))
            return parseCollection(call);
        if (call.name == "object")
            return parseObject(*call.arguments[0], range);
        if (call.name == "tuple")
            return parseTuple(*call.arguments[0], range);
        if (call.name == "optional")
            return fail(
                fmt::format("Keyword {} is valid only as a modifier for object type attributes.", quoted(call.name)),
                call.nameRange);
        return fail(fmt::format("Keyword {} is not a valid type constructor.", quoted(call.name)), range);
    }

    TypeConstraint parseCollection(const StaticCall& call) {
        const TypeConstraint element = parse(*call.arguments[0]);
        const Type type = call.name == "list"  ? Type::list(element.type)
                          : call.name == "set" ? Type::set(element.type)
                                               : Type::map(element.type);
        if (!element.defaults)
            return {type, nullptr};
        auto defaults = std::make_shared<TypeDefaults>();
        defaults->type = type;
        defaults->children.emplace("", element.defaults);
        return {type, std::move(defaults)};
    }

    static TypeConstraint structure(Type type, TypeDefaults defaults) {
        if (defaults.values.empty() && defaults.children.empty())
            return {type, nullptr};
        defaults.type = type;
        return {type, std::make_shared<const TypeDefaults>(std::move(defaults))};
    }

    TypeConstraint parseTuple(const Expression& argument, const SourceRange& range) {
        const auto elements = argument.asList();
        if (!elements)
            return fail("Tuple type constructor requires a list of element types.", argument.range(), range);
        std::vector<Type> types;
        TypeDefaults defaults;
        for (const ExpressionPtr& element : *elements) {
            TypeConstraint constraint = parse(*element);
            if (constraint.defaults)
                defaults.children.emplace(std::to_string(types.size()), std::move(constraint.defaults));
            types.push_back(constraint.type);
        }
        return structure(Type::tuple(std::move(types)), std::move(defaults));
    }

    TypeConstraint parseObject(const Expression& argument, const SourceRange& range) {
        const auto pairs = argument.asMap();
        if (!pairs)
            return fail("Object type constructor requires a map whose keys are attribute names and whose values are "
                        "the corresponding attribute types.",
                        argument.range(), range);
        std::vector<values::ObjectAttribute> attributes;
        std::set<std::string> names;
        TypeDefaults defaults;
        for (const ExpressionPair& pair : *pairs) {
            const std::string name = pair.key->asKeyword();
            if (name.empty()) {
                report("Object constructor map keys must be attribute names.", pair.key->range(), range);
                continue;
            }
            if (names.contains(name)) {
                report("Object constructor map keys must be unique.", pair.key->range(), range);
                continue;
            }
            parseAttribute(name, *pair.value, attributes, defaults);
            if (!attributes.empty() && attributes.back().name == name)
                names.insert(name);
        }
        return structure(Type::object(std::move(attributes)), std::move(defaults));
    }

    void parseAttribute(const std::string& name, const Expression& value,
                        std::vector<values::ObjectAttribute>& attributes, TypeDefaults& defaults) {
        const Expression* typeExpression = &value;
        Optional optional;
        const auto call = value.asCall();
        if (call && call->name == "optional") {
            if (call->arguments.empty())
                return report("Optional attribute modifier requires the attribute type as its argument.",
                              call->argumentsRange, value.range());
            optional = parseOptional(*call, value.range());
            typeExpression = call->arguments[0].get();
        }
        TypeConstraint constraint = parse(*typeExpression);
        if (optional.fallback) {
            auto converted = values::convert(*optional.fallback, constraint.type);
            if (converted)
                defaults.values.emplace(name, *std::move(converted));
            else
                m_diagnostics.error("Invalid default value for optional attribute",
                                    fmt::format("This default value is not compatible with the attribute's type "
                                                "constraint: {}.",
                                                converted.error().message),
                                    call->arguments[1]->range());
        }
        attributes.push_back({name, constraint.type, optional.isOptional});
        if (constraint.defaults)
            defaults.children.emplace(name, std::move(constraint.defaults));
    }

    struct Optional {
        bool isOptional = false;
        std::optional<values::Value> fallback = {};
    };
    Optional parseOptional(const StaticCall& call, const SourceRange& range) {
        switch (m_grammar) {
        case Grammar::ExactType:
            report("Optional attribute modifier is only for type constraints, not for exact types.", call.nameRange,
                   range);
            return {};
        case Grammar::Constraint:
            if (call.arguments.size() == 1)
                return {true};
            report("Optional attribute modifier expects only one argument: the attribute type.", call.argumentsRange,
                   range);
            return {};
        case Grammar::ConstraintWithDefaults:
            break;
        }
        if (call.arguments.size() == 1)
            return {true};
        if (call.arguments.size() == 2) {
            auto fallback = call.arguments[1]->evaluate(nullptr);
            const bool failed = fallback.hasErrors();
            m_diagnostics.append(std::move(fallback.diagnostics));
            return failed ? Optional{} : Optional{true, std::move(fallback.value)};
        }
        report("Optional attribute modifier expects at most two arguments: the attribute type, and a default value.",
               call.argumentsRange, range);
        return {};
    }

    Grammar m_grammar;
    Diagnostics m_diagnostics;
};

} // namespace

diags::Result<TypeConstraint> parseTypeConstraint(const Expression& expression) {
    TypeParser parser(Grammar::ConstraintWithDefaults);
    TypeConstraint constraint = parser.parse(expression);
    return {std::move(constraint), parser.takeDiagnostics()};
}

diags::Result<Type> parseTypeConstraintWithoutDefaults(const Expression& expression) {
    TypeParser parser(Grammar::Constraint);
    const Type type = parser.parse(expression).type;
    return {type, parser.takeDiagnostics()};
}

diags::Result<Type> parseExactType(const Expression& expression) {
    TypeParser parser(Grammar::ExactType);
    const Type type = parser.parse(expression).type;
    return {type, parser.takeDiagnostics()};
}

std::string typeToHcl(Type type) {
    switch (type.kind()) {
    case Type::Kind::Dynamic:
        return "any";
    case Type::Kind::String:
        return "string";
    case Type::Kind::Number:
        return "number";
    case Type::Kind::Bool:
        return "bool";
    case Type::Kind::List:
        return "list(" + typeToHcl(type.elementType()) + ")";
    case Type::Kind::Set:
        return "set(" + typeToHcl(type.elementType()) + ")";
    case Type::Kind::Map:
        return "map(" + typeToHcl(type.elementType()) + ")";
    case Type::Kind::Tuple:
    case Type::Kind::Object:
        break;
    }
    std::string inside;
    for (const Type element : type.isTuple() ? type.tupleTypes() : std::span<const Type>()) {
        inside += inside.empty() ? "" : ",";
        inside += typeToHcl(element);
    }
    if (type.isTuple())
        return "tuple([" + inside + "])";
    for (const values::ObjectAttribute& attribute : type.attributes()) {
        inside += inside.empty() ? "" : ",";
        inside += isValidIdentifier(attribute.name) ? attribute.name : quoted(attribute.name);
        inside += "=" + typeToHcl(attribute.type);
    }
    return "object({" + inside + "})";
}

} // namespace planlens::hcl
