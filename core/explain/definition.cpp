// SPDX-License-Identifier: MPL-2.0
#include "core/explain/definition.h"

#include "core/addrs/reference.h"
#include "core/configs/config.h"
#include "core/explain/plan_values.h"
#include "core/explain/sources/configured_blocks.h"
#include "core/hcl/syntax.h"
#include "core/hcl/syntax/parser.h"
#include "core/plans/plan.h"

#include <algorithm>
#include <cctype>

namespace planlens::explain {

namespace {

template <typename Declared>
Definition repetitionOf(const Declared& declared) {
    return declared.count     ? Definition{declared.count, {}, "count"}
           : declared.forEach ? Definition{declared.forEach, {}, "for_each"}
                              : Definition{declared.enabled, {}, "enabled"};
}

Definition repetitionOf(const configs::ModuleNode& module, const std::string& name) {
    constexpr std::string_view callPrefix = "module.";
    if (name.starts_with(callPrefix)) {
        const auto call = module.module.moduleCalls.find(name.substr(callPrefix.size()));
        return call == module.module.moduleCalls.end() ? Definition() : repetitionOf(call->second);
    }
    const std::optional<addrs::AbsResourceInstance> address = addrs::readAbsResourceInstance(name);
    const configs::Resource* resource = address ? module.module.resource(address->resource) : nullptr;
    return resource ? repetitionOf(*resource) : Definition();
}

Definition variableDefinition(const plans::Plan& plan, const configs::ModuleNode& module, const std::string& name) {
    const auto variable = module.module.variables.find(name);
    if (variable == module.module.variables.end())
        return {};
    if (!module.parent) {
        const auto origin = plan.recorded.variableOrigins.find(name);
        if (origin == plan.recorded.variableOrigins.end() ||
            origin->second.kind == plans::VariableOrigin::Kind::Default)
            return {nullptr, variable->second.defaultRange};
        return {nullptr, origin->second.range};
    }
    const auto call = module.parent->module.moduleCalls.find(module.path.path.back());
    if (call != module.parent->module.moduleCalls.end() && call->second.config)
        if (const auto arguments = call->second.config->justAttributes(); arguments.value)
            if (const auto argument = arguments->find(name); argument != arguments->end())
                return {argument->second.expression, argument->second.expression->range()};
    return {nullptr, variable->second.defaultRange};
}

/// Returns the position of the only element of a list that was inserted into the previous one, which can be a set.
std::optional<std::size_t> onlyInserted(const values::Value& before, const values::Value& after) {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const bool isOld = before.type().isSet()
                               ? !valueAt(before, values::Path().index(after.element(i))).isNull()
                               : i - (found ? 1 : 0) < before.size() &&
                                     isSameValue(before.element(i - (found ? 1 : 0)), after.element(i));
        if (!isOld && found)
            return {};
        if (!isOld)
            found = i;
    }
    return found;
}

/// Returns the path of the only element that differs between two collections, or that was added; empty if there are
/// several. Previous elements that are unknown did not change.
values::Path onlyDifference(const values::Value& before, const values::Value& after) {
    if (!before.isKnown() || !after.isWhollyKnown() || before.isNull() || after.isNull())
        return {};
    const bool areSequences = isSequence(before) && isSequence(after) && !after.type().isSet();
    if (areSequences && (before.type().isSet() || before.size() + 1 == after.size())) {
        const auto inserted = onlyInserted(before, after);
        return inserted ? values::Path().index(std::int64_t(*inserted)) : values::Path();
    }
    if (!(areSequences && before.size() == after.size()) &&
        !(isMapping(before) && isMapping(after) && before.size() <= after.size()))
        return {};
    values::Path found;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const values::Value* was = areSequences ? &before.element(i) : before.find(after.key(i));
        if (was && (!was->isKnown() || isSameValue(*was, after.element(i))))
            continue;
        if (!found.isEmpty())
            return {};
        const values::Path step =
            areSequences ? values::Path().index(std::int64_t(i)) : values::Path().index(std::string_view(after.key(i)));
        found = joined(step, was ? onlyDifference(*was, after.element(i)) : values::Path());
    }
    return found;
}

/// Returns the expression of the element that a step selects; null if the expression does not contain it, or if another
/// argument of merge() can override it.
const hcl::Expression* elementOf(const hcl::Expression& expression, const values::PathStep& step) {
    if (const auto* call = dynamic_cast<const hcl::syntax::FunctionCall*>(&expression);
        call && builtInName(call->name) == "merge" && !call->expandFinal) {
        for (std::size_t i = call->arguments.size(); i-- > 0;) {
            const auto* made = dynamic_cast<const hcl::syntax::ObjectConstructor*>(call->arguments[i].get());
            const hcl::Expression* found = made ? elementOf(*made, step) : nullptr;
            if (found || !made)
                return found;
        }
        return nullptr;
    }
    const auto* attribute = std::get_if<values::AttributeStep>(&step);
    const values::Value key =
        attribute ? values::Value::string(attribute->name) : std::get<values::IndexStep>(step).key.unmarkedDeep();
    if (!key.isKnown() || key.isNull())
        return nullptr;
    const auto inList = [&](const std::vector<hcl::ExpressionPtr>& items) -> const hcl::Expression* {
        const auto index = key.type().isNumber() ? key.asNumber().toUint64() : std::nullopt;
        return index && *index < items.size() ? items[std::size_t(*index)].get() : nullptr;
    };
    if (const auto* made = dynamic_cast<const hcl::syntax::TupleConstructor*>(&expression))
        return inList(made->items); // asList() would copy them for each element
    const auto isKey = [&](const hcl::Expression& written) {
        if (const auto* word = dynamic_cast<const hcl::syntax::WordKey*>(&written)) // by far the most
            return key.type().isString() && word->word.asString() == key.asString();
        const auto name = written.evaluate(nullptr);
        return !name.hasErrors() && name.value && isSameValue(key, name->unmarkedDeep());
    };
    const auto inObject = [&](const std::vector<hcl::ExpressionPair>& items) -> const hcl::Expression* {
        const auto found = std::ranges::find_if(items, [&](const auto& item) { return isKey(*item.key); });
        return found == items.end() ? nullptr : found->value.get();
    };
    if (const auto* made = dynamic_cast<const hcl::syntax::ObjectConstructor*>(&expression))
        return inObject(made->items);
    if (const auto object = expression.asMap())
        return inObject(*object);
    if (const auto list = expression.asList())
        return inList(*list);
    return nullptr;
}

/// Returns the names after a dot, in brackets, or in later arguments of functions such as lookup().
std::unordered_set<std::string> readAttributes(const diags::Sources& sources) {
    std::unordered_set<std::string> names;
    const auto isInName = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
    for (const auto& [file, source] : sources.files())
        for (const std::string_view prefix : {".", "[\"", ", \""})
            for (std::size_t at = source.text ? source.text->find(prefix) : std::string::npos; at != std::string::npos;
                 at = source.text->find(prefix, at + 1)) {
                const auto start = source.text->begin() + std::ptrdiff_t(at + prefix.size());
                names.emplace(start, std::find_if_not(start, source.text->end(), isInName));
            }
    return names;
}

/// Returns the expression at a range of a source text; null if the text does not show it.
const hcl::Expression* expressionIn(const PlanValues& values, const diags::SourceRange& range) {
    const std::optional<std::string_view> text = range.isEmpty() ? std::nullopt : sourceText(values.plan(), range);
    if (!text)
        return nullptr;
    return values.expressionAt(
        range, [&] { return hcl::parseExpression(*text, range.filename.str(), range.start).value.value_or(nullptr); });
}

} // namespace

const configs::ModuleNode* moduleOf(const plans::Plan& plan, const addrs::ModuleInstance& module) {
    return plan.configuration && plan.configuration->root ? plan.configuration->module(module.module()) : nullptr;
}

bool hasPart(const hcl::Expression& expression, const std::function<bool(const hcl::Expression&)>& isWanted) {
    if (isWanted(expression))
        return true;
    const auto* node = dynamic_cast<const hcl::syntax::Node*>(&expression);
    const auto children = node ? node->children() : std::vector<hcl::syntax::Node::Child>();
    return std::ranges::any_of(children, [&](const auto& child) { return hasPart(*child.expression, isWanted); });
}

const hcl::Expression* elementAt(const hcl::Expression& expression, const values::Path& path) {
    const hcl::Expression* found = &expression;
    for (std::size_t i = 0; found && i < path.size(); ++i)
        found = elementOf(*found, path[i]);
    return found;
}

diags::SourceRange itemAt(const hcl::Expression& expression, const values::Path& path) {
    const hcl::Expression* value = path.isEmpty() ? nullptr : elementAt(expression, path);
    const hcl::Expression* parent = value ? elementAt(expression, path.prefix(path.size() - 1)) : nullptr;
    std::vector<const hcl::Expression*> objects{parent};
    if (const auto* call = dynamic_cast<const hcl::syntax::FunctionCall*>(parent))
        for (const hcl::ExpressionPtr& argument : call->arguments)
            objects.push_back(argument.get());
    for (const hcl::Expression* object : objects)
        if (const auto* made = dynamic_cast<const hcl::syntax::ObjectConstructor*>(object))
            for (const hcl::ExpressionPair& item : made->items)
                if (item.value.get() == value)
                    return diags::SourceRange::between(item.key->range(), value->range());
    return {};
}

values::Path withDifference(const values::Path& path, const std::optional<values::Value>& before,
                            const std::optional<values::Value>& after) {
    return joined(path, before && after ? onlyDifference(*before, *after) : values::Path());
}

diags::SourceRange placeOfElement(const PlanValues& values, const diags::SourceRange& range, const values::Path& path,
                                  const std::optional<values::Value>& before,
                                  const std::optional<values::Value>& after) {
    const values::Path whole = withDifference(path, before, after);
    diags::SourceRange place = range;
    const hcl::Expression* found = whole.isEmpty() ? nullptr : expressionIn(values, range);
    for (const values::PathStep& step : whole) {
        found = found ? elementOf(*found, step) : nullptr;
        if (!found)
            break;
        place = found->range();
    }
    return place;
}

bool isWritten(const PlanValues& values, const diags::SourceRange& range, const values::Path& path) {
    const hcl::Expression* found = expressionIn(values, range);
    for (const values::PathStep& step : path)
        found = found ? elementOf(*found, step) : nullptr;
    return found;
}

namespace {

const configs::Variable* variableOf(const plans::Plan& plan, const plans::NamedValue& named) {
    const configs::ModuleNode* module = moduleOf(plan, named.module);
    if (!module)
        return nullptr;
    const auto found = module->module.variables.find(named.name);
    return found == module->module.variables.end() ? nullptr : &found->second;
}

/// Returns the call of optional() at a path in a type expression; null if there is none.
const hcl::syntax::FunctionCall* optionalAt(const hcl::Expression& type, const values::Path& path, std::size_t step) {
    const auto* called = dynamic_cast<const hcl::syntax::FunctionCall*>(&type);
    if (!called || called->arguments.empty())
        return nullptr;
    const hcl::Expression& first = *called->arguments.front();
    if (called->name == "optional") {
        const auto* inner = step < path.size() ? optionalAt(first, path, step) : nullptr;
        return inner ? inner : called;
    }
    if (step >= path.size())
        return nullptr;
    const hcl::Expression* element =
        called->name == "object" ? elementOf(first, path[step]) : called->arguments.front().get();
    return element ? optionalAt(*element, path, step + 1) : nullptr;
}

/// Returns the type expression of a variable, as the source text shows it; null if it does not.
hcl::ExpressionPtr typeOf(const plans::Plan& plan, const configs::Variable& variable) {
    const std::string file = variable.range.filename.str();
    const diags::Sources::File* source = plan.configuration->sources.find(file);
    if (!source || !source->text || file.ends_with(".json"))
        return nullptr;
    const diags::Result<hcl::File> parsed = hcl::parseNative(std::make_shared<const std::string>(*source->text), file);
    const auto content = parsed.value && parsed->body ? parsed->body->knownContent({{}, {{"variable", {"name"}}}})
                                                      : diags::Result<hcl::BodyContent>();
    for (const hcl::Block& block : content.value ? content->blocks : std::vector<hcl::Block>()) {
        const auto arguments = block.body->justAttributes();
        if (block.defRange == variable.range && arguments.value)
            if (const auto type = arguments->find("type"); type != arguments->end())
                return type->second.expression;
    }
    return nullptr;
}

} // namespace

std::optional<values::Type> declaredType(const plans::Plan& plan, const plans::NamedValue& named,
                                         const values::Path& path) {
    const bool isVariable = named.kind == plans::NamedValue::Kind::Variable;
    const configs::Variable* variable = isVariable ? variableOf(plan, named) : nullptr;
    std::optional<values::Type> type = variable ? std::optional(variable->constraint.type) : std::nullopt;
    for (std::size_t i = 0; type && i < path.size(); ++i) {
        const std::optional<std::string> key = keyOf(withoutFirst(path, i));
        if (type->isObject())
            type = key && type->hasAttribute(*key) ? std::optional(type->attributeType(*key)) : std::nullopt;
        else
            type = type->isMap() || type->isList() ? std::optional(type->elementType()) : std::nullopt;
    }
    return type;
}

std::optional<values::Value> defaultOf(const plans::Plan& plan, const plans::NamedValue& named) {
    const configs::Variable* variable = variableOf(plan, named);
    return variable ? variable->defaultValue : std::nullopt;
}

bool defaultIsNull(const plans::Plan& plan, const plans::NamedValue& named) {
    const configs::Variable* variable = variableOf(plan, named);
    return !variable || (variable->defaultValue && variable->defaultValue->isNull());
}

bool isDefault(const plans::Plan& plan, const plans::NamedValue& named, const values::Value& value) {
    const bool isArgument = named.kind == plans::NamedValue::Kind::Variable && !named.module.isRoot();
    const configs::Variable* variable = isArgument ? variableOf(plan, named) : nullptr;
    return variable && variable->defaultValue && !variable->defaultValue->isNull() && !value.isNull() &&
           isSameValue(value, variable->defaultValue->unmarkedDeep());
}

diags::SourceRange placeOfOptional(const PlanValues& values, const plans::NamedValue& named, const values::Path& path) {
    const configs::Variable* variable = variableOf(values.plan(), named);
    const hcl::Expression* type =
        variable ? values.expressionAt(variable->range, [&] { return typeOf(values.plan(), *variable); }) : nullptr;
    const hcl::syntax::FunctionCall* optional = type ? optionalAt(*type, path, 0) : nullptr;
    return optional ? optional->range() : diags::SourceRange();
}

diags::SourceRange placeOfDefault(const PlanValues& values, const plans::NamedValue& named, const values::Path& path) {
    const configs::Variable* variable = variableOf(values.plan(), named);
    if (!variable)
        return {};
    if (path.isEmpty())
        return variable->defaultRange.isEmpty() ? variable->range : variable->defaultRange;
    const diags::SourceRange optional = placeOfOptional(values, named, path);
    return optional.isEmpty() ? variable->range : optional;
}

std::optional<std::string_view> sourceText(const plans::Plan& plan, const diags::SourceRange& range) {
    const diags::Sources::File* file =
        plan.configuration ? plan.configuration->sources.find(range.filename.str()) : nullptr;
    if (!file || !file->text || range.end.byte > file->text->size())
        return {};
    return std::string_view(*file->text).substr(range.start.byte, range.end.byte - range.start.byte);
}

bool PlanValues::readsAttribute(const std::string& name) const {
    if (!m_readAttributes)
        m_readAttributes =
            m_plan.configuration ? readAttributes(m_plan.configuration->sources) : std::unordered_set<std::string>();
    return m_readAttributes->contains(name);
}

Definition definitionOf(const plans::Plan& plan, const plans::NamedValue& named) {
    const configs::ModuleNode* module = moduleOf(plan, named.module);
    if (!module)
        return {};
    Definition found;
    hcl::ExpressionPtr& expression = found.expression;
    switch (named.kind) {
    case plans::NamedValue::Kind::Variable:
        return variableDefinition(plan, *module, named.name);
    case plans::NamedValue::Kind::Local:
        if (const auto local = module->module.locals.find(named.name); local != module->module.locals.end())
            expression = local->second.expression;
        break;
    case plans::NamedValue::Kind::Output:
        if (const auto output = module->module.outputs.find(named.name); output != module->module.outputs.end())
            expression = output->second.expression;
        break;
    case plans::NamedValue::Kind::Repetition:
        found = repetitionOf(*module, named.name);
        break;
    }
    if (!expression)
        return {};
    found.range = expression->range();
    return found;
}

const configs::Resource* resourceOf(const plans::Plan& plan, const addrs::ConfigResource& resource) {
    return plan.configuration && plan.configuration->root ? plan.configuration->resource(resource) : nullptr;
}

hcl::BodyPtr bodyOf(const plans::Plan& plan, const addrs::ConfigResource& resource) {
    const configs::Resource* config = resourceOf(plan, resource);
    return config ? config->config : nullptr;
}

schemas::ArgumentExpression argumentOf(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                                       const values::Path& path) {
    const hcl::BodyPtr body = bodyOf(plan, change.address.config());
    const schemas::ResourceSchemaPtr schema = plans::resourceSchema(plan, change);
    if (!body || !schema || path.isEmpty())
        return {};
    // Written blocks are counted without those that a `dynamic` block generates beside them.
    const std::optional<BlockOrigin> origin = originOf(*body, change, path);
    if (!origin)
        return schemas::argumentExpression(body, schema->block, path);
    if (origin->isGenerated) {
        schemas::ArgumentExpression generated = schemas::argumentExpression(body, schema->block, path);
        generated.expression = nullptr;
        return generated;
    }
    const values::Path written = joined(path.prefix(1).index(std::int64_t(origin->index)), withoutFirst(path, 2));
    return schemas::argumentExpression(body, schema->block, written);
}

namespace {

/// `scope` is the module instance that contains the entries.
std::vector<DependsOnEntry> entriesOf(const std::vector<hcl::Traversal>& dependsOn,
                                      const addrs::ModuleInstance& scope) {
    std::vector<DependsOnEntry> found;
    for (const hcl::Traversal& traversal : dependsOn) {
        const diags::Result<addrs::Reference> reference = addrs::parseReference(traversal);
        const auto* resource = reference.value ? std::get_if<addrs::Resource>(&reference->subject) : nullptr;
        if (resource) {
            found.emplace_back(traversal.range(), addrs::AbsResource{scope, *resource});
        } else if (traversal.rootName() == "module" && traversal.steps.size() >= 2) { // an output stands for its module
            addrs::Module other = scope.module();
            other.path.push_back(traversal.steps[1].name);
            found.emplace_back(traversal.range(), std::move(other));
        }
    }
    return found;
}

} // namespace

const configs::ModuleCall* callOf(const plans::Plan& plan, const addrs::ModuleInstance& module) {
    const configs::ModuleNode* node = moduleOf(plan, module);
    if (!node || !node->parent)
        return nullptr;
    const auto call = node->parent->module.moduleCalls.find(node->path.path.back());
    return call == node->parent->module.moduleCalls.end() ? nullptr : &call->second;
}

std::vector<plans::NamedValue> defaultsElsewhere(const plans::Plan& plan, const plans::NamedValue& variable) {
    constexpr std::size_t most = 16; // enough to show what changes with the default
    std::vector<plans::NamedValue> found;
    const configs::ModuleNode* const own = moduleOf(plan, variable.module);
    const std::function<void(const configs::ModuleNode&, const addrs::ModuleInstance&)> visit =
        [&](const configs::ModuleNode& parent, const addrs::ModuleInstance& at) {
            for (const auto& [name, node] : parent.children) {
                const auto call = parent.module.moduleCalls.find(name);
                if (found.size() == most)
                    return;
                if (call == parent.module.moduleCalls.end() || call->second.count || call->second.forEach)
                    continue;
                const plans::NamedValue other{variable.kind, at.child(name, {}), variable.name};
                if (node.get() != own && node->module.sourceDirectory == own->module.sourceDirectory &&
                    !definitionOf(plan, other).expression)
                    found.push_back(other);
                visit(*node, other.module);
            }
        };
    if (own)
        visit(*plan.configuration->root, {});
    return found;
}

std::vector<DependsOnEntry> dependsOnOfCall(const plans::Plan& plan, const addrs::ModuleInstance& module) {
    const configs::ModuleCall* call = callOf(plan, module);
    return call ? entriesOf(call->dependsOn, module.parent()) : std::vector<DependsOnEntry>();
}

diags::SourceRange addedCallOf(const PlanValues& values, const addrs::ModuleInstance& module) {
    if (module.isRoot() || values.isFirstRun() || !values.isNew(module) || !values.isAddedCall(module))
        return {};
    const diags::SourceRange outer = addedCallOf(values, module.parent());
    const configs::ModuleCall* call = callOf(values.plan(), module);
    return outer.isEmpty() && call ? call->range : outer;
}

std::vector<DependsOnEntry> dependsOnOf(const plans::Plan& plan, const addrs::AbsResourceInstance& instance) {
    const configs::Resource* resource = resourceOf(plan, instance.config());
    return resource ? entriesOf(resource->dependsOn, instance.module) : std::vector<DependsOnEntry>();
}

} // namespace planlens::explain
