// SPDX-License-Identifier: MPL-2.0
#include "core/configs/decode/decode.h"

#include "core/configs/decode/discarded_attributes.h"
#include "core/configs/terraform_syntax.h"
#include "core/hcl/syntax.h"
#include "core/hcl/syntax/parser.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::configs {

using diags::Diagnostic;
using hcl::Expression;
using values::Type;
using values::Value;

const char* const badIdentifierDetail =
    "A name must start with a letter or underscore and may contain only letters, digits, underscores, and dashes.";

void checkIdentifier(const hcl::Block& block, std::size_t label, std::string summary, Diagnostics& diagnostics) {
    if (!hcl::isValidIdentifier(block.labels[label]))
        diagnostics.error(std::move(summary), badIdentifierDetail, block.labelRanges[label]);
}

hcl::BodySchema forOverrides(hcl::BodySchema schema, FileKind kind) {
    if (kind == FileKind::Override)
        for (hcl::AttributeSchema& attribute : schema.attributes)
            attribute.required = false;
    return schema;
}

namespace {

std::optional<Value> constant(const Expression& expression, Type type, Diagnostics& diagnostics) {
    diags::Result<Value> evaluated = expression.evaluate(nullptr);
    const bool failed = evaluated.hasErrors();
    diagnostics.append(std::move(evaluated.diagnostics));
    if (failed)
        return {};
    const values::Outcome<Value> converted = values::convert(*evaluated.value, type);
    std::string problem;
    if (!converted)
        problem = values::formatError(converted.error());
    else if (converted->isNull())
        problem = "null value is not allowed";
    else if (!converted->isKnown())
        problem = "value must be known";
    if (!problem.empty()) {
        diagnostics.append(hcl::withExpressionValues(Diagnostic::error("Unsuitable value type",
                                                                       fmt::format("Unsuitable value: {}", problem),
                                                                       expression.startRange()),
                                                     expression, nullptr));
        return {};
    }
    return converted->unmarked();
}

} // namespace

void decodeInto(std::string& target, const Expression& expression, Diagnostics& diagnostics) {
    if (const std::optional<Value> value = constant(expression, Type::string(), diagnostics))
        target = value->asString();
}

void decodeInto(bool& target, const Expression& expression, Diagnostics& diagnostics) {
    if (const std::optional<Value> value = constant(expression, Type::boolean(), diagnostics))
        target = value->asBool();
}

bool isQuotedString(const Expression& expression) {
    // All strings are quoted in JSON, so quotes have no meaning there.
    return dynamic_cast<const hcl::syntax::PlainText*>(&expression) ||
           (dynamic_cast<const hcl::syntax::Template*>(&expression) && expression.asLiteral());
}

std::optional<CheckRule> decodeCheckRule(const hcl::Block& block, FileKind kind, Diagnostics& diagnostics) {
    CheckRule rule;
    rule.range = block.defRange;
    if (kind == FileKind::Override) {
        diagnostics.error(fmt::format("Can't override {} blocks", block.type),
                          fmt::format("Override files cannot override \"{}\" blocks.", block.type), block.defRange);
        return {};
    }
    diags::Result<hcl::BodyContent> content = block.body->content({{{"condition", true}, {"error_message", true}}, {}});
    diagnostics.append(std::move(content.diagnostics));
    if (const hcl::Attribute* condition = content->attribute("condition")) {
        rule.condition = condition->expression;
        if (rule.condition->variables().empty())
            diagnostics.error(fmt::format("Invalid {} expression", block.type),
                              "The condition expression must refer to at least one object from elsewhere in the "
                              "configuration, or else its result would not be "
                              "checking anything.",
                              rule.condition->range());
    }
    if (const hcl::Attribute* message = content->attribute("error_message"))
        rule.errorMessage = message->expression;
    if (!rule.condition || !rule.errorMessage)
        return {};
    return rule;
}

namespace {

void decodeVariableType(Variable& variable, const hcl::ExpressionPtr& expression, Diagnostics& diagnostics) {
    const SourceRange range = expression->range();
    if (isQuotedString(*expression)) {
        const std::string text = expression->asLiteral()->asString();
        const std::string head = "OpenTofu 0.11 and earlier required type constraints to be given in quotes, but that "
                                 "form is now deprecated and will be removed "
                                 "in a future version of OpenTofu. Remove the quotes around ";
        if (text == "string")
            diagnostics.error("Invalid quoted type constraints", head + "\"string\".", range);
        else if (text == "list" || text == "map")
            diagnostics.error("Invalid quoted type constraints",
                              fmt::format("{0}\"{1}\" and write {1}(string) instead to explicitly indicate that the "
                                          "{1} elements are strings.",
                                          head, text),
                              range);
        else
            diagnostics.error("Invalid legacy variable type hint",
                              "To provide a full type expression, remove the surrounding quotes and give the type "
                              "expression directly.",
                              range);
        return;
    }
    const std::string keyword = expression->asKeyword();
    if (keyword == "list" || keyword == "map") {
        variable.constraint.type = keyword == "list" ? Type::list(Type::dynamic()) : Type::map(Type::dynamic());
        return;
    }
    diags::Result<hcl::TypeConstraint> constraint = hcl::parseTypeConstraint(*expression);
    const bool failed = constraint.hasErrors();
    diagnostics.append(std::move(constraint.diagnostics));
    if (!failed && constraint.value)
        variable.constraint = *std::move(constraint.value);
}

void decodeDefault(Variable& variable, const Expression& expression, Diagnostics& diagnostics) {
    diags::Result<Value> evaluated = expression.evaluate(nullptr);
    diagnostics.append(std::move(evaluated.diagnostics));
    Value value = *std::move(evaluated.value);
    if (variable.constraint.defaults && !value.isNull())
        value = variable.constraint.defaults->apply(value);
    const values::Outcome<Value> converted = values::convert(value, variable.constraint.type);
    if (converted) {
        value = *converted;
    } else {
        diagnostics.error("Invalid default value for variable",
                          fmt::format("This default value is not compatible with the variable's type constraint: {}.",
                                      values::formatError(converted.error())),
                          expression.range());
        value = Value::dynamicUnknown();
    }
    for (const DiscardedAttribute& attribute : discardedAttributes(expression, variable.constraint.type))
        diagnostics.append(
            discardedAttributeWarning(attribute, attribute.path.empty() ? "this variable" : attribute.path));
    if (!variable.nullable && value.isNull())
        diagnostics.error("Invalid default value for variable",
                          "A null default value is not valid when nullable=false.", expression.range());
    variable.defaultValue = std::move(value);
    variable.defaultRange = expression.range();
}

bool refersTo(const Expression& expression, const std::string& variable) {
    const std::vector<hcl::Traversal> traversals = expression.variables();
    return std::any_of(traversals.begin(), traversals.end(), [&](const hcl::Traversal& traversal) {
        return traversal.rootName() == "var" && traversal.steps.size() > 1 && traversal.steps[1].name == variable;
    });
}

} // namespace

Variable decodeVariable(const hcl::Block& block, FileKind kind, Diagnostics& diagnostics) {
    Variable variable;
    variable.name = block.labels[0];
    variable.range = block.defRange;
    diags::Result<hcl::BodyContent> content = block.body->content({{{"description"},
                                                                    {"default"},
                                                                    {"type"},
                                                                    {"sensitive"},
                                                                    {"ephemeral"},
                                                                    {"const"},
                                                                    {"deprecated"},
                                                                    {"nullable"}},
                                                                   {{"validation", {}}}});
    diagnostics.append(std::move(content.diagnostics));
    checkIdentifier(block, 0, "Invalid variable name", diagnostics);
    static const std::vector<std::string> reserved{"source",    "version", "count",     "for_each", "depends_on",
                                                   "providers", "_",       "lifecycle", "locals",   "provider"};
    if (std::find(reserved.begin(), reserved.end(), variable.name) != reserved.end())
        diagnostics.error(
            "Invalid variable name",
            fmt::format("The variable name \"{}\" is reserved due to its special meaning inside module blocks.",
                        variable.name),
            block.labelRanges[0]);
    const auto attribute = [&](std::string_view name) -> const hcl::Expression* {
        const hcl::Attribute* found = content->attribute(name);
        return found ? found->expression.get() : nullptr;
    };
    if (const auto* description = attribute("description")) {
        decodeInto(variable.description, *description, diagnostics);
        variable.descriptionSet = true;
    }
    if (const hcl::Attribute* type = content->attribute("type")) {
        variable.typeGiven = true;
        decodeVariableType(variable, type->expression, diagnostics);
    }
    if (const auto* sensitive = attribute("sensitive")) {
        decodeInto(variable.sensitive, *sensitive, diagnostics);
        variable.sensitiveSet = true;
    }
    if (const auto* deprecated = attribute("deprecated")) {
        Diagnostics found;
        decodeInto(variable.deprecated, *deprecated, found);
        if (!found.hasErrors() && variable.deprecated.find_first_not_of(" \t\r\n") == std::string::npos)
            found.error("Invalid `deprecated` value",
                        "The \"deprecated\" argument must not be empty, and should provide instructions on how to "
                        "migrate away from usage of this deprecated variable.",
                        block.labelRanges[0]);
        diagnostics.append(std::move(found));
    }
    if (const auto* ephemeral = attribute("ephemeral")) {
        decodeInto(variable.ephemeral, *ephemeral, diagnostics);
        variable.ephemeralSet = true;
    }
    if (const auto* nullable = attribute("nullable")) {
        decodeInto(variable.nullable, *nullable, diagnostics);
        variable.nullableSet = true;
    }
    if (const auto* constant = attribute("const")) {
        decodeInto(variable.constant, *constant, diagnostics);
        variable.constantSet = true;
    }
    if (const auto* given = attribute("default"))
        decodeDefault(variable, *given, diagnostics);
    for (const hcl::Block& nested : content->blocks) {
        std::optional<CheckRule> rule = decodeCheckRule(nested, kind, diagnostics);
        if (!rule)
            continue;
        if (!refersTo(*rule->condition, variable.name))
            diagnostics.error(
                "Invalid variable validation condition",
                fmt::format(
                    "The condition for variable \"{0}\" must refer to var.{0} in order to test incoming values.",
                    variable.name),
                rule->condition->range());
        variable.validations.push_back(*std::move(rule));
    }
    return variable;
}

std::vector<Local> decodeLocals(const hcl::Block& block, Diagnostics& diagnostics) {
    auto attributes = block.body->justAttributes();
    diagnostics.append(std::move(attributes.diagnostics));
    std::vector<Local> locals;
    for (const auto& [name, attribute] : *attributes) {
        if (!hcl::isValidIdentifier(name))
            diagnostics.error("Invalid local value name", badIdentifierDetail, attribute.nameRange);
        locals.push_back({name, attribute.expression, attribute.range});
    }
    return locals;
}

Output decodeOutput(const hcl::Block& block, FileKind kind, Diagnostics& diagnostics) {
    Output output;
    output.name = block.labels[0];
    output.range = block.defRange;
    diags::Result<hcl::BodyContent> content = block.body->content(
        forOverrides({{{"description"}, {"value", true}, {"depends_on"}, {"sensitive"}, {"ephemeral"}, {"deprecated"}},
                      {{"precondition", {}}, {"postcondition", {}}}},
                     kind));
    explainTerraformSyntax(content.diagnostics, TerraformContext::Output);
    diagnostics.append(std::move(content.diagnostics));
    checkIdentifier(block, 0, "Invalid output name", diagnostics);
    if (const hcl::Attribute* description = content->attribute("description")) {
        decodeInto(output.description, *description->expression, diagnostics);
        output.descriptionSet = true;
    }
    if (const hcl::Attribute* value = content->attribute("value"))
        output.expression = value->expression;
    if (const hcl::Attribute* sensitive = content->attribute("sensitive")) {
        decodeInto(output.sensitive, *sensitive->expression, diagnostics);
        output.sensitiveSet = true;
    }
    if (const hcl::Attribute* deprecated = content->attribute("deprecated")) {
        Diagnostics found;
        decodeInto(output.deprecated, *deprecated->expression, found);
        if (!found.hasErrors() && output.deprecated.find_first_not_of(" \t\r\n") == std::string::npos)
            found.error("Invalid `deprecated` attribute",
                        "The \"deprecated\" argument must not be empty, and should provide instructions on how to "
                        "migrate away from usage of this deprecated output "
                        "value.",
                        deprecated->expression->range());
        diagnostics.append(std::move(found));
    }
    if (const hcl::Attribute* ephemeral = content->attribute("ephemeral")) {
        decodeInto(output.ephemeral, *ephemeral->expression, diagnostics);
        output.ephemeralSet = true;
    }
    if (const hcl::Attribute* dependsOn = content->attribute("depends_on"))
        output.dependsOn = decodeDependsOn(*dependsOn, diagnostics);
    for (const hcl::Block& nested : content->blocks) {
        if (nested.type == "postcondition") {
            diagnostics.error("Postconditions are not allowed",
                              "Output values can only have preconditions, not postconditions.", nested.typeRange);
        } else if (std::optional<CheckRule> rule = decodeCheckRule(nested, kind, diagnostics)) {
            output.preconditions.push_back(*std::move(rule));
        }
    }
    return output;
}

} // namespace planlens::configs
