// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/parser.h"

#include "core/hcl/characters.h"
#include "core/hcl/native_parser.h"

namespace planlens::hcl {
namespace {

diags::Result<Traversal> traversalOf(std::string_view text, std::string_view filename, diags::SourcePos start,
                                     Splats splats) {
    NativeParser parser(text, filename, start, Scanner::Mode::Code);
    Traversal traversal = parser.parseWholeTraversal(splats);
    return {std::move(traversal), parser.takeDiagnostics()};
}

} // namespace

diags::Result<File> parseNative(std::shared_ptr<const std::string> text, std::string_view filename) {
    NativeParser parser(*text, filename, {}, Scanner::Mode::Code);
    File file;
    file.body = parser.parseFile();
    file.blocks = parser.takeHeaders();
    file.text = std::move(text);
    return {std::move(file), parser.takeDiagnostics()};
}

diags::Result<ExpressionPtr> parseExpression(std::string_view text, std::string_view filename, diags::SourcePos start) {
    NativeParser parser(text, filename, start, Scanner::Mode::Code);
    ExpressionPtr expression = parser.parseWholeExpression();
    return {std::move(expression), parser.takeDiagnostics()};
}

diags::Result<ExpressionPtr> parseTemplate(std::string_view text, std::string_view filename, diags::SourcePos start) {
    NativeParser parser(text, filename, start, Scanner::Mode::Bare);
    ExpressionPtr expression = parser.parseWholeTemplate();
    return {std::move(expression), parser.takeDiagnostics()};
}

diags::Result<Traversal> parseTraversal(std::string_view text, std::string_view filename, diags::SourcePos start) {
    return traversalOf(text, filename, start, Splats::Forbidden);
}

diags::Result<Traversal> parseTraversalPartial(std::string_view text, std::string_view filename,
                                               diags::SourcePos start) {
    return traversalOf(text, filename, start, Splats::Allowed);
}

bool isValidIdentifier(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    return !text.empty() && identifierEnd(text, 0) == text.size();
}

} // namespace planlens::hcl
