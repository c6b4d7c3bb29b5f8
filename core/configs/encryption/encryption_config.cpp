// SPDX-License-Identifier: MPL-2.0
#include "core/configs/encryption/encryption_config.h"

#include "core/configs/decode/decode.h"
#include "core/hcl/syntax/parser.h"
#include "core/values/text/trimmed.h"

#include <algorithm>
#include <utility>

namespace planlens::configs {

namespace {

using Part = EncryptionConfig::Part;
using Target = EncryptionConfig::Target;
using RemoteStates = EncryptionConfig::RemoteStates;

constexpr std::string_view variable = "TF_ENCRYPTION";

const Part* find(const std::vector<Part>& parts, std::string_view type, std::string_view name) {
    const auto found =
        std::ranges::find_if(parts, [&](const Part& part) { return part.type == type && part.name == name; });
    return found == parts.end() ? nullptr : &*found;
}

/// An overriding block replaces single arguments. The alias of the metadata is that of the first block.
std::vector<Part> merge(std::vector<Part> base, const std::vector<Part>& over) {
    for (const Part& part : over) {
        const auto same = std::ranges::find_if(
            base, [&](const Part& other) { return other.type == part.type && other.name == part.name; });
        if (same == base.end())
            base.push_back(part);
        else
            same->body = hcl::mergeOverrideBody(same->body, part.body);
    }
    return base;
}

/// The method is that of the overriding block, even if that has none, which is then an error.
Target merge(const Target& base, const Target& over) {
    Target merged = over;
    merged.isEnforced = base.isEnforced || over.isEnforced;
    if (!merged.fallback)
        merged.fallback = base.fallback;
    return merged;
}

std::optional<Target> merge(const std::optional<Target>& base, const std::optional<Target>& over) {
    return base && over ? merge(*base, *over) : over ? over : base;
}

std::optional<RemoteStates> merge(const std::optional<RemoteStates>& base, const std::optional<RemoteStates>& over) {
    if (!base || !over)
        return over ? over : base;
    RemoteStates merged{merge(base->byDefault, over->byDefault), base->byName};
    for (const auto& [name, target] : over->byName) {
        const auto same = std::ranges::find(merged.byName, name, &std::pair<std::string, Target>::first);
        if (same == merged.byName.end())
            merged.byName.emplace_back(name, target);
        else
            same->second = merge(same->second, target);
    }
    return merged;
}

/// The value of the variable without white space around it; empty if it is not set.
std::string_view valueOf(const std::vector<std::string>& environment) {
    for (const std::string& entry : environment)
        if (entry.starts_with(variable) && entry.substr(variable.size()).starts_with('='))
            return values::trimmed(std::string_view(entry).substr(variable.size() + 1));
    return {};
}

diags::Result<EncryptionConfigPtr> parseVariable(std::string_view value) {
    const auto text = std::make_shared<const std::string>(value);
    diags::Result<hcl::File> file =
        value.starts_with('{') ? hcl::parseJson(text, variable) : hcl::parseNative(text, variable);
    Diagnostics diagnostics = std::move(file.diagnostics);
    SourceRange range;
    range.filename = diags::InternedName(variable);
    range.start = range.end = {.line = 0, .column = 0, .byte = 0}; // in messages as in the reference
    EncryptionConfigPtr config = file.value && file->body ? decodeEncryption(*file->body, range, diagnostics) : nullptr;
    if (diagnostics.hasErrors())
        return diagnostics;
    return {std::move(config), std::move(diagnostics)};
}

} // namespace

const Part* EncryptionConfig::keyProvider(std::string_view type, std::string_view name) const {
    return find(keyProviders, type, name);
}

const Part* EncryptionConfig::method(std::string_view type, std::string_view name) const {
    return find(methods, type, name);
}

EncryptionConfigPtr mergeEncryption(const EncryptionConfigPtr& base, const EncryptionConfigPtr& over) {
    if (!base || !over)
        return over ? over : base;
    EncryptionConfig merged;
    merged.keyProviders = merge(base->keyProviders, over->keyProviders);
    merged.methods = merge(base->methods, over->methods);
    merged.state = merge(base->state, over->state);
    merged.plan = merge(base->plan, over->plan);
    merged.remoteStates = merge(base->remoteStates, over->remoteStates);
    return std::make_shared<const EncryptionConfig>(std::move(merged));
}

diags::Result<EncryptionConfigPtr> encryptionConfig(const Module& root, const std::vector<std::string>& environment) {
    const std::string_view value = valueOf(environment);
    if (value.empty())
        return root.encryption;
    diags::Result<EncryptionConfigPtr> given = parseVariable(value);
    if (given.isOk())
        given.value = mergeEncryption(root.encryption, *given.value);
    return given;
}

} // namespace planlens::configs
