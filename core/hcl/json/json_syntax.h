// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/hcl/body.h"
#include "core/values/number/number.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// The JSON variant of the language: any JSON value, with source ranges. The caller determines its meaning: a body
/// decodes objects by schema, an expression reads strings as templates.
namespace planlens::hcl::json {

struct Property;

struct Node {
    enum class Kind { Object, Array, String, Number, Boolean, Null, Invalid };
    Kind kind = Kind::Invalid;
    diags::SourceRange range;
    diags::SourceRange openRange;  // of the opening bracket of an object or array, otherwise the range
    diags::SourceRange closeRange; // of an object
    std::string text;              // of a string, without escapes
    values::Number number;
    bool boolean = false;
    std::vector<Node> elements;       // of an array
    std::vector<Property> properties; // of an object, as written: names may be repeated
};
/// Shares ownership of the whole file.
using NodePtr = std::shared_ptr<const Node>;

struct Property {
    std::string name;
    diags::SourceRange nameRange;
    Node value;
};

/// Returns a child of a node that keeps the whole tree alive.
inline NodePtr part(const NodePtr& whole, const Node& child) {
    return {whole, &child};
}

/// Parses any JSON text. Unreadable parts become Invalid nodes.
Node parse(std::string_view text, diags::InternedName filename, diags::Diagnostics& diagnostics);

BodyPtr makeBody(NodePtr node);
ExpressionPtr makeExpression(NodePtr node);

} // namespace planlens::hcl::json
