// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/json_node.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::diff {

/// The members that identify an element of a list or set: a name or a key, the destination of a route, or the protocol
/// and the ports of a firewall rule.
class Identity {
public:
    enum class Kind { Member, Destination, Ports, PortsAndDescription };

    constexpr Identity(std::string_view member)
        : m_member(member) {}
    constexpr Identity(Kind kind)
        : m_kind(kind) {}

    Kind kind() const { return m_kind; }
    /// The name of the only member; empty if there are several.
    std::string_view member() const { return m_member; }
    /// Returns a text that is equal for elements that have the same identity; nullopt for an element without one.
    std::optional<std::string> valueOf(const JsonNode& element) const;
    /// Returns `name = "a"` or `tcp 22 "ssh"`. `textOf` returns the displayed text of a member, nullopt if it is absent
    /// or null.
    using TextOf = std::function<std::optional<std::string>(std::string_view member)>;
    std::string label(const TextOf& textOf) const;

private:
    Kind m_kind = Kind::Member;
    std::string_view m_member;
};

/// Returns the most reliable identity that all elements of a list or set have, and that distinguishes them; null if
/// there is none.
const Identity* identityOf(std::span<const JsonNode> elements);
/// As above, for both sides of a change; null if one side is empty.
const Identity* commonIdentity(std::span<const JsonNode> before, std::span<const JsonNode> after);
/// Whether two firewall rules are for different ports.
bool differInPorts(const JsonNode& before, const JsonNode& after);
/// Returns the identity of an object that is only a name: it may be missing in some elements, or the same in several.
const JsonNode* nameOf(const JsonNode& object);

/// Finds what identifies each element of a list for the reader. Besides identities, a member counts that has a
/// different value in each element.
class ElementLabels {
public:
    ElementLabels(std::span<const JsonNode> before, std::span<const JsonNode> after);
    /// Returns the identity that both sides of an element share; nullopt if there is none. An absent side is null.
    std::optional<Identity> identity(const JsonNode* before, const JsonNode* after) const;

private:
    const Identity* m_common;
    std::vector<std::string_view> m_distinct; // other members
};

} // namespace planlens::diff
