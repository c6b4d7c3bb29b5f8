// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/target.h"
#include "core/hcl/expression.h"
#include "core/plans/change.h"
#include "core/plans/dependencies.h"
#include "core/schemas/decode.h"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace planlens::plans {
struct Plan;
}
namespace planlens::configs {
struct ModuleCall;
struct ModuleNode;
struct Resource;
} // namespace planlens::configs
namespace planlens::explain {

class PlanValues;

/// Whether an expression, or one of the expressions that it consists of, fulfils a condition.
bool hasPart(const hcl::Expression& expression, const std::function<bool(const hcl::Expression&)>& isWanted);

/// The place where a value is defined.
struct Definition {
    hcl::ExpressionPtr expression;  // null if the configuration does not define it by an expression
    diags::SourceRange range;       // of the expression, the default or the value in a variables file
    std::string_view argument = {}; // of a repetition: "count", "for_each" or "enabled"
};

/// Returns null if the plan does not contain the module's configuration.
const configs::ModuleNode* moduleOf(const plans::Plan& plan, const addrs::ModuleInstance& module);
/// Returns the definition of a named value, if the plan contains its configuration: the expression of a local value or
/// output, the call argument or default of a module's variable, or the count, for_each or enabled expression of a
/// repetition.
Definition definitionOf(const plans::Plan& plan, const plans::NamedValue& named);
/// Returns the source text at a range; std::nullopt if the plan does not contain it.
std::optional<std::string_view> sourceText(const plans::Plan& plan, const diags::SourceRange& range);
/// Returns the type that a variable declares at a path; std::nullopt for other values and undeclared types.
std::optional<values::Type> declaredType(const plans::Plan& plan, const plans::NamedValue& named,
                                         const values::Path& path);
/// Returns the default of a variable, which saved plans do not contain among the values of variables.
std::optional<values::Value> defaultOf(const plans::Plan& plan, const plans::NamedValue& variable);
/// Whether the default of a variable is null.
bool defaultIsNull(const plans::Plan& plan, const plans::NamedValue& variable);
/// Whether a named value is the variable of a module other than the root, and its default is this value, not null.
bool isDefault(const plans::Plan& plan, const plans::NamedValue& named, const values::Value& value);
/// Returns the argument of optional() at a path in the type of a variable; empty if the source text has none.
diags::SourceRange placeOfOptional(const PlanValues& values, const plans::NamedValue& variable,
                                   const values::Path& path);
/// Returns the place of the default of a variable, or of the attribute at a path in its type: of the argument of
/// optional(), if the source texts show it, otherwise of the block header.
diags::SourceRange placeOfDefault(const PlanValues& values, const plans::NamedValue& variable,
                                  const values::Path& path);
/// Returns the range of the element at a path within a value at the given range, such as a default, as far as the
/// source texts show it. With an empty path and two known values, the range of the only element that differs.
diags::SourceRange placeOfElement(const PlanValues& values, const diags::SourceRange& range, const values::Path& path,
                                  const std::optional<values::Value>& before,
                                  const std::optional<values::Value>& after);
/// Whether the source text of a value has an element at a path.
bool isWritten(const PlanValues& values, const diags::SourceRange& range, const values::Path& path);
/// Returns the part of an expression that makes the element at a path; null if the expression does not show it.
const hcl::Expression* elementAt(const hcl::Expression& expression, const values::Path& path);
/// Returns the range of the item of an object constructor at a path within an expression; empty if there is none.
diags::SourceRange itemAt(const hcl::Expression& expression, const values::Path& path);
/// Returns a path, extended to the only element that differs between two known values at it, if there is one.
values::Path withDifference(const values::Path& path, const std::optional<values::Value>& before,
                            const std::optional<values::Value>& after);
/// Returns the argument of a resource that sets the value at a path; without expression and range if not configured.
schemas::ArgumentExpression argumentOf(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                                       const values::Path& path);
/// An entry of `depends_on`: its source range and the object.
using DependsOnEntry = std::pair<diags::SourceRange, addrs::TargetSubject>;
/// Returns the entries of a module's call, or of a resource.
std::vector<DependsOnEntry> dependsOnOfCall(const plans::Plan& plan, const addrs::ModuleInstance& module);
std::vector<DependsOnEntry> dependsOnOf(const plans::Plan& plan, const addrs::AbsResourceInstance& instance);
/// Returns the call of a module; null for the root, and if the plan does not contain it.
const configs::ModuleCall* callOf(const plans::Plan& plan, const addrs::ModuleInstance& module);
/// Returns the variable of this name in a few other modules of the same source whose calls have no keys and do not set
/// it.
std::vector<plans::NamedValue> defaultsElsewhere(const plans::Plan& plan, const plans::NamedValue& variable);
/// Returns the header of the outermost call around a module that was added; empty if there is none.
diags::SourceRange addedCallOf(const PlanValues& values, const addrs::ModuleInstance& module);
/// Returns the configuration of a resource; null if the plan does not contain it.
const configs::Resource* resourceOf(const plans::Plan& plan, const addrs::ConfigResource& resource);
hcl::BodyPtr bodyOf(const plans::Plan& plan, const addrs::ConfigResource& resource);

} // namespace planlens::explain
