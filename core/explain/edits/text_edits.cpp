// SPDX-License-Identifier: MPL-2.0
#include "core/explain/edits/text_edits.h"

#include "core/explain/definition.h"
#include "core/explain/edits/marked_value.h"
#include "core/hcl/syntax.h"

#include <algorithm>
#include <array>
#include <span>

namespace planlens::explain {

namespace syntax = hcl::syntax;
using diags::SourceRange;
using values::Value;

namespace {

constexpr std::size_t mostBytes = 512 * 1'024; // that are parsed again, for one value
constexpr std::size_t mostCompared = 96;       // texts with which a literal may have been compared
constexpr std::size_t leastBytes = 1'024;      // that an evaluation counts

/// Functions that take the same arguments and are easily exchanged.
constexpr std::array<std::array<std::string_view, 3>, 12> exchangeable{{{"setunion", "setintersection", "setsubtract"},
                                                                        {"lower", "upper", "title"},
                                                                        {"sort", "reverse", "distinct"},
                                                                        {"min", "max", ""},
                                                                        {"floor", "ceil", ""},
                                                                        {"trimprefix", "trimsuffix", "trim"},
                                                                        {"keys", "values", ""},
                                                                        {"startswith", "endswith", "strcontains"},
                                                                        {"alltrue", "anytrue", ""},
                                                                        {"base64encode", "base64sha256", "md5"},
                                                                        {"basename", "dirname", ""},
                                                                        {"jsonencode", "yamlencode", ""}}};

/// Functions that return a value of the kind of their first argument.
constexpr std::array<std::string_view, 18> transforming{
    "lower",    "upper",   "title", "trimspace", "trimprefix", "trimsuffix", "trim",   "sort",         "reverse",
    "distinct", "compact", "floor", "ceil",      "abs",        "replace",    "substr", "nonsensitive", "chomp"};

std::vector<std::string_view> otherOperators(syntax::BinaryOperation::Operator op) {
    using Operator = syntax::BinaryOperation::Operator;
    switch (op) {
    case Operator::LogicalOr:
        return {"&&"};
    case Operator::LogicalAnd:
        return {"||"};
    case Operator::Equal:
        return {"!="};
    case Operator::NotEqual:
        return {"=="};
    case Operator::GreaterThan:
        return {">=", "<", "<="};
    case Operator::GreaterThanOrEqual:
        return {">", "<", "<="};
    case Operator::LessThan:
        return {"<=", ">", ">="};
    case Operator::LessThanOrEqual:
        return {"<", ">", ">="};
    case Operator::Add:
        return {"-", "*"};
    case Operator::Subtract:
        return {"+"};
    case Operator::Multiply:
        return {"+", "/"};
    case Operator::Divide:
        return {"*"};
    case Operator::Modulo:
        return {"/"};
    }
    return {};
}

/// Returns a text as it is written between quotes.
std::string quoted(const std::string& text) {
    std::string written;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if ((c == '$' || c == '%') && i + 1 < text.size() && text[i + 1] == '{')
            written += c;
        if (c == '"' || c == '\\')
            written += '\\';
        written += c == '\n' ? "\\n" : std::string(1, c);
    }
    return written;
}

/// Whether an expression contains a literal with this number.
bool hasNumber(const hcl::Expression& expression, const values::Number& number) {
    return hasPart(expression, [&](const hcl::Expression& part) {
        const auto* literal = dynamic_cast<const syntax::LiteralValue*>(&part);
        return literal && isSameValue(Value::number(number), literal->value);
    });
}

bool isNumber(const hcl::Expression& expression) {
    const std::optional<Value> literal = expression.asLiteral();
    return literal && isUsable(*literal) && literal->type().isNumber();
}

/// Whether an expression compares its operands or arguments.
bool compares(const hcl::Expression& expression) {
    using Operator = syntax::BinaryOperation::Operator;
    if (const auto* operation = dynamic_cast<const syntax::BinaryOperation*>(&expression))
        return operation->op == Operator::Equal || operation->op == Operator::NotEqual;
    const auto* call = dynamic_cast<const syntax::FunctionCall*>(&expression);
    return call && isOneOf(builtInName(call->name), {"contains", "startswith", "endswith", "strcontains"});
}

/// Searches the edits of one expression.
class Search {
public:
    Search(Replay& replay, const Replay::Evaluated& evaluated, const ComparedPart& partOf, const Value& before,
           const Value& after, const std::function<bool(const TextEdit&)>& isPossible, TextEdits which,
           std::size_t& left)
        : m_replay(replay)
        , m_evaluated(evaluated)
        , m_partOf(partOf)
        , m_before(before)
        , m_after(after)
        , m_isPossible(isPossible)
        , m_areAll(which == TextEdits::All)
        , m_left(left)
        , m_isOfCase(differsInCase(before, after)) {
        visit(*evaluated.expression);
    }

    std::vector<TextEdit> takeFound() { return std::move(m_found); }

private:
    using Pieces = std::vector<EditedText>;

    std::optional<Value> valueWith(Pieces pieces) {
        const SourceRange range = m_evaluated.expression->range();
        const std::size_t bytes = std::max(leastBytes, std::size_t(range.end.byte - range.start.byte));
        if (m_left < bytes) {
            m_left = 0;
            return {};
        }
        m_left -= bytes;
        m_last = std::move(pieces);
        return m_partOf(m_replay.valueWithText(*m_evaluated.expression, m_last));
    }
    std::optional<Value> valueWith(const SourceRange& range, std::string text) {
        return valueWith({{range.start.byte, range.end.byte, std::move(text)}});
    }
    /// Adds the last edit if it makes the previous value and is possible.
    bool add(const SourceRange& place, const std::optional<Value>& made) {
        if (!made || !isSameValue(m_before, *made))
            return false;
        TextEdit edit{m_evaluated, place, m_last};
        if (!m_isPossible(edit))
            return false;
        m_found.push_back(std::move(edit));
        return true;
    }

    void visit(const hcl::Expression& expression) {
        if (m_left == 0)
            return;
        if (const auto* text = dynamic_cast<const syntax::PlainText*>(&expression)) {
            visitText(text->textRange());
        } else if (const auto* pieces = dynamic_cast<const syntax::Template*>(&expression)) {
            const bool isEmpty = pieces->range().end.byte == pieces->range().start.byte + 2; // ""
            for (const hcl::ExpressionPtr& part : pieces->parts)
                if (dynamic_cast<const syntax::LiteralValue*>(part.get()))
                    visitText(isEmpty ? syntax::betweenQuotes(pieces->range()) : part->range());
            exchangeParts(*pieces);
        } else if (const auto* literal = dynamic_cast<const syntax::LiteralValue*>(&expression)) {
            visitLiteral(*literal);
        } else if (const auto* word = dynamic_cast<const syntax::WordKey*>(&expression)) {
            visitKey(word->range());
        } else if (const auto* choice = dynamic_cast<const syntax::Conditional*>(&expression); choice && m_areAll) {
            const SourceRange range = choice->condition->range();
            add(range, valueWith({{range.start.byte, range.start.byte, "!("}, {range.end.byte, range.end.byte, ")"}}));
        } else if (const auto* operation = dynamic_cast<const syntax::BinaryOperation*>(&expression)) {
            const SourceRange symbol{operation->left->range().filename, operation->left->range().end,
                                     operation->right->range().start};
            for (const std::string_view other : otherOperators(operation->op))
                if ((m_areAll || other.starts_with('<') || other.starts_with('>')) &&
                    add(symbol, valueWith(symbol, " " + std::string(other) + " ")))
                    break;
        } else if (const auto* call = dynamic_cast<const syntax::FunctionCall*>(&expression)) {
            visitCall(*call);
        } else if (dynamic_cast<const syntax::ScopeTraversal*>(&expression)) {
            visitReference(expression.range());
        } else if (const auto* list = dynamic_cast<const syntax::TupleConstructor*>(&expression)) {
            std::vector<SourceRange> items;
            for (const hcl::ExpressionPtr& item : list->items)
                items.push_back(item->range());
            removeItems(items);
        } else if (const auto* object = dynamic_cast<const syntax::ObjectConstructor*>(&expression)) {
            std::vector<SourceRange> items;
            for (const hcl::ExpressionPair& item : object->items)
                items.push_back(SourceRange::between(item.key->range(), item.value->range()));
            removeItems(items);
        }
        const bool wasCompared = std::exchange(m_isCompared, m_isCompared || compares(expression));
        const bool isMade = dynamic_cast<const syntax::FunctionCall*>(&expression) ||
                            dynamic_cast<const syntax::Template*>(&expression);
        const bool isReference = dynamic_cast<const syntax::ScopeTraversal*>(&expression) != nullptr;
        if (m_isOfCase && (isMade || (isReference && &expression != m_evaluated.expression)))
            changeCase(expression.range());
        if (const auto* node = dynamic_cast<const syntax::Node*>(&expression))
            for (const syntax::Node::Child& child : node->children())
                if (!dynamic_cast<const syntax::Template*>(node) ||
                    !dynamic_cast<const syntax::LiteralValue*>(child.expression))
                    visit(*child.expression);
        m_isCompared = wasCompared;
    }

    /// Exchanges each two interpolated parts of a text.
    void exchangeParts(const syntax::Template& pieces) {
        constexpr std::size_t most = 4;
        std::vector<SourceRange> parts;
        for (const hcl::ExpressionPtr& part : pieces.parts)
            if (!dynamic_cast<const syntax::LiteralValue*>(part.get()))
                parts.push_back(part->range());
        for (std::size_t i = 0; parts.size() <= most && i < parts.size(); ++i)
            for (std::size_t k = i + 1; k < parts.size(); ++k)
                if (exchange(pieces.range(), parts[i], parts[k]))
                    return;
    }
    bool exchange(const SourceRange& place, const SourceRange& a, const SourceRange& b) {
        const auto first = m_replay.textAt(a), second = m_replay.textAt(b);
        return first && second && *first != *second &&
               add(place, valueWith({{a.start.byte, a.end.byte, std::string(*second)},
                                     {b.start.byte, b.end.byte, std::string(*first)}}));
    }

    /// Calls a function of upper and lower case, which may have been taken out.
    void changeCase(const SourceRange& range) {
        for (const char* const function : {"lower(", "upper(", "title("})
            if (add(range, valueWith({{range.start.byte, range.start.byte, function},
                                      {range.end.byte, range.end.byte, ")"}}))) {
                m_found.back().isOfCase = true;
                return;
            }
    }

    /// Solves the previous text of a literal.
    bool visitText(const SourceRange& range) {
        return trySolved(range, [&](const std::string& text) { return valueWith(range, quoted(text)); });
    }
    bool visitKey(const SourceRange& range) {
        return trySolved(range, [&](const std::string& text) { return valueWith(range, '"' + quoted(text) + '"'); });
    }
    bool trySolved(const SourceRange& range, const std::function<std::optional<Value>(const std::string&)>& with) {
        for (const std::string& marker : {markerText, shortMarkerText}) {
            const std::optional<Value> made = with(marker);
            if (add(range, made))
                return true;
            if (!made || isSameValue(m_after, *made))
                continue;
            std::vector<std::string> candidates;
            if (const Solved found = solveMarked(*made, marker, m_before); found.text)
                candidates.push_back(*found.text);
            else if (made->type().isSet() && isSequence(m_before))
                candidates = solvedInSet(*made, marker, m_before);
            if (!m_areAll) // another literal is hardly written twice
                std::erase_if(candidates, [&](const std::string& text) { return m_replay.texts().contains(text); });
            if (std::ranges::any_of(candidates, [&](const std::string& text) { return add(range, with(text)); }))
                return true;
        }
        if (!m_isCompared)
            return false;
        std::set<std::string> texts = m_replay.textsOfValues(); // what it may have been compared with
        constexpr std::string_view separators = "-_./:";
        for (const std::string& text : std::set<std::string>(texts)) { // or with a part of it
            const std::size_t first = text.find_first_of(separators), last = text.find_last_of(separators);
            if (first == std::string::npos || texts.size() > mostCompared)
                continue;
            texts.insert({text.substr(0, first), text.substr(0, first + 1), text.substr(last), text.substr(last + 1)});
        }
        return std::ranges::any_of(texts, [&](const std::string& text) { return add(range, with(text)); });
    }

    /// A text before or after the reference, or a number that is added to it.
    void visitReference(const SourceRange& range) {
        if (!m_areAll)
            return;
        const auto around = [&](const std::string& first, const std::string& last) {
            return valueWith({{range.start.byte, range.start.byte, '"' + quoted(first) + "${"},
                              {range.end.byte, range.end.byte, '}' + quoted(last) + '"'}});
        };
        if (trySolved(range, [&](const std::string& text) { return around("", text); }) ||
            trySolved(range, [&](const std::string& text) { return around(text, ""); }))
            return;
        visitOffset(range);
    }

    void visitOffset(const SourceRange& range) {
        if (!m_areAll)
            return;
        for (const char* const number : {" + 1)", " - 1)"})
            if (add(range,
                    valueWith({{range.start.byte, range.start.byte, "("}, {range.end.byte, range.end.byte, number}})))
                return;
    }

    void visitLiteral(const syntax::LiteralValue& literal) {
        const SourceRange range = literal.range();
        if (!isUsable(literal.value))
            return;
        if (literal.value.type().isBool()) {
            add(range, valueWith(range, literal.value.asBool() ? "false" : "true"));
            return;
        }
        if (!literal.value.type().isNumber())
            return;
        const values::Number now = literal.value.asNumber(), one(1);
        const std::optional<Value> marked = valueWith(range, std::to_string(markerNumber));
        if (marked && isSameValue(m_after, *marked))
            return;
        const auto text = [](const values::Number& number) { return textOf(Value::number(number)).value_or("0"); };
        const std::optional<Value> next = valueWith(range, text(now + one));
        if (add(range, next))
            return;
        const Solved solved = marked ? solveMarked(*marked, std::to_string(markerNumber), m_before) : Solved();
        std::vector<values::Number> candidates = solvedNumbers(now, solved, next, m_before, m_after);
        for (const values::Number& other : {now - one, values::Number(0), now + now})
            candidates.push_back(other);
        if (!m_areAll)
            std::erase_if(candidates,
                          [&](const values::Number& other) { return hasNumber(*m_evaluated.expression, other); });
        for (const values::Number& candidate : candidates)
            if (add(range, valueWith(range, text(candidate))))
                return;
    }

    void visitCall(const syntax::FunctionCall& call) {
        const std::string_view name = builtInName(call.name);
        if (m_areAll &&
            isOneOf(name, {"contains", "startswith", "endswith", "strcontains", "alltrue", "anytrue", "can"}))
            add(call.range(), valueWith({{call.nameRange.start.byte, call.nameRange.start.byte, "!"}}));
        if (isOneOf(name, {"index", "length", "floor", "ceil", "min", "max", "sum", "parseint", "tonumber"}))
            visitOffset(call.range());
        for (const auto& family : exchangeable)
            if (std::ranges::find(family, name) != family.end())
                for (const std::string_view other : family)
                    if (!other.empty() && other != name &&
                        add(call.nameRange, valueWith(call.nameRange, std::string(other))))
                        return;
        if (std::ranges::find(transforming, name) != transforming.end() && !call.arguments.empty()) {
            const SourceRange first = call.arguments.front()->range();
            add(call.nameRange, valueWith({{call.nameRange.start.byte, first.start.byte, "("},
                                           {first.end.byte, call.closeParenRange.end.byte, ")"}}));
        }
        if (name == "sort" || name == "reverse") // it may have been called, too
            add(call.range(), valueWith({{call.range().start.byte, call.range().start.byte, "reverse("},
                                         {call.range().end.byte, call.range().end.byte, ")"}}));
        if (name == "slice" && call.arguments.size() == 3 && isNumber(*call.arguments[1]) &&
            isNumber(*call.arguments[2]))
            visitSlice(call);
        if (m_areAll && name == "merge" && call.arguments.size() == 2)
            exchange(call.range(), call.arguments[0]->range(), call.arguments[1]->range());
        const std::optional<Value> format =
            name == "format" && !call.arguments.empty() ? call.arguments.front()->asLiteral() : std::nullopt;
        if (format && isUsable(*format) && format->type().isString())
            visitFormat(syntax::betweenQuotes(call.arguments.front()->range()), format->asString());
    }

    /// Other texts between the verbs of a format, and other verbs.
    void visitFormat(const SourceRange& range, const std::string& format) {
        constexpr std::array<std::string_view, 6> verbs{"%s", "%d", "%02d", "%03d", "%04d", "%q"};
        if (format.size() != range.end.byte - range.start.byte) // with escapes
            return;
        std::size_t textStart = 0;
        const auto part = [&](std::size_t start, std::size_t end) {
            SourceRange found = range;
            found.start.byte += std::uint32_t(start);
            found.start.column += std::uint32_t(start);
            found.end = found.start;
            found.end.byte += std::uint32_t(end - start);
            found.end.column += std::uint32_t(end - start);
            return found;
        };
        for (std::size_t i = 0; i <= format.size(); ++i) {
            if (i < format.size() && format[i] != '%')
                continue;
            if (i > textStart)
                visitText(part(textStart, i));
            const std::size_t start = i++;
            while (i < format.size() && std::string_view("+-# 0123456789.*[]").find(format[i]) != std::string::npos)
                ++i;
            textStart = i + 1;
            if (i < format.size() && format[i] != '%')
                for (const std::string_view verb : verbs)
                    if (format.substr(start, textStart - start) != verb &&
                        add(part(start, textStart), valueWith(part(start, textStart), std::string(verb))))
                        break;
        }
    }

    /// The two literal bounds of slice(), which are often edited together.
    void visitSlice(const syntax::FunctionCall& call) {
        constexpr std::size_t most = 8; // elements
        const SourceRange first = call.arguments[1]->range(), last = call.arguments[2]->range();
        const auto bounds = [&](std::size_t from, std::size_t to) {
            return valueWith({{first.start.byte, first.end.byte, std::to_string(from)},
                              {last.start.byte, last.end.byte, std::to_string(to)}});
        };
        for (std::size_t from = 0; from < most; ++from)
            for (std::size_t to = from + 1; to <= most; ++to) {
                const std::optional<Value> made = bounds(from, to);
                if (!made) // the list is shorter
                    break;
                if (add(SourceRange::between(first, last), made))
                    return;
            }
    }

    /// Removes items that may be new.
    void removeItems(const std::vector<SourceRange>& items) {
        constexpr std::size_t most = 16;
        for (std::size_t i = 0; m_areAll && items.size() > 1 && items.size() <= most && i < items.size(); ++i) {
            const bool isLast = i + 1 == items.size();
            const std::uint32_t start = isLast ? items[i - 1].end.byte : items[i].start.byte;
            const std::uint32_t end = isLast ? items[i].end.byte : items[i + 1].start.byte;
            add(items[i], valueWith({{start, end, ""}}));
        }
    }

    Replay& m_replay;
    const Replay::Evaluated& m_evaluated;
    const ComparedPart& m_partOf;
    const Value &m_before, &m_after;
    const std::function<bool(const TextEdit&)>& m_isPossible;
    const bool m_areAll;
    std::size_t& m_left; // bytes
    const bool m_isOfCase;
    bool m_isCompared = false; // an expression around the visited one compares texts
    Pieces m_last;             // that were tried
    std::vector<TextEdit> m_found;
};

} // namespace

std::vector<TextEdit> tryTextEdits(Replay& replay, const ComparedPart& partOf, const Value& before, const Value& after,
                                   const std::function<bool(const TextEdit&)>& isPossible, TextEdits which) {
    std::vector<TextEdit> found;
    std::size_t left = mostBytes;
    for (const Replay::Evaluated& one : replay.expressions())
        std::ranges::move(Search(replay, one, partOf, before, after, isPossible, which, left).takeFound(),
                          std::back_inserter(found));
    return found;
}

} // namespace planlens::explain
