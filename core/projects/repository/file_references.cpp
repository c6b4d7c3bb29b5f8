// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/file_references.h"

#include "core/hcl/syntax/parser.h"

#include <filesystem>

namespace planlens::projects {

namespace fs = std::filesystem;
namespace syntax = hcl::syntax;

namespace {

/// Removes the marker of a base folder from a path. Absolute paths have no base.
std::optional<FileReference> referenceTo(std::string path) {
    FileReference reference;
    if (path.starts_with(moduleMarker)) {
        reference.base = FileReference::Base::Module;
        path.erase(0, moduleMarker.size());
    } else if (path.starts_with(rootMarker)) {
        path.erase(0, rootMarker.size());
    } else if (path.starts_with('/') || path.starts_with('~')) {
        return {};
    }
    while (path.starts_with('/'))
        path.erase(0, 1);
    reference.path = fs::path(path.empty() ? "." : path).lexically_normal().generic_string();
    return reference;
}

/// A pattern that matches this text only; unknown parts match any name.
std::string patternOf(std::string_view text) {
    std::string pattern;
    for (const char c : text) {
        if (c == unknownPart) {
            pattern += '*';
            continue;
        }
        if (std::string_view("*?[{\\").find(c) != std::string_view::npos)
            pattern += '\\';
        pattern += c;
    }
    return pattern;
}

/// A path, or a pattern in the folder before its first unknown part. Paths without a constant folder name nothing.
std::optional<FileReference> referenceOf(const std::string& shape) {
    const std::size_t unknown = shape.find(unknownPart);
    if (unknown == std::string::npos)
        return referenceTo(shape);
    const std::size_t slash = shape.rfind('/', unknown);
    if (slash == std::string::npos || slash == 0)
        return {};
    std::optional<FileReference> reference = referenceTo(shape.substr(0, slash));
    if (reference) {
        reference->path += "\n" + patternOf(std::string_view(shape).substr(slash + 1));
        reference->isPattern = true;
    }
    return reference;
}

/// The file of this path, or everything in the folder of this path.
std::optional<FileReference> referenceToFileOrFolder(std::string shape) {
    while (shape.ends_with('/'))
        shape.pop_back();
    const std::size_t end = shape.rfind('/', shape.find(unknownPart));
    if (end == std::string::npos)
        return {};
    const std::string name = patternOf(std::string_view(shape).substr(end + 1));
    if (name == "." || name == "..")
        return {};
    std::optional<FileReference> reference = referenceTo(shape.substr(0, end));
    if (reference) {
        reference->path += "\n{" + name + "," + name + "/**}";
        reference->isPattern = true;
    }
    return reference;
}

/// The parts of a text, such as a command, that are paths from a base folder.
std::vector<std::string> markedPaths(const std::string& text) {
    constexpr std::string_view ends = " \t\n'\"`;,&|()<>=";
    std::vector<std::string> paths;
    for (std::size_t at = 0; (at = text.find('@', at)) != std::string::npos; ++at) {
        const std::string_view rest = std::string_view(text).substr(at);
        if (!rest.starts_with(moduleMarker) && !rest.starts_with(rootMarker))
            continue;
        paths.emplace_back(rest.substr(0, rest.find_first_of(ends)));
        if (at == 0 && paths.back().size() < text.size() && text.find('\n') == std::string::npos)
            paths.push_back(text); // a name with spaces
    }
    return paths;
}

} // namespace

void FileReferences::visit(const syntax::NativeBody& body) {
    for (const hcl::Attribute& attribute : body.attributes)
        visit(*attribute.expression, Part::Argument);
    for (const hcl::Block& block : body.blocks)
        if (const auto* inner = dynamic_cast<const syntax::NativeBody*>(block.body.get())) {
            if (block.type == "locals")
                visitLocals(*inner);
            else
                visit(*inner);
        }
}

/// Local values that are constant texts count where they are used.
void FileReferences::visitLocals(const syntax::NativeBody& body) {
    for (const hcl::Attribute& attribute : body.attributes)
        if (!constantText(*attribute.expression, m_scopes.constants))
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
    if (call && visitCall(*call)) {
        for (std::size_t i = 1; i < call->arguments.size(); ++i)
            visit(*call->arguments[i]);
        return;
    }
    if (visitText(expression, part))
        return;
    for (const syntax::Node::Child& child : node->children())
        if (child.expression)
            visit(*child.expression);
}

/// Returns whether the first argument is the path of a file.
bool FileReferences::visitCall(const syntax::FunctionCall& call) {
    if (call.arguments.empty() || (!readsFile(call.name) && !listsFiles(call.name)))
        return false;
    const std::vector<std::string> shapes = possibleTexts(*call.arguments.front(), m_scopes);
    for (const std::string& shape : shapes) {
        std::optional<FileReference> reference = referenceOf(shape);
        if (!reference)
            continue;
        if (listsFiles(call.name)) {
            const std::optional<std::string> pattern =
                call.arguments.size() > 1 ? constantText(*call.arguments[1], m_scopes.constants) : std::nullopt;
            reference->path += (reference->isPattern ? "/" : "\n") + pattern.value_or("**");
            reference->isPattern = true;
        }
        found.insert(*std::move(reference));
    }
    return !shapes.empty();
}

/// Returns whether the expression is a text with paths.
bool FileReferences::visitText(const hcl::Expression& expression, Part part) {
    const std::optional<std::string> shape = partlyConstantText(expression, m_scopes.constants);
    if (!shape)
        return false;
    // An argument that is a base folder alone, such as the source of an archive, names everything in it.
    if (part == Part::Argument && (*shape == moduleMarker || *shape == rootMarker))
        if (std::optional<FileReference> folder = referenceTo(*shape)) {
            folder->path += "\n**";
            folder->isPattern = true;
            found.insert(*std::move(folder));
        }
    const std::vector<std::string> paths = markedPaths(*shape);
    for (const std::string& path : paths)
        if (std::optional<FileReference> reference = referenceToFileOrFolder(path))
            found.insert(*std::move(reference));
    return !paths.empty();
}

} // namespace planlens::projects
