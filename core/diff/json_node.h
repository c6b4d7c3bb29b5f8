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

/// A value in the terms of JSON, which is how the reference compares: sets are arrays, unknown parts are not there.
/// Masks (what is unknown, what is sensitive) are of the same form: true, or containers with true inside.
struct JsonNode {
    enum class Kind { Null, Bool, Number, String, Array, Object };
    Kind kind = Kind::Null;
    bool truth = false;
    std::string text; // of numbers and strings
    std::vector<JsonNode> elements;
    std::vector<std::string> keys; // of objects, sorted; beside elements
    std::size_t hash = 0;          // of all of it

    bool operator==(const JsonNode& other) const;
    /// Of an object; null pointer where there is none.
    const JsonNode* find(std::string_view key) const;
    void setBool(bool value);
    /// Works out the hash of a container from its elements.
    void seal();
};

inline bool isNull(const JsonNode* datum) {
    return !datum || datum->kind == JsonNode::Kind::Null;
}
inline bool isArray(const JsonNode* datum) {
    return datum && datum->kind == JsonNode::Kind::Array;
}
inline bool isObject(const JsonNode* datum) {
    return datum && datum->kind == JsonNode::Kind::Object;
}
inline bool isTrue(const JsonNode* datum) {
    return datum && datum->kind == JsonNode::Kind::Bool && datum->truth;
}

/// The known parts of a value; nothing where the whole is unknown.
std::optional<JsonNode> knownParts(const values::Value& value);
JsonNode unknownMask(const values::Value& value);
/// By the marks of the value and the paths that its schema says are sensitive; these may lead into elements of sets,
/// which carry no marks of their own.
JsonNode sensitiveMask(const values::Value& value, std::span<const values::PathMarks> paths = {});
/// JSON text of an object or array; nothing for other texts. Ignores what follows the first value.
std::optional<JsonNode> parseJsonText(std::string_view text);
/// An object or array that is the whole of a text, with no name twice in an object. Not too deep: data end recursively.
std::optional<JsonNode> parseWholeJsonText(std::string_view text);
/// A scalar, or an object from members in any order; nothing where a name is there twice.
JsonNode scalarDatum(JsonNode::Kind kind, std::string text);
std::optional<JsonNode> objectDatum(std::vector<std::pair<std::string, JsonNode>> members);
Scalar scalarOf(const JsonNode* datum);

/// A longest common subsequence of two lists, chosen as the reference chooses.
std::vector<const JsonNode*> commonSubsequence(const std::vector<JsonNode>& before, const std::vector<JsonNode>& after);

/// Walks two lists side by side: `pair` is called with both positions, one of them past the end where the other side
/// has no partner. Elements between common ones are paired where `comparable` says so.
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

/// Whether two strings of several lines have a line in common.
bool shareLine(const JsonNode& before, const JsonNode& after);

} // namespace planlens::diff
