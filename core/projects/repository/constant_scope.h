// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/expression.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What the texts of a module say without planning; private to core/projects/repository.
namespace planlens::projects {

/// Stand for the folders of the module and of the root module at the start of a path.
inline constexpr std::string_view moduleMarker = "@module@", rootMarker = "@root@";

/// A scope of constants: the attributes of `path`, constant local values, and functions that access no files.
class ConstantScope final : public hcl::Scope {
public:
    using Values = std::vector<std::pair<std::string, values::Value>>;

    /// `variables` are values that are set, or that are possible, such as the defaults. `others` are further objects,
    /// such as `terraform` and `each`.
    explicit ConstantScope(const Values& locals, const Values& variables = {}, const Values& others = {});
    /// A scope that has one more object.
    ConstantScope with(std::string name, values::Value value) const;

    diags::Result<values::Value> resolve(const hcl::Traversal& traversal) const override;
    const hcl::Function* function(std::string_view name) const override;

private:
    explicit ConstantScope(hcl::MapScope values)
        : m_values(std::move(values)) {}

    hcl::MapScope m_values;
};

/// Stands for the parts of a text that are not constant.
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

/// The text of a template with marks for unknown parts; nullopt for other expressions that are not constant.
std::optional<std::string> partlyConstantText(const hcl::Expression& expression, const ConstantScope& constants);
/// The texts that an expression can be, with marks for unknown parts. Empty if none is known.
std::vector<std::string> possibleTexts(const hcl::Expression& expression, const ModuleScopes& scopes);

} // namespace planlens::projects
