// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/expression.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What the texts of a module say without planning; private to core/projects/repository.
namespace planlens::projects {

/// Stands before the absolute paths that `path.module`, `path.root`, `path.cwd` and `abspath` return, so that they can
/// be found in a text.
inline constexpr std::string_view pathMarker = "/@path@";

/// The folders of a module and of its root module, as absolute paths.
struct ModuleFolders {
    std::string module, root;

    /// What `path.module` returns; it also ends in "." for the root module, as its parent is the folder itself.
    std::string modulePath() const { return module == root ? rootPath() : workingDirectory(module); }
    std::string rootPath() const { return workingDirectory(root) + "/."; }
    /// What `path.cwd` returns in a root module.
    static std::string workingDirectory(const std::string& folder) { return std::string(pathMarker) + folder; }
};

/// A scope of constants: the attributes of `path`, constant local values, and functions that access no files.
class ConstantScope final : public hcl::Scope {
public:
    using Values = std::vector<std::pair<std::string, values::Value>>;

    /// `variables` are values that are set, or that are possible, such as the defaults. `others` are further objects,
    /// such as `terraform` and `each`.
    explicit ConstantScope(const ModuleFolders& folders, const Values& locals = {}, const Values& variables = {},
                           const Values& others = {});
    /// The scope of a template with these variables.
    static ConstantScope ofTemplate(Values variables, const ConstantScope& module);
    /// A scope that has one more object.
    ConstantScope with(std::string name, values::Value value) const;

    diags::Result<values::Value> resolve(const hcl::Traversal& traversal) const override;
    const hcl::Function* function(std::string_view name) const override;

private:
    ConstantScope(hcl::MapScope values, std::shared_ptr<const hcl::Function> absolutePath)
        : m_values(std::move(values))
        , m_absolutePath(std::move(absolutePath)) {}

    hcl::MapScope m_values;
    std::shared_ptr<const hcl::Function> m_absolutePath;
};

/// Stands for the parts of a text that are not constant.
inline constexpr char unknownPart = '\x01';

/// The scopes of a module. Both must outlive it.
struct ModuleScopes {
    const ConstantScope& constants;
    const ConstantScope& possible; // also has the default values of variables, and what depends on them
};

/// The name of a function without the namespace `core`.
std::string_view withoutNamespace(std::string_view function);

/// Whether a function reads a file that its first argument names.
bool readsFile(std::string_view function);
/// Whether a function is `fileset`.
bool listsFiles(std::string_view function);

/// The value of an expression, if it is wholly known, neither null nor sensitive, and has no errors.
std::optional<values::Value> constant(const hcl::Expression& expression, const hcl::Scope& scope);
/// The same for a text.
std::optional<std::string> constantText(const hcl::Expression& expression, const hcl::Scope& scope);

/// The text of a template with marks for unknown parts; nullopt for other expressions that are not constant.
std::optional<std::string> partlyConstantText(const hcl::Expression& expression, const ConstantScope& constants);
/// The texts that an expression can be, with marks for unknown parts. Empty if none is known.
std::vector<std::string> possibleTexts(const hcl::Expression& expression, const ModuleScopes& scopes);

} // namespace planlens::projects
