// SPDX-License-Identifier: MPL-2.0
#include "core/configs/decode/decode.h"

#include "core/hcl/syntax.h"
#include "core/hcl/syntax/parser.h"

#include <fmt/core.h>

namespace planlens::configs {

namespace {

bool isNative(const hcl::Expression& expression) {
    return dynamic_cast<const hcl::syntax::Node*>(&expression) != nullptr;
}

bool isNativeTemplate(const hcl::Expression& expression) {
    return dynamic_cast<const hcl::syntax::PlainText*>(&expression) ||
           dynamic_cast<const hcl::syntax::Template*>(&expression);
}

const hcl::Expression& withoutKey(const hcl::Expression& expression) {
    const auto* key = dynamic_cast<const hcl::syntax::ObjectKey*>(&expression);
    return key ? *key->wrapped : expression;
}

} // namespace

ExpressionPtr expressionInJson(const ExpressionPtr& expression, Diagnostics& diagnostics) {
    if (isNative(*expression))
        return expression;
    const SourceRange range = expression->range();
    diags::Result<values::Value> text = expression->evaluate(nullptr);
    if (text.hasErrors()) {
        diagnostics.append(std::move(text.diagnostics));
        return nullptr;
    }
    if (!text->type().isString() || text->isNull() || !text->isKnown()) {
        diagnostics.error("Expected string expression",
                          fmt::format("This value must be a string, but got {}.", text->type().friendlyName()), range);
        return nullptr;
    }
    diags::Result<ExpressionPtr> parsed = hcl::parseExpression(text->asString(), range.filename.str(), range.start);
    const bool failed = parsed.hasErrors();
    diagnostics.append(std::move(parsed.diagnostics));
    return failed ? nullptr : *std::move(parsed);
}

WrittenReference unquoted(const hcl::Expression& given, QuotedForm form, Diagnostics& diagnostics) {
    const hcl::Expression& expression = withoutKey(given);
    WrittenReference written{expression.asTraversal(), expression.range(), false};
    if (!isNativeTemplate(expression))
        return written;
    const diags::Result<values::Value> text = expression.evaluate(nullptr);
    if (text.hasErrors() || !text->type().isString() || text->isNull() || !text->isKnown()) {
        written.isTemplate = true;
        return written;
    }
    // Columns inside the quotes are offset by one; escapes are not taken into account.
    diags::SourcePos start = written.range.start;
    ++start.column;
    ++start.byte;
    diags::Result<hcl::Traversal> parsed = hcl::parseTraversal(text->asString(), written.range.filename.str(), start);
    diagnostics.append(std::move(parsed.diagnostics));
    written.traversal = std::move(parsed.value);
    if (form == QuotedForm::Keyword)
        diagnostics.warning("Quoted keywords are deprecated",
                            "In this context, keywords are expected literally rather than in quotes. OpenTofu 0.11 and "
                            "earlier required quotes, but quoted keywords are "
                            "now deprecated and will be removed in a future version of OpenTofu. Remove the quotes "
                            "surrounding this keyword to silence this warning.",
                            written.range);
    else
        diagnostics.warning("Quoted references are deprecated",
                            "In this context, references are expected literally rather than in quotes. OpenTofu 0.11 "
                            "and earlier required quotes, but quoted "
                            "references are now deprecated and will be removed in a future version of OpenTofu. Remove "
                            "the quotes surrounding this reference to "
                            "silence this warning.",
                            written.range);
    if (!written.traversal)
        written.traversal.emplace(); // the error was already reported
    return written;
}

std::string unquotedKeyword(const hcl::Expression& expression, Diagnostics& diagnostics) {
    const WrittenReference written = unquoted(expression, QuotedForm::Keyword, diagnostics);
    return written.traversal && written.traversal->steps.size() == 1 ? written.traversal->rootName() : std::string();
}

std::optional<hcl::Traversal> unquotedReference(const hcl::Expression& expression, Diagnostics& diagnostics) {
    WrittenReference written = unquoted(expression, QuotedForm::Reference, diagnostics);
    if (written.traversal && !written.traversal->steps.empty())
        return std::move(written.traversal);
    return absoluteTraversal(expression, diagnostics);
}

std::optional<hcl::Traversal> absoluteTraversal(const hcl::Expression& expression, Diagnostics& diagnostics) {
    if (std::optional<hcl::Traversal> traversal = expression.asTraversal())
        return traversal;
    diagnostics.error(
        "Invalid expression",
        "A single static variable reference is required: only attribute access and indexing with constant keys. No "
        "calculations, function calls, template expressions, etc are allowed here.",
        expression.range());
    return {};
}

std::vector<hcl::Traversal> decodeDependsOn(const hcl::Attribute& attribute, Diagnostics& diagnostics) {
    std::vector<hcl::Traversal> found;
    const auto list = attribute.expression->asList();
    if (!list) {
        diagnostics.error("Invalid expression", "A static list expression is required.",
                          attribute.expression->startRange());
        return found;
    }
    for (const hcl::ExpressionPtr& expression : *list)
        if (std::optional<hcl::Traversal> traversal = unquotedReference(*expression, diagnostics))
            found.push_back(*std::move(traversal));
    return found;
}

bool checkProviderLocalName(const std::string& name, const SourceRange& range, Diagnostics& diagnostics) {
    constexpr const char* summary = "Invalid provider local name";
    const diags::Expected<std::string, std::string> normal = addrs::parseProviderPart(name);
    if (!normal)
        diagnostics.error(summary, fmt::format("{} is an invalid provider local name: {}", name, normal.error()),
                          range);
    else if (*normal != name)
        diagnostics.error(
            summary,
            fmt::format("Provider names must be normalized. Replace \"{}\" with \"{}\" to fix this error.", name,
                        *normal),
            range);
    else
        return true;
    return false;
}

std::optional<ProviderConfigRef> decodeProviderConfigRef(const ExpressionPtr& given, std::string_view argument,
                                                         Diagnostics& all) {
    Diagnostics diagnostics;
    const auto finish = [&](std::optional<ProviderConfigRef> reference) {
        all.append(std::move(diagnostics));
        return reference;
    };
    ExpressionPtr expression = expressionInJson(given, diagnostics);
    if (!expression)
        return finish({});
    ProviderConfigRef reference;
    std::size_t longest = 3;
    if (const auto* index = dynamic_cast<const hcl::syntax::Index*>(expression.get())) {
        reference.keyExpression = index->key;
        const ExpressionPtr collection = index->collection;
        expression = collection;
        longest = 2;
    }
    constexpr const char* summary = "Invalid provider configuration reference";
    const WrittenReference written = unquoted(*expression, QuotedForm::Reference, diagnostics);
    const std::optional<hcl::Traversal>& traversal = written.traversal;
    if (!traversal || traversal->steps.empty() || traversal->steps.size() > longest) {
        diagnostics.error(summary,
                          written.isTemplate ? "A provider configuration reference must not be given in quotes."
                                             : fmt::format("The {} argument requires a provider type name, optionally "
                                                           "followed by a period and then a configuration "
                                                           "alias and optional instance key.",
                                                           argument),
                          written.range);
        return finish({});
    }
    reference.name = traversal->rootName();
    reference.nameRange = traversal->steps[0].range;
    checkProviderLocalName(reference.name, reference.nameRange, diagnostics);
    if (diagnostics.hasErrors())
        return finish({});
    const auto wrongStep = [&](std::size_t i) {
        diagnostics.error(
            summary, "Provider name must either stand alone or be followed by a period and then a configuration alias.",
            traversal->steps[i].range);
        return finish(reference);
    };
    if (traversal->steps.size() > 1) {
        if (traversal->steps[1].kind != hcl::TraversalStep::Kind::Attribute)
            return wrongStep(1);
        reference.alias = traversal->steps[1].name;
        reference.aliasRange = traversal->steps[1].range;
    }
    if (traversal->steps.size() > 2) {
        if (traversal->steps[2].kind != hcl::TraversalStep::Kind::Index)
            return wrongStep(2);
        reference.keyExpression =
            std::make_shared<hcl::syntax::LiteralValue>(traversal->range(), traversal->steps[2].key);
    }
    if (reference.alias.empty() && reference.keyExpression)
        diagnostics.error(summary,
                          "Provider assignment requires an alias when specifying an instance key, in the form of "
                          "provider.name[instance_key]",
                          traversal->range());
    return finish(std::move(reference));
}

} // namespace planlens::configs
