// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/target_encryption.h"

#include "core/encryption/setup.h"
#include "core/values/json/json_scanner.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::encryption {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using diags::Unexpected;

namespace {

using Config = configs::EncryptionConfig;

bool isUnencryptedPart(const Config::Part* part) {
    return part->type == "unencrypted";
}

/// The traversal `method.<type>.<name>` of a target; empty steps if there are errors.
hcl::Traversal methodReference(const Config::Target& target, Diagnostics& diagnostics) {
    std::optional<hcl::Traversal> traversal = target.method ? target.method->asTraversal() : std::nullopt;
    if (!traversal)
        diagnostics.error("Invalid expression",
                          "A single static variable reference is required: only attribute access and indexing with "
                          "constant keys. No calculations, function calls, template expressions, etc are allowed here.",
                          target.methodRange);
    return std::move(traversal).value_or(hcl::Traversal());
}

bool isMethodAddress(const hcl::Traversal& traversal) {
    using Kind = hcl::TraversalStep::Kind;
    return traversal.steps.size() == 3 && !traversal.isRelative() && traversal.rootName() == "method" &&
           traversal.steps[1].kind == Kind::Attribute && traversal.steps[2].kind == Kind::Attribute;
}

/// The methods of a target and its fallbacks, in this order.
std::vector<const Config::Part*> methodsOf(const Config& config, const Config::Target& target,
                                           Diagnostics& diagnostics) {
    std::vector<const Config::Part*> methods;
    for (const Config::Target* at = &target; at; at = at->fallback.get()) {
        Diagnostics problems;
        const hcl::Traversal traversal = methodReference(*at, problems);
        const bool isRead = !problems.hasErrors();
        diagnostics.append(std::move(problems));
        if (!isRead)
            continue;
        if (!isMethodAddress(traversal)) {
            diagnostics.error("Invalid encryption method identifier", "Expected method of form method.<type>.<name>",
                              at->methodRange);
            break;
        }
        const std::string &type = traversal.steps[1].name.str(), &name = traversal.steps[2].name.str();
        if (const Config::Part* const method = config.method(type, name))
            methods.push_back(method);
        else
            diagnostics.error("Reference to undeclared encryption method",
                              fmt::format("There is no method {} {} block declared in the encryption block.",
                                          values::quoted(type), values::quoted(name)),
                              at->methodRange);
    }
    if (target.isEnforced && std::ranges::any_of(methods, isUnencryptedPart))
        diagnostics.error("Unencrypted method is forbidden",
                          "Unable to use unencrypted method since the enforced flag is set.", config.range);
    return methods;
}

/// Joins the errors of a failed setup in the form of the reference.
std::string joined(const Diagnostics& diagnostics) {
    const auto errors = std::ranges::count(diagnostics, diags::Severity::Error, &Diagnostic::severity);
    const auto first = std::ranges::find(diagnostics, diags::Severity::Error, &Diagnostic::severity);
    std::string text = fmt::format("{}: {}; {}", first->subject ? first->subject->toString() : std::string("<nil>"),
                                   first->summary, first->detail);
    return errors > 1 ? fmt::format("{}, and {} other diagnostic(s)", text, errors - 1) : text;
}

std::string checkState(std::string_view text) {
    const auto fields = readStateFields(text);
    if (!fields)
        return fields.error();
    return fields->terraformVersion.empty() ? "Given payload is not a state file" : std::string();
}

std::string checkPlan(std::string_view text) {
    return text.starts_with("PK") ? std::string() : fmt::format("Invalid plan file {}", text.substr(0, 2));
}

std::string acceptAll(std::string_view) {
    return {};
}

} // namespace

Result<TargetEncryptionPtr> TargetEncryption::make(const SharedConfig& shared, const Config::Target& target,
                                                   std::string name) {
    Diagnostics diagnostics;
    const std::shared_ptr<TargetEncryption> made(new TargetEncryption(shared));
    made->m_name = std::move(name);
    made->m_parts = methodsOf(*shared.config, target, diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    const std::scoped_lock lock(*shared.mutex);
    MethodSetup setup(*shared.config, *shared.evaluator, shared.directory, {}, Purpose::Encryption);
    made->m_method = setup.method(*made->m_parts.front()).into(diagnostics).value_or(nullptr);
    if (diagnostics.hasErrors())
        return diagnostics;
    made->m_metadata = setup.metadata();
    return {TargetEncryptionPtr(made), std::move(diagnostics)};
}

diags::Expected<Payload, std::string> TargetEncryption::encrypt(std::string_view text) const {
    Method::Bytes data = m_method->encrypt(text);
    if (!data)
        return Unexpected{fmt::format("encryption failed for {}: {}", m_name, data.error())};
    return Payload{m_metadata, *std::move(data), std::string(payloadVersion)};
}

states::Encryption::Text TargetEncryption::encryptState(std::string_view text) const {
    const auto fields = readStateFields(text);
    if (!fields)
        return Unexpected{fields.error()};
    if (!m_method)
        return std::string(text);
    const auto payload = encrypt(text);
    if (!payload)
        return Unexpected{payload.error()};
    return writePayload(*payload, *fields);
}

states::Encryption::Text TargetEncryption::encryptRecord(std::string_view text) const {
    if (!m_method)
        return std::string(text);
    const auto payload = encrypt(text);
    if (!payload)
        return Unexpected{payload.error()};
    return writePayload(*payload);
}

diags::Expected<MethodPtr, std::string> TargetEncryption::methodFor(std::size_t index, const Metadata& metadata) const {
    const std::scoped_lock lock(*m_shared.mutex);
    MethodPtr& known = m_known[{index, metadata}];
    if (known)
        return known;
    MethodSetup setup(*m_shared.config, *m_shared.evaluator, m_shared.directory, metadata, Purpose::Decryption);
    Result<MethodPtr> made = setup.method(*m_parts[index]);
    if (!made.isOk())
        return Unexpected{joined(made.diagnostics)};
    known = *std::move(made.value);
    return known;
}

diags::Expected<states::Encryption::Decrypted, std::string> TargetEncryption::decrypt(std::string_view stored,
                                                                                      Check check) const {
    const auto payload = readPayload(stored);
    if (!payload || payload->version.empty()) {
        if (const std::string problem = check(stored); !problem.empty())
            return Unexpected{
                payload ? fmt::format("unable to determine data structure during decryption: {}", problem)
                        : fmt::format("invalid data format for decryption: {}, {}", payload.error(), problem)};
        if (std::ranges::none_of(m_parts, isUnencryptedPart))
            return Unexpected{std::string("encountered unencrypted payload without unencrypted method configured")};
        return Decrypted{std::string(stored), !isUnencryptedPart(m_parts.front())};
    }
    if (payload->version != payloadVersion)
        return Unexpected{fmt::format("invalid encrypted payload version: {} != {}", payload->version, payloadVersion)};
    std::string problems = "decryption failed for all provided methods";
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (isUnencryptedPart(m_parts[i]))
            continue;
        const auto method = methodFor(i, payload->metadata);
        if (!method)
            return Unexpected{method.error()};
        Method::Bytes text = (*method)->decrypt(payload->data);
        if (text)
            return Decrypted{*std::move(text), i != 0};
        problems += fmt::format("\nattempted decryption failed for {}: {}", m_name, text.error());
    }
    return Unexpected{std::move(problems)};
}

diags::Expected<states::Encryption::Decrypted, std::string>
TargetEncryption::decryptState(std::string_view stored) const {
    auto decrypted = decrypt(stored, checkState);
    if (!decrypted)
        return decrypted;
    const auto outside = readStateFields(stored), inside = readStateFields(decrypted->text);
    if (!outside || !inside)
        return Unexpected{outside ? inside.error() : outside.error()};
    if (outside->serial && inside->serial && *outside->serial != *inside->serial)
        return Unexpected{
            fmt::format("invalid state metadata, serial field mismatch {} vs {}", *outside->serial, *inside->serial)};
    if (!outside->lineage.empty() && outside->lineage != inside->lineage)
        return Unexpected{
            fmt::format("invalid state metadata, linage field mismatch {} vs {}", outside->lineage, inside->lineage)};
    return decrypted;
}

states::Encryption::Text TargetEncryption::decryptRecord(std::string_view record) const {
    auto decrypted = decrypt(record, acceptAll);
    if (!decrypted)
        return Unexpected{decrypted.error()};
    return std::move(decrypted->text);
}

states::Encryption::Text TargetEncryption::decryptPlan(std::string_view stored) const {
    auto decrypted = decrypt(stored, checkPlan);
    if (!decrypted)
        return Unexpected{decrypted.error()};
    return std::move(decrypted->text);
}

} // namespace planlens::encryption
