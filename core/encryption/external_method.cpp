// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/method.h"
#include "core/encryption/program.h"
#include "core/values/text/base64.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace planlens::encryption {

using diags::Diagnostics;
using diags::Result;
using diags::Unexpected;

namespace {

constexpr Protocol protocol{"OpenTofu-External-Encryption-Method", "external method", "external method"};

std::string messageOf(const ProgramFailure& failure) {
    const char* const what = failure.kind == ProgramFailure::Kind::Protocol     ? "failure"
                             : failure.kind == ProgramFailure::Kind::ExitStatus ? "exited with non-zero exit code"
                                                                                : "exited with an error";
    return fmt::format("external encryption method {} ({})\n-----\nStderr:\n-------\n{}\n", what, failure.cause,
                       failure.standardError);
}

/// The bytes in the answer of a program; the error is the problem with it.
Method::Bytes readAnswer(const std::string& json) {
    const nlohmann::json answer = nlohmann::json::parse(json, nullptr, false);
    if (answer.is_discarded())
        return Unexpected{std::string("no valid JSON")};
    if (!answer.is_object())
        return Unexpected{std::string("no JSON object")};
    for (const auto& [name, value] : answer.items())
        if (name != "payload")
            return Unexpected{fmt::format("json: unknown field \"{}\"", name)};
    const auto payload = answer.find("payload");
    if (payload == answer.end() || payload->is_null())
        return std::string();
    if (!payload->is_string())
        return Unexpected{std::string("the field payload is not a string")};
    auto bytes = values::fromBase64(payload->get_ref<const std::string&>());
    if (!bytes)
        return Unexpected{fmt::format("illegal base64 data at input byte {}", bytes.error())};
    return *std::move(bytes);
}

class ExternalMethod final : public Method {
public:
    ExternalMethod(std::optional<Keys> keys, std::vector<std::string> encrypt, std::vector<std::string> decrypt)
        : m_keys(std::move(keys))
        , m_encrypt(std::move(encrypt))
        , m_decrypt(std::move(decrypt)) {}

    Bytes encrypt(std::string_view text) const override {
        return run("encryption failed: ", m_encrypt, m_keys ? m_keys->encryption : std::string(), text);
    }

    Bytes decrypt(std::string_view data) const override {
        if (m_keys && !m_keys->encryption.empty() && m_keys->decryption.empty())
            return Unexpected{std::string("no decryption key available")};
        if (data.empty())
            return Unexpected{std::string("decryption failed: Cannot decrypt empty data.")};
        return run("decryption failed: ", m_decrypt, m_keys ? m_keys->decryption : std::string(), data);
    }

private:
    static Bytes run(std::string_view prefix, const std::vector<std::string>& command, const std::string& key,
                     std::string_view payload) {
        std::string input = "{";
        if (!key.empty())
            input += fmt::format("\"key\":\"{}\",", values::toBase64(key));
        input += fmt::format("\"payload\":\"{}\"}}", values::toBase64(payload));
        auto output = runExternal(command, protocol, std::move(input));
        if (!output)
            return Unexpected{fmt::format("{}{}", prefix, messageOf(output.error()))};
        Bytes bytes = readAnswer(output->json);
        if (!bytes)
            return Unexpected{fmt::format("{}external encryption method returned an invalid JSON ({})\n-----\nStderr:\n"
                                          "-------\n{}\n",
                                          prefix, bytes.error(), output->standardError)};
        return bytes;
    }

    const std::optional<Keys> m_keys;
    const std::vector<std::string> m_encrypt, m_decrypt;
};

/// The problem with a command; empty if there is none.
std::string check(const std::vector<std::string>& command, std::string_view argument) {
    if (command.empty())
        return fmt::format("the {} option is required", argument);
    return command.front().empty() ? fmt::format("the first entry of {} must not be empty", argument) : std::string();
}

} // namespace

Result<MethodPtr> makeExternalMethod(const hcl::Body& body, const EvaluateArgument& evaluate) {
    Result<hcl::BodyContent> content =
        body.content({{{"keys"}, {"encrypt_command", true}, {"decrypt_command", true}}, {}});
    Diagnostics diagnostics = std::move(content.diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    std::optional<Keys> keys;
    if (const hcl::Attribute* const attribute = content->attribute("keys"))
        if (const auto value = evaluate(*attribute->expression).into(diagnostics))
            keys = keysFrom(*value, attribute->expression->range()).into(diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    std::vector<std::string> commands[2];
    constexpr const char* arguments[] = {"encrypt_command", "decrypt_command"};
    for (std::size_t i = 0; i < 2; ++i) {
        const hcl::Expression& expression = *content->attribute(arguments[i])->expression;
        if (const auto value = evaluate(expression).into(diagnostics))
            commands[i] = textsFrom(*value, expression.range(), diagnostics).value_or(std::vector<std::string>());
        if (diagnostics.hasErrors())
            return diagnostics;
    }
    for (std::size_t i = 0; i < 2; ++i)
        if (const std::string problem = check(commands[i], arguments[i]); !problem.empty()) {
            diagnostics.append(invalidMethod(problem));
            return diagnostics;
        }
    return {std::make_shared<const ExternalMethod>(std::move(keys), std::move(commands[0]), std::move(commands[1])),
            std::move(diagnostics)};
}

} // namespace planlens::encryption
