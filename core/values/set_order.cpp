// SPDX-License-Identifier: MPL-2.0
#include "core/values/set_order.h"

#include "core/values/nodes.h"
#include "core/values/operations.h"
#include "core/values/text/quoted.h"

#include <algorithm>

namespace planlens::values {
namespace {

using Kind = detail::Node::Kind;

void appendQuoted(std::string& out, const std::string& text) {
    const bool plain = std::ranges::all_of(text, [](char c) { return c >= ' ' && c < 0x7f && c != '"' && c != '\\'; });
    if (plain)
        (out += '"').append(text) += '"';
    else
        out += quoted(text);
}

void appendHashBytes(std::string& out, const Value& value) {
    const detail::Node* node = ValueAccess::content(value);
    switch (node->kind) {
    case Kind::Null:
        out += '~';
        return;
    case Kind::Unknown:
        out += '?';
        return;
    case Kind::Bool:
        out += static_cast<const detail::BoolNode*>(node)->value ? 'T' : 'F';
        return;
    case Kind::Number:
        out += static_cast<const detail::NumberNode*>(node)->value.toHashString();
        return;
    case Kind::String:
        appendQuoted(out, static_cast<const detail::StringNode*>(node)->value);
        return;
    case Kind::Sequence: {
        const bool collection = value.type().isCollection();
        out += collection ? '[' : '<';
        for (const Value& element : ValueAccess::elements(value)) {
            appendHashBytes(out, element);
            out += ';';
        }
        out += collection ? ']' : '>';
        return;
    }
    case Kind::Map:
        out += '{';
        for (const auto& [key, element] : ValueAccess::entries(value)) {
            appendQuoted(out, key);
            out += ':';
            appendHashBytes(out, element);
            out += ';';
        }
        out += '}';
        return;
    case Kind::Marked:
        return; // removed above
    }
}

/// Known before unknown before null.
int rank(const Value& value) {
    if (value.isNull())
        return 2;
    return value.isKnown() ? 0 : 1;
}

bool certainlyEqual(const Value& a, const Value& b) {
    const Value result = equals(a, b);
    return result.isKnown() && result.asBool();
}

/// Compares two known primitive values of one type.
bool primitiveLess(const Value& a, const Value& b) {
    switch (a.type().kind()) {
    case Type::Kind::String:
        return a.asString() < b.asString();
    case Type::Kind::Number:
        return a.asNumber() < b.asNumber();
    case Type::Kind::Bool:
        return !a.asBool() && b.asBool();
    default:
        return false;
    }
}

bool sameKnownPrimitive(const Value& a, const Value& b) {
    switch (a.type().kind()) {
    case Type::Kind::String:
        return a.asString() == b.asString();
    case Type::Kind::Bool:
        return a.asBool() == b.asBool();
    // Zero and minus zero are equal, but have different hashes: the reference keeps both.
    case Type::Kind::Number:
        return a.asNumber() == b.asNumber() && a.asNumber().toHashString() == b.asNumber().toHashString();
    default:
        return false;
    }
}

void orderPrimitives(std::vector<Value>& elements) {
    const auto less = [](const Value& a, const Value& b) {
        const int left = rank(a);
        const int right = rank(b);
        return left != right ? left < right : left == 0 && primitiveLess(a, b);
    };
    if (!std::is_sorted(elements.begin(), elements.end(), less))
        std::stable_sort(elements.begin(), elements.end(), less);
    const auto same = [](const Value& a, const Value& b) {
        const int left = rank(a);
        return left == rank(b) && (left == 2 || (left == 0 && sameKnownPrimitive(a, b)));
    };
    elements.erase(std::unique(elements.begin(), elements.end(), same), elements.end());
}

struct Hashed {
    int rank;
    std::string bytes;
    Value value;
};

void orderByHash(std::vector<Value>& elements) {
    std::vector<Hashed> hashed;
    hashed.reserve(elements.size());
    for (Value& element : elements) {
        std::string bytes = setHashBytes(element);
        const int r = rank(element);
        hashed.push_back({r, std::move(bytes), std::move(element)});
    }
    const auto less = [](const Hashed& a, const Hashed& b) {
        return a.rank != b.rank ? a.rank < b.rank : a.bytes < b.bytes;
    };
    std::stable_sort(hashed.begin(), hashed.end(), less);
    elements.clear();
    std::size_t bucket = 0; // index in `elements` of the first element with the same bytes
    for (std::size_t i = 0; i < hashed.size(); ++i) {
        if (i == 0 || less(hashed[i - 1], hashed[i]))
            bucket = elements.size();
        const auto begin = elements.begin() + static_cast<std::ptrdiff_t>(bucket);
        const Value& value = hashed[i].value;
        const bool there = value.isKnown() && std::any_of(begin, elements.end(), [&](const Value& before) {
                               return certainlyEqual(value, before);
                           });
        if (!there)
            elements.push_back(value);
    }
}

} // namespace

std::string setHashBytes(const Value& value) {
    std::string bytes;
    appendHashBytes(bytes, value);
    return bytes;
}

bool setOrderLess(const Value& a, const Value& b) {
    if (a == b)
        return false;
    const int left = rank(a);
    const int right = rank(b);
    if (left != right)
        return left < right;
    if (left != 0)
        return false;
    return a.type().isPrimitive() ? primitiveLess(a, b) : setHashBytes(a) < setHashBytes(b);
}

namespace detail {

void bringIntoSetOrder(Type element, std::vector<Value>& elements) {
    if (elements.size() < 2)
        return;
    if (element.isPrimitive())
        orderPrimitives(elements);
    else
        orderByHash(elements);
}

bool setContains(const Value& set, const Value& element) {
    const auto elements = ValueAccess::elements(set);
    if (!element.type().isPrimitive() || element.isNull())
        return std::ranges::any_of(elements, [&](const Value& each) { return certainlyEqual(element, each); });
    const auto less = [](const Value& a, const Value& b) { return rank(a) == 0 && primitiveLess(a, b); };
    const auto known =
        std::partition_point(elements.begin(), elements.end(), [](const Value& v) { return rank(v) == 0; });
    for (auto at = std::lower_bound(elements.begin(), known, element, less); at != known && !less(element, *at); ++at)
        if (sameKnownPrimitive(*at, element))
            return true;
    return false;
}

} // namespace detail
} // namespace planlens::values
