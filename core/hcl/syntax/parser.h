// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/sources.h"
#include "core/hcl/body.h"

#include <memory>
#include <string>
#include <string_view>

namespace planlens::hcl {

/// A parsed file: its body, and the text and blocks that diagnostics need to quote it.
struct File {
    BodyPtr body;
    std::shared_ptr<const std::string> text;
    std::vector<diags::BlockHeader> blocks;
};

/// Parses HCL native syntax. Reports all errors of a file; the body then contains the parts that could be read.
diags::Result<File> parseNative(std::shared_ptr<const std::string> text, std::string_view filename);
/// Parses HCL JSON syntax.
diags::Result<File> parseJson(std::shared_ptr<const std::string> text, std::string_view filename);

/// Parses a single expression, e.g. the value of a `-var` of a complex type. There is an expression even with errors.
diags::Result<ExpressionPtr> parseExpression(std::string_view text, std::string_view filename,
                                             diags::SourcePos start = {});
/// Parses a template without surrounding quotes (templatefile, templatestring, JSON strings).
diags::Result<ExpressionPtr> parseTemplate(std::string_view text, std::string_view filename,
                                           diags::SourcePos start = {});
/// Parses a traversal with constant keys, `aws_instance.a["x"].id`, the basis of addresses.
diags::Result<Traversal> parseTraversal(std::string_view text, std::string_view filename, diags::SourcePos start = {});
/// Same, with `[*]` allowed.
diags::Result<Traversal> parseTraversalPartial(std::string_view text, std::string_view filename,
                                               diags::SourcePos start = {});
/// Whether a text is an identifier of the language (Unicode XID with `-`).
bool isValidIdentifier(std::string_view text);

} // namespace planlens::hcl
