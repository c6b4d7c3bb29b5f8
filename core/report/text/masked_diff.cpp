// SPDX-License-Identifier: MPL-2.0
#include "core/report/text/masked_diff.h"

#include <memory>
#include <utility>

namespace planlens::report {

using diff::Diff;

namespace {

class Masker {
public:
    Masker(const masking::Secrets& before, const masking::Secrets& all)
        : m_before(before)
        , m_all(all) {}

    void mask(Diff& diff) const {
        if (auto* primitive = std::get_if<diff::Primitive>(&diff.content)) {
            const bool isUnchanged = diff.action == plans::Action::NoOp;
            const diff::Primitive original = *primitive;
            const bool isSecretBefore = maskScalar(primitive->before, isUnchanged ? m_all : m_before);
            if (maskScalar(primitive->after, m_all) || isSecretBefore) {
                auto inner = std::make_shared<const Diff>(Diff{diff.action, diff.forcesReplacement, *primitive});
                diff.content = diff::Sensitive{std::move(inner), true, true};
            } else if (diff.action == plans::Action::Update && primitive->before != original.before &&
                       primitive->after != original.after) {
                if (std::optional<Diff> json = diff::ofJsonText(*primitive, diff.action, &original))
                    primitive->json = std::make_shared<const Diff>(*std::move(json));
            }
            return;
        }
        std::visit([this](auto& content) { maskIn(content); }, diff.content);
    }

private:
    /// Returns whether the value as a whole is a secret.
    static bool maskScalar(diff::Scalar& scalar, const masking::Secrets& secrets) {
        if (const auto* number = std::get_if<diff::NumberText>(&scalar))
            return secrets.areIn(number->digits);
        auto* text = std::get_if<std::string>(&scalar);
        if (!text || !secrets.areIn(*text))
            return false;
        *text = secrets.masked(*text);
        return *text == masking::maskText;
    }

    void maskMembers(std::vector<diff::Member>& members) const {
        for (diff::Member& member : members)
            mask(member.diff);
    }
    void maskKeys(std::vector<diff::Member>& members) const {
        for (diff::Member& member : members)
            member.name = m_all.masked(member.name);
    }
    void maskShared(diff::DiffPtr& shared) const {
        if (!shared)
            return;
        Diff copy = *shared;
        mask(copy);
        shared = std::make_shared<const Diff>(std::move(copy));
    }

    void maskIn(diff::Primitive&) const {}
    void maskIn(diff::Sensitive&) const {}
    void maskIn(diff::SensitiveBlock&) const {}
    void maskIn(diff::WriteOnly&) const {}
    void maskIn(diff::Unknown& unknown) const { maskShared(unknown.before); }
    void maskIn(diff::TypeChange& change) const {
        maskShared(change.before);
        maskShared(change.after);
    }
    void maskIn(diff::Object& object) const {
        maskMembers(object.members);
        if (object.origin == diff::Origin::Type) // attribute names in schemas are not secret
            maskKeys(object.members);
    }
    void maskIn(diff::Map& map) const {
        maskMembers(map.members);
        maskKeys(map.members);
    }
    void maskIn(diff::List& list) const {
        for (Diff& element : list.elements)
            mask(element);
    }
    void maskIn(diff::Set& set) const {
        for (Diff& element : set.elements)
            mask(element);
    }
    void maskIn(diff::Block& block) const {
        maskMembers(block.attributes);
        for (diff::BlockGroup& group : block.groups) {
            maskMembers(group.blocks);
            maskKeys(group.blocks);
        }
    }

    const masking::Secrets& m_before;
    const masking::Secrets& m_all;
};

} // namespace

Diff maskedDiff(Diff diff, const masking::Secrets& secrets) {
    return maskedDiff(std::move(diff), secrets, secrets);
}

Diff maskedDiff(Diff diff, const schemas::Block& schema, const masking::Secrets& before, const masking::Secrets& all) {
    auto* block = std::get_if<diff::Block>(&diff.content);
    if (!block || all.isEmpty())
        return diff;
    for (diff::Member& member : block->attributes)
        if (const auto attribute = schema.attributes.find(member.name);
            attribute != schema.attributes.end() && attribute->second.computed)
            Masker(before, all).mask(member.diff);
    for (diff::BlockGroup& group : block->groups)
        if (const auto nested = schema.blockTypes.find(group.name); nested != schema.blockTypes.end())
            for (diff::Member& member : group.blocks)
                member.diff = maskedDiff(std::move(member.diff), nested->second.block, before, all);
    return diff;
}

Diff maskedDiff(Diff diff, const masking::Secrets& before, const masking::Secrets& all) {
    if (!all.isEmpty())
        Masker(before, all).mask(diff);
    return diff;
}

} // namespace planlens::report
