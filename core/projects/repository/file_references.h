// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/json/json_syntax.h"
#include "core/hcl/syntax.h"
#include "core/projects/repository/constant_scope.h"
#include "core/projects/repository/module_facts.h"
#include "core/projects/repository/possible_values.h"

#include <set>

namespace planlens::projects {

/// Collects the files that the expressions of a module refer to: arguments of file functions, and any texts with
/// `path.module`, `path.root` or `path.cwd`, such as an argument of a module call or the source of a provisioner. These
/// can be paths of files or folders.
class FileReferences {
public:
    /// The arguments must outlive this object.
    FileReferences(const ModuleScopes& scopes, const LocalExpressions& locals, const ModuleFolders& folders)
        : m_scopes(&scopes)
        , m_locals(locals)
        , m_folders(folders) {}

    void visit(const hcl::syntax::NativeBody& body);
    /// Visits JSON syntax, in which strings are templates.
    void visit(const hcl::json::Node& node);

    std::set<FileReference> found;
    std::set<std::string> unresolved; // "main.tf:3": calls of functions whose path has no constant prefix
    bool hasComputedPaths = false;    // of file functions

private:
    void visitBlock(const hcl::Block& block, const hcl::syntax::NativeBody& body);
    void visitLocals(const hcl::syntax::NativeBody& body);
    enum class Part { Argument, Expression }; // a whole argument, or a part of one
    void visit(const hcl::Expression& expression, Part part = Part::Expression);
    void visitFor(const hcl::syntax::ForExpression& expression);
    void visitCall(const hcl::syntax::FunctionCall& call);
    void visitTemplate(const std::string& path, const hcl::syntax::FunctionCall& call);
    bool visitText(const hcl::Expression& expression, Part part);
    std::optional<FileReference> referenceToFileOrFolder(const std::string& path) const;
    std::vector<std::string> markedPaths(const std::string& text) const;
    bool isAboveModule(const std::string& path) const;
    PossibleValues possible() const { return {*m_scopes, m_locals}; }
    std::vector<std::pair<values::Value, values::Value>> elementsOf(const hcl::Expression& collection);
    template <typename F>
    void withNames(const ConstantScope::Values& names, const F& visitInside);

    const ModuleScopes* m_scopes;
    const LocalExpressions& m_locals;
    const ModuleFolders& m_folders;
    std::size_t m_elements = 0; // that were visited
};

} // namespace planlens::projects
