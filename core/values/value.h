// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/marks.h"
#include "core/values/number/number.h"
#include "core/values/type.h"

#include <atomic>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace planlens::values {

class Value;
class Path;
struct PathMarks;

/// The facts known about an unknown value.
struct Refinement {
    struct Bound {
        Number number;
        bool inclusive = true;
        bool operator==(const Bound&) const = default;
    };
    bool notNull = false;
    std::string prefix;                // strings
    std::optional<Bound> lower, upper; // numbers
    std::int64_t minLength = 0;        // collections
    std::optional<std::int64_t> maxLength;

    bool isTrivial() const { return *this == Refinement{}; }
    bool operator==(const Refinement&) const = default;
};

namespace detail {

/// Base of all value contents; reference-counted, immutable once shared. Private to values/*.cpp.
struct Node {
    enum class Kind : std::uint8_t { Null, Unknown, Bool, Number, String, Sequence, Map, Marked };
    /// Lasting nodes are never freed and not counted, so that threads do not contend for null, true and false.
    enum Flag : std::uint8_t { HasUnknown = 1, HasMarks = 2, HasInfinity = 4, Lasting = 8 };

    Node(Kind k, std::uint8_t f)
        : kind(k)
        , flags(f) {}
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;

    mutable std::atomic<std::uint32_t> references{0};
    const Kind kind;
    const std::uint8_t flags;
};
void destroy(const Node* node) noexcept;

/// Intrusive pointer to a node.
class NodePtr {
public:
    NodePtr() = default;
    explicit NodePtr(const Node* node)
        : m_node(node) {
        retain();
    }
    NodePtr(const NodePtr& other)
        : m_node(other.m_node) {
        retain();
    }
    NodePtr(NodePtr&& other) noexcept
        : m_node(std::exchange(other.m_node, nullptr)) {}
    NodePtr& operator=(NodePtr other) noexcept {
        std::swap(m_node, other.m_node);
        return *this;
    }
    ~NodePtr() {
        if (isCounted() && m_node->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
            destroy(m_node);
    }
    const Node* get() const { return m_node; }
    const Node* operator->() const { return m_node; }

private:
    void retain() const {
        if (isCounted())
            m_node->references.fetch_add(1, std::memory_order_relaxed);
    }
    bool isCounted() const { return m_node && !(m_node->flags & Node::Lasting); }

    const Node* m_node = nullptr;
};

} // namespace detail

/// A value of the language: its type, and a known, null or unknown content, possibly marked (the reference's
/// cty.Value). Immutable, two pointers, cheap to copy, safe to share between threads.
///
/// Accessors that need a known, non-null, unmarked value assert it; check isKnown(), isNull(), isMarked() first.
/// Marks inside a set are on the set itself.
class Value {
public:
    /// Null of the dynamic type.
    Value();

    // --- construction
    static Value null(Type type);
    static Value unknown(Type type);
    /// Returns a refined unknown value, or a known one if the refinement leaves only one value (a number between equal
    /// bounds, an empty collection). Refinements of the dynamic type are dropped.
    static Value unknown(Type type, Refinement refinement);
    static Value dynamicUnknown() { return unknown(Type::dynamic()); }
    static Value boolean(bool value);
    static Value number(Number value);
    static Value number(std::int64_t value) { return number(Number(value)); }
    /// Normalizes to NFC.
    static Value string(std::string_view text);
    /// Elements are of one type (except dynamic unknowns, as in the reference); the list is not empty.
    static Value list(std::vector<Value> elements);
    static Value emptyList(Type element);
    /// Removes duplicates and sorts into iteration order; marks of elements move to the set.
    static Value set(std::vector<Value> elements);
    static Value emptySet(Type element);
    static Value tuple(std::vector<Value> elements);
    /// Keys are NFC-normalized; the last of duplicates is used. Not empty.
    static Value map(std::vector<std::pair<std::string, Value>> elements);
    static Value emptyMap(Type element);
    static Value object(std::vector<std::pair<std::string, Value>> attributes);
    /// Values in the order of type.attributes(), of these types (or any type if dynamic there).
    static Value object(Type type, std::vector<Value> attributes);
    static Value emptyObject();
    static Value emptyTuple();
    /// Creates a list, set or tuple of exactly the given type, which determines the element types.
    static Value sequence(Type type, std::vector<Value> elements);
    static Value map(Type type, std::vector<std::pair<std::string, Value>> elements);

    // --- queries; all ignore marks of the value itself
    Type type() const { return m_type; }
    bool isNull() const;
    /// Whether the value itself is known (elements may be unknown).
    bool isKnown() const;
    bool isWhollyKnown() const { return !(m_node->flags & detail::Node::HasUnknown); }
    /// Whether it contains an infinite number. Such values are valid, but cannot be stored in states or JSON.
    bool hasInfinity() const { return m_node->flags & detail::Node::HasInfinity; }
    /// Returns nothing for known values; a trivial refinement for unknown values without refinement.
    const Refinement* refinement() const;
    /// Whether it cannot be null: known and not null, or unknown and refined as not null.
    bool isKnownNotNull() const;

    // --- marks
    bool isMarked() const { return m_node->kind == detail::Node::Kind::Marked; }
    bool containsMarked() const { return m_node->flags & detail::Node::HasMarks; }
    const MarkSet& marks() const; // of the value itself
    bool hasMark(Mark mark) const { return marks().contains(mark); }
    bool isSensitive() const { return hasMark(Mark::sensitive()); }
    /// Whether the value or anything inside it has the mark.
    bool containsMark(Mark mark) const;
    Value unmarked() const;                      // the value itself only
    Value withMarks(const MarkSet& marks) const; // adds
    Value withMark(Mark mark) const { return withMarks(MarkSet(mark)); }
    Value withSameMarks(std::initializer_list<Value> from) const;
    Value unmarkedDeep() const;
    /// Returns all marks of the value and inside it.
    MarkSet marksDeep() const;
    /// Returns the marks with their paths, in traversal order.
    std::vector<PathMarks> pathMarks() const;
    /// Adds marks by path; paths that do not exist in the value are ignored.
    Value withPathMarks(std::span<const PathMarks> marks) const;

    // --- known, not null, unmarked
    bool asBool() const;
    const Number& asNumber() const;
    const std::string& asString() const;
    /// Returns the number of elements or attributes of a list, set, tuple, map or object.
    std::size_t size() const;
    /// Returns the i-th element in iteration order (maps by key, objects by attribute name).
    const Value& element(std::size_t i) const;
    /// Of a map or object.
    const std::string& key(std::size_t i) const;
    /// Returns the element of a map or attribute of an object, or null.
    const Value* find(std::string_view key) const;
    /// Returns an existing attribute of an object; for unknown and null objects, unknown and null of the attribute's
    /// type; marks of the object are propagated.
    Value attribute(std::string_view name) const;

    /// Compares type, content, refinements and marks (the reference's RawEquals).
    friend bool operator==(const Value& a, const Value& b);
    std::size_t hash() const;
    /// Returns the value in Go syntax, as `%#v` prints it; for tests and assertion messages only.
    std::string toGoString() const;

private:
    Value(Type type, detail::NodePtr node)
        : m_type(type)
        , m_node(std::move(node)) {}
    Type m_type;
    detail::NodePtr m_node;
    friend struct ValueAccess;
};

/// Returns the bytes by which the reference orders set elements (cty's set hash); the value is unmarked, maybe unknown.
std::string setHashBytes(const Value& value);
/// The reference's iteration order of two elements of a set.
bool setOrderLess(const Value& a, const Value& b);
/// Returns the value with all unknown values replaced by nulls of their types.
Value unknownAsNull(const Value& value);

} // namespace planlens::values
