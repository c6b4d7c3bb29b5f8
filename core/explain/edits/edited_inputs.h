// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/reason.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace planlens::explain {

/// Compares the configuration, files and variables with those of the apply that left the state, if these are known
/// (plans::AppliedInputs): texts line by line.
class EditedInputs {
public:
    /// Keeps a reference to the plan.
    explicit EditedInputs(const plans::Plan& plan)
        : m_plan(plan) {}

    enum class Status { Unknown, Same, Edited };
    /// Whether a root was edited: the value of a root variable, a file, or the lines at its place.
    Status of(const Link& root) const;
    /// The same for lines of the configuration, or of a file that functions read.
    Status ofText(const diags::SourceRange& range) const;
    /// The same for the value of a root variable, or a part of it.
    Status ofVariable(const std::string& name, const values::Path& path) const;
    /// Whether the first line of a place is new.
    bool isNew(const diags::SourceRange& place) const;
    /// Returns the only edited line at a range; the range itself if that is its first one, or if there are others.
    diags::SourceRange editedIn(const diags::SourceRange& range) const;
    /// Returns the path to the only part of a root variable that was edited; empty if there are several.
    values::Path editedPart(const std::string& name) const;

private:
    /// Which lines of a file are new, and before which ones others were removed without new ones in their place.
    struct Lines {
        bool isKnown = false;
        std::vector<bool> areNew, followRemoved; // with an entry for the end of the file
    };
    const Lines& linesOf(const std::string& file) const;
    std::uint32_t lastLine(const diags::SourceRange& range) const;
    static Lines compared(const std::vector<std::uint32_t>& before, const std::vector<std::uint32_t>& now);
    /// The parts of a root variable that are as they were, or not.
    struct Parts {
        std::map<std::string, bool> areSame;    // by path
        std::optional<values::Path> onlyEdited; // that contains all others; none if there are several
    };
    /// Empty if it cannot be compared.
    const Parts& partsOf(const std::string& name) const;
    static std::string keyFor(const values::Path& path);

    const plans::Plan& m_plan;
    mutable std::map<std::string, Lines> m_lines; // compared on demand
    mutable std::map<std::string, Parts> m_parts; // by name; compared on demand
};

} // namespace planlens::explain
