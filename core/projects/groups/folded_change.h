// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/groups/folding.h"
#include "core/projects/groups/groups.h"

#include <string>
#include <vector>

/// Changes in the form in which those of several projects are compared.
namespace planlens::projects {

/// A line of a change, as it is and with placeholders.
struct FoldedLine {
    GroupLine raw, folded;
    Folded path, before, after; // what `folded` is made of
    std::string position;       // in a text: the number of the line, or of omitted lines
    bool isContext = false;     // an unchanged line of a text, or part of an element, which is compared but not shown
    bool isCompared = true;     // by `folded`; otherwise by `raw`, because projects share the value
    std::string order = {};     // lines are sorted by it

    /// Whether it is an unchanged part of an element of a list or set. Its value is compared like an identifier.
    bool isUnchangedPart() const { return isContext && position.empty(); }
    const GroupLine& compared() const { return isCompared ? folded : raw; }
    /// The values of identifiers that are placeholders, and of names of objects.
    std::vector<std::string> ids() const;
    /// What must be equal for the same change.
    std::string text(const GroupLine& line) const;
};

struct FoldedChange {
    GroupMember member;
    std::string shape; // everything but the lines and the instance
    std::vector<FoldedLine> lines;
    std::string instance, foldedInstance; // keys of the instance and its modules: "[\"a\"][0]"
    std::string object, foldedObject;     // as titles name the object: its address, or the part that is not the same
    std::string calls;                    // module calls of an object that goes away, with placeholders
};

/// Folds a change. `module` is the one of the group.
FoldedChange foldedChange(const report::ReportChange& change, const ChangeOrigin& origin, const std::string& module,
                          ChangeList list, const ProjectWords& words);

/// Brings the lines into an order that does not depend on the names of the project, when it is decided how they are
/// compared, and numbers identifiers. Elements of lists and lines of texts keep their order; those of sets have none.
void finishLines(FoldedChange& change);

/// What must be equal for the same change, apart from the instance.
std::string keyOf(const FoldedChange& change);

} // namespace planlens::projects
