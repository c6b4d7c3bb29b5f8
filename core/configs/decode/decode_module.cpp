// SPDX-License-Identifier: MPL-2.0
#include "core/configs/decode/decode.h"

#include "core/addrs/version.h"
#include "core/configs/terraform_syntax.h"
#include "core/hcl/syntax/parser.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::configs {

using hcl::Attribute;
using hcl::Block;
using hcl::BodyContent;

std::vector<PassedProvider> decodePassedProviders(const Attribute& attribute, Diagnostics& diagnostics) {
    const auto pairs = attribute.expression->asMap();
    if (!pairs) {
        diagnostics.error("Invalid expression", "A static map expression is required.",
                          attribute.expression->startRange());
        return {};
    }
    std::vector<PassedProvider> providers;
    std::map<std::string, SourceRange> seen;
    for (const hcl::ExpressionPair& pair : *pairs) {
        std::optional<ProviderConfigRef> inChild = decodeProviderConfigRef(pair.key, "providers", diagnostics);
        std::optional<ProviderConfigRef> inParent = decodeProviderConfigRef(pair.value, "providers", diagnostics);
        if (!inChild || !inParent)
            continue;
        const std::string key = inChild->alias.empty() ? inChild->name : inChild->name + "." + inChild->alias;
        const auto [previous, fresh] = seen.emplace(key, SourceRange::between(pair.key->range(), pair.value->range()));
        if (!fresh) {
            diagnostics.error("Duplicate provider address",
                              fmt::format("A provider configuration was already passed to {} at {}. Each child "
                                          "provider configuration can be assigned only once.",
                                          key, previous->second.toString()),
                              pair.value->range());
            continue;
        }
        providers.push_back({*std::move(inChild), *std::move(inParent)});
    }
    return providers;
}

ModuleCall decodeModuleCall(const Block& block, FileKind kind, Diagnostics& diagnostics) {
    ModuleCall call;
    call.name = block.labels[0];
    call.range = block.defRange;
    auto content = block.body->partialContent(
        forOverrides({{{"source", true}, {"version"}, {"count"}, {"for_each"}, {"depends_on"}, {"providers"}},
                      {{"_", {}}, {"lifecycle", {}}, {"locals", {}}, {"provider", {"type"}}}},
                     kind));
    diagnostics.append(std::move(content.diagnostics));
    call.config = content->second;
    checkIdentifier(block, 0, "Invalid module instance name", diagnostics);
    if (const Attribute* source = content->first.attribute("source")) {
        call.sourceExpression = source->expression;
        call.sourceRange = source->expression->range();
    }
    if (const Attribute* version = content->first.attribute("version")) {
        call.versionExpression = version->expression;
        call.versionRange = version->range;
    }
    RepetitionArguments repetition;
    if (const Attribute* count = content->first.attribute("count")) {
        call.count = count->expression;
        repetition.count = count->nameRange;
    }
    if (const Attribute* forEach = content->first.attribute("for_each")) {
        call.forEach = forEach->expression;
        repetition.forEach = forEach->nameRange;
    }
    if (const Attribute* dependsOn = content->first.attribute("depends_on"))
        call.dependsOn = decodeDependsOn(*dependsOn, diagnostics);
    if (const Attribute* providers = content->first.attribute("providers"))
        call.providers = decodePassedProviders(*providers, diagnostics);
    const Block* seenLifecycle = nullptr;
    const Block* seenEscape = nullptr;
    for (const Block& nested : content->first.blocks) {
        if (nested.type == "lifecycle") {
            if (seenLifecycle) {
                diagnostics.error("Duplicate lifecycle block",
                                  fmt::format("This resource already has a lifecycle block at {}.",
                                              seenLifecycle->defRange.toString()),
                                  nested.defRange);
                continue;
            }
            seenLifecycle = &nested;
            diags::Result<BodyContent> lifecycle = nested.body->content({{{"enabled"}}, {}});
            diagnostics.append(std::move(lifecycle.diagnostics));
            if (const Attribute* enabled = lifecycle->attribute("enabled")) {
                call.enabled = enabled->expression;
                repetition.enabled = enabled->nameRange;
            }
        } else if (nested.type == "_") {
            if (seenEscape) {
                diagnostics.error("Duplicate escaping block",
                                  fmt::format("The special block type \"_\" can be used to force particular arguments "
                                              "to be interpreted as module input variables rather "
                                              "than as meta-arguments, but each module block can have only one such "
                                              "block. The first escaping block was at {}.",
                                              seenEscape->defRange.toString()),
                                  nested.defRange);
                continue;
            }
            seenEscape = &nested;
            call.config = hcl::mergeBodies({call.config, nested.body});
        } else {
            diagnostics.error(
                "Reserved block type name in module block",
                fmt::format("The block type name \"{}\" is reserved for use by OpenTofu in a future version.",
                            nested.type),
                nested.typeRange);
        }
    }
    repetition.check("module instances", "should", diagnostics);
    return call;
}

std::optional<ProviderConfig> decodeProviderConfig(const Block& block, Diagnostics& diagnostics) {
    ProviderConfig config;
    config.name = block.labels[0];
    config.range = block.defRange;
    config.nameRange = block.labelRanges[0];
    auto content =
        block.body->partialContent({{{"alias"}, {"version"}, {"for_each"}, {"count"}, {"depends_on"}, {"source"}},
                                    {{"_", {}}, {"lifecycle", {}}, {"locals", {}}}});
    diagnostics.append(std::move(content.diagnostics));
    config.config = content->second;
    if (!checkProviderLocalName(config.name, block.defRange, diagnostics))
        return {};
    if (const Attribute* alias = content->first.attribute("alias")) {
        decodeInto(config.alias, *alias->expression, diagnostics);
        config.aliasRange = alias->expression->range();
        if (!hcl::isValidIdentifier(config.alias))
            diagnostics.error("Invalid provider configuration alias",
                              std::string("An alias must be a valid name. ") + badIdentifierDetail);
    }
    if (const Attribute* version = content->first.attribute("version")) {
        diagnostics.warning("Version constraints inside provider configuration blocks are deprecated",
                            "OpenTofu 0.13 and earlier allowed provider version constraints inside the provider "
                            "configuration block, but that is now deprecated and "
                            "will be removed in a future version of OpenTofu. To silence this warning, move the "
                            "provider version constraint into the "
                            "required_providers block.",
                            version->expression->range());
        if (const std::optional<addrs::VersionConstraints> constraints = decodeVersionConstraint(*version, diagnostics))
            config.versionConstraint = constraints->toString();
        config.versionRange = version->range;
    }
    if (const Attribute* forEach = content->first.attribute("for_each"))
        config.forEach = forEach->expression;
    if (config.alias.empty() && config.forEach)
        diagnostics.error("Alias required when using \"for_each\"",
                          "The for_each argument is allowed only for provider configurations with an alias.",
                          config.forEach->range());
    for (const char* name : {"count", "depends_on", "source"})
        if (const Attribute* reserved = content->first.attribute(name))
            diagnostics.error(
                "Reserved argument name in provider block",
                fmt::format("The provider argument name \"{}\" is reserved for use by OpenTofu in a future version.",
                            name),
                reserved->nameRange);
    const Block* seenEscape = nullptr;
    for (const Block& nested : content->first.blocks) {
        if (nested.type != "_") {
            diagnostics.error(
                "Reserved block type name in provider block",
                fmt::format("The block type name \"{}\" is reserved for use by OpenTofu in a future version.",
                            nested.type),
                nested.typeRange);
        } else if (seenEscape) {
            diagnostics.error("Duplicate escaping block",
                              fmt::format("The special block type \"_\" can be used to force particular arguments to "
                                          "be interpreted as provider-specific rather than as "
                                          "meta-arguments, but each provider block can have only one such block. The "
                                          "first escaping block was at {}.",
                                          seenEscape->defRange.toString()),
                              nested.defRange);
        } else {
            seenEscape = &nested;
            config.config = hcl::mergeBodies({config.config, nested.body});
        }
    }
    return config;
}

FileContent decodeFile(const hcl::Body& body, std::string_view filename, FileKind kind, Diagnostics& diagnostics) {
    checkVersionRequirements(body, filename, diagnostics);
    static const hcl::BodySchema schema{{},
                                        {{"language", {}},
                                         {"required_providers", {}},
                                         {"provider", {"name"}},
                                         {"variable", {"name"}},
                                         {"locals", {}},
                                         {"output", {"name"}},
                                         {"module", {"name"}},
                                         {"resource", {"type", "name"}},
                                         {"data", {"type", "name"}},
                                         {"ephemeral", {"type", "name"}},
                                         {"moved", {}},
                                         {"import", {}},
                                         {"check", {"name"}},
                                         {"removed", {}},
                                         {"terraform", {}}}};
    FileContent file;
    diags::Result<BodyContent> content = body.content(schema);
    explainTerraformSyntax(content.diagnostics, TerraformContext::File);
    diagnostics.append(std::move(content.diagnostics));
    using addrs::ResourceMode;
    // Most blocks are resources, and resources are large.
    file.resources.reserve(
        static_cast<std::size_t>(std::count_if(content->blocks.begin(), content->blocks.end(), [](const Block& block) {
            return block.type == "resource" || block.type == "data" || block.type == "ephemeral";
        })));
    for (const Block& block : content->blocks) {
        if (block.type == "terraform") {
            decodeTerraform(block, file, diagnostics);
        } else if (block.type == "language") {
            decodeLanguage(block, kind, diagnostics);
        } else if (block.type == "required_providers") {
            diagnostics.error("Invalid required_providers block",
                              "A \"required_providers\" block must be nested inside a \"terraform\" block.",
                              block.typeRange);
        } else if (block.type == "provider") {
            if (std::optional<ProviderConfig> config = decodeProviderConfig(block, diagnostics))
                file.providerConfigs.push_back(*std::move(config));
        } else if (block.type == "variable") {
            file.variables.push_back(decodeVariable(block, kind, diagnostics));
        } else if (block.type == "locals") {
            for (Local& local : decodeLocals(block, diagnostics))
                file.locals.push_back(std::move(local));
        } else if (block.type == "output") {
            file.outputs.push_back(decodeOutput(block, kind, diagnostics));
        } else if (block.type == "module") {
            file.moduleCalls.push_back(decodeModuleCall(block, kind, diagnostics));
        } else if (block.type == "resource") {
            file.resources.push_back(decodeResource(block, ResourceMode::Managed, kind, diagnostics));
        } else if (block.type == "data") {
            file.resources.push_back(decodeResource(block, ResourceMode::Data, kind, diagnostics));
        } else if (block.type == "ephemeral") {
            file.resources.push_back(decodeResource(block, ResourceMode::Ephemeral, kind, diagnostics));
        } else if (block.type == "moved") {
            if (std::optional<Moved> moved = decodeMoved(block, diagnostics))
                file.moved.push_back(*std::move(moved));
        } else if (block.type == "import") {
            if (std::optional<Import> import = decodeImport(block, diagnostics))
                file.imports.push_back(*std::move(import));
        } else if (block.type == "check") {
            file.checks.push_back(decodeCheck(block, kind, file.resources, diagnostics));
        } else if (block.type == "removed") {
            if (std::optional<Removed> removed = decodeRemoved(block, diagnostics))
                file.removed.push_back(*std::move(removed));
        }
    }
    return file;
}

} // namespace planlens::configs
