// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/native_parser.h"

namespace planlens::hcl {

using diags::SourceRange;
using values::Value;

/// Stops at the first error: nothing after it could be parsed meaningfully.
Traversal NativeParser::parseWholeTraversal(Splats splats) {
    const NewlineMode mode(m_reader, Newlines::Ignored);
    Traversal traversal;
    const Token root = m_reader.read();
    if (root.type != TokenType::Identifier) {
        error("Variable name required", "Must begin with a variable name.", root.range);
        return traversal;
    }
    traversal.steps.push_back({TraversalStep::Kind::Root, std::string(root.bytes), {}, root.range});
    while (!isNext(TokenType::EndOfFile)) {
        const Token token = m_reader.peek();
        if (token.type == TokenType::Dot) {
            m_reader.read();
            const Token name = m_reader.read();
            if (name.type != TokenType::Identifier) {
                error("Attribute name required",
                      name.type == TokenType::Star ? "Splat expressions (.*) may not be used here."
                                                   : "Dot must be followed by attribute name.",
                      name.range, rangeBetween(root.range, name.range));
                break;
            }
            traversal.steps.push_back(
                {TraversalStep::Kind::Attribute, std::string(name.bytes), {}, rangeBetween(token.range, name.range)});
        } else if (token.type == TokenType::OpenBracket) {
            if (!parseConstantIndex(traversal, splats))
                break;
        } else {
            error("Invalid character", "Expected an attribute access or an index operator.", token.range,
                  rangeBetween(root.range, token.range));
            break;
        }
    }
    return traversal;
}

/// Parses `[0]`, `["key"]` or `[*]`; false after an error.
bool NativeParser::parseConstantIndex(Traversal& traversal, Splats splats) {
    const Mark before = mark();
    const Token open = m_reader.read();
    const Token key = m_reader.peek();
    TraversalStep step{TraversalStep::Kind::Index, {}, {}, {}};
    if (key.type == TokenType::Number) {
        m_reader.read();
        step.key = literalValue(key);
    } else if (key.type == TokenType::OpenQuote) {
        step.key = Value::string(parseQuotedString().first);
    } else if (key.type == TokenType::Star && splats == Splats::Allowed) {
        m_reader.read();
        step.kind = TraversalStep::Kind::Splat;
    } else {
        const SourceRange context = rangeBetween(traversal.steps.front().range, key.range);
        if (key.type == TokenType::Star)
            error("Attribute name required", "Splat expressions ([*]) may not be used here.", key.range, context);
        else
            error("Index value required", "Index brackets must contain either a literal number or a literal string.",
                  key.range, context);
        return false;
    }
    const Token close = m_reader.read();
    step.range = rangeBetween(open.range, close.range);
    if (close.type != TokenType::CloseBracket)
        error("Unclosed index brackets", "Index key must be followed by a closing bracket.", close.range, step.range);
    traversal.steps.push_back(std::move(step));
    return !hasErrorsSince(before);
}

} // namespace planlens::hcl
