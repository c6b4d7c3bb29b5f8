// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/sources.h"
#include "core/hcl/syntax.h"
#include "core/hcl/syntax/token_reader.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace planlens::hcl {

struct TemplatePart;

enum class Splats { Forbidden, Allowed };

/// Recursive descent parser over the tokens of one text. After an error it looks for a place to continue; until it is
/// certain to have found one (recovering), it reports only errors that cannot be consequences.
class NativeParser {
public:
    NativeParser(std::string_view text, std::string_view filename, diags::SourcePos start, Scanner::Mode mode)
        : m_reader(Scanner(text, diags::InternedName(filename), start, mode)) {}

    /// Parses a whole file.
    std::shared_ptr<syntax::NativeBody> parseFile();
    /// Parses an expression that spans the whole text.
    ExpressionPtr parseWholeExpression();
    /// Parses a template without surrounding quotes.
    ExpressionPtr parseWholeTemplate();
    Traversal parseWholeTraversal(Splats splats);

    /// Returns all diagnostics of the text: those about characters first, then those about structure.
    diags::Diagnostics takeDiagnostics();
    /// Returns the top-level blocks of a file.
    std::vector<diags::BlockHeader> takeHeaders() { return std::move(m_headers); }

private:
    using Mark = std::size_t; // number of diagnostics at that time
    using ExpressionList = std::vector<ExpressionPtr>;

    // parser_body.cpp
    std::shared_ptr<syntax::NativeBody> parseBody(TokenType end);
    std::shared_ptr<const syntax::NativeBody> parseSingleArgumentBody();
    class ArgumentNames;
    void parseBodyItem(syntax::NativeBody& body, ArgumentNames& names);
    enum class Line { Own, Shared };
    Attribute finishArgument(const Token& name, Line line);
    Block finishBlock(const Token& type);
    bool parseLabels(const Token& type, Block& block, Token& openBrace);
    void finishSingleLineBlock(const Token& type, const Token& openBrace);
    void reportUnexpectedInBody(const Token& token, TokenType end, const diags::SourceRange& start);
    std::pair<std::string, diags::SourceRange> parseQuotedString();

    // parser_traversal.cpp
    bool parseConstantIndex(Traversal& traversal, Splats splats);

    // parser_expression.cpp
    ExpressionPtr parseExpression();
    ExpressionPtr parseConditional();
    ExpressionPtr parseBinary(int lowest);
    ExpressionPtr parseOperand();
    ExpressionPtr parseTraversalSteps(ExpressionPtr base, diags::SourceRange range, std::size_t firstStep);
    struct Steps;
    void parseDot(Steps& steps);
    void parseLegacyIndex(Steps& steps, const Token& dot);
    void parseAttributeSplat(Steps& steps, const Token& dot);
    bool parseSplatSteps(std::vector<TraversalStep>& into, const diags::SourceRange& marker, diags::SourceRange& last);
    void parseBracket(Steps& steps);
    void parseFullSplat(Steps& steps, const Token& open);
    void parseIndex(Steps& steps, const Token& open);

    // parser_term.cpp
    values::Value literalValue(const Token& token);
    values::Value readLiteral(const Token& token);
    ExpressionPtr parseTerm();
    ExpressionPtr parseParentheses();
    ExpressionPtr parseName();
    ExpressionPtr parseUnary(syntax::UnaryOperation::Operator op);

    // parser_constructor.cpp
    ExpressionPtr parseCall(const Token& name);
    ExpressionPtr missingCall(const char* summary, const char* detail, const Token& name, const Token& found);
    void parseArguments(syntax::FunctionCall& call, const Token& name, const Token& open);
    ExpressionPtr parseTuple();
    ExpressionPtr parseObject();
    std::optional<ExpressionPair> parseObjectItem(const Token& open);
    ExpressionPtr parseWordKey();
    void reportMissingValue(const Token& open);
    ExpressionPtr parseFor(const Token& open);
    bool parseForIntroduction(syntax::ForExpression& node, const Token& open);
    bool parseForResult(syntax::ForExpression& node, Token& ellipsis);
    void checkFor(const syntax::ForExpression& node, const Token& open, const Token& close, const Token& ellipsis);

    // parser_template.cpp
    enum class Indent { Kept, Flushed };
    ExpressionPtr parseQuotedTemplate();
    ExpressionPtr parsePlainText(const Token& open);
    ExpressionPtr parseTemplateUntil(TokenType end, Indent indent, std::optional<diags::SourceRange> open);
    std::vector<TemplatePart> parseTemplateParts(TokenType end, diags::SourceRange& range);
    void parseInterpolation(std::vector<TemplatePart>& parts, const Token& open, TokenType end,
                            const diags::SourceRange& start);
    void reportUnclosedInterpolation(const Token& found, TokenType end, const diags::SourceRange& start);
    void parseDirective(std::vector<TemplatePart>& parts, const Token& open, const diags::SourceRange& start);
    bool parseDirectiveContent(std::vector<TemplatePart>& parts, const Token& open, const Token& keyword);
    bool parseForDirective(TemplatePart& part);
    void closeSequence(const Token& close);

    // Errors and recovery: parser_recovery.cpp
    void error(std::string summary, std::string detail, std::optional<diags::SourceRange> subject,
               std::optional<diags::SourceRange> context = {});
    Mark mark() const { return m_diagnostics.size(); }
    bool hasErrorsSince(Mark mark) const { return m_diagnostics.size() > mark; }
    /// Whether there was an error since the mark that leaves the reader at an unreliable position.
    bool isLostSince(Mark mark) const { return m_recovering && hasErrorsSince(mark); }
    Token skipPast(TokenType end);
    void skipOver(TokenType start);
    void skipPastBodyItem();
    ExpressionPtr placeholder(const diags::SourceRange& range) const;

    // Limits
    class Level;
    bool isTooDeep(const diags::SourceRange& range);
    /// Records that an expression has children of the given height.
    void raise(int below);

    bool isNext(TokenType type) { return m_reader.peekType() == type; }
    bool isKeyword(const Token& token, std::string_view word) const {
        return token.type == TokenType::Identifier && token.bytes == word;
    }
    bool isNextKeyword(std::string_view word) { return isKeyword(m_reader.peek(), word); }

    struct SharedLiteral {
        TokenType type = TokenType::None;
        std::string_view bytes;
        values::Value value;
    };

    TokenReader m_reader;
    diags::Diagnostics m_diagnostics;
    std::vector<diags::BlockHeader> m_headers;
    std::vector<TraversalStep> m_steps;        // of the traversals being read, innermost last
    std::array<SharedLiteral, 256> m_literals; // by hash
    bool m_recovering = false;
    bool m_trimNext = false; // the last template sequence ended in ~}
    int m_depth = 0;         // of recursion
    int m_height = 0;        // of the last expression read
    std::optional<diags::Diagnostic> m_tooDeep;
};

/// One level of recursion, for the lifetime of the object.
class NativeParser::Level {
public:
    explicit Level(NativeParser& parser)
        : m_parser(parser) {
        ++m_parser.m_depth;
    }
    ~Level() { --m_parser.m_depth; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

private:
    NativeParser& m_parser;
};

inline diags::SourceRange rangeBetween(const diags::SourceRange& first, const diags::SourceRange& last) {
    return diags::SourceRange::between(first, last);
}
/// Returns the matching bracket.
TokenType oppositeBracket(TokenType type);

} // namespace planlens::hcl
