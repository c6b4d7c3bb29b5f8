// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/file_references.h"

#include "core/hcl/syntax/parser.h"
#include "core/lang/functions.h"
#include "core/system/file.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace planlens::projects {

namespace fs = std::filesystem;
namespace syntax = hcl::syntax;

namespace {

std::string withoutMarker(std::string_view path) {
    return fs::path(path.substr(pathMarker.size())).lexically_normal().generic_string();
}

/// A path from the folder of the root module, or an absolute one that a base folder starts; nullopt for others.
std::optional<FileReference> referenceTo(const std::string& path) {
    if (path.starts_with(pathMarker))
        return FileReference{FileReference::Base::Absolute, withoutMarker(path), false};
    if (path.starts_with('/') || path.starts_with('~'))
        return {};
    const std::string relative = fs::path(path.empty() ? "." : path).lexically_normal().generic_string();
    return FileReference{FileReference::Base::Root, relative, false};
}

/// A pattern that matches this text only. An unknown part can have several folders.
std::string patternOf(std::string_view text) {
    std::string pattern;
    for (const char c : text) {
        if (c == unknownPart) {
            pattern += "**";
            continue;
        }
        if (std::string_view("*?[{\\").find(c) != std::string_view::npos)
            pattern += '\\';
        pattern += c;
    }
    return pattern;
}

/// The matches of `fileset`, as a pattern.
std::string patternOf(const std::string& folder, const std::string& pattern) {
    std::string whole = patternOf(folder) + "/";
    for (const char c : pattern)
        whole += c == unknownPart ? std::string("**") : std::string(1, c);
    return whole;
}

/// The constant folder at the start of a pattern, and the rest in it.
std::optional<FileReference> referenceToPattern(const std::string& pattern) {
    const std::size_t special = pattern.find_first_of("*?[{\\"), slash = pattern.rfind('/', special);
    if (slash == 0)
        return {};
    std::optional<FileReference> reference =
        referenceTo(slash == std::string::npos ? std::string() : pattern.substr(0, slash));
    std::string rest = slash == std::string::npos ? pattern : pattern.substr(slash + 1);
    if (rest.find("/../") != std::string::npos || rest.starts_with("../"))
        rest = "**";
    if (reference) {
        reference->path += "\n" + rest;
        reference->isPattern = true;
    }
    return reference;
}

bool isInside(const std::string& path, std::string folder) {
    while (folder.ends_with('/'))
        folder.pop_back();
    return path == folder || path.starts_with(folder + "/");
}

bool callsFileFunction(const hcl::Expression& expression) {
    const std::vector<hcl::FunctionReference> functions = expression.functions();
    return std::ranges::any_of(functions, [](const hcl::FunctionReference& function) {
        return readsFile(function.name) || listsFiles(function.name);
    });
}

bool callsFileFunction(const syntax::NativeBody& body) {
    return std::ranges::any_of(
               body.attributes,
               [](const hcl::Attribute& attribute) { return callsFileFunction(*attribute.expression); }) ||
           std::ranges::any_of(body.blocks, [](const hcl::Block& block) {
               const auto* inner = dynamic_cast<const syntax::NativeBody*>(block.body.get());
               return inner && callsFileFunction(*inner);
           });
}

} // namespace

bool FileReferences::isAboveModule(const std::string& path) const {
    return isInside(m_folders.module, path) || isInside(m_folders.root, path);
}

/// The file of this path, or everything in the folder of this path. A folder above the module names nothing.
std::optional<FileReference> FileReferences::referenceToFileOrFolder(const std::string& path) const {
    const std::size_t unknown = path.find(unknownPart), end = path.rfind('/', unknown);
    if (unknown == std::string::npos) {
        const std::string whole = withoutMarker(path);
        if (isAboveModule(whole))
            return {};
        const fs::path clean(whole.ends_with('/') ? whole.substr(0, whole.size() - 1) : whole);
        const std::string name = patternOf(clean.filename().string());
        return FileReference{FileReference::Base::Absolute,
                             clean.parent_path().generic_string() + "\n{" + name + "," + name + "/**}", true};
    }
    const std::string name = patternOf(std::string_view(path).substr(end + 1));
    return FileReference{FileReference::Base::Absolute,
                         withoutMarker(path.substr(0, end)) + "\n{" + name + "," + name + "/**}", true};
}

/// The parts of a text, such as a command, that are paths from a base folder.
std::vector<std::string> FileReferences::markedPaths(const std::string& text) const {
    constexpr std::string_view ends = " \t\n'\"`;,&|()<>=";
    std::vector<std::string> paths;
    for (std::size_t at = 0; (at = text.find(pathMarker, at)) != std::string::npos; ++at) {
        const std::string_view rest = std::string_view(text).substr(at);
        std::size_t base = pathMarker.size(); // the folders can have spaces
        for (const std::string* folder : {&m_folders.module, &m_folders.root})
            if (rest.substr(pathMarker.size()).starts_with(*folder))
                base = std::max(base, pathMarker.size() + folder->size());
        paths.emplace_back(rest.substr(0, rest.find_first_of(ends, base)));
        if (at == 0 && paths.back().size() < text.size() && text.find('\n') == std::string::npos)
            paths.push_back(text); // a name with spaces
    }
    return paths;
}

/// Visits expressions in which these names have values.
template <typename F>
void FileReferences::withNames(const ConstantScope::Values& names, const F& visitInside) {
    ConstantScope constants = m_scopes->constants, possible = m_scopes->possible;
    for (const auto& [name, value] : names) {
        const bool isKnown = !hasUnknownParts(value);
        constants = constants.with(name, isKnown ? value : values::Value::dynamicUnknown());
        possible = possible.with(name, value);
    }
    const ModuleScopes inside{constants, possible};
    const ModuleScopes* const outside = std::exchange(m_scopes, &inside);
    visitInside();
    m_scopes = outside;
}

void FileReferences::visit(const syntax::NativeBody& body) {
    for (const hcl::Attribute& attribute : body.attributes)
        visit(*attribute.expression, Part::Argument);
    for (const hcl::Block& block : body.blocks)
        if (const auto* inner = dynamic_cast<const syntax::NativeBody*>(block.body.get())) {
            if (block.type == "locals")
                visitLocals(*inner);
            else
                visitBlock(block, *inner);
        }
}

/// The elements of a collection to visit. Nested loops have a limit.
std::vector<std::pair<values::Value, values::Value>> FileReferences::elementsOf(const hcl::Expression& collection) {
    constexpr std::size_t most = 10'000;
    auto elements = possible().elementsOf(collection);
    m_elements += elements.size();
    if (m_elements > most)
        elements = {{PossibleValues::unknown(), PossibleValues::unknown()}};
    return elements;
}

/// Visits a block once for each instance that is known.
void FileReferences::visitBlock(const hcl::Block& block, const syntax::NativeBody& body) {
    const auto forEach = std::ranges::find(body.attributes, "for_each", &hcl::Attribute::name);
    if (forEach == body.attributes.end() || block.type == "dynamic" || !callsFileFunction(body)) {
        visit(body);
        return;
    }
    for (const auto& [key, value] : elementsOf(*forEach->expression))
        withNames({{"each", values::Value::object({{"key", key}, {"value", value}})}}, [&] { visit(body); });
}

/// Local values that are constant texts count where they are used.
void FileReferences::visitLocals(const syntax::NativeBody& body) {
    for (const hcl::Attribute& attribute : body.attributes)
        if (!constantText(*attribute.expression, m_scopes->constants))
            visit(*attribute.expression);
}

void FileReferences::visit(const hcl::json::Node& node) {
    if (node.kind == hcl::json::Node::Kind::String && node.text.find("${") != std::string::npos)
        if (const diags::Result<hcl::ExpressionPtr> parsed = hcl::parseTemplate(node.text, "json"); parsed.value)
            visit(**parsed);
    for (const hcl::json::Node& element : node.elements)
        visit(element);
    for (const hcl::json::Property& property : node.properties)
        visit(property.value);
}

void FileReferences::visit(const hcl::Expression& expression, Part part) {
    const auto* node = dynamic_cast<const syntax::Node*>(&expression);
    if (!node)
        return;
    const auto* call = dynamic_cast<const syntax::FunctionCall*>(node);
    if (call && !call->arguments.empty() && (readsFile(call->name) || listsFiles(call->name))) {
        visitCall(*call);
        return;
    }
    if (visitText(expression, part))
        return;
    if (const auto* loop = dynamic_cast<const syntax::ForExpression*>(node)) {
        visitFor(*loop);
        return;
    }
    for (const syntax::Node::Child& child : node->children())
        if (child.expression)
            visit(*child.expression);
}

/// Visits a loop once for each element that is known.
void FileReferences::visitFor(const syntax::ForExpression& expression) {
    visit(*expression.collection);
    const auto visitInside = [&] {
        for (const hcl::ExpressionPtr& part : {expression.key, expression.value, expression.condition})
            if (part)
                visit(*part);
    };
    if (!callsFileFunction(expression)) {
        visitInside();
        return;
    }
    for (const auto& [key, value] : elementsOf(*expression.collection)) {
        ConstantScope::Values names{{expression.valueVariable, value}};
        if (!expression.keyVariable.empty())
            names.emplace_back(expression.keyVariable, key);
        withNames(names, visitInside);
    }
}

/// A function that reads the files of its first argument.
void FileReferences::visitCall(const syntax::FunctionCall& call) {
    const hcl::Expression& path = *call.arguments.front();
    hasComputedPaths = hasComputedPaths || !constantText(path, m_scopes->constants);
    std::vector<FileReference> references, withoutStart;
    bool isKnown = false; // a path outside of the repository too
    for (const std::string& text : possible().textsOf(path)) {
        std::vector<std::string> patterns;
        if (listsFiles(call.name))
            for (const std::string& pattern :
                 call.arguments.size() > 1 ? possible().textsOf(*call.arguments[1]) : std::vector<std::string>{"**"})
                patterns.push_back(patternOf(text, pattern));
        else if (text.find(unknownPart) != std::string::npos)
            patterns.push_back(patternOf(text));
        for (const std::string& pattern : patterns)
            if (std::optional<FileReference> reference = referenceToPattern(pattern))
                (text.starts_with(unknownPart) ? withoutStart : references).push_back(*std::move(reference));
        if (patterns.empty())
            if (std::optional<FileReference> reference = referenceTo(text)) {
                if (lang::builtInName(call.name) == "templatefile")
                    visitTemplate(text, call);
                references.push_back(*std::move(reference));
            }
        isKnown = isKnown || !text.starts_with(unknownPart);
    }
    if (!isKnown) {
        unresolved.insert(fmt::format("{}:{}", call.range().filename.str(), call.range().start.line));
        references = std::move(withoutStart);
    }
    found.insert(references.begin(), references.end());
    for (std::size_t i = callsFileFunction(path) ? 0 : 1; i < call.arguments.size(); ++i)
        visit(*call.arguments[i]);
}

/// Visits the functions of a template. Templates have no names but those of the second argument.
void FileReferences::visitTemplate(const std::string& path, const syntax::FunctionCall& call) {
    constexpr std::uintmax_t largest = 1 << 20;
    const fs::path file =
        path.starts_with(pathMarker) ? fs::path(withoutMarker(path)) : m_folders.root / fs::path(path);
    std::error_code error;
    if (!fs::is_regular_file(file, error) || fs::file_size(file, error) > largest || error)
        return;
    const auto text = system::readFile(file);
    if (!text || text->find("file") == std::string::npos)
        return;
    const diags::Result<hcl::ExpressionPtr> parsed = hcl::parseTemplate(*text, file.filename().string());
    if (!parsed.value || !callsFileFunction(**parsed))
        return;
    ConstantScope::Values known, all;
    const values::Value variables =
        call.arguments.size() > 1 ? possible().of(*call.arguments[1]).front() : values::Value::emptyObject();
    if (variables.type().isMapping())
        for (std::size_t i = 0; i < variables.size(); ++i) {
            all.emplace_back(variables.key(i), variables.element(i));
            if (!hasUnknownParts(variables.element(i)))
                known.push_back(all.back());
        }
    const ConstantScope constants = ConstantScope::ofTemplate(std::move(known), m_scopes->constants),
                        possibly = ConstantScope::ofTemplate(std::move(all), m_scopes->constants);
    const ModuleScopes scopes{constants, possibly};
    const LocalExpressions noLocals;
    FileReferences inside(scopes, noLocals, m_folders);
    inside.visit(**parsed);
    found.merge(inside.found);
    unresolved.merge(inside.unresolved);
    hasComputedPaths = hasComputedPaths || inside.hasComputedPaths;
}

/// Returns whether the expression is a text with paths.
bool FileReferences::visitText(const hcl::Expression& expression, Part part) {
    const std::optional<std::string> shape = partlyConstantText(expression, m_scopes->constants);
    if (!shape || shape->find(pathMarker) == std::string::npos)
        return false;
    // An argument that is a base folder alone, such as the source of an archive, names everything in it.
    if (part == Part::Argument && shape->starts_with(pathMarker) && shape->find(unknownPart) == std::string::npos) {
        fs::path folder = withoutMarker(*shape);
        if (!folder.has_filename() || folder.filename() == ".")
            folder = folder.parent_path();
        if (folder == m_folders.module || folder == m_folders.root)
            found.insert({FileReference::Base::Absolute, folder.generic_string() + "\n**", true});
    }
    for (const std::string& path : markedPaths(*shape))
        if (std::optional<FileReference> reference = referenceToFileOrFolder(path))
            found.insert(*std::move(reference));
    return true;
}

} // namespace planlens::projects
