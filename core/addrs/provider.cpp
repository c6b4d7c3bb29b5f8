// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/provider.h"

#include "core/addrs/hostname.h"
#include "core/values/text/quoted.h"
#include "core/values/text/split.h"

#include <algorithm>
#include <mutex>
#include <set>

namespace planlens::addrs {

using values::quoted;

namespace {

constexpr std::string_view builtInHost = "terraform.io";
constexpr std::string_view newBuiltInHost = "opentofu.org";
constexpr std::string_view builtInNamespace = "builtin";
constexpr std::string_view defaultNamespace = "hashicorp";
constexpr std::string_view legacyNamespace = "-";

diags::Diagnostic invalidFormat() {
    return diags::Diagnostic::error("Invalid provider source string",
                                    "The \"source\" attribute must be in the format \"[hostname/][namespace/]name\"");
}

struct RepositoryPrefix {
    std::string_view redundant;
    std::string_view userError;
    std::string_view article;
    std::string_view product;
    std::string_view frequency;
};
constexpr RepositoryPrefix prefixes[] = {
    {"terraform-", "terraform-provider-", "a", "Terraform", "often"},
    {"opentofu-", "opentofu-provider-", "an", "OpenTofu", "sometimes"},
};

/// Provider names must not have the prefixes of repository names, which users often copy.
std::optional<diags::Diagnostic> complainAboutPrefix(const Provider& provider) {
    for (const RepositoryPrefix& prefix : prefixes) {
        if (!provider.type().starts_with(prefix.redundant))
            continue;
        if (provider.type().starts_with(prefix.userError)) {
            const Provider suggested(provider.hostname(), provider.nameSpace(),
                                     provider.type().substr(prefix.userError.size()));
            if (parseProviderPart(suggested.type())) {
                return diags::Diagnostic::error(
                    "Invalid provider type",
                    "Provider source " + quoted(provider.forDisplay()) + " has a type with the prefix " +
                        quoted(prefix.userError) + ", which isn't valid. Although that prefix is " +
                        std::string(prefix.frequency) + " used in the names of version control repositories for " +
                        std::string(prefix.product) +
                        " providers, provider source strings should not include it.\n\nDid you mean " +
                        quoted(suggested.forDisplay()) + "?");
            }
        }
        return diags::Diagnostic::error(
            "Invalid provider type",
            "Provider source " + quoted(provider.toString()) + " has a type with the prefix " +
                quoted(prefix.redundant) + ", which isn't allowed because it would be redundant to name " +
                std::string(prefix.article) + " " + std::string(prefix.product) +
                " provider with that prefix. If you are the author of this provider, rename it to not include the "
                "prefix.");
    }
    return {};
}

} // namespace

Provider::Provider()
    : m_parts([] {
        static const Parts* const empty = shared({});
        return empty;
    }()) {}

Provider::Provider(std::string hostname, std::string nameSpace, std::string type)
    : m_parts(shared({std::move(hostname), std::move(nameSpace), std::move(type)})) {}

const Provider::Parts* Provider::shared(Parts parts) {
    static std::mutex mutex;
    static auto& all = *new std::set<Parts>; // outlives all objects that refer to a provider
    const std::lock_guard lock(mutex);
    return &*all.insert(std::move(parts)).first;
}

Provider Provider::builtIn(std::string type) {
    return {std::string(builtInHost), std::string(builtInNamespace), std::move(type)};
}

Provider Provider::implied(std::string localName, std::string_view registry) {
    if (localName == "terraform")
        return builtIn(std::move(localName));
    const bool isNormalized = std::ranges::all_of(
        localName, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; });
    if (!isNormalized)
        if (auto normalized = parseProviderPart(localName))
            localName = *std::move(normalized);
    return {std::string(registry), std::string(defaultNamespace), std::move(localName)};
}

bool Provider::isBuiltIn() const {
    return nameSpace() == builtInNamespace && (hostname() == builtInHost || hostname() == newBuiltInHost);
}

std::string Provider::toString() const {
    return hostnameForDisplay(hostname()) + "/" + nameSpace() + "/" + type();
}

std::string Provider::forDisplay() const {
    return hostname() == openTofuRegistry ? nameSpace() + "/" + type() : toString();
}

diags::Result<Provider> parseProviderSource(std::string_view text, std::string_view registry) {
    const std::vector<std::string_view> parts = values::split(text, '/');
    if (parts.size() > 3 || std::any_of(parts.begin(), parts.end(), [](std::string_view p) { return p.empty(); }))
        return invalidFormat();
    auto type = parseProviderPart(parts.back());
    if (!type) {
        return diags::Diagnostic::error("Invalid provider type", "Invalid provider type " + quoted(parts.back()) +
                                                                     " in source " + quoted(text) + ": " +
                                                                     type.error() + "\"");
    }
    const std::string_view givenNamespace = parts.size() == 1 ? defaultNamespace : parts[parts.size() - 2];
    std::string nameSpace(givenNamespace);
    if (givenNamespace != legacyNamespace) {
        auto parsed = parseProviderPart(givenNamespace);
        if (!parsed) {
            return diags::Diagnostic::error("Invalid provider namespace", "Invalid provider namespace \"\" in source " +
                                                                              quoted(text) + ": " + parsed.error() +
                                                                              "\"");
        }
        nameSpace = *std::move(parsed);
    }
    std::string hostname(registry);
    if (parts.size() == 3) {
        auto parsed = hostnameForComparison(parts[0]);
        if (!parsed) {
            return diags::Diagnostic::error("Invalid provider source hostname",
                                            "Invalid provider source hostname namespace \"\" in source " +
                                                quoted(text) + ": " + parsed.error() + "\"");
        }
        hostname = *std::move(parsed);
    }
    if (nameSpace == legacyNamespace && hostname != registry) {
        return diags::Diagnostic::error("Invalid provider namespace",
                                        "The legacy provider namespace \"-\" can be used only with hostname " +
                                            std::string(registry) + ".");
    }
    const Provider result(std::move(hostname), std::move(nameSpace), *std::move(type));
    if (std::optional<diags::Diagnostic> complaint = complainAboutPrefix(result))
        return *std::move(complaint);
    return result;
}

} // namespace planlens::addrs
