// SPDX-License-Identifier: MPL-2.0
#include "core/configs/test_files/test_file.h"

#include "core/addrs/target.h"
#include "core/configs/decode/decode.h"
#include "core/configs/static_arguments.h"
#include "core/configs/terraform_syntax.h"
#include "core/hcl/syntax/parser.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace planlens::configs {

using hcl::Attribute;
using hcl::Block;

namespace {

constexpr std::string_view testExtensions[] = {".tftest.hcl", ".tftest.json", ".tofutest.hcl", ".tofutest.json"};

/// An override block (override_resource, override_module …) and its target as written.
struct Stand {
    std::string blockType, target;
    SourceRange range;
};

bool isStand(const Block& block) {
    return block.type == "override_resource" || block.type == "override_data" || block.type == "override_module";
}

const std::vector<hcl::BlockSchema>& standSchemas() {
    static const std::vector<hcl::BlockSchema> schemas{
        {"override_resource", {}}, {"override_data", {}}, {"override_module", {}}};
    return schemas;
}

hcl::BodySchema withStands(hcl::BodySchema schema) {
    schema.blocks.insert(schema.blocks.end(), standSchemas().begin(), standSchemas().end());
    return schema;
}

void checkConstantObject(const Attribute& attribute, Diagnostics& diagnostics) {
    diags::Result<values::Value> value = attribute.expression->evaluate(nullptr);
    const bool failed = value.hasErrors();
    diagnostics.append(std::move(value.diagnostics));
    if (!failed && !value->type().isObject())
        diagnostics.error("Object expected", fmt::format("The attribute `{}` must be an object.", attribute.name),
                          attribute.range);
}

/// Returns std::nullopt if there were errors.
std::optional<Stand> decodeStand(const Block& block, Diagnostics& all) {
    const bool isModule = block.type == "override_module";
    const char* const values = isModule ? "outputs" : "values";
    diags::Result<hcl::BodyContent> content = block.body->content({{{"target", true}, {values}}, {}});
    explainTerraformSyntax(content.diagnostics, TerraformContext::Override);
    Diagnostics diagnostics = std::move(content.diagnostics);
    Stand stand{block.type, {}, {}};
    if (const Attribute* target = content->attribute("target")) {
        if (const std::optional<hcl::Traversal> traversal = absoluteTraversal(*target->expression, diagnostics)) {
            stand.range = traversal->range();
            if (isModule) {
                if (const auto module = addrs::parseModule(*traversal).into(diagnostics))
                    stand.target = module->toString();
            } else if (const auto resource = addrs::parseConfigResource(*traversal).into(diagnostics)) {
                stand.target = resource->toString();
            }
        }
    }
    if (const Attribute* given = content->attribute(values))
        checkConstantObject(*given, diagnostics);
    const bool failed = diagnostics.hasErrors();
    all.append(std::move(diagnostics));
    return failed ? std::nullopt : std::optional(std::move(stand));
}

void checkDuplicates(const std::vector<Stand>& stands, Diagnostics& diagnostics) {
    std::set<std::pair<bool, std::string>> seen; // module overrides are separate
    for (const Stand& stand : stands)
        if (!seen.emplace(stand.blockType == "override_module", stand.target).second)
            diagnostics.error(fmt::format("Duplicated `{}` block", stand.blockType),
                              fmt::format("It is not allowed to have multiple `{}` blocks with the same target: `{}`.",
                                          stand.blockType, stand.target),
                              stand.range);
}

void checkPlanOptions(const Block& block, Diagnostics& diagnostics) {
    diags::Result<hcl::BodyContent> content =
        block.body->content({{{"mode"}, {"refresh"}, {"replace"}, {"target"}}, {}});
    diagnostics.append(std::move(content.diagnostics));
    bool refresh = true, isRefreshOnly = false;
    if (const Attribute* mode = content->attribute("mode")) {
        const std::string keyword = mode->expression->asKeyword();
        isRefreshOnly = keyword == "refresh-only";
        if (!isRefreshOnly && keyword != "normal")
            diagnostics.error(
                "Invalid \"mode\" keyword",
                "The \"mode\" argument requires one of the following keywords without quotes: normal or refresh-only",
                mode->expression->range());
    }
    const Attribute* given = content->attribute("refresh");
    if (given) {
        refresh = false;
        decodeInto(refresh, *given->expression, diagnostics);
    }
    for (const char* name : {"replace", "target"})
        if (const Attribute* attribute = content->attribute(name))
            (void)decodeDependsOn(*attribute, diagnostics);
    if (given && !refresh && isRefreshOnly)
        diagnostics.error("Incompatible plan options",
                          "The \"refresh\" option cannot be set to false when running a test in \"refresh-only\" mode.",
                          given->range);
}

/// Returns std::nullopt if there were errors.
std::optional<ModuleCall> decodeModule(const Block& block, Diagnostics& diagnostics) {
    diags::Result<hcl::BodyContent> content = block.body->content({{{"source"}, {"version"}}, {}});
    bool failed = content.diagnostics.hasErrors();
    diagnostics.append(std::move(content.diagnostics));
    ModuleCall call;
    call.range = block.defRange;
    const Attribute* version = content->attribute("version");
    if (version) {
        Diagnostics found;
        (void)decodeVersionConstraint(*version, found);
        if (!found.hasErrors())
            decodeInto(call.versionConstraint, *version->expression, found);
        call.versionRange = version->range;
        failed |= found.hasErrors();
        diagnostics.append(std::move(found));
    }
    const Attribute* source = content->attribute("source");
    if (!source) {
        diagnostics.error(
            "Missing \"source\" attribute for module block",
            "You must specify a source attribute when executing alternate modules during test executions.",
            block.defRange);
        return {};
    }
    Diagnostics found;
    call.sourceRange = source->expression->range();
    decodeInto(call.source, *source->expression, found);
    if (!found.hasErrors())
        call.sourceAddress =
            parseSource(call.source, version ? SourceKind::Registry : SourceKind::Any, call.sourceRange, found);
    failed |= found.hasErrors();
    diagnostics.append(std::move(found));
    return failed ? std::nullopt : std::optional(std::move(call));
}

struct Run {
    std::vector<Stand> stands;
    std::vector<hcl::Traversal> expectedFailures;
    std::optional<ModuleCall> module;
    TestRun uses;
};

/// Returns std::nullopt if there were errors.
std::optional<Run> decodeRun(const Block& block, Diagnostics& all) {
    static const hcl::BodySchema schema =
        withStands({{{"command"}, {"providers"}, {"expect_failures"}},
                    {{"plan_options", {}}, {"assert", {}}, {"variables", {}}, {"module", {}}}});
    diags::Result<hcl::BodyContent> content = block.body->content(schema);
    explainTerraformSyntax(content.diagnostics, TerraformContext::Run);
    Diagnostics diagnostics = std::move(content.diagnostics);
    checkIdentifier(block, 0, "Invalid run block name", diagnostics);
    Run run;
    std::map<std::string, SourceRange> seen;
    hcl::BodyPtr variables = hcl::emptyBody("variables");
    for (const Block& nested : content->blocks) {
        if (nested.type == "assert") {
            (void)decodeCheckRule(nested, FileKind::Primary, diagnostics);
            continue;
        }
        if (isStand(nested)) {
            if (std::optional<Stand> stand = decodeStand(nested, diagnostics))
                run.stands.push_back(*std::move(stand));
            continue;
        }
        if (const auto first = seen.find(nested.type); first != seen.end()) {
            diagnostics.error(fmt::format("Multiple \"{}\" blocks", nested.type),
                              fmt::format("This run block already has a {} block defined at {}.", nested.type,
                                          first->second.toString()),
                              nested.defRange);
            if (nested.type != "module")
                continue;
        }
        Diagnostics found;
        if (nested.type == "plan_options")
            checkPlanOptions(nested, found);
        else if (nested.type == "module")
            run.module = decodeModule(nested, found);
        else
            diagnostics.append(nested.body->justAttributes().diagnostics);
        if (nested.type == "variables")
            variables = nested.body;
        if (!found.hasErrors())
            seen.insert_or_assign(nested.type, nested.defRange);
        diagnostics.append(std::move(found));
    }
    if (const Attribute* command = content->attribute("command"))
        if (const std::string keyword = command->expression->asKeyword(); keyword != "apply" && keyword != "plan")
            diagnostics.error(
                "Invalid \"command\" keyword",
                "The \"command\" argument requires one of the following keywords without quotes: apply or plan.",
                command->expression->range());
    if (const Attribute* providers = content->attribute("providers"))
        run.uses.providers = decodePassedProviders(*providers, diagnostics);
    if (const Attribute* failures = content->attribute("expect_failures"))
        run.expectedFailures = decodeDependsOn(*failures, diagnostics);
    run.uses.name = block.labels[0];
    run.uses.callsModule = run.module.has_value();
    if (run.module) {
        run.module->name = block.labels[0];
        run.module->config = std::move(variables);
    }
    const bool failed = diagnostics.hasErrors();
    all.append(std::move(diagnostics));
    return failed ? std::nullopt : std::optional(std::move(run));
}

void checkRun(const Run& run, Diagnostics& diagnostics) {
    for (const hcl::Traversal& traversal : run.expectedFailures) {
        const std::optional<addrs::Reference> reference =
            addrs::parseReferenceFromTestingScope(traversal).into(diagnostics);
        if (!reference)
            continue;
        const addrs::Referenceable& subject = reference->subject;
        if (!std::holds_alternative<addrs::OutputValue>(subject) &&
            !std::holds_alternative<addrs::InputVariable>(subject) &&
            !std::holds_alternative<addrs::CheckRef>(subject) &&
            !std::holds_alternative<addrs::ResourceInstance>(subject) &&
            !std::holds_alternative<addrs::Resource>(subject))
            diagnostics.error("Invalid `expect_failures` reference",
                              fmt::format("You cannot expect failures from {}. You can only expect failures from "
                                          "checkable objects such as input variables, output values, "
                                          "check blocks, managed resources and data sources.",
                                          addrs::toString(subject)),
                              reference->range);
    }
    checkDuplicates(run.stands, diagnostics);
}

/// Returns the name and alias; empty if there were errors.
std::optional<std::string> decodeMockProvider(const Block& block, Diagnostics& all) {
    static const hcl::BodySchema schema{
        {{"alias"}, {"for_each"}},
        {{"mock_resource", {"type"}}, {"mock_data", {"type"}}, {"override_resource", {}}, {"override_data", {}}}};
    diags::Result<hcl::BodyContent> content = block.body->content(schema);
    explainTerraformSyntax(content.diagnostics, TerraformContext::MockProvider);
    Diagnostics diagnostics = std::move(content.diagnostics);
    const std::string& name = block.labels[0];
    if (!checkProviderLocalName(name, block.defRange, diagnostics)) {
        all.append(std::move(diagnostics));
        return {};
    }
    std::string alias;
    if (const Attribute* given = content->attribute("alias")) {
        decodeInto(alias, *given->expression, diagnostics);
        if (!hcl::isValidIdentifier(alias))
            diagnostics.error("Invalid mock provider configuration alias",
                              std::string("An alias must be a valid name. ") + badIdentifierDetail,
                              given->expression->range());
    }
    if (const Attribute* forEach = content->attribute("for_each"); forEach && alias.empty())
        diagnostics.error("Alias required when using \"for_each\"",
                          "The for_each argument is allowed only for provider configurations with an alias.",
                          forEach->expression->range());
    std::set<std::pair<std::string, std::string>> mocked;
    std::set<std::string> stood;
    Diagnostics duplicates, duplicateStands;
    for (const Block& nested : content->blocks) {
        if (isStand(nested)) {
            const std::optional<Stand> stand = decodeStand(nested, diagnostics);
            if (stand && !stood.insert(stand->target).second)
                duplicateStands.error(fmt::format("Duplicated `{}` block", nested.type),
                                      fmt::format("`{}` with target `{}` is already defined in `mock_provider` block.",
                                                  nested.type, stand->target),
                                      block.defRange);
            continue;
        }
        diags::Result<hcl::BodyContent> mock = nested.body->content({{{"defaults"}}, {}});
        explainTerraformSyntax(mock.diagnostics, TerraformContext::Mock);
        Diagnostics found = std::move(mock.diagnostics);
        if (const Attribute* defaults = mock->attribute("defaults"))
            checkConstantObject(*defaults, found);
        if (!found.hasErrors() && !mocked.emplace(nested.type, nested.labels[0]).second)
            duplicates.error(
                fmt::format("Duplicated `{}` block", nested.type),
                fmt::format("`{}.{}` is already defined in `mock_provider` block.", nested.type, nested.labels[0]),
                block.defRange);
        diagnostics.append(std::move(found));
    }
    diagnostics.append(std::move(duplicates));
    diagnostics.append(std::move(duplicateStands));
    const bool failed = diagnostics.hasErrors();
    all.append(std::move(diagnostics));
    return failed ? std::nullopt : std::optional(alias.empty() ? name : name + "." + alias);
}

} // namespace

bool isTestFile(std::string_view name) {
    return std::any_of(std::begin(testExtensions), std::end(testExtensions),
                       [&](std::string_view extension) { return name.ends_with(extension); });
}

std::vector<std::string> withoutReplaced(const std::vector<std::string>& names) {
    std::vector<std::string> kept;
    for (const std::string& name : names) {
        const std::size_t extension = name.rfind(".tftest.");
        const std::string other = extension == std::string::npos
                                      ? std::string()
                                      : name.substr(0, extension) + ".tofu" + name.substr(extension + 3);
        if (other.empty() || std::find(names.begin(), names.end(), other) == names.end())
            kept.push_back(name);
    }
    return kept;
}

TestFile checkTestFile(const hcl::Body& body, Diagnostics& diagnostics, Diagnostics& later) {
    static const hcl::BodySchema schema =
        withStands({{}, {{"run", {"name"}}, {"provider", {"name"}}, {"variables", {}}, {"mock_provider", {"name"}}}});
    diags::Result<hcl::BodyContent> content = body.content(schema);
    explainTerraformSyntax(content.diagnostics, TerraformContext::TestFile);
    diagnostics.append(std::move(content.diagnostics));
    std::vector<Stand> stands;
    std::vector<Run> runs;
    std::set<std::string> mockProviders;
    TestFile file;
    const Block* variables = nullptr;
    for (const Block& block : content->blocks) {
        if (block.type == "run") {
            if (std::optional<Run> run = decodeRun(block, diagnostics))
                runs.push_back(*std::move(run));
        } else if (block.type == "variables") {
            if (variables) {
                diagnostics.error("Multiple \"variables\" blocks",
                                  fmt::format("This test file already has a variables block defined at {}.",
                                              variables->defRange.toString()),
                                  block.defRange);
                continue;
            }
            variables = &block;
            diagnostics.append(block.body->justAttributes().diagnostics);
        } else if (block.type == "provider") {
            if (std::optional<ProviderConfig> provider = decodeProviderConfig(block, diagnostics))
                file.providers.push_back(*std::move(provider));
        } else if (isStand(block)) {
            if (std::optional<Stand> stand = decodeStand(block, diagnostics))
                stands.push_back(*std::move(stand));
        } else if (const std::optional<std::string> name = decodeMockProvider(block, diagnostics);
                   name && !mockProviders.insert(*name).second) {
            diagnostics.error(
                "Duplicated `mock_provider` block",
                fmt::format("It is not allowed to have multiple `mock_provider` blocks with the same address: `{}`.",
                            *name),
                block.defRange);
        }
    }
    checkDuplicates(stands, later);
    for (Run& run : runs) {
        checkRun(run, later);
        file.runs.push_back(std::move(run.uses));
        if (run.module)
            file.modules.push_back(*std::move(run.module));
    }
    return file;
}

} // namespace planlens::configs
