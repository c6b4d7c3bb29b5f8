// SPDX-License-Identifier: MPL-2.0
#include "core/explain/edits/replay.h"

#include "core/configs/module_node.h"
#include "core/explain/chain_finder.h"
#include "core/explain/definition.h"
#include "core/explain/sources/source_finder.h"
#include "core/hcl/syntax/parser.h"
#include "core/values/conversion/convert.h"

#include <algorithm>

namespace planlens::explain {

using plans::Dependency;
using plans::NamedValue;
using values::Path;
using values::Type;
using values::Value;

namespace {

constexpr std::size_t mostValues = 64; // named values behind the expression

/// Whether an expression is data that a person writes: literals, possibly in lists and objects, or in a data file.
bool isData(const hcl::Expression& expression) {
    namespace syntax = hcl::syntax;
    const auto are = [](const auto& all) {
        return std::ranges::all_of(all, [](const hcl::ExpressionPtr& one) { return isData(*one); });
    };
    if (expression.asLiteral())
        return true;
    if (const auto* inner = dynamic_cast<const syntax::Parentheses*>(&expression))
        return isData(*inner->inner);
    if (const auto* made = dynamic_cast<const syntax::TupleConstructor*>(&expression))
        return are(made->items);
    if (const auto* made = dynamic_cast<const syntax::ObjectConstructor*>(&expression))
        return std::ranges::all_of(made->items, [](const auto& item) { return isData(*item.value); });
    if (const auto* text = dynamic_cast<const syntax::Template*>(&expression))
        return are(text->parts);
    if (const auto* named = dynamic_cast<const syntax::ScopeTraversal*>(&expression))
        return named->traversal.rootName() == "path";
    const auto* call = dynamic_cast<const syntax::FunctionCall*>(&expression);
    return call && isOneOf(call->name, {"toset", "tolist", "tomap", "jsondecode", "yamldecode", "csvdecode", "file"}) &&
           are(call->arguments);
}

void addTo(std::set<std::string>& texts, const std::string& text) {
    constexpr std::size_t most = 24; // an expression is evaluated with each one
    if (texts.size() < most)
        texts.insert(text);
}

/// Whether a value that a person writes has many elements.
bool isLargeValue(const PlanValues& values, const NamedValue& named, const Definition& definition) {
    constexpr std::size_t most = 64;
    namespace syntax = hcl::syntax;
    if (const auto* made = dynamic_cast<const syntax::ObjectConstructor*>(definition.expression.get()))
        return made->items.size() > most;
    if (const auto* made = dynamic_cast<const syntax::TupleConstructor*>(definition.expression.get()))
        return made->items.size() > most;
    const plans::VariableValue* const variable = values.variable(named);
    const Value value = variable ? variable->value : Value();
    return (isMapping(value) || isSequence(value)) && value.size() > most;
}

/// Returns the instances of a resource or module call with another value of `for_each` or `count`. Those that it adds
/// are unknown.
Value withInstances(const Value& whole, const Value& repetition) {
    if (isMapping(whole) && (isMapping(repetition) || isSequence(repetition))) {
        std::vector<std::pair<std::string, Value>> instances;
        for (const std::string& key : keysOf(repetition)) {
            const Value* instance = whole.find(key);
            instances.emplace_back(key, instance ? *instance : Value::dynamicUnknown());
        }
        return Value::object(std::move(instances));
    }
    constexpr std::size_t most = 1'024;
    if (!isSequence(whole) || !isUsable(repetition) || !repetition.type().isNumber())
        return Value::dynamicUnknown();
    std::vector<Value> instances;
    while (instances.size() < most && values::Number(std::int64_t(instances.size())) < repetition.asNumber())
        instances.push_back(instances.size() < whole.size() ? whole.element(instances.size())
                                                            : Value::dynamicUnknown());
    return Value::tuple(std::move(instances));
}

/// Returns the instances of a module call with another output of one of them.
Value withOutput(const Value& whole, const Dependency& output, const Value& value) {
    const auto& named = std::get<NamedValue>(output.dependency);
    const addrs::InstanceKey key = named.module.isRoot() ? addrs::InstanceKey() : named.module.path.back().key;
    if (named.kind != NamedValue::Kind::Output || key.isNone())
        return Value::dynamicUnknown();
    const Path instance = key.isInt() ? Path().index(std::int64_t(key.index())) : Path().index(key.string());
    const Value present = valueAt(whole, instance);
    return !present.isKnown() || present.isNull() ? whole // the edit adds or removes it
                                                  : withPart(whole, instance.attribute(named.name), value);
}

/// Returns the value at a path; std::nullopt if it does not exist, so that a reference to it is an error.
std::optional<Value> existingAt(const Value& value, const Path& path) {
    for (std::size_t i = 0; i < path.size(); ++i) {
        const Value whole = valueAt(value, path.prefix(i));
        const Path step = withoutFirst(path, i);
        const std::optional<std::string> key = keyOf(step);
        const std::optional<std::size_t> index = indexAt(step);
        if ((whole.isKnown() && whole.isNull()) || (key && isMapping(whole) && !whole.find(*key)) ||
            (index && isSequence(whole) && *index >= whole.size()))
            return {};
    }
    return valueAt(value, path);
}

/// Returns a value of the type that a variable declares; std::nullopt if it cannot have that type.
std::optional<Value> converted(Value value, const std::optional<Type>& type) {
    if (!type)
        return value;
    const values::Outcome<Value> made = values::convert(value, *type);
    return made ? std::optional(*made) : std::nullopt;
}

/// Whether the type of a variable adds attributes that are not written.
bool hasDefaults(const PlanValues& values, const NamedValue& named, const diags::SourceRange& range,
                 const Value& value) {
    constexpr std::size_t most = 64; // parts that are compared
    std::size_t seen = 0;
    bool isFound = false;
    values::walk(value, [&](const Path& path, const Value& part) {
        if (named.kind == NamedValue::Kind::Variable && !path.isEmpty() && !isFound && ++seen <= most)
            isFound =
                textOf(part) && !isWritten(values, range, path) && !placeOfOptional(values, named, path).isEmpty();
        return part.isKnown() && !isFound && seen <= most;
    });
    return isFound;
}

} // namespace

/// Returns a value with another part at a path, or without that element.
Value withPart(const Value& whole, const Path& path, const std::optional<Value>& part) {
    if (path.isEmpty())
        return *part;
    const Path rest = withoutFirst(path);
    const auto element = [&](const Value& old) {
        return rest.isEmpty() && !part ? std::optional<Value>() : std::optional(withPart(old, rest, part));
    };
    if (isMapping(whole)) {
        const std::string key = keyOf(path).value_or("");
        std::vector<std::pair<std::string, Value>> entries;
        for (std::size_t i = 0; i < whole.size(); ++i)
            if (std::string name(whole.key(i)); name != key)
                entries.emplace_back(std::move(name), whole.element(i));
            else if (std::optional<Value> made = element(whole.element(i)))
                entries.emplace_back(std::move(name), *std::move(made));
        if (!whole.find(key) && part)
            entries.emplace_back(key, *part);
        return Value::object(std::move(entries));
    }
    const std::size_t index = indexAt(path).value_or(0);
    std::vector<Value> elements;
    for (std::size_t i = 0; i < whole.size(); ++i)
        if (i != index)
            elements.push_back(whole.element(i));
        else if (std::optional<Value> made = element(whole.element(i)))
            elements.push_back(*std::move(made));
    if (index == whole.size() && part)
        elements.push_back(*part);
    const auto isOfType = [&](const Value& one) { return one.type() == elements.front().type(); };
    return whole.type().isSet() && !elements.empty() && std::ranges::all_of(elements, isOfType)
               ? Value::set(std::move(elements))
               : Value::tuple(std::move(elements));
}

std::set<NamedValue> withReferences(const PlanValues& values, const NamedValue& named) {
    constexpr std::size_t most = 2 * mostValues;
    std::set<NamedValue> seen{named};
    for (std::vector<NamedValue> pending{named}; !pending.empty() && seen.size() < most;) {
        const NamedValue one = std::move(pending.back());
        pending.pop_back();
        for (const Dependency* reference : values.dependencies().of(one))
            if (const auto* next = std::get_if<NamedValue>(&reference->dependency); next && seen.insert(*next).second)
                pending.push_back(*next);
    }
    return seen;
}

std::optional<Value> knownAt(const std::optional<Value>& value, const Path& path) {
    return value && value->isWhollyKnown() ? std::optional(valueAt(*value, path)) : std::nullopt;
}

Replay::Replay(const PlanValues& values, std::vector<const Dependency*> references, const hcl::Expression& expression)
    : m_values(values)
    , m_expression(expression)
    , m_references(std::move(references)) {
    m_texts.insert("");
    addTexts(m_expression);
    addRemoved(m_references, m_expression);
    addBehind(m_references, {});
}

std::optional<Value> Replay::value() {
    const bool areEvaluated = std::ranges::all_of(m_order, [&](const Derived& one) { return evaluate(one); });
    std::optional<Value> made = areEvaluated ? evaluated(m_expression, m_references) : std::nullopt;
    m_current.clear();
    return made;
}

std::optional<Value> Replay::valueWith(const NamedValues& edited) {
    for (const auto& [named, value] : edited) {
        const std::optional<Value> declared = converted(value, declaredType(m_values.plan(), named, {}));
        if (!declared) {
            m_current.clear();
            return {};
        }
        m_current.emplace(named, *declared);
    }
    return value();
}

std::vector<Replay::Evaluated> Replay::expressions() const {
    std::vector<Evaluated> all{{{}, &m_expression}};
    for (const Derived& one : m_order)
        if (one.expression)
            all.push_back({one.steps, one.expression.get()});
    return all;
}

std::optional<std::string_view> Replay::textAt(const diags::SourceRange& range) const {
    return sourceText(m_values.plan(), range);
}

bool Replay::evaluates(const hcl::Expression& expression) const {
    return &expression == &m_expression ||
           std::ranges::any_of(m_order, [&](const Derived& one) { return one.expression.get() == &expression; });
}

std::optional<Value> Replay::valueWithText(const hcl::Expression& expression, std::vector<EditedText> pieces) {
    const diags::SourceRange range = expression.range();
    const std::optional<std::string_view> whole = textAt(range);
    if (!whole)
        return {};
    std::string text;
    std::size_t at = 0; // in the text of the expression
    for (const EditedText& piece : pieces) {
        text.append(whole->substr(at, piece.start - range.start.byte - at)).append(piece.text);
        at = piece.end - range.start.byte;
    }
    text.append(whole->substr(at));
    const auto parsed = hcl::parseExpression(text, range.filename.str(), range.start);
    if (parsed.hasErrors() || !parsed.value)
        return {};
    m_text = {&expression, *parsed.value, std::move(pieces)};
    std::optional<Value> made = value();
    m_text = {};
    return made;
}

std::set<std::string> Replay::shortTexts() const {
    constexpr std::size_t most = 4, longest = 4;
    std::set<std::string> found;
    for (const std::string& text : m_texts)
        if (!text.empty() && text.size() <= longest && found.size() < most)
            found.insert(text);
    return found;
}

std::set<std::string> Replay::textsOfValues() const {
    constexpr std::size_t most = 48;
    std::set<std::string> found = m_texts;
    for (const auto& [named, written] : m_written)
        values::walk(written.value, [&](const Path&, const Value& part) {
            if (isUsable(part) && part.type().isString() && found.size() < most)
                found.insert(part.asString());
            return found.size() < most;
        });
    return found;
}

void Replay::addTexts(const hcl::Expression& expression) {
    constexpr std::size_t mostNumbers = 8;
    if (const std::optional<Value> literal = expression.asLiteral()) {
        if (const auto text = textOf(*literal); text && literal->type().isString())
            addTo(m_texts, *text);
        if (!literal->isNull() && literal->type().isNumber() && m_numbers.size() < mostNumbers)
            m_numbers.push_back(literal->asNumber());
        m_hasNull |= literal->isNull();
    }
    if (const auto* made = dynamic_cast<const hcl::syntax::ObjectConstructor*>(&expression))
        for (const auto& item : made->items)
            if (const auto key = item.key->evaluate(nullptr); key.value && !key.hasErrors())
                if (const auto text = textOf(*key.value))
                    addTo(m_texts, *text);
    const auto addSteps = [&](const hcl::Traversal& traversal) {
        for (const hcl::TraversalStep& step : traversal.steps)
            if (step.kind == hcl::TraversalStep::Kind::Attribute)
                addTo(m_names, step.name.str());
    };
    if (const auto* named = dynamic_cast<const hcl::syntax::ScopeTraversal*>(&expression)) {
        addSteps(named->traversal);
        if (isWorkspace(named->traversal))
            addTo(m_texts, m_values.workspace());
    } else if (const auto* relative = dynamic_cast<const hcl::syntax::RelativeTraversal*>(&expression)) {
        addSteps(relative->traversal);
    }
    if (const auto* index = dynamic_cast<const hcl::syntax::Index*>(&expression))
        if (const auto* indexed = dynamic_cast<const hcl::syntax::ScopeTraversal*>(index->collection.get()))
            if (const std::string& root = indexed->traversal.rootName();
                root != "var" && root != "local" && root != "each")
                m_keys.push_back(index->key->range());
    if (const auto* call = dynamic_cast<const hcl::syntax::FunctionCall*>(&expression)) {
        m_readsFiles |= explain::readsFiles(call->name);
        m_hidesErrors |= isOneOf(call->name, {"try", "can"});
        if (isOneOf(builtInName(call->name),
                    {"can", "regex", "regexall", "startswith", "endswith", "strcontains", "length", "tobool",
                     "tonumber", "parseint", "substr", "min", "max", "contains"}))
            for (const hcl::ExpressionPtr& argument : call->arguments)
                m_tested.push_back(argument->range());
    }
    const std::size_t tested = m_tested.size();
    if (const auto* node = dynamic_cast<const hcl::syntax::Node*>(&expression))
        for (const hcl::syntax::Node::Child& child : node->children())
            addTexts(*child.expression);
    if (const auto* loop = dynamic_cast<const hcl::syntax::ForExpression*>(&expression);
        loop && m_tested.size() > tested) // the elements are tested
        m_tested.push_back(loop->collection->range());
}

void Replay::addRemoved(const std::vector<const Dependency*>& references, const hcl::Expression& expression) {
    if (std::ranges::none_of(references, isOfInstances))
        return;
    const SourceFinder finder(m_values, references);
    for (const hcl::Traversal& variable : expression.variables())
        if (const std::optional<Value> previous = finder.withRemoved(variable))
            for (const Dependency* one : references)
                if (isOfInstances(one) && one->range == variable.range())
                    m_previousObjects.emplace(one, *previous);
}

/// Collects the named values in the order in which they can be evaluated.
void Replay::addBehind(const std::vector<const Dependency*>& references, const std::vector<const Dependency*>& steps,
                       bool areKeys, bool areTested) {
    for (const Dependency* reference : references) {
        if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&reference->dependency)) {
            const auto object = m_values.of(*instance, reference->dependencyPath);
            if (object && object->isDifferent() && !object->before.isNull())
                m_previousObjects.emplace(reference, object->before);
            continue;
        }
        const auto& named = std::get<NamedValue>(reference->dependency);
        if (isOwnRepetition(*reference) && reference->dependencyPath.isEmpty()) // each.key and count.index are fixed
            continue;
        const auto holds = [&](const diags::SourceRange& range) { return isInside(reference->range, range); };
        const bool isKey = areKeys || std::ranges::any_of(m_keys, holds);
        const bool isTested = areTested || std::ranges::any_of(m_tested, holds);
        if (isTested && m_seen.contains(named)) // first read by another expression
            markTested(named);
        if (m_seen.size() > mostValues || !m_seen.insert(named).second)
            continue;
        std::vector<const Dependency*> own = steps;
        own.push_back(reference);
        const std::vector<const Dependency*> behind = m_values.dependencies().of(named);
        Definition definition = definitionOf(m_values.plan(), named);
        m_isLarge |= isLargeValue(m_values, named, definition);
        if (behind.empty()) {
            const std::optional<Value> value = valueOf(named);
            if (definition.expression)
                addTexts(*definition.expression); // among them the keys of objects
            if (value && value->isWhollyKnown() && (!definition.expression || isData(*definition.expression))) {
                const Value unmarked = value->unmarkedDeep();
                for (std::size_t i = 0; isMapping(unmarked) && i < unmarked.size(); ++i)
                    addTo(m_texts, std::string(unmarked.key(i)));
                m_written.emplace(named, Written{std::move(own), unmarked, isKey,
                                                 hasDefaults(m_values, named, definition.range, unmarked), isTested});
            } else {
                m_order.push_back({named, std::move(own), {}, std::move(definition.expression), {}});
            }
            continue;
        }
        if (definition.expression) {
            addTexts(*definition.expression);
            addRemoved(behind, *definition.expression);
        }
        addBehind(behind, own, isKey, isTested);
        m_order.push_back({named, std::move(own), behind, std::move(definition.expression),
                           declaredType(m_values.plan(), named, {})});
    }
}

void Replay::markTested(const NamedValue& named) {
    for (const NamedValue& one : withReferences(m_values, named))
        if (const auto written = m_written.find(one); written != m_written.end())
            written->second.isTested = true;
}

/// Saved plans contain no defaults of variables, but what references read.
std::optional<Value> Replay::valueOf(const NamedValue& named) const {
    std::optional<Value> value = currentValue(m_values, named, {});
    if (!value)
        for (const Dependency* reference : m_values.dependencies().on(named))
            if (reference->dependencyPath.isEmpty() && reference->value.isKnown())
                return reference->value;
    return value;
}

/// Evaluates a named value if something that it reads has another value now.
bool Replay::evaluate(const Derived& derived) {
    const bool isAffected = std::ranges::any_of(derived.references, [&](const Dependency* one) {
        const auto* read = std::get_if<NamedValue>(&one->dependency);
        return (read && m_current.contains(*read)) || (m_havePreviousObjects && m_previousObjects.contains(one));
    });
    if (!isAffected && !(derived.expression && derived.expression.get() == m_text.original))
        return true;
    const std::optional<Value> made =
        derived.expression ? evaluated(*derived.expression, derived.references) : std::nullopt;
    const std::optional<Value> value = made ? converted(*made, derived.type) : std::nullopt;
    if (value)
        m_current.emplace(derived.named, *value);
    return value.has_value();
}

std::optional<Value> Replay::evaluated(const hcl::Expression& expression,
                                       const std::vector<const Dependency*>& references) const {
    RecordedScope::Values replaced;
    if (m_havePreviousObjects)
        for (const Dependency* one : references)
            if (const auto object = m_previousObjects.find(one); object != m_previousObjects.end())
                replaced.insert(*object);
    const auto currentOf = [&](const Dependency& one) -> const Value* {
        const auto* read = std::get_if<NamedValue>(&one.dependency);
        const auto now = read ? m_current.find(*read) : m_current.end();
        return now == m_current.end() || (isOwnRepetition(one) && one.dependencyPath.isEmpty()) ? nullptr
                                                                                                : &now->second;
    };
    const auto isBefore = [&](const Dependency& instances, const Value& repetition) {
        return isOfInstances(&instances) &&
               m_values.isRepetitionBefore(std::get<NamedValue>(instances.dependency), repetition);
    };
    std::map<diags::SourceRange, std::vector<const Dependency*>> wholes; // of resources or module calls with instances
    for (const Dependency* one : references)
        if (isOfInstances(one) && !m_current.empty())
            wholes[one->range];
    for (const Dependency* one : references)
        if (const auto whole = wholes.find(one->range); whole != wholes.end())
            whole->second.push_back(one);
        else if (const Value* now = currentOf(*one))
            replaced.emplace(one, existingAt(*now, one->dependencyPath));
    for (const auto& [range, all] : wholes) {
        if (std::ranges::none_of(all, [&](const Dependency* one) { return currentOf(*one); }))
            continue;
        Value whole = all.front()->value.unmarkedDeep();
        for (const Dependency* one : all)
            if (const Value* now = currentOf(*one); now && replaced.contains(one) && isBefore(*one, *now))
                whole = *replaced.at(one);
            else if (now)
                whole = isOfInstances(one) ? withInstances(whole, *now) : withOutput(whole, *one, *now);
        for (const Dependency* one : all)
            replaced.insert_or_assign(one, whole);
    }
    const SourceFinder finder(m_values, references);
    finder.renderTemplates();
    return &expression == m_text.original ? finder.valueWith(std::move(replaced), *m_text.expression, {}, m_text.pieces)
                                          : finder.valueWith(std::move(replaced), expression, {});
}

} // namespace planlens::explain
