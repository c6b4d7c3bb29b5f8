// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/source_range.h"
#include "core/values/path.h"

namespace planlens::plans {

/// Who decided something: the author of the configuration, the provider or what happened to the real object, or whoever
/// asked for this plan.
enum class Origin { Configuration, Provider, Operator };

/// One cause of a change, as the engine saw it while planning.
struct Cause {
    enum class Kind {
        // --- by the configuration; the range says where
        Declared,   // the instance is in the configuration and has no object: the block, or its count or for_each
        Undeclared, // the instance is not in the configuration any more: what says so (count, for_each, enabled, a
                    // `removed` block, the call of a module), or nothing where the block is gone
        Argument,   // what is configured at the path differs from the object
        Unset,      // the argument at the path is not configured any more
        Unknown,    // what is configured at the path is known only after something else was applied
        Sensitive,  // whether what is at the path is sensitive changes
        Trigger,    // what replace_triggered_by names changes
        Pending,    // it is read after what its depends_on names has changed
        Checked,    // a check block reads it after everything was applied
        Moved,      // a `moved` block, or count being added or taken away, gives the object another address
        Imported,   // an `import` block brings the object in
        // --- by the provider
        CannotUpdate, // it can change what is at the path only by making a new object
        Decided,      // it gives what is at the path another value although nothing is configured there
        Drift,      // the object was changed outside of the configuration at the path; deleted where the path is empty
        Incomplete, // the object is tainted, for making it did not end well, or was deposed
        // --- by whoever asked for the plan
        Requested, // -replace names it
        Mode       // everything is destroyed
    };
    Kind kind = Kind::Argument;
    values::Path path;        // empty: the object as a whole
    diags::SourceRange range; // in the configuration; none where it is not there

    Origin origin() const;
    bool operator==(const Cause&) const = default;
};

/// An attribute that stays as it is although the configuration says something else.
struct UnchangedReason {
    enum class Why {
        Ignored,    // by ignore_changes
        Normalised, // the provider takes what is configured to be the same
        LeftOut     // the mode of the plan changes nothing
    };
    Why why = Why::Ignored;
    values::Path path;
    values::Value configured; // unmarked: mask it where the change marks the path as sensitive
    values::Path ignored;     // the path in ignore_changes; empty for `all`
    diags::SourceRange range; // of the argument, or of the path in ignore_changes

    Origin origin() const;
    bool operator==(const UnchangedReason&) const = default;
};

} // namespace planlens::plans
