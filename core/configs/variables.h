// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/module.h"
#include "core/diags/sources.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace planlens::configs {

/// A value for a root module variable that was set outside the configuration.
struct GivenVariable {
    enum class Source { Default, Environment, AutoFile, NamedFile, CommandLine, Interactive, Plan };
    Source source = Source::CommandLine;
    std::variant<std::string, ExpressionPtr, values::Value>
        value; // text to parse by the variable's type, an expression, or a value
    SourceRange range;
};
using GivenVariables = std::map<std::string, GivenVariable>;

/// Reads variables from TF_VAR_*, terraform.tfvars(.json), *.auto.tfvars(.json), then -var-file and -var in order.
struct VariableArgument {
    enum class Kind { Value, File };
    Kind kind = Kind::Value;
    std::string text; // "name=value" or a path
};
struct CollectedVariables {
    GivenVariables variables;
    diags::Sources sources; // texts of the files, for source excerpts
};
diags::Result<CollectedVariables> collectVariables(const std::filesystem::path& directory,
                                                   const std::vector<std::string>& environment,
                                                   const std::vector<VariableArgument>& arguments);
/// Returns the given value before conversion to the variable's type; empty if there were errors.
std::optional<values::Value> parseGiven(const Variable& variable, const GivenVariable& given,
                                        diags::Diagnostics& diagnostics);
/// The values of all root variables: parsed, converted, with defaults. Missing required variables, undeclared variables
/// and unreadable values are diagnostics with OpenTofu's texts. A value that does not fit its variable is only a
/// problem of that variable; the others can still be planned.
struct RootVariable {
    values::Value value;
    values::Value given; // before conversion; this is what plans store
    GivenVariable::Source source = GivenVariable::Source::Default;
    SourceRange range;
    diags::Diagnostics problems = {}; // why `given` is invalid; `value` is then unknown
};
diags::Result<std::map<std::string, RootVariable>> rootVariables(const Module& root, const GivenVariables& given);

} // namespace planlens::configs
