// SPDX-License-Identifier: MPL-2.0
#include "core/plans/objchange/objchange.h"

#include "core/plans/objchange/nested_schema.h"
#include "core/values/conversion/convert.h"
#include "core/values/operations.h"
#include "core/values/text/quoted.h"

namespace planlens::plans::objchange {

using schemas::Block;
using schemas::NestingMode;
using values::Path;
using values::Type;
using values::Value;

namespace {

bool isCertainlyFalse(const Value& answer) {
    return answer.isKnown() && !answer.isNull() && !answer.asBool();
}

/// Whether the refinements of an unknown value exclude the actual value. Conformance of the types was checked before.
bool rulesOut(const Value& placeholder, const Value& actual) {
    const values::Refinement* known = placeholder.refinement();
    if (!known)
        return false;
    if (actual.isNull())
        return known->notNull;
    const Type type = actual.type();
    if (type.isString())
        return actual.isKnown() && !actual.asString().starts_with(known->prefix);
    if (type.isNumber()) {
        const auto& [lower, upper] = std::pair(known->lower, known->upper);
        if (lower) {
            const Value bound = Value::number(lower->number);
            if (isCertainlyFalse(lower->inclusive ? values::greaterThanOrEqual(actual, bound)
                                                  : values::greaterThan(actual, bound)))
                return true;
        }
        if (upper) {
            const Value bound = Value::number(upper->number);
            return isCertainlyFalse(upper->inclusive ? values::lessThanOrEqual(actual, bound)
                                                     : values::lessThan(actual, bound));
        }
        return false;
    }
    if (!type.isCollection())
        return false;
    const Value length = values::length(actual);
    if (isCertainlyFalse(values::greaterThanOrEqual(length, Value::number(known->minLength))))
        return true;
    return known->maxLength && isCertainlyFalse(values::lessThanOrEqual(length, Value::number(*known->maxLength)));
}

/// Compares the planned with the actual value, part by part.
class CompletionCheck {
public:
    void object(const Block& schema, const Value& planned, const Value& actual);
    void value(const Value& planned, const Value& actual);
    std::vector<values::PathError> take() && { return std::move(m_errors); }

private:
    void report(std::string message) { m_errors.push_back({m_path, std::move(message)}); }
    void attribute(const schemas::Attribute& schema, const Value& planned, const Value& actual);
    void nestedBlock(const schemas::NestedBlock& schema, const Value& planned, const Value& actual);
    void blockList(const Block& schema, const Value& planned, const Value& actual);
    void blockMap(const Block& schema, const Value& planned, const Value& actual);
    void blockObject(const Block& schema, const Value& planned, const Value& actual);
    void blockSet(const Block& schema, const Value& planned, const Value& actual);
    void sequence(const Value& planned, const Value& actual);
    void map(const Value& planned, const Value& actual);
    void objectValue(const Value& planned, const Value& actual);
    void set(const Value& planned, const Value& actual);

    template <typename Matches>
    void correlate(const Value& planned, const Value& actual, Matches matches);
    /// Whether a check of a nested value succeeds. Its errors are discarded.
    template <typename Check>
    bool passes(values::PathStep step, Check check) {
        CompletionCheck inner;
        inner.m_path = m_path;
        inner.m_path.push(std::move(step));
        check(inner);
        return inner.m_errors.empty();
    }
    template <typename Check>
    void at(values::PathStep step, Check check) {
        m_path.push(std::move(step));
        check();
        m_path.pop();
    }

    Path m_path;
    std::vector<values::PathError> m_errors;
};

values::IndexStep indexStep(std::size_t i) {
    return {Value::number(static_cast<std::int64_t>(i))};
}

std::string countChanged(std::string_view what, std::size_t planned, std::size_t actual) {
    return std::string(what) + " changed from " + std::to_string(planned) + " to " + std::to_string(actual);
}

void CompletionCheck::object(const Block& schema, const Value& planned, const Value& actual) {
    const std::string prefix = m_path.isEmpty() ? "root object " : "";
    if (planned.isNull() && !actual.isNull())
        return report(prefix + "was absent, but now present");
    if (actual.isNull() && !planned.isNull())
        return report(prefix + "was present, but now absent");
    if (planned.isNull())
        return;
    for (const auto& [name, declared] : schema.attributes) {
        const Value plannedPart = attributeOf(planned, name);
        const Value actualPart = attributeOf(actual, name);
        if (plannedPart == actualPart)
            continue;
        at(values::AttributeStep{name},
           [&, &attributeSchema = declared] { attribute(attributeSchema, plannedPart, actualPart); });
    }
    for (const auto& [name, declared] : schema.blockTypes) {
        const Value plannedPart = attributeOf(planned, name).unmarked();
        const Value actualPart = attributeOf(actual, name).unmarked();
        at(values::AttributeStep{name},
           [&, &blockSchema = declared] { nestedBlock(blockSchema, plannedPart, actualPart); });
    }
}

void CompletionCheck::attribute(const schemas::Attribute& schema, const Value& planned, const Value& actual) {
    const bool isSensitive = schema.sensitive || planned.containsMark(values::Mark::sensitive()) ||
                             actual.containsMark(values::Mark::sensitive());
    const std::size_t before = m_errors.size();
    value(planned.unmarkedDeep(), actual.unmarkedDeep());
    if (isSensitive && m_errors.size() > before) {
        m_errors.resize(before);
        report("inconsistent values for sensitive attribute");
    }
}

void CompletionCheck::nestedBlock(const schemas::NestedBlock& schema, const Value& planned, const Value& actual) {
    switch (schema.nesting) {
    case NestingMode::Single:
    case NestingMode::Group:
        // An unknown placeholder for blocks may have become null, for no blocks.
        if (planned.isKnown() || !actual.isNull())
            object(schema.block, planned, actual);
        return;
    case NestingMode::List:
        return blockList(schema.block, planned, actual);
    case NestingMode::Map:
        if (planned.type().isObject())
            return blockObject(schema.block, planned, actual);
        return blockMap(schema.block, planned, actual);
    case NestingMode::Set:
        return blockSet(schema.block, planned, actual);
    }
}

bool areComparable(const Value& planned, const Value& actual) {
    return planned.isKnown() && actual.isKnown() && !planned.isNull() && !actual.isNull();
}

void CompletionCheck::blockList(const Block& schema, const Value& planned, const Value& actual) {
    if (!areComparable(planned, actual))
        return;
    if (planned.size() != actual.size())
        return report(countChanged("block count", planned.size(), actual.size()));
    for (std::size_t i = 0; i < planned.size(); ++i)
        at(indexStep(i), [&] { object(schema, planned.element(i), actual.element(i)); });
}

void CompletionCheck::blockMap(const Block& schema, const Value& planned, const Value& actual) {
    if (!areComparable(planned, actual))
        return;
    if (planned.size() != actual.size())
        return report(countChanged("block count", planned.size(), actual.size()));
    for (std::size_t i = 0; i < planned.size(); ++i) {
        if (const Value* element = actual.find(planned.key(i))) {
            at(values::IndexStep{Value::string(planned.key(i))}, [&] { object(schema, planned.element(i), *element); });
        }
    }
}

void CompletionCheck::blockObject(const Block& schema, const Value& planned, const Value& actual) {
    const Type plannedType = planned.type();
    const Type actualType = actual.type();
    for (const values::ObjectAttribute& key : plannedType.attributes()) {
        if (!actualType.isObject() || !actualType.hasAttribute(key.name)) {
            report("block key " + values::quoted(key.name) + " has vanished");
            continue;
        }
        at(values::AttributeStep{key.name},
           [&] { object(schema, planned.attribute(key.name), actual.attribute(key.name)); });
    }
    if (!planned.isKnown() || !actualType.isObject())
        return;
    for (const values::ObjectAttribute& key : actualType.attributes()) {
        if (!plannedType.hasAttribute(key.name))
            report("new block key " + values::quoted(key.name) + " has appeared");
    }
}

void CompletionCheck::blockSet(const Block& schema, const Value& planned, const Value& actual) {
    if (!areComparable(planned, actual))
        return;
    correlate(planned, actual, [&](const Value& plannedElement, const Value& actualElement) {
        return passes(values::IndexStep{actualElement},
                      [&](CompletionCheck& inner) { inner.object(schema, plannedElement, actualElement); });
    });
    if (planned.size() < actual.size())
        report(countChanged("block set length", planned.size(), actual.size()));
}

/// Set elements are identified by their values: each element of either set must match one of the other.
template <typename Matches>
void CompletionCheck::correlate(const Value& planned, const Value& actual, Matches matches) {
    std::vector<bool> plannedFound(planned.size(), false);
    std::vector<bool> actualFound(actual.size(), false);
    for (std::size_t i = 0; i < planned.size(); ++i) {
        for (std::size_t j = 0; j < actual.size(); ++j) {
            // If both have a match already, a further one changes nothing.
            if (plannedFound[i] && actualFound[j])
                continue;
            if (matches(planned.element(i), actual.element(j)))
                plannedFound[i] = actualFound[j] = true;
        }
    }
    const std::size_t before = m_errors.size();
    for (std::size_t i = 0; i < planned.size(); ++i) {
        if (!plannedFound[i]) {
            report("planned set element " + planned.element(i).toGoString() +
                   " does not correlate with any element in actual");
        }
    }
    if (m_errors.size() > before)
        return;
    for (std::size_t j = 0; j < actual.size(); ++j) {
        if (!actualFound[j]) {
            report("actual set element " + actual.element(j).toGoString() +
                   " does not correlate with any element in plan");
        }
    }
}

void CompletionCheck::value(const Value& planned, const Value& actual) {
    if (planned.type().isDynamic())
        return;
    if (actual.type() != planned.type() && !values::testConformance(actual.type(), planned.type()).empty()) {
        return report("wrong final value type: " + values::mismatchMessage(actual.type(), planned.type()));
    }
    if (!planned.isKnown()) {
        if (rulesOut(planned, actual)) {
            report("final value " + actual.toGoString() + " does not conform to planning placeholder " +
                   planned.toGoString());
        }
        return;
    }
    if (actual.isNull()) {
        if (!planned.isNull())
            report("was " + planned.toGoString() + ", but now null");
        return;
    }
    if (planned.isNull())
        return report("was null, but now " + actual.toGoString());
    if (!actual.isKnown())
        return report("was known, but now unknown");

    switch (planned.type().kind()) {
    case Type::Kind::String:
    case Type::Kind::Number:
    case Type::Kind::Bool:
        if (!(planned == actual))
            report("was " + planned.toGoString() + ", but now " + actual.toGoString());
        return;
    case Type::Kind::List:
    case Type::Kind::Tuple:
        return sequence(planned, actual);
    case Type::Kind::Map:
        return map(planned, actual);
    case Type::Kind::Object:
        return objectValue(planned, actual);
    case Type::Kind::Set:
        return set(planned, actual);
    case Type::Kind::Dynamic:
        return;
    }
}

void CompletionCheck::sequence(const Value& planned, const Value& actual) {
    for (std::size_t i = 0; i < planned.size(); ++i) {
        if (i >= actual.size())
            report("element " + std::to_string(i) + " has vanished");
        else
            at(indexStep(i), [&] { value(planned.element(i), actual.element(i)); });
    }
    for (std::size_t i = planned.size(); i < actual.size(); ++i)
        report("new element " + std::to_string(i) + " has appeared");
}

void CompletionCheck::map(const Value& planned, const Value& actual) {
    for (std::size_t i = 0; i < planned.size(); ++i) {
        const std::string& key = planned.key(i);
        const Value* element = actual.find(key);
        if (!element)
            report("element " + values::quoted(key) + " has vanished");
        else
            at(values::IndexStep{Value::string(key)}, [&] { value(planned.element(i), *element); });
    }
    for (std::size_t i = 0; i < actual.size(); ++i) {
        if (!planned.find(actual.key(i)))
            report("new element " + values::quoted(actual.key(i)) + " has appeared");
    }
}

void CompletionCheck::objectValue(const Value& planned, const Value& actual) {
    for (const values::ObjectAttribute& attribute : planned.type().attributes()) {
        at(values::AttributeStep{attribute.name},
           [&] { value(planned.attribute(attribute.name), actual.attribute(attribute.name)); });
    }
}

void CompletionCheck::set(const Value& planned, const Value& actual) {
    correlate(planned, actual, [&](const Value& plannedElement, const Value& actualElement) {
        return passes(values::IndexStep{actualElement},
                      [&](CompletionCheck& inner) { inner.value(plannedElement, actualElement); });
    });
    // Unknown values that become equal reduce the length, but it cannot grow.
    if (planned.size() < actual.size())
        report(countChanged("length", planned.size(), actual.size()));
}

} // namespace

std::vector<values::PathError> assertObjectCompatible(const Block& schema, const Value& planned, const Value& actual) {
    CompletionCheck check;
    check.object(schema, planned, actual);
    return std::move(check).take();
}

} // namespace planlens::plans::objchange
