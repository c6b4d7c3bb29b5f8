// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/sides.h"

#include <functional>
#include <list>

namespace planlens::diff {

/// Makes trees of sides, as the schema, a type or nothing but the values say.
class Differ {
public:
    Diff block(const Sides& sides, const schemas::Block& schema);
    Diff ofType(const Sides& sides, values::Type type);
    /// Without a type: as the values are.
    Diff untyped(const Sides& sides);

private:
    using Inner = std::function<Diff(const Sides&)>;
    struct Children {
        std::vector<Diff> diffs;
        plans::Action action = plans::Action::NoOp;
    };
    struct Members {
        std::vector<Member> members;
        plans::Action action = plans::Action::NoOp;
    };

    Diff attribute(const Sides& sides, const schemas::Attribute& attribute, plans::Action parent);
    Diff nested(const Sides& sides, const schemas::ObjectType& type, schemas::NestingMode nesting);
    std::optional<Diff> blockAttribute(const Sides& sides, const schemas::Attribute& attribute, plans::Action parent);
    std::optional<BlockGroup> blockGroup(const Sides& given, const std::string& name,
                                         const schemas::NestedBlock& nested, const schemas::Block& parent,
                                         plans::Action& current);

    /// Sensitive and unknown places have no structure of their own; nothing for others.
    template <typename Wrapper>
    std::optional<Diff> sensitive(const Sides& sides, const Inner& inner);
    std::optional<Diff> unknown(const Sides& sides, const std::vector<std::string>& childNames, const Inner& inner);
    std::optional<Diff> untypedSpecial(const Sides& sides);

    Children byIndex(const Sides& sides, const Inner& inner);
    Children asSet(const Sides& sides, const Inner& inner);
    Children asList(const Sides& sides, const std::function<bool(const Datum&, const Datum&)>& comparable,
                    const Inner& inner);
    Members asMap(const Sides& sides, Sides::Names names, const Inner& inner);
    Diff ofKind(const Sides& sides, Datum::Kind kind);

    std::list<Datum> m_masks; // made here
};

} // namespace planlens::diff
