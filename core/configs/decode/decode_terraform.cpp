// SPDX-License-Identifier: MPL-2.0
#include "core/configs/decode/decode.h"

#include "core/addrs/version.h"
#include "core/configs/terraform_syntax.h"
#include "core/version.h"

#include <fmt/core.h>

namespace planlens::configs {

using hcl::Attribute;
using hcl::Block;
using hcl::BodyContent;
using values::Value;

std::optional<addrs::VersionConstraints> decodeVersionConstraint(const Attribute& attribute, Diagnostics& diagnostics) {
    constexpr const char* summary = "Invalid version constraint";
    const SourceRange range = attribute.expression->range();
    diags::Result<Value> given = attribute.expression->evaluate(nullptr);
    const bool failed = given.hasErrors();
    diagnostics.append(std::move(given.diagnostics));
    if (failed)
        return {};
    const values::Outcome<Value> text = values::convert(*given.value, values::Type::string());
    if (!text) {
        diagnostics.error(summary, fmt::format("A string value is required for {}.", attribute.name), range);
        return {};
    }
    if (text->isNull() || !text->isKnown())
        return addrs::VersionConstraints();
    std::optional<addrs::VersionConstraints> constraints =
        addrs::VersionConstraints::parse(text->unmarked().asString());
    if (!constraints)
        diagnostics.error(summary, "This string does not use correct version constraint syntax.", range);
    return constraints;
}

namespace {

std::string keyAsText(const Value& key) {
    if (key.isNull())
        return "cty.NullVal(cty.DynamicPseudoType)";
    if (key.type().isBool())
        return key.asBool() ? "cty.True" : "cty.False";
    if (key.type().isNumber())
        return "cty.NumberIntVal(" + key.asNumber().toString() + ")";
    return key.type().friendlyName();
}

std::optional<addrs::Provider> impliedProvider(const std::string& name, const SourceRange& range,
                                               Diagnostics& diagnostics) {
    const diags::Expected<std::string, std::string> part = addrs::parseProviderPart(name);
    if (part)
        return addrs::Provider::implied(*part);
    diagnostics.error("Invalid provider name", part.error(), range);
    return {};
}

void decodeAliases(RequiredProvider& provider, const hcl::Expression& expression, Diagnostics& diagnostics) {
    constexpr const char* summary = "Invalid configuration_aliases value";
    const auto list = expression.asList();
    if (!list) {
        diagnostics.error("Invalid expression", "A static list expression is required.", expression.startRange());
        return;
    }
    for (const ExpressionPtr& item : *list) {
        const std::optional<hcl::Traversal> traversal = absoluteTraversal(*item, diagnostics);
        if (!traversal)
            continue;
        const bool hasAlias = traversal->steps.size() > 1;
        if (hasAlias && traversal->steps[1].kind != hcl::TraversalStep::Kind::Attribute)
            diagnostics.error(summary,
                              "Configuration aliases can only contain references to local provider configuration names "
                              "in the format of provider.alias",
                              expression.range());
        else if (traversal->rootName() != provider.name)
            diagnostics.error(
                summary,
                fmt::format(
                    "Configuration aliases must be prefixed with the provider name. Expected \"{}\", but found \"{}\".",
                    provider.name, traversal->rootName()),
                expression.range());
        else
            provider.aliases.push_back({provider.name, hasAlias ? traversal->steps[1].name.str() : std::string()});
    }
}

void decodeSource(RequiredProvider& provider, const hcl::Expression& expression, Diagnostics& diagnostics) {
    const diags::Result<Value> source = expression.evaluate(nullptr);
    if (source.hasErrors() || !source->type().isString() || source->isNull()) {
        diagnostics.error("Invalid source", "Source must be specified as a string.", expression.range());
        return;
    }
    const std::string text = source->unmarked().asString();
    diags::Result<addrs::Provider> parsed = addrs::parseProviderSource(text);
    if (parsed.isOk()) {
        provider.source = text;
        provider.provider = *parsed.value;
    }
    for (diags::Diagnostic diagnostic : parsed.diagnostics) {
        if (!diagnostic.subject)
            diagnostic.subject = expression.range();
        diagnostics.append(std::move(diagnostic));
    }
}

void decodeRequiredVersion(RequiredProvider& provider, const hcl::Expression& expression, Diagnostics& diagnostics) {
    constexpr const char* summary = "Invalid version constraint";
    const diags::Result<Value> value = expression.evaluate(nullptr);
    if (value.hasErrors() || !value->type().isString() || value->isNull())
        diagnostics.error(summary, "Version must be specified as a string.", expression.range());
    else if (const std::string text = value->unmarked().asString(); !addrs::VersionConstraints::parse(text))
        diagnostics.error(summary, "This string does not use correct version constraint syntax.", expression.range());
    else
        provider.versionConstraint = text;
}

void decodeRequirement(RequiredProvider& provider, const std::vector<hcl::ExpressionPair>& pairs,
                       Diagnostics& diagnostics) {
    for (const hcl::ExpressionPair& pair : pairs) {
        diags::Result<Value> key = pair.key->evaluate(nullptr);
        if (key.hasErrors()) {
            diagnostics.append(std::move(key.diagnostics));
        } else if (!key->type().isString() || key->isNull() || !key->isKnown()) {
            diagnostics.error("Invalid Attribute",
                              "Invalid attribute value for provider requirement: " + keyAsText(*key.value),
                              pair.key->range());
        } else if (key->asString() == "version") {
            decodeRequiredVersion(provider, *pair.value, diagnostics);
        } else if (key->asString() == "source") {
            decodeSource(provider, *pair.value, diagnostics);
        } else if (key->asString() == "configuration_aliases") {
            decodeAliases(provider, *pair.value, diagnostics);
        } else {
            diagnostics.error("Invalid required_providers object",
                              "required_providers objects can only contain \"version\", \"source\" and "
                              "\"configuration_aliases\" attributes. To configure a provider, "
                              "use a \"provider\" block.",
                              pair.key->range());
            return;
        }
    }
}

FileContent::RequiredProviders decodeRequiredProviders(const Block& block, Diagnostics& all) {
    FileContent::RequiredProviders required;
    required.range = block.defRange;
    auto attributes = block.body->justAttributes();
    Diagnostics diagnostics = std::move(attributes.diagnostics);
    if (diagnostics.hasErrors()) {
        all.append(std::move(diagnostics));
        return required;
    }
    for (const auto& [name, attribute] : *attributes) {
        RequiredProvider provider;
        provider.name = name;
        provider.range = attribute.expression->range();
        provider.argumentRange = attribute.range;
        // A plain version constraint is the form of old language versions.
        const diags::Result<Value> whole = attribute.expression->evaluate(nullptr);
        if (!whole.hasErrors() && whole->type().isPrimitive()) {
            const bool good = decodeVersionConstraint(attribute, diagnostics).has_value();
            if (const std::optional<addrs::Provider> implied = impliedProvider(name, provider.range, diagnostics)) {
                const values::Outcome<Value> text = values::convert(*whole.value, values::Type::string());
                if (good && text && !text->isNull() && text->isKnown())
                    provider.versionConstraint = text->unmarked().asString();
                provider.provider = *implied;
                required.providers.push_back(std::move(provider));
            }
            continue;
        }
        if (!checkProviderLocalName(name, provider.range, diagnostics))
            continue;
        const auto pairs = attribute.expression->asMap();
        if (!pairs) {
            diagnostics.error("Invalid required_providers object",
                              "required_providers entries must be strings or objects.", provider.range);
            continue;
        }
        decodeRequirement(provider, *pairs, diagnostics);
        if (diagnostics.hasErrors())
            continue;
        if (provider.source.empty()) {
            if (const std::optional<addrs::Provider> implied = impliedProvider(name, provider.range, diagnostics))
                provider.provider = *implied;
            else
                continue;
        }
        required.providers.push_back(std::move(provider));
    }
    all.append(std::move(diagnostics));
    return required;
}

std::optional<ProviderMeta> decodeProviderMeta(const Block& block, Diagnostics& all) {
    auto attributes = block.body->justAttributes();
    Diagnostics diagnostics = std::move(attributes.diagnostics);
    if (!diagnostics.hasErrors()) {
        for (const auto& [name, attribute] : *attributes)
            diagnostics.append(attribute.expression->evaluate(nullptr).diagnostics);
        checkProviderLocalName(block.labels[0], block.defRange, diagnostics);
    }
    const bool failed = diagnostics.hasErrors();
    all.append(std::move(diagnostics));
    return failed ? std::nullopt
                  : std::optional(ProviderMeta{block.labels[0], block.body, block.defRange, block.labelRanges[0]});
}

struct CompatibleWith {
    addrs::VersionConstraints constraints;
    SourceRange range;
};

std::optional<CompatibleWith> decodeCompatibleWith(const Block& block, Diagnostics& diagnostics) {
    // Blocks for other programs are ignored.
    auto content = block.body->partialContent({{{"opentofu"}}, {}});
    diagnostics.append(std::move(content.diagnostics));
    const Attribute* attribute = content->first.attribute("opentofu");
    if (!attribute)
        return {};
    std::optional<addrs::VersionConstraints> constraints = decodeVersionConstraint(*attribute, diagnostics);
    return constraints ? std::optional(CompatibleWith{*std::move(constraints), attribute->range}) : std::nullopt;
}

void decodeEdition(const hcl::Expression& expression, Diagnostics& diagnostics) {
    const std::string firstEdition = "tofu2024";
    const std::string keyword = expression.asKeyword();
    if (keyword.empty())
        diagnostics.error("Invalid language edition",
                          fmt::format("The \"edition\" argument expects a bare language edition keyword. OpenTofu {} "
                                      "supports only language edition {}, which is the "
                                      "default.",
                                      referenceVersion, firstEdition),
                          expression.range());
    else if (keyword.starts_with("TF"))
        diagnostics.error("Unsupported language edition",
                          fmt::format("OpenTofu v{} does not support language edition \"{}\". This module may be "
                                      "intended for use with other software.",
                                      referenceVersion, firstEdition),
                          expression.range());
    else if (keyword != firstEdition)
        diagnostics.error(
            "Unsupported language edition",
            fmt::format(
                "OpenTofu v{} only supports language edition {}. This module requires a {} version of OpenTofu CLI.",
                referenceVersion, firstEdition, keyword > firstEdition ? "newer" : "different"),
            expression.range());
}

void decodeExperiments(const hcl::Expression& expression, Diagnostics& diagnostics) {
    const auto list = expression.asList();
    if (!list) {
        diagnostics.error("Invalid expression", "A static list expression is required.", expression.startRange());
        return;
    }
    for (const ExpressionPtr& item : *list) {
        const std::string keyword = item->asKeyword();
        if (keyword.empty())
            diagnostics.error("Invalid experiment keyword",
                              "Elements of \"experiments\" must all be keywords representing active experiments.",
                              item->range());
        else
            diagnostics.error("Unknown experiment keyword",
                              fmt::format("There is no current experiment with the keyword \"{}\".", keyword),
                              item->range());
    }
}

/// Checks a constraint on the language version against the supported version.
void checkVersion(const addrs::VersionConstraints& constraints, const SourceRange& range, Diagnostics& diagnostics) {
    bool valid = true;
    for (const addrs::VersionConstraints::Constraint& constraint : constraints.all()) {
        if (constraint.version.prerelease.empty())
            continue;
        valid = false;
        diagnostics.error("Invalid required_version constraint",
                          fmt::format("Prerelease version constraints are not supported: {}. Remove the prerelease "
                                      "information from the constraint. Prerelease versions of "
                                      "OpenTofu will match constraints using their version core only.",
                                      constraint.text),
                          range);
    }
    if (valid && !constraints.allow(*addrs::Version::parse(referenceVersion)))
        diagnostics.append(
            diags::Diagnostic::error(
                "Incompatible module",
                fmt::format("This module is not compatible with OpenTofu v{}.\n\nTo proceed, either choose "
                            "another supported OpenTofu version or update this "
                            "version constraint. Version constraints are normally set for good reason, so "
                            "updating the constraint may lead to other errors or "
                            "unexpected behavior.",
                            referenceVersion),
                range)
                .withCode(diags::ErrorCode::IncompatibleModule));
}

} // namespace

void checkVersionRequirements(const hcl::Body& file, std::string_view filename, Diagnostics& diagnostics) {
    auto root = file.partialContent({{}, {{"terraform", {}}, {"language", {}}}});
    diagnostics.append(std::move(root.diagnostics));
    // In files that Terraform reads too, required_version refers to Terraform.
    const bool isOwn = filename.ends_with(".tofu") || filename.ends_with(".tofu.json");
    for (const Block& block : root->first.blocks) {
        if (block.type == "language") {
            auto content = block.body->partialContent({{}, {{"compatible_with", {}}}});
            diagnostics.append(std::move(content.diagnostics));
            for (const Block& nested : content->first.blocks)
                if (const std::optional<CompatibleWith> compatible = decodeCompatibleWith(nested, diagnostics))
                    checkVersion(compatible->constraints, compatible->range, diagnostics);
        } else if (isOwn) {
            auto content = block.body->partialContent({{{"required_version"}}, {}});
            diagnostics.append(std::move(content.diagnostics));
            if (const Attribute* attribute = content->first.attribute("required_version"))
                if (const std::optional<addrs::VersionConstraints> constraints =
                        decodeVersionConstraint(*attribute, diagnostics))
                    checkVersion(*constraints, attribute->range, diagnostics);
        }
    }
}

void decodeLanguage(const Block& block, FileKind kind, Diagnostics& diagnostics) {
    if (kind == FileKind::Override) {
        diagnostics.error("Language selections in override file",
                          "Language-related settings in \"language\" blocks are not allowed in override files. Place "
                          "these settings in a normal configuration file.",
                          block.defRange);
        return;
    }
    diags::Result<BodyContent> content =
        block.body->content({{{"edition"}, {"experiments"}}, {{"compatible_with", {}}}});
    diagnostics.append(std::move(content.diagnostics));
    if (const Attribute* edition = content->attribute("edition"))
        decodeEdition(*edition->expression, diagnostics);
    if (const Attribute* experiments = content->attribute("experiments"))
        decodeExperiments(*experiments->expression, diagnostics);
    std::optional<CompatibleWith> seen;
    for (const Block& nested : content->blocks) {
        if (seen) {
            diagnostics.error("Duplicate compatible_with block",
                              fmt::format("Each language block may have at most one compatible_with block referring to "
                                          "OpenTofu. The OpenTofu version constraint was "
                                          "already declared at {}.",
                                          seen->range.toString()),
                              block.defRange);
            continue;
        }
        seen = decodeCompatibleWith(nested, diagnostics);
        if (seen && seen->constraints.allow(*addrs::Version::parse("1.11.0")))
            diagnostics.warning("Ineffective version constraint",
                                "The compatible_with block was added in OpenTofu v1.12.0, so any constraint specified "
                                "this way should exclude earlier versions of OpenTofu, "
                                "such as by including \">= 0.12.0\".\n\nIf your module must be compatible with earlier "
                                "versions of OpenTofu, use the required_version "
                                "argument in a \"terraform\" block in a file named with the .tofu suffix, which is an "
                                "older way to specify OpenTofu version constraints.",
                                seen->range);
    }
}

void decodeTerraform(const Block& block, FileContent& content, Diagnostics& diagnostics) {
    // The three arguments only concern Terraform, or were read before.
    diags::Result<BodyContent> body = block.body->content({{{"required_version"}, {"experiments"}, {"language"}},
                                                           {{"backend", {"type"}},
                                                            {"cloud", {}},
                                                            {"required_providers", {}},
                                                            {"provider_meta", {"provider"}},
                                                            {"encryption", {}}}});
    explainTerraformSyntax(body.diagnostics, TerraformContext::Terraform);
    diagnostics.append(std::move(body.diagnostics));
    for (const Block& nested : body->blocks) {
        if (nested.type == "backend") {
            content.backends.push_back({nested.labels[0], nested.body, nested.defRange, nested.labelRanges[0]});
        } else if (nested.type == "cloud") {
            content.backends.push_back({"cloud", nested.body, nested.defRange, nested.typeRange});
        } else if (nested.type == "required_providers") {
            content.requiredProviders.push_back(decodeRequiredProviders(nested, diagnostics));
        } else if (nested.type == "provider_meta") {
            if (std::optional<ProviderMeta> meta = decodeProviderMeta(nested, diagnostics))
                content.providerMetas.push_back(*std::move(meta));
        } else if (nested.type == "encryption") {
            if (EncryptionConfigPtr encryption = decodeEncryption(*nested.body, nested.defRange, diagnostics))
                content.encryptions.push_back(std::move(encryption));
        }
    }
}

} // namespace planlens::configs
