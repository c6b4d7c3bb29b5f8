// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/target.h"

#include "core/addrs/address_text.h"
#include "core/addrs/parsing/address_parser.h"

namespace planlens::addrs {

namespace {

/// Whether the instance has no keys, so that its text equals that of the module.
bool isWithoutKeys(const ModuleInstance& instance) {
    for (const ModuleStep& step : instance.path) {
        if (!step.key.isNone())
            return false;
    }
    return true;
}

bool contains(const Module& target, const Module& module) {
    return module.hasPrefix(target);
}

bool contains(const Module& target, const ModuleInstance& module) {
    if (module.path.size() < target.path.size())
        return false;
    for (std::size_t i = 0; i < target.path.size(); ++i) {
        if (target.path[i] != module.path[i].name)
            return false;
    }
    return true;
}

bool contains(const ModuleInstance& target, const Module& module) {
    if (module.path.size() < target.path.size())
        return false;
    for (std::size_t i = 0; i < target.path.size(); ++i) {
        if (!target.path[i].key.isNone() || target.path[i].name != module.path[i])
            return false;
    }
    return true;
}

/// The last step of the target may omit the key, which then means all instances.
bool contains(const ModuleInstance& target, const ModuleInstance& module) {
    if (module.path.size() < target.path.size())
        return false;
    for (std::size_t i = 0; i < target.path.size(); ++i) {
        const ModuleStep& ours = target.path[i];
        if (ours.name != module.path[i].name)
            return false;
        if (i + 1 == target.path.size() && ours.key.isNone())
            return true;
        if (ours.key != module.path[i].key)
            return false;
    }
    return true;
}

template <typename ModuleTarget, typename Other>
bool moduleContains(const ModuleTarget& target, const Other& other) {
    if constexpr (requires { other.module; } && !std::is_same_v<Other, ModuleInstance>)
        return contains(target, other.module);
    else
        return contains(target, other);
}

bool contains(const ConfigResource& target, const ConfigResource& other) {
    return target == other;
}
template <typename Abs>
bool contains(const ConfigResource& target, const Abs& other) {
    if constexpr (requires { other.resource; })
        return target.resource == other.resource && other.module.isInstanceOf(target.module);
    else
        return false;
}

bool contains(const AbsResource& target, const ConfigResource& other) {
    return target.resource == other.resource && target.module.isInstanceOf(other.module) &&
           isWithoutKeys(target.module);
}
template <typename Other>
bool contains(const AbsResource& target, const Other& other) {
    if constexpr (requires { other.resource; })
        return target.resource == other.resource && target.module == other.module;
    else
        return false;
}

bool contains(const AbsResourceInstance& target, const AbsResourceInstance& other) {
    return target == other;
}
/// A resource has the same text as its instance without a key, so the target contains both.
template <typename Other>
bool contains(const AbsResourceInstance& target, const Other& other) {
    if constexpr (requires { other.resource; })
        return target.key.isNone() && contains(target.containing(), other);
    else
        return false;
}

template <typename Other>
bool anyContains(const TargetSubject& target, const Other& other) {
    return std::visit(
        [&other](const auto& subject) {
            using Subject = std::decay_t<decltype(subject)>;
            if constexpr (std::is_same_v<Subject, Module> || std::is_same_v<Subject, ModuleInstance>)
                return moduleContains(subject, other);
            else
                return contains(subject, other);
        },
        target);
}

template <typename T>
diags::Result<T> failed(diags::Diagnostics diagnostics) {
    return diags::Result<T>(std::move(diagnostics));
}

/// Parses text as a traversal and applies a parser to it.
template <typename T, typename Parse>
diags::Result<T> parseText(std::string_view text, Parse parse) {
    diags::Diagnostics diagnostics;
    const std::optional<hcl::Traversal> traversal = traversalOfText(text, diagnostics);
    if (!traversal)
        return failed<T>(std::move(diagnostics));
    diags::Result<T> result = parse(*traversal);
    diagnostics.append(std::move(result.diagnostics));
    result.diagnostics = std::move(diagnostics);
    return result;
}

constexpr auto invalidAddress = "Invalid address";

} // namespace

std::string Target::toString() const {
    return std::visit([](const auto& address) { return address.toString(); }, subject);
}

bool targetContains(const TargetSubject& target, const AbsResourceInstance& instance) {
    return anyContains(target, instance);
}
bool targetContains(const TargetSubject& target, const AbsResource& resource) {
    return anyContains(target, resource);
}
bool targetContains(const TargetSubject& target, const ConfigResource& resource) {
    return anyContains(target, resource);
}
bool targetContains(const TargetSubject& target, const ModuleInstance& module) {
    return anyContains(target, module);
}
bool targetContains(const TargetSubject& target, const Module& module) {
    return anyContains(target, module);
}
bool targetContainsSubject(const TargetSubject& target, const TargetSubject& other) {
    return std::visit([&target](const auto& subject) { return anyContains(target, subject); }, other);
}

diags::Result<Target> parseTarget(const hcl::Traversal& traversal) {
    diags::Diagnostics diagnostics;
    ModulePrefix prefix = parseModuleInstancePrefix(traversal.steps, diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    const diags::SourceRange range = rangeOf(traversal.steps);
    if (prefix.remaining.empty())
        return {Target{std::move(prefix.module), range}, std::move(diagnostics)};
    std::optional<AbsResourceInstance> instance =
        parseResourceInstanceUnderModule(std::move(prefix.module), prefix.remaining, diagnostics);
    if (!instance)
        return diagnostics;
    if (instance->key.isNone())
        return {Target{instance->containing(), range}, std::move(diagnostics)};
    return {Target{std::move(*instance), range}, std::move(diagnostics)};
}

diags::Result<Target> parseTargetText(std::string_view text) {
    return parseText<Target>(text, [](const hcl::Traversal& traversal) { return parseTarget(traversal); });
}

diags::Result<ModuleInstance> parseModuleInstance(const hcl::Traversal& traversal) {
    diags::Diagnostics diagnostics;
    ModulePrefix prefix = parseModuleInstancePrefix(traversal.steps, diagnostics);
    if (!prefix.remaining.empty()) {
        diagnostics.error("Invalid module instance address",
                          prefix.remaining.size() == traversal.steps.size()
                              ? "A module instance address must begin with \"module.\"."
                              : "The module instance address is followed by additional invalid content.",
                          rangeOf(prefix.remaining));
    }
    if (diagnostics.hasErrors())
        return diagnostics;
    return {std::move(prefix.module), std::move(diagnostics)};
}

diags::Result<ModuleInstance> parseModuleInstance(std::string_view text) {
    return parseText<ModuleInstance>(text, [](const hcl::Traversal& t) { return parseModuleInstance(t); });
}

diags::Result<Module> parseModule(const hcl::Traversal& traversal) {
    diags::Diagnostics diagnostics;
    ConfigModulePrefix prefix = parseModulePrefix(traversal.steps, diagnostics);
    if (!diagnostics.hasErrors() && !prefix.remaining.empty()) {
        diagnostics.error("Module address expected", "It's not allowed to reference anything other than module here.",
                          prefix.remaining.front().range);
    }
    if (diagnostics.hasErrors())
        return diagnostics;
    return {std::move(prefix.module), std::move(diagnostics)};
}

diags::Result<ConfigResource> parseConfigResource(const hcl::Traversal& traversal) {
    diags::Diagnostics diagnostics;
    ConfigModulePrefix prefix = parseModulePrefix(traversal.steps, diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    if (prefix.remaining.empty()) {
        diagnostics.error("Module address is not allowed",
                          "Expected reference to either resource or data block. Provided reference appears to be a "
                          "module.",
                          rangeOf(traversal.steps));
        return diagnostics;
    }
    std::optional<ConfigResource> resource =
        parseResourceUnderModule(std::move(prefix.module), prefix.remaining, diagnostics);
    if (!resource)
        return diagnostics;
    return {std::move(*resource), std::move(diagnostics)};
}

diags::Result<AbsResource> parseAbsResource(std::string_view text) {
    return parseText<AbsResource>(text, [](const hcl::Traversal& traversal) -> diags::Result<AbsResource> {
        diags::Result<Target> target = parseTarget(traversal);
        if (!target.isOk())
            return target.diagnostics;
        diags::Diagnostics& diagnostics = target.diagnostics;
        if (auto* resource = std::get_if<AbsResource>(&target->subject))
            return {std::move(*resource), std::move(diagnostics)};
        if (std::holds_alternative<AbsResourceInstance>(target->subject)) {
            diagnostics.error(invalidAddress,
                              "A resource address is required. This instance key identifies a specific resource "
                              "instance, which is not expected here.",
                              traversal.steps.back().range);
        } else {
            diagnostics.error(invalidAddress,
                              "A resource address is required here. The module path must be followed by a resource "
                              "specification.",
                              rangeOf(traversal.steps));
        }
        return diagnostics;
    });
}

diags::Result<AbsResourceInstance> parseAbsResourceInstance(const hcl::Traversal& traversal) {
    diags::Result<Target> target = parseTarget(traversal);
    if (!target.isOk())
        return target.diagnostics;
    diags::Diagnostics& diagnostics = target.diagnostics;
    if (auto* instance = std::get_if<AbsResourceInstance>(&target->subject))
        return {std::move(*instance), std::move(diagnostics)};
    if (auto* resource = std::get_if<AbsResource>(&target->subject))
        return {resource->instance({}), std::move(diagnostics)};
    diagnostics.error(invalidAddress,
                      "A resource instance address is required here. The module path must be followed by a resource "
                      "instance specification.",
                      rangeOf(traversal.steps));
    return diagnostics;
}

diags::Result<AbsResourceInstance> parseAbsResourceInstance(std::string_view text) {
    return parseText<AbsResourceInstance>(text, [](const hcl::Traversal& t) { return parseAbsResourceInstance(t); });
}

std::string AbsOutputValue::toString() const {
    std::string out;
    appendModule(out, module);
    if (!module.isRoot())
        out += '.';
    out += "output.";
    out += name;
    return out;
}

diags::Result<AbsOutputValue> parseAbsOutputValue(std::string_view text) {
    return parseText<AbsOutputValue>(text, [](const hcl::Traversal& traversal) -> diags::Result<AbsOutputValue> {
        diags::Diagnostics diagnostics;
        ModulePrefix prefix = parseModuleInstancePrefix(traversal.steps, diagnostics);
        if (diagnostics.hasErrors())
            return diagnostics;
        const Steps rest = prefix.remaining;
        if (rest.size() != 2)
            diagnostics.error(invalidAddress, "An output name is required.", rangeOf(traversal.steps));
        else if (const std::string* root = nameOf(rest[0]); !root || *root != "output")
            diagnostics.error(invalidAddress, "Output address must start with \"output.\".", rest[0].range);
        else if (rest[1].kind != hcl::TraversalStep::Kind::Attribute)
            diagnostics.error(invalidAddress, "An output name is required.", rest[1].range);
        if (diagnostics.hasErrors())
            return diagnostics;
        return {AbsOutputValue{std::move(prefix.module), rest[1].name}, std::move(diagnostics)};
    });
}

} // namespace planlens::addrs
