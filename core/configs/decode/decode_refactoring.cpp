// SPDX-License-Identifier: MPL-2.0
#include "core/configs/decode/decode.h"

#include "core/addrs/target.h"
#include "core/configs/terraform_syntax.h"
#include "core/hcl/syntax.h"

#include <fmt/core.h>

namespace planlens::configs {

using hcl::Attribute;
using hcl::Block;
using hcl::BodyContent;

std::optional<Moved> decodeMoved(const Block& block, Diagnostics& all) {
    Moved moved;
    moved.range = block.defRange;
    Diagnostics diagnostics;
    diags::Result<BodyContent> content = block.body->content({{{"from", true}, {"to", true}}, {}});
    diagnostics.append(std::move(content.diagnostics));
    const auto endpoint = [&](const char* name) -> std::optional<addrs::MoveEndpoint> {
        const Attribute* attribute = content->attribute(name);
        const std::optional<hcl::Traversal> traversal =
            attribute ? absoluteTraversal(*attribute->expression, diagnostics) : std::nullopt;
        if (!traversal)
            return {};
        return addrs::parseMoveEndpoint(*traversal).into(diagnostics);
    };
    const std::optional<addrs::MoveEndpoint> from = endpoint("from");
    const std::optional<addrs::MoveEndpoint> to = endpoint("to");
    // Addresses that could not be parsed cannot be moved either.
    if (!from || !from->isSubjectAllowed())
        diagnostics.error("Invalid \"moved\" address",
                          "The resource referenced by the \"from\" attribute is not allowed to be moved.",
                          block.defRange);
    if (!to || !to->isSubjectAllowed())
        diagnostics.error("Invalid \"moved\" address",
                          "The resource referenced by the \"to\" attribute is not allowed to be moved.",
                          block.defRange);
    if (!diagnostics.hasErrors() && !from->mightUnifyWith(*to))
        diagnostics.error(
            "Invalid \"moved\" addresses",
            "The \"from\" and \"to\" addresses must either both refer to resources or both refer to modules.",
            block.defRange);
    const bool failed = diagnostics.hasErrors();
    all.append(std::move(diagnostics));
    if (failed)
        return {};
    moved.from = *from;
    moved.to = *to;
    return moved;
}

std::optional<Removed> decodeRemoved(const Block& block, Diagnostics& all) {
    Removed removed;
    removed.range = block.defRange;
    Diagnostics diagnostics;
    diags::Result<BodyContent> content =
        block.body->content({{{"from", true}}, {{"lifecycle", {}}, {"provisioner", {"type"}}}});
    explainTerraformSyntax(content.diagnostics, TerraformContext::Removed);
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
                                  fmt::format("The removed block already has a lifecycle block at {}.",
                                              seenLifecycle->defRange.toString()),
                                  nested.defRange);
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
                                  "\"removed\" blocks can only contain destroy provisioners. "
                                  "\"removed.provisioner.when = destroy\" expected",
                                  nested.defRange);
            else if (complete && std::holds_alternative<addrs::Module>(removed.from.subject))
                diagnostics.error("Invalid \"removed\" block",
                                  "\"removed\" blocks containing \"provisioner\"s can only target resources. Found one "
                                  "block that is targeting a module",
                                  block.defRange);
            else
                removed.provisioners.push_back(*std::move(provisioner));
        }
    }
    if (!diagnostics.hasErrors()) {
        if (!removed.destroySet)
            diagnostics.warning("Missing lifecycle from the removed block",
                                "It is recommended for each 'removed' block configured to have also the 'lifecycle' "
                                "block defined. By not specifying if the resource "
                                "should be destroyed or not, could lead to unwanted behavior.",
                                block.defRange);
        else if (!removed.destroy && !removed.provisioners.empty())
            diagnostics.warning("Removed block provisioners will not be executed",
                                "The 'removed' block has marked the resource to be forgotten and not destroyed. "
                                "Therefore, the provisioners configured for it will not be "
                                "executed.",
                                block.defRange);
    }
    const bool failed = diagnostics.hasErrors() || !complete;
    all.append(std::move(diagnostics));
    if (failed)
        return {};
    return removed;
}

namespace {

/// Returns the reference in the `to` of an import block, without those keys that are expressions.
std::optional<hcl::Traversal> importTraversal(const hcl::Expression& expression, Diagnostics& diagnostics) {
    if (std::optional<hcl::Traversal> traversal = expression.asTraversal())
        return traversal;
    if (const auto* index = dynamic_cast<const hcl::syntax::Index*>(&expression))
        return importTraversal(*index->collection, diagnostics);
    if (const auto* relative = dynamic_cast<const hcl::syntax::RelativeTraversal*>(&expression)) {
        std::optional<hcl::Traversal> traversal = importTraversal(*relative->source, diagnostics);
        if (traversal)
            traversal->steps.insert(traversal->steps.end(), relative->traversal.steps.begin(),
                                    relative->traversal.steps.end());
        return traversal;
    }
    diagnostics.error("Invalid import address expression",
                      "Import address must be a reference to a resource's address, and only allows for indexing with "
                      "dynamic keys. For example: "
                      "module.my_module[expression1].aws_s3_bucket.my_buckets[expression2] for resources inside of "
                      "modules, or simply aws_s3_bucket.my_bucket for a "
                      "resource in the root module",
                      expression.range());
    return {};
}

} // namespace

std::optional<Import> decodeImport(const Block& block, Diagnostics& diagnostics) {
    Import import;
    import.range = block.defRange;
    diags::Result<BodyContent> content =
        block.body->content({{{"provider"}, {"id"}, {"identity"}, {"to", true}, {"for_each"}}, {}});
    diagnostics.append(std::move(content.diagnostics));
    const Attribute* id = content->attribute("id");
    const Attribute* identity = content->attribute("identity");
    if (id)
        import.id = id->expression;
    if (identity)
        import.identity = identity->expression;
    if (const Attribute* to = content->attribute("to")) {
        import.to = expressionInJson(to->expression, diagnostics);
        if (!import.to)
            return {};
        const std::optional<hcl::Traversal> traversal = importTraversal(*import.to, diagnostics);
        if (!traversal)
            return {};
        diags::Result<addrs::AbsResourceInstance> address = addrs::parseAbsResourceInstance(*traversal);
        const bool failed = address.hasErrors() || !address.value;
        diagnostics.append(std::move(address.diagnostics));
        if (failed)
            return {};
        import.toResource = address->resource;
        import.toModule = address->module.module();
        if (import.to->asTraversal())
            import.staticTo = *address.value;
    }
    if (const Attribute* provider = content->attribute("provider")) {
        if (!import.toModule.isRoot())
            diagnostics.error(
                "Invalid import provider argument",
                "The provider argument can only be specified in import blocks that will generate configuration.\n\nUse "
                "the providers argument within the "
                "module block to configure providers for all resources within a module, including imported resources.",
                provider->range);
        import.providerRef = decodeProviderConfigRef(provider->expression, "provider", diagnostics);
        import.providerRange = provider->range;
    }
    if (const Attribute* forEach = content->attribute("for_each"))
        import.forEach = forEach->expression;
    if (!id && !identity)
        diagnostics.error("Missing required import argument",
                          "One of 'id' or 'identity' must be specified in an import block to identify the resource "
                          "instance to import.",
                          block.defRange);
    if (id && identity)
        diagnostics.error("Conflicting import arguments",
                          "Only one of 'id' or 'identity' can be specified in an import block. 'id' identifies the "
                          "resource instance by its ID, while 'identity' "
                          "identifies the resource instance by its Resource Identity. Choose one method to identify "
                          "the resource instance to import.",
                          id->range.start < identity->range.start ? SourceRange::between(id->range, identity->range)
                                                                  : SourceRange::between(identity->range, id->range));
    return import;
}

Check decodeCheck(const Block& block, FileKind kind, std::vector<Resource>& dataResources, Diagnostics& diagnostics) {
    Check check;
    check.name = block.labels[0];
    check.range = block.defRange;
    if (kind == FileKind::Override) {
        diagnostics.error("Can't override check blocks", "Override files cannot override check blocks.",
                          block.defRange);
        return check;
    }
    diags::Result<BodyContent> content = block.body->content({{}, {{"data", {"type", "name"}}, {"assert", {}}}});
    diagnostics.append(std::move(content.diagnostics));
    checkIdentifier(block, 0, "Invalid check block name", diagnostics);
    SourceRange data;
    for (const Block& nested : content->blocks) {
        if (nested.type == "data") {
            if (!data.isEmpty()) {
                diagnostics.error(
                    "Multiple data resource blocks",
                    fmt::format("This check block already has a data resource defined at {}.", data.toString()),
                    nested.defRange);
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
        } else {
            Diagnostics found;
            std::optional<CheckRule> rule = decodeCheckRule(nested, kind, found);
            if (rule && !found.hasErrors())
                check.asserts.push_back(*std::move(rule));
            diagnostics.append(std::move(found));
        }
    }
    if (check.asserts.empty())
        diagnostics.error("Zero assert blocks", "Check blocks must have at least one assert block.", block.defRange);
    return check;
}

} // namespace planlens::configs
