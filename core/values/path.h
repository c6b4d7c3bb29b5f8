// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"
#include "core/values/value.h"

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace planlens::values {

struct AttributeStep {
    std::string name;
    bool operator==(const AttributeStep&) const = default;
};
/// Key of a list or tuple (number), map (string) or set (the element itself; may be unknown).
struct IndexStep {
    Value key;
    bool operator==(const IndexStep&) const = default;
};
using PathStep = std::variant<AttributeStep, IndexStep>;

/// The position of a value inside another one.
class Path {
public:
    Path() = default;
    Path(std::initializer_list<PathStep> steps)
        : m_steps(steps) {}
    explicit Path(std::vector<PathStep> steps)
        : m_steps(std::move(steps)) {}

    Path attribute(std::string_view name) const;
    Path index(Value key) const;
    Path index(std::int64_t i) const { return index(Value::number(i)); }
    Path index(std::string_view key) const { return index(Value::string(key)); }

    bool isEmpty() const { return m_steps.empty(); }
    std::size_t size() const { return m_steps.size(); }
    const PathStep& operator[](std::size_t i) const { return m_steps[i]; }
    auto begin() const { return m_steps.begin(); }
    auto end() const { return m_steps.end(); }
    void push(PathStep step) { m_steps.push_back(std::move(step)); }
    void pop() { m_steps.pop_back(); }
    bool hasPrefix(const Path& prefix) const;
    Path prefix(std::size_t length) const;

    bool operator==(const Path&) const = default;
    /// Returns text for messages: ".tags[\"Name\"][0]".
    std::string toString() const;
    std::size_t hash() const;

private:
    std::vector<PathStep> m_steps;
};

struct PathMarks {
    Path path;
    MarkSet marks;
    bool operator==(const PathMarks&) const = default;
};

/// An error at a position inside a value; the path may be empty.
struct PathError {
    Path path;
    std::string message;
};
/// Returns the message, with the path before it if any, as diagnostics show it.
inline std::string formatError(const PathError& error) {
    return error.path.isEmpty() ? error.message : error.path.toString() + ": " + error.message;
}
/// Same, with a prefix that names the object before the path.
inline std::string formatErrorPrefixed(const PathError& error, const std::string& prefix) {
    return prefix + error.path.toString() + ": " + error.message;
}
template <typename T>
using Outcome = diags::Expected<T, PathError>;

/// Returns the value at a path, or the reason why there is none. Unknown and null steps behave as in cty's Path.Apply.
Outcome<Value> applyPath(const Value& value, const Path& path);

/// Calls visit for the value and everything in it, parents first; if visit returns false, children are skipped.
void walk(const Value& value, const std::function<bool(const Path&, const Value&)>& visit);
/// Rebuilds the value bottom-up: children first, then the result of `transform` for the value itself.
Value transform(const Value& value, const std::function<Value(const Path&, const Value&)>& transform);

/// Orders paths as the reference's PathSet iterates them (CRC-64-ISO of attribute names, signed).
void sortLikePathSet(std::vector<Path>& paths);

} // namespace planlens::values

template <>
struct std::hash<planlens::values::Path> {
    std::size_t operator()(const planlens::values::Path& path) const { return path.hash(); }
};
