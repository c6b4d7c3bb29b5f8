// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/body.h"

#include <algorithm>
#include <set>

namespace planlens::hcl {

namespace {

BodySchema nothingRequired(BodySchema schema) {
    for (AttributeSchema& attribute : schema.attributes)
        attribute.required = false;
    return schema;
}

/// A body whose arguments are replaced by those of another body, as are all blocks of each type
/// that occurs in the other body.
class OverriddenBody final : public Body {
public:
    OverriddenBody(BodyPtr base, BodyPtr over)
        : m_base(std::move(base))
        , m_override(std::move(over)) {}

    /// As in OpenTofu, unexpected arguments and blocks are ignored.
    diags::Result<BodyContent> content(const BodySchema& schema) const override {
        auto found = partialContent(schema);
        return {std::move(found->first), std::move(found.diagnostics)};
    }
    diags::Result<std::pair<BodyContent, BodyPtr>> partialContent(const BodySchema& schema) const override {
        const BodySchema wanted = withDynamic(schema);
        auto base = m_base->partialContent(wanted);
        auto over = m_override->partialContent(nothingRequired(wanted));
        base.diagnostics.append(std::move(over.diagnostics));
        BodyPtr rest = mergeOverrideBody(base->second, over->second);
        return {std::pair(merged(std::move(base->first), std::move(over->first)), std::move(rest)),
                std::move(base.diagnostics)};
    }
    diags::Result<std::map<std::string, Attribute, std::less<>>> justAttributes() const override {
        auto base = m_base->justAttributes();
        auto over = m_override->justAttributes();
        base.diagnostics.append(std::move(over.diagnostics));
        for (auto& [name, attribute] : *over.value)
            base->insert_or_assign(name, std::move(attribute));
        return base;
    }
    diags::SourceRange missingItemRange() const override { return m_base->missingItemRange(); }
    void collectVariables(std::vector<Traversal>& out) const override {
        m_base->collectVariables(out);
        m_override->collectVariables(out);
    }
    void collectFunctions(std::vector<FunctionReference>& out) const override {
        m_base->collectFunctions(out);
        m_override->collectFunctions(out);
    }

private:
    static BodySchema withDynamic(BodySchema schema) {
        const bool known = std::any_of(schema.blocks.begin(), schema.blocks.end(),
                                       [](const BlockSchema& block) { return block.type == "dynamic"; });
        if (!schema.blocks.empty() && !known)
            schema.blocks.push_back({"dynamic", {"type"}});
        return schema;
    }
    static const std::string& produces(const Block& block) {
        return block.type == "dynamic" && !block.labels.empty() ? block.labels[0] : block.type;
    }
    static BodyContent merged(BodyContent base, BodyContent over) {
        std::erase_if(base.attributes, [&](const Attribute& attribute) { return over.attribute(attribute.name); });
        for (Attribute& attribute : over.attributes)
            base.add(std::move(attribute));
        std::set<std::string> replaced;
        for (const Block& block : over.blocks)
            replaced.insert(produces(block));
        std::erase_if(base.blocks, [&](const Block& block) { return replaced.contains(produces(block)); });
        for (Block& block : over.blocks)
            base.blocks.push_back(std::move(block));
        return base;
    }

    BodyPtr m_base, m_override;
};

} // namespace

BodyPtr mergeOverrideBody(BodyPtr base, BodyPtr over) {
    return std::make_shared<OverriddenBody>(std::move(base), std::move(over));
}

} // namespace planlens::hcl
