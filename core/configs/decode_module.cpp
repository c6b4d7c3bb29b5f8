// SPDX-License-Identifier: MPL-2.0
#include "core/configs/decode.h"

#include "core/addrs/target.h"
#include "core/addrs/version.h"
#include "core/hcl/parser.h"
#include "core/hcl/syntax.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::configs {

using hcl::Attribute;
using hcl::Block;
using hcl::BodyContent;
using values::Type;
using values::Value;

ModuleCall decodeModuleCall(const Block& block, FileKind kind, Diagnostics& diagnostics) {
    ModuleCall call;
    call.name = block.labels[0];
    call.range = block.defRange;
    auto content = block.body->partialContent(forOverrides({{{"source", true}, {"version"}, {"count"}, {"for_each"}, {"depends_on"}, {"providers"}},
                                                            {{"_", {}}, {"lifecycle", {}}, {"locals", {}}, {"provider", {"type"}}}}, kind));
    diagnostics.append(std::move(content.diagnostics));
    call.config = content->second;
    checkIdentifier(block, 0, "Invalid module instance name", diagnostics);
    if (const Attribute* source = content->first.attribute("source")) {
        call.sourceExpression = source->expression;
        call.sourceRange = source->expression->range();
    }
    if (const Attribute* version = content->first.attribute("version"))
        decodeInto(call.versionConstraint, *version->expression, diagnostics);
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
    if (const Attribute* providers = content->first.attribute("providers")) {
        const auto pairs = providers->expression->asMap();
        if (!pairs) {
            diagnostics.error("Invalid expression", "A static map expression is required.", providers->expression->startRange());
        } else {
            std::map<std::string, SourceRange> seen;
            for (const hcl::ExpressionPair& pair : *pairs) {
                std::optional<ProviderConfigRef> inChild = decodeProviderConfigRef(pair.key, "providers", diagnostics);
                std::optional<ProviderConfigRef> inParent = decodeProviderConfigRef(pair.value, "providers", diagnostics);
                if (!inChild || !inParent)
                    continue;
                const std::string key = addrs::LocalProviderConfig{inChild->name, inChild->alias}.toString();
                const auto [previous, fresh] = seen.emplace(key, SourceRange::between(pair.key->range(), pair.value->range()));
                if (!fresh) {
                    diagnostics.error("Duplicate provider address",
                                      fmt::format("A provider configuration was already passed to {} at {}. Each child provider configuration can be assigned only "
                                                  "once.", key, previous->second.toString()), pair.value->range());
                    continue;
                }
                call.providers.push_back({*std::move(inChild), *std::move(inParent)});
            }
        }
    }
    const Block* seenLifecycle = nullptr;
    const Block* seenEscape = nullptr;
    for (const Block& nested : content->first.blocks) {
        if (nested.type == "lifecycle") {
            if (seenLifecycle) {
                diagnostics.error("Duplicate lifecycle block",
                                  fmt::format("This resource already has a lifecycle block at {}.", seenLifecycle->defRange.toString()), nested.defRange);
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
                                  fmt::format("The special block type \"_\" can be used to force particular arguments to be interpreted as module input variables rather "
                                              "than as meta-arguments, but each module block can have only one such block. The first escaping block was at {}.",
                                              seenEscape->defRange.toString()), nested.defRange);
                continue;
            }
            seenEscape = &nested;
            call.config = hcl::mergeBodies({call.config, nested.body});
        } else {
            diagnostics.error("Reserved block type name in module block",
                              fmt::format("The block type name \"{}\" is reserved for use by OpenTofu in a future version.", nested.type), nested.typeRange);
        }
    }
    repetition.check("module instances", "should", diagnostics);
    return call;
}

ProviderConfig decodeProviderConfig(const Block& block, Diagnostics& diagnostics) {
    ProviderConfig config;
    config.name = block.labels[0];
    config.range = block.defRange;
    config.nameRange = block.labelRanges[0];
    auto content = block.body->partialContent({{{"alias"}, {"version"}, {"for_each"}, {"count"}, {"depends_on"}, {"source"}},
                                               {{"_", {}}, {"lifecycle", {}}, {"locals", {}}}});
    diagnostics.append(std::move(content.diagnostics));
    config.config = content->second;
    if (const Attribute* alias = content->first.attribute("alias")) {
        decodeInto(config.alias, *alias->expression, diagnostics);
        config.aliasRange = alias->expression->range();
        if (!hcl::isValidIdentifier(config.alias))
            diagnostics.error("Invalid provider configuration alias", std::string("An alias must be a valid name. ") + badIdentifierDetail);
    }
    if (const Attribute* version = content->first.attribute("version")) {
        diagnostics.warning("Version constraints inside provider configuration blocks are deprecated",
                            "OpenTofu 0.13 and earlier allowed provider version constraints inside the provider configuration block, but that is now deprecated and "
                            "will be removed in a future version of OpenTofu. To silence this warning, move the provider version constraint into the "
                            "required_providers block.", version->expression->range());
        decodeInto(config.versionConstraint, *version->expression, diagnostics);
    }
    if (const Attribute* forEach = content->first.attribute("for_each"))
        config.forEach = forEach->expression;
    if (config.alias.empty() && config.forEach)
        diagnostics.error("Alias required when using \"for_each\"", "The for_each argument is allowed only for provider configurations with an alias.",
                          config.forEach->range());
    for (const char* name : {"count", "depends_on", "source"})
        if (const Attribute* reserved = content->first.attribute(name))
            diagnostics.error("Reserved argument name in provider block",
                              fmt::format("The provider argument name \"{}\" is reserved for use by OpenTofu in a future version.", name), reserved->nameRange);
    const Block* seenEscape = nullptr;
    for (const Block& nested : content->first.blocks) {
        if (nested.type != "_") {
            diagnostics.error("Reserved block type name in provider block",
                              fmt::format("The block type name \"{}\" is reserved for use by OpenTofu in a future version.", nested.type), nested.typeRange);
        } else if (seenEscape) {
            diagnostics.error("Duplicate escaping block",
                              fmt::format("The special block type \"_\" can be used to force particular arguments to be interpreted as provider-specific rather than as "
                                          "meta-arguments, but each provider block can have only one such block. The first escaping block was at {}.",
                                          seenEscape->defRange.toString()), nested.defRange);
        } else {
            seenEscape = &nested;
            config.config = hcl::mergeBodies({config.config, nested.body});
        }
    }
    return config;
}

std::optional<Moved> decodeMoved(const Block& block, Diagnostics& all) {
    Moved moved;
    moved.range = block.defRange;
    Diagnostics diagnostics;
    diags::Result<BodyContent> content = block.body->content({{{"from", true}, {"to", true}}, {}});
    diagnostics.append(std::move(content.diagnostics));
    bool complete = true;
    const auto endpoint = [&](const char* name, addrs::MoveEndpoint& target) {
        const Attribute* attribute = content->attribute(name);
        const std::optional<hcl::Traversal> traversal = attribute ? attribute->expression->asTraversal() : std::nullopt;
        if (attribute && !traversal)
            absoluteTraversal(*attribute->expression, diagnostics);
        if (!traversal) {
            complete = false;
            return;
        }
        diags::Result<addrs::MoveEndpoint> parsed = addrs::parseMoveEndpoint(*traversal);
        diagnostics.append(std::move(parsed.diagnostics));
        if (!parsed.value) {
            complete = false;
            return;
        }
        target = *std::move(parsed.value);
        if (!target.isSubjectAllowed())
            diagnostics.error("Invalid \"moved\" address", fmt::format("The resource referenced by the \"{}\" attribute is not allowed to be moved.", name), block.defRange);
    };
    endpoint("from", moved.from);
    endpoint("to", moved.to);
    if (complete && !diagnostics.hasErrors() && !moved.from.mightUnifyWith(moved.to))
        diagnostics.error("Invalid \"moved\" addresses", "The \"from\" and \"to\" addresses must either both refer to resources or both refer to modules.", block.defRange);
    const bool failed = diagnostics.hasErrors() || !complete;
    all.append(std::move(diagnostics));
    if (failed)
        return {};
    return moved;
}

std::optional<Removed> decodeRemoved(const Block& block, Diagnostics& all) {
    Removed removed;
    removed.range = block.defRange;
    Diagnostics diagnostics;
    diags::Result<BodyContent> content = block.body->content({{{"from", true}}, {{"lifecycle", {}}, {"provisioner", {"type"}}}});
    diagnostics.append(std::move(content.diagnostics));
    bool complete = false;
    if (const Attribute* from = content->attribute("from")) {
        if (const std::optional<hcl::Traversal> traversal = absoluteTraversal(*from->expression, diagnostics)) {
            diags::Result<addrs::RemoveEndpoint> parsed = addrs::parseRemoveEndpoint(*traversal);
            diagnostics.append(std::move(parsed.diagnostics));
            if (parsed.value) {
                removed.from = *std::move(parsed.value);
                complete = true;
            }
        }
    }
    const Block* seenLifecycle = nullptr;
    for (const Block& nested : content->blocks) {
        if (nested.type == "lifecycle") {
            if (seenLifecycle) {
                diagnostics.error("Duplicate lifecycle block",
                                  fmt::format("The removed block already has a lifecycle block at {}.", seenLifecycle->defRange.toString()), nested.defRange);
                continue;
            }
            seenLifecycle = &nested;
            diags::Result<BodyContent> lifecycle = nested.body->content({{{"destroy"}}, {}});
            diagnostics.append(std::move(lifecycle.diagnostics));
            if (const Attribute* destroy = lifecycle->attribute("destroy")) {
                decodeInto(removed.destroy, *destroy->expression, diagnostics);
                removed.destroySet = true;
            }
        } else if (std::optional<Provisioner> provisioner = decodeProvisioner(nested, diagnostics)) {
            if (provisioner->when != ProvisionerWhen::Destroy)
                diagnostics.error("Invalid \"removed.provisioner\" block",
                                  "\"removed\" blocks can only contain destroy provisioners. \"removed.provisioner.when = destroy\" expected", nested.defRange);
            else if (complete && std::holds_alternative<addrs::Module>(removed.from.subject))
                diagnostics.error("Invalid \"removed\" block",
                                  "\"removed\" blocks containing \"provisioner\"s can only target resources. Found one block that is targeting a module", block.defRange);
            else
                removed.provisioners.push_back(*std::move(provisioner));
        }
    }
    if (!diagnostics.hasErrors()) {
        if (!removed.destroySet)
            diagnostics.warning("Missing lifecycle from the removed block",
                                "It is recommended for each 'removed' block configured to have also the 'lifecycle' block defined. By not specifying if the resource "
                                "should be destroyed or not, could lead to unwanted behavior.", block.defRange);
        else if (!removed.destroy && !removed.provisioners.empty())
            diagnostics.warning("Removed block provisioners will not be executed",
                                "The 'removed' block has marked the resource to be forgotten and not destroyed. Therefore, the provisioners configured for it will not be "
                                "executed.", block.defRange);
    }
    const bool failed = diagnostics.hasErrors() || !complete;
    all.append(std::move(diagnostics));
    if (failed)
        return {};
    return removed;
}

namespace {

/// The reference in the `to` of an import with every key that is an expression left out.
std::optional<hcl::Traversal> importTraversal(const hcl::Expression& expression, Diagnostics& diagnostics) {
    if (std::optional<hcl::Traversal> traversal = expression.asTraversal())
        return traversal;
    if (const auto* index = dynamic_cast<const hcl::syntax::Index*>(&expression))
        return importTraversal(*index->collection, diagnostics);
    if (const auto* relative = dynamic_cast<const hcl::syntax::RelativeTraversal*>(&expression)) {
        std::optional<hcl::Traversal> traversal = importTraversal(*relative->source, diagnostics);
        if (traversal)
            traversal->steps.insert(traversal->steps.end(), relative->traversal.steps.begin(), relative->traversal.steps.end());
        return traversal;
    }
    diagnostics.error("Invalid import address expression",
                      "Import address must be a reference to a resource's address, and only allows for indexing with dynamic keys. For example: "
                      "module.my_module[expression1].aws_s3_bucket.my_buckets[expression2] for resources inside of modules, or simply aws_s3_bucket.my_bucket for a "
                      "resource in the root module", expression.range());
    return {};
}

} // namespace

std::optional<Import> decodeImport(const Block& block, Diagnostics& diagnostics) {
    Import import;
    import.range = block.defRange;
    diags::Result<BodyContent> content = block.body->content({{{"provider"}, {"id"}, {"identity"}, {"to", true}, {"for_each"}}, {}});
    diagnostics.append(std::move(content.diagnostics));
    const Attribute* id = content->attribute("id");
    const Attribute* identity = content->attribute("identity");
    if (id)
        import.id = id->expression;
    if (identity)
        import.identity = identity->expression;
    if (const Attribute* to = content->attribute("to")) {
        import.to = to->expression;
        const std::optional<hcl::Traversal> traversal = importTraversal(*to->expression, diagnostics);
        if (!traversal)
            return {};
        diags::Result<addrs::AbsResourceInstance> address = addrs::parseAbsResourceInstance(*traversal);
        const bool failed = address.hasErrors() || !address.value;
        diagnostics.append(std::move(address.diagnostics));
        if (failed)
            return {};
        import.toResource = address->resource;
        import.toModule = address->module.module();
        if (to->expression->asTraversal())
            import.staticTo = *address.value;
    }
    if (const Attribute* provider = content->attribute("provider")) {
        if (!import.toModule.isRoot())
            diagnostics.error("Invalid import provider argument",
                              "The provider argument can only be specified in import blocks that will generate configuration.\n\nUse the providers argument within the "
                              "module block to configure providers for all resources within a module, including imported resources.", provider->range);
        import.providerRef = decodeProviderConfigRef(provider->expression, "provider", diagnostics);
    }
    if (const Attribute* forEach = content->attribute("for_each"))
        import.forEach = forEach->expression;
    if (!id && !identity)
        diagnostics.error("Missing required import argument",
                          "One of 'id' or 'identity' must be specified in an import block to identify the resource instance to import.", block.defRange);
    if (id && identity)
        diagnostics.error("Conflicting import arguments",
                          "Only one of 'id' or 'identity' can be specified in an import block. 'id' identifies the resource instance by its ID, while 'identity' "
                          "identifies the resource instance by its Resource Identity. Choose one method to identify the resource instance to import.",
                          id->range.start < identity->range.start ? SourceRange::between(id->range, identity->range)
                                                                  : SourceRange::between(identity->range, id->range));
    return import;
}

Check decodeCheck(const Block& block, FileKind kind, std::vector<Resource>& dataResources, Diagnostics& diagnostics) {
    Check check;
    check.name = block.labels[0];
    check.range = block.defRange;
    if (kind == FileKind::Override) {
        diagnostics.error("Can't override check blocks", "Override files cannot override check blocks.", block.defRange);
        return check;
    }
    diags::Result<BodyContent> content = block.body->content({{}, {{"data", {"type", "name"}}, {"assert", {}}}});
    diagnostics.append(std::move(content.diagnostics));
    checkIdentifier(block, 0, "Invalid check block name", diagnostics);
    SourceRange data;
    for (const Block& nested : content->blocks) {
        if (nested.type == "data") {
            if (!data.isEmpty()) {
                diagnostics.error("Multiple data resource blocks", fmt::format("This check block already has a data resource defined at {}.", data.toString()), nested.defRange);
                continue;
            }
            Diagnostics found;
            Resource resource = decodeNestedData(nested, kind, found);
            const bool failed = found.hasErrors();
            diagnostics.append(std::move(found));
            if (failed)
                continue;
            data = nested.defRange;
            resource.container = check.name;
            check.dataResource = resource.address.toString();
            dataResources.push_back(std::move(resource));
        } else if (std::optional<CheckRule> rule = decodeCheckRule(nested, kind, diagnostics)) {
            check.asserts.push_back(*std::move(rule));
        }
    }
    if (check.asserts.empty())
        diagnostics.error("Zero assert blocks", "Check blocks must have at least one assert block.", block.defRange);
    return check;
}

namespace {

std::optional<addrs::Provider> impliedProvider(const std::string& name, const SourceRange& range, Diagnostics& diagnostics) {
    diags::Result<addrs::Provider> parsed = addrs::parseProviderSource(name);
    if (!parsed.isOk()) {
        for (const diags::Diagnostic& diagnostic : parsed.diagnostics)
            diagnostics.error("Invalid provider name", diagnostic.detail, range);
        return {};
    }
    return addrs::Provider::implied(name);
}

FileContent::RequiredProviders decodeRequiredProviders(const Block& block, Diagnostics& diagnostics) {
    FileContent::RequiredProviders required;
    required.range = block.defRange;
    auto attributes = block.body->justAttributes();
    const bool failed = attributes.hasErrors();
    diagnostics.append(std::move(attributes.diagnostics));
    if (failed)
        return required;
    for (const auto& [name, attribute] : *attributes) {
        RequiredProvider provider;
        provider.name = name;
        const hcl::Expression& expression = *attribute.expression;
        provider.range = expression.range();
        const auto constraint = [&](const hcl::Expression& text) {
            const diags::Result<Value> value = text.evaluate(nullptr);
            if (value.hasErrors() || !value->type().isString() || value->isNull()) {
                diagnostics.error("Invalid version constraint", "Version must be specified as a string.", text.range());
                return;
            }
            provider.versionConstraint = value->unmarked().asString();
            if (!addrs::VersionConstraints::parse(provider.versionConstraint))
                diagnostics.error("Invalid version constraint", "This string does not use correct version constraint syntax.", text.range());
        };
        const diags::Result<Value> whole = expression.evaluate(nullptr);
        if (!whole.hasErrors() && whole->type().isPrimitive()) {
            constraint(expression);
            if (const std::optional<addrs::Provider> implied = impliedProvider(name, expression.range(), diagnostics)) {
                provider.provider = *implied;
                required.providers.push_back(std::move(provider));
            }
            continue;
        }
        const auto pairs = expression.asMap();
        if (!pairs) {
            diagnostics.error("Invalid required_providers object", "required_providers entries must be strings or objects.", expression.range());
            continue;
        }
        bool sourceGiven = false;
        const std::size_t before = diagnostics.size();
        for (const hcl::ExpressionPair& pair : *pairs) {
            diags::Result<Value> key = pair.key->evaluate(nullptr);
            if (key.hasErrors()) {
                diagnostics.append(std::move(key.diagnostics));
                continue;
            }
            if (!key->type().isString() || key->isNull() || !key->isKnown())
                continue;
            const std::string& what = key->asString();
            if (what == "version") {
                constraint(*pair.value);
            } else if (what == "source") {
                const diags::Result<Value> source = pair.value->evaluate(nullptr);
                if (source.hasErrors() || !source->type().isString() || source->isNull()) {
                    diagnostics.error("Invalid source", "Source must be specified as a string.", pair.value->range());
                    continue;
                }
                diags::Result<addrs::Provider> parsed = addrs::parseProviderSource(source->unmarked().asString());
                for (diags::Diagnostic diagnostic : parsed.diagnostics) {
                    if (!diagnostic.subject)
                        diagnostic.subject = pair.value->range();
                    diagnostics.append(std::move(diagnostic));
                }
                if (!parsed.isOk())
                    continue;
                provider.source = source->unmarked().asString();
                provider.provider = *parsed.value;
                sourceGiven = true;
            } else if (what == "configuration_aliases") {
                const auto list = pair.value->asList();
                if (!list) {
                    diagnostics.error("Invalid expression", "A static list expression is required.", pair.value->startRange());
                    continue;
                }
                for (const ExpressionPtr& item : *list) {
                    const std::optional<hcl::Traversal> traversal = absoluteTraversal(*item, diagnostics);
                    if (!traversal)
                        continue;
                    if (traversal->steps.size() > 2 || (traversal->steps.size() == 2 && traversal->steps[1].kind != hcl::TraversalStep::Kind::Attribute)) {
                        diagnostics.error("Invalid configuration_aliases value",
                                          "Configuration aliases can only contain references to local provider configuration names in the format of provider.alias",
                                          pair.value->range());
                    } else if (traversal->rootName() != name) {
                        diagnostics.error("Invalid configuration_aliases value",
                                          fmt::format("Configuration aliases must be prefixed with the provider name. Expected \"{}\", but found \"{}\".", name,
                                                      traversal->rootName()), pair.value->range());
                    } else {
                        provider.aliases.push_back({name, traversal->steps.size() == 2 ? traversal->steps[1].name : std::string()});
                    }
                }
            } else {
                diagnostics.error("Invalid required_providers object",
                                  "required_providers objects can only contain \"version\", \"source\" and \"configuration_aliases\" attributes. To configure a provider, "
                                  "use a \"provider\" block.", pair.key->range());
                break;
            }
        }
        if (diagnostics.size() != before && diagnostics.hasErrors())
            continue;
        if (!sourceGiven) {
            const std::optional<addrs::Provider> implied = impliedProvider(name, expression.range(), diagnostics);
            if (!implied)
                continue;
            provider.provider = *implied;
        }
        required.providers.push_back(std::move(provider));
    }
    return required;
}

} // namespace

void decodeTerraform(const Block& block, FileContent& content, Diagnostics& diagnostics) {
    diags::Result<BodyContent> body = block.body->content({{{"required_version"}, {"experiments"}, {"language"}},
                                                           {{"backend", {"type"}}, {"cloud", {}}, {"required_providers", {}}, {"provider_meta", {"provider"}}, {"encryption", {}}}});
    diagnostics.append(std::move(body.diagnostics));
    if (const Attribute* version = body->attribute("required_version")) {
        std::string text;
        decodeInto(text, *version->expression, diagnostics);
        if (!text.empty())
            content.requiredVersions.push_back(text);
    }
    for (const Block& nested : body->blocks) {
        if (nested.type == "backend")
            content.backends.push_back({nested.labels[0], nested.body, nested.defRange, nested.labelRanges[0]});
        else if (nested.type == "cloud")
            content.backends.push_back({"cloud", nested.body, nested.defRange, nested.typeRange});
        else if (nested.type == "required_providers")
            content.requiredProviders.push_back(decodeRequiredProviders(nested, diagnostics));
        else if (nested.type == "encryption")
            content.encryptions.push_back(nested.defRange);
    }
}

FileContent decodeFile(const hcl::Body& body, FileKind kind, Diagnostics& diagnostics) {
    static const hcl::BodySchema schema{{},
                                        {{"language", {}}, {"required_providers", {}}, {"provider", {"name"}}, {"variable", {"name"}}, {"locals", {}}, {"output", {"name"}},
                                         {"module", {"name"}}, {"resource", {"type", "name"}}, {"data", {"type", "name"}}, {"ephemeral", {"type", "name"}}, {"moved", {}},
                                         {"import", {}}, {"check", {"name"}}, {"removed", {}}, {"terraform", {}}}};
    FileContent file;
    diags::Result<BodyContent> content = body.content(schema);
    diagnostics.append(std::move(content.diagnostics));
    using addrs::ResourceMode;
    for (const Block& block : content->blocks) {
        if (block.type == "terraform") {
            decodeTerraform(block, file, diagnostics);
        } else if (block.type == "required_providers") {
            diagnostics.error("Invalid required_providers block", "A \"required_providers\" block must be nested inside a \"terraform\" block.", block.typeRange);
        } else if (block.type == "provider") {
            file.providerConfigs.push_back(decodeProviderConfig(block, diagnostics));
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
