// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/change.h"
#include "core/schemas/schema.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace planlens::states {
struct OutputValue;
}

/// The effect of a change on each attribute: the tree that the window and the reports show.
namespace planlens::diff {

/// A number in its original notation, so that JSON in strings keeps its digits.
struct NumberText {
    std::string digits;
    auto operator<=>(const NumberText&) const = default;
};
/// monostate is null.
using Scalar = std::variant<std::monostate, bool, NumberText, std::string>;

struct Diff;
/// A child node. Trees are immutable, so copies share it.
using DiffPtr = std::shared_ptr<const Diff>;
struct Member;

/// Whether a container comes from a nested attribute of a schema or from a type; both are displayed slightly
/// differently.
enum class Origin { Type, NestedAttribute };

struct Primitive {
    enum class Type { Null, Bool, Number, String };
    Type type = Type::Null;
    Scalar before, after;
    DiffPtr json = {}; // of JSON with masked secrets, in which they may differ
};
/// Not known until apply. `before` is null if there was no value.
struct Unknown {
    DiffPtr before;
};
/// Sensitive on either side. The inner diff must only be shown on request.
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
/// A change from a value of one type to a value of another.
struct TypeChange {
    DiffPtr before, after;
};
/// Members of objects and maps, sorted by name. Members that are null before and after are omitted.
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
/// Elements are created, deleted or unchanged, never updated.
struct Set {
    Origin origin = Origin::Type;
    std::vector<Diff> elements;
};
/// All blocks of one type in a block.
struct BlockGroup {
    std::string name;
    schemas::NestingMode nesting = schemas::NestingMode::Single;
    bool forcesReplacement = false; // the group as a whole
    bool sensitiveBefore = false;
    bool sensitiveAfter = false;
    std::vector<Member> blocks; // named by key if they form a map
};
struct Block {
    std::vector<Member> attributes;
    std::vector<BlockGroup> groups; // sorted by name
};

using Content =
    std::variant<Primitive, Unknown, Sensitive, SensitiveBlock, WriteOnly, TypeChange, Object, Map, List, Set, Block>;

/// The change of one block, attribute or element. Containers combine the actions of their children: no-ops are ignored,
/// different actions become an update. Replace only applies to whole resources.
struct Diff {
    plans::Action action = plans::Action::NoOp;
    bool forcesReplacement = false; // the path is one of the change's replacement paths
    Content content;
};

struct Member {
    std::string name;
    Diff diff;
};

/// Returns the attributes and blocks of a planned change.
Diff ofResource(const plans::ResourceInstanceChange& change, const schemas::ResourceSchema& schema);
/// As above, for drift. Attributes irrelevant to the plan are shown as unchanged; nullopt if none is relevant. In
/// refresh-only mode all are relevant.
std::optional<Diff> ofDrift(const plans::ResourceInstanceChange& change, const schemas::ResourceSchema& schema,
                            std::span<const plans::ResourceAttribute> relevant, plans::Mode mode);
Diff ofOutput(const plans::OutputChange& change);
/// Compares two values without a schema, including their marks and unknown parts.
Diff ofValues(const values::Value& before, const values::Value& after);
/// Returns an object without changes, as a diff of no-ops.
Diff ofObject(const values::Value& value, const schemas::ResourceSchema& schema);
/// Returns an output value without changes, displayed by its type.
Diff ofOutputValue(const states::OutputValue& output);

/// Returns the structure inside a string that is the JSON of an object or array on each side that exists; an update
/// needs both sides. nullopt for other strings. In masked texts, secrets that differ in the originals count as changed.
std::optional<Diff> ofJsonText(const Primitive& text, plans::Action action, const Primitive* original = nullptr);
/// Whether a string is the JSON of an object or array.
bool isJsonText(const Scalar& text);

} // namespace planlens::diff
