// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/groups/folding.h"
#include "core/projects/groups/groups.h"

#include <string>
#include <vector>

/// Changes in a form in which different projects can be compared: with placeholders for their own values.
namespace planlens::projects {

/// A line of a change, with the original values and with placeholders.
struct FoldedLine {
    GroupLine raw, folded;
    Folded path, before, after; // the parts of `folded`
    std::string position;       // in a text: the number of the line, or of omitted lines
    bool isContext = false;     // an unchanged line of a text, or part of an element, which is compared but not shown
    bool isCompared = true;     // by `folded`; otherwise by `raw`, because projects share the value
    std::string order = {};     // lines are sorted by it

    /// Whether it is an unchanged part of an element of a list or set. Its value is compared like an identifier.
    bool isUnchangedPart() const { return isContext && position.empty(); }
    const GroupLine& compared() const { return isCompared ? folded : raw; }
    /// The values of identifiers that are placeholders, and of names of objects.
    std::vector<std::string> ids() const;
    /// The part of the line that must be equal for the changes to count as the same.
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

/// Folds a change. `module` is that of the group.
FoldedChange foldedChange(const report::ReportChange& change, const ChangeOrigin& origin, const std::string& module,
                          ChangeList list, const ProjectWords& words);

/// Sorts the lines independently of the project's names, and numbers identifiers. Call it after deciding which values
/// are folded. Elements of lists and lines of texts keep their order, because only sets have none.
void finishLines(FoldedChange& change);

/// The key that is equal for the same change, apart from the instance.
std::string keyOf(const FoldedChange& change);

} // namespace planlens::projects
