// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/json/json_syntax.h"
#include "core/hcl/syntax.h"
#include "core/projects/repository/constant_scope.h"
#include "core/projects/repository/module_facts.h"

#include <set>

namespace planlens::projects {

/// Collects the files that the expressions of a module name: arguments of file functions, and texts with `path.module`,
/// `path.root` or `path.cwd` anywhere, such as the argument of a module or the source of a provisioner, which can name
/// a file or a folder.
class FileReferences {
public:
    explicit FileReferences(const ModuleScopes& scopes)
        : m_scopes(scopes) {}

    void visit(const hcl::syntax::NativeBody& body);
    /// Texts in JSON are templates.
    void visit(const hcl::json::Node& node);

    std::set<FileReference> found;

private:
    void visitLocals(const hcl::syntax::NativeBody& body);
    enum class Part { Argument, Expression }; // a whole argument, or a part of one
    void visit(const hcl::Expression& expression, Part part = Part::Expression);
    bool visitCall(const hcl::syntax::FunctionCall& call);
    bool visitText(const hcl::Expression& expression, Part part);

    ModuleScopes m_scopes;
};

} // namespace planlens::projects
