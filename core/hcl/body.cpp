// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/body.h"

#include "core/diags/suggestion.h"
#include "core/hcl/syntax.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace planlens::hcl {

namespace {

/// Returns the position of the argument of that name, or where it would be inserted.
auto placeOf(auto& attributes, std::string_view name) {
    return std::ranges::lower_bound(attributes, name, std::less<>(),
                                    [](const Attribute& attribute) -> std::string_view { return attribute.name; });
}

} // namespace

const Attribute* BodyContent::attribute(std::string_view name) const {
    const auto it = placeOf(attributes, name);
    return it == attributes.end() || it->name != name ? nullptr : &*it;
}

const Attribute* BodyContent::add(Attribute attribute) {
    const auto it = placeOf(attributes, attribute.name);
    if (it != attributes.end() && it->name == attribute.name)
        return &*it;
    attributes.insert(it, std::move(attribute));
    return nullptr;
}

diags::Result<BodyContent> Body::knownContent(const BodySchema& schema) const {
    auto partial = partialContent(schema);
    if (!partial.value)
        return std::move(partial.diagnostics);
    return {std::move(partial.value->first), std::move(partial.diagnostics)};
}

namespace {

class EmptyBody final : public Body {
public:
    explicit EmptyBody(std::string_view name)
        : m_range{diags::InternedName(name), {}, {}} {}

    diags::Result<BodyContent> content(const BodySchema& schema) const override {
        BodyContent content;
        content.missingItemRange = m_range;
        diags::Diagnostics diagnostics;
        for (const AttributeSchema& attribute : schema.attributes)
            if (attribute.required)
                diagnostics.error("Missing required attribute",
                                  fmt::format("The attribute {} is required, but no definition was found.",
                                              values::quoted(attribute.name)),
                                  m_range);
        return {std::move(content), std::move(diagnostics)};
    }
    diags::Result<std::pair<BodyContent, BodyPtr>> partialContent(const BodySchema& schema) const override {
        diags::Result<BodyContent> all = content(schema);
        return {{*std::move(all.value), std::make_shared<EmptyBody>(*this)}, std::move(all.diagnostics)};
    }
    diags::Result<std::map<std::string, Attribute, std::less<>>> justAttributes() const override {
        return std::map<std::string, Attribute, std::less<>>();
    }
    diags::SourceRange missingItemRange() const override { return m_range; }
    void collectVariables(std::vector<Traversal>&) const override {}
    void collectFunctions(std::vector<FunctionReference>&) const override {}

private:
    diags::SourceRange m_range;
};

} // namespace

BodyPtr emptyBody(std::string_view name) {
    return std::make_shared<EmptyBody>(name);
}

namespace syntax {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::nearestName;
using diags::Result;
using values::quoted;

bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

Diagnostic unsupportedArgument(const Attribute& attribute, const BodySchema& schema, const BodyContent& content) {
    std::vector<std::string> candidates;
    for (const AttributeSchema& wanted : schema.attributes)
        if (!content.attribute(wanted.name))
            candidates.push_back(wanted.name);
    std::string advice;
    const auto isBlock = [&](const BlockSchema& block) { return block.type == attribute.name; };
    if (const std::string similar = nearestName(attribute.name, candidates); !similar.empty())
        advice = fmt::format(" Did you mean {}?", quoted(similar));
    else if (std::any_of(schema.blocks.begin(), schema.blocks.end(), isBlock))
        advice = fmt::format(" Did you mean to define a block of type {}?", quoted(attribute.name));
    return Diagnostic::error(
               "Unsupported argument",
               fmt::format("An argument named {} is not expected here.{}", quoted(attribute.name), advice),
               attribute.nameRange)
        .withCode(diags::ErrorCode::UnsupportedArgument, attribute.name);
}

Diagnostic unsupportedBlock(const Block& block, const BodySchema& schema) {
    std::vector<std::string> candidates;
    for (const BlockSchema& wanted : schema.blocks)
        candidates.push_back(wanted.type);
    std::string advice;
    const auto isAttribute = [&](const AttributeSchema& attribute) { return attribute.name == block.type; };
    if (const std::string similar = nearestName(block.type, candidates); !similar.empty())
        advice = fmt::format(" Did you mean {}?", quoted(similar));
    else if (std::any_of(schema.attributes.begin(), schema.attributes.end(), isAttribute))
        advice = fmt::format(" Did you mean to define argument {}? If so, use the equals sign to assign it a value.",
                             quoted(block.type));
    return Diagnostic::error("Unsupported block type",
                             fmt::format("Blocks of type {} are not expected here.{}", quoted(block.type), advice),
                             block.typeRange)
        .withCode(diags::ErrorCode::UnsupportedBlock, block.type);
}

/// Returns an error if the number of labels is wrong.
std::optional<Diagnostic> checkLabels(const Block& block, const BlockSchema& schema) {
    const std::size_t wanted = schema.labelNames.size();
    if (block.labels.size() == wanted)
        return std::nullopt;
    Diagnostic diagnostic;
    if (block.labels.size() < wanted) {
        diagnostic =
            Diagnostic::error(fmt::format("Missing {} for {}", schema.labelNames[block.labels.size()], block.type),
                              fmt::format("All {} blocks must have {} labels ({}).", block.type, wanted,
                                          fmt::join(schema.labelNames, ", ")),
                              block.openBraceRange);
    } else {
        diagnostic =
            Diagnostic::error(fmt::format("Extraneous label for {}", block.type),
                              wanted == 0 ? fmt::format("No labels are expected for {} blocks.", block.type)
                                          : fmt::format("Only {} labels ({}) are expected for {} blocks.", wanted,
                                                        fmt::join(schema.labelNames, ", "), block.type),
                              block.labelRanges[wanted]);
    }
    diagnostic.context = SourceRange::between(block.typeRange, block.openBraceRange);
    return diagnostic;
}

const BlockSchema* findBlock(const BodySchema& schema, std::string_view type) {
    // The last one counts if a type is listed twice.
    const auto it = std::find_if(schema.blocks.rbegin(), schema.blocks.rend(),
                                 [type](const BlockSchema& block) { return block.type == type; });
    return it == schema.blocks.rend() ? nullptr : &*it;
}

} // namespace

bool NativeBody::hides(const Attribute& attribute) const {
    return rest && contains(rest->hiddenAttributes, attribute.name);
}
bool NativeBody::hides(const Block& block) const {
    return rest && contains(rest->hiddenBlocks, block.type);
}

Result<BodyContent> NativeBody::knownContent(const BodySchema& schema) const {
    BodyContent content;
    content.missingItemRange = missingItemRange();
    content.attributes.reserve(std::min(items().attributes.size(), schema.attributes.size()));
    Diagnostics diagnostics;
    for (const Attribute& attribute : items().attributes)
        if (std::ranges::find(schema.attributes, attribute.name, &AttributeSchema::name) != schema.attributes.end() &&
            !hides(attribute))
            content.add(attribute);
    for (const AttributeSchema& wanted : schema.attributes)
        if (wanted.required && !content.attribute(wanted.name))
            diagnostics.error(
                "Missing required argument",
                fmt::format("The argument {} is required, but no definition was found.", quoted(wanted.name)),
                missingItemRange());
    for (const Block& block : items().blocks) {
        const BlockSchema* wanted = hides(block) ? nullptr : findBlock(schema, block.type);
        if (!wanted)
            continue;
        if (auto wrong = checkLabels(block, *wanted))
            diagnostics.append(*std::move(wrong));
        else
            content.blocks.push_back(block);
    }
    return {std::move(content), std::move(diagnostics)};
}

bool NativeBody::mayHaveDynamicBlocks() const {
    // An argument of that name gets a specific error message.
    return std::ranges::any_of(items().blocks, [&](const Block& block) { return !hides(block); }) ||
           std::ranges::any_of(items().attributes, [&](const Attribute& attribute) {
               return attribute.name == "dynamic" && !hides(attribute);
           });
}

Result<BodyContent> NativeBody::content(const BodySchema& schema) const {
    Result<BodyContent> result = knownContent(schema);
    for (const Attribute& attribute : items().attributes)
        if (!result->attribute(attribute.name) && !hides(attribute))
            result.diagnostics.append(unsupportedArgument(attribute, schema, *result));
    for (const Block& block : items().blocks)
        if (!hides(block) && !findBlock(schema, block.type))
            result.diagnostics.append(unsupportedBlock(block, schema));
    return result;
}

Result<std::pair<BodyContent, BodyPtr>> NativeBody::partialContent(const BodySchema& schema) const {
    Result<BodyContent> result = knownContent(schema);
    std::vector<std::string> takenAttributes, takenBlocks;
    std::ranges::transform(result->attributes, std::back_inserter(takenAttributes), &Attribute::name);
    for (const Block& block : items().blocks)
        if (!hides(block) && findBlock(schema, block.type) && !contains(takenBlocks, block.type))
            takenBlocks.push_back(block.type);
    // Most bodies contain no meta-arguments: the body itself is then the remainder.
    BodyPtr remaining = shared_from_this();
    if (!takenAttributes.empty() || !takenBlocks.empty())
        remaining = without(std::move(takenAttributes), std::move(takenBlocks));
    return {{*std::move(result), std::move(remaining)}, std::move(result.diagnostics)};
}

BodyPtr NativeBody::without(std::vector<std::string> attributeNames, std::vector<std::string> blockTypes) const {
    auto remaining = std::make_shared<NativeBody>();
    remaining->range = range;
    remaining->endRange = endRange;
    remaining->rest = rest ? std::make_unique<Rest>(*rest) : std::make_unique<Rest>(Rest{shared_from_this(), {}, {}});
    std::move(attributeNames.begin(), attributeNames.end(), std::back_inserter(remaining->rest->hiddenAttributes));
    std::move(blockTypes.begin(), blockTypes.end(), std::back_inserter(remaining->rest->hiddenBlocks));
    return remaining;
}

Result<std::map<std::string, Attribute, std::less<>>> NativeBody::justAttributes() const {
    std::map<std::string, Attribute, std::less<>> attributesByName;
    Diagnostics diagnostics;
    if (!items().blocks.empty()) {
        const Block& example = items().blocks.front();
        diagnostics.error(fmt::format("Unexpected {} block", quoted(example.type)), "Blocks are not allowed here.",
                          example.typeRange);
    }
    for (const Attribute& attribute : items().attributes)
        if (!hides(attribute))
            attributesByName.emplace(attribute.name, attribute);
    return {std::move(attributesByName), std::move(diagnostics)};
}

SourceRange NativeBody::missingItemRange() const {
    return {range.filename, range.start, range.start};
}

void NativeBody::collectVariables(std::vector<Traversal>& out) const {
    for (const Attribute& attribute : items().attributes)
        if (!hides(attribute))
            attribute.expression->collectVariables(out);
    for (const Block& block : items().blocks)
        if (!hides(block))
            block.body->collectVariables(out);
}

void NativeBody::collectFunctions(std::vector<FunctionReference>& out) const {
    for (const Attribute& attribute : items().attributes)
        if (!hides(attribute))
            attribute.expression->collectFunctions(out);
    for (const Block& block : items().blocks)
        if (!hides(block))
            block.body->collectFunctions(out);
}

} // namespace syntax
} // namespace planlens::hcl
