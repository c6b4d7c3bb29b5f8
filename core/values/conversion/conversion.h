// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/conversion/convert.h"

#include <vector>

namespace planlens::values::detail {

/// How values of one type become values of another, worked out once for a pair of types and kept for the life of the
/// process like the types themselves.
struct Conversion {
    enum class Kind {
        Passthrough, // to the dynamic type
        ByValue,     // from the dynamic type: what the value really is decides
        NumberToString,
        BoolToString,
        StringToNumber,
        StringToBool,
        ObjectToObject,
        TupleToTuple,
        CollectionToList,
        CollectionToSet,
        MapToMap,
        TupleToList,
        TupleToSet,
        ObjectToMap,
        MapToObject,
    };
    /// What happens to one element or attribute.
    struct Part {
        enum class Rule { Keep, Convert, Absent, Incompatible };
        Rule rule = Rule::Keep;
        const Conversion* conversion = nullptr;
        std::size_t source = 0; // index among the attributes of an object
    };

    Kind kind = Kind::Passthrough;
    Type from;
    Type to;
    Type plainTo; // without optional attributes
    Type element; // of the target collection, where known beforehand
    Safety safety = Safety::SafeOnly;
    std::vector<Part> parts; // one for the elements of a collection, else one an attribute or element
};

/// Null where there is no conversion; also null between a primitive type and itself. Safe from any thread.
const Conversion* conversionBetween(Type from, Type to, Safety safety);

/// The type a value of type `in` gets when a constraint with dynamic parts is filled from it.
Type replaceDynamic(Type in, Type out);

/// What is written where a value of a type is asked for: the value, converted where it is not of that type.
Outcome<Value> conforming(const Value& value, Type constraint);

/// Whether elements can make up one list, set or map: all of one type, dynamic ones aside.
bool haveOneType(std::span<const Value> elements);

/// The list or set of a type, or the map, from decoded elements. Where the element type leaves parts open, elements of
/// different types are an error at the collection itself.
Outcome<Value> sequenceOf(Type type, std::vector<Value> elements);
Outcome<Value> mapOf(Type type, std::vector<std::pair<std::string, Value>> entries);

} // namespace planlens::values::detail
