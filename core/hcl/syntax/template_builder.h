// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/hcl/expression.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace planlens::hcl {

/// A part of a template, before directives are matched with their ends.
struct TemplatePart {
    enum class Kind { Literal, Interpolation, If, For, Else, EndIf, EndFor, End };
    Kind kind = Kind::End;
    diags::SourceRange range;
    std::string text = {};         // literal
    ExpressionPtr expression = {}; // interpolated value, condition or collection
    int height = 0;                // of the expression's tree
    std::string keyVariable = {}, valueVariable = {};
};

/// Removes the common indentation of all lines; lines of white space only are not considered.
void flushIndentation(std::span<TemplatePart> parts);
/// Joins consecutive literals into one part.
void joinLiterals(std::vector<TemplatePart>& parts);

/// Matches directives with their ends and builds expressions from the parts.
class TemplateBuilder {
public:
    /// The last part is the End. `maxDepth` limits the nesting of directives.
    TemplateBuilder(std::vector<TemplatePart> parts, int maxDepth, diags::Diagnostics& diagnostics)
        : m_parts(std::move(parts))
        , m_maxDepth(maxDepth)
        , m_diagnostics(diagnostics) {}

    std::vector<ExpressionPtr> build();
    /// Whether directives were nested deeper than allowed.
    bool isTooDeep() const { return m_tooDeep; }
    /// Height of the resulting tree, without the template itself.
    int height() const { return m_height; }

private:
    const TemplatePart& peek() const { return m_parts[m_next]; }
    TemplatePart read();
    ExpressionPtr buildOne();
    ExpressionPtr buildIf();
    ExpressionPtr buildFor();
    ExpressionPtr fail(std::string summary, std::string detail, const diags::SourceRange& range);
    ExpressionPtr wrap(std::vector<ExpressionPtr> parts) const;

    std::vector<TemplatePart> m_parts;
    std::size_t m_next = 0;
    int m_maxDepth;
    int m_depth = 0;
    int m_height = 0;
    bool m_tooDeep = false;
    diags::Diagnostics& m_diagnostics;
};

} // namespace planlens::hcl
