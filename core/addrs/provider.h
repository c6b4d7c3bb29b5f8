// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/module.h"
#include "core/diags/diagnostic.h"
#include "core/diags/expected.h"
#include "core/hcl/traversal.h"

#include <optional>
#include <string>
#include <string_view>

namespace planlens::addrs {

/// The default registries of sources without a host name: OpenTofu's, or Terraform's in folders of that tool.
inline constexpr std::string_view openTofuRegistry = "registry.opentofu.org";
inline constexpr std::string_view terraformRegistry = "registry.terraform.io";

/// A provider's full source address, `registry.opentofu.org/hashicorp/aws`. Every object in plans and states has one,
/// but there are few different ones: equal ones share their strings, which are never freed. Thread-safe.
class Provider {
public:
    Provider(); // empty
    Provider(std::string hostname, std::string nameSpace, std::string type);
    static Provider builtIn(std::string type); // terraform.io/builtin/…
    /// Returns the provider that a local name implies without required_providers.
    static Provider implied(std::string localName, std::string_view registry = openTofuRegistry);

    const std::string& hostname() const { return m_parts->hostname; }
    const std::string& nameSpace() const { return m_parts->nameSpace; }
    const std::string& type() const { return m_parts->type; }
    bool isBuiltIn() const;
    std::string toString() const;
    /// Returns the address without the host name of OpenTofu's registry and without the default
    /// namespace: "hashicorp/aws".
    std::string forDisplay() const;
    bool operator==(const Provider&) const = default;
    std::strong_ordering operator<=>(const Provider& other) const {
        return m_parts == other.m_parts ? std::strong_ordering::equal : *m_parts <=> *other.m_parts;
    }

private:
    struct Parts {
        std::string hostname, nameSpace, type;
        auto operator<=>(const Parts&) const = default;
    };
    static const Parts* shared(Parts parts);

    const Parts* m_parts;
};

/// `aws` or `aws.west` in a module, by local name.
struct LocalProviderConfig {
    std::string localName;
    std::string alias;
    std::string toString() const;
    bool operator==(const LocalProviderConfig&) const = default;
    auto operator<=>(const LocalProviderConfig&) const = default;
};

/// A provider configuration: module, provider and alias.
struct AbsProviderConfig {
    Module module;
    Provider provider;
    std::string alias;
    /// Returns `module.a.provider["registry.opentofu.org/hashicorp/aws"].west`.
    std::string toString() const;
    bool operator==(const AbsProviderConfig&) const = default;
    auto operator<=>(const AbsProviderConfig&) const = default;
};

/// One instance of it (provider for_each).
struct AbsProviderInstance {
    AbsProviderConfig config;
    InstanceKey key;
    std::string toString() const;
    bool operator==(const AbsProviderInstance&) const = default;
    auto operator<=>(const AbsProviderInstance&) const = default;
};

/// Parses source strings of required_providers.
diags::Result<Provider> parseProviderSource(std::string_view text, std::string_view registry = openTofuRegistry);
/// Parses the form used in states, `provider["registry.opentofu.org/hashicorp/aws"].west`.
diags::Result<AbsProviderConfig> parseAbsProviderConfig(std::string_view text);
diags::Result<AbsProviderInstance> parseAbsProviderInstance(std::string_view text);
/// Parses the form of old states, with the bare type: `provider.aws.west`. The provider's namespace is then "-".
diags::Result<AbsProviderConfig> parseLegacyAbsProviderConfig(std::string_view text);
/// Converts one part of a source address to normalized lower case, or returns the error as a phrase.
diags::Expected<std::string, std::string> parseProviderPart(std::string_view given);

} // namespace planlens::addrs
