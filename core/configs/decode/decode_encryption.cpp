// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/configs/decode/decode.h"
#include "core/hcl/syntax/parser.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::configs {

namespace {

using hcl::Attribute;
using hcl::Block;
using hcl::BodyContent;

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

void checkTarget(const hcl::Body& body, Diagnostics& diagnostics) {
    for (const Block& fallback : read(body, {{{"method"}}, {{"fallback", {}}}}, {"fallback"}, diagnostics).blocks)
        checkTarget(*fallback.body, diagnostics);
}

void checkEnforceableTarget(const hcl::Body& body, Diagnostics& diagnostics) {
    const BodyContent content = read(body, {{{"enforced"}, {"method"}}, {{"fallback", {}}}}, {"fallback"}, diagnostics);
    if (const Attribute* enforced = content.attribute("enforced")) {
        bool value = false;
        decodeInto(value, *enforced->expression, diagnostics);
    }
    for (const Block& fallback : content.blocks)
        checkTarget(*fallback.body, diagnostics);
}

void checkRemoteTargets(const hcl::Body& body, Diagnostics& diagnostics) {
    for (const Block& target :
         read(body, {{}, {{"default", {}}, {"remote_state_data_source", {"name"}}}}, {"default"}, diagnostics).blocks)
        checkTarget(*target.body, diagnostics);
}

} // namespace

std::optional<Encryption> decodeEncryption(const Block& block, Diagnostics& all) {
    Diagnostics diagnostics;
    const BodyContent content = read(*block.body,
                                     {{},
                                      {{"key_provider", {"type", "name"}},
                                       {"method", {"type", "name"}},
                                       {"state", {}},
                                       {"plan", {}},
                                       {"remote_state_data_sources", {}}}},
                                     {"state", "plan", "remote_state_data_sources"}, diagnostics);
    Encryption encryption{true, false};
    for (const Block& nested : content.blocks) {
        encryption.ofPlans = encryption.ofPlans || nested.type == "plan";
        if (nested.type == "state" || nested.type == "plan") {
            checkEnforceableTarget(*nested.body, diagnostics);
        } else if (nested.type == "remote_state_data_sources") {
            checkRemoteTargets(*nested.body, diagnostics);
        } else if (nested.type == "key_provider") {
            auto arguments = nested.body->partialContent({{{"encrypted_metadata_alias"}}, {}});
            diagnostics.append(std::move(arguments.diagnostics));
            std::string text;
            if (const Attribute* alias = arguments->first.attribute("encrypted_metadata_alias"))
                decodeInto(text, *alias->expression, diagnostics);
        }
    }
    if (!diagnostics.hasErrors()) {
        for (const Block& nested : content.blocks) {
            if (nested.labels.size() != 2)
                continue;
            const std::string address = nested.type + "." + nested.labels[0] + "." + nested.labels[1];
            std::size_t same = 0;
            for (const Block& other : content.blocks)
                same += other.type == nested.type && other.labels == nested.labels ? 1 : 0;
            if (same > 1)
                diagnostics.error("Duplicate " + nested.type, "Found multiple instances of " + address, block.defRange);
        }
    }
    const bool good = !diagnostics.hasErrors();
    all.append(std::move(diagnostics));
    return good ? std::optional(encryption) : std::nullopt;
}

Encryption encryptionOf(const Config& config, const std::vector<std::string>& environment) {
    constexpr std::string_view variable = "TF_ENCRYPTION=";
    Encryption encryption = config.root->module.encryption;
    const auto entry = std::find_if(environment.begin(), environment.end(), [&](const std::string& one) {
        return one.starts_with(variable) && one.size() > variable.size();
    });
    if (entry == environment.end())
        return encryption;
    encryption.isConfigured = true;
    const auto text = std::make_shared<const std::string>(entry->substr(variable.size()));
    const std::size_t first = text->find_first_not_of(" \t\r\n");
    const bool isJson = first != std::string::npos && (*text)[first] == '{';
    const diags::Result<hcl::File> file = isJson ? hcl::parseJson(text, variable) : hcl::parseNative(text, variable);
    if (file.value && file->body)
        encryption.ofPlans =
            encryption.ofPlans || !file->body->partialContent({{}, {{"plan", {}}}}).value->first.blocks.empty();
    return encryption;
}

} // namespace planlens::configs
