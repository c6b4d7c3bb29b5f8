// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/objects.h"

#include "core/schemas/values_by_schema.h"
#include "tests/provider/forms.h"

#include <algorithm>
#include <map>
#include <strings.h>

namespace planlens::testing {

using schemas::NestingMode;
using values::Type;
using values::Value;

namespace {

bool isThere(const Value& value) {
    return value.isKnown() && !value.isNull();
}

const Value nothing;

/// Returns the element at the same position in another object.
const Value& counterpart(const Value& collection, std::size_t i, const Value& others) {
    if (!isThere(others) || others.type().isDynamic() || others.type().isPrimitive())
        return nothing;
    if (collection.type().isMap() || collection.type().isObject()) {
        if (!others.type().isMap() && !others.type().isObject())
            return nothing;
        const Value* found = others.find(collection.key(i));
        return found ? *found : nothing;
    }
    if (collection.type().isSet()) {
        for (std::size_t j = 0; j < others.size(); ++j)
            if (others.element(j) == collection.element(i))
                return others.element(j);
        return nothing;
    }
    return i < others.size() ? others.element(i) : nothing;
}

/// Returns the collection with each element replaced.
template <typename Make>
Value rebuilt(const Value& value, Make make) {
    const Type type = value.type();
    if (type.isMap() || type.isObject()) {
        std::vector<std::pair<std::string, Value>> elements;
        for (std::size_t i = 0; i < value.size(); ++i)
            elements.emplace_back(value.key(i), make(i));
        return type.isMap() ? Value::map(type, std::move(elements)) : Value::object(std::move(elements));
    }
    std::vector<Value> elements;
    for (std::size_t i = 0; i < value.size(); ++i)
        elements.push_back(make(i));
    return type.isTuple() ? Value::tuple(std::move(elements)) : Value::sequence(type, std::move(elements));
}

/// Makes computed attributes of new objects unknown, at every depth.
class Unknowns {
public:
    Value ofBlock(const schemas::Block& block, const Value& proposed, const Value& config, const Value& prior) const {
        if (!isThere(proposed))
            return proposed;
        return rebuilt(proposed, [&](std::size_t i) {
            const std::string& name = proposed.key(i);
            const Value inConfig = part(config, name);
            const Value inPrior = part(prior, name);
            if (const auto attribute = block.attributes.find(name); attribute != block.attributes.end())
                return ofAttribute(attribute->second, proposed.element(i), inConfig, inPrior, !isThere(prior));
            const auto nested = block.blockTypes.find(name);
            if (nested == block.blockTypes.end())
                return proposed.element(i);
            const auto ofOne = [&](const Value& one, const Value& oneConfig, const Value& onePrior) {
                return ofBlock(nested->second.block, one, oneConfig, onePrior);
            };
            return ofNesting(nested->second.nesting, proposed.element(i), inConfig, inPrior, ofOne);
        });
    }

private:
    static Value part(const Value& object, const std::string& name) {
        if (!isThere(object) || !object.type().isObject())
            return Value();
        const Value* found = object.find(name);
        return found ? *found : Value();
    }

    Value ofAttribute(const schemas::Attribute& attribute, const Value& proposed, const Value& config,
                      const Value& prior, bool isNew) const {
        if (attribute.computed && config.isNull())
            return isNew && proposed.isNull() ? Value::unknown(attribute.impliedType()) : proposed;
        if (!attribute.nested)
            return proposed;
        const auto ofOne = [&](const Value& one, const Value& oneConfig, const Value& onePrior) {
            if (!isThere(one))
                return one;
            return rebuilt(one, [&](std::size_t i) {
                const auto inner = attribute.nested->attributes.find(one.key(i));
                return inner == attribute.nested->attributes.end()
                           ? one.element(i)
                           : ofAttribute(inner->second, one.element(i), part(oneConfig, one.key(i)),
                                         part(onePrior, one.key(i)), !isThere(onePrior));
            });
        };
        return ofNesting(attribute.nested->nesting, proposed, config, prior, ofOne);
    }

    template <typename OfOne>
    static Value ofNesting(NestingMode nesting, const Value& proposed, const Value& config, const Value& prior,
                           OfOne ofOne) {
        if (!isThere(proposed))
            return proposed;
        if (nesting == NestingMode::Single || nesting == NestingMode::Group)
            return ofOne(proposed, config, prior);
        return rebuilt(proposed, [&](std::size_t i) {
            const Value& own = proposed.element(i);
            const Value& inConfig = nesting == NestingMode::Set ? own : counterpart(proposed, i, config);
            return ofOne(own, inConfig, counterpart(proposed, i, prior));
        });
    }
};

bool equalBut(const Json& how, const Value& a, const Value& b) {
    if (!isThere(a) || !isThere(b) || !a.type().isString() || !b.type().isString())
        return false;
    if (how == "case")
        return strcasecmp(a.asString().c_str(), b.asString().c_str()) == 0;
    const auto words = [](std::string text) {
        std::erase_if(text, [](unsigned char c) { return std::isspace(c); });
        return text;
    };
    return words(a.asString()) == words(b.asString());
}

} // namespace

Value plannedObject(const Planning& planning, std::atomic<std::int64_t>& counter) {
    const auto& [block, rules, prior, proposed, config] = planning;
    const Type type = block.impliedType();
    Value planned = schemas::withoutWriteOnly(block, proposed);
    if (isThere(prior)) {
        for (const auto& [name, how] : member(rules, "equivalent").items())
            if (equalBut(how, prior.attribute(name), planned.attribute(name)))
                planned = withValueAt(planned, name, describe(prior.attribute(name)), type);
    }
    for (const auto& [place, form] : member(rules, "normalise").items())
        if (const Json context = describe(planned); !at(context, place).is_null())
            planned = withValueAt(planned, place, evaluate(form, context, counter), type);
    if (isThere(prior) && planned == prior)
        return planned;
    planned = Unknowns().ofBlock(block, planned, config, prior);
    if (isThere(prior))
        for (const Json& name : rules.value("unknown_on_update", Json::array()))
            planned = withValueAt(planned, name.get<std::string>(), {{"$unknown", true}}, type);
    const Json computed = rules.value("computed", Json::object());
    for (const Json& name : rules.value("known_at_plan", Json::array()))
        if (const std::string place = name.get<std::string>(); at(describe(config), place).is_null())
            planned =
                withValueAt(planned, place, evaluate(computed.value(place, Json()), describe(planned), counter), type);
    return planned;
}

std::vector<values::Path> replacements(const Planning& planning, const Value& planned) {
    std::vector<values::Path> found;
    if (!isThere(planning.prior) || !isThere(planned))
        return found;
    const Json before = describe(planning.prior);
    const Json after = describe(planned);
    for (const Json& name : planning.rules.value("replace_on", Json::array())) {
        const std::string place = name.get<std::string>();
        if (at(before, place) != at(after, place))
            for (values::Path& path : pathsOf(planned, place))
                found.push_back(std::move(path));
    }
    return found;
}

Value completed(const Value& object, const Json& rules, const std::string& typeName, Type type,
                std::atomic<std::int64_t>& counter) {
    if (!isThere(object))
        return object;
    const std::string seed = typeName + describe(object).dump();
    const Json computed = rules.value("computed", Json::object());
    const auto ruleOf = [&](const values::Path& path) {
        std::string name;
        for (const values::PathStep& step : path)
            if (const auto* attribute = std::get_if<values::AttributeStep>(&step))
                name += (name.empty() ? "" : ".") + attribute->name;
        const auto rule = computed.find(name);
        return std::pair(name, rule == computed.end() ? nullptr : &*rule);
    };
    Value complete = values::transform(object, [&](const values::Path& path, const Value& value) {
        const auto [name, rule] = ruleOf(path);
        return value.isKnown() || rule ? value : madeUp(value.type(), name, seed + path.toString());
    });
    // RuleProvider may refer to the results of other rules.
    for (int round = 0; round < 3 && !complete.isWhollyKnown(); ++round)
        for (const auto& [place, form] : computed.items())
            if (const Json context = describe(complete); at(context, place) == Json{{"$unknown", true}})
                complete = withValueAt(complete, place, evaluate(form, context, counter), type);
    return values::transform(complete, [&](const values::Path& path, const Value& value) {
        if (value.isKnown())
            return value;
        const auto [name, rule] = ruleOf(path);
        const auto around = values::applyPath(complete, path.prefix(path.size() - 1));
        const Value made =
            rule ? valueOf(evaluate(*rule, describe(around ? *around : complete), counter), value.type()) : value;
        return made.isKnown() ? made : madeUp(value.type(), name, seed + path.toString());
    });
}

Json rewritten(Json object, const Json& rule, std::atomic<std::int64_t>& counter) {
    for (const auto& [from, to] : member(rule, "rename").items())
        if (object.contains(from)) {
            object[to.get<std::string>()] = object[from];
            object.erase(from);
        }
    const Json context = object;
    for (const auto& [name, form] : member(rule, "set").items())
        object[name] = evaluate(form, context, counter);
    for (const Json& name : rule.value("remove", Json::array()))
        object.erase(name.get<std::string>());
    return object;
}

} // namespace planlens::testing
