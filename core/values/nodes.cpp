// SPDX-License-Identifier: MPL-2.0
#include "core/values/nodes.h"

#include "core/values/expanded_size.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <system_error>

namespace planlens::values::detail {
namespace {

constexpr std::int64_t smallestKept = -1;
constexpr std::int64_t greatestKept = 255;

std::uint8_t flagsOf(std::span<const Value> elements) {
    std::uint8_t flags = 0;
    for (const Value& element : elements)
        flags |= ValueAccess::node(element)->flags;
    return flags & static_cast<std::uint8_t>(~Node::Lasting);
}

std::uint8_t flagsOf(const std::vector<MapEntry>& entries) {
    std::uint8_t flags = 0;
    for (const MapEntry& entry : entries)
        flags |= ValueAccess::node(entry.second)->flags;
    return flags & static_cast<std::uint8_t>(~Node::Lasting);
}

constexpr std::uint64_t bytesPerElement = 32; // of text that count like an element

/// Numbers are written without exponents. That takes longer than to copy as much text.
std::uint64_t sizeOf(const Number& number) {
    constexpr int mostDigits = 1'000'000, digitsPerElement = 8;
    if (number.smallInteger() || number.isInfinite() || number.isZero())
        return 1;
    if (const double nearest = number.toDouble(); std::isfinite(nearest) && nearest != 0) {
        constexpr int bitsPerElement = 26; // as many as 8 digits have
        return 1 + static_cast<std::uint64_t>(std::abs(std::ilogb(nearest)) / bitsPerElement);
    }
    const std::string text = number.toHashString(); // "1.5e+300000000"
    const std::size_t sign = text.find('e') + 1;
    int exponent = 0;
    const auto [end, error] = std::from_chars(text.data() + sign + 1, text.data() + text.size(), exponent);
    return error != std::errc() || exponent > mostDigits ? std::numeric_limits<std::uint32_t>::max()
                                                         : 1 + static_cast<std::uint64_t>(exponent / digitsPerElement);
}

std::uint64_t sizeOf(const Node* node) {
    switch (node->kind) {
    case Node::Kind::String:
        return 1 + static_cast<const StringNode*>(node)->value.size() / bytesPerElement;
    case Node::Kind::Sequence:
        return static_cast<const SequenceNode*>(node)->expandedSize;
    case Node::Kind::Map:
        return static_cast<const MapNode*>(node)->expandedSize;
    case Node::Kind::Marked:
        return sizeOf(static_cast<const MarkedNode*>(node)->content.get());
    case Node::Kind::Null:
    case Node::Kind::Unknown:
    case Node::Kind::Bool:
        return 1;
    case Node::Kind::Number:
        return sizeOf(static_cast<const NumberNode*>(node)->value);
    }
    return 1;
}

std::uint32_t limited(std::uint64_t size) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(size, std::numeric_limits<std::uint32_t>::max()));
}

std::uint32_t sizeOf(std::span<const Value> elements) {
    std::uint64_t size = 1;
    for (const Value& element : elements)
        size += sizeOf(ValueAccess::node(element));
    return limited(size);
}

std::uint32_t sizeOf(const std::vector<MapEntry>& entries) {
    std::uint64_t size = 1;
    for (const MapEntry& entry : entries)
        size += 1 + entry.first.size() / bytesPerElement + sizeOf(ValueAccess::node(entry.second));
    return limited(size);
}

} // namespace

NodePtr SequenceNode::make(std::vector<Value> elements) {
    static_assert(alignof(Value) <= alignof(std::max_align_t) && sizeof(SequenceNode) % alignof(Value) == 0);
    void* memory = ::operator new(sizeof(SequenceNode) + elements.size() * sizeof(Value));
    auto* node = new (memory) SequenceNode(elements.size(), sizeOf(elements), flagsOf(elements));
    std::uninitialized_move(elements.begin(), elements.end(), reinterpret_cast<Value*>(node + 1));
    return NodePtr(node);
}

void SequenceNode::free(const SequenceNode* node) noexcept {
    for (const Value& element : node->elements())
        element.~Value();
    node->~SequenceNode();
    ::operator delete(const_cast<SequenceNode*>(node));
}

MapNode::MapNode(std::vector<MapEntry> content)
    : Node(Kind::Map, flagsOf(content))
    , expandedSize(sizeOf(content))
    , entries(std::move(content)) {}

void destroy(const Node* node) noexcept {
    switch (node->kind) {
    case Node::Kind::Null:
        delete node;
        return;
    case Node::Kind::Unknown:
        delete static_cast<const UnknownNode*>(node);
        return;
    case Node::Kind::Bool:
        delete static_cast<const BoolNode*>(node);
        return;
    case Node::Kind::Number:
        delete static_cast<const NumberNode*>(node);
        return;
    case Node::Kind::String:
        delete static_cast<const StringNode*>(node);
        return;
    case Node::Kind::Sequence:
        SequenceNode::free(static_cast<const SequenceNode*>(node));
        return;
    case Node::Kind::Map:
        delete static_cast<const MapNode*>(node);
        return;
    case Node::Kind::Marked:
        delete static_cast<const MarkedNode*>(node);
        return;
    }
}

const Node* nullNode() {
    static const Node* const node = new Node(Node::Kind::Null, Node::Lasting);
    return node;
}

const Node* unknownNode() {
    static const Node* const node = new UnknownNode({}, Node::Lasting);
    return node;
}

const Node* boolNode(bool value) {
    static const Node* const no = new BoolNode(false, Node::Lasting);
    static const Node* const yes = new BoolNode(true, Node::Lasting);
    return value ? yes : no;
}

NodePtr numberNode(Number number) {
    using Kept = std::array<const Node*, greatestKept - smallestKept + 1>;
    static const Kept* const kept = [] {
        auto* nodes = new Kept;
        for (std::size_t i = 0; i < nodes->size(); ++i)
            (*nodes)[i] = new NumberNode(Number(smallestKept + static_cast<std::int64_t>(i)), Node::Lasting);
        return nodes;
    }();
    if (const auto integer = number.smallInteger(); integer && *integer >= smallestKept && *integer <= greatestKept)
        return NodePtr((*kept)[static_cast<std::size_t>(*integer - smallestKept)]);
    return NodePtr(new NumberNode(std::move(number)));
}

NodePtr stringNode(std::string text) {
    static const Node* const empty = new StringNode({}, Node::Lasting);
    return NodePtr(text.empty() ? empty : new StringNode(std::move(text)));
}

NodePtr emptySequenceNode() {
    static const NodePtr* const node = new NodePtr(SequenceNode::make({}));
    return *node;
}

} // namespace planlens::values::detail

std::uint32_t planlens::values::expandedSize(const Value& value) {
    return detail::limited(detail::sizeOf(ValueAccess::node(value)));
}
