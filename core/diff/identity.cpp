// SPDX-License-Identifier: MPL-2.0
#include "core/diff/identity.h"

#include <algorithm>
#include <array>

namespace planlens::diff {

namespace {

using Kind = Identity::Kind;

/// Most reliable first.
constexpr std::array<Identity, 21> identities{{{"id"},
                                               {"key"},
                                               {"name"},
                                               {"arn"},
                                               {"sid"},
                                               {"Sid"},
                                               {"Id"},
                                               {"Key"},
                                               {"Name"},
                                               {"uuid"},
                                               {"device_name"},
                                               {"path"},
                                               {"container_path"},
                                               {"rule_number"},
                                               {"rule_no"},
                                               {"priority"},
                                               {"index"},
                                               {"Subject"},
                                               {Kind::Destination},
                                               {Kind::Ports},
                                               {Kind::PortsAndDescription}}};
constexpr std::array<std::string_view, 5> destinations{"cidr_block", "destination_cidr_block", "ipv6_cidr_block",
                                                       "destination_ipv6_cidr_block", "destination_prefix_list_id"};
constexpr std::array<std::string_view, 4> names{"Sid", "sid", "name", "Name"};
constexpr std::size_t longestLabel = 64; // bytes

bool isUsable(const JsonNode* node) {
    return node &&
           ((node->kind == JsonNode::Kind::String && !node->text.empty()) || node->kind == JsonNode::Kind::Number);
}

/// Whether each element has such a value, and all are different.
template <typename ValueOf>
bool distinguishes(std::span<const JsonNode> elements, ValueOf valueOf) {
    std::vector<std::string> values;
    for (const JsonNode& element : elements) {
        std::optional<std::string> value = valueOf(element);
        if (!value)
            return false;
        values.push_back(*std::move(value));
    }
    std::ranges::sort(values);
    return std::ranges::adjacent_find(values) == values.end();
}

bool distinguishes(const Identity& identity, std::span<const JsonNode> elements) {
    return distinguishes(elements, [&](const JsonNode& element) { return identity.valueOf(element); });
}

std::string_view withoutQuotes(std::string_view text) {
    return text.size() >= 2 && text.starts_with('"') && text.ends_with('"') ? text.substr(1, text.size() - 2) : text;
}

} // namespace

std::optional<std::string> Identity::valueOf(const JsonNode& element) const {
    if (!isObject(&element))
        return {};
    std::string value;
    const auto add = [&](std::string_view name) {
        const JsonNode* found = element.find(name);
        if (isUsable(found))
            value += found->text;
        if (found)
            value += '\0' + std::to_string(found->masked);
        return isUsable(found);
    };
    bool isComplete = false;
    switch (m_kind) {
    case Kind::Member:
        isComplete = add(m_member);
        break;
    case Kind::Destination:
        for (const std::string_view name : destinations)
            isComplete |= add(name);
        break;
    case Kind::Ports:
    case Kind::PortsAndDescription:
        isComplete = add("protocol") && add("from_port") && add("to_port");
        if (m_kind == Kind::PortsAndDescription)
            add("description");
        break;
    }
    return isComplete ? std::optional(std::move(value)) : std::nullopt;
}

std::string Identity::label(const TextOf& textOf) const {
    const auto member = [&](std::string_view name) {
        const std::optional<std::string> text = textOf(name);
        return text && *text != "\"\"" ? std::string(name) + " = " + *text : std::string();
    };
    if (m_kind == Kind::Member)
        return member(m_member);
    if (m_kind == Kind::Destination) {
        for (const std::string_view name : destinations)
            if (std::string text = member(name); !text.empty())
                return text;
        return {};
    }
    const std::optional<std::string> protocol = textOf("protocol"), from = textOf("from_port"), to = textOf("to_port");
    if (!protocol || !from || !to)
        return {};
    const std::string_view name = withoutQuotes(*protocol);
    std::string label =
        name == "-1" ? "protocol -1" : std::string(name) + " " + *from + (*from == *to ? std::string() : "–" + *to);
    if (const std::optional<std::string> description = textOf("description"); description && *description != "\"\"")
        label += " " + *description;
    return label;
}

const Identity* identityOf(std::span<const JsonNode> elements) {
    if (elements.empty())
        return nullptr;
    const auto it = std::ranges::find_if(identities, [&](const Identity& one) { return distinguishes(one, elements); });
    return it == identities.end() ? nullptr : &*it;
}

const Identity* commonIdentity(std::span<const JsonNode> before, std::span<const JsonNode> after) {
    if (before.empty() || after.empty())
        return nullptr;
    const auto it = std::ranges::find_if(
        identities, [&](const Identity& one) { return distinguishes(one, before) && distinguishes(one, after); });
    return it == identities.end() ? nullptr : &*it;
}

bool differInPorts(const JsonNode& before, const JsonNode& after) {
    const Identity ports(Kind::Ports);
    const std::optional<std::string> from = ports.valueOf(before), to = ports.valueOf(after);
    return from && to && *from != *to;
}

const JsonNode* nameOf(const JsonNode& object) {
    for (const std::string_view name : names)
        if (const JsonNode* found = object.find(name); isUsable(found))
            return found;
    return nullptr;
}

ElementLabels::ElementLabels(std::span<const JsonNode> before, std::span<const JsonNode> after)
    : m_common(commonIdentity(before, after)) {
    if (before.size() < 2 || after.size() < 2 || !isObject(&before.front()))
        return;
    for (const JsonNode::Kind kind : {JsonNode::Kind::String, JsonNode::Kind::Number})
        for (const std::string& name : before.front().keys) {
            const auto valueOf = [&](const JsonNode& element) -> std::optional<std::string> {
                const JsonNode* value = isObject(&element) ? element.find(name) : nullptr;
                if (!isUsable(value) || value->kind != kind || value->text.size() > longestLabel)
                    return {};
                return value->text;
            };
            if (distinguishes(before, valueOf) && distinguishes(after, valueOf))
                m_distinct.push_back(name);
        }
}

std::optional<Identity> ElementLabels::identity(const JsonNode* before, const JsonNode* after) const {
    if (!isObject(before) && !isObject(after))
        return {};
    const auto isShared = [&](const Identity& one) {
        const std::optional<std::string> from = before ? one.valueOf(*before) : std::nullopt;
        const std::optional<std::string> to = after ? one.valueOf(*after) : std::nullopt;
        return before && after ? from && from == to : from || to;
    };
    if (m_common && isShared(*m_common))
        return *m_common;
    for (const Identity& one : identities)
        if (isShared(one))
            return one;
    for (const std::string_view name : m_distinct)
        if (const Identity one(name); isShared(one))
            return one;
    return {};
}

} // namespace planlens::diff
