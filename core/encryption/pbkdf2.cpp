// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/cipher.h"
#include "core/encryption/key_provider.h"
#include "core/hcl/syntax/parser.h"
#include "core/states/file/json_fields.h"
#include "core/values/json/json.h"
#include "core/values/text/base64.h"

#include <fmt/core.h>

namespace planlens::encryption {

using diags::Diagnostics;
using diags::Result;
using diags::Unexpected;
using values::Value;

namespace {

constexpr std::int64_t leastIterations = 200'000;
constexpr std::size_t shortestPassphrase = 16; // bytes

struct Settings {
    std::string passphrase;
    std::optional<Keys> chain; // instead of a passphrase
    std::int64_t keyLength = 32, iterations = 600'000, saltLength = 32;
    std::string hashFunction = "sha512";
};

/// The metadata stored beside encrypted data.
struct Parameters {
    std::string salt, hashFunction;
    std::int64_t iterations = 0, keyLength = 0;
    bool isComplete() const { return !salt.empty() && !hashFunction.empty() && iterations != 0 && keyLength != 0; }
};

std::optional<HashFunction> hashFunctionOf(std::string_view name) {
    if (name == "sha256")
        return HashFunction::Sha256;
    return name == "sha512" ? std::optional(HashFunction::Sha512) : std::nullopt;
}

/// The problem with a name; empty if there is none.
std::string checkHashFunction(const std::string& name) {
    if (name.empty())
        return "please specify a hash function";
    return hashFunctionOf(name) ? std::string() : fmt::format("invalid hash function name: {}", name);
}

std::string checkChain(const Keys& chain) {
    const auto tooShort = [](std::string_view key) {
        return fmt::format("upstream key provider supplied an {} key that is too short (minimum {} characters)", key,
                           shortestPassphrase);
    };
    if (chain.encryption.empty())
        return "no encryption key provided from upstream key provider";
    if (chain.encryption.size() < shortestPassphrase)
        return tooShort("encryption");
    return !chain.decryption.empty() && chain.decryption.size() < shortestPassphrase ? tooShort("decryption")
                                                                                     : std::string();
}

/// The first problem of the settings; empty if there is none.
std::string check(const Settings& settings) {
    if (settings.passphrase.empty() && !settings.chain)
        return "no passphrase provided and no chained provider defined";
    if (!settings.passphrase.empty() && settings.chain)
        return "passphrase and chain are mutually exclusive";
    if (settings.chain)
        if (std::string problem = checkChain(*settings.chain); !problem.empty())
            return problem;
    if (!settings.chain && settings.passphrase.size() < shortestPassphrase)
        return fmt::format("passphrase is too short (minimum {} characters)", shortestPassphrase);
    if (settings.keyLength <= 0)
        return "the key length must be larger than zero";
    if (settings.iterations <= 0)
        return "the number of iterations must be larger than zero";
    if (settings.iterations < leastIterations)
        return fmt::format("the number of iterations is dangerously low (<{}), refusing to generate key",
                           leastIterations);
    if (settings.saltLength <= 0)
        return "the salt length must be larger than zero";
    const std::string problem = checkHashFunction(settings.hashFunction);
    return problem.empty() ? problem : "invalid key provider configuration: " + problem;
}

/// Reads metadata. The error is a message.
diags::Expected<Parameters, std::string> readParameters(std::string_view metadata) {
    values::JsonScanner scanner(metadata);
    if (scanner.peek() != '{' || !scanner.skipValue() || !scanner.atEnd())
        return Unexpected{scanner.error().empty() ? std::string("no JSON object") : scanner.error()};
    Parameters parameters;
    std::string salt, problem;
    states::JsonFields fields(metadata);
    const auto integer = [&](std::int64_t& out) {
        std::string_view raw;
        if (!fields.raw(raw))
            return false;
        const std::optional<values::Number> number = values::Number::parse(raw);
        const std::optional<std::int64_t> value = number ? number->toInt64() : std::nullopt;
        if (!value && raw != "null")
            problem = "json: cannot unmarshal a value into a whole number";
        out = value.value_or(0);
        return problem.empty();
    };
    const bool isRead = fields.object([&](std::string_view name) {
        if (name == "salt")
            return fields.string(salt);
        if (name == "iterations")
            return integer(parameters.iterations);
        if (name == "key_length")
            return integer(parameters.keyLength);
        return name == "hash_function" ? fields.string(parameters.hashFunction) : fields.skip();
    });
    auto bytes = values::fromBase64(salt);
    if (!isRead || !bytes)
        return Unexpected{!bytes            ? fmt::format("illegal base64 data at input byte {}", bytes.error())
                          : problem.empty() ? fmt::format("json: cannot unmarshal {} into Go struct field Metadata.{}",
                                                          fields.found(), fields.field())
                                            : problem};
    parameters.salt = *std::move(bytes);
    return parameters;
}

std::string write(const Parameters& parameters) {
    std::string json = "{\"salt\":";
    values::appendJsonString(json, values::toBase64(parameters.salt));
    json += fmt::format(",\"iterations\":{},\"hash_function\":", parameters.iterations);
    values::appendJsonString(json, parameters.hashFunction);
    return json + fmt::format(",\"key_length\":{}}}", parameters.keyLength);
}

class Pbkdf2 final : public KeyProvider {
public:
    explicit Pbkdf2(Settings settings)
        : m_settings(std::move(settings)) {}

    std::string checkMetadata(std::string_view metadata) const override {
        const auto parameters = readParameters(metadata);
        return parameters ? std::string() : parameters.error();
    }

    diags::Expected<Provided, std::string> provide(std::string_view metadata, Purpose purpose) const override {
        const Settings& own = m_settings;
        const std::optional<std::string> salt = randomBytes(static_cast<std::size_t>(own.saltLength));
        if (!salt)
            return Unexpected{fmt::format("failed to obtain {} bytes of random data", own.saltLength)};
        const Parameters fresh{*salt, own.hashFunction, own.iterations, own.keyLength};
        Provided provided{{}, write(fresh)};
        const Parameters stored = metadata.empty() ? Parameters() : *readParameters(metadata);
        if (stored.isComplete()) {
            if (std::string problem = checkStored(stored); !problem.empty())
                return Unexpected{std::move(problem)};
            const auto key = derive(own.chain ? own.chain->decryption : own.passphrase, stored);
            if (!key)
                return Unexpected{key.error()};
            provided.keys.decryption = *key;
        }
        const auto key = purpose == Purpose::Encryption
                             ? derive(own.chain ? own.chain->encryption : own.passphrase, fresh)
                             : placeholder(own.keyLength);
        if (!key)
            return Unexpected{key.error()};
        provided.keys.encryption = *key;
        return provided;
    }

private:
    using Key = diags::Expected<std::string, std::string>;

    static std::string checkStored(const Parameters& stored) {
        if (stored.iterations < 0)
            return fmt::format("invalid number of iterations ({})", stored.iterations);
        if (stored.keyLength < 0)
            return fmt::format("invalid key length ({})", stored.keyLength);
        const std::string problem = checkHashFunction(stored.hashFunction);
        return problem.empty() ? problem : "invalid hash function name: " + problem;
    }

    static Key placeholder(std::int64_t length) {
        std::optional<std::string> bytes = randomBytes(static_cast<std::size_t>(length));
        if (!bytes)
            return Unexpected{fmt::format("failed to obtain {} bytes of random data", length)};
        return *std::move(bytes);
    }

    static Key derive(std::string_view passphrase, const Parameters& by) {
        std::optional<std::string> key =
            pbkdf2(passphrase, by.salt, by.iterations, by.keyLength, *hashFunctionOf(by.hashFunction));
        if (!key)
            return Unexpected{
                fmt::format("no key of {} bytes can be derived with {} iterations", by.keyLength, by.iterations)};
        return *std::move(key);
    }

    const Settings m_settings;
};

/// The argument `chain` if it consists of a reference, which JSON has as a string, and the other arguments.
struct ChainReference {
    std::optional<hcl::Traversal> traversal;
    hcl::ExpressionPtr expression; // null without that argument
    hcl::BodyPtr others;

    /// The body of the arguments that are evaluated as they are. A `chain` that is not a reference is one of them.
    const hcl::Body& rest(const hcl::Body& body) const { return expression && !traversal ? body : *others; }
};
Result<ChainReference> chainReference(const hcl::Body& body) {
    auto content = body.partialContent({{{"chain"}}, {}});
    if (content.hasErrors())
        return std::move(content.diagnostics);
    ChainReference chain{{}, {}, std::move(content->second)};
    const hcl::Attribute* const attribute = content->first.attribute("chain");
    if (!attribute)
        return chain;
    const std::vector<hcl::Traversal> references = attribute->expression->variables();
    if (references.size() == 1)
        chain.traversal = references.front();
    else if (auto written = attribute->expression->asTraversal())
        chain.traversal = *std::move(written);
    chain.expression = attribute->expression;
    return chain;
}

/// Reads the other arguments into the settings.
void readArguments(const hcl::Body& body, const KeyProviderType::Evaluate& evaluate, Settings& settings,
                   Diagnostics& diagnostics) {
    const std::optional<hcl::BodyContent> content =
        body.content(
                {{{"passphrase"}, {"chain"}, {"key_length"}, {"iterations"}, {"hash_function"}, {"salt_length"}}, {}})
            .into(diagnostics);
    if (diagnostics.hasErrors())
        return;
    const auto read = [&](const char* name, const auto& take) {
        const hcl::Attribute* const attribute = content->attribute(name);
        if (const auto value = attribute ? evaluate(*attribute->expression).into(diagnostics) : std::nullopt)
            take(*value, attribute->expression->range());
    };
    const auto text = [&](std::string& target) {
        return [&](const Value& value, const diags::SourceRange& range) {
            target = textFrom(value, range, diagnostics).value_or(std::string());
        };
    };
    const auto integer = [&](std::int64_t& target) {
        return [&](const Value& value, const diags::SourceRange& range) {
            // A fraction leaves the default, as in the reference.
            if (const auto number = numberFrom(value, range, diagnostics))
                target = number->toInt64().value_or(target);
        };
    };
    read("passphrase", text(settings.passphrase));
    read("chain", [&](const Value& value, const diags::SourceRange& range) {
        settings.chain = keysFrom(value, range).into(diagnostics);
    });
    read("key_length", integer(settings.keyLength));
    read("iterations", integer(settings.iterations));
    read("hash_function", text(settings.hashFunction));
    read("salt_length", integer(settings.saltLength));
}

Result<std::vector<hcl::Traversal>> references(const hcl::Body& body) {
    const Result<ChainReference> chain = chainReference(body);
    if (!chain.isOk())
        return chain.diagnostics;
    std::vector<hcl::Traversal> found;
    const auto attributes = chain->rest(body).justAttributes();
    if (attributes.hasErrors()) // reported by make()
        return found;
    for (const auto& [name, attribute] : *attributes.value)
        attribute.expression->collectVariables(found);
    if (chain->traversal)
        found.push_back(*chain->traversal);
    return found;
}

KeyProviderPtr make(const hcl::Body& body, const KeyProviderType::Context& context, std::string& problem,
                    Diagnostics& diagnostics) {
    const std::optional<ChainReference> chain = chainReference(body).into(diagnostics);
    if (diagnostics.hasErrors())
        return nullptr;
    Settings settings;
    if (chain->traversal) {
        const diags::SourceRange range = chain->expression->range();
        const auto expression =
            hcl::parseExpression(chain->traversal->toString(), range.filename.str(), range.start).into(diagnostics);
        if (const auto value = expression ? context.evaluate(**expression).into(diagnostics) : std::nullopt)
            settings.chain = keysFrom(*value, range).into(diagnostics);
        if (diagnostics.hasErrors())
            return nullptr;
    }
    readArguments(chain->rest(body), context.evaluate, settings, diagnostics);
    if (diagnostics.hasErrors())
        return nullptr;
    problem = check(settings);
    return problem.empty() ? std::make_unique<const Pbkdf2>(std::move(settings)) : nullptr;
}

} // namespace

const KeyProviderType pbkdf2KeyProvider{"pbkdf2", references, make};

} // namespace planlens::encryption
