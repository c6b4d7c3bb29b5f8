// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/source_finder.h"

namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Path;
using values::Value;

namespace {

bool changesEachTime(std::string_view function) {
    const std::string_view name = builtInName(function);
    return name == "timestamp" || name == "uuid" || name == "bcrypt" || name == "plantimestamp";
}

/// Returns the item in an object constructor that a path selects; null if there is none.
const hcl::Expression* itemAt(const syntax::ObjectConstructor& object, const Path& path, const hcl::Scope* scope) {
    if (path.isEmpty())
        return nullptr;
    const auto* attribute = std::get_if<values::AttributeStep>(&path[0]);
    const Value key =
        attribute ? Value::string(attribute->name) : std::get<values::IndexStep>(path[0]).key.unmarkedDeep();
    for (const hcl::ExpressionPair& item : object.items)
        if (const auto name = item.key->evaluate(scope); !name.hasErrors() && name->unmarkedDeep() == key)
            return item.value.get();
    return nullptr;
}

} // namespace

SourceFinder::Sources SourceFinder::unknown(const Expression& expression, const Path& path) {
    if (const auto* inner = dynamic_cast<const syntax::Parentheses*>(&expression))
        return unknown(*inner->inner, path);
    if (const auto* wrap = dynamic_cast<const syntax::TemplateWrap*>(&expression))
        return unknown(*wrap->wrapped, path);
    if (const auto* named = dynamic_cast<const syntax::ScopeTraversal*>(&expression))
        return traversal(*named, path, {});
    if (const auto* relative = dynamic_cast<const syntax::RelativeTraversal*>(&expression)) {
        if (dynamic_cast<const syntax::Index*>(relative->source.get()))
            return changed(expression, path, {});
        return find(*relative->source, joined(hcl::pathOf(relative->traversal), path), {});
    }
    if (const auto* condition = dynamic_cast<const syntax::Conditional*>(&expression)) {
        const std::optional<Value> value = evaluated(*condition->condition);
        if (!value)
            return unknownParts(expression);
        if (!value->isKnown())
            return find(*condition->condition, {}, {});
        return find(isSameValue(Value::boolean(true), *value) ? *condition->whenTrue : *condition->whenFalse, path, {});
    }
    if (const auto* object = dynamic_cast<const syntax::ObjectConstructor*>(&expression))
        if (const Expression* item = itemAt(*object, path, m_scope))
            return unknown(*item, withoutFirst(path));
    if (const auto* tuple = dynamic_cast<const syntax::TupleConstructor*>(&expression); tuple && !path.isEmpty())
        if (const auto* step = std::get_if<values::IndexStep>(&path[0]); step && step->key.type().isNumber())
            if (const auto i = step->key.asNumber().toUint64(); i && *i < tuple->items.size())
                return unknown(*tuple->items[std::size_t(*i)], withoutFirst(path));
    if (const auto* index = dynamic_cast<const syntax::Index*>(&expression)) {
        const std::optional<Value> key = evaluated(*index->key);
        if (key && !key->isKnown())
            return find(*index->key, {}, {});
        return this->index(*index, path, {});
    }
    if (const auto* star = dynamic_cast<const syntax::Splat*>(&expression))
        return splat(*star, path, {});
    if (const auto* call = dynamic_cast<const syntax::FunctionCall*>(&expression)) {
        if (changesEachTime(call->name)) {
            ValueSource source{ValueSource::Kind::Call, nullptr, {}, {}, {}, call->range(), call->name + "()", true};
            return {source};
        }
        if (call->name == "merge" && !path.isEmpty())
            for (auto argument = call->arguments.rbegin(); argument != call->arguments.rend(); ++argument) {
                const std::optional<Value> value = evaluated(**argument);
                if (value && value->isKnown() && !value->isNull() &&
                    !valueAt(*value, path.prefix(1)).isKnownNotNull() && valueAt(*value, path.prefix(1)).isKnown())
                    continue; // does not have the key
                return find(**argument, path, {});
            }
    }
    return unknownParts(expression);
}

SourceFinder::Sources SourceFinder::unknownParts(const Expression& expression) {
    const auto* node = dynamic_cast<const syntax::Node*>(&expression);
    if (!node || dynamic_cast<const syntax::ForExpression*>(&expression))
        return unknownReferences(expression.variables());
    std::vector<Sources> groups;
    for (const syntax::Node::Child& child : node->children()) {
        const std::optional<Value> value = evaluated(*child.expression);
        if (value && !value->isWhollyKnown())
            groups.push_back(unknown(*child.expression, {}));
    }
    Sources found = allOf(std::move(groups));
    for (ValueSource& source : found)
        source.isCertain = true; // each one is sufficient
    return found;
}

SourceFinder::Sources SourceFinder::unknownReferences(const std::vector<hcl::Traversal>& traversals) {
    std::vector<Sources> groups;
    for (const hcl::Traversal& one : traversals)
        for (const plans::Dependency* reference : m_recorded.at(one.range()))
            if (!reference->value.isWhollyKnown() && !reference->isInvalid) {
                groups.push_back(references(one, {}, {}));
                break;
            }
    return allOf(std::move(groups));
}

} // namespace planlens::explain
