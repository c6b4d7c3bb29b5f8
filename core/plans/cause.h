// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/source_range.h"
#include "core/values/path.h"

namespace planlens::plans {

/// The origin of a decision: the author of the configuration; the provider or the remote object; or the user who
/// requested this plan.
enum class Origin { Configuration, Provider, Operator };

/// One cause of a change, recorded by the engine while planning.
struct Cause {
    enum class Kind {
        // --- Origin::Configuration; `range` is the source range of the cause
        Declared,   // the instance is configured and has no object: the block, or its count or for_each
        Undeclared, // the instance is no longer configured: the range of count, for_each, enabled, a
                    // `removed` block or the module call; no range if the block was removed
        Argument,   // the configured value at the path differs from the object
        Unset,      // the argument at the path is no longer configured
        Unknown,    // the configured value at the path is known only after another change is applied
        Sensitive,  // the value at the path becomes sensitive, or is no longer sensitive
        Trigger,    // an object in replace_triggered_by changes
        Pending,    // a data source is read after changes in its depends_on
        Checked,    // the data source of a check block is read after everything is applied
        Moved,      // a `moved` block, or adding or removing count, changes the object's address
        Imported,   // an `import` block imports the object
        // --- Origin::Provider
        CannotUpdate, // changing the value at the path requires a new object
        Decided,      // the provider plans another value at the path, for which nothing is configured
        Drift,        // the object was changed outside of OpenTofu; if the path is empty, deleted
        Incomplete,   // the object is tainted (its creation failed) or deposed
        // --- Origin::Operator
        Requested, // -replace for this instance
        Mode       // a destroy plan
    };
    Kind kind = Kind::Argument;
    values::Path path;        // empty: the whole object
    diags::SourceRange range; // in the configuration; empty if there is none

    Origin origin() const;
    bool operator==(const Cause&) const = default;
};

/// An attribute that does not change although the configuration has another value.
struct UnchangedReason {
    enum class Why {
        Ignored,    // by ignore_changes
        Normalised, // the provider treats the configured value as equal
        LeftOut     // the planning mode makes no changes
    };
    Why why = Why::Ignored;
    values::Path path;
    values::Value configured; // unmarked: mask it if the change marks the path as sensitive
    values::Path ignored;     // the path in ignore_changes; empty for `all`
    diags::SourceRange range; // of the argument, or of the path in ignore_changes

    Origin origin() const;
    bool operator==(const UnchangedReason&) const = default;
};

} // namespace planlens::plans
