// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/probe.h"

#include "core/explain/definition.h"
#include "core/values/conversion/convert.h"

#include <algorithm>
#include <iterator>

namespace planlens::explain {

using values::Path;
using values::Value;

namespace {

std::vector<Path> textsIn(const Value& value) {
    constexpr std::size_t most = 16; // the expression is evaluated for each one
    std::vector<Path> paths;
    values::walk(value, [&](const Path& path, const Value& part) {
        if (paths.size() < most && isUsable(part) && part.type().isString() && !part.asString().empty())
            paths.push_back(path);
        return !part.type().isSet() && paths.size() < most; // elements of sets have no place
    });
    return paths;
}

} // namespace

std::set<std::string> literalsOf(const hcl::Expression& expression) {
    constexpr std::size_t most = 6, longest = 4;
    std::set<std::string> found;
    hasPart(expression, [&](const hcl::Expression& part) {
        const std::optional<Value> literal = part.asLiteral();
        const std::optional<std::string> text = literal ? textOf(*literal) : std::nullopt;
        if (text && !text->empty() && text->size() <= longest)
            found.insert(*text);
        return found.size() == most;
    });
    return found;
}

std::vector<std::string> similarTexts(const std::string& text, const std::set<std::string>& literals) {
    std::vector<std::string> others{inOtherCase(text), text + ' ', ' ' + text, text + '\n', '~' + text};
    for (const std::string& literal : literals) {
        others.push_back(text + literal);
        others.push_back(literal + text);
        const std::size_t at = text.find(literal);
        for (const std::string& replaced : literals)
            if (at != std::string::npos && replaced != literal)
                others.push_back(std::string(text).replace(at, literal.size(), replaced));
    }
    std::erase(others, text);
    return others;
}

/// Returns std::nullopt if the reference cannot have the text there: another type has no place in a map.
std::optional<RecordedScope::Values> Probe::replaced(const Path& within, const std::optional<Value>& text) const {
    const Value now = m_reference.value.unmarkedDeep();
    RecordedScope::Values values;
    if (text) {
        const values::Outcome<Value> converted = values::convert(*text, valueAt(now, within).type());
        if (!converted)
            return {};
        values.emplace(&m_reference, values::transform(now, [&](const Path& at, const Value& part) {
            return at == within ? *converted : part;
        }));
        return values;
    }
    for (const plans::Dependency* one : m_scope.references())
        if (one->dependency == m_reference.dependency && one->dependencyPath == m_reference.dependencyPath)
            values.emplace(one, Value::null(one->value.type()));
    return values;
}

std::optional<Value> Probe::valueWith(const Path& within, const std::optional<Value>& text) const {
    std::optional<RecordedScope::Values> values = replaced(within, text);
    if (!values)
        return {};
    m_scope.replace(*std::move(values));
    const diags::Result<Value> result = m_expression.evaluate(&m_scope);
    return result.hasErrors() || !result.value ? std::nullopt : std::optional(result.value->unmarkedDeep());
}

const Probe::Trial& Probe::trial(const Path& within, const std::optional<Value>& text) {
    const auto known = std::ranges::find_if(m_trials, [&](const Trial& one) {
        return one.text ? text && one.within == within && isSameValue(*one.text, *text) : !text;
    });
    if (known != m_trials.end())
        return *known;
    Trial& made = m_trials.emplace_back(within, text);
    if (const std::optional<Value> value = valueWith(within, text))
        for (const Path& part : m_parts)
            if (std::optional<std::string> found = textOf(valueAt(*value, part)))
                made.texts.emplace(part.toString(), *std::move(found));
    return made;
}

std::vector<Carried> Probe::carried() {
    static const std::string other = "planlensprobe";
    constexpr std::size_t most = 256; // parts with the same text
    const Value now = m_reference.value.unmarkedDeep();
    std::vector<Carried> found;
    for (const Path& within : textsIn(now)) {
        std::vector<Carried> parts;
        values::walk(valueWith(within, Value::string(other)).value_or(now), [&](const Path& path, const Value& part) {
            const std::size_t at =
                isUsable(part) && part.type().isString() ? part.asString().find(other) : std::string::npos;
            if (at != std::string::npos && parts.size() < most) {
                Carried one;
                one.path = path;
                one.within = within;
                one.prefix = part.asString().substr(0, at);
                one.suffix = part.asString().substr(at + other.size());
                parts.push_back(std::move(one));
            }
            return !part.type().isSet();
        });
        std::ranges::transform(parts, std::back_inserter(m_parts), &Carried::path);
        const Value text = valueAt(now, within);
        std::erase_if(parts, [&](const Carried& one) { return !carries(one, text); });
        std::ranges::move(parts, std::back_inserter(found));
    }
    return found;
}

bool Probe::contains(const Trial& trial, const Carried& carried, const Value& text) {
    const auto found = trial.texts.find(carried.path.toString());
    return found != trial.texts.end() && found->second == carried.prefix + textOf(text).value_or("") + carried.suffix;
}

bool Probe::carries(const Carried& carried, const Value& text) {
    return contains(trial(carried.within, text), carried, text);
}

bool Probe::isUnique(const Carried& carried, const Value& text) {
    const std::vector<std::string> others = similarTexts(textOf(text).value_or(""), literalsOf(m_expression));
    return std::ranges::all_of(others,
                               [&](const std::string& other) { return carries(carried, Value::string(other)); });
}

bool Probe::hasOthers(const Carried& carried) const {
    return !(carried.prefix + carried.suffix).empty() && m_expression.variables().size() > 1;
}

bool Probe::hasWithout(const Carried& carried, const Value& text) {
    return contains(trial(carried.within, std::nullopt), carried, text);
}

} // namespace planlens::explain
