// SPDX-License-Identifier: MPL-2.0
#include "core/configs/decode/decode.h"

#include "core/configs/terraform_syntax.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::configs {

using addrs::ResourceMode;
using hcl::Attribute;
using hcl::Block;
using hcl::BodyContent;

void RepetitionArguments::check(std::string_view what, std::string_view modal, Diagnostics& diagnostics) const {
    std::vector<SourceRange> ranges;
    std::vector<std::string> names;
    const auto add = [&](const std::optional<SourceRange>& range, std::string name) {
        if (range) {
            ranges.push_back(*range);
            names.push_back("\"" + std::move(name) + "\"");
        }
    };
    add(count, "count");
    add(enabled, "enabled");
    add(forEach, "for_each");
    if (names.size() < 2)
        return;
    std::stable_sort(ranges.begin(), ranges.end(),
                     [](const SourceRange& a, const SourceRange& b) { return a.start.byte < b.start.byte; });
    const std::string list =
        names.size() == 2 ? names[0] + " and " + names[1] : names[0] + ", " + names[1] + ", and " + names[2];
    diagnostics.error("Invalid combination of " + list,
                      fmt::format("The {} meta-arguments are mutually-exclusive. Only one {} be used to be explicit "
                                  "about the number of {} to be created.",
                                  list, modal, what),
                      SourceRange::between(ranges.front(), ranges.back()));
}

namespace {

void checkSelfOnly(const hcl::Body& body, Diagnostics& diagnostics) {
    const auto attributes = body.justAttributes();
    if (!attributes.value)
        return;
    for (const auto& [name, attribute] : *attributes) {
        for (const hcl::Traversal& traversal : attribute.expression->variables()) {
            const std::string& root = traversal.rootName();
            const auto second = [&](std::string_view wanted) {
                return traversal.steps.size() == 2 && traversal.steps[1].name == wanted;
            };
            const bool valid = root == "self" || root == "path" || root == "terraform" || root == "tofu" ||
                               (root == "count" && second("index")) || (root == "each" && second("key"));
            if (!valid)
                diagnostics.error("Invalid reference from destroy provisioner",
                                  "Destroy-time provisioners and their connection configurations may only reference "
                                  "attributes of the related resource, via 'self', "
                                  "'count.index', or 'each.key'.\n\nReferences to other resources during the destroy "
                                  "phase can cause dependency cycles and interact "
                                  "poorly with create_before_destroy.",
                                  attribute.expression->range());
        }
    }
}

void reservedBlock(const Block& block, std::string_view where, Diagnostics& diagnostics) {
    diagnostics.error(
        fmt::format("Reserved block type name in {} block", where),
        fmt::format("The block type name \"{}\" is reserved for use by OpenTofu in a future version.", block.type),
        block.typeRange);
}

/// Merges the arguments of a `_` block into the body; a second such block is an error.
void takeEscapeBlock(const Block& block, BodyPtr& config, const Block*& seen, std::string_view meaning,
                     std::string_view where, Diagnostics& diagnostics) {
    if (seen) {
        diagnostics.error("Duplicate escaping block",
                          fmt::format("The special block type \"_\" can be used to force particular arguments to be "
                                      "interpreted as {} rather than as meta-arguments, but "
                                      "each {} block can have only one such block. The first escaping block was at {}.",
                                      meaning, where, seen->defRange.toString()),
                          block.defRange);
        return;
    }
    seen = &block;
    config = hcl::mergeBodies({config, block.body});
}

} // namespace

std::optional<Provisioner> decodeProvisioner(const Block& block, Diagnostics& diagnostics) {
    Provisioner provisioner;
    provisioner.type = block.labels[0];
    provisioner.range = block.defRange;
    provisioner.typeRange = block.labelRanges[0];
    auto content = block.body->partialContent(
        {{{"when"}, {"on_failure"}}, {{"_", {}}, {"connection", {}}, {"lifecycle", {}}, {"locals", {}}}});
    diagnostics.append(std::move(content.diagnostics));
    provisioner.config = content->second;
    for (const char* gone : {"chef", "habitat", "puppet", "salt-masterless"}) {
        if (provisioner.type == gone) {
            diagnostics.error(
                fmt::format("The \"{}\" provisioner has been removed", gone),
                fmt::format("The \"{}\" provisioner is deprecated and has been removed from OpenTofu.", gone),
                provisioner.typeRange);
            return {};
        }
    }
    if (const Attribute* when = content->first.attribute("when")) {
        const std::string keyword = unquotedKeyword(*when->expression, diagnostics);
        if (keyword == "destroy")
            provisioner.when = ProvisionerWhen::Destroy;
        else if (keyword != "create")
            diagnostics.error("Invalid \"when\" keyword",
                              "The \"when\" argument requires one of the following keywords: create or destroy.",
                              when->expression->range());
    }
    const bool destroying = provisioner.when == ProvisionerWhen::Destroy;
    if (destroying)
        checkSelfOnly(*provisioner.config, diagnostics);
    if (const Attribute* onFailure = content->first.attribute("on_failure")) {
        const std::string keyword = unquotedKeyword(*onFailure->expression, diagnostics);
        if (keyword == "continue")
            provisioner.onFailure = ProvisionerOnFailure::Continue;
        else if (keyword != "fail")
            diagnostics.error("Invalid \"on_failure\" keyword",
                              "The \"on_failure\" argument requires one of the following keywords: continue or fail.",
                              onFailure->expression->range());
    }
    const Block* seenConnection = nullptr;
    const Block* seenEscape = nullptr;
    for (const Block& nested : content->first.blocks) {
        if (nested.type == "_") {
            takeEscapeBlock(nested, provisioner.config, seenEscape, "provisioner-type-specific", "provisioner",
                            diagnostics);
        } else if (nested.type == "connection") {
            if (seenConnection) {
                diagnostics.error("Duplicate connection block",
                                  fmt::format("This provisioner already has a connection block at {}.",
                                              seenConnection->defRange.toString()),
                                  nested.defRange);
                continue;
            }
            seenConnection = &nested;
            if (destroying)
                checkSelfOnly(*nested.body, diagnostics);
            provisioner.connection = nested.body;
            provisioner.connectionRange = nested.defRange;
        } else {
            reservedBlock(nested, "provisioner", diagnostics);
        }
    }
    return provisioner;
}

namespace {

const hcl::BodySchema& resourceSchema() {
    static const hcl::BodySchema schema{
        {{"count"}, {"for_each"}, {"provider"}, {"depends_on"}},
        {{"locals", {}}, {"lifecycle", {}}, {"connection", {}}, {"provisioner", {"type"}}, {"_", {}}}};
    return schema;
}
const hcl::BodySchema& dataSchema() {
    static const hcl::BodySchema schema{{{"count"}, {"for_each"}, {"provider"}, {"depends_on"}},
                                        {{"lifecycle", {}}, {"locals", {}}, {"_", {}}}};
    return schema;
}
const hcl::BodySchema& lifecycleSchema() {
    static const hcl::BodySchema schema{{{"create_before_destroy"},
                                         {"prevent_destroy"},
                                         {"destroy"},
                                         {"ignore_changes"},
                                         {"replace_triggered_by"},
                                         {"enabled"}},
                                        {{"precondition", {}}, {"postcondition", {}}}};
    return schema;
}

void decodeIgnoreChanges(Resource& resource, const hcl::Expression& expression, Diagnostics& diagnostics) {
    if (expression.asKeyword() == "all") {
        resource.ignoreAllChanges = true;
        return;
    }
    const auto list = expression.asList();
    if (!list) {
        diagnostics.error("Invalid expression", "A static list expression is required.", expression.startRange());
        return;
    }
    SourceRange wildcard;
    for (const ExpressionPtr& item : *list) {
        if (isQuotedString(*item) && item->asLiteral()->asString() == "*") {
            resource.ignoreAllChanges = true;
            wildcard = item->range();
            diagnostics.error("Invalid ignore_changes wildcard",
                              "The [\"*\"] form of ignore_changes wildcard is was deprecated and is now invalid. Use "
                              "\"ignore_changes = all\" to ignore changes to all "
                              "attributes.",
                              expression.range());
            continue;
        }
        if (std::optional<hcl::Traversal> traversal = unquotedReference(*item, diagnostics)) {
            // The first name is relative to the resource, so it is an attribute.
            if (!traversal->steps.empty())
                traversal->steps.front().kind = hcl::TraversalStep::Kind::Attribute;
            resource.ignoreChanges.push_back(*std::move(traversal));
        }
    }
    if (resource.ignoreAllChanges && !resource.ignoreChanges.empty())
        diagnostics.error("Invalid ignore_changes ruleset",
                          "Cannot mix wildcard string \"*\" with non-wildcard references.", wildcard);
}

void decodeTriggers(Resource& resource, const hcl::Expression& expression, Diagnostics& diagnostics) {
    const auto list = expression.asList();
    if (!list) {
        diagnostics.error("Invalid expression", "A static list expression is required.", expression.startRange());
        return;
    }
    constexpr const char* summary = "Invalid replace_triggered_by expression";
    for (const ExpressionPtr& given : *list) {
        const ExpressionPtr item = expressionInJson(given, diagnostics);
        if (!item)
            continue;
        resource.triggersReplacement.push_back(item);
        int resources = 0;
        bool broken = false;
        for (const hcl::Traversal& traversal : item->variables()) {
            diags::Result<addrs::Reference> reference = addrs::parseReference(traversal);
            for (diags::Diagnostic diagnostic : reference.diagnostics) {
                diagnostic.subject = item->range();
                broken |= diagnostic.severity == diags::Severity::Error;
                diagnostics.append(std::move(diagnostic));
            }
            if (broken || !reference.value)
                continue;
            if (std::holds_alternative<addrs::Resource>(reference->subject) ||
                std::holds_alternative<addrs::ResourceInstance>(reference->subject)) {
                ++resources;
            } else if (const auto* each = std::get_if<addrs::ForEachAttribute>(&reference->subject)) {
                if (each->name != "key")
                    diagnostics.error("Invalid each reference in replace_triggered_by expression",
                                      "Only each.key may be used in replace_triggered_by.", item->range());
            } else if (const auto* count = std::get_if<addrs::CountAttribute>(&reference->subject)) {
                if (count->name != "index")
                    diagnostics.error("Invalid count reference in replace_triggered_by expression",
                                      "Only count.index may be used in replace_triggered_by.", item->range());
            } else {
                diagnostics.error("Invalid reference in replace_triggered_by expression",
                                  "Only resources, count.index, and each.key may be used in replace_triggered_by.",
                                  item->range());
            }
        }
        if (broken)
            continue;
        if (resources == 0)
            diagnostics.error(summary, "Missing resource reference in replace_triggered_by expression.", item->range());
        else if (resources > 1)
            diagnostics.error(summary, "Multiple resource references in replace_triggered_by expression.",
                              item->range());
    }
}

void checkConditionReferences(const CheckRule& rule, const std::string& type, const addrs::Resource& self,
                              Diagnostics& diagnostics) {
    for (const ExpressionPtr& expression : {rule.condition, rule.errorMessage}) {
        for (const hcl::Traversal& traversal : expression->variables()) {
            const diags::Result<addrs::Reference> reference = addrs::parseReference(traversal);
            if (!reference.value)
                continue;
            const auto* whole = std::get_if<addrs::Resource>(&reference->subject);
            const auto* instance = std::get_if<addrs::ResourceInstance>(&reference->subject);
            if (!((whole && *whole == self) || (instance && instance->resource == self)))
                continue;
            diagnostics.error("Invalid reference in " + type,
                              fmt::format("Configuration for {} may not refer to itself.", self.toString()),
                              expression->range());
            break;
        }
    }
}

/// Decodes the destroy argument. Values other than boolean constants are rejected by planning.
void decodeDestroy(Resource& resource, const ExpressionPtr& expression) {
    resource.destroyExpression = expression;
    const diags::Result<values::Value> value = expression->evaluate(nullptr);
    if (!value.hasErrors() && value->type().isBool() && value->isKnown() && !value->isNull())
        resource.destroy = value->unmarked().asBool();
}

void decodeLifecycle(Resource& resource, const Block& block, FileKind kind, RepetitionArguments& repetition,
                     Diagnostics& diagnostics) {
    diags::Result<BodyContent> content = block.body->content(lifecycleSchema());
    explainTerraformSyntax(content.diagnostics, TerraformContext::Lifecycle);
    diagnostics.append(std::move(content.diagnostics));
    const ResourceMode mode = resource.address.mode;
    if (const Attribute* enabled = content->attribute("enabled")) {
        resource.enabled = enabled->expression;
        repetition.enabled = enabled->nameRange;
    }
    if (mode == ResourceMode::Data) {
        for (const Attribute& attribute : content->attributes)
            if (attribute.name != "enabled")
                diagnostics.error("Invalid data resource lifecycle argument",
                                  fmt::format("The lifecycle argument \"{}\" is defined only for managed resources "
                                              "(\"resource\" blocks), and is not valid for data "
                                              "resources.",
                                              attribute.name),
                                  attribute.nameRange);
    } else if (mode == ResourceMode::Ephemeral) {
        for (const char* name :
             {"create_before_destroy", "destroy", "prevent_destroy", "replace_triggered_by", "ignore_changes"})
            if (content->attribute(name))
                diagnostics.error("Invalid lifecycle configuration for ephemeral resource",
                                  fmt::format("The lifecycle argument \"{}\" cannot be used in ephemeral resources. "
                                              "This is meant to be used strictly in \"resource\" "
                                              "blocks.",
                                              name),
                                  block.defRange);
    } else {
        if (const Attribute* createBefore = content->attribute("create_before_destroy")) {
            bool value = false;
            decodeInto(value, *createBefore->expression, diagnostics);
            resource.createBeforeDestroy = value;
        }
        if (const Attribute* prevent = content->attribute("prevent_destroy"))
            resource.preventDestroy = prevent->expression;
        if (const Attribute* destroy = content->attribute("destroy"))
            decodeDestroy(resource, destroy->expression);
        if (const Attribute* triggers = content->attribute("replace_triggered_by"))
            decodeTriggers(resource, *triggers->expression, diagnostics);
        if (const Attribute* ignore = content->attribute("ignore_changes"))
            decodeIgnoreChanges(resource, *ignore->expression, diagnostics);
    }
    for (const Block& nested : content->blocks) {
        std::optional<CheckRule> rule = decodeCheckRule(nested, kind, diagnostics);
        if (!rule)
            continue;
        checkConditionReferences(*rule, nested.type, resource.address, diagnostics);
        (nested.type == "precondition" ? resource.preconditions : resource.postconditions).push_back(*std::move(rule));
    }
}

void checkTypeAndName(const Block& block, ResourceMode mode, Diagnostics& diagnostics) {
    switch (mode) {
    case ResourceMode::Managed:
        checkIdentifier(block, 0, "Invalid resource type name", diagnostics);
        checkIdentifier(block, 1, "Invalid resource name", diagnostics);
        break;
    case ResourceMode::Data:
        checkIdentifier(block, 0, "Invalid data source name", diagnostics);
        checkIdentifier(block, 1, "Invalid data resource name", diagnostics);
        break;
    case ResourceMode::Ephemeral:
        checkIdentifier(block, 0, "Invalid ephemeral resource type name", diagnostics);
        checkIdentifier(block, 1, "Invalid ephemeral resource name", diagnostics);
        break;
    }
}

/// Decodes the nested blocks that all modes of resources have.
void decodeNestedBlocks(Resource& resource, const std::vector<Block>& blocks, FileKind kind,
                        RepetitionArguments& repetition, Diagnostics& diagnostics) {
    const ResourceMode mode = resource.address.mode;
    const std::string_view where = mode == ResourceMode::Managed ? "resource"
                                   : mode == ResourceMode::Data  ? "data"
                                                                 : "ephemeral";
    const Block* seenLifecycle = nullptr;
    const Block* seenConnection = nullptr;
    const Block* seenEscape = nullptr;
    for (const Block& nested : blocks) {
        if (nested.type == "lifecycle") {
            if (seenLifecycle) {
                diagnostics.error("Duplicate lifecycle block",
                                  fmt::format("This {} already has a lifecycle block at {}.",
                                              mode == ResourceMode::Ephemeral ? "ephemeral resource" : "resource",
                                              seenLifecycle->defRange.toString()),
                                  nested.defRange);
                continue;
            }
            seenLifecycle = &nested;
            decodeLifecycle(resource, nested, kind, repetition, diagnostics);
        } else if (nested.type == "_") {
            takeEscapeBlock(nested, resource.config, seenEscape, "resource-type-specific",
                            mode == ResourceMode::Data ? "data" : "resource", diagnostics);
        } else if (mode == ResourceMode::Ephemeral && (nested.type == "connection" || nested.type == "provisioner")) {
            diagnostics.error("Invalid configuration block for ephemeral resource",
                              fmt::format("The block type \"{}\" cannot be used in ephemeral resources. This is meant "
                                          "to be used strictly in \"resource\" blocks.",
                                          nested.type),
                              nested.defRange);
        } else if (nested.type == "connection") {
            if (seenConnection) {
                diagnostics.error("Duplicate connection block",
                                  fmt::format("This resource already has a connection block at {}.",
                                              seenConnection->defRange.toString()),
                                  nested.defRange);
                continue;
            }
            seenConnection = &nested;
            resource.connection = nested.body;
            resource.connectionRange = nested.defRange;
        } else if (nested.type == "provisioner") {
            if (std::optional<Provisioner> provisioner = decodeProvisioner(nested, diagnostics))
                resource.provisioners.push_back(*std::move(provisioner));
        } else {
            reservedBlock(nested, where, diagnostics);
        }
    }
}

} // namespace

Resource decodeResource(const Block& block, ResourceMode mode, FileKind kind, Diagnostics& diagnostics) {
    Resource resource;
    resource.address = {mode, block.labels[0], block.labels[1]};
    resource.range = block.defRange;
    resource.typeRange = block.labelRanges[0];
    auto content = block.body->partialContent(mode == ResourceMode::Data ? dataSchema() : resourceSchema());
    diagnostics.append(std::move(content.diagnostics));
    resource.config = content->second;
    checkTypeAndName(block, mode, diagnostics);
    RepetitionArguments repetition;
    if (const Attribute* count = content->first.attribute("count")) {
        resource.count = count->expression;
        repetition.count = count->nameRange;
    }
    if (const Attribute* forEach = content->first.attribute("for_each")) {
        resource.forEach = forEach->expression;
        repetition.forEach = forEach->nameRange;
    }
    if (const Attribute* provider = content->first.attribute("provider"))
        if (std::optional<ProviderConfigRef> ref =
                decodeProviderConfigRef(provider->expression, "provider", diagnostics))
            resource.providerRef = std::make_shared<const ProviderConfigRef>(*std::move(ref));
    if (const Attribute* dependsOn = content->first.attribute("depends_on"))
        resource.dependsOn = decodeDependsOn(*dependsOn, diagnostics);

    decodeNestedBlocks(resource, content->first.blocks, kind, repetition, diagnostics);
    repetition.check(mode == ResourceMode::Managed ? "resources"
                     : mode == ResourceMode::Data  ? "data sources"
                                                   : "ephemeral resources",
                     "may", diagnostics);
    if (resource.connection && std::any_of(resource.provisioners.begin(), resource.provisioners.end(),
                                           [](const Provisioner& p) { return p.when == ProvisionerWhen::Destroy; }))
        checkSelfOnly(*resource.connection, diagnostics);
    return resource;
}

Resource decodeNestedData(const Block& block, FileKind kind, Diagnostics& diagnostics) {
    Resource resource = decodeResource(block, ResourceMode::Data, kind, diagnostics);
    const auto content = block.body->partialContent(dataSchema());
    for (const char* name : {"count", "for_each"})
        if (const Attribute* attribute = content->first.attribute(name))
            diagnostics.error(fmt::format("Invalid \"{}\" attribute", name),
                              fmt::format("The \"{}\" meta-argument is not supported within nested data blocks.", name),
                              attribute->nameRange);
    for (const Block& nested : content->first.blocks)
        if (nested.type == "lifecycle")
            diagnostics.error("Invalid lifecycle block",
                              "Nested data blocks do not support \"lifecycle\" blocks as the lifecycle is managed by "
                              "the containing block.",
                              nested.defRange);
    return resource;
}

} // namespace planlens::configs
