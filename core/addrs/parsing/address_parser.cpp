// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/parsing/address_parser.h"

#include "core/hcl/syntax/parser.h"

namespace planlens::addrs {

using Kind = hcl::TraversalStep::Kind;

diags::SourceRange rangeOf(Steps steps) {
    return steps.empty() ? diags::SourceRange{} : diags::SourceRange::between(steps.front().range, steps.back().range);
}

const std::string* nameOf(const hcl::TraversalStep& step) {
    return step.kind == Kind::Root || step.kind == Kind::Attribute ? &step.name.str() : nullptr;
}

std::optional<hcl::Traversal> traversalOfText(std::string_view text, diags::Diagnostics& diagnostics) {
    diags::Result<hcl::Traversal> parsed = hcl::parseTraversal(text, "");
    const bool failed = !parsed.isOk();
    std::optional<hcl::Traversal> traversal = std::move(parsed).into(diagnostics);
    if (failed || traversal->steps.empty())
        return {};
    return traversal;
}

diags::Expected<InstanceKey, std::string> instanceKeyOf(const values::Value& key) {
    if (key.type().isString())
        return InstanceKey(key.asString());
    if (!key.type().isNumber())
        return diags::Unexpected{std::string("either a string or an integer is required")};
    if (const auto index = key.asNumber().toInt64())
        return InstanceKey(*index);
    return diags::Unexpected{
        std::string("value must be a whole number, between -9223372036854775808 and 9223372036854775807")};
}

namespace {

/// Returns the name in `module.NAME` at the start; nothing if the steps do not start with `module`.
std::optional<std::string> moduleName(Steps steps, diags::Diagnostics& diagnostics) {
    const std::string* keyword = nameOf(steps.front());
    if (!keyword) {
        diagnostics.error("Invalid address operator", "Module address prefix must be followed by dot and then a name.",
                          steps.front().range);
        return {};
    }
    if (*keyword != "module")
        return {};
    if (steps.size() > 1 && steps[1].kind == Kind::Attribute)
        return steps[1].name;
    diagnostics.error("Invalid address operator", "Prefix \"module.\" must be followed by a module name.",
                      steps[steps.size() > 1 ? 1 : 0].range);
    return {};
}

InstanceKey moduleKey(const hcl::TraversalStep& step, diags::Diagnostics& diagnostics) {
    if (!step.key.type().isString() && !step.key.type().isNumber()) {
        diagnostics.error("Invalid address operator", "Invalid module key: must be either a string or an integer.",
                          step.range);
        return {};
    }
    auto key = instanceKeyOf(step.key);
    if (key)
        return *std::move(key);
    diagnostics.error("Invalid address operator", "Invalid module index: " + key.error() + ".", step.range);
    return {};
}

} // namespace

ModulePrefix parseModuleInstancePrefix(Steps steps, diags::Diagnostics& diagnostics) {
    ModulePrefix result{{}, steps};
    while (!result.remaining.empty()) {
        std::optional<std::string> name = moduleName(result.remaining, diagnostics);
        if (!name || diagnostics.hasErrors())
            break;
        result.remaining = result.remaining.subspan(2);
        ModuleStep step{std::move(*name), {}};
        if (!result.remaining.empty() && result.remaining.front().kind == Kind::Index) {
            step.key = moduleKey(result.remaining.front(), diagnostics);
            result.remaining = result.remaining.subspan(1);
        }
        result.module.path.push_back(std::move(step));
    }
    return result;
}

ConfigModulePrefix parseModulePrefix(Steps steps, diags::Diagnostics& diagnostics) {
    ConfigModulePrefix result{{}, steps};
    while (!result.remaining.empty()) {
        std::optional<std::string> name = moduleName(result.remaining, diagnostics);
        if (!name || diagnostics.hasErrors())
            break;
        result.remaining = result.remaining.subspan(2);
        if (!result.remaining.empty() && result.remaining.front().kind == Kind::Index) {
            diagnostics.error("Module instance address with keys is not allowed",
                              "Module address cannot be a module instance (e.g. \"module.a[0]\"), it must be a module "
                              "instead (e.g. \"module.a\").",
                              result.remaining.front().range);
            break;
        }
        result.module.path.push_back(std::move(*name));
    }
    return result;
}

namespace {

struct ResourceSteps {
    Resource resource;
    Steps remaining;
};

std::string typeRequired(ResourceMode mode) {
    switch (mode) {
    case ResourceMode::Managed:
        return "A resource type name is required.";
    case ResourceMode::Data:
        return "A data source name is required.";
    case ResourceMode::Ephemeral:
        return "An ephemeral resource name is required.";
    }
    return {};
}

std::optional<ResourceSteps> parseTypeAndName(Steps steps, diags::Diagnostics& diagnostics) {
    ResourceSteps result;
    if (const std::string* root = nameOf(steps.front())) {
        if (*root == "data")
            result.resource.mode = ResourceMode::Data;
        else if (*root == "ephemeral")
            result.resource.mode = ResourceMode::Ephemeral;
        if (result.resource.mode != ResourceMode::Managed)
            steps = steps.subspan(1);
    }
    if (steps.size() < 2) {
        diagnostics.error("Invalid address", "Resource specification must include a resource type and name.",
                          rangeOf(steps));
        return {};
    }
    const std::string* type = nameOf(steps[0]);
    if (!type) {
        diagnostics.error("Invalid address", typeRequired(result.resource.mode), steps[0].range);
        return {};
    }
    if (steps[1].kind != Kind::Attribute) {
        diagnostics.error("Invalid address", "A resource name is required.", steps[1].range);
        return {};
    }
    result.resource.type = *type;
    result.resource.name = steps[1].name;
    result.remaining = steps.subspan(2);
    return result;
}

} // namespace

std::optional<AbsResourceInstance> parseResourceInstanceUnderModule(ModuleInstance module, Steps steps,
                                                                    diags::Diagnostics& diagnostics) {
    std::optional<ResourceSteps> parsed = parseTypeAndName(steps, diagnostics);
    if (!parsed)
        return {};
    AbsResourceInstance result{std::move(module), std::move(parsed->resource), {}};
    const Steps remaining = parsed->remaining;
    if (remaining.empty())
        return result;
    if (remaining.size() > 1) {
        diagnostics.error("Invalid address", "Unexpected extra operators after address.", remaining[1].range);
        return {};
    }
    if (remaining[0].kind != Kind::Index) {
        diagnostics.error("Invalid address", "Resource instance key must be given in square brackets.",
                          remaining[0].range);
        return {};
    }
    auto key = instanceKeyOf(remaining[0].key);
    if (!key) {
        diagnostics.error("Invalid address", "Invalid resource instance key: " + key.error() + ".", remaining[0].range);
        return {};
    }
    result.key = *std::move(key);
    return result;
}

std::optional<ConfigResource> parseResourceUnderModule(Module module, Steps steps, diags::Diagnostics& diagnostics) {
    std::optional<ResourceSteps> parsed = parseTypeAndName(steps, diagnostics);
    if (!parsed)
        return {};
    const Steps remaining = parsed->remaining;
    if (remaining.size() == 1) {
        diagnostics.error("Resource instance address with keys is not allowed",
                          "Resource address cannot be a resource instance (e.g. \"null_resource.a[0]\"), it must be a "
                          "resource instead (e.g. \"null_resource.a\").",
                          remaining[0].range);
        return {};
    }
    if (remaining.size() > 1) {
        diagnostics.error("Invalid address", "Unexpected extra operators after address.", remaining[1].range);
        return {};
    }
    return ConfigResource{std::move(module), std::move(parsed->resource)};
}

} // namespace planlens::addrs
