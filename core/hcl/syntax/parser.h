// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/sources.h"
#include "core/hcl/body.h"

#include <memory>
#include <string>
#include <string_view>

namespace planlens::hcl {

/// A parsed file: its body, and what diagnostics need to quote it.
struct File {
    BodyPtr body;
    std::shared_ptr<const std::string> text;
    std::vector<diags::BlockHeader> blocks;
};

/// HCL native syntax. One file yields all its errors; the body of what could be read accompanies them.
diags::Result<File> parseNative(std::shared_ptr<const std::string> text, std::string_view filename);
/// HCL JSON syntax.
diags::Result<File> parseJson(std::shared_ptr<const std::string> text, std::string_view filename);

/// A single expression, such as the value of a `-var` of a complex type. Errors are accompanied by an expression.
diags::Result<ExpressionPtr> parseExpression(std::string_view text, std::string_view filename,
                                             diags::SourcePos start = {});
/// A template without quotes around it (templatefile, templatestring, JSON strings).
diags::Result<ExpressionPtr> parseTemplate(std::string_view text, std::string_view filename,
                                           diags::SourcePos start = {});
/// A traversal with constant keys, `aws_instance.a["x"].id`; what addresses are made from.
diags::Result<Traversal> parseTraversal(std::string_view text, std::string_view filename, diags::SourcePos start = {});
/// As above, with `[*]` allowed.
diags::Result<Traversal> parseTraversalPartial(std::string_view text, std::string_view filename,
                                               diags::SourcePos start = {});
/// Whether a text is an identifier of the language (Unicode XID with `-`).
bool isValidIdentifier(std::string_view text);

} // namespace planlens::hcl
