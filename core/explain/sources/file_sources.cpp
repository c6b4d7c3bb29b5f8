// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/source_finder.h"

#include "core/hcl/syntax/parser.h"

#include <algorithm>

/// Sources in files that functions read.
namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Path;
using values::Value;

namespace {

bool isUsableText(const std::optional<Value>& value) {
    return value && isUsable(*value) && value->type().isString();
}

diags::SourceRange lineOf(const std::string& file, std::uint32_t line) {
    return {file, {line, 1, 0}, {line, 1, 0}};
}

/// Returns the previous text of a value that occurs once in a text, if the texts differ only there.
std::optional<std::string> previousPart(const std::string& value, const std::string& text, const std::string& before) {
    const std::size_t at = value.empty() ? std::string::npos : text.find(value);
    if (at == std::string::npos || text.find(value, at + 1) != std::string::npos)
        return {};
    const std::size_t rest = text.size() - at - value.size(); // after the value
    if (before.size() < at + rest || before.compare(0, at, text, 0, at) != 0 ||
        before.compare(before.size() - rest, rest, text, text.size() - rest, rest) != 0)
        return {};
    return before.substr(at, before.size() - at - rest);
}

} // namespace

ValueSource SourceFinder::fileSource(std::string name, const diags::SourceRange& range) {
    return {ValueSource::Kind::File, nullptr, {}, {}, {}, range, recordedName(std::move(name)), true};
}

/// Returns a file that fileset() returns by this name; std::nullopt for other expressions.
std::optional<ValueSource> SourceFinder::listedFile(const Expression& files, const std::optional<Value>& name) const {
    const auto* listed = dynamic_cast<const syntax::FunctionCall*>(&files);
    const std::optional<std::string> text = textOf(name);
    if (!text || !listed || !listed->name.ends_with("fileset") || listed->arguments.size() != 2)
        return {};
    const std::optional<std::string> folder = textOf(evaluated(*listed->arguments[0]));
    return folder ? std::optional(fileSource(*folder + "/" + *text, listed->range())) : std::nullopt;
}

SourceFinder::Sources SourceFinder::fileCall(const syntax::FunctionCall& call, const Before& before) {
    std::vector<Sources> groups;
    std::optional<std::string> name =
        call.arguments.empty() ? std::nullopt : textOf(evaluated(*call.arguments.front()));
    if (call.name.ends_with("fileset") && call.arguments.size() == 2)
        if (const std::optional<std::string> pattern = textOf(evaluated(*call.arguments[1])); name && pattern)
            name = *name + "/" + *pattern;
    ValueSource file = fileSource(name.value_or(call.name + "(…)"), call.range());
    if (const std::string* text = builtInName(call.name) == "file" ? m_plan.files().text(file.text) : nullptr;
        text && isUsableText(before)) {
        const auto different = std::ranges::mismatch(*text, before->asString()).in1;
        file.place = lineOf(file.text, std::uint32_t(std::count(text->begin(), different, '\n') + 1));
    }
    groups.push_back({std::move(file)});
    for (const hcl::ExpressionPtr& argument : call.arguments) {
        groups.push_back(find(*argument, {}, {}));
        const bool isName = argument == call.arguments.front();
        if (isName && std::ranges::any_of(groups.back(), [&](const ValueSource& one) { return isEvident(one); }))
            return groups.back(); // another file
    }
    return oneOf(std::move(groups));
}

/// Returns the sources of a value in data that is decoded from a file. Empty for other calls.
SourceFinder::Sources SourceFinder::decodedFile(const syntax::FunctionCall& call, std::string_view decoder,
                                                const Path& path, const Before& before) {
    const std::optional<lang::DataFormat> format = formatOf(decoder);
    const auto* read = dynamic_cast<const syntax::FunctionCall*>(call.arguments.front().get());
    if (!format || call.arguments.size() != 1 || !read || builtInName(read->name) != "file")
        return {};
    const Path whole = withDifference(path, before, m_current);
    const Path rest = withoutFirst(whole, path.size());
    Sources found = fileCall(*read, {});
    for (ValueSource& source : found)
        if (source.kind == ValueSource::Kind::File && source.range == read->range()) {
            source.path = whole;
            if (before && before->isKnown())
                source.before = valueAt(*before, rest);
            if (m_current && m_current->isKnown())
                source.after = valueAt(*m_current, rest);
            if (const std::optional<std::uint32_t> line = m_plan.files().line(source.text, *format, whole))
                source.place = lineOf(source.text, *line);
        }
    return found;
}

/// Returns the sources of the text that a template makes. Empty if the text of the template is not known.
SourceFinder::Sources SourceFinder::inTemplate(const std::string& file, const syntax::FunctionCall& call,
                                               const Before& before) {
    const std::string* text = m_plan.files().text(file);
    const Expression* body = !text ? nullptr : m_plan.expressionAt(lineOf(file, 1), [&] {
        return hcl::parseTemplate(*text, file).value.value_or(nullptr);
    });
    if (!body)
        return {};
    const Expression& given = *call.arguments[1];
    std::vector<std::pair<std::string, Value>> variables;
    Names bound;
    if (const auto* made = dynamic_cast<const syntax::ObjectConstructor*>(&given)) {
        for (const hcl::ExpressionPair& item : made->items)
            if (const std::optional<std::string> key = textOf(evaluated(*item.key))) {
                variables.emplace_back(*key, evaluated(*item.value).value_or(Value::dynamicUnknown()));
                bound[*key] = {item.value.get(), {}, m_scope, false, false, false, true};
            }
    } else if (const std::optional<Value> value = evaluated(given); value && isMapping(*value)) {
        for (std::size_t i = 0; i < value->size(); ++i) {
            variables.emplace_back(value->key(i), value->element(i));
            bound[std::string(value->key(i))] = {
                &given, Path().index(std::string_view(value->key(i))), m_scope, false, false, false, true};
        }
    }
    for (auto& [name, argument] : bound)
        argument.names = std::make_shared<const Names>(m_bound);
    for (const hcl::Traversal& variable : body->variables())
        if (!bound.contains(variable.rootName()))
            return {};
    const hcl::MapScope scope(std::move(variables), m_scope);
    const hcl::Scope* const outer = std::exchange(m_scope, &scope);
    auto names = std::exchange(m_bound, std::move(bound));
    Sources found = find(*body, {}, before, m_current);
    m_scope = outer;
    m_bound = std::move(names);
    for (ValueSource& source : found)
        if (source.kind == ValueSource::Kind::Written && source.range.filename == body->range().filename) {
            const diags::SourceRange place = source.range;
            const bool isCertain = source.isCertain;
            source = fileSource(file, call.range());
            source.place = place;
            source.isCertain = isCertain;
        }
    return found;
}

/// Adds the sources of the name of a file to those of its text: another file may have been read. They are the only ones
/// if they are known to have changed.
SourceFinder::Sources SourceFinder::orOtherFile(Sources found, const Expression& name) {
    Sources ofName = find(name, {}, {});
    if (!ofName.empty() && std::ranges::any_of(ofName, [&](const ValueSource& one) { return isEvident(one); }))
        return ofName;
    return areKept(ofName) ? found : oneOf({std::move(found), std::move(ofName)});
}

/// Handles templates: the source is the file, or the variables whose values occur in the changed part of the text.
SourceFinder::Sources SourceFinder::templateFile(const syntax::FunctionCall& call, const Before& before) {
    const auto isFile = [](const ValueSource& one) { return one.kind == ValueSource::Kind::File; };
    if (isUsableText(before))
        if (const std::optional<std::string> name = textOf(evaluated(*call.arguments.front())))
            if (Sources found = inTemplate(recordedName(*name), call, before); !found.empty())
                return std::ranges::any_of(found, isFile) ? orOtherFile(std::move(found), *call.arguments.front())
                                                          : found;
    Sources file = fileCall(call, {});
    const auto* given = dynamic_cast<const syntax::ObjectConstructor*>(call.arguments[1].get());
    const std::optional<Value> now = m_current;
    if (!given || !isUsableText(before) || !isUsableText(now) || std::ranges::none_of(file, isFile))
        return file;
    const std::string text = now->asString(), was = before->asString();
    const std::string_view part = changedPart(was, text);
    if (part.empty())
        return file;
    std::erase_if(file, [&](const ValueSource& source) { return !isFile(source); });
    std::vector<Sources> exact, possible;
    for (const hcl::ExpressionPair& item : given->items) {
        const std::optional<Value> value = evaluated(*item.value);
        const std::optional<std::string> written = textOf(value);
        if (const std::optional<std::string> old = written ? previousPart(*written, text, was) : std::nullopt) {
            if (Sources found = find(*item.value, {}, Value::string(*old)); !found.empty())
                exact.push_back(std::move(found));
            continue;
        }
        Sources found = find(*item.value, {}, {});
        if (found.empty())
            continue;
        if (!onlyReference(*item.value) && !dynamic_cast<const syntax::ScopeTraversal*>(item.value.get()))
            found = oneOf({std::move(found), SourceFinder::written(item.value->range())});
        if (!written || written->empty() || value->type().isBool())
            possible.push_back(std::move(found)); // used in a directive or function call
        else if (part == *written)
            exact.push_back(std::move(found));
        else if (part.find(*written) != std::string_view::npos || written->find(part) != std::string::npos)
            possible.push_back(std::move(found));
    }
    if (exact.size() == 1)
        return orOtherFile(std::move(exact.front()), *call.arguments.front());
    std::ranges::move(exact, std::back_inserter(possible));
    possible.insert(possible.begin(), std::move(file));
    return orOtherFile(oneOf(std::move(possible)), *call.arguments.front());
}

} // namespace planlens::explain
