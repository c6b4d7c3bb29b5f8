// SPDX-License-Identifier: MPL-2.0
#include "core/values/nodes.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

namespace planlens::values {
namespace {

using Kind = detail::Node::Kind;

std::string markText(Mark mark) {
    const std::string& name = mark.name();
    return name.starts_with("int:") ? name.substr(4) : quoted(name);
}

std::string numberText(const Number& number) {
    if (number.isInteger() || number.isInfinite())
        return "cty.NumberIntVal(" + number.toGeneralString() + ")";
    if (number.isExactDouble())
        return "cty.NumberFloatVal(" + Number::fromDouble(number.toDouble()).toGeneralString() + ")";
    return "cty.MustParseNumberVal(" + quoted(number.toString()) + ")";
}

std::string refinementText(const Refinement& known) {
    std::string out;
    if (known.notNull)
        out += ".NotNull()";
    if (!known.prefix.empty())
        out += ".StringPrefixFull(" + quoted(known.prefix) + ")";
    if (known.lower)
        out += fmt::format(".NumberLowerBound({}, {})", numberText(known.lower->number), known.lower->inclusive);
    if (known.upper)
        out += fmt::format(".NumberUpperBound({}, {})", numberText(known.upper->number), known.upper->inclusive);
    if (known.minLength != 0)
        out += fmt::format(".CollectionLengthLowerBound({})", known.minLength);
    if (known.maxLength)
        out += fmt::format(".CollectionLengthUpperBound({})", *known.maxLength);
    if (out.empty())
        return out;
    return out == ".NotNull()" ? ".RefineNotNull()" : ".Refine()" + out + ".NewValue()";
}

std::string elementsText(const Value& value) {
    std::string out = "[]cty.Value{";
    for (std::size_t i = 0; i < value.size(); ++i)
        out += (i ? ", " : "") + value.element(i).toGoString();
    return out + "}";
}

std::string entriesText(const Value& value) {
    std::string out = "map[string]cty.Value{";
    for (std::size_t i = 0; i < value.size(); ++i)
        out += (i ? ", " : "") + quoted(value.key(i)) + ":" + value.element(i).toGoString();
    return out + "}";
}

std::string collectionText(const Value& value, const std::string& name, const std::string& elements) {
    if (value.size() == 0)
        return "cty." + name + "ValEmpty(" + value.type().elementType().toGoString() + ")";
    return "cty." + name + "Val(" + elements + ")";
}

std::string markedText(const Value& value) {
    std::string marks;
    for (const Mark mark : value.marks())
        marks += (marks.empty() ? "" : ", ") + markText(mark);
    const std::string bare = value.unmarked().toGoString();
    return value.marks().size() == 1 ? bare + ".Mark(" + marks + ")"
                                     : bare + ".WithMarks(cty.NewValueMarks(" + marks + "))";
}

} // namespace

std::string Value::toGoString() const {
    switch (m_node->kind) {
    case Kind::Marked:
        return markedText(*this);
    case Kind::Null:
        return "cty.NullVal(" + m_type.toGoString() + ")";
    case Kind::Unknown:
        return m_type.isDynamic() ? "cty.DynamicVal"
                                  : "cty.UnknownVal(" + m_type.toGoString() + ")" + refinementText(*refinement());
    case Kind::Bool:
        return asBool() ? "cty.True" : "cty.False";
    case Kind::Number:
        return numberText(asNumber());
    case Kind::String:
        return "cty.StringVal(" + quoted(asString()) + ")";
    case Kind::Map:
        return collectionText(*this, "Map", entriesText(*this));
    case Kind::Sequence:
        break;
    }
    if (m_type.isList())
        return collectionText(*this, "List", elementsText(*this));
    if (m_type.isSet())
        return collectionText(*this, "Set", elementsText(*this));
    if (m_type.isTuple())
        return size() == 0 ? "cty.EmptyTupleVal" : "cty.TupleVal(" + elementsText(*this) + ")";
    return size() == 0 ? "cty.EmptyObjectVal" : "cty.ObjectVal(" + entriesText(*this) + ")";
}

} // namespace planlens::values
