// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/explain/definition.h"
#include "core/explain/sources/value_sources.h"
#include "core/hcl/syntax.h"

#include <algorithm>
#include <functional>

/// Named values that have the value of the previous run, as other objects show that use it.
namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Path;
using values::Value;

namespace {

/// A part of an expression's value that contains the value of a reference, or a part of it.
struct Carried {
    Path path;                  // in the value of the expression
    Path within;                // in the value of the reference
    bool isExact = true;        // the part is that value; otherwise it is made of it, and differs if that value differs
    std::string prefix, suffix; // around the text of the value
    bool isSize = false;        // the part is the number of elements
    bool isSelected = false;    // by a key that may have changed
    bool isWhole() const { return isExact && path.isEmpty() && prefix.empty() && suffix.empty(); }
};

/// Whether a function returns all of its arguments' values in another form.
bool keepsArguments(std::string_view name) {
    return isOneOf(name, {"base64encode", "concat", "flatten", "format", "formatlist", "join", "jsonencode", "range",
                          "setproduct", "tolist", "tomap", "toset", "tostring", "yamlencode", "zipmap"});
}

/// Whether a function hardly returns the same value for another first argument.
bool keepsFirstArgument(std::string_view name) {
    return isOneOf(name, {"abs",        "base64decode", "base64sha256", "base64sha512", "cidrhost",   "cidrsubnet",
                          "coalesce",   "coalescelist", "csvdecode",    "distinct",     "jsondecode", "lower",
                          "md5",        "nonsensitive", "replace",      "reverse",      "sensitive",  "sha1",
                          "sha256",     "sha512",       "sort",         "title",        "tobool",     "tonumber",
                          "trimprefix", "trimspace",    "trimsuffix",   "try",          "upper",      "urlencode",
                          "yamldecode"});
}

std::optional<std::string> literalKey(const hcl::Expression& key) {
    const diags::Result<Value> value = key.variables().empty() ? key.evaluate(nullptr) : diags::Result<Value>();
    return value.value && !value.hasErrors() ? textOf(*value.value) : std::nullopt;
}

/// Whether a key is the same in each run: a literal, each.key or count.index.
bool isFixedKey(const hcl::Expression& key) {
    const std::vector<hcl::Traversal> all = key.variables();
    return std::ranges::all_of(all, [](const hcl::Traversal& one) {
        return one.steps.size() == 2 && ((one.rootName() == "each" && one.steps[1].name == "key") ||
                                         (one.rootName() == "count" && one.steps[1].name == "index"));
    });
}

/// Returns the current value of a part of an expression; std::nullopt if it cannot be evaluated.
using ValueOfPart = std::function<std::optional<Value>(const hcl::Expression&)>;

/// Searches an expression for a reference, or for a name that a `for` expression binds.
class Carrier {
public:
    Carrier(diags::SourceRange reference, const ValueOfPart& valueOfPart)
        : m_reference(std::move(reference))
        , m_valueOfPart(valueOfPart) {}
    Carrier(std::string name, const ValueOfPart& valueOfPart)
        : m_name(std::move(name))
        , m_valueOfPart(valueOfPart) {}

    /// Returns std::nullopt if other values of the reference may lead to the same result.
    std::optional<Carried> in(const hcl::Expression& expression) const;

private:
    std::optional<Carried> inTemplate(const syntax::Template& expression) const;
    std::optional<Carried> inCall(const syntax::FunctionCall& call) const;
    std::optional<Carried> inConditional(const syntax::Conditional& expression) const;
    std::optional<Carried> inLoop(const syntax::ForExpression& expression) const;
    std::optional<Carried> below(const hcl::Expression& part, const Path& step) const;
    /// Returns the selected part of a collection that is carried as a whole.
    std::optional<Carried> selected(const hcl::Expression& collection, const Path& steps, bool isFixed = true) const;
    std::optional<Carried> inexact(const hcl::Expression& part) const;
    std::optional<Value> valueOf(const hcl::Expression& part) const;

    diags::SourceRange m_reference;
    std::string m_name; // empty: the reference is searched
    const ValueOfPart& m_valueOfPart;
};

std::optional<Value> Carrier::valueOf(const hcl::Expression& part) const {
    if (const auto* literal = dynamic_cast<const syntax::LiteralValue*>(&part))
        return literal->value;
    return m_valueOfPart(part);
}

std::optional<Carried> Carrier::inexact(const hcl::Expression& part) const {
    std::optional<Carried> found = in(part);
    if (!found || found->isSize)
        return {};
    Carried carried;
    carried.within = std::move(found->within);
    carried.isExact = false;
    return carried;
}

std::optional<Carried> Carrier::below(const hcl::Expression& part, const Path& step) const {
    std::optional<Carried> found = in(part);
    if (found)
        found->path = joined(step, found->path);
    return found;
}

std::optional<Carried> Carrier::selected(const hcl::Expression& collection, const Path& steps, bool isFixed) const {
    std::optional<Carried> found = in(collection);
    if (!found || !found->isWhole() || found->isSize)
        return {};
    found->within = joined(found->within, steps);
    found->isSelected |= !isFixed;
    return found;
}

/// The value is exact if the texts of all other parts are known. They may have changed, but then the previous text of
/// the whole hardly starts and ends with them.
std::optional<Carried> Carrier::inTemplate(const syntax::Template& expression) const {
    Carried found;
    bool isFound = false;
    for (const hcl::ExpressionPtr& part : expression.parts) {
        if (const std::optional<Carried> inner = in(*part); inner && !inner->isSize) {
            found.isExact &= !isFound && inner->isWhole();
            found.within = inner->within;
            isFound = true;
            continue;
        }
        const std::optional<std::string> text = textOf(valueOf(*part));
        (isFound ? found.suffix : found.prefix) += text.value_or("");
        found.isExact &= text.has_value();
    }
    return isFound ? std::optional(std::move(found)) : std::nullopt;
}

std::optional<Carried> Carrier::inCall(const syntax::FunctionCall& call) const {
    if (call.arguments.empty() || call.expandFinal)
        return {};
    if (builtInName(call.name) == "length") {
        std::optional<Carried> found = in(*call.arguments.front());
        if (!found || !found->isWhole())
            return {};
        found->isSize = true;
        return found;
    }
    if (builtInName(call.name) == "lookup" && call.arguments.size() > 1) {
        const std::optional<std::string> key = textOf(valueOf(*call.arguments[1]));
        const std::optional<Value> collection = valueOf(*call.arguments.front());
        const bool isFound = key && collection && isMapping(*collection) && collection->find(*key);
        return isFound ? selected(*call.arguments.front(), Path().index(std::string_view(*key)),
                                  isFixedKey(*call.arguments[1]))
                       : std::nullopt;
    }
    if (builtInName(call.name) == "merge")
        return inexact(*call.arguments.back()); // which overrides the others
    if (keepsFirstArgument(call.name))
        return inexact(*call.arguments.front());
    if (keepsArguments(call.name))
        for (const hcl::ExpressionPtr& argument : call.arguments)
            if (std::optional<Carried> found = inexact(*argument))
                return found;
    return {};
}

/// A condition is carried if its branches differ, and otherwise what the present branch carries.
std::optional<Carried> Carrier::inConditional(const syntax::Conditional& expression) const {
    const std::optional<Value> whenTrue = valueOf(*expression.whenTrue), whenFalse = valueOf(*expression.whenFalse);
    if (const std::optional<Carried> condition = in(*expression.condition); condition && condition->isWhole())
        return whenTrue && whenFalse && isUsable(*whenTrue) && isUsable(*whenFalse) &&
                       !isSameValue(*whenTrue, *whenFalse)
                   ? inexact(*expression.condition)
                   : std::nullopt;
    const std::optional<Value> condition = valueOf(*expression.condition);
    if (!condition || !isUsable(*condition) || !condition->type().isBool())
        return {};
    return inexact(condition->asBool() ? *expression.whenTrue : *expression.whenFalse);
}

/// A loop without a condition over the whole reference carries it if its value carries the element, and its key the key
/// or the element.
std::optional<Carried> Carrier::inLoop(const syntax::ForExpression& expression) const {
    const std::optional<Carried> collection = in(*expression.collection);
    if (!collection || !collection->isWhole() || collection->isSize || expression.condition || expression.group)
        return {};
    const auto carries = [&](const hcl::Expression& part, const std::string& name) {
        const std::optional<Carried> found = name.empty() ? std::nullopt : Carrier(name, m_valueOfPart).in(part);
        return found && found->within.isEmpty() && !found->isSize;
    };
    if (!carries(*expression.value, expression.valueVariable) ||
        (expression.key && !carries(*expression.key, expression.keyVariable) &&
         !carries(*expression.key, expression.valueVariable)))
        return {};
    return inexact(*expression.collection);
}

std::optional<Carried> Carrier::in(const hcl::Expression& expression) const {
    if (const hcl::ExpressionPtr native = expression.inNativeSyntax())
        return in(*native);
    if (const auto* named = dynamic_cast<const syntax::ScopeTraversal*>(&expression)) {
        if (m_name.empty() ? expression.range() == m_reference : named->traversal.rootName() == m_name) {
            Carried found;
            if (!m_name.empty())
                found.within = hcl::pathOf(named->traversal);
            return found;
        }
        return {};
    }
    if (const auto* inner = dynamic_cast<const syntax::Parentheses*>(&expression))
        return in(*inner->inner);
    if (const auto* wrap = dynamic_cast<const syntax::TemplateWrap*>(&expression))
        return in(*wrap->wrapped);
    if (const auto* relative = dynamic_cast<const syntax::RelativeTraversal*>(&expression))
        return selected(*relative->source, hcl::pathOf(relative->traversal));
    if (const auto* indexed = dynamic_cast<const syntax::Index*>(&expression)) {
        const std::optional<Value> key = valueOf(*indexed->key);
        return key && isUsable(*key) ? selected(*indexed->collection, Path().index(*key), isFixedKey(*indexed->key))
                                     : std::nullopt;
    }
    if (const auto* made = dynamic_cast<const syntax::ObjectConstructor*>(&expression)) {
        for (const hcl::ExpressionPair& item : made->items)
            if (const std::optional<std::string> key = literalKey(*item.key))
                if (auto found = below(*item.value, Path().index(std::string_view(*key))))
                    return found;
    } else if (const auto* list = dynamic_cast<const syntax::TupleConstructor*>(&expression)) {
        for (std::size_t i = 0; i < list->items.size(); ++i)
            if (auto found = below(*list->items[i], Path().index(std::int64_t(i))))
                return found;
    } else if (const auto* pieces = dynamic_cast<const syntax::Template*>(&expression)) {
        return inTemplate(*pieces);
    } else if (const auto* call = dynamic_cast<const syntax::FunctionCall*>(&expression)) {
        return inCall(*call);
    } else if (const auto* branches = dynamic_cast<const syntax::Conditional*>(&expression)) {
        return inConditional(*branches);
    } else if (const auto* loop = dynamic_cast<const syntax::ForExpression*>(&expression)) {
        return inLoop(*loop);
    } else if (const auto* operation = dynamic_cast<const syntax::BinaryOperation*>(&expression)) {
        using Operator = syntax::BinaryOperation::Operator;
        const bool isSum = operation->op == Operator::Add || operation->op == Operator::Subtract;
        for (const auto& [part, other] : {std::pair(operation->left.get(), operation->right.get()),
                                          {operation->right.get(), operation->left.get()}}) {
            const std::optional<Value> factor = valueOf(*other);
            const bool isProduct = operation->op == Operator::Multiply && factor && isUsable(*factor) &&
                                   !isSameValue(Value::number(0), *factor);
            if (isSum || isProduct)
                if (std::optional<Carried> found = inexact(*part))
                    return found;
        }
    }
    return {};
}

bool haveKeys(const Value& mapping, const std::set<std::string>& keys) {
    return mapping.size() == keys.size() &&
           std::ranges::all_of(keys, [&](const std::string& key) { return mapping.find(key) != nullptr; });
}

} // namespace

/// Returns what the value of its user shows of the previous value of a reference.
std::vector<PlanValues::Previous> PlanValues::previousIn(const plans::Dependency& reference) const {
    if (reference.kind != plans::Dependency::Kind::Reference || !isUsable(reference.value) ||
        reference.value.type().isSet() ||                                   // arguments may be lists in another order
        (isOwnRepetition(reference) && reference.dependencyPath.isEmpty())) // each.key or count.index
        return {};
    const auto shown = [&](const Carried& carried, const Path& rest, std::optional<Value> before) {
        std::vector<Previous> made;
        const Path within = joined(carried.within, rest);
        const Value now = valueAt(reference.value.unmarkedDeep(), within);
        const bool isSame = before && isSameValue(*before, now);
        if (before && isUsable(*before) && isUsable(now) && (isSame || !carried.isSelected))
            made.push_back({joined(reference.dependencyPath, within), *before, now, isSame});
        return made;
    };
    const auto previous = [&](const Carried& carried, const Value& before, const Value& after,
                              bool mayBeIgnored) -> std::vector<Previous> {
        if (!isUsable(before))
            return {};
        const bool isSame = !mayBeIgnored && isUsable(after) && isSameValue(before, after);
        if (carried.isSize) {
            if (!isSame)
                return {};
            return {{joined(reference.dependencyPath, carried.within), {}, {}, true, true}};
        }
        if (!carried.isExact)
            return isSame ? shown(carried, {}, valueAt(reference.value.unmarkedDeep(), carried.within))
                          : std::vector<Previous>();
        if (carried.prefix.empty() && carried.suffix.empty())
            return shown(carried, {}, before);
        const std::string text = textOf(before).value_or("");
        const std::size_t around = carried.prefix.size() + carried.suffix.size();
        if (text.size() < around || !text.starts_with(carried.prefix) || !text.ends_with(carried.suffix))
            return {};
        return shown(carried, {}, Value::string(text.substr(carried.prefix.size(), text.size() - around)));
    };
    const ValueOfPart valueOfPart = [&](const hcl::Expression& part) {
        return currentValue(*this, m_plan.dependencies.of(reference.dependent), part, {});
    };
    const Carrier carrier(reference.range, valueOfPart);
    if (const auto* address = std::get_if<addrs::AbsResourceInstance>(&reference.dependent)) {
        const plans::ResourceInstanceChange* const change = m_plan.changes.resource(*address);
        if (!change || address->resource.mode != addrs::ResourceMode::Managed || reference.dependentPath.isEmpty())
            return {};
        const schemas::ArgumentExpression argument = argumentOf(m_plan, *change, reference.dependentPath);
        const std::optional<Carried> carried = argument.expression ? carrier.in(*argument.expression) : std::nullopt;
        const std::optional<BeforeAfter> values =
            carried ? of(*address, joined(reference.dependentPath, carried->path)) : std::nullopt;
        const configs::Resource* const resource = m_plan.configuration->resource(address->config());
        return values ? previous(*carried, values->before, values->after, !resource || !resource->ignoreChanges.empty())
                      : std::vector<Previous>();
    }
    const auto& named = std::get<plans::NamedValue>(reference.dependent);
    const Definition definition = definitionOf(m_plan, named);
    const std::optional<Carried> carried = definition.expression ? carrier.in(*definition.expression) : std::nullopt;
    if (!carried)
        return {};
    if (named.kind == plans::NamedValue::Kind::Output && named.module.isRoot()) {
        for (const plans::OutputChange& output : m_plan.changes.outputs())
            if (output.module.isRoot() && output.name == named.name)
                return previous(*carried, valueAt(output.change.before, carried->path),
                                valueAt(output.change.after, carried->path), false);
        return {};
    }
    const auto now = currentValue(*this, m_plan.dependencies.of(named), *definition.expression, carried->path);
    if (named.kind == plans::NamedValue::Kind::Repetition && now) {
        if (const std::optional<std::int64_t> count = previousCount(named); count && carried->path.isEmpty())
            return previous(*carried, Value::number(*count), *now, false);
        const std::set<std::string>& keys = previousKeys(named);
        if (isMapping(*now) && carried->isWhole() && !carried->isSize && haveKeys(*now, keys))
            return {{joined(reference.dependencyPath, carried->within), {}, {}, true, true}};
        if (isSequence(*now) && carried->path.isEmpty() && !keys.empty()) {
            std::vector<Value> texts;
            for (const std::string& key : keys)
                texts.push_back(Value::string(key));
            return previous(*carried, Value::set(std::move(texts)), *now, false);
        }
    }
    std::vector<Previous> made;
    for (const Previous& one : previousOf(named, named)) {
        std::vector<Previous> found;
        if (one.isSize)
            found = carried->isWhole() && isWithin(one.path, carried->path)
                        ? std::vector<Previous>{{joined(joined(reference.dependencyPath, carried->within),
                                                        withoutFirst(one.path, carried->path.size())),
                                                 {},
                                                 {},
                                                 true,
                                                 true}}
                        : std::vector<Previous>();
        else if (now && isWithin(carried->path, one.path))
            found = previous(*carried, valueAt(one.value, withoutFirst(carried->path, one.path.size())), *now, false);
        else if (carried->isExact && carried->prefix.empty() && carried->suffix.empty() && !carried->isSize &&
                 isWithin(one.path, carried->path))
            found = shown(*carried, withoutFirst(one.path, carried->path.size()), one.value);
        std::ranges::move(found, std::back_inserter(made));
    }
    return made;
}

const std::vector<PlanValues::Previous>& PlanValues::previousOf(const plans::NamedValue& named,
                                                                const plans::DependencyEnd& explained) const {
    static const std::vector<Previous> none;
    if (!m_plan.configuration)
        return none;
    const auto [found, isNew] = m_uses.try_emplace(named);
    Uses& uses = found->second;
    if (isNew) {
        constexpr std::size_t most = 200; // of the uses that are compared
        const std::vector<const plans::Dependency*> all = m_plan.dependencies.on(named);
        for (std::size_t i = 0; i < std::min(all.size(), most); ++i)
            for (Previous& one : previousIn(*all[i])) {
                if (!one.isSame)
                    uses.differing.insert(all[i]->dependent);
                uses.all.emplace_back(all[i]->dependent, std::move(one));
            }
        uses.combined = combined(uses.all, nullptr);
    }
    const auto differing = uses.differing.find(explained);
    if (differing == uses.differing.end())
        return uses.combined;
    // The explained user may have started to refer to the value.
    const auto [other, isFirst] = uses.without.try_emplace(explained);
    if (isFirst)
        other->second = combined(uses.all, &explained);
    return other->second;
}

/// Joins what the users show. Those that contradict each other are left out.
std::vector<PlanValues::Previous>
PlanValues::combined(const std::vector<std::pair<plans::DependencyEnd, Previous>>& uses,
                     const plans::DependencyEnd* without) {
    std::vector<Previous> made;
    std::map<std::pair<std::string, bool>, std::size_t> places;
    for (const auto& [user, one] : uses) {
        if (without && user == *without && !one.isSame)
            continue;
        const auto [place, isNew] = places.try_emplace({one.path.toString(), one.isSize}, made.size());
        if (isNew)
            made.push_back(one);
        else if (Previous& same = made[place->second]; !one.isSize && !isSameValue(same.value, one.value))
            same.value = Value::dynamicUnknown(); // some of them were edited, or applied before
    }
    std::erase_if(made, [](const Previous& one) { return !one.isSize && !one.value.isKnown(); });
    return made;
}

bool PlanValues::isKept(const plans::NamedValue& named, const Path& path, const plans::DependencyEnd& explained) const {
    const std::vector<Previous>& all = previousOf(named, explained);
    return isKept(named, path, all, 0);
}

bool PlanValues::isKept(const plans::NamedValue& named, const Path& path, const std::vector<Previous>& all,
                        int depth) const {
    bool isSame = false, hasElements = false, hasSize = false;
    for (const Previous& one : all) {
        if (one.isSize) {
            hasSize |= isWithin(one.path, path) && one.path.size() == path.size();
        } else if (isWithin(path, one.path)) {
            const Path rest = withoutFirst(path, one.path.size());
            if (!isSameValue(valueAt(one.value, rest), valueAt(one.now, rest)))
                return false;
            isSame = true;
        } else if (isWithin(one.path, path)) {
            if (!one.isSame)
                return false;
            hasElements = true;
        }
    }
    constexpr int deepest = 3;
    if (isSame || !hasElements || !hasSize || depth == deepest)
        return isSame;
    // All elements are kept, and there were as many.
    const Value now = currentOf(named, path);
    if (!isSequence(now) && !isMapping(now))
        return false;
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (!isKept(named, joined(path, elementPath(now, i)), all, depth + 1))
            return false;
    }
    return true;
}

bool PlanValues::isShownChanged(const plans::NamedValue& named, const Path& path,
                                const plans::DependencyEnd& explained) const {
    return std::ranges::any_of(previousOf(named, explained), [&](const Previous& one) {
        if (one.isSame || one.isSize || !areRelated(path, one.path))
            return false;
        const Path rest = isWithin(path, one.path) ? withoutFirst(path, one.path.size()) : Path();
        return !isSameValue(valueAt(one.value, rest), valueAt(one.now, rest));
    });
}

Value PlanValues::currentOf(const plans::NamedValue& named, const Path& path) const {
    for (const plans::Dependency* use : m_plan.dependencies.on(named))
        if (isWithin(path, use->dependencyPath) && isUsable(use->value))
            return valueAt(use->value, withoutFirst(path, use->dependencyPath.size()));
    return Value::null(values::Type::dynamic());
}

} // namespace planlens::explain
