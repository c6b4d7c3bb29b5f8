// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider.h"
#include "core/addrs/resource.h"
#include "core/plans/action.h"
#include "core/plans/cause.h"
#include "core/values/path.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace planlens::plans {

/// The import that a change is part of.
struct Importing {
    std::string id;         // or
    values::Value identity; // null for an import by id
    bool unknown = false;
    bool operator==(const Importing&) const = default;
};

/// A change from one value to another. Values have marks. Either side may be null (create, delete); `after` may have
/// unknown parts.
struct Change {
    Action action = Action::NoOp;
    values::Value before, after;
    values::Value beforeIdentity, afterIdentity; // null of the dynamic type if there is no identity
    std::optional<Importing> importing;
    std::string generatedConfig;
};

/// The encoded form of a value in saved plans: msgpack, with a type that is stored elsewhere. Decoded on demand.
struct DynamicValue {
    std::string msgpack;
    static values::Outcome<DynamicValue> encode(const values::Value& value, values::Type type); // unmarked values
    values::Outcome<values::Value> decode(values::Type type) const;
    bool operator==(const DynamicValue&) const = default;
};

/// The encoded form of a Change: unmarked values, with marks in separate lists.
struct EncodedChange {
    Action action = Action::NoOp;
    DynamicValue before, after;
    std::vector<values::PathMarks> beforeMarks, afterMarks;
    std::optional<Importing> importing;
    std::string generatedConfig;

    static values::Outcome<EncodedChange> encode(const Change& change, values::Type type);
    values::Outcome<Change> decode(values::Type type) const;
};

/// A planned change of one resource instance object.
struct ResourceInstanceChange {
    addrs::AbsResourceInstance address;
    addrs::AbsResourceInstance previousAddress; // equal to `address` unless moved
    addrs::DeposedKey deposed;                  // empty: the current object
    addrs::AbsProviderInstance provider;
    Change change;
    ActionReason reason = ActionReason::None;
    std::vector<values::Path> requiredReplace;
    std::string privateData;
    // Recorded while planning only; not stored in plan files.
    std::vector<Cause> causes; // the decisive cause of the action first
    std::vector<UnchangedReason> unchanged;

    bool isMoved() const { return !(address == previousAddress); }
    /// Whether it has neither an action, nor a move or import.
    bool isEmpty() const { return change.action == Action::NoOp && !isMoved() && !change.importing; }
    enum class Half { Creating, Destroying };
    /// Returns the part of the change for one half of the apply walk: a replacement becomes a delete or a create
    /// (OpenTofu's ResourceInstanceChange.Simplify).
    ResourceInstanceChange simplify(Half half) const;
};
using ResourceInstanceChangePtr = std::shared_ptr<const ResourceInstanceChange>;

struct OutputChange {
    addrs::ModuleInstance module;
    std::string name;
    Change change;
    bool sensitive = false;
};

/// An attribute of a resource that contributed to a change (relevant_attributes).
struct ResourceAttribute {
    std::string resource; // address, in OpenTofu's format
    values::Path path;
    bool operator==(const ResourceAttribute&) const = default;
};

} // namespace planlens::plans
