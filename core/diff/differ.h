// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/before_after.h"

#include <functional>
#include <list>

namespace planlens::diff {

/// Builds a diff tree from both sides, guided by the schema, a type or only the values.
class Differ {
public:
    Diff block(const BeforeAfter& sides, const schemas::Block& schema);
    Diff ofType(const BeforeAfter& sides, values::Type type);
    /// Compares the sides, guided by the values only.
    Diff untyped(const BeforeAfter& sides);

private:
    using Inner = std::function<Diff(const BeforeAfter&)>;
    struct Children {
        std::vector<Diff> diffs;
        plans::Action action = plans::Action::NoOp;
    };
    struct Members {
        std::vector<Member> members;
        plans::Action action = plans::Action::NoOp;
    };

    Diff attribute(const BeforeAfter& sides, const schemas::Attribute& attribute, plans::Action parent);
    Diff nested(const BeforeAfter& sides, const schemas::ObjectType& type, schemas::NestingMode nesting);
    std::optional<Diff> blockAttribute(const BeforeAfter& sides, const schemas::Attribute& attribute,
                                       plans::Action parent);
    std::optional<BlockGroup> blockGroup(const BeforeAfter& given, const std::string& name,
                                         const schemas::NestedBlock& nested, const schemas::Block& parent,
                                         plans::Action& current);

    /// Returns the diff of a sensitive value, or of an unknown one; nullopt for other values.
    template <typename Wrapper>
    std::optional<Diff> sensitive(const BeforeAfter& sides, const Inner& inner);
    std::optional<Diff> unknown(const BeforeAfter& sides, const std::vector<std::string>& childNames,
                                const Inner& inner);
    std::optional<Diff> untypedSpecial(const BeforeAfter& sides);

    Children byIndex(const BeforeAfter& sides, const Inner& inner);
    Children asSet(const BeforeAfter& sides, const Inner& inner);
    Children asList(const BeforeAfter& sides, const std::function<bool(const JsonNode&, const JsonNode&)>& comparable,
                    const Inner& inner);
    Members asMap(const BeforeAfter& sides, BeforeAfter::Names names, const Inner& inner);
    Diff ofKind(const BeforeAfter& sides, JsonNode::Kind kind);

    std::list<JsonNode> m_masks; // owned masks that sides refer to
};

} // namespace planlens::diff
