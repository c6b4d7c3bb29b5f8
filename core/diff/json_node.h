// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/diff.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace planlens::diff {

/// A value in the JSON representation in which OpenTofu compares: sets are arrays, unknown parts are omitted. Masks
/// (unknown, sensitive) have the same form: true, or containers with true inside.
struct JsonNode {
    enum class Kind { Null, Bool, Number, String, Array, Object };
    Kind kind = Kind::Null;
    bool truth = false;
    std::string text; // of numbers and strings
    std::vector<JsonNode> elements;
    std::vector<std::string> keys; // of objects, sorted; parallel to elements
    std::size_t hash = 0;          // of the whole value
    std::size_t masked = 0;        // hash of the original if secrets in it are masked; otherwise 0

    bool operator==(const JsonNode& other) const;
    /// Returns the member of an object; nullptr if there is none.
    const JsonNode* find(std::string_view key) const;
    void setBool(bool value);
    /// Computes the hash of a container from its elements.
    void seal();
};

inline bool isNull(const JsonNode* node) {
    return !node || node->kind == JsonNode::Kind::Null;
}
inline bool isArray(const JsonNode* node) {
    return node && node->kind == JsonNode::Kind::Array;
}
inline bool isObject(const JsonNode* node) {
    return node && node->kind == JsonNode::Kind::Object;
}
inline bool isTrue(const JsonNode* node) {
    return node && node->kind == JsonNode::Kind::Bool && node->truth;
}

/// Returns the member of an object; null if there is none, and for other values.
const JsonNode& member(const JsonNode& json, std::string_view name);
/// Returns the elements of an array; none for other values.
const std::vector<JsonNode>& elements(const JsonNode& json);

/// Tells apart values in which different secrets are masked: each gets the hash of its original.
void distinguishMasked(JsonNode& shown, const JsonNode& original);

/// Returns the known parts of a value; nullopt if the whole value is unknown.
std::optional<JsonNode> knownParts(const values::Value& value);
JsonNode unknownMask(const values::Value& value);
/// Builds the mask from the marks of the value and the paths that its schema declares sensitive. Such paths may lead
/// into set elements, which have no marks themselves.
JsonNode sensitiveMask(const values::Value& value, std::span<const values::PathMarks> paths = {});
/// Parses the JSON of an object or array; nullopt for other texts. Text after the first value is ignored.
std::optional<JsonNode> parseJsonText(std::string_view text);
/// Parses a text that is exactly one object or array without duplicate member names. The depth is limited because nodes
/// are destroyed recursively.
std::optional<JsonNode> parseWholeJsonText(std::string_view text);
/// Creates a scalar, or an object from members in any order; nullopt if a name occurs twice.
JsonNode scalarNode(JsonNode::Kind kind, std::string text);
std::optional<JsonNode> objectNode(std::vector<std::pair<std::string, JsonNode>> members);
Scalar scalarOf(const JsonNode* node);

/// Returns a longest common subsequence of two lists. If there are several, the one that OpenTofu selects.
std::vector<const JsonNode*> commonSubsequence(const std::vector<JsonNode>& before, const std::vector<JsonNode>& after);

/// Walks two lists in parallel. `pair` receives both positions; a position past the end means that the other side has
/// no partner. Elements between common ones are paired if `comparable` is true.
template <typename Comparable, typename Pair>
void walkSideBySide(const std::vector<JsonNode>& before, const std::vector<JsonNode>& after, Comparable comparable,
                    Pair pair) {
    const std::vector<const JsonNode*> common = commonSubsequence(before, after);
    std::size_t b = 0;
    std::size_t a = 0;
    std::size_t c = 0;
    while (b < before.size() || a < after.size() || c < common.size()) {
        while (b < before.size() && (c >= common.size() || !(before[b] == *common[c]))) {
            const bool together =
                a < after.size() && comparable(before[b], after[a]) && !(c < common.size() && after[a] == *common[c]);
            pair(b++, together ? a : after.size());
            if (together)
                ++a;
        }
        while (a < after.size() && (c >= common.size() || !(after[a] == *common[c]))) {
            const bool together = b < before.size() && comparable(before[b], after[a]);
            pair(together ? b : before.size(), a++);
            if (together)
                ++b;
        }
        if (c < common.size()) {
            pair(b++, a++);
            ++c;
        }
    }
}

/// Whether two multi-line strings have a line in common.
bool shareLine(const JsonNode& before, const JsonNode& after);

} // namespace planlens::diff
