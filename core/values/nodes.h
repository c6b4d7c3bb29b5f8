// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <cassert>
#include <memory>
#include <new>

namespace planlens::values {
namespace detail {

struct BoolNode : Node {
    BoolNode(bool content, std::uint8_t f)
        : Node(Kind::Bool, f)
        , value(content) {}
    const bool value;
};

struct NumberNode : Node {
    explicit NumberNode(Number content, std::uint8_t f = 0)
        : Node(Kind::Number, static_cast<std::uint8_t>(f | (content.isInfinite() ? HasInfinity : 0)))
        , value(std::move(content)) {}
    const Number value;
};

struct StringNode : Node {
    explicit StringNode(std::string content, std::uint8_t f = 0)
        : Node(Kind::String, f)
        , value(std::move(content)) {}
    const std::string value;
};

struct UnknownNode : Node {
    explicit UnknownNode(Refinement content, std::uint8_t f = 0)
        : Node(Kind::Unknown, static_cast<std::uint8_t>(f | HasUnknown))
        , refinement(std::move(content)) {}
    const Refinement refinement;
};

/// Elements of a list, set or tuple in order, or the attributes of an object in the order of its type. The elements
/// follow the node in the same allocation.
struct SequenceNode : Node {
    static NodePtr make(std::vector<Value> elements);
    std::span<const Value> elements() const { return {std::launder(reinterpret_cast<const Value*>(this + 1)), count}; }
    static void free(const SequenceNode* node) noexcept;
    const std::uint32_t expandedSize;
    const std::size_t count;

private:
    SequenceNode(std::size_t n, std::uint32_t size, std::uint8_t f)
        : Node(Kind::Sequence, f)
        , expandedSize(size)
        , count(n) {}
};

using MapEntry = std::pair<std::string, Value>;
/// Elements of a map by key.
struct MapNode : Node {
    explicit MapNode(std::vector<MapEntry> content);
    const std::uint32_t expandedSize;
    const std::vector<MapEntry> entries;
};

struct MarkedNode : Node {
    MarkedNode(NodePtr node, MarkSet set)
        : Node(Kind::Marked, static_cast<std::uint8_t>((node->flags & ~Lasting) | HasMarks))
        , content(std::move(node))
        , marks(std::move(set)) {}
    const NodePtr content;
    const MarkSet marks;
};

const Node* nullNode();
const Node* unknownNode();
const Node* boolNode(bool value);
NodePtr numberNode(Number number);
NodePtr stringNode(std::string text);
NodePtr emptySequenceNode();

} // namespace detail

/// Gives the files of this folder access to the contents of values.
struct ValueAccess {
    static Value make(Type type, detail::NodePtr node) { return Value(type, std::move(node)); }
    static const detail::Node* node(const Value& value) { return value.m_node.get(); }
    static const detail::NodePtr& pointer(const Value& value) { return value.m_node; }
    /// Returns the content without the marks of the value itself.
    static const detail::Node* content(const Value& value) {
        const detail::Node* node = value.m_node.get();
        return node->kind == detail::Node::Kind::Marked ? static_cast<const detail::MarkedNode*>(node)->content.get()
                                                        : node;
    }
    /// Returns the elements of a sequence or attributes of an object: known and not null, marked or not.
    static std::span<const Value> elements(const Value& value) {
        const detail::Node* node = content(value);
        assert(node->kind == detail::Node::Kind::Sequence);
        return static_cast<const detail::SequenceNode*>(node)->elements();
    }
    static std::span<const detail::MapEntry> entries(const Value& value) {
        const detail::Node* node = content(value);
        assert(node->kind == detail::Node::Kind::Map);
        return static_cast<const detail::MapNode*>(node)->entries;
    }
    /// Returns the same content with another type, for elements of the dynamic type in a collection.
    static Value retyped(const Value& value, Type type) {
        return value.m_type == type ? value : Value(type, value.m_node);
    }
};

} // namespace planlens::values
