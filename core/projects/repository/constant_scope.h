// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/expression.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Evaluation of constant expressions without planning; private to core/projects/repository.
namespace planlens::projects {

/// A prefix of the absolute paths that `path.module`, `path.root`, `path.cwd` and `abspath` return. It makes them
/// recognizable within a text, and has no character that a configuration would replace.
inline constexpr std::string_view pathMarker = "/\x02\x03";

/// The folders of a module and of its root module, as absolute paths.
struct ModuleFolders {
    std::string module, root;

    /// The value of `path.module`.
    std::string modulePath() const { return module == root ? rootPath() : workingDirectory(module); }
    std::string rootPath() const { return workingDirectory(root) + "/."; }
    /// The value of `path.cwd` in a root module.
    static std::string workingDirectory(const std::string& folder) { return std::string(pathMarker) + folder; }
};

/// A scope of constants: the attributes of `path`, constant local values, and functions that access no files.
class ConstantScope final : public hcl::Scope {
public:
    using Values = std::vector<std::pair<std::string, values::Value>>;

    /// `variables` are set or possible values, such as defaults. `others` are further objects, such as `terraform` and
    /// `each`.
    explicit ConstantScope(const ModuleFolders& folders, const Values& locals = {}, const Values& variables = {},
                           const Values& others = {});
    /// The scope of a template with these variables.
    static ConstantScope ofTemplate(Values variables, const ConstantScope& module);
    /// The scope with an additional object.
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

/// A placeholder for the parts of a text that are not constant.
inline constexpr char unknownPart = '\x01';

/// The scopes of a module. Both must outlive it.
struct ModuleScopes {
    const ConstantScope& constants;
    const ConstantScope& possible; // also has the default values of variables, and what depends on them
};

/// Whether a function reads a file that its first argument names.
bool readsFile(std::string_view function);
/// Whether a function is `fileset`.
bool listsFiles(std::string_view function);

/// The value of an expression, if it is wholly known, neither null nor sensitive, and has no errors.
std::optional<values::Value> constant(const hcl::Expression& expression, const hcl::Scope& scope);
/// The same for a text.
std::optional<std::string> constantText(const hcl::Expression& expression, const hcl::Scope& scope);

/// The text of a template, with `unknownPart` for parts that are not constant; nullopt for other expressions that are
/// not constant.
std::optional<std::string> partlyConstantText(const hcl::Expression& expression, const ConstantScope& constants);
/// The possible texts of an expression, with `unknownPart` for parts that are not constant. Empty if none is known.
std::vector<std::string> possibleTexts(const hcl::Expression& expression, const ModuleScopes& scopes);

} // namespace planlens::projects
