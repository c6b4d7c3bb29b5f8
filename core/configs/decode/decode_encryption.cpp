// SPDX-License-Identifier: MPL-2.0
#include "core/configs/decode/decode.h"
#include "core/configs/encryption/encryption_config.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::configs {

namespace {

using hcl::Attribute;
using hcl::Block;
using hcl::BodyContent;

using Part = EncryptionConfig::Part;
using Target = EncryptionConfig::Target;

/// Reads the content of a body; reports an error if a block in `once` occurs twice.
BodyContent read(const hcl::Body& body, const hcl::BodySchema& schema, std::initializer_list<const char*> once,
                 Diagnostics& diagnostics) {
    diags::Result<BodyContent> content = body.content(schema);
    diagnostics.append(std::move(content.diagnostics));
    for (const char* type : once) {
        const Block* first = nullptr;
        for (const Block& block : content->blocks) {
            if (block.type != type)
                continue;
            if (first) {
                diagnostics.error(fmt::format("Duplicate {} block", type),
                                  fmt::format("Only one {} block is allowed. Another was defined at {}.", type,
                                              first->defRange.toString()),
                                  block.defRange);
                break;
            }
            first = &block;
        }
    }
    return std::move(*content);
}

Target decodeTarget(const hcl::Body& body, Diagnostics& diagnostics);

/// The method and the fallback of a target.
Target targetOf(const BodyContent& content, const hcl::Body& body, Diagnostics& diagnostics) {
    Target target;
    const Attribute* const method = content.attribute("method");
    target.method = method ? method->expression : nullptr;
    target.methodRange = method ? method->expression->range() : body.missingItemRange();
    for (const Block& fallback : content.blocks)
        target.fallback = std::make_shared<const Target>(decodeTarget(*fallback.body, diagnostics));
    return target;
}

Target decodeTarget(const hcl::Body& body, Diagnostics& diagnostics) {
    return targetOf(read(body, {{{"method"}}, {{"fallback", {}}}}, {"fallback"}, diagnostics), body, diagnostics);
}

Target decodeEnforceableTarget(const hcl::Body& body, Diagnostics& diagnostics) {
    const BodyContent content = read(body, {{{"enforced"}, {"method"}}, {{"fallback", {}}}}, {"fallback"}, diagnostics);
    bool isEnforced = false;
    if (const Attribute* enforced = content.attribute("enforced"))
        decodeInto(isEnforced, *enforced->expression, diagnostics);
    Target target = targetOf(content, body, diagnostics);
    target.isEnforced = isEnforced;
    return target;
}

EncryptionConfig::RemoteStates decodeRemoteStates(const hcl::Body& body, Diagnostics& diagnostics) {
    EncryptionConfig::RemoteStates remote;
    for (const Block& block :
         read(body, {{}, {{"default", {}}, {"remote_state_data_source", {"name"}}}}, {"default"}, diagnostics).blocks) {
        Target target = decodeTarget(*block.body, diagnostics);
        if (block.type == "default")
            remote.byDefault = std::move(target);
        else
            remote.byName.emplace_back(block.labels[0], std::move(target));
    }
    return remote;
}

Part decodeKeyProvider(const Block& block, Diagnostics& diagnostics) {
    Part part{block.labels[0], block.labels[1], {}, {}};
    auto arguments = block.body->partialContent({{{"encrypted_metadata_alias"}}, {}});
    diagnostics.append(std::move(arguments.diagnostics));
    if (const Attribute* alias = arguments->first.attribute("encrypted_metadata_alias"))
        decodeInto(part.metadataAlias, *alias->expression, diagnostics);
    part.body = std::move(arguments->second);
    return part;
}

/// Whether a type or name consists of ASCII letters, digits, `_` and `-`.
bool isPartName(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
}

/// Each of several blocks with the same type and name is reported, and each name that cannot be referred to.
void checkParts(const std::vector<Part>& parts, std::string_view block, std::string_view what, const SourceRange& range,
                Diagnostics& diagnostics) {
    const auto checkName = [&](std::string_view role, const std::string& name) {
        if (!isPartName(name))
            diagnostics.error(fmt::format("The provided {} {} is invalid", what, role),
                              fmt::format("The supplied {} {} ({}) does not match the required form of "
                                          "^([a-zA-Z_0-9-]+)$.",
                                          what, role, name));
    };
    for (const Part& part : parts) {
        if (std::ranges::count_if(
                parts, [&](const Part& other) { return other.type == part.type && other.name == part.name; }) > 1)
            diagnostics.error(fmt::format("Duplicate {}", block),
                              fmt::format("Found multiple instances of {}.{}.{}", block, part.type, part.name), range);
        checkName("type", part.type);
        checkName("name", part.name);
    }
}

void checkRemoteStates(const EncryptionConfig::RemoteStates& remote, const SourceRange& range,
                       Diagnostics& diagnostics) {
    for (const auto& [name, target] : remote.byName)
        if (std::ranges::count(remote.byName, name, &std::pair<std::string, Target>::first) > 1)
            diagnostics.error("Duplicate remote_data_source",
                              fmt::format("Found multiple instances of remote_data_source.{}", name), range);
}

} // namespace

EncryptionConfigPtr decodeEncryption(const hcl::Body& body, const SourceRange& range, Diagnostics& all) {
    Diagnostics diagnostics;
    const BodyContent content = read(body,
                                     {{},
                                      {{"key_provider", {"type", "name"}},
                                       {"method", {"type", "name"}},
                                       {"state", {}},
                                       {"plan", {}},
                                       {"remote_state_data_sources", {}}}},
                                     {"state", "plan", "remote_state_data_sources"}, diagnostics);
    EncryptionConfig config;
    config.range = range;
    for (const Block& block : content.blocks) {
        if (block.type == "key_provider")
            config.keyProviders.push_back(decodeKeyProvider(block, diagnostics));
        else if (block.type == "method")
            config.methods.push_back({block.labels[0], block.labels[1], {}, block.body});
        else if (block.type == "state")
            config.state = decodeEnforceableTarget(*block.body, diagnostics);
        else if (block.type == "plan")
            config.plan = decodeEnforceableTarget(*block.body, diagnostics);
        else
            config.remoteStates = decodeRemoteStates(*block.body, diagnostics);
    }
    if (!diagnostics.hasErrors()) {
        checkParts(config.keyProviders, "key_provider", "key provider", range, diagnostics);
        checkParts(config.methods, "method", "encryption method", range, diagnostics);
        if (config.remoteStates)
            checkRemoteStates(*config.remoteStates, range, diagnostics);
    }
    const bool isUsable = !diagnostics.hasErrors();
    all.append(std::move(diagnostics));
    return isUsable ? std::make_shared<const EncryptionConfig>(std::move(config)) : nullptr;
}

} // namespace planlens::configs
