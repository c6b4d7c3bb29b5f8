// SPDX-License-Identifier: MPL-2.0
#include "core/diff/json_node.h"

#include "core/values/marked_paths.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <unordered_set>

namespace planlens::diff {

using values::Type;
using values::Value;

namespace {

std::size_t mixed(std::size_t seed, std::size_t value) {
    return seed ^ (value + 0x9e3779b97f4a7c15U + (seed << 6) + (seed >> 2));
}

JsonNode textNode(JsonNode::Kind kind, std::string text) {
    JsonNode node;
    node.kind = kind;
    node.text = std::move(text);
    node.hash = mixed(static_cast<std::size_t>(kind), std::hash<std::string>{}(node.text));
    return node;
}

JsonNode boolNode(bool truth) {
    JsonNode node;
    node.setBool(truth);
    return node;
}

JsonNode container(Type type) {
    JsonNode node;
    node.kind = type.isMapping() ? JsonNode::Kind::Object : JsonNode::Kind::Array;
    return node;
}

/// A mask, and whether it differs from a plain false, which objects omit.
using Masked = std::pair<JsonNode, bool>;

/// Returns the mask of the whole value if it has one, otherwise the masks of its parts as returned by `ofPart`.
template <typename OfPart>
Masked masked(const Value& given, bool whole, OfPart ofPart) {
    if (whole)
        return {boolNode(true), true};
    const Value value = given.unmarked();
    const Type type = value.type();
    if (!value.isKnown() || value.isNull() || type.isPrimitive() || type.isDynamic())
        return {boolNode(false), false};
    JsonNode node = container(type);
    for (std::size_t i = 0; i < value.size(); ++i) {
        auto [child, something] = ofPart(value, i);
        if (node.kind == JsonNode::Kind::Object) {
            if (!something)
                continue;
            node.keys.push_back(value.key(i));
        }
        node.elements.push_back(std::move(child));
    }
    node.seal();
    return {std::move(node), true};
}

Masked unknownParts(const Value& value) {
    return masked(value, !value.isKnown(),
                  [](const Value& whole, std::size_t i) { return unknownParts(whole.element(i)); });
}

Masked sensitiveParts(const Value& value, const values::MarkedPaths& paths) {
    return masked(value, value.isSensitive() || paths.endHere(), [&](const Value& whole, std::size_t i) {
        return sensitiveParts(whole.element(i), paths.below(whole, i));
    });
}

/// Builds nodes from parser events, which preserve the digits of numbers.
class Reader {
public:
    std::optional<JsonNode> take() { return std::move(m_root); }
    bool hadRepeatedNames() const { return m_hadRepeatedNames; }
    std::size_t deepest() const { return m_deepest; }

    bool null() { return put({}); }
    bool boolean(bool value) { return put(boolNode(value)); }
    bool number_integer(std::int64_t value) { return put(textNode(JsonNode::Kind::Number, std::to_string(value))); }
    bool number_unsigned(std::uint64_t value) { return put(textNode(JsonNode::Kind::Number, std::to_string(value))); }
    bool number_float(double, const std::string& digits) { return put(textNode(JsonNode::Kind::Number, digits)); }
    bool string(std::string& value) { return put(textNode(JsonNode::Kind::String, std::move(value))); }
    bool binary(nlohmann::json::binary_t&) { return false; }
    bool start_object(std::size_t) { return open(JsonNode::Kind::Object); }
    bool start_array(std::size_t) { return open(JsonNode::Kind::Array); }
    bool key(std::string& name) {
        m_open.back().keys.push_back(std::move(name));
        return true;
    }
    bool end_object() {
        sortMembers(m_open.back());
        return close();
    }
    bool end_array() { return close(); }
    bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) { return false; }

private:
    void sortMembers(JsonNode& object) {
        std::vector<std::size_t> order(object.keys.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return object.keys[a] < object.keys[b]; });
        JsonNode sorted;
        for (const std::size_t i : order) {
            if (!sorted.keys.empty() && sorted.keys.back() == object.keys[i]) {
                m_hadRepeatedNames = true;
                sorted.elements.back() = std::move(object.elements[i]); // the last duplicate is used
                continue;
            }
            sorted.keys.push_back(std::move(object.keys[i]));
            sorted.elements.push_back(std::move(object.elements[i]));
        }
        object.keys = std::move(sorted.keys);
        object.elements = std::move(sorted.elements);
    }
    bool open(JsonNode::Kind kind) {
        m_open.emplace_back().kind = kind;
        m_deepest = std::max(m_deepest, m_open.size());
        return true;
    }
    bool close() {
        JsonNode node = std::move(m_open.back());
        m_open.pop_back();
        node.seal();
        return put(std::move(node));
    }
    bool put(JsonNode node) {
        if (m_open.empty())
            m_root = std::move(node);
        else
            m_open.back().elements.push_back(std::move(node));
        return true;
    }
    std::vector<JsonNode> m_open;
    std::optional<JsonNode> m_root;
    std::size_t m_deepest = 0;
    bool m_hadRepeatedNames = false;
};

std::vector<std::string_view> linesOf(std::string_view text) {
    std::vector<std::string_view> lines;
    while (true) {
        const std::size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return lines;
        text.remove_prefix(end + 1);
    }
}

/// Replaces negative zero, which plan files do not have.
std::string withoutNegativeZero(std::string number) {
    return number == "-0" ? "0" : number;
}

} // namespace

bool JsonNode::operator==(const JsonNode& other) const {
    return hash == other.hash && kind == other.kind && truth == other.truth && text == other.text &&
           masked == other.masked && keys == other.keys && elements == other.elements;
}

const JsonNode* JsonNode::find(std::string_view key) const {
    const auto found = std::lower_bound(keys.begin(), keys.end(), key);
    return found == keys.end() || *found != key ? nullptr : &elements[static_cast<std::size_t>(found - keys.begin())];
}

const JsonNode& member(const JsonNode& json, std::string_view name) {
    static const JsonNode none;
    const JsonNode* const found = isObject(&json) ? json.find(name) : nullptr;
    return found ? *found : none;
}

const std::vector<JsonNode>& elements(const JsonNode& json) {
    static const std::vector<JsonNode> none;
    return isArray(&json) ? json.elements : none;
}

void JsonNode::setBool(bool value) {
    kind = Kind::Bool;
    truth = value;
    hash = value ? 2 : 1;
}

void JsonNode::seal() {
    hash = static_cast<std::size_t>(kind) + 16;
    for (const std::string& key : keys)
        hash = mixed(hash, std::hash<std::string>{}(key));
    for (const JsonNode& element : elements)
        hash = mixed(hash, element.hash);
    hash += masked;
}

void distinguishMasked(JsonNode& shown, const JsonNode& original) {
    if (shown == original)
        return;
    if (shown.kind == original.kind && !shown.elements.empty() && shown.keys == original.keys &&
        shown.elements.size() == original.elements.size()) {
        for (std::size_t i = 0; i < shown.elements.size(); ++i)
            distinguishMasked(shown.elements[i], original.elements[i]);
        shown.seal();
        return;
    }
    shown.masked = original.hash | 1;
    shown.hash += shown.masked;
}

std::optional<JsonNode> knownParts(const Value& given) {
    const Value value = given.unmarked();
    if (!value.isKnown())
        return std::nullopt;
    if (value.isNull())
        return JsonNode{};
    const Type type = value.type();
    if (type.isBool())
        return boolNode(value.asBool());
    if (type.isNumber())
        return textNode(JsonNode::Kind::Number, withoutNegativeZero(value.asNumber().toString()));
    if (type.isString())
        return textNode(JsonNode::Kind::String, value.asString());
    JsonNode node = container(type);
    node.elements.reserve(value.size());
    for (std::size_t i = 0; i < value.size(); ++i) {
        std::optional<JsonNode> element = knownParts(value.element(i));
        if (node.kind == JsonNode::Kind::Object) {
            if (!element)
                continue;
            node.keys.push_back(value.key(i));
        }
        node.elements.push_back(element ? std::move(*element) : JsonNode{});
    }
    node.seal();
    return node;
}

JsonNode unknownMask(const Value& value) {
    return unknownParts(value).first;
}

JsonNode sensitiveMask(const Value& value, std::span<const values::PathMarks> paths) {
    return sensitiveParts(value, values::MarkedPaths(paths)).first;
}

std::optional<JsonNode> parseJsonText(std::string_view text) {
    if (!text.starts_with('{') && !text.starts_with('['))
        return std::nullopt;
    Reader reader;
    if (!nlohmann::json::sax_parse(text.begin(), text.end(), &reader, nlohmann::json::input_format_t::json, false))
        return std::nullopt;
    return reader.take();
}

std::optional<JsonNode> parseWholeJsonText(std::string_view text) {
    constexpr std::size_t mostDepth = 200;
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos || (text[start] != '{' && text[start] != '['))
        return std::nullopt;
    Reader reader;
    if (!nlohmann::json::sax_parse(text.begin(), text.end(), &reader, nlohmann::json::input_format_t::json, true) ||
        reader.hadRepeatedNames() || reader.deepest() > mostDepth)
        return std::nullopt;
    return reader.take();
}

JsonNode scalarNode(JsonNode::Kind kind, std::string text) {
    if (kind == JsonNode::Kind::Bool)
        return boolNode(text == "true");
    return kind == JsonNode::Kind::Null ? JsonNode{} : textNode(kind, std::move(text));
}

std::optional<JsonNode> objectNode(std::vector<std::pair<std::string, JsonNode>> members) {
    std::sort(members.begin(), members.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    JsonNode node;
    node.kind = JsonNode::Kind::Object;
    for (auto& [name, member] : members) {
        if (!node.keys.empty() && node.keys.back() == name)
            return std::nullopt;
        node.keys.push_back(std::move(name));
        node.elements.push_back(std::move(member));
    }
    node.seal();
    return node;
}

Scalar scalarOf(const JsonNode* node) {
    if (isNull(node))
        return {};
    switch (node->kind) {
    case JsonNode::Kind::Bool:
        return node->truth;
    case JsonNode::Kind::Number:
        return NumberText{node->text};
    case JsonNode::Kind::String:
        return node->text;
    case JsonNode::Kind::Null:
    case JsonNode::Kind::Array:
    case JsonNode::Kind::Object:
        break;
    }
    return {};
}

std::vector<const JsonNode*> commonSubsequence(const std::vector<JsonNode>& before,
                                               const std::vector<JsonNode>& after) {
    // A common suffix is always part of the result.
    std::size_t tail = 0;
    while (tail < before.size() && tail < after.size() &&
           before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    std::vector<const JsonNode*> sequence;
    for (std::size_t i = 0; i < tail; ++i)
        sequence.push_back(&before[before.size() - 1 - i]);
    std::size_t x = before.size() - tail;
    std::size_t y = after.size() - tail;
    const std::size_t width = x + 1;
    std::vector<std::uint32_t> lengths(x && y ? width * (y + 1) : 0, 0);
    for (std::size_t row = 1; !lengths.empty() && row <= y; ++row) {
        for (std::size_t column = 1; column <= x; ++column) {
            const std::size_t here = row * width + column;
            lengths[here] = before[column - 1] == after[row - 1] ? lengths[here - width - 1] + 1
                                                                 : std::max(lengths[here - 1], lengths[here - width]);
        }
    }
    while (x > 0 && y > 0) {
        const std::size_t here = y * width + x;
        if (before[x - 1] == after[y - 1]) {
            sequence.push_back(&before[x - 1]);
            --x;
            --y;
        } else if (lengths[here - 1] > lengths[here - width]) {
            --x;
        } else {
            --y;
        }
    }
    std::reverse(sequence.begin(), sequence.end());
    return sequence;
}

bool shareLine(const JsonNode& before, const JsonNode& after) {
    if (before.kind != JsonNode::Kind::String || after.kind != JsonNode::Kind::String)
        return false;
    if (before.text.find('\n') == std::string::npos && after.text.find('\n') == std::string::npos)
        return false;
    const std::vector<std::string_view> lines = linesOf(before.text);
    const std::unordered_set<std::string_view> known(lines.begin(), lines.end());
    const std::vector<std::string_view> others = linesOf(after.text);
    return std::any_of(others.begin(), others.end(), [&](std::string_view line) { return known.contains(line); });
}

} // namespace planlens::diff
