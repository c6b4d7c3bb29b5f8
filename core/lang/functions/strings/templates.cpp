// SPDX-License-Identifier: MPL-2.0
#include "core/diags/join_messages.h"
#include "core/hcl/expression.h"
#include "core/hcl/syntax/parser.h"
#include "core/lang/functions.h"
#include "core/lang/functions/builtins.h"
#include "core/lang/functions/files/file_access.h"
#include "core/system/environment.h"
#include "core/values/text/quoted.h"
#include "core/values/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace planlens::lang {
namespace {

using hcl::ExpressionPtr;

/// File name of templates that are not in a file.
constexpr const char* noFile = "NoFileNeeded";

/// The functions of a template: the usual ones, except for a `templatefile` that counts its recursion depth.
class TemplateFunctions final : public hcl::Scope {
public:
    TemplateFunctions(const FunctionTable& table, const hcl::Function* templateFile)
        : m_table(table)
        , m_templateFile(templateFile) {}

    diags::Result<Value> resolve(const hcl::Traversal& traversal) const override {
        return {Value::dynamicUnknown(), diags::Diagnostic::error("Unknown variable",
                                                                  fmt::format("There is no variable named {}.",
                                                                              values::quoted(traversal.rootName())),
                                                                  traversal.steps.front().range)};
    }
    const hcl::Function* function(std::string_view name) const override {
        return m_templateFile && name == "templatefile" ? m_templateFile : m_table.find(name);
    }
    std::vector<std::string> functionNames() const override { return m_table.names(); }

private:
    const FunctionTable& m_table;
    const hcl::Function* m_templateFile;
};

Failure failWith(const diags::Diagnostics& diagnostics) {
    return fail(diags::firstAndOthers(diagnostics));
}

hcl::FunctionOutcome<ExpressionPtr> parse(const std::string& text, const std::string& filename) {
    auto parsed = hcl::parseTemplate(text, filename);
    if (parsed.hasErrors())
        return failWith(parsed.diagnostics);
    return *std::move(parsed.value);
}

/// Returns the variables of a template, checked against its references.
hcl::FunctionOutcome<std::vector<std::pair<std::string, Value>>> variablesFor(const hcl::Expression& expression,
                                                                              const Value& variables) {
    if (!variables.type().isMap() && !variables.type().isObject())
        return failAt(1, "invalid vars value: must be a map");
    const Value plain = variables.unmarked();
    std::vector<std::pair<std::string, Value>> list;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        if (!hcl::isValidIdentifier(plain.key(i))) {
            return failAt(1,
                          fmt::format("invalid template variable name {}: must start with a letter, followed by zero "
                                      "or more letters, digits, and underscores",
                                      values::quoted(plain.key(i))));
        }
        list.emplace_back(plain.key(i), plain.element(i));
    }
    for (const hcl::Traversal& traversal : expression.variables()) {
        if (plain.find(traversal.rootName()))
            continue;
        const diags::SourceRange& range = traversal.steps.front().range;
        return failAt(
            1, fmt::format("vars map does not contain key {}{}", values::quoted(traversal.rootName()),
                           range.filename.str() == noFile ? "" : fmt::format(", referenced at {}", range.toString())));
    }
    return list;
}

// --- templatestring

hcl::FunctionOutcome<Value> renderText(Arguments arguments, const FunctionTable& table) {
    const auto expression = parse(arguments[0].unmarked().asString(), noFile);
    if (!expression)
        return Failure{expression.error()};
    auto variables = variablesFor(**expression, arguments[1]);
    if (!variables)
        return Failure{variables.error()};
    const TemplateFunctions functions(table, nullptr);
    const hcl::MapScope scope(*std::move(variables), &functions);
    auto result = (*expression)->evaluate(&scope);
    if (result.hasErrors())
        return failWith(result.diagnostics);
    return *std::move(result.value);
}

void addTemplateString(FunctionList& functions, const FunctionTable& table) {
    add(functions, {.name = "templatestring",
                    .parameters = {parameter("data", Type::string(), {Allow::Marked}),
                                   parameter("vars", Type::dynamic(), {Allow::Marked})},
                    .nullness = Nullness::MayBeNull,
                    .type = [&table](Arguments arguments) -> TypeOutcome {
                        if (!arguments[0].isKnown() || !arguments[1].isKnown())
                            return Type::dynamic();
                        const auto result = renderText(arguments, table);
                        if (!result)
                            return Failure{result.error()};
                        return result->type();
                    },
                    .call = [&table](Arguments arguments, Type) -> ValueOutcome {
                        const auto result = renderText(arguments, table);
                        if (!result)
                            return Failure{result.error()};
                        return result->withMarks(arguments[0].marks());
                    }});
}

// --- templatefile

/// Returns the maximum recursion depth of templates.
hcl::FunctionOutcome<int> greatestDepth() {
    constexpr int usual = 1024;
    const std::string given = system::environmentText("TF_TEMPLATE_RECURSION_DEPTH");
    if (given.empty())
        return usual;
    int depth = 0;
    const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), depth);
    if (error != std::errc() || end != given.data() + given.size()) {
        return fail(
            fmt::format("invalid value for TF_TEMPLATE_RECURSION_DEPTH: strconv.Atoi: parsing {}: invalid syntax",
                        values::quoted(given)));
    }
    return depth;
}

class TemplateFile final : public hcl::Function {
public:
    TemplateFile(FileScope scope, const FunctionTable& table, int depth)
        : Function("templatefile",
                   {lang::parameter("path", Type::string(), {Allow::Marked}), lang::parameter("vars", Type::dynamic())})
        , m_scope(std::move(scope))
        , m_table(table)
        , m_depth(depth) {}

    TypeOutcome returnType(Arguments arguments) const override {
        if (!arguments[0].isKnown() || !arguments[1].isKnown())
            return Type::dynamic();
        const auto result = render(arguments);
        if (!result)
            return Failure{result.error()};
        return result->type();
    }
    ValueOutcome call(Arguments arguments, Type) const override {
        const auto result = render(arguments);
        if (!result)
            return Failure{result.error()};
        return result->withMarks(arguments[0].marks());
    }

private:
    hcl::FunctionOutcome<ExpressionPtr> load(const Value& pathArgument) const {
        const auto limit = greatestDepth();
        if (!limit)
            return Failure{limit.error()};
        if (m_depth > *limit) {
            return tooDeep({});
        }
        const std::string path = pathArgument.unmarked().asString();
        const auto text = readFile(m_scope, path, pathArgument.marks(), MissingFile::Explained);
        if (!text)
            return failAt(0, text.error().message);
        if (!values::isUtf8(*text)) {
            return fail(fmt::format("contents of {} are not valid UTF-8; use the filebase64 function to obtain the "
                                    "Base64 encoded contents or the other file functions (e.g. filemd5, filesha256) to "
                                    "obtain file hashing results instead",
                                    redacted(path, pathArgument.marks())));
        }
        return parse(*text, path);
    }

    ValueOutcome render(Arguments arguments) const {
        const auto expression = load(arguments[0]);
        if (!expression)
            return Failure{expression.error()};
        auto variables = variablesFor(**expression, arguments[1]);
        if (!variables)
            return Failure{variables.error()};
        const TemplateFile deeper(m_scope, m_table, m_depth + 1);
        const TemplateFunctions functions(m_table, &deeper);
        const hcl::MapScope scope(*std::move(variables), &functions);
        auto result = (*expression)->evaluate(&scope);
        if (!result.hasErrors())
            return *std::move(result.value);
        return deeper.m_tooDeep ? explainDepth(result.diagnostics, *deeper.m_tooDeep) : failWith(result.diagnostics);
    }

    /// Reports the source of the calls that exceeded the maximum depth, one range per level.
    Failure explainDepth(const diags::Diagnostics& diagnostics, std::vector<std::string> places) const {
        for (const diags::Diagnostic& diagnostic : diagnostics) {
            if (diagnostic.functionCall && diagnostic.functionCall->calledAs == "templatefile") {
                places.push_back(diagnostic.subject ? diagnostic.subject->toString() : "");
                return tooDeep(std::move(places));
            }
        }
        return failWith(diagnostics);
    }

    Failure tooDeep(std::vector<std::string> places) const {
        FunctionError error = depthError(places);
        if (m_depth > 0)
            m_tooDeep = std::move(places);
        return Failure{std::move(error)};
    }

    static FunctionError depthError(const std::vector<std::string>& places) {
        constexpr std::size_t longestTrace = 16;
        std::vector<std::string> trace;
        for (std::size_t i = 0; i < std::min(longestTrace, places.size()); ++i) {
            const bool repeated = std::find(trace.begin(), trace.end(), places[i]) != trace.end();
            trace.push_back(places[i]);
            if (repeated)
                break;
        }
        return {fmt::format("maximum recursion depth {} reached in {} ... ",
                            static_cast<std::ptrdiff_t>(places.size()) - 1, fmt::join(trace, ", ")),
                {},
                {}};
    }

    const FileScope m_scope;
    const FunctionTable& m_table;
    int m_depth;
    // Set only at depths above zero, where the object belongs to one call.
    mutable std::optional<std::vector<std::string>> m_tooDeep;
};

} // namespace

void addTemplates(FunctionList& functions, const FunctionOptions& options, const FunctionTable& table) {
    addTemplateString(functions, table);
    functions.push_back(std::make_unique<const TemplateFile>(fileScope(options), table, 0));
}

} // namespace planlens::lang
