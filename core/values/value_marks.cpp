// SPDX-License-Identifier: MPL-2.0
#include "core/values/nodes.h"
#include "core/values/path.h"

#include <algorithm>

namespace planlens::values {
namespace {

using detail::MapEntry;
using detail::MapNode;
using detail::MarkedNode;
using detail::NodePtr;
using detail::SequenceNode;
using Kind = detail::Node::Kind;

const MarkedNode* markedNode(const Value& value) {
    return static_cast<const MarkedNode*>(ValueAccess::node(value));
}

template <typename Visit>
void eachElement(const Value& value, const Visit& visit) {
    const Kind kind = ValueAccess::content(value)->kind;
    if (kind == Kind::Sequence)
        for (const Value& element : ValueAccess::elements(value))
            visit(element);
    else if (kind == Kind::Map)
        for (const MapEntry& entry : ValueAccess::entries(value))
            visit(entry.second);
}

void collectMarks(MarkSet& all, const Value& value) {
    if (!value.containsMarked())
        return;
    all.insert(value.marks());
    eachElement(value, [&all](const Value& element) { collectMarks(all, element); });
}

void collectPathMarks(std::vector<PathMarks>& all, Path& path, const Value& value) {
    if (!value.containsMarked())
        return;
    if (value.isMarked())
        all.push_back({path, value.marks()});
    const Kind kind = ValueAccess::content(value)->kind;
    const auto inside = [&](PathStep step, const Value& element) {
        path.push(std::move(step));
        collectPathMarks(all, path, element);
        path.pop();
    };
    if (kind == Kind::Map) {
        for (const auto& [key, element] : ValueAccess::entries(value))
            if (element.containsMarked())
                inside(IndexStep{Value::string(key)}, element);
    } else if (kind == Kind::Sequence && !value.type().isSet()) {
        const auto elements = ValueAccess::elements(value);
        const bool isObject = value.type().isObject();
        for (std::size_t i = 0; i < elements.size(); ++i) {
            if (!elements[i].containsMarked())
                continue;
            if (isObject)
                inside(AttributeStep{value.type().attributes()[i].name}, elements[i]);
            else
                inside(IndexStep{Value::number(static_cast<std::int64_t>(i))}, elements[i]);
        }
    }
}

/// The marks to add somewhere inside one value.
using Wanted = std::vector<const PathMarks*>;

/// Returns the position of the element that a step leads to, if any.
std::optional<std::size_t> positionOf(const Value& value, const PathStep& step) {
    const Type type = value.type();
    if (const auto* attribute = std::get_if<AttributeStep>(&step))
        return type.isObject() ? type.attributeIndex(attribute->name) : std::nullopt;
    const Value key = std::get<IndexStep>(step).key;
    const Type keyType = key.type();
    if (type.isSet()) {
        const auto elements = ValueAccess::elements(value);
        const auto found = std::ranges::find(elements, key);
        return found == elements.end() ? std::nullopt
                                       : std::optional(static_cast<std::size_t>(found - elements.begin()));
    }
    if (!key.isKnownNotNull() || !key.isKnown() || key.isMarked())
        return std::nullopt;
    if (type.isMap()) {
        if (!keyType.isString())
            return std::nullopt;
        const auto entries = ValueAccess::entries(value);
        const auto found = std::ranges::lower_bound(entries, key.asString(), {}, &MapEntry::first);
        return found == entries.end() || found->first != key.asString()
                   ? std::nullopt
                   : std::optional(static_cast<std::size_t>(found - entries.begin()));
    }
    if (!(type.isList() || type.isTuple()) || !keyType.isNumber())
        return std::nullopt;
    const auto index = key.asNumber().toInt64();
    return index && *index >= 0 && static_cast<std::size_t>(*index) < value.size()
               ? std::optional(static_cast<std::size_t>(*index))
               : std::nullopt;
}

Value markInside(const Value& value, const Wanted& wanted, std::size_t depth) {
    const MarkSet* own = nullptr; // the first one counts if a path occurs several times
    std::vector<std::pair<std::size_t, Wanted>> inside;
    const bool hasElements = !value.isNull() && value.isKnown() && !value.type().isPrimitive();
    const Value bare = value.unmarked();
    for (const PathMarks* each : wanted) {
        if (each->path.size() == depth) {
            if (!own)
                own = &each->marks;
            continue;
        }
        const auto position = hasElements ? positionOf(bare, each->path[depth]) : std::nullopt;
        if (!position)
            continue;
        const auto known = std::ranges::find(inside, *position, &std::pair<std::size_t, Wanted>::first);
        if (known == inside.end())
            inside.push_back({*position, {each}});
        else
            known->second.push_back(each);
    }
    Value result = bare;
    if (!inside.empty()) {
        const Type type = bare.type();
        if (type.isMap()) {
            const auto entries = ValueAccess::entries(bare);
            std::vector<MapEntry> changed(entries.begin(), entries.end());
            for (const auto& [position, marks] : inside)
                changed[position].second = markInside(changed[position].second, marks, depth + 1);
            result = Value::map(type, std::move(changed));
        } else {
            const auto elements = ValueAccess::elements(bare);
            std::vector<Value> changed(elements.begin(), elements.end());
            for (const auto& [position, marks] : inside)
                changed[position] = markInside(changed[position], marks, depth + 1);
            result =
                type.isObject() ? Value::object(type, std::move(changed)) : Value::sequence(type, std::move(changed));
        }
    }
    result = result.withMarks(value.marks());
    return own ? result.withMarks(*own) : result;
}

} // namespace

const MarkSet& Value::marks() const {
    static const MarkSet* const none = new MarkSet;
    return isMarked() ? markedNode(*this)->marks : *none;
}

bool Value::containsMark(Mark mark) const {
    if (!containsMarked())
        return false;
    bool found = hasMark(mark);
    eachElement(*this, [&](const Value& element) { found = found || element.containsMark(mark); });
    return found;
}

Value Value::unmarked() const {
    return isMarked() ? Value(m_type, markedNode(*this)->content) : *this;
}

Value Value::withMarks(const MarkSet& marks) const {
    if (marks.isEmpty())
        return *this;
    if (!isMarked())
        return Value(m_type, NodePtr(new MarkedNode(m_node, marks)));
    const MarkedNode* marked = markedNode(*this);
    MarkSet all = marked->marks;
    all.insert(marks);
    return all == marked->marks ? *this : Value(m_type, NodePtr(new MarkedNode(marked->content, std::move(all))));
}

Value Value::withSameMarks(std::initializer_list<Value> from) const {
    MarkSet all;
    for (const Value& value : from)
        all.insert(value.marks());
    return withMarks(all);
}

Value Value::unmarkedDeep() const {
    if (!containsMarked())
        return *this;
    const Value bare = unmarked();
    if (!bare.containsMarked())
        return bare;
    if (ValueAccess::node(bare)->kind == Kind::Map) {
        std::vector<MapEntry> entries;
        for (const auto& [key, element] : ValueAccess::entries(bare))
            entries.emplace_back(key, element.unmarkedDeep());
        return Value(m_type, NodePtr(new MapNode(std::move(entries))));
    }
    std::vector<Value> elements;
    for (const Value& element : ValueAccess::elements(bare))
        elements.push_back(element.unmarkedDeep());
    return Value(m_type, SequenceNode::make(std::move(elements)));
}

MarkSet Value::marksDeep() const {
    MarkSet all;
    collectMarks(all, *this);
    return all;
}

std::vector<PathMarks> Value::pathMarks() const {
    std::vector<PathMarks> all;
    Path path;
    collectPathMarks(all, path, *this);
    return all;
}

Value Value::withPathMarks(std::span<const PathMarks> marks) const {
    if (marks.empty())
        return *this;
    Wanted wanted;
    for (const PathMarks& each : marks)
        wanted.push_back(&each);
    return markInside(*this, wanted, 0);
}

} // namespace planlens::values
