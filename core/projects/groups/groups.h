// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/reason.h"
#include "core/projects/results/review.h"
#include "core/report/document.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// The same change in many projects as one row.
namespace planlens::projects {

/// The plan of a project. The review must outlive the groups.
struct ReviewedProject {
    std::string name, directory, workspace;
    const Review* review = nullptr;
};

/// An attribute that a group changes. Parts that differ between projects are placeholders such as ‹project 1›.
struct GroupLine {
    std::string path;
    std::optional<std::string> before, after;
    std::string note;
    bool forcesReplacement = false;
    bool isFolded = false; // has placeholders
    auto operator<=>(const GroupLine&) const = default;
};

/// The lists of a plan whose changes are grouped.
enum class ChangeList { Changes, Outputs, Drift };

/// A change of one object or output in one project.
struct GroupMember {
    std::size_t project = 0; // index of the project
    std::size_t change = 0;  // index in the list of the group
};

/// A project with changes that most other projects of its group do not have.
struct GroupException {
    std::size_t project = 0;
    std::string text; // "also destroys 2"
};

/// The same change: the same difference of attributes of the same resource, apart from names, identifiers and accounts
/// that belong to the project.
struct ChangeGroup {
    report::Kind kind = report::Kind::Update;
    std::string actionWord; // "update"; "changed" or "gone" for drift, "changed" for outputs
    ChangeList list = ChangeList::Changes;
    std::string module;   // folder relative to the repository, or another source; empty: the root module
    std::string resource; // "aws_s3_bucket.logs", "output.vpc_id"
    std::vector<GroupLine> lines;
    std::vector<GroupLine> comparedLines; // also with the placeholders that stand for one value only
    std::vector<std::string> instances;   // keys of the objects of a project
    std::string subject; // "aws_s3_bucket.logs[\"audit\"]", or a few objects; destroyed ones with their modules
    std::vector<std::string> objects;       // their names; empty: the projects have different ones
    bool haveOwnObjects = false;            // the names differ between projects
    std::vector<GroupLine> unchanged;       // parts of changed elements of lists and sets
    std::string context;                    // unchanged lines and positions in texts, to be compared
    std::vector<std::string> computed;      // paths of attributes that the provider sets
    std::vector<GroupMember> members;       // by project
    std::vector<std::size_t> projects;      // indexes, ascending
    std::vector<GroupException> exceptions; // a minority of the projects, by project
    std::string otherChanges;               // "38 of 40 projects also change other objects", if most of them do
    std::vector<std::string> variations; // differences from the largest group of the same resource; empty: it is that
    std::size_t others = 0;              // number of other projects in that group
};

/// The change of a member of a group.
const report::ReportChange& changeOf(const ChangeGroup& group, const GroupMember& member,
                                     std::span<const ReviewedProject> projects);

/// Groups all changes of objects, outputs and drift: the most severe first, of these the resources that some projects
/// change otherwise; groups of the same resource follow each other, those of fewer projects first. Variations and
/// exceptions are in the language of the translation.
std::vector<ChangeGroup> groupsOf(std::span<const ReviewedProject> projects,
                                  const explain::Translation& translation = {});

/// The values that a member has in place of placeholders: the lines of its change that differ from those of the group.
std::vector<report::ReportLine> ownLines(const ChangeGroup& group, const report::ReportChange& change);
/// The same on one line: "name: "a" → "b", rule[0].port: 443 (unchanged)".
std::string ownValuesText(const ChangeGroup& group, const report::ReportChange& change);

/// "39 projects: aws_s3_bucket.logs update, versioning.enabled: false → true".
std::string titleOf(const ChangeGroup& group, std::span<const ReviewedProject> projects);
/// "versioning.enabled: false → true". Long values are shortened to the part that differs.
std::string changeText(const GroupLine& line, const explain::Translation& translation = {});
/// "payments-prod also destroys 2", for each exception.
std::vector<std::string> exceptionTexts(const ChangeGroup& group, std::span<const ReviewedProject> projects);

} // namespace planlens::projects
