// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/conversion/convert.h"

#include <vector>

namespace planlens::values::detail {

/// The conversion from one type to another, computed once for each pair of types and kept for the lifetime of the
/// process, like the types themselves.
struct Conversion {
    enum class Kind {
        Passthrough, // to the dynamic type
        ByValue,     // from the dynamic type: depends on the actual type of the value
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
    /// The conversion of one element or attribute.
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
    Type element; // of the target collection, if known in advance
    Safety safety = Safety::SafeOnly;
    std::vector<Part> parts; // one for the elements of a collection, otherwise one per attribute or element
};

/// Returns null if there is no conversion, and also for identical primitive types. Thread-safe.
const Conversion* conversionBetween(Type from, Type to, Safety safety);

/// Returns the type that a value of type `in` gets when it fills the dynamic parts of a constraint.
Type replaceDynamic(Type in, Type out);

/// Returns the value to write for a constraint: the value itself, or converted if it is of another type.
Outcome<Value> conforming(const Value& value, Type constraint);

/// Whether elements can form one list, set or map: all of one type, ignoring dynamic ones.
bool haveOneType(std::span<const Value> elements);

/// Creates a list or set of a type, or a map, from decoded elements. If the element type has dynamic parts, elements of
/// different types are an error of the collection itself.
Outcome<Value> sequenceOf(Type type, std::vector<Value> elements);
Outcome<Value> mapOf(Type type, std::vector<std::pair<std::string, Value>> entries);

} // namespace planlens::values::detail
