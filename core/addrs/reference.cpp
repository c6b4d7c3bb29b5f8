// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/reference.h"

#include "core/addrs/address_text.h"
#include "core/addrs/parsing/address_parser.h"
#include "core/diags/terraform_only.h"
#include "core/values/text/quoted.h"

#include <algorithm>

namespace planlens::addrs {

namespace {

using Kind = hcl::TraversalStep::Kind;
using diags::SourceRange;
using values::quoted;

struct Printer {
    std::string operator()(const CountAttribute& a) const { return "count." + a.name; }
    std::string operator()(const ForEachAttribute& a) const { return "each." + a.name; }
    std::string operator()(const PathAttribute& a) const { return "path." + a.name; }
    std::string operator()(const TerraformAttribute& a) const { return a.alias + "." + a.name; }
    std::string operator()(const InputVariable& a) const { return "var." + a.name; }
    std::string operator()(const LocalValue& a) const { return "local." + a.name; }
    std::string operator()(const OutputValue& a) const { return "output." + a.name; }
    std::string operator()(const CheckRef& a) const { return "check." + a.name; }
    std::string operator()(const Self&) const { return "self"; }
    std::string operator()(const Resource& a) const { return a.toString(); }
    std::string operator()(const ResourceInstance& a) const { return a.toString(); }
    std::string operator()(const ModuleCall& a) const { return "module." + a.name; }
    std::string operator()(const ModuleCallInstance& a) const { return "module." + a.name + a.key.toString(); }
    std::string operator()(const ModuleCallInstanceOutput& a) const {
        return "module." + a.name + a.key.toString() + "." + a.output;
    }
    std::string operator()(const ProviderFunction& a) const {
        const std::string alias = a.providerAlias.empty() ? "" : a.providerAlias + "::";
        return "provider::" + a.providerName + "::" + alias + a.function;
    }
};

constexpr auto invalidReference = "Invalid reference";

diags::Diagnostic invalid(std::string detail, const SourceRange& range) {
    return diags::Diagnostic::error(invalidReference, std::move(detail), range);
}

hcl::Traversal relative(Steps steps) {
    return {{steps.begin(), steps.end()}};
}

/// `root.name` and any following steps.
struct SingleAttribute {
    std::string name;
    SourceRange range;
    Steps remaining;
};

diags::Result<SingleAttribute> singleAttribute(Steps steps) {
    const std::string& root = steps[0].name;
    if (steps.size() < 2) {
        return invalid("The " + quoted(root) +
                           " object cannot be accessed directly. Instead, access one of its attributes.",
                       steps[0].range);
    }
    if (steps[1].kind != Kind::Attribute)
        return invalid("The " + quoted(root) + " object does not support this operation.", steps[1].range);
    return SingleAttribute{steps[1].name, SourceRange::between(steps[0].range, steps[1].range), steps.subspan(2)};
}

template <typename Make>
diags::Result<Reference> named(Steps steps, Make make) {
    diags::Result<SingleAttribute> attribute = singleAttribute(steps);
    if (!attribute.isOk())
        return std::move(attribute.diagnostics);
    return Reference{make(std::move(attribute->name)), attribute->range, relative(attribute->remaining)};
}

std::string nameRequired(ResourceMode mode) {
    std::string what;
    switch (mode) {
    case ResourceMode::Data:
        what = "a data source";
        break;
    case ResourceMode::Ephemeral:
        what = "an ephemeral resource";
        break;
    case ResourceMode::Managed:
        what = "a resource type";
        break;
    }
    return "A reference to " + what +
           " must be followed by at least one attribute access, specifying the resource name.";
}

bool isTypeKeyword(std::string_view name) {
    return name == "string" || name == "number" || name == "bool" || name == "any";
}

/// The steps start at the resource type.
diags::Result<Reference> resourceReference(ResourceMode mode, const SourceRange& start, Steps steps) {
    if (steps.size() < 2) {
        std::string detail = nameRequired(ResourceMode::Managed);
        if (const std::string* type = nameOf(steps[0]); type && isTypeKeyword(*type))
            detail += diags::terraformOnly("types as arguments, as of the function \"convert\"", "1.15");
        return invalid(std::move(detail), rangeOf(steps));
    }
    const std::string* type = nameOf(steps[0]);
    if (!type)
        return invalid("The \"data\" object does not support this operation.", steps[0].range);
    if (steps[1].kind != Kind::Attribute)
        return invalid(nameRequired(mode), steps[1].range);

    Resource resource{mode, *type, steps[1].name};
    SourceRange range = SourceRange::between(start, steps[1].range);
    Steps remaining = steps.subspan(2);
    if (remaining.empty())
        return Reference{std::move(resource), range, {}};

    ResourceInstance instance{std::move(resource), {}};
    if (remaining[0].kind == Kind::Index) {
        auto key = instanceKeyOf(remaining[0].key);
        if (!key) {
            return diags::Diagnostic::error(
                "Invalid index key", "Invalid index for resource instance: " + key.error() + ".", remaining[0].range);
        }
        instance.key = *std::move(key);
        range = SourceRange::between(range, remaining[0].range);
        remaining = remaining.subspan(1);
    }
    return Reference{std::move(instance), range, relative(remaining)};
}

diags::Result<Reference> moduleReference(Steps steps) {
    diags::Result<SingleAttribute> attribute = singleAttribute(steps);
    if (!attribute.isOk())
        return std::move(attribute.diagnostics);
    std::string name = std::move(attribute->name);
    SourceRange range = attribute->range;
    Steps remaining = attribute->remaining;
    if (remaining.empty())
        return Reference{ModuleCall{std::move(name)}, range, {}};

    InstanceKey key;
    if (remaining[0].kind == Kind::Index) {
        auto parsed = instanceKeyOf(remaining[0].key);
        if (!parsed) {
            return diags::Diagnostic::error(
                "Invalid index key", "Invalid index for module instance: " + parsed.error() + ".", remaining[0].range);
        }
        key = *std::move(parsed);
        const SourceRange keyRange = remaining[0].range;
        remaining = remaining.subspan(1);
        if (remaining.empty()) {
            return Reference{
                ModuleCallInstance{std::move(name), std::move(key)}, SourceRange::between(range, keyRange), {}};
        }
    }
    if (remaining[0].kind != Kind::Attribute)
        return invalid("Module instance objects do not support this operation.", remaining[0].range);
    range = SourceRange::between(range, remaining[0].range);
    return Reference{ModuleCallInstanceOutput{std::move(name), std::move(key), remaining[0].name}, range,
                     relative(remaining.subspan(1))};
}

diags::Result<Reference> functionReference(const std::string& text, const SourceRange& range) {
    std::vector<std::string> parts;
    for (std::size_t start = 0;;) {
        const std::size_t end = text.find("::", start);
        parts.push_back(text.substr(start, end == std::string::npos ? end : end - start));
        if (end == std::string::npos)
            break;
        start = end + 2;
    }
    if (parts.size() == 3)
        return Reference{ProviderFunction{parts[1], {}, parts[2]}, range, {}};
    if (parts.size() == 4)
        return Reference{ProviderFunction{parts[1], parts[2], parts[3]}, range, {}};
    return diags::Diagnostic::error("Unable to parse provider function",
                                    "invalid provider function " + quoted(text) +
                                        ": expected provider::<name>::<function> or "
                                        "provider::<name>::<alias>::<function>",
                                    range);
}

/// Root object of the resources of one mode: `data.TYPE.NAME`.
struct ResourceRoot {
    std::string_view name;
    ResourceMode mode;
    std::string_view followedBy;
};
constexpr ResourceRoot resourceRoots[] = {
    {"data", ResourceMode::Data, "the data source type and the resource name"},
    {"ephemeral", ResourceMode::Ephemeral, "the ephemeral resource type and its name"},
    {"resource", ResourceMode::Managed, "the resource type and the resource name"},
};

} // namespace

std::string toString(const Referenceable& subject) {
    return std::visit(Printer{}, subject);
}

std::string Reference::toString() const {
    std::string out = addrs::toString(subject);
    for (const hcl::TraversalStep& step : remaining.steps) {
        switch (step.kind) {
        case Kind::Root:
            out += step.name;
            break;
        case Kind::Attribute:
            out += "." + step.name.str();
            break;
        case Kind::Index:
            out += '[';
            if (step.key.type().isString())
                out += quoted(step.key.asString());
            else if (step.key.type().isNumber())
                out += step.key.asNumber().toHashString();
            out += ']';
            break;
        case Kind::Splat:
            break;
        }
    }
    return out;
}

diags::Result<Reference> parseReference(const hcl::Traversal& traversal) {
    const Steps steps = traversal.steps;
    const std::string& root = steps[0].name;
    const SourceRange& rootRange = steps[0].range;

    for (const ResourceRoot& resources : resourceRoots) {
        if (root != resources.name)
            continue;
        if (steps.size() < 3) {
            return invalid("The " + quoted(root) + " object must be followed by two attribute names: " +
                               std::string(resources.followedBy) + ".",
                           rangeOf(steps));
        }
        return resourceReference(resources.mode, rootRange, steps.subspan(1));
    }
    if (root == "var")
        return named(steps, [](std::string name) { return InputVariable{std::move(name)}; });
    if (root == "local")
        return named(steps, [](std::string name) { return LocalValue{std::move(name)}; });
    if (root == "module")
        return moduleReference(steps);
    if (root == "each")
        return named(steps, [](std::string name) { return ForEachAttribute{std::move(name)}; });
    if (root == "count")
        return named(steps, [](std::string name) { return CountAttribute{std::move(name)}; });
    if (root == "path")
        return named(steps, [](std::string name) { return PathAttribute{std::move(name)}; });
    if (root == "self")
        return Reference{Self{}, rootRange, relative(steps.subspan(1))};
    if (root == "terraform" || root == "tofu")
        return named(steps, [&root](std::string name) { return TerraformAttribute{root, std::move(name)}; });
    if (root == "template" || root == "lazy" || root == "arg") {
        return diags::Diagnostic::error(
            "Reserved symbol name",
            "The symbol name " + quoted(root) +
                " is reserved for use in a future OpenTofu version. If you are using a provider that already uses this "
                "as a resource type name, add the prefix \"resource.\" to force interpretation as a resource type "
                "name.",
            rootRange);
    }
    if (root.starts_with("provider::"))
        return functionReference(root, rootRange);
    return resourceReference(ResourceMode::Managed, rootRange, steps);
}

diags::Result<Reference> parseReferenceFromTestingScope(const hcl::Traversal& traversal) {
    const Steps steps = traversal.steps;
    if (steps[0].name == "output")
        return named(steps, [](std::string name) { return OutputValue{std::move(name)}; });
    if (steps[0].name == "check")
        return named(steps, [](std::string name) { return CheckRef{std::move(name)}; });
    return parseReference(traversal);
}

bool areEquivalent(const hcl::Traversal& a, const hcl::Traversal& b) {
    return std::equal(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
                      [](const hcl::TraversalStep& x, const hcl::TraversalStep& y) {
                          if (x.kind != y.kind || x.kind == Kind::Splat)
                              return false;
                          return x.kind == Kind::Index ? x.key == y.key : x.name == y.name;
                      });
}

} // namespace planlens::addrs
