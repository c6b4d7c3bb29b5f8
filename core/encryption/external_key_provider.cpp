// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/key_provider.h"
#include "core/encryption/program.h"
#include "core/values/text/base64.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace planlens::encryption {

using diags::Diagnostics;
using diags::Result;
using diags::Unexpected;
using nlohmann::json;

namespace {

constexpr Protocol protocol{"OpenTofu-External-Key-Provider", "external key provider", "external binary"};

/// JSON as the reference writes it: characters that are special in HTML are escaped. They occur only in strings.
std::string textOf(const json& value) {
    std::string text;
    for (const char c : value.dump(-1, ' ', false, json::error_handler_t::replace))
        if (c == '<' || c == '>' || c == '&')
            text += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
        else
            text += c;
    return text;
}

/// The object `external_data` of metadata, or null; nothing if the text is not metadata.
std::optional<json> externalData(std::string_view metadata) {
    constexpr int deepest = 500; // writing recurses
    const json parsed = json::parse(
        metadata, [](int depth, json::parse_event_t, json&) { return depth <= deepest; }, false);
    if (!parsed.is_object())
        return {};
    const json data = parsed.value("external_data", json());
    return data.is_object() || data.is_null() ? std::optional(data) : std::nullopt;
}

/// The first field of an object that is not one of these; empty if there is none.
std::string unknownField(const json& object, std::initializer_list<std::string_view> known) {
    for (const auto& [name, value] : object.items())
        if (std::ranges::find(known, name) == known.end())
            return fmt::format("json: unknown field \"{}\"", name);
    return {};
}

/// A key in the answer of a program. The problem is empty if there is none.
std::string readKey(const json& keys, const char* name, std::string& key) {
    const auto found = keys.find(name);
    if (found == keys.end() || found->is_null())
        return {};
    if (!found->is_string())
        return fmt::format("the field keys.{} is not a string", name);
    auto bytes = values::fromBase64(found->get_ref<const std::string&>());
    if (!bytes)
        return fmt::format("illegal base64 data at input byte {}", bytes.error());
    key = *std::move(bytes);
    return {};
}

diags::Expected<KeyProvider::Provided, std::string> readAnswer(const std::string& text) {
    const json answer = json::parse(text, nullptr, false);
    if (!answer.is_object())
        return Unexpected{std::string(answer.is_discarded() ? "no valid JSON" : "no JSON object")};
    const json keys = answer.value("keys", json::object()), meta = answer.value("meta", json::object());
    if (!keys.is_object() || !meta.is_object())
        return Unexpected{std::string("the fields keys and meta must be objects")};
    KeyProvider::Provided provided;
    for (const std::string& problem :
         {unknownField(answer, {"keys", "meta"}), unknownField(keys, {"encryption_key", "decryption_key"}),
          unknownField(meta, {"external_data"}), readKey(keys, "encryption_key", provided.keys.encryption),
          readKey(keys, "decryption_key", provided.keys.decryption)})
        if (!problem.empty())
            return Unexpected{problem};
    const json data = meta.value("external_data", json());
    if (!data.is_object() && !data.is_null())
        return Unexpected{std::string("the field meta.external_data must be an object")};
    provided.metadata = "{\"external_data\":" + textOf(data) + "}";
    return provided;
}

std::string messageOf(const ProgramFailure& failure) {
    if (failure.kind == ProgramFailure::Kind::Protocol)
        return fmt::format("external key provider protocol failure: {}", failure.cause);
    return fmt::format("the external command exited with {} ({})\n\nStderr:\n-------\n{}",
                       failure.kind == ProgramFailure::Kind::ExitStatus ? "a non-zero exit code" : "an error",
                       failure.cause, failure.standardError);
}

class ExternalKeyProvider final : public KeyProvider {
public:
    explicit ExternalKeyProvider(std::vector<std::string> command)
        : m_command(std::move(command)) {}

    std::string checkMetadata(std::string_view metadata) const override {
        return externalData(metadata) ? std::string() : std::string("no object with the field external_data");
    }

    diags::Expected<Provided, std::string> provide(std::string_view metadata, Purpose) const override {
        const json data = metadata.empty() ? json() : externalData(metadata).value_or(json());
        auto output =
            runExternal(m_command, protocol, data.is_null() ? "null" : "{\"external_data\":" + textOf(data) + "}");
        if (!output)
            return Unexpected{messageOf(output.error())};
        auto provided = readAnswer(output->json);
        if (!provided)
            return Unexpected{
                fmt::format("the external command returned an invalid JSON response ({})\n\nStderr:\n-------\n{}",
                            provided.error(), output->standardError)};
        return provided;
    }

private:
    const std::vector<std::string> m_command;
};

hcl::BodySchema schema() {
    return {{{"command", true}}, {}};
}

Result<std::vector<hcl::Traversal>> references(const hcl::Body& body) {
    const Result<hcl::BodyContent> content = body.knownContent(schema());
    const hcl::Attribute* const command = content.value ? content->attribute("command") : nullptr;
    return command ? command->expression->variables() : std::vector<hcl::Traversal>();
}

KeyProviderPtr make(const hcl::Body& body, const KeyProviderType::Context& context, std::string& problem,
                    Diagnostics& diagnostics) {
    const std::optional<hcl::BodyContent> content = body.content(schema()).into(diagnostics);
    if (diagnostics.hasErrors())
        return nullptr;
    const hcl::Expression& expression = *content->attribute("command")->expression;
    std::optional<std::vector<std::string>> command;
    if (const auto value = context.evaluate(expression).into(diagnostics))
        command = textsFrom(*value, expression.range(), diagnostics);
    if (diagnostics.hasErrors())
        return nullptr;
    if (command->empty())
        problem = "the command option is required";
    return command->empty() ? nullptr : std::make_unique<const ExternalKeyProvider>(*std::move(command));
}

} // namespace

const KeyProviderType externalKeyProvider{"external", references, make};

} // namespace planlens::encryption
