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
    if (path.isEmpty() && named.kind == plans::NamedValue::Kind::Variable && defaultIsNull(m_plan.plan(), named))
        return true; // it may not have been given
    const Definition definition = definitionOf(m_plan.plan(), named);
    if (const Expression* part = definition.expression ? elementAt(*definition.expression, path) : nullptr)
        return SourceFinder(m_plan, m_plan.dependencies().of(named)).canBeNull(*part);
    return !path.isEmpty() || definition.expression || named.kind != plans::NamedValue::Kind::Variable;
}

/// Returns the loop of a template if the previous text has more before or after it that it does not make: a text that
/// was taken out.
SourceFinder::Sources SourceFinder::droppedBeside(const syntax::TemplateJoin& joined, const Value& before) {
    const auto* loop = dynamic_cast<const syntax::ForExpression*>(joined.tuple.get());
    const auto* body = loop ? dynamic_cast<const syntax::Template*>(loop->value.get()) : nullptr;
    const std::optional<std::string> now = textOf(evaluated(joined)), was = textOf(before);
    if (!body || !now || now->empty() || !was || was->size() <= now->size())
        return {};
    std::string_view rest = *was;
    diags::SourceRange place = joined.range();
    if (rest.starts_with(*now)) {
        rest.remove_prefix(now->size());
        place.start = place.end;
    } else if (rest.ends_with(*now)) {
        rest.remove_suffix(now->size());
        place.end = place.start;
    } else {
        return {};
    }
    const auto isInRest = [&](const hcl::ExpressionPtr& part) {
        const std::optional<Value> literal = part->asLiteral();
        const std::string text = literal ? textOf(*literal).value_or("") : "";
        return text.find_first_not_of(" \n\t") != std::string::npos && rest.find(text) != std::string_view::npos;
    };
    return std::ranges::any_of(body->parts, isInRest) ? Sources() : written(place);
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
    if (const auto* joined = before ? dynamic_cast<const syntax::TemplateJoin*>(&expression) : nullptr)
        if (Sources dropped = droppedBeside(*joined, *before); !dropped.empty())
            return dropped;
    std::vector<Sources> groups;
    const auto* node = dynamic_cast<const syntax::Node*>(&expression);
    std::vector<syntax::Node::Child> children = node ? node->children() : std::vector<syntax::Node::Child>();
    const bool isBinding = std::ranges::any_of(children, [](const auto& child) { return !child.boundNames.empty(); });
    if (const auto* loop = dynamic_cast<const syntax::ForExpression*>(&expression)) {
        groups.push_back(anyPartOf(*loop, Condition::Included));
        if (const std::optional<Value> collection = evaluated(*loop->collection);
            collection && (isMapping(*collection) || isSequence(*collection)))
            for (std::size_t i = 0; i < collection->size() && groups.size() == 1; ++i)
                if (mayHaveExcluded(*collection, i, nullptr))
                    groups.push_back(written((loop->condition ? *loop->condition : *loop).range()));
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
    return part && SourceFinder(m_plan, m_plan.dependencies().of(*value)).isListed(*part);
}

void SourceFinder::keepRead(Sources& sources, const std::vector<Path>& read) const {
    std::erase_if(sources, [&](const ValueSource& one) {
        const auto* instance = one.kind == ValueSource::Kind::Reference
                                   ? std::get_if<addrs::AbsResourceInstance>(&one.reference->dependency)
                                   : nullptr;
        return instance && one.path == one.reference->dependencyPath &&
               std::ranges::none_of(read, [&](const Path& path) {
                   const auto values = m_plan.of(*instance, joined(one.path, path));
                   return !values || values->isDifferent();
               });
    });
}

/// Returns the paths in the elements that a `for` expression reads.
std::vector<Path> SourceFinder::pathsRead(const syntax::ForExpression& expression) {
    std::vector<Path> read;
    for (const hcl::Expression* part : {expression.key.get(), expression.value.get(), expression.condition.get()})
        for (const hcl::Traversal& variable : part ? part->variables() : std::vector<hcl::Traversal>())
            if (variable.rootName() == expression.valueVariable)
                read.push_back(hcl::pathOf(variable));
    return read;
}

/// Returns the sources of the attributes that a `for` expression reads from listed elements; empty if it reads whole
/// elements, or if there are many.
SourceFinder::Sources SourceFinder::readAttributes(const syntax::ForExpression& expression) {
    const std::vector<Path> read = pathsRead(expression);
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
    keepRead(groups.front(), pathsRead(expression));
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

} // namespace planlens::explain
