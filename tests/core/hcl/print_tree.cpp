// SPDX-License-Identifier: MPL-2.0
#include "tests/core/hcl/print_tree.h"

#include <fmt/format.h>

#include <iterator>

namespace planlens::tests {

using namespace hcl;
using namespace hcl::syntax;

namespace {

std::string print(const diags::SourcePos& position) {
    return fmt::format("{}:{}/{}", position.line, position.column, position.byte);
}
std::string print(const SourceRange& range) {
    return print(range.start) + "-" + print(range.end);
}
std::string print(const std::optional<SourceRange>& range) {
    return range ? print(*range) : "none";
}

std::string escape(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte >= 0x7f || c == '"' || c == '\\')
            out += fmt::format("\\x{:02x}", byte);
        else
            out += c;
    }
    return out;
}

std::string print(const Value& value) {
    if (!value.isKnown())
        return value.type().isNumber() ? "unknown number" : "unknown";
    if (value.isNull())
        return "null";
    if (value.type().isString())
        return "\"" + escape(value.asString()) + "\"";
    if (value.type().isBool())
        return value.asBool() ? "true" : "false";
    return value.asNumber().toString();
}

const char* symbol(BinaryOperation::Operator op) {
    using enum BinaryOperation::Operator;
    switch (op) {
    case LogicalOr:
        return "||";
    case LogicalAnd:
        return "&&";
    case Equal:
        return "==";
    case NotEqual:
        return "!=";
    case GreaterThan:
        return ">";
    case GreaterThanOrEqual:
        return ">=";
    case LessThan:
        return "<";
    case LessThanOrEqual:
        return "<=";
    case Add:
        return "+";
    case Subtract:
        return "-";
    case Multiply:
        return "*";
    case Divide:
        return "/";
    case Modulo:
        return "%";
    }
    return "";
}

class Printer {
public:
    std::string text;

    void print(const Expression& expression) {
        const std::string range = tests::print(expression.range());
        const Expression* any = &expression;
        const Indented indented(*this);
        if (const auto* literal = dynamic_cast<const LiteralValue*>(any)) {
            line("literal {} {}", tests::print(literal->value), range);
        } else if (const auto* name = dynamic_cast<const ScopeTraversal*>(any)) {
            line("traversal {}", range);
            print(name->traversal);
        } else if (const auto* relative = dynamic_cast<const RelativeTraversal*>(any)) {
            line("relative {}", range);
            print(*relative->source);
            print(relative->traversal);
        } else if (const auto* call = dynamic_cast<const FunctionCall*>(any)) {
            line("call {}{} {} name {} open {} close {}", escape(call->name), call->expandFinal ? " expand" : "", range,
                 tests::print(call->nameRange), tests::print(call->openParenRange),
                 tests::print(call->closeParenRange));
            for (const ExpressionPtr& argument : call->arguments)
                print(*argument);
        } else if (const auto* conditional = dynamic_cast<const Conditional*>(any)) {
            line("conditional {}", range);
            printAll({conditional->condition, conditional->whenTrue, conditional->whenFalse});
        } else if (const auto* index = dynamic_cast<const Index*>(any)) {
            line("index {} open {} bracket {}", range, tests::print(index->openRange),
                 tests::print(index->bracketRange));
            printAll({index->collection, index->key});
        } else if (const auto* splat = dynamic_cast<const Splat*>(any)) {
            line("splat {} marker {}", range, tests::print(splat->markerRange));
            printAll({splat->source, splat->each});
        } else if (dynamic_cast<const SplatItem*>(any)) {
            line("item {}", range);
        } else if (const auto* binary = dynamic_cast<const BinaryOperation*>(any)) {
            line("binary {} {}", symbol(binary->op), range);
            printAll({binary->left, binary->right});
        } else if (const auto* unary = dynamic_cast<const UnaryOperation*>(any)) {
            line("unary {} {} symbol {}", unary->op == UnaryOperation::Operator::Not ? "!" : "-", range,
                 tests::print(unary->symbolRange));
            print(*unary->operand);
        } else if (const auto* parentheses = dynamic_cast<const Parentheses*>(any)) {
            line("parentheses {}", range);
            print(*parentheses->inner);
        } else if (dynamic_cast<const Missing*>(any)) {
            line("missing {}", range);
        } else if (!printConstructor(*any, range) && !printTemplate(*any, range)) {
            line("unknown {}", range);
        }
    }

    void print(const Body& any) {
        const Indented indented(*this);
        const auto& body = dynamic_cast<const NativeBody&>(any);
        line("body {} end {}", tests::print(body.range), tests::print(body.endRange));
        for (const Attribute& argument : body.attributes) {
            const Indented deeper(*this);
            line("argument {} {} name {}", escape(argument.name), tests::print(argument.range),
                 tests::print(argument.nameRange));
            print(*argument.expression);
        }
        for (const Block& block : body.blocks) {
            const Indented deeper(*this);
            line("block {} def {} type {}", escape(block.type), tests::print(block.defRange),
                 tests::print(block.typeRange));
            for (std::size_t i = 0; i < block.labels.size(); ++i) {
                const Indented label(*this);
                line("label \"{}\" {}", escape(block.labels[i]), tests::print(block.labelRanges[i]));
            }
            print(*block.body);
        }
    }

    void print(const Traversal& traversal) {
        const Indented indented(*this);
        for (const TraversalStep& step : traversal.steps) {
            const std::string range = tests::print(step.range);
            switch (step.kind) {
            case TraversalStep::Kind::Root:
                line("root {} {}", escape(step.name.str()), range);
                break;
            case TraversalStep::Kind::Attribute:
                line("attribute {} {}", escape(step.name.str()), range);
                break;
            case TraversalStep::Kind::Index:
                line("index {} {}", tests::print(step.key), range);
                break;
            case TraversalStep::Kind::Splat:
                line("splat {}", range);
                break;
            }
        }
    }

private:
    /// Indents by one more level during its lifetime.
    struct Indented {
        explicit Indented(Printer& p)
            : printer(p) {
            ++printer.m_level;
        }
        ~Indented() { --printer.m_level; }
        Indented(const Indented&) = delete;
        Indented& operator=(const Indented&) = delete;
        Printer& printer;
    };

    template <typename... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        text.append(static_cast<std::size_t>(m_level - 1) * 2, ' ');
        fmt::format_to(std::back_inserter(text), format, std::forward<Args>(args)...);
        text += '\n';
    }
    void mark(const char* word) {
        const Indented deeper(*this);
        line("{}", word);
    }
    void printAll(std::initializer_list<ExpressionPtr> expressions) {
        for (const ExpressionPtr& expression : expressions)
            print(*expression);
    }

    bool printConstructor(const Expression& expression, const std::string& range) {
        if (const auto* tuple = dynamic_cast<const TupleConstructor*>(&expression)) {
            line("tuple {} open {}", range, tests::print(tuple->openRange()));
            for (const ExpressionPtr& item : tuple->items)
                print(*item);
        } else if (const auto* object = dynamic_cast<const ObjectConstructor*>(&expression)) {
            line("object {} open {}", range, tests::print(object->openRange()));
            for (const ExpressionPair& item : object->items)
                printAll({item.key, item.value});
        } else if (const auto* word = dynamic_cast<const WordKey*>(&expression)) {
            line("key {}", range);
            const Indented deeper(*this);
            line("traversal {}", range);
            print(*word->asTraversal());
        } else if (const auto* key = dynamic_cast<const ObjectKey*>(&expression)) {
            line("key{} {}", key->forceNonLiteral ? " forced" : "", range);
            print(*key->wrapped);
        } else if (const auto* loop = dynamic_cast<const ForExpression*>(&expression)) {
            line("for {},{}{} {} open {} close {}", escape(loop->keyVariable), escape(loop->valueVariable),
                 loop->group ? " group" : "", range, tests::print(loop->openRange), tests::print(loop->closeRange));
            print(*loop->collection);
            if (loop->key) {
                mark("=>");
                print(*loop->key);
            }
            print(*loop->value);
            if (loop->condition) {
                mark("if");
                print(*loop->condition);
            }
        } else {
            return false;
        }
        return true;
    }

    bool printTemplate(const Expression& expression, const std::string& range) {
        if (const auto* plain = dynamic_cast<const PlainText*>(&expression)) {
            line("template {}", range);
            const Indented deeper(*this);
            line("literal {} {}", tests::print(plain->text), tests::print(plain->textRange()));
        } else if (const auto* text_ = dynamic_cast<const Template*>(&expression)) {
            line("template {}", range);
            for (const ExpressionPtr& part : text_->parts)
                print(*part);
        } else if (const auto* wrap = dynamic_cast<const TemplateWrap*>(&expression)) {
            line("wrap {}", range);
            print(*wrap->wrapped);
        } else if (const auto* join = dynamic_cast<const TemplateJoin*>(&expression)) {
            line("join {}", range);
            print(*join->tuple);
        } else {
            return false;
        }
        return true;
    }

    int m_level = 0;
};

template <typename T>
std::string printed(const T& tree) {
    Printer printer;
    printer.print(tree);
    return std::move(printer.text);
}

} // namespace

std::string printTree(const Expression& expression) {
    return printed(expression);
}
std::string printTree(const Body& body) {
    return printed(body);
}
std::string printTree(const Traversal& traversal) {
    return printed(traversal);
}

std::string printProblems(const diags::Diagnostics& diagnostics) {
    std::string text;
    for (const diags::Diagnostic& diagnostic : diagnostics)
        text += fmt::format("error {} context {}: {}; {}\n", print(diagnostic.subject), print(diagnostic.context),
                            escape(diagnostic.summary), escape(diagnostic.detail));
    return text;
}

} // namespace planlens::tests
