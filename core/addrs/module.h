// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace planlens::addrs {

/// The key of an instance with count or for_each; no key without either. Ordered: no key,
/// then numbers, then strings.
class InstanceKey {
public:
    InstanceKey() = default;
    InstanceKey(std::int64_t index)
        : m_key(index) {}
    InstanceKey(std::string key)
        : m_key(std::move(key)) {}

    bool isNone() const { return m_key.index() == 0; }
    bool isInt() const { return m_key.index() == 1; }
    bool isString() const { return m_key.index() == 2; }
    std::int64_t index() const { return std::get<1>(m_key); }
    const std::string& string() const { return std::get<2>(m_key); }
    /// Returns "", `[3]` or `["a"]` with the reference's escapes.
    std::string toString() const;

    bool operator==(const InstanceKey&) const = default;
    std::strong_ordering operator<=>(const InstanceKey& other) const;
    std::size_t hash() const;

private:
    std::variant<std::monostate, std::int64_t, std::string> m_key;
};

/// A module in the configuration: the names of the module calls from the root. Empty for the root module.
struct Module {
    std::vector<std::string> path;

    bool isRoot() const { return path.empty(); }
    Module child(std::string name) const;
    Module parent() const;
    bool hasPrefix(const Module& ancestor) const; // or equal
    /// Returns "module.a.module.b"; empty for the root.
    std::string toString() const;
    bool operator==(const Module&) const = default;
    auto operator<=>(const Module&) const = default;
};

struct ModuleStep {
    std::string name;
    InstanceKey key;
    bool operator==(const ModuleStep&) const = default;
    auto operator<=>(const ModuleStep&) const = default;
};

/// A module instance. Ordered by depth first, then by names and keys, as in the reference.
struct ModuleInstance {
    std::vector<ModuleStep> path;

    bool isRoot() const { return path.empty(); }
    ModuleInstance child(std::string name, InstanceKey key = {}) const;
    ModuleInstance parent() const;
    bool hasPrefix(const ModuleInstance& ancestor) const; // or equal
    Module module() const;
    /// Whether it is an instance of the module, or whether both are instances of the same module.
    bool isInstanceOf(const Module& module) const;
    bool hasSameModule(const ModuleInstance& other) const;
    /// Returns `module.a[0].module.b["k"]`; empty for the root.
    std::string toString() const;
    bool operator==(const ModuleInstance&) const = default;
    std::strong_ordering operator<=>(const ModuleInstance& other) const;
    std::size_t hash() const;
};

/// A module call in a module instance, `module.a` in module.b[0].
struct AbsModuleCall {
    ModuleInstance module;
    std::string name;
    /// Whether the instance results from this call.
    bool declares(const ModuleInstance& instance) const;
    std::string toString() const;
    bool operator==(const AbsModuleCall&) const = default;
    auto operator<=>(const AbsModuleCall&) const = default;
};

} // namespace planlens::addrs

template <>
struct std::hash<planlens::addrs::ModuleInstance> {
    std::size_t operator()(const planlens::addrs::ModuleInstance& m) const { return m.hash(); }
};
template <>
struct std::hash<planlens::addrs::Module> {
    std::size_t operator()(const planlens::addrs::Module& m) const;
};
