// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/constant_scope.h"

#include "core/hcl/syntax.h"
#include "core/lang/functions.h"
#include "core/values/text/clean_path.h"

#include <algorithm>

namespace planlens::projects {

using values::Value;

namespace {

ConstantScope::Values objectsOf(const ModuleFolders& folders, const ConstantScope::Values& locals,
                                const ConstantScope::Values& variables, const ConstantScope::Values& others) {
    ConstantScope::Values made{
        {"path", Value::object({{"cwd", Value::string(ModuleFolders::workingDirectory(folders.root))},
                                {"module", Value::string(folders.modulePath())},
                                {"root", Value::string(folders.rootPath())}})}};
    if (!locals.empty())
        made.emplace_back("local", Value::object(locals));
    if (!variables.empty())
        made.emplace_back("var", Value::object(variables));
    made.insert(made.end(), others.begin(), others.end());
    return made;
}

constexpr std::string_view absolutePaths[] = {"abspath", "pathexpand"};

hcl::Parameter anyArguments() {
    hcl::Parameter arguments;
    arguments.name = "arguments";
    arguments.type = values::Type::dynamic();
    arguments.allowNull = arguments.allowUnknown = arguments.allowDynamicType = true;
    return arguments;
}

/// Replaces functions whose results depend on files. The result is unknown, because `try` would catch an error.
class UnknownFunction final : public hcl::Function {
public:
    UnknownFunction()
        : Function("unknown", {}, anyArguments()) {}
    hcl::FunctionOutcome<values::Type> returnType(std::span<const Value>) const override {
        return values::Type::dynamic();
    }
    hcl::FunctionOutcome<Value> call(std::span<const Value>, values::Type) const override {
        return Value::dynamicUnknown();
    }
};

/// `abspath` and `pathexpand`: absolute paths, also of parts that are not known. Paths in the home directory stay as
/// they are.
class AbsolutePath final : public hcl::Function {
public:
    explicit AbsolutePath(std::string folder)
        : Function("abspath", {textArgument()})
        , m_folder(std::move(folder)) {}
    hcl::FunctionOutcome<values::Type> returnType(std::span<const Value>) const override {
        return values::Type::string();
    }
    hcl::FunctionOutcome<Value> call(std::span<const Value> arguments, values::Type) const override {
        const std::string path = arguments[0].asString();
        if (path.starts_with('~') || path.starts_with(unknownPart))
            return Value::string(path);
        const std::string absolute = path.starts_with('/') ? path : m_folder + "/" + path;
        // What is before ".." may be several folders if it is not known.
        return Value::string(absolute.find(unknownPart) == std::string::npos ? values::cleanPath(absolute) : absolute);
    }

private:
    static hcl::Parameter textArgument() {
        hcl::Parameter path;
        path.name = "path";
        path.type = values::Type::string();
        return path;
    }

    std::string m_folder;
};

template <std::size_t count>
bool isOneOf(std::string_view function, const std::string_view (&names)[count]) {
    return std::find(std::begin(names), std::end(names), lang::builtInName(function)) != std::end(names);
}

} // namespace

bool readsFile(std::string_view function) {
    constexpr std::string_view names[] = {"file",       "filebase64",  "filebase64sha256", "filebase64sha512",
                                          "fileexists", "filemd5",     "filesha1",         "filesha256",
                                          "filesha512", "templatefile"};
    return isOneOf(function, names);
}

bool listsFiles(std::string_view function) {
    return lang::builtInName(function) == "fileset";
}

ConstantScope::ConstantScope(const ModuleFolders& folders, const Values& locals, const Values& variables,
                             const Values& others)
    : m_values(objectsOf(folders, locals, variables, others))
    , m_absolutePath(std::make_shared<AbsolutePath>(ModuleFolders::workingDirectory(folders.root))) {}

ConstantScope ConstantScope::ofTemplate(Values variables, const ConstantScope& module) {
    return {hcl::MapScope(std::move(variables)), module.m_absolutePath};
}

ConstantScope ConstantScope::with(std::string name, Value value) const {
    Values objects = m_values.variables();
    std::erase_if(objects, [&](const auto& object) { return object.first == name; });
    objects.emplace_back(std::move(name), std::move(value));
    return {hcl::MapScope(std::move(objects)), m_absolutePath};
}

diags::Result<Value> ConstantScope::resolve(const hcl::Traversal& traversal) const {
    diags::Result<Value> value = m_values.resolve(traversal);
    // Unknown, because `try` would catch an error.
    return value.isOk() ? std::move(value) : Value::dynamicUnknown();
}

const hcl::Function* ConstantScope::function(std::string_view name) const {
    static const std::shared_ptr<const lang::FunctionTable> table = lang::makeFunctionTable({.pure = true});
    static const UnknownFunction unknown;
    if (isOneOf(name, absolutePaths))
        return m_absolutePath.get();
    return readsFile(name) || listsFiles(name) ? &unknown : table->find(name);
}

std::optional<Value> constant(const hcl::Expression& expression, const hcl::Scope& scope) {
    const diags::Result<Value> result = expression.evaluate(&scope);
    if (!result.isOk() || !result->isWhollyKnown() || result->containsMarked() || result->isNull())
        return {};
    return *result;
}

std::optional<std::string> constantText(const hcl::Expression& expression, const hcl::Scope& scope) {
    const std::optional<Value> value = constant(expression, scope);
    return value && value->type().isString() ? std::optional(value->asString()) : std::nullopt;
}

std::optional<std::string> partlyConstantText(const hcl::Expression& expression, const ConstantScope& constants) {
    if (std::optional<std::string> text = constantText(expression, constants))
        return text;
    const auto* parts = dynamic_cast<const hcl::syntax::Template*>(&expression);
    if (!parts)
        return {};
    std::string text;
    for (const hcl::ExpressionPtr& part : parts->parts)
        text += constantText(*part, constants).value_or(std::string(1, unknownPart));
    return text;
}

std::vector<std::string> possibleTexts(const hcl::Expression& expression, const ModuleScopes& scopes) {
    if (const auto* condition = dynamic_cast<const hcl::syntax::Conditional*>(&expression)) {
        std::vector<std::string> texts = possibleTexts(*condition->whenTrue, scopes);
        for (std::string& text : possibleTexts(*condition->whenFalse, scopes))
            texts.push_back(std::move(text));
        return texts;
    }
    if (const auto* parentheses = dynamic_cast<const hcl::syntax::Parentheses*>(&expression))
        return possibleTexts(*parentheses->inner, scopes);
    std::optional<std::string> text = partlyConstantText(expression, scopes.constants);
    if (!text)
        text = constantText(expression, scopes.possible);
    return text ? std::vector<std::string>{*std::move(text)} : std::vector<std::string>();
}

} // namespace planlens::projects
