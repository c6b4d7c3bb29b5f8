// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/setup.h"

#include "core/hcl/syntax/parser.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

namespace planlens::encryption {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using values::Value;

namespace {

constexpr std::string_view rootName = "key_provider";

const KeyProviderType* keyProviderType(std::string_view name) {
    for (const KeyProviderType* type : {&pbkdf2KeyProvider, &externalKeyProvider, &awsKmsKeyProvider,
                                        &azureVaultKeyProvider, &gcpKmsKeyProvider, &openBaoKeyProvider})
        if (type->name == name)
            return type;
    return nullptr;
}

std::string addressOf(const configs::EncryptionConfig::Part& part) {
    return fmt::format("{}.{}.{}", rootName, part.type, part.name);
}

/// The root name `key_provider` with the key providers that are set up so far.
configs::StaticEvaluator::Names namesOf(const std::map<std::pair<std::string, std::string>, Value>& providers) {
    std::map<std::string, std::vector<std::pair<std::string, Value>>> byType;
    for (const auto& [address, value] : providers)
        byType[address.first].emplace_back(address.second, value);
    std::vector<std::pair<std::string, Value>> types;
    for (auto& [type, ofType] : byType)
        types.emplace_back(type, Value::object(std::move(ofType)));
    return {{std::string(rootName), types.empty() ? Value::emptyObject() : Value::object(std::move(types))}};
}

/// The expression in a string such as "key_provider.pbkdf2.a", which is how JSON writes a reference; else null.
hcl::ExpressionPtr referenceIn(const Value& value, const diags::SourceRange& range) {
    if (!value.isKnown() || value.isNull() || !value.type().isString())
        return nullptr;
    const std::string text = value.unmarked().asString();
    if (!text.starts_with("key_provider.") || !hcl::parseTraversal(text, range.filename.str()).isOk())
        return nullptr;
    Result<hcl::ExpressionPtr> parsed = hcl::parseExpression(text, range.filename.str(), range.start);
    return parsed.isOk() ? *std::move(parsed.value) : nullptr;
}

} // namespace

/// References to key providers have three steps. All others are to values of the module.
MethodSetup::References MethodSetup::sorted(const std::vector<hcl::Traversal>& references,
                                            Diagnostics& diagnostics) const {
    using Kind = hcl::TraversalStep::Kind;
    References result;
    for (const hcl::Traversal& reference : references) {
        const auto& steps = reference.steps;
        if (steps.size() != 3 || reference.rootName() != rootName) {
            result.others.push_back(reference);
            continue;
        }
        if (steps[1].kind != Kind::Attribute || steps[2].kind != Kind::Attribute) {
            diagnostics.error("Invalid Key Provider expression format",
                              "The key_provider symbol must be followed by two more attribute names specifying the "
                              "type and name of the selected key provider.",
                              reference.range());
            continue;
        }
        const std::string &type = steps[1].name.str(), &name = steps[2].name.str();
        if (const Part* const part = m_config.keyProvider(type, name))
            result.keyProviders.push_back(part);
        else
            diagnostics.error("Reference to undeclared key provider",
                              fmt::format("There is no key_provider {} {} block declared in the encryption block.",
                                          values::quoted(type), values::quoted(name)),
                              reference.range());
    }
    return result;
}

Result<MethodPtr> MethodSetup::method(const Part& part) {
    const Subject subject{fmt::format("encryption.method.{}.{}", part.type, part.name), m_config.range};
    const auto evaluate = [&](const hcl::Expression& expression) { return argumentOfMethod(expression, subject); };
    if (part.type == "unencrypted")
        return MethodPtr();
    if (part.type == "aes_gcm")
        return makeAesGcm(*part.body, evaluate);
    if (part.type == "external")
        return makeExternalMethod(*part.body, evaluate);
    return Diagnostic::error(fmt::format("Error fetching encryption method {}", values::quoted(part.type)),
                             fmt::format("encryption method with ID {} not found", part.type));
}

Result<Value> MethodSetup::argumentOfMethod(const hcl::Expression& expression, const Subject& subject) {
    Diagnostics diagnostics;
    const References references = sorted(expression.variables(), diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    Providers providers;
    for (const Part* const part : references.keyProviders)
        diagnostics.append(setUpKeyProvider(*part, providers));
    if (diagnostics.hasErrors())
        return diagnostics;
    diagnostics.append(m_evaluator.checkReferences(references.others, subject));
    if (diagnostics.hasErrors())
        return diagnostics;
    std::optional<Value> value = m_evaluator.evaluate(expression, namesOf(providers), subject).into(diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    if (const hcl::ExpressionPtr reference = referenceIn(*value, expression.range()))
        return argumentOfMethod(*reference, subject);
    return {*std::move(value), std::move(diagnostics)};
}

Diagnostics MethodSetup::setUpKeyProvider(const Part& part, Providers& providers) {
    // Not known until it is set up: one that refers to itself, through others too, has no usable value.
    if (!providers.emplace(std::pair(part.type, part.name), Value::dynamicUnknown()).second)
        return {};
    const KeyProviderType* const type = keyProviderType(part.type);
    if (!type)
        return Diagnostic::error(fmt::format("Error fetching key_provider {}", values::quoted(part.type)),
                                 fmt::format("key provider with ID {} not found", part.type));
    Diagnostics diagnostics;
    const auto written = type->references(*part.body).into(diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    const References references = sorted(*written, diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    for (const Part* const other : references.keyProviders)
        diagnostics.append(setUpKeyProvider(*other, providers));
    if (diagnostics.hasErrors())
        return diagnostics;
    const Subject subject{fmt::format("encryption.key_provider.{}.{}", part.type, part.name), m_config.range};
    diagnostics.append(m_evaluator.checkReferences(references.others, subject));
    if (diagnostics.hasErrors())
        return diagnostics;
    std::string problem;
    const KeyProviderPtr provider =
        type->make(*part.body,
                   {[&](const hcl::Expression& expression) {
                        return m_evaluator.evaluate(expression, namesOf(providers), subject);
                    },
                    m_directory},
                   problem, diagnostics);
    if (!problem.empty())
        diagnostics.error("Unable to build encryption key data",
                          fmt::format("{} failed with error: {}",
                                      part.metadataAlias.empty() ? addressOf(part) : part.metadataAlias, problem));
    if (provider && !diagnostics.hasErrors())
        diagnostics.append(provideKeys(part, *provider, providers));
    return diagnostics;
}

Diagnostics MethodSetup::provideKeys(const Part& part, const KeyProvider& provider, Providers& providers) {
    const std::string key = part.metadataAlias.empty() ? addressOf(part) : part.metadataAlias;
    const auto stored = m_stored.find(key);
    const std::string_view metadata = stored == m_stored.end() ? std::string_view() : std::string_view(stored->second);
    if (stored != m_stored.end())
        if (const std::string problem = provider.checkMetadata(metadata); !problem.empty())
            return Diagnostic::error("Unable to decode encrypted metadata (did you change your encryption config?)",
                                     fmt::format("metadata decoder for {} failed with error: {}", key, problem));
    auto provided = provider.provide(metadata, m_purpose);
    if (!provided)
        return Diagnostic::error("Unable to fetch encryption key data",
                                 fmt::format("{} failed with error: {}", key, provided.error()));
    if (!m_fresh.emplace(key, std::move(provided->metadata)).second)
        return Diagnostic::error("Duplicate metadata key",
                                 fmt::format("The metadata key {} is duplicated across multiple key providers for the "
                                             "same method; use the encrypted_metadata_alias option to specify unique "
                                             "metadata keys for each key provider in an encryption method",
                                             key));
    providers[{part.type, part.name}] = toValue(provided->keys);
    return {};
}

} // namespace planlens::encryption
