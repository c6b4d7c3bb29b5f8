// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/source_finder.h"

#include <algorithm>
#include <unordered_map>

/// Parts of expressions that are possible sources because the previous value decides nothing, or that were edited.
namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Path;
using values::Type;
using values::Value;

namespace {

/// Whether two unmarked sets of the same type have an element in common.
bool haveCommonElement(const Value& a, const Value& b) {
    std::unordered_map<std::string, std::vector<const Value*>> elements; // by hash
    for (std::size_t i = 0; i < a.size(); ++i)
        elements[values::setHashBytes(a.element(i))].push_back(&a.element(i));
    for (std::size_t i = 0; i < b.size(); ++i)
        if (const auto found = elements.find(values::setHashBytes(b.element(i))); found != elements.end())
            for (const Value* element : found->second)
                if (isSameValue(*element, b.element(i)))
                    return true;
    return false;
}

/// Returns the values of an attribute of all blocks.
Value column(const Value& blocks, const std::string& name) {
    std::vector<Value> values;
    for (std::size_t i = 0; i < blocks.size(); ++i)
        values.push_back(Value::object({{"value", valueAt(blocks.element(i), Path().attribute(name))}}));
    return values.empty() ? Value::null(Type::dynamic()) : Value::set(std::move(values));
}

/// Whether an object type lacks an attribute, or has an optional one of this name.
bool isOptional(Type object, const std::optional<std::string>& name) {
    const auto attributes = object.attributes();
    const auto found = std::ranges::find_if(attributes, [&](const auto& one) { return one.name == name; });
    return found == attributes.end() || found->optional;
}

} // namespace

bool SourceFinder::isLiteral(const Expression& expression) {
    const auto* node = dynamic_cast<const syntax::Node*>(&expression);
    return !dynamic_cast<const syntax::FunctionCall*>(&expression) && expression.variables().empty() &&
           (!node ||
            std::ranges::all_of(node->children(), [](const auto& child) { return isLiteral(*child.expression); }));
}

bool SourceFinder::isNullTest(const Expression& expression) {
    using Operator = syntax::BinaryOperation::Operator;
    const auto* operation = dynamic_cast<const syntax::BinaryOperation*>(&expression);
    const auto isNull = [](const Expression& operand) {
        const auto* literal = dynamic_cast<const syntax::LiteralValue*>(&operand);
        return literal && literal->value.isNull();
    };
    return operation && (operation->op == Operator::Equal || operation->op == Operator::NotEqual) &&
           (isNull(*operation->left) || isNull(*operation->right));
}

bool SourceFinder::hasLiteralPart(const Expression& expression) {
    if (const auto* inner = dynamic_cast<const syntax::Parentheses*>(&expression))
        return hasLiteralPart(*inner->inner);
    if (const auto* called = dynamic_cast<const syntax::FunctionCall*>(&expression))
        return std::ranges::any_of(called->arguments, [](const auto& argument) { return isLiteral(*argument); });
    if (const auto* operation = dynamic_cast<const syntax::BinaryOperation*>(&expression)) {
        const auto isOperand = [](const Expression& operand) {
            return isLiteral(operand) ||
                   (dynamic_cast<const syntax::BinaryOperation*>(&operand) && hasLiteralPart(operand));
        };
        return !isNullTest(expression) && (isOperand(*operation->left) || isOperand(*operation->right));
    }
    return false;
}

bool SourceFinder::canBeNull(const Expression& expression) const {
    if (const auto* inner = dynamic_cast<const syntax::Parentheses*>(&expression))
        return canBeNull(*inner->inner);
    if (isLiteral(expression)) {
        const std::optional<Value> value = evaluated(expression);
        return !value || value->isNull();
    }
    if (dynamic_cast<const syntax::Template*>(&expression) ||
        dynamic_cast<const syntax::ObjectConstructor*>(&expression) ||
        dynamic_cast<const syntax::TupleConstructor*>(&expression))
        return false;
    const plans::Dependency* reference = onlyReference(expression);
    return !reference || canBeNull(*reference);
}

bool SourceFinder::canBeNull(const plans::Dependency& reference) const {
    if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&reference.dependency)) {
        const auto values = m_plan.of(*instance, reference.dependencyPath);
        return !values || values->before.isNull();
    }
    const auto& named = std::get<plans::NamedValue>(reference.dependency);
    if (named.kind == plans::NamedValue::Kind::Repetition)
        return true;
    const Path& path = reference.dependencyPath;
    if (const Path parent = path.prefix(path.size() - (path.isEmpty() ? 0 : 1)); !path.isEmpty())
        if (const std::optional<Type> type = declaredType(m_plan.plan(), named, parent); type && type->isObject())
            return isOptional(*type, keyOf(withoutFirst(path, parent.size())));
    const Definition definition = definitionOf(m_plan.plan(), named);
    if (const Expression* part = definition.expression ? elementAt(*definition.expression, path) : nullptr)
        return SourceFinder(m_plan, m_plan.plan().dependencies.of(named)).canBeNull(*part);
    return !path.isEmpty() || definition.expression || named.kind != plans::NamedValue::Kind::Variable ||
           defaultIsNull(m_plan.plan(), named);
}

/// Returns the body of a loop in a template if the previous text has no text that it makes now.
SourceFinder::Sources SourceFinder::rewrittenBody(const syntax::TemplateJoin& joined, const Value& before) {
    const auto* loop = dynamic_cast<const syntax::ForExpression*>(joined.tuple.get());
    const std::optional<Value> made = loop ? evaluated(*loop) : std::nullopt;
    const std::string was = textOf(before).value_or("");
    if (!made || !isUsable(*made) || !isSequence(*made) || made->size() == 0 || was.empty())
        return {};
    for (std::size_t i = 0; i < made->size(); ++i)
        if (const std::optional<std::string> text = textOf(made->element(i));
            !text || was.find(*text) != std::string::npos)
            return {};
    return written(loop->value->range());
}

SourceFinder::Sources SourceFinder::anyPart(const Expression& expression, const Before& before) {
    if (Sources edited = before ? editedLiteral(expression, *before) : Sources(); !edited.empty())
        return edited;
    std::vector<Sources> groups;
    const auto* node = dynamic_cast<const syntax::Node*>(&expression);
    std::vector<syntax::Node::Child> children = node ? node->children() : std::vector<syntax::Node::Child>();
    const bool isBinding = std::ranges::any_of(children, [](const auto& child) { return !child.boundNames.empty(); });
    if (const auto* loop = dynamic_cast<const syntax::ForExpression*>(&expression)) {
        groups.push_back(anyPartOf(*loop, Condition::Included));
    } else if (!children.empty() && !isBinding) {
        for (const syntax::Node::Child& child : children)
            groups.push_back(find(*child.expression, {}, {}));
    } else {
        for (const hcl::Traversal& variable : expression.variables())
            groups.push_back(references(variable, {}, {}));
    }
    const auto isGroupKept = [&](const Sources& group) { return group.empty() || areKept(group); };
    if (before && std::ranges::all_of(groups, isGroupKept)) // so the expression was edited
        return written(expression.range());
    const bool isUndecided = before && !before->isNull() && allOf(groups).size() > 1;
    if ((before && hasLiteralPart(expression)) || isUndecided)
        groups.push_back(written(expression.range()));
    else if (const auto* joined = dynamic_cast<const syntax::TemplateJoin*>(&expression); joined && before)
        groups.push_back(rewrittenBody(*joined, *before));
    Sources found = oneOf(std::move(groups));
    return found.empty() && before ? written(expression.range()) : found;
}

/// Whether the text of an expression, or of the named value that it refers to, lists all elements.
bool SourceFinder::isListed(const Expression& expression) const {
    if (const auto* inner = dynamic_cast<const syntax::Parentheses*>(&expression))
        return isListed(*inner->inner);
    if (expression.asMap() || expression.asList())
        return true;
    const plans::Dependency* reference = onlyReference(expression);
    const auto* value = reference ? std::get_if<plans::NamedValue>(&reference->dependency) : nullptr;
    if (!value || value->kind == plans::NamedValue::Kind::Repetition)
        return false;
    const Definition definition = definitionOf(m_plan.plan(), *value);
    if (!definition.expression)
        return value->kind == plans::NamedValue::Kind::Variable;
    const Expression* part = elementAt(*definition.expression, reference->dependencyPath);
    return part && SourceFinder(m_plan, m_plan.plan().dependencies.of(*value)).isListed(*part);
}

/// Returns the sources of the attributes that a `for` expression reads from listed elements; empty if it reads whole
/// elements, or if there are many.
SourceFinder::Sources SourceFinder::readAttributes(const syntax::ForExpression& expression) {
    std::vector<Path> read;
    for (const hcl::Expression* part : {expression.key.get(), expression.value.get(), expression.condition.get()})
        for (const hcl::Traversal& variable : part ? part->variables() : std::vector<hcl::Traversal>())
            if (variable.rootName() == expression.valueVariable)
                read.push_back(hcl::pathOf(variable));
    const std::optional<Value> collection = evaluated(*expression.collection);
    constexpr std::size_t most = 16;
    const bool isPaired =
        collection && (isMapping(*collection) || (isSequence(*collection) && !collection->type().isSet()));
    if (!isPaired || collection->size() > most || std::ranges::any_of(read, &Path::isEmpty) ||
        !isListed(*expression.collection))
        return {};
    std::vector<Sources> groups;
    for (std::size_t i = 0; i < collection->size(); ++i)
        for (const Path& path : read)
            groups.push_back(find(*expression.collection, joined(elementPath(*collection, i), path), {}));
    return oneOf(std::move(groups));
}

SourceFinder::Sources SourceFinder::anyPartOf(const syntax::ForExpression& expression, Condition condition) {
    Sources attributes = readAttributes(expression);
    std::vector<Sources> groups{attributes.empty() ? find(*expression.collection, {}, {}) : std::move(attributes)};
    const std::set<std::string> bound{expression.keyVariable, expression.valueVariable};
    const auto isFile = [](const ValueSource& one) { return one.kind == ValueSource::Kind::File; };
    const bool isOfFiles = std::ranges::any_of(groups.front(), isFile);
    for (const hcl::Expression* part : {expression.key.get(), expression.value.get(), expression.condition.get()})
        if (part && !(part == expression.condition.get() && condition == Condition::Omitted))
            addFreeParts(*part, bound, groups);
    constexpr std::size_t mostFiles = 8;
    if (const std::optional<Value> names = isOfFiles ? evaluated(*expression.collection) : std::nullopt;
        names && isSequence(*names) && names->size() <= mostFiles)
        for (std::size_t i = 0; i < names->size(); ++i)
            inElement(expression, *names, i, [&](const Path&) {
                addFreeParts(*expression.value, {}, groups);
                return true;
            });
    if (isOfFiles) // more files stand for their contents
        for (Sources& group : groups)
            std::erase_if(group, [&](const ValueSource& one) { return isFile(one) && one.text.ends_with("(…)"); });
    return oneOf(std::move(groups));
}

/// Adds the references and files in an expression that do not depend on the bound names.
void SourceFinder::addFreeParts(const Expression& expression, std::set<std::string> bound,
                                std::vector<Sources>& groups) {
    if (const auto* named = dynamic_cast<const syntax::ScopeTraversal*>(&expression)) {
        if (!bound.contains(named->traversal.rootName()))
            groups.push_back(traversal(*named, {}, {}));
        return;
    }
    if (const auto* called = dynamic_cast<const syntax::FunctionCall*>(&expression);
        called && readsFiles(called->name)) {
        groups.push_back(fileCall(*called, {}));
        return;
    }
    if (const auto* node = dynamic_cast<const syntax::Node*>(&expression))
        for (const syntax::Node::Child& child : node->children()) {
            std::set<std::string> names = bound;
            names.insert(child.boundNames.begin(), child.boundNames.end());
            addFreeParts(*child.expression, std::move(names), groups);
        }
}

void SourceFinder::addReads(const Expression& expression, PlanValues::References& reads) {
    if (const hcl::ExpressionPtr native = expression.inNativeSyntax())
        return addReads(*native, reads);
    const auto addBelow = [&](const Expression& part) {
        const auto* node = dynamic_cast<const syntax::Node*>(&part);
        for (const syntax::Node::Child& child : node ? node->children() : std::vector<syntax::Node::Child>())
            addReads(*child.expression, reads);
    };
    if (const auto* named = dynamic_cast<const syntax::ScopeTraversal*>(&expression)) {
        for (const plans::Dependency* reference : m_recorded.at(named->range()))
            reads.insert(reference);
        addBelow(expression);
    } else if (const auto* branches = dynamic_cast<const syntax::Conditional*>(&expression)) {
        addReads(*branches->condition, reads);
        const std::optional<Value> condition = evaluated(*branches->condition);
        const bool isDecided = condition && isUsable(*condition);
        for (const bool branch : {true, false})
            if (!isDecided || isSameValue(Value::boolean(branch), *condition))
                addReads(branch ? *branches->whenTrue : *branches->whenFalse, reads);
    } else if (const auto* loop = dynamic_cast<const syntax::ForExpression*>(&expression)) {
        const std::optional<Value> collection = evaluated(*loop->collection);
        if (!collection || !(isSequence(*collection) || isMapping(*collection)))
            return addBelow(expression);
        addReads(*loop->collection, reads);
        for (std::size_t i = 0; i < collection->size(); ++i)
            inElement(*loop, *collection, i, [&](const Path&) {
                std::optional<Value> isIncluded;
                if (loop->condition) {
                    addReads(*loop->condition, reads);
                    isIncluded = evaluated(*loop->condition);
                }
                if (isIncluded && isSameValue(Value::boolean(false), *isIncluded))
                    return true;
                for (const hcl::Expression* part : {loop->key.get(), loop->value.get()})
                    if (part)
                        addReads(*part, reads);
                return true;
            });
    } else {
        addBelow(expression);
    }
}

SourceFinder::Sources SourceFinder::withoutUnread(Sources sources, const Expression& expression) {
    const auto isPossible = [](const ValueSource& one) { return !one.isCertain && one.reference; };
    if (std::ranges::none_of(sources, isPossible))
        return sources;
    std::optional<PlanValues::References>& reads = m_plan.evaluation(expression, m_recorded.first()).reads;
    if (!reads)
        addReads(expression, reads.emplace());
    Sources left = sources;
    std::erase_if(left, [&](const ValueSource& one) { return isPossible(one) && !reads->contains(one.reference); });
    if (left.empty())
        return sources;
    if (left.size() == 1)
        left.front().isCertain = true;
    return left;
}

SourceFinder::Sources SourceFinder::findInBlock(const GeneratedBlock& block, const Before& before, const Before& now) {
    const std::optional<Value> collection = evaluated(*block.forEach);
    const bool isUsable = collection && collection->isKnown() && !collection->isNull();
    // If as many blocks of a set as before all differ, their content may have changed, too.
    if (!block.argument && before && now && isSequence(*before) && isSequence(*now) && now->type().isSet() &&
        before->size() == now->size() && !haveCommonElement(*before, *now)) {
        if (Sources found = pairedBlocks(block, *collection, *before, *now); isUsable && !found.empty())
            return found;
        std::vector<Sources> groups;
        bool isByElement = block.content.empty();
        for (const auto& [name, argument] : block.content) {
            const Value was = column(*before, name);
            if (isSameValue(was, column(*now, name)))
                continue;
            const bool usesElement = std::ranges::any_of(argument->variables(), [&](const hcl::Traversal& variable) {
                return variable.rootName() == block.iterator;
            });
            if (!usesElement && was.size() == 1) {
                const Sources found = find(*argument, {}, was.element(0).element(0));
                groups.push_back(found.empty() ? written(argument->range()) : found);
                continue;
            }
            isByElement |= usesElement;
            addFreeParts(*argument, {block.iterator}, groups);
            groups.push_back(written(argument->range()));
        }
        if (isByElement)
            groups.push_back(find(*block.forEach, {}, {}));
        return oneOf(std::move(groups));
    }
    if (!block.argument || !isUsable || block.index >= collection->size())
        return find(*block.forEach, {}, {});
    Sources found;
    inBlock(block, *collection, block.index, [&] { found = find(*block.argument, block.rest, before, now); });
    return found;
}

void SourceFinder::inBlock(const GeneratedBlock& block, const Value& collection, std::size_t i,
                           const std::function<void()>& call) {
    const bool isList = collection.type().isList() || collection.type().isTuple();
    const bool isSet = collection.type().isSet();
    const Value& value = collection.element(i);
    const Value key = isList ? Value::number(std::int64_t(i)) : isSet ? value : Value::string(collection.key(i));
    const hcl::MapScope scope({{block.iterator, Value::object({{"key", key}, {"value", value}})}}, m_scope);
    const hcl::Scope* const outer = std::exchange(m_scope, &scope);
    m_bound[block.iterator] = {block.forEach.get(), isSet ? Path() : Path().index(key), outer, false, false, true};
    call();
    m_scope = outer;
    m_bound.clear();
}

/// Compares the blocks of a set with the previous ones that have the same value of an argument whose values are
/// distinct and did not change. Empty if there is none.
SourceFinder::Sources SourceFinder::pairedBlocks(const GeneratedBlock& block, const Value& collection,
                                                 const Value& before, const Value& now) {
    const auto name = std::ranges::find_if(block.content, [&](const auto& argument) {
        const Value was = column(before, argument.first);
        return !was.isNull() && was.size() == before.size() && isSameValue(was, column(now, argument.first));
    });
    if (name == block.content.end())
        return {};
    std::vector<Sources> groups;
    for (std::size_t i = 0; i < collection.size(); ++i)
        inBlock(block, collection, i, [&] {
            const std::optional<Value> key = evaluated(*name->second);
            for (std::size_t j = 0; key && j < before.size(); ++j)
                if (isSameValue(valueAt(before.element(j), Path().attribute(name->first)), *key))
                    for (const auto& [other, argument] : block.content)
                        groups.push_back(find(*argument, {}, valueAt(before.element(j), Path().attribute(other))));
        });
    return allOf(std::move(groups));
}

} // namespace planlens::explain
