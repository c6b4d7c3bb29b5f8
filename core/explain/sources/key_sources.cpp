// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/source_finder.h"

#include <algorithm>
#include <numeric>

/// Keys of `for` expressions whose text was edited.
namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Value;

namespace {

/// Whether a text can be that of a template with other values between its literals.
bool isMadeBy(const syntax::Template& pieces, std::string_view text) {
    bool isAtEnd = true; // the next literal follows at once
    for (const hcl::ExpressionPtr& part : pieces.parts) {
        const auto* literal = dynamic_cast<const syntax::LiteralValue*>(part.get());
        if (!literal) {
            isAtEnd = false;
            continue;
        }
        const std::string wanted = textOf(literal->value).value_or("");
        const bool isLast = part == pieces.parts.back();
        const std::size_t at = isLast && text.ends_with(wanted) ? text.size() - wanted.size() : text.find(wanted);
        if (at == std::string_view::npos || (isAtEnd && at != 0) || (isLast && !text.ends_with(wanted)))
            return false;
        text.remove_prefix(at + wanted.size());
        isAtEnd = true;
    }
    return !isAtEnd || text.empty();
}

} // namespace

void SourceFinder::addMadeKeys(const Expression& expression, std::vector<MadeKey>& made) {
    if (const auto* inner = dynamic_cast<const syntax::Parentheses*>(&expression))
        return addMadeKeys(*inner->inner, made);
    if (const auto* call = dynamic_cast<const syntax::FunctionCall*>(&expression);
        call && builtInName(call->name) == "merge")
        for (const hcl::ExpressionPtr& argument : call->arguments)
            addMadeKeys(*argument, made);
    const auto* loop = dynamic_cast<const syntax::ForExpression*>(&expression);
    const std::optional<Value> collection = loop ? evaluated(*loop->collection) : std::nullopt;
    if (!collection || !(isMapping(*collection) || isSequence(*collection)))
        return;
    for (std::size_t i = 0; i < collection->size(); ++i)
        inElement(*loop, *collection, i, [&](const values::Path&) {
            const std::optional<Value> isLeft = loop->condition ? evaluated(*loop->condition) : Value::boolean(true);
            if (!isLeft || !isSameValue(Value::boolean(true), *isLeft))
                return false;
            if (!loop->key) {
                addMadeKeys(*loop->value, made);
                return true;
            }
            const auto* pieces = dynamic_cast<const syntax::Template*>(loop->key.get());
            const std::optional<std::string> key = pieces ? keyIn(*loop) : std::nullopt;
            MadeKey one{pieces, key.value_or(""), {}};
            for (const hcl::ExpressionPtr& part : pieces ? pieces->parts : std::vector<hcl::ExpressionPtr>())
                if (!dynamic_cast<const syntax::LiteralValue*>(part.get()))
                    one.parts.push_back(textOf(evaluated(*part)).value_or(""));
            if (key && std::ranges::none_of(made, [&](const MadeKey& other) { return other.key == *key; }))
                made.push_back(std::move(one));
            return true;
        });
}

/// Returns the templates of keys if all keys that they make are new, and each one has the parts of another removed key,
/// which the template cannot have made of other parts. Empty if this is not so.
SourceFinder::Sources SourceFinder::rewrittenKeys(const Expression& expression, const Value& before,
                                                  const Value& after) {
    constexpr std::size_t most = 64; // comparing each one with all others is quadratic
    std::vector<std::string> removed;
    for (std::size_t i = 0; i < before.size() && before.size() <= most; ++i)
        if (!after.find(before.key(i)))
            removed.push_back(before.key(i));
    std::vector<MadeKey> made;
    if (!removed.empty())
        addMadeKeys(expression, made);
    std::erase_if(made, [&](const MadeKey& one) { return !after.find(one.key); }); // by another argument
    if (made.size() != removed.size())
        return {};
    std::vector<Sources> groups;
    for (const MadeKey& one : made) {
        const std::size_t size = std::accumulate(one.parts.begin(), one.parts.end(), std::size_t(0),
                                                 [](std::size_t sum, const auto& part) { return sum + part.size(); });
        const auto isRewritten = [&](const std::string& other) {
            const auto isIn = [&](const std::string& part) { return other.find(part) != std::string::npos; };
            return std::ranges::all_of(one.parts, isIn) &&
                   (!isMadeBy(*one.text, other) || (other.size() == one.key.size() && one.parts.size() > 1));
        };
        const auto found = std::ranges::find_if(removed, isRewritten);
        if (before.find(one.key) || size == 0 || found == removed.end())
            return {};
        removed.erase(found);
        groups.push_back(written(one.text->range()));
    }
    return allOf(std::move(groups));
}

} // namespace planlens::explain
