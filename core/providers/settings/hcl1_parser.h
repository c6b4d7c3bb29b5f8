// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <string>
#include <string_view>
#include <vector>

/// Parser for HCL version 1 and its JSON form, the syntax of the CLI configuration. It has no expressions.
namespace planlens::providers::legacy {

struct Position {
    int line = 0, column = 0;
    std::string toString() const; // "3:1", or "-" if unknown
};

struct Item;

struct Value {
    enum class Kind { Text, Number, Bool, List, Object };
    Kind kind = Kind::Object;
    std::string text;        // of a text: unescaped; of a number or bool: as written
    std::vector<Value> list; // of a list
    std::vector<Item> items; // of an object, in source order; keys may repeat
    Position position;

    /// Returns the value of the last item whose only key is `key`, or null.
    const Value* find(std::string_view key) const;
};

/// `key = value`, or `key "label" { … }`.
struct Item {
    std::vector<std::string> keys; // at least one
    Value value;
    Position position;
    enum class Form { Assigned, Block, Json };
    Form form = Form::Block;
};

/// Parses a file into an object. The error is a phrase with its position: "At 3:5: illegal character".
diags::Expected<Value, std::string> parse(std::string_view text);

} // namespace planlens::providers::legacy
