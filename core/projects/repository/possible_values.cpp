// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/possible_values.h"

#include "core/lang/functions.h"
#include "core/values/text/scalar_text.h"

#include <algorithm>

namespace planlens::projects {

namespace syntax = hcl::syntax;
using values::Value;

namespace {

// Expressions that use each other many times would take exponential time.
constexpr std::size_t mostValues = 64, deepest = 64, mostSteps = 10'000;

Value mark() {
    return PossibleValues::unknown();
}

bool isMarked(std::string_view text) {
    return text.find(unknownPart) != std::string_view::npos;
}

std::optional<Value> known(diags::Result<Value> result) {
    if (!result.isOk() || !result->isWhollyKnown() || result->containsMarked() || result->isNull())
        return {};
    return *std::move(result.value);
}

void append(std::vector<Value>& all, std::vector<Value> more) {
    for (Value& value : more)
        if (all.size() < mostValues)
            all.push_back(std::move(value));
        else
            all.back() = mark();
}

std::vector<Value> elements(const Value& collection) {
    std::vector<Value> found;
    if (collection.type().isMapping() || collection.type().isSequence())
        for (std::size_t i = 0; i < collection.size(); ++i)
            if (!collection.element(i).isNull())
                append(found, {collection.element(i)});
    return found.empty() ? std::vector<Value>{mark()} : found;
}

/// The result of `fileset`: its pattern, with `unknownPart` in place of wildcards.
Value matchesOf(const Value& pattern) {
    std::string text = values::scalarText(pattern).value_or(std::string(1, unknownPart));
    if (text.find_first_of("[{\\") != std::string::npos)
        return Value::tuple({mark()});
    for (char& c : text)
        if (c == '*' || c == '?')
            c = unknownPart;
    return Value::tuple({Value::string(text)});
}

/// The folder of a path. If its last part is not known, it can have several parts.
Value folderOf(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos)
        return mark();
    return Value::string(isMarked(path.substr(slash)) ? path.substr(0, slash) + unknownPart : path.substr(0, slash));
}

/// Counts nested expressions, also those of local values that refer to themselves.
class DepthGuard {
public:
    explicit DepthGuard(std::size_t& depth)
        : m_depth(depth) {
        ++m_depth;
    }
    DepthGuard(const DepthGuard&) = delete;
    DepthGuard& operator=(const DepthGuard&) = delete;
    ~DepthGuard() { --m_depth; }

private:
    std::size_t& m_depth;
};

} // namespace

bool hasUnknownParts(const Value& value) {
    if (value.isNull())
        return false;
    if (value.type().isString())
        return isMarked(value.asString());
    if (value.type().isMapping() || value.type().isSequence())
        for (std::size_t i = 0; i < value.size(); ++i)
            if (hasUnknownParts(value.element(i)) || (value.type().isMapping() && isMarked(value.key(i))))
                return true;
    return false;
}

std::vector<Value> PossibleValues::of(const hcl::Expression& expression) const {
    const DepthGuard guard(m_depth);
    if (m_depth > deepest || ++m_steps > mostSteps)
        return {mark()};
    if (std::optional<Value> value = constant(expression, m_scopes.constants))
        return {*std::move(value)};
    if (const hcl::ExpressionPtr native = expression.inNativeSyntax()) // of JSON
        return of(*native);
    if (const auto* parentheses = dynamic_cast<const syntax::Parentheses*>(&expression))
        return of(*parentheses->inner);
    if (const auto* wrap = dynamic_cast<const syntax::TemplateWrap*>(&expression))
        return of(*wrap->wrapped);
    if (const auto* condition = dynamic_cast<const syntax::Conditional*>(&expression)) {
        const hcl::ExpressionPtr both[] = {condition->whenTrue, condition->whenFalse};
        return ofAny(both);
    }
    if (const auto* text = dynamic_cast<const syntax::Template*>(&expression))
        return combined(text->parts, [](std::span<const Value> parts) {
            std::string whole;
            for (const Value& part : parts)
                whole += values::scalarText(part).value_or(std::string(1, unknownPart));
            return Value::string(whole);
        });
    if (const auto* tuple = dynamic_cast<const syntax::TupleConstructor*>(&expression))
        return combined(tuple->items, [](std::span<const Value> items) {
            return Value::tuple({items.begin(), items.end()});
        });
    if (const auto* object = dynamic_cast<const syntax::ObjectConstructor*>(&expression)) {
        std::vector<hcl::ExpressionPtr> items;
        std::vector<std::string> keys;
        for (const hcl::ExpressionPair& item : object->items) {
            keys.push_back(textsOf(*item.key).front());
            items.push_back(item.value);
        }
        return combined(items, [&](std::span<const Value> parts) {
            std::vector<std::pair<std::string, Value>> attributes;
            for (std::size_t i = 0; i < parts.size(); ++i)
                attributes.emplace_back(keys[i], parts[i]);
            return Value::object(std::move(attributes));
        });
    }
    if (const auto* call = dynamic_cast<const syntax::FunctionCall*>(&expression))
        return ofCall(*call);
    if (const auto* index = dynamic_cast<const syntax::Index*>(&expression))
        return ofIndex(*index);
    if (const auto* relative = dynamic_cast<const syntax::RelativeTraversal*>(&expression)) {
        Values found;
        for (const Value& source : of(*relative->source))
            append(found, {known(hcl::applyTraversal(source, relative->traversal)).value_or(mark())});
        return found;
    }
    if (const auto* reference = dynamic_cast<const syntax::ScopeTraversal*>(&expression))
        return ofReference(reference->traversal);
    return {mark()};
}

std::vector<Value> PossibleValues::ofReference(const hcl::Traversal& traversal) const {
    Values found;
    if (std::optional<Value> value = known(m_scopes.possible.resolve(traversal)))
        found.push_back(*std::move(value));
    const auto& steps = traversal.steps;
    const auto local =
        traversal.rootName() == "local" && steps.size() > 1 ? m_locals.find(steps[1].name.str()) : m_locals.end();
    if (local == m_locals.end()) {
        const bool canDiffer = traversal.rootName() == "var"; // from its default value
        return found.empty() || canDiffer ? (append(found, {mark()}), found) : found;
    }
    for (const Value& value : of(*local->second.expression))
        append(found, {known(hcl::applySteps(value, std::span(steps).subspan(2))).value_or(mark())});
    return found;
}

std::vector<Value> PossibleValues::ofCall(const syntax::FunctionCall& call) const {
    const std::string_view name = lang::builtInName(call.name);
    if (readsFile(name) || call.arguments.empty() || call.expandFinal)
        return {mark()};
    if (listsFiles(name))
        return {matchesOf(of(*call.arguments.back()).front())};
    if (name == "try" || name == "coalesce")
        return ofAny(call.arguments);
    if (name == "lookup") {
        Values found = call.arguments.size() > 2 ? of(*call.arguments[2]) : Values();
        for (const Value& collection : of(*call.arguments.front()))
            append(found, elements(collection));
        return found;
    }
    return combined(call.arguments, [&](std::span<const Value> arguments) {
        if (name == "dirname" && hasUnknownParts(arguments.front()) && arguments.front().type().isString())
            return folderOf(arguments.front().asString());
        syntax::FunctionCall made;
        made.name = call.name;
        for (const Value& argument : arguments)
            made.arguments.push_back(std::make_shared<syntax::LiteralValue>(call.nameRange, argument));
        const std::optional<Value> result = constant(made, m_scopes.constants);
        // Without the mark, such as a hash of it, nothing of the result is known.
        const bool isKnown = result && (hasUnknownParts(*result) || std::ranges::none_of(arguments, hasUnknownParts));
        return isKnown ? *result : mark();
    });
}

std::vector<Value> PossibleValues::ofIndex(const syntax::Index& index) const {
    Values found;
    for (const Value& collection : of(*index.collection))
        for (const Value& key : of(*index.key)) {
            std::optional<Value> element;
            if (!hasUnknownParts(key))
                element = known(hcl::indexValue(collection, key, index.bracketRange));
            append(found, element ? Values{*element} : elements(collection));
        }
    return found;
}

std::vector<Value> PossibleValues::ofAny(std::span<const hcl::ExpressionPtr> expressions) const {
    Values found;
    for (const hcl::ExpressionPtr& expression : expressions)
        append(found, of(*expression));
    return found;
}

template <typename Make>
std::vector<Value> PossibleValues::combined(std::span<const hcl::ExpressionPtr> expressions, const Make& make) const {
    std::vector<Values> rows(1);
    for (const hcl::ExpressionPtr& expression : expressions) {
        Values options = of(*expression);
        if (rows.size() * options.size() > mostValues)
            options = {mark()};
        std::vector<Values> longer;
        for (const Values& row : rows)
            for (const Value& option : options) {
                longer.push_back(row);
                longer.back().push_back(option);
            }
        rows = std::move(longer);
    }
    Values made;
    for (const Values& row : rows)
        made.push_back(make(row));
    return made;
}

std::vector<std::string> PossibleValues::textsOf(const hcl::Expression& expression) const {
    std::vector<std::string> texts;
    for (const Value& value : of(expression))
        texts.push_back(values::scalarText(value).value_or(std::string(1, unknownPart)));
    std::ranges::sort(texts);
    texts.erase(std::ranges::unique(texts).begin(), texts.end());
    return texts;
}

std::vector<std::pair<Value, Value>> PossibleValues::elementsOf(const hcl::Expression& collection) const {
    std::vector<std::pair<Value, Value>> found;
    for (const Value& value : of(collection)) {
        const bool isMapping = value.type().isMapping();
        if (!isMapping && !value.type().isSequence()) {
            found.emplace_back(mark(), mark());
            continue;
        }
        for (std::size_t i = 0; i < value.size(); ++i)
            if (!value.element(i).isNull())
                found.emplace_back(isMapping ? Value::string(value.key(i)) : value.element(i), value.element(i));
    }
    if (found.size() > mostValues)
        return {{mark(), mark()}};
    return found;
}

} // namespace planlens::projects
