// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/native_parser.h"

namespace planlens::hcl {
namespace {

// Deeper trees could exhaust the stack of recursive functions. They do not occur in handwritten code.
constexpr int maxDepth = 500;
constexpr int maxHeight = 1500;

} // namespace

using diags::SourceRange;

TokenType oppositeBracket(TokenType type) {
    using enum TokenType;
    switch (type) {
    case OpenBrace:
        return CloseBrace;
    case OpenBracket:
        return CloseBracket;
    case OpenParen:
        return CloseParen;
    case OpenQuote:
        return CloseQuote;
    case OpenHeredoc:
        return CloseHeredoc;
    case CloseBrace:
        return OpenBrace;
    case CloseBracket:
        return OpenBracket;
    case CloseParen:
        return OpenParen;
    case CloseQuote:
        return OpenQuote;
    case CloseHeredoc:
        return OpenHeredoc;
    case TemplateControl:
    case TemplateInterpolation:
        return TemplateSequenceEnd;
    case TemplateSequenceEnd:
        return TemplateInterpolation;
    default:
        return None;
    }
}

void NativeParser::error(std::string summary, std::string detail, std::optional<SourceRange> subject,
                         std::optional<SourceRange> context) {
    auto diagnostic = diags::Diagnostic::error(std::move(summary), std::move(detail), std::move(subject));
    diagnostic.context = std::move(context);
    m_diagnostics.append(std::move(diagnostic));
}

/// Reads up to and including the closing bracket of the current pair, or to the end of the text.
Token NativeParser::skipPast(TokenType end) {
    m_recovering = true;
    const TokenType start = oppositeBracket(end);
    for (int nesting = 0;;) {
        Token token = m_reader.read();
        TokenType type = token.type;
        if (end == TokenType::TemplateSequenceEnd && type == TokenType::TemplateControl)
            type = TokenType::TemplateInterpolation; // both have the same end
        if (type == start) {
            ++nesting;
        } else if (type == end) {
            if (nesting-- == 0)
                return token;
        } else if (type == TokenType::EndOfFile) {
            return token;
        }
    }
}

/// Reads past the next pair of brackets.
void NativeParser::skipOver(TokenType start) {
    for (;;) {
        const TokenType type = m_reader.read().type;
        if (type == start || type == TokenType::EndOfFile)
            break;
    }
    skipPast(oppositeBracket(start));
}

/// Reads to the end of the line, or of the line on which all brackets opened by this one are closed.
void NativeParser::skipPastBodyItem() {
    using enum TokenType;
    m_recovering = true;
    std::vector<TokenType> open;
    const auto closeUpTo = [&open](auto&& isOpener) {
        while (!open.empty() && !isOpener(open.back()))
            open.pop_back();
        if (!open.empty())
            open.pop_back();
    };
    for (;;) {
        const TokenType type = m_reader.read().type;
        switch (type) {
        case Newline:
            if (open.empty())
                return;
            break;
        case EndOfFile:
            return;
        case OpenBrace:
        case OpenBracket:
        case OpenParen:
        case OpenQuote:
        case OpenHeredoc:
        case TemplateInterpolation:
        case TemplateControl:
            open.push_back(type);
            break;
        case CloseBrace:
        case CloseBracket:
        case CloseParen:
        case CloseQuote:
        case CloseHeredoc:
            closeUpTo([opener = oppositeBracket(type)](TokenType candidate) { return candidate == opener; });
            break;
        case TemplateSequenceEnd:
            closeUpTo(
                [](TokenType candidate) { return candidate == TemplateInterpolation || candidate == TemplateControl; });
            break;
        default:
            break;
        }
    }
}

/// Returns an unknown value in place of an expression that could not be parsed.
ExpressionPtr NativeParser::placeholder(const SourceRange& range) const {
    return std::make_shared<syntax::LiteralValue>(range, values::Value::dynamicUnknown());
}

bool NativeParser::isTooDeep(const SourceRange& range) {
    if (m_depth <= maxDepth && m_height <= maxHeight && !m_tooDeep)
        return false;
    if (!m_tooDeep) {
        m_tooDeep = diags::Diagnostic::error(
            "Too many levels of nesting",
            "Expressions and blocks are nested too deeply here. Split them up, for example by using local values.",
            range);
        // Nothing after this is reliable.
        while (m_reader.read().type != TokenType::EndOfFile) {
        }
    }
    m_recovering = true;
    m_height = 0;
    return true;
}

void NativeParser::raise(int below) {
    m_height = below + 1;
}

diags::Diagnostics NativeParser::takeDiagnostics() {
    while (m_reader.read().type != TokenType::EndOfFile) {
    }
    diags::Diagnostics all = std::move(m_reader.scanner().diagnostics());
    if (m_tooDeep)
        all.append(*std::move(m_tooDeep));
    else
        all.append(std::move(m_diagnostics));
    return all;
}

} // namespace planlens::hcl
