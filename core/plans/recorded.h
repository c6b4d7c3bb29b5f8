// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"
#include "core/diags/source_range.h"
#include "core/plans/applied_inputs.h"
#include "core/plans/cause.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace planlens::plans {

/// The source of a root variable's value.
struct VariableOrigin {
    enum class Kind { Default, Environment, DefaultFile, NamedFile, CommandLine, Entered, Plan };
    Kind kind = Kind::Default;
    diags::SourceRange range; // of a value in a file; otherwise empty
};

/// Facts that are recorded while planning. Plans read from files do not have them.
struct Recorded {
    std::map<std::string, VariableOrigin> variableOrigins; // of Plan::variables
    /// Managed resources that -target or -exclude completely excludes, and excluded instances of other resources;
    /// sorted.
    std::vector<addrs::ConfigResource> resourcesLeftOut;
    std::vector<addrs::AbsResourceInstance> instancesLeftOut;
    /// With Mode::RefreshOnly: differences from the configuration that remain.
    std::map<addrs::AbsResourceInstance, std::vector<UnchangedReason>> unchangedByMode;
    /// Texts of files that functions read, by their paths in the configuration without a leading "./", within limits
    /// (lang::FilesRead).
    std::map<std::string, std::string, std::less<>> filesRead;
    /// The results of `fileset`, by path and pattern. Recorded in the same way.
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> filesListed;
    /// Of the apply that left the state; null if they are not known.
    std::shared_ptr<const AppliedInputs> appliedInputs;
    /// Secrets that are not in values of the plan: arguments of provider configurations, write-only arguments,
    /// results of ephemeral resources. Providers copy them to attributes that are not sensitive.
    std::vector<std::string> secretsOfProviders;
};

} // namespace planlens::plans
