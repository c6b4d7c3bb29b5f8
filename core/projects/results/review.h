// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/projects/groups/own_values.h"
#include "core/projects/results/inputs.h"
#include "core/projects/results/reads.h"
#include "core/report/document.h"
#include "core/risk/findings.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::plans {
struct Plan;
}
namespace planlens::projects {

/// The origin of a change that is equal for the same change in other projects.
struct ChangeOrigin {
    std::string module;   // the folder of its local module relative to the project, or the source of another module
    bool isLocal = false; // `module` is a folder
    std::string resource; // "aws_s3_bucket.logs", "data.aws_ami.this"
    std::string provider; // address
    std::string reason;   // of the action, such as "replace_because_cannot_update"; says if it is created first
    std::string rest;     // hash of values that are too long to be in the document, and of paths that become sensitive
                          // or are not any more; empty: there are none
    std::vector<std::string> generated; // of a lost object: its attributes that only the provider sets
};

/// The reviewable content of a project's plan. All texts are masked.
struct Review {
    report::Document document;
    std::vector<ChangeOrigin> origins;         // of document.changes
    std::vector<ChangeOrigin> drift;           // of document.drift
    std::vector<report::ReportChange> outputs; // document.outputs as a change of each output, "output.vpc_id"
    /// Variables that name the project, such as its environment or account, and names of its objects by their address.
    std::map<std::string, std::string> words;
    /// Identifiers of objects of the project that its changes mention, with the addresses of the objects.
    std::map<std::string, std::string> ids;
    Mentions mentions; // accounts and regions in the state, which show those of the project
    StateIdentity state;
    std::string stateFile;     // absolute; empty: the state is not a local file
    std::size_t resources = 0; // instances in the plan
    Reads reads;               // absolute paths
};

/// Returns the review of a plan that contains its configuration. It does not contain values that are marked as
/// sensitive, or copies of them.
Review reviewOf(const plans::Plan& plan, std::span<const risk::Finding> findings, const report::Extras& extras);

/// The lines of changed outputs as one change of each output.
std::vector<report::ReportChange> outputChanges(const std::vector<report::ReportLine>& lines);

/// The text of `review.json`.
std::string reviewJson(const Review& review);
diags::Result<Review> readReview(std::string_view text, const std::string& file);

} // namespace planlens::projects
