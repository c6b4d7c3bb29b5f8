// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/body.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <iterator>

namespace planlens::hcl {
namespace {

using diags::Diagnostics;
using diags::Result;
using diags::SourceRange;
using values::quoted;
using Attributes = std::map<std::string, Attribute, std::less<>>;

/// Each argument may be set in only one of the bodies.
void addDuplicate(const Attribute& existing, const SourceRange& again, Diagnostics& diagnostics) {
    diagnostics.error(
        "Duplicate argument",
        fmt::format("Argument {} was already set at {}", quoted(existing.name), existing.nameRange.toString()), again);
}

class MergedBody final : public Body {
public:
    explicit MergedBody(std::vector<BodyPtr> bodies)
        : m_bodies(std::move(bodies)) {}

    const std::vector<BodyPtr>& bodies() const { return m_bodies; }

    Result<BodyContent> content(const BodySchema& schema) const override {
        BodyContent all = emptyContent();
        Diagnostics diagnostics;
        const BodySchema optional = withoutRequired(schema);
        for (const BodyPtr& body : m_bodies)
            if (auto part = body->content(optional).into(diagnostics))
                merge(all, *std::move(part), diagnostics);
        checkRequired(all, schema, diagnostics);
        return {std::move(all), std::move(diagnostics)};
    }

    Result<std::pair<BodyContent, BodyPtr>> partialContent(const BodySchema& schema) const override {
        BodyContent all = emptyContent();
        std::vector<BodyPtr> rest;
        Diagnostics diagnostics;
        const BodySchema optional = withoutRequired(schema);
        for (const BodyPtr& body : m_bodies) {
            if (auto part = body->partialContent(optional).into(diagnostics)) {
                merge(all, std::move(part->first), diagnostics);
                rest.push_back(std::move(part->second));
            }
        }
        checkRequired(all, schema, diagnostics);
        return {{std::move(all), mergeBodies(std::move(rest))}, std::move(diagnostics)};
    }

    Result<Attributes> justAttributes() const override {
        Attributes all;
        Diagnostics diagnostics;
        for (const BodyPtr& body : m_bodies)
            if (auto attributes = body->justAttributes().into(diagnostics))
                for (auto& [name, attribute] : *attributes)
                    if (const auto [existing, isNew] = all.try_emplace(name, attribute); !isNew)
                        addDuplicate(existing->second, attribute.nameRange, diagnostics);
        return {std::move(all), std::move(diagnostics)};
    }

    SourceRange missingItemRange() const override {
        if (m_bodies.empty())
            return {diags::InternedName("<empty>"), {}, {}};
        return m_bodies.front()->missingItemRange();
    }

    void collectVariables(std::vector<Traversal>& out) const override {
        for (const BodyPtr& body : m_bodies)
            body->collectVariables(out);
    }
    void collectFunctions(std::vector<FunctionReference>& out) const override {
        for (const BodyPtr& body : m_bodies)
            body->collectFunctions(out);
    }

private:
    BodyContent emptyContent() const {
        BodyContent content;
        content.missingItemRange = missingItemRange();
        return content;
    }
    /// Required arguments may be in any of the bodies.
    static BodySchema withoutRequired(BodySchema schema) {
        for (AttributeSchema& attribute : schema.attributes)
            attribute.required = false;
        return schema;
    }
    static void merge(BodyContent& all, BodyContent part, Diagnostics& diagnostics) {
        for (Attribute& attribute : part.attributes) {
            const SourceRange range = attribute.nameRange;
            if (const Attribute* existing = all.add(std::move(attribute)))
                addDuplicate(*existing, range, diagnostics);
        }
        std::move(part.blocks.begin(), part.blocks.end(), std::back_inserter(all.blocks));
    }
    static void checkRequired(const BodyContent& all, const BodySchema& schema, Diagnostics& diagnostics) {
        for (const AttributeSchema& attribute : schema.attributes)
            if (attribute.required && !all.attribute(attribute.name))
                diagnostics.error("Missing required argument",
                                  fmt::format("The argument {} is required, but was not set.", quoted(attribute.name)));
    }

    std::vector<BodyPtr> m_bodies;
};

} // namespace

BodyPtr mergeBodies(std::vector<BodyPtr> bodies) {
    std::vector<BodyPtr> flat;
    for (BodyPtr& body : bodies) {
        if (const auto* merged = dynamic_cast<const MergedBody*>(body.get()))
            flat.insert(flat.end(), merged->bodies().begin(), merged->bodies().end());
        else
            flat.push_back(std::move(body));
    }
    return std::make_shared<MergedBody>(std::move(flat));
}

} // namespace planlens::hcl
