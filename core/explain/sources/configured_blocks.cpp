// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/configured_blocks.h"

#include "core/explain/definition.h"
#include "core/explain/plan_values.h"
#include "core/plans/schemas.h"
#include "core/schemas/decode.h"

#include <algorithm>

namespace planlens::explain {

using values::Value;

namespace {

/// Returns the blocks of one type in a body, and the `dynamic` blocks of all types.
std::vector<hcl::Block> blocksOf(const hcl::Body& body, const std::string& type) {
    auto content = body.knownContent({{}, {{"dynamic", {"type"}}, {type, {}}}});
    return content.value ? std::move(content->blocks) : std::vector<hcl::Block>();
}

bool isDynamic(const hcl::Block& block, const std::string& type) {
    return block.type == "dynamic" && !block.labels.empty() && block.labels.front() == type;
}

/// A `dynamic` block with its content; the body is null if it cannot be read.
struct Dynamic {
    ConfiguredBlock block;
    hcl::BodyPtr content;
};
Dynamic dynamicBlock(const hcl::Block& block, const std::string& type) {
    const auto found = block.body->knownContent({{{"for_each", true}, {"iterator", false}}, {{"content", {}}}});
    const hcl::Attribute* forEach = found.value ? found->attribute("for_each") : nullptr;
    if (!forEach || found->blocks.size() != 1)
        return {};
    Dynamic dynamic{{forEach->expression, type, {}, block.defRange, nullptr}, found->blocks.front().body};
    if (const hcl::Attribute* iterator = found->attribute("iterator"))
        if (const auto name = iterator->expression->asTraversal())
            dynamic.block.iterator = name->rootName();
    return dynamic;
}

void addArguments(const hcl::Body& body, ConfiguredBlock& block) {
    if (const auto arguments = body.justAttributes(); arguments.value)
        for (const auto& [name, argument] : *arguments.value)
            block.arguments.emplace(name, argument.expression);
}

/// Returns the type of the blocks at a path, and the body of the resource; null if there is none.
std::pair<hcl::BodyPtr, std::string> blocksAt(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                                              const values::Path& path) {
    const auto* type = path.isEmpty() ? nullptr : std::get_if<values::AttributeStep>(&path[0]);
    return type ? std::pair{bodyOf(plan, change.address.config()), type->name} : std::pair<hcl::BodyPtr, std::string>();
}

} // namespace

std::vector<ConfiguredBlock> configuredBlocks(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                                              const values::Path& path) {
    const auto [body, type] = blocksAt(plan, change, path);
    return body && path.size() == 1 ? configuredBlocks(*body, type) : std::vector<ConfiguredBlock>();
}

std::vector<ConfiguredBlock> configuredBlocks(const hcl::Body& body, const std::string& type) {
    std::vector<ConfiguredBlock> blocks;
    for (const hcl::Block& block : blocksOf(body, type)) {
        if (block.type == type) {
            addArguments(*block.body,
                         blocks.emplace_back(ConfiguredBlock{nullptr, {}, {}, block.defRange, block.body}));
        } else if (isDynamic(block, type)) {
            Dynamic dynamic = dynamicBlock(block, type);
            if (!dynamic.content)
                return {};
            dynamic.block.content = dynamic.content;
            addArguments(*dynamic.content, blocks.emplace_back(std::move(dynamic.block)));
        }
    }
    return blocks;
}

std::optional<BlockOrigin> originOf(const hcl::Body& body, const plans::ResourceInstanceChange& change,
                                    const values::Path& path) {
    const auto* first = path.size() > 1 ? std::get_if<values::AttributeStep>(&path[0]) : nullptr;
    const std::optional<std::size_t> position = first ? indexOf(path[1]) : std::nullopt;
    const Value all = first ? valueAt(change.change.after, path.prefix(1)) : Value();
    if (!position || !isSequence(all) || all.type().isSet())
        return {};
    const std::string& type = first->name;
    const std::size_t index = *position, size = all.size();
    const std::vector<hcl::Block> blocks = blocksOf(body, type);
    const auto written =
        std::size_t(std::ranges::count_if(blocks, [&](const hcl::Block& block) { return block.type == type; }));
    const auto generators = std::ranges::count_if(blocks, [&](const hcl::Block& one) { return isDynamic(one, type); });
    if (generators > 1 || written > size || (generators == 0 && written < size))
        return {};
    std::size_t before = 0; // written blocks before the dynamic one
    for (const hcl::Block& block : blocks) {
        if (isDynamic(block, type))
            break;
        before += block.type == type;
    }
    const std::size_t end = before + size - written;
    if (index < before || index >= size)
        return BlockOrigin{false, index};
    return index < end ? BlockOrigin{true, index - before} : BlockOrigin{false, index - (size - written)};
}

bool isInWrittenBlock(const plans::Plan& plan, const plans::ResourceInstanceChange& change, const values::Path& path) {
    constexpr std::size_t steps = 3; // block type, index, argument
    const auto [body, type] = blocksAt(plan, change, path);
    const std::optional<BlockOrigin> origin =
        body && path.size() == steps ? originOf(*body, change, path) : std::nullopt;
    return origin && !origin->isGenerated;
}

GeneratedBlock generatedBlockOf(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                                const values::Path& path) {
    const auto [body, type] = blocksAt(plan, change, path);
    if (!body)
        return {};
    const std::vector<hcl::Block> blocks = blocksOf(*body, type);
    const std::optional<BlockOrigin> origin = originOf(*body, change, path);
    const hcl::Block* only = nullptr;
    for (const hcl::Block& block : blocks) {
        if ((block.type == type && !(origin && origin->isGenerated)) || (isDynamic(block, type) && only))
            return {}; // it is not known which block generates the one at the path
        if (isDynamic(block, type))
            only = &block;
    }
    Dynamic dynamic = only ? dynamicBlock(*only, type) : Dynamic();
    if (!dynamic.content)
        return {};
    GeneratedBlock generated{std::move(dynamic.block), nullptr};
    if (path.size() == 1)
        addArguments(*dynamic.content, generated);
    if (path.size() < 3)
        return path.size() == 1 ? generated : GeneratedBlock();
    const std::optional<std::size_t> index = indexOf(path[1]);
    const schemas::ResourceSchemaPtr schema = plans::resourceSchema(plan, change);
    const auto nested = schema ? schema->block.blockTypes.find(type) : decltype(schema->block.blockTypes.end())();
    if (!index || !schema || nested == schema->block.blockTypes.end())
        return {};
    const schemas::ArgumentExpression argument =
        schemas::argumentExpression(dynamic.content, nested->second.block, withoutFirst(path, 2));
    generated.index = origin ? origin->index : *index;
    generated.argument = argument.expression;
    generated.rest = argument.rest;
    generated.range = argument.range;
    return generated;
}

diags::SourceRange addedBlockOf(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                                const values::Path& path) {
    const hcl::BodyPtr body = bodyOf(plan, change.address.config());
    const auto* type = path.size() == 1 ? std::get_if<values::AttributeStep>(&path[0]) : nullptr;
    const values::Value before = valueAt(change.change.before, path), after = valueAt(change.change.after, path);
    if (!body || !type || !isSequence(before) || !isSequence(after) || after.size() <= before.size())
        return {};
    const auto isNew = [&](const hcl::Block& block) {
        const auto arguments = block.body->justAttributes();
        for (std::size_t i = 0; i < before.size(); ++i) {
            bool isSame = true;
            if (arguments.value)
                for (const auto& [name, argument] : *arguments.value)
                    if (const auto literal = argument.expression->evaluate(nullptr);
                        !literal.hasErrors() && literal.value &&
                        !isSameValue(valueAt(before.element(i), values::Path().attribute(name)),
                                     literal->unmarkedDeep()))
                        isSame = false;
            if (isSame)
                return false;
        }
        return true;
    };
    std::vector<diags::SourceRange> added;
    for (const hcl::Block& block : blocksOf(*body, type->name))
        if (block.type != type->name)
            return {}; // a dynamic block
        else if (isNew(block))
            added.push_back(block.defRange);
    return added.size() == after.size() - before.size() ? added.front() : diags::SourceRange();
}

} // namespace planlens::explain
