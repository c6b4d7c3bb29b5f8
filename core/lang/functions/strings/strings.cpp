// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/evaluation/evaluation_budget.h"
#include "core/hcl/syntax/characters.h"
#include "core/lang/functions/builtins.h"
#include "core/lang/functions/strings/letter_case.h"
#include "core/values/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>

namespace planlens::lang {
namespace {

using hcl::syntax::EvaluationBudget;

/// Adds a function from one string to another.
void addStringFunction(FunctionList& functions, const char* name, std::string (*function)(std::string_view),
                       std::initializer_list<Allow> allowed = {}) {
    add(functions, {.name = name,
                    .parameters = {parameter("str", Type::string(), allowed)},
                    .type = always(Type::string()),
                    .call = [function](Arguments arguments, Type) -> ValueOutcome {
                        return Value::string(function(arguments[0].asString()));
                    }});
}

/// Adds a function from two strings to another.
void addStringFunction(FunctionList& functions, const char* name, const char* second,
                       std::string (*function)(std::string_view, std::string_view)) {
    add(functions, {.name = name,
                    .parameters = {parameter("str", Type::string()), parameter(second, Type::string())},
                    .type = always(Type::string()),
                    .call = [function](Arguments arguments, Type) -> ValueOutcome {
                        return Value::string(function(arguments[0].asString(), arguments[1].asString()));
                    }});
}

std::string reversed(std::string_view text) {
    std::string result(text.size(), '\0');
    std::size_t end = text.size();
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view cluster = rest.substr(0, hcl::firstGraphemeSize(rest));
        end -= cluster.size();
        std::copy(cluster.begin(), cluster.end(), result.begin() + static_cast<std::ptrdiff_t>(end));
        rest.remove_prefix(cluster.size());
    }
    return result;
}

std::string withoutNewlinesAtEnd(std::string_view text) {
    const std::size_t last = text.find_last_not_of("\r\n");
    return std::string(text.substr(0, last == std::string_view::npos ? 0 : last + 1));
}

std::string trimmedSpace(std::string_view text) {
    return std::string(hcl::trimSpaceRight(hcl::trimSpaceLeft(text)));
}

std::vector<char32_t> codePoints(std::string_view text) {
    std::vector<char32_t> result;
    while (!text.empty()) {
        const auto point = values::decodeUtf8(text);
        result.push_back(point.code);
        text.remove_prefix(point.size);
    }
    return result;
}

std::string trimmed(std::string_view text, std::string_view cutset) {
    const std::vector<char32_t> cut = codePoints(cutset);
    const auto isCut = [&cut](char32_t code) { return std::find(cut.begin(), cut.end(), code) != cut.end(); };
    std::size_t start = text.size();
    std::size_t end = 0;
    for (std::size_t at = 0; at < text.size();) {
        const auto point = values::decodeUtf8(text.substr(at));
        if (!isCut(point.code)) {
            start = std::min(start, at);
            end = at + point.size;
        }
        at += point.size;
    }
    return start < end ? std::string(text.substr(start, end - start)) : std::string();
}

std::string withoutPrefix(std::string_view text, std::string_view prefix) {
    return std::string(text.starts_with(prefix) ? text.substr(prefix.size()) : text);
}

std::string withoutSuffix(std::string_view text, std::string_view suffix) {
    return std::string(text.ends_with(suffix) ? text.substr(0, text.size() - suffix.size()) : text);
}

/// A negative count selects the rest. Counts are of grapheme clusters.
std::string_view part(std::string_view text, std::int64_t offset, std::int64_t count) {
    const auto skip = [](std::string_view from, std::int64_t clusters) {
        std::size_t at = 0;
        for (std::int64_t i = 0; i < clusters && at < from.size(); ++i)
            at += hcl::firstGraphemeSize(from.substr(at));
        return at;
    };
    if (offset < 0)
        offset += static_cast<std::int64_t>(hcl::countGraphemes(text));
    else if (count == 0)
        return {};
    if (offset > 0)
        text.remove_prefix(skip(text, offset));
    // As in the reference, a count of zero with a negative offset selects the rest.
    return count <= 0 ? text : text.substr(0, skip(text, count));
}

ValueOutcome substr(Arguments arguments, Type) {
    const auto offset = toInteger(arguments[1]);
    if (!offset)
        return Failure{offset.error()};
    const auto count = toInteger(arguments[2]);
    if (!count)
        return Failure{count.error()};
    return Value::string(part(arguments[0].asString(), *offset, *count));
}

ValueOutcome join(Arguments arguments, Type) {
    if (arguments.size() < 2)
        return fail("at least one list is required");
    const Arguments lists = arguments.subspan(1);
    if (!std::all_of(lists.begin(), lists.end(), [](const Value& list) { return list.isWhollyKnown(); }))
        return unknown(Type::string());
    const std::string& separator = arguments[0].asString();
    std::string text;
    bool first = true;
    for (std::size_t l = 0; l < lists.size(); ++l) {
        for (std::size_t i = 0; i < lists[l].size(); ++i) {
            const Value& element = lists[l].element(i);
            if (element.isNull()) {
                return failAt(l + 1, fmt::format("element {}{} is null; cannot concatenate null values", i,
                                                 lists.size() > 1 ? fmt::format(" of list {}", l + 1) : ""));
            }
            if (!EvaluationBudget::admits(0, text.size() + separator.size() + element.asString().size()))
                return fail("the text is too long");
            if (!first)
                text += separator;
            first = false;
            text += element.asString();
        }
    }
    return Value::string(text);
}

/// Stops if there are too many.
std::vector<std::string_view> parts(std::string_view text, std::string_view separator) {
    std::vector<std::string_view> result;
    if (separator.empty()) {
        while (!text.empty() && EvaluationBudget::admits(result.size(), 0)) {
            const std::size_t size = values::decodeUtf8(text).size;
            result.push_back(text.substr(0, size));
            text.remove_prefix(size);
        }
        return result;
    }
    for (std::size_t at = 0;
         (at = text.find(separator)) != std::string_view::npos && EvaluationBudget::admits(result.size(), 0);) {
        result.push_back(text.substr(0, at));
        text.remove_prefix(at + separator.size());
    }
    result.push_back(text);
    return result;
}

ValueOutcome split(Arguments arguments, Type type) {
    std::vector<Value> elements;
    const std::vector<std::string_view> found = parts(arguments[1].asString(), arguments[0].asString());
    if (!EvaluationBudget::admits(found.size(), 0))
        return fail("the text has too many parts");
    for (const std::string_view element : found)
        elements.push_back(Value::string(element));
    return Value::sequence(type, std::move(elements));
}

ValueOutcome indent(Arguments arguments, Type) {
    const auto spaces = toInteger(arguments[0]);
    if (!spaces)
        return Failure{spaces.error()};
    if (*spaces < 0)
        return fail("panic in function implementation: strings: negative Repeat count");
    const std::string& given = arguments[1].asString();
    const auto lines = static_cast<std::size_t>(std::ranges::count(given, '\n'));
    const auto most = static_cast<std::int64_t>(EvaluationBudget::mostBytes);
    if (lines > 0 &&
        !EvaluationBudget::admits(0, given.size() + lines * static_cast<std::size_t>(std::min(*spaces, most + 1))))
        return fail("the text is too long");
    std::string text;
    for (const char c : given) {
        text += c;
        if (c == '\n')
            text.append(static_cast<std::size_t>(*spaces), ' ');
    }
    return Value::string(text);
}

ValueOutcome startsWith(Arguments arguments, Type type) {
    const std::string& prefix = arguments[1].asString();
    if (arguments[0].isKnown())
        return Value::boolean(arguments[0].asString().starts_with(prefix));
    const std::string& known = arguments[0].refinement()->prefix;
    if (known.starts_with(prefix))
        return Value::boolean(true);
    if (!known.empty() && known.size() >= prefix.size())
        return Value::boolean(false);
    return unknown(type);
}

/// If the list has unknown elements, only its length is known.
ValueOutcome sort(Arguments arguments, Type type) {
    const Value& list = arguments[0];
    if (!list.isWhollyKnown()) {
        values::Refinement length;
        if (list.isKnown()) {
            length.minLength = static_cast<std::int64_t>(list.size());
            length.maxLength = length.minLength;
        } else {
            length.minLength = list.refinement()->minLength;
            length.maxLength = list.refinement()->maxLength;
        }
        return Value::unknown(type, length);
    }
    std::vector<Value> elements = elementsOf(list);
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (elements[i].isNull())
            return fail(fmt::format("given list element {} is null; a null string cannot be sorted", i));
    }
    std::sort(elements.begin(), elements.end(),
              [](const Value& a, const Value& b) { return a.asString() < b.asString(); });
    return Value::sequence(type, std::move(elements));
}

void addTests(FunctionList& functions) {
    add(functions,
        {.name = "startswith",
         .parameters = {parameter("str", Type::string(), {Allow::Unknown}), parameter("prefix", Type::string())},
         .type = always(Type::boolean()),
         .call = startsWith});
    add(functions, {.name = "endswith",
                    .parameters = {parameter("str", Type::string()), parameter("suffix", Type::string())},
                    .type = always(Type::boolean()),
                    .call = [](Arguments arguments, Type) -> ValueOutcome {
                        return Value::boolean(arguments[0].asString().ends_with(arguments[1].asString()));
                    }});
    add(functions,
        {.name = "strcontains",
         .parameters = {parameter("str", Type::string()), parameter("substr", Type::string())},
         .nullness = Nullness::MayBeNull,
         .type = always(Type::boolean()),
         .call = [](Arguments arguments, Type) -> ValueOutcome {
             return Value::boolean(arguments[0].asString().find(arguments[1].asString()) != std::string::npos);
         }});
}

} // namespace

void addStrings(FunctionList& functions) {
    addStringFunction(functions, "upper", toUpper, {Allow::DynamicType});
    addStringFunction(functions, "lower", toLower, {Allow::DynamicType});
    addStringFunction(functions, "strrev", reversed, {Allow::DynamicType});
    addStringFunction(functions, "title", toTitle);
    addStringFunction(functions, "chomp", withoutNewlinesAtEnd);
    addStringFunction(functions, "trimspace", trimmedSpace);
    addStringFunction(functions, "trim", "cutset", trimmed);
    addStringFunction(functions, "trimprefix", "prefix", withoutPrefix);
    addStringFunction(functions, "trimsuffix", "suffix", withoutSuffix);
    add(functions, {.name = "substr",
                    .parameters = {parameter("str", Type::string(), {Allow::DynamicType}),
                                   parameter("offset", Type::number(), {Allow::DynamicType}),
                                   parameter("length", Type::number(), {Allow::DynamicType})},
                    .type = always(Type::string()),
                    .call = substr});
    add(functions, {.name = "join",
                    .parameters = {parameter("separator", Type::string())},
                    .variadic = parameter("lists", Type::list(Type::string())),
                    .type = always(Type::string()),
                    .call = join});
    add(functions, {.name = "split",
                    .parameters = {parameter("separator", Type::string()), parameter("str", Type::string())},
                    .type = always(Type::list(Type::string())),
                    .call = split});
    add(functions, {.name = "indent",
                    .parameters = {parameter("spaces", Type::number()), parameter("str", Type::string())},
                    .type = always(Type::string()),
                    .call = indent});
    add(functions, {.name = "sort",
                    .parameters = {parameter("list", Type::list(Type::string()), {Allow::Unknown})},
                    .type = always(Type::list(Type::string())),
                    .call = sort});
    addTests(functions);
}

} // namespace planlens::lang
