// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/hcl/body.h"
#include "core/values/number/number.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// The JSON variant of the language: any JSON value, with the places it was written at. What it means is decided by
/// whoever asks: a body takes objects apart by schema, an expression reads strings as templates.
namespace planlens::hcl::json {

struct Property;

struct Node {
    enum class Kind { Object, Array, String, Number, Boolean, Null, Invalid };
    Kind kind = Kind::Invalid;
    diags::SourceRange range;
    diags::SourceRange openRange;  // of the bracket of an object or array, else the range
    diags::SourceRange closeRange; // of an object
    std::string text;              // string, without escapes
    values::Number number;
    bool boolean = false;
    std::vector<Node> elements;       // array
    std::vector<Property> properties; // object, as written: names may come again
};
/// Shares ownership of the whole file.
using NodePtr = std::shared_ptr<const Node>;

struct Property {
    std::string name;
    diags::SourceRange nameRange;
    Node value;
};

/// A part of a node, kept alive by it.
inline NodePtr part(const NodePtr& whole, const Node& child) {
    return {whole, &child};
}

/// Any JSON text. What could not be read is Invalid.
Node parse(std::string_view text, diags::InternedName filename, diags::Diagnostics& diagnostics);

BodyPtr makeBody(NodePtr node);
ExpressionPtr makeExpression(NodePtr node);

} // namespace planlens::hcl::json
