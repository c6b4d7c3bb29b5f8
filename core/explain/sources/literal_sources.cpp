// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/source_finder.h"

#include <algorithm>

/// Literal texts that were edited.
namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Value;

namespace {

/// A part of a literal that its expression writes, always or if a condition is true.
struct Chunk {
    const hcl::Expression* literal = nullptr;
    std::string text;
};

/// Returns the texts between the verbs of a format.
std::vector<std::string> betweenVerbs(const std::string& format) {
    std::vector<std::string> texts(1);
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '%') {
            texts.back() += format[i];
            continue;
        }
        while (i + 1 < format.size() && std::string_view("+-# 0123456789.*[]").find(format[i + 1]) != std::string::npos)
            ++i;
        if (++i < format.size() && format[i] == '%')
            texts.back() += '%';
        else
            texts.emplace_back();
    }
    return texts;
}

/// Returns the texts of a result: of a string, or of the strings in a list or set.
std::vector<std::string> textsOf(const Value& value) {
    std::vector<std::string> texts;
    if (value.isKnown() && !value.isNull() && value.type().isString())
        texts.push_back(value.asString());
    else if (isSequence(value))
        for (std::size_t i = 0; i < value.size(); ++i)
            if (const std::optional<std::string> text = textOf(value.element(i)))
                texts.push_back(*text);
    std::erase(texts, std::string());
    return texts;
}

bool isInAny(const std::vector<std::string>& texts, std::string_view part) {
    return std::ranges::any_of(texts, [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

/// Returns the number of the first line of a text that none of the others contains; 0 if all lines are in one of them.
std::ptrdiff_t firstOtherLine(std::string_view text, const std::vector<std::string>& others) {
    for (std::ptrdiff_t line = 0; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (!isInAny(others, text.substr(0, end)))
            return line;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return 0;
}

void addChunks(const hcl::Expression& expression, bool isFormat, std::vector<Chunk>& chunks) {
    if (const std::optional<Value> value = expression.asLiteral()) {
        const std::string text = textOf(*value).value_or("");
        for (std::string& part : isFormat ? betweenVerbs(text) : std::vector<std::string>{text})
            if (!part.empty())
                chunks.push_back({&expression, std::move(part)});
    } else if (const auto* inner = dynamic_cast<const syntax::Parentheses*>(&expression)) {
        addChunks(*inner->inner, isFormat, chunks);
    } else if (const auto* parts = dynamic_cast<const syntax::Template*>(&expression)) {
        for (const hcl::ExpressionPtr& part : parts->parts)
            if (dynamic_cast<const syntax::LiteralValue*>(part.get()) ||
                dynamic_cast<const syntax::TemplateJoin*>(part.get()) ||
                dynamic_cast<const syntax::Conditional*>(part.get()))
                addChunks(*part, isFormat, chunks);
    } else if (const auto* choice = dynamic_cast<const syntax::Conditional*>(&expression)) {
        addChunks(*choice->whenTrue, isFormat, chunks);
        addChunks(*choice->whenFalse, isFormat, chunks);
    } else if (const auto* joined = dynamic_cast<const syntax::TemplateJoin*>(&expression)) {
        addChunks(*joined->tuple, false, chunks);
    } else if (const auto* loop = dynamic_cast<const syntax::ForExpression*>(&expression); loop && !loop->key) {
        if (dynamic_cast<const syntax::Template*>(loop->value.get()))
            addChunks(*loop->value, false, chunks);
    } else if (const auto* call = dynamic_cast<const syntax::FunctionCall*>(&expression);
               call && !call->arguments.empty()) {
        if (const std::string_view name = builtInName(call->name); name == "format" || name == "formatlist")
            addChunks(*call->arguments.front(), true, chunks);
    }
}

} // namespace

SourceFinder::Sources SourceFinder::writtenFrom(const Expression& literal, std::string_view text, std::ptrdiff_t line) {
    diags::SourceRange range = literal.range();
    if (range.start.column > 1 && !text.starts_with('\n'))
        line += std::max<std::ptrdiff_t>(0, std::ptrdiff_t(range.end.line - range.start.line) -
                                                std::ranges::count(text, '\n')); // trimmed lines
    if (line > 0 && range.start.line + line <= range.end.line) {
        range.start.line += std::uint32_t(line);
        range.start.column = 1;
    }
    return written(range);
}

SourceFinder::Sources SourceFinder::editedLine(const Expression& literal, const std::string& text,
                                               const std::string& before) {
    return writtenFrom(literal, text, firstOtherLine(text, {before}));
}

SourceFinder::Sources SourceFinder::editedLiteral(const Expression& expression, const Value& before) const {
    const std::vector<std::string> texts = textsOf(before);
    std::vector<Chunk> chunks;
    if (!texts.empty())
        addChunks(expression, false, chunks);
    const std::optional<Value> now = chunks.empty() ? std::nullopt : evaluated(expression);
    const std::vector<std::string> present = now ? textsOf(*now) : std::vector<std::string>();
    for (const Chunk& chunk : chunks)
        if (!isInAny(texts, chunk.text) && (!now || isInAny(present, chunk.text)))
            return writtenFrom(*chunk.literal, chunk.text, firstOtherLine(chunk.text, texts));
    return {};
}

} // namespace planlens::explain
