// SPDX-License-Identifier: MPL-2.0
#include "core/providers/builtin/terraform_functions.h"

#include "core/hcl/syntax/parser.h"
#include "core/providers/builtin/value_text.h"

#include <fmt/format.h>

namespace planlens::providers::builtin {
namespace {

using values::Type;
using values::Value;

CallFunctionResponse fail(std::string message, Type type) {
    CallFunctionResponse response;
    response.result = Value::null(type);
    response.error = std::move(message);
    return response;
}

CallFunctionResponse success(Value result) {
    CallFunctionResponse response;
    response.result = std::move(result);
    return response;
}

/// Counts lines and columns from zero, as OpenTofu does for this text.
diags::SourceRange countedFromZero(diags::SourceRange range) {
    for (diags::SourcePos* position : {&range.start, &range.end}) {
        if (position->line == 1 && position->column > 0)
            --position->column;
        if (position->line > 0)
            --position->line;
    }
    return range;
}

CallFunctionResponse failDecoding(const diags::Diagnostics& diagnostics) {
    std::string message = "failed to decode tfvars content";
    for (const diags::Diagnostic& diagnostic : diagnostics) {
        std::string position = ":";
        if (diagnostic.subject) {
            const diags::SourceRange range = countedFromZero(*diagnostic.subject);
            position = range.start.line == range.end.line
                           ? fmt::format(":{},{}-{}", range.start.line, range.start.column, range.end.column)
                           : fmt::format(":{},{}-{},{}", range.start.line, range.start.column, range.end.line,
                                         range.end.column);
        }
        message += fmt::format("\n{}: {}; {}", position, diagnostic.summary, diagnostic.detail);
    }
    return fail(std::move(message), Type::dynamic());
}

CallFunctionResponse decodeTfvars(const Value& content) {
    const auto file = hcl::parseNative(std::make_shared<const std::string>(content.asString()), "");
    if (!file.isOk())
        return failDecoding(file.diagnostics);
    const auto attributes = file->body->justAttributes();
    if (!attributes.isOk())
        return failDecoding(attributes.diagnostics);
    std::vector<std::pair<std::string, Value>> decoded;
    for (const auto& [name, attribute] : *attributes) {
        auto value = attribute.expression->evaluate(nullptr);
        if (!value.isOk())
            return failDecoding(value.diagnostics);
        decoded.emplace_back(name, *std::move(value));
    }
    return success(Value::object(std::move(decoded)));
}

CallFunctionResponse encodeTfvars(const Value& input) {
    const Type text = Type::string();
    if (input.isNull())
        return fail("invalid input: must not be null", text);
    if (!input.type().isObject())
        return fail("invalid input: must be an object", text);
    if (!input.isWhollyKnown())
        return success(Value::unknown(text));
    for (std::size_t i = 0; i < input.size(); ++i) {
        if (!hcl::isValidIdentifier(input.key(i)))
            return fail("invalid input: object key: " + input.key(i) + " - must be a valid identifier", text);
    }
    return success(Value::string(argumentsText(input)));
}

CallFunctionResponse encodeExpr(const Value& expression) {
    if (!expression.isWhollyKnown())
        return fail("input is not wholly known", Type::string());
    return success(Value::string(valueText(expression)));
}

schemas::FunctionSignature signature(std::string parameter, Type type, std::string parameterDescription, Type returns,
                                     std::string summary, std::string description) {
    schemas::FunctionSignature made;
    made.parameters.push_back({std::move(parameter), type, false, false, std::move(parameterDescription)});
    made.returnType = returns;
    made.summary = std::move(summary);
    made.description = std::move(description);
    return made;
}

} // namespace

std::map<std::string, schemas::FunctionSignature, std::less<>> functionSignatures() {
    return {
        {"decode_tfvars", signature("content", Type::string(), "TFVars file content to decode", Type::dynamic(),
                                    "Decode a TFVars file content into an object",
                                    "provider::terraform::decode_tfvars decodes a TFVars file content into an object")},
        {"encode_expr",
         signature(
             "expr", Type::dynamic(), "expression to encode", Type::string(),
             "Takes an arbitrary expression and converts it into a string with valid OpenTofu syntax",
             "provider::terraform::encode_expr takes an arbitrary expression and converts it into a string with valid "
             "OpenTofu syntax")},
        {"encode_tfvars",
         signature(
             "input", Type::dynamic(),
             "Input to encode for TFVars file. Must be an object with key that are valid identifiers", Type::string(),
             "Encode an object into a string with the same format as a TFVars file",
             "provider::terraform::encode_tfvars encodes an object into a string with the same format as a TFVars "
             "file")},
    };
}

std::optional<CallFunctionResponse> callFunction(const CallFunctionRequest& request) {
    if (request.arguments.size() != 1)
        return {};
    if (request.name == "decode_tfvars")
        return decodeTfvars(request.arguments[0]);
    if (request.name == "encode_tfvars")
        return encodeTfvars(request.arguments[0]);
    if (request.name == "encode_expr")
        return encodeExpr(request.arguments[0]);
    return {};
}

} // namespace planlens::providers::builtin
