// SPDX-License-Identifier: MPL-2.0
#include "core/providers/packages/lock_file.h"

#include "core/diags/join_messages.h"
#include "core/hcl/syntax/parser.h"
#include "core/system/file.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"
#include "core/version.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

namespace planlens::providers {

using addrs::Provider;
using diags::Diagnostic;
using diags::Diagnostics;

namespace {

constexpr std::string_view packageScheme = "h1:";

/// Evaluates a constant string. The result is std::nullopt after an error; the inner optional is std::nullopt for null.
std::optional<std::optional<std::string>> decodeText(const hcl::Expression& expression, Diagnostics& diagnostics) {
    diags::Result<values::Value> value = expression.evaluate(nullptr);
    const bool failed = value.hasErrors();
    diagnostics.append(std::move(value.diagnostics));
    if (failed || !value.value)
        return {};
    const values::Outcome<values::Value> text = values::convert(*value.value, values::Type::string());
    if (text && text->isNull())
        return std::optional<std::string>();
    if (text && text->isKnown())
        return text->unmarked().asString();
    Diagnostic problem = Diagnostic::error(
        "Unsuitable value type",
        fmt::format("Unsuitable value: {}", text ? "value must be known" : values::formatError(text.error())),
        expression.startRange());
    problem.context = expression.range();
    diagnostics.append(std::move(problem));
    return {};
}

void notNull(const hcl::Expression& expression, Diagnostics& diagnostics) {
    Diagnostic problem = Diagnostic::error("Unsuitable value type", "Unsuitable value: null value is not allowed",
                                           expression.startRange());
    problem.context = expression.range();
    diagnostics.append(std::move(problem));
}

class Decoder {
public:
    explicit Decoder(Diagnostics& diagnostics)
        : m_diagnostics(diagnostics) {}

    LockFile decode(const hcl::Body& body) {
        auto content = body.content({{}, {{"provider", {"source_addr"}}, {"module", {"path"}}}});
        m_diagnostics.append(std::move(content.diagnostics));
        LockFile file;
        if (!content.value)
            return file;
        std::map<Provider, diags::SourceRange> seen;
        bool modulesToo = false;
        for (const hcl::Block& block : content->blocks) {
            if (block.type == "module") {
                if (!modulesToo)
                    m_diagnostics.warning(
                        "Dependency locks for modules are not yet supported",
                        fmt::format("OpenTofu v{} only supports dependency locks for providers, not for modules. This "
                                    "configuration may be intended for a later version of "
                                    "OpenTofu that also supports dependency locks for modules.",
                                    referenceVersion),
                        block.typeRange);
                modulesToo = true;
                continue;
            }
            std::optional<ProviderLock> lock = decodeProvider(block);
            if (!lock)
                continue;
            if (const auto [previous, isNew] = seen.emplace(lock->provider, block.defRange); !isNew) {
                m_diagnostics.error("Duplicate provider lock",
                                    fmt::format("This lockfile already declared a lock for provider {} at {}.",
                                                lock->provider.toString(), previous->second.toString()),
                                    block.typeRange);
                continue;
            }
            file.providers.emplace(lock->provider, *std::move(lock));
        }
        return file;
    }

private:
    std::optional<Provider> decodeAddress(const hcl::Block& block) {
        constexpr std::string_view invalid = "Invalid provider source address";
        const auto wrong = [&](std::string_view summary, std::string detail) {
            m_diagnostics.error(std::string(summary), std::move(detail), block.labelRanges[0]);
            return std::nullopt;
        };
        const diags::Result<Provider> provider = addrs::parseProviderSource(block.labels[0]);
        if (!provider.isOk())
            return wrong(invalid, "The provider source address for a provider lock must be a valid, fully-qualified "
                                  "address of the form \"hostname/namespace/type\".");
        if (provider->isBuiltIn())
            return wrong(invalid, fmt::format("Cannot lock a version for built-in provider {}. Built-in providers are "
                                              "bundled inside OpenTofu itself, so you can't select a version for "
                                              "them independently of the OpenTofu release you are currently running.",
                                              provider->toString()));
        if (provider->nameSpace() == "-")
            return wrong(
                invalid,
                fmt::format(
                    "Provider source address {} is a special provider that is not eligible for dependency locking.",
                    provider->toString()));
        if (const std::string canonical = provider->toString(); canonical != block.labels[0])
            return wrong("Non-normalized provider source address",
                         fmt::format("The provider source address for this provider lock must be written as {}, the "
                                     "fully-qualified and normalized form.",
                                     values::quoted(canonical)));
        return *provider;
    }

    std::optional<ProviderLock> decodeProvider(const hcl::Block& block) {
        const std::optional<Provider> provider = decodeAddress(block);
        if (!provider)
            return {};
        ProviderLock lock;
        lock.provider = *provider;
        auto content = block.body->content({{{"version", true}, {"constraints"}, {"hashes"}}, {}});
        m_diagnostics.append(std::move(content.diagnostics));
        if (!content.value)
            return lock;
        if (const hcl::Attribute* version = content->attribute("version"))
            decodeVersion(*version->expression, lock);
        if (const hcl::Attribute* constraints = content->attribute("constraints"))
            decodeConstraints(*constraints->expression, lock);
        if (const hcl::Attribute* hashes = content->attribute("hashes"))
            decodeHashes(*hashes->expression, lock);
        return lock;
    }

    void decodeVersion(const hcl::Expression& expression, ProviderLock& lock) {
        const auto text = decodeText(expression, m_diagnostics);
        if (!text)
            return;
        if (!*text) {
            m_diagnostics.error("Missing required argument",
                                "A provider lock block must contain a \"version\" argument.", expression.range());
            return;
        }
        const auto wrong = [&](const std::string& why) {
            m_diagnostics.error(
                "Invalid provider version number",
                fmt::format("The selected version number for provider {} {}.", lock.provider.toString(), why),
                expression.range());
        };
        const auto version = addrs::parseProviderVersion(**text);
        if (!version)
            wrong("is invalid: " + version.error());
        lock.version = version ? *version : addrs::Version{{0, 0, 0}, 3, {}, {}};
        if (lock.version.toString() != **text)
            wrong("must be written in normalized form: " + values::quoted(lock.version.toString()));
    }

    void decodeConstraints(const hcl::Expression& expression, ProviderLock& lock) {
        const auto text = decodeText(expression, m_diagnostics);
        if (!text)
            return;
        if (!*text)
            return notNull(expression, m_diagnostics);
        const auto wrong = [&](const std::string& why) {
            m_diagnostics.error(
                "Invalid provider version constraints",
                fmt::format("The recorded version constraints for provider {} {}.", lock.provider.toString(), why),
                expression.range());
        };
        const auto constraints = addrs::ProviderConstraints::parse(**text);
        if (constraints)
            lock.constraints = *constraints;
        else
            wrong("are invalid: " + constraints.error());
        if (const std::string canonical = lock.constraints.toString(); canonical != **text)
            wrong("must be written in normalized form: " + values::quoted(canonical));
    }

    void decodeHashes(const hcl::Expression& expression, ProviderLock& lock) {
        const auto list = expression.asList();
        if (!list) {
            m_diagnostics.error("Invalid expression", "A static list expression is required.", expression.startRange());
            return;
        }
        if (list->empty())
            m_diagnostics.error("Invalid provider hash set",
                                "The \"hashes\" argument must either be omitted or contain at least one hash value.",
                                expression.range());
        for (const hcl::ExpressionPtr& element : *list) {
            const auto text = decodeText(*element, m_diagnostics);
            if (!text)
                continue;
            if (!*text) {
                notNull(*element, m_diagnostics);
                continue;
            }
            if (const auto colon = (*text)->find(':'); colon == std::string::npos || colon == 0)
                m_diagnostics.error("Invalid provider hash string",
                                    fmt::format("Cannot interpret {} as a provider hash: hash string must start with a "
                                                "scheme keyword followed by a colon.",
                                                values::quoted(**text)),
                                    expression.range());
            else
                lock.hashes.push_back(**text);
        }
        std::sort(lock.hashes.begin(), lock.hashes.end());
        lock.hashes.erase(std::unique(lock.hashes.begin(), lock.hashes.end()), lock.hashes.end());
    }

    Diagnostics& m_diagnostics;
};

/// Joins all problems into one error without positions, as OpenTofu does.
Diagnostic asOne(const Diagnostics& problems) {
    return Diagnostic::error("failed to read dependency lock file: " + diags::joinMessages(problems), {});
}

} // namespace

std::vector<std::string> ProviderLock::packageHashes() const {
    std::vector<std::string> usable;
    std::copy_if(hashes.begin(), hashes.end(), std::back_inserter(usable),
                 [](const std::string& hash) { return hash.starts_with(packageScheme); });
    return usable;
}

bool LockFile::operator==(const LockFile& other) const {
    const auto isSame = [](const auto& a, const auto& b) {
        return a.first == b.first && a.second.version.toString() == b.second.version.toString() &&
               a.second.hashes == b.second.hashes;
    };
    return std::equal(providers.begin(), providers.end(), other.providers.begin(), other.providers.end(), isSame);
}

diags::Result<LockFile> parseLockFile(std::string text, std::string_view filename) {
    diags::Result<hcl::File> file = hcl::parseNative(std::make_shared<const std::string>(std::move(text)), filename);
    Diagnostics diagnostics = std::move(file.diagnostics);
    if (!file.value)
        return diagnostics;
    LockFile locks = Decoder(diagnostics).decode(*file->body);
    return {std::move(locks), std::move(diagnostics)};
}

diags::Result<LockFile> readLockFile(const std::filesystem::path& directory) {
    const std::filesystem::path path = directory / lockFileName;
    auto text = system::readFile(path);
    if (!text && text.error().isMissing())
        return LockFile{};
    if (!text)
        return asOne(
            Diagnostic::error("Failed to read file", fmt::format("The configuration file {} could not be read: {}.",
                                                                 values::quoted(lockFileName), text.error().reason())));
    diags::Result<LockFile> locks = parseLockFile(*std::move(text), lockFileName);
    if (locks.hasErrors())
        return asOne(locks.diagnostics);
    return locks;
}

} // namespace planlens::providers
