// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

/// What a change does to each attribute: the tree that the window and the reports show.
namespace planlens::diff {

/// A number as it is written, so that JSON in strings keeps its digits.
struct NumberText {
    std::string digits;
    auto operator<=>(const NumberText&) const = default;
};
/// monostate is null.
using Scalar = std::variant<std::monostate, bool, NumberText, std::string>;

struct Diff;
/// One child of its own; trees are immutable, so copies share it.
using DiffPtr = std::shared_ptr<const Diff>;
struct Member;

/// Whether a container comes from a nested attribute of a schema or from a type; they are shown slightly differently.
enum class Origin { Type, NestedAttribute };

struct Primitive {
    enum class Type { Null, Bool, Number, String };
    Type type = Type::Null;
    Scalar before, after;
};
/// Not known before applying. `before` is null where there was nothing.
struct Unknown {
    DiffPtr before;
};
/// Hidden, on either side. The inner diff is not to be shown without being asked to.
struct Sensitive {
    DiffPtr inner;
    bool before = false;
    bool after = false;
};
/// A whole block that is hidden.
struct SensitiveBlock {
    DiffPtr inner;
    bool before = false;
    bool after = false;
};
struct WriteOnly {};
/// From a value of one type to one of another.
struct TypeChange {
    DiffPtr before, after;
};
/// Members of objects and maps are sorted by name. What is null on both sides is not there.
struct Object {
    Origin origin = Origin::Type;
    std::vector<Member> members;
};
struct Map {
    Origin origin = Origin::Type;
    std::vector<Member> members;
};
/// Lists and tuples.
struct List {
    Origin origin = Origin::Type;
    std::vector<Diff> elements;
};
/// Elements are created, deleted or kept, never updated.
struct Set {
    Origin origin = Origin::Type;
    std::vector<Diff> elements;
};
/// All blocks of one type in a block.
struct BlockGroup {
    std::string name;
    schemas::NestingMode nesting = schemas::NestingMode::Single;
    bool forcesReplacement = false; // the group as such
    bool sensitiveBefore = false;
    bool sensitiveAfter = false;
    std::vector<Member> blocks; // named by key where they are a map
};
struct Block {
    std::vector<Member> attributes;
    std::vector<BlockGroup> groups; // sorted by name
};

using Content =
    std::variant<Primitive, Unknown, Sensitive, SensitiveBlock, WriteOnly, TypeChange, Object, Map, List, Set, Block>;

/// What happens to one block, attribute or element. Containers fold the actions of their children: no-ops do not count,
/// different ones make an update; replacing is for whole resources only.
struct Diff {
    plans::Action action = plans::Action::NoOp;
    bool forcesReplacement = false; // its path is one of the change's
    Content content;
};

struct Member {
    std::string name;
    Diff diff;
};

/// Attributes and blocks of a planned change.
Diff ofResource(const plans::ResourceInstanceChange& change, const schemas::ResourceSchema& schema);
/// The same for what happened outside; attributes that took no part in the plan are shown as unchanged. Nothing where
/// none of the object did. In refresh-only mode everything counts.
std::optional<Diff> ofDrift(const plans::ResourceInstanceChange& change, const schemas::ResourceSchema& schema,
                            std::span<const plans::ResourceAttribute> relevant, plans::Mode mode);
Diff ofOutput(const plans::OutputChange& change);
/// Between two values without a schema; marks and unknown parts are looked at.
Diff ofValues(const values::Value& before, const values::Value& after);
/// An object as it is, as a diff of no-ops.
Diff ofObject(const values::Value& value, const schemas::ResourceSchema& schema);
/// An output value as it is, by its type.
Diff ofOutputValue(const states::OutputValue& output);

/// The structure inside a string that is JSON text of an object or array on every side that is there; for updates both
/// sides are. Nothing for other strings.
std::optional<Diff> ofJsonText(const Primitive& text, plans::Action action);
/// Whether a string is JSON text of an object or array.
bool isJsonText(const Scalar& text);

} // namespace planlens::diff
