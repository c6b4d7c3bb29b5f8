// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Schemas of provider configurations, resources, data sources and functions, as providers declare them
/// (plugin protocol: Schema, Schema.Block, Schema.Attribute, Schema.NestedBlock).
namespace planlens::schemas {

enum class NestingMode { Single, Group, List, Set, Map };

struct Attribute;
/// The nested type of an attribute (protocol 6).
struct ObjectType {
    std::map<std::string, Attribute, std::less<>> attributes;
    NestingMode nesting = NestingMode::Single;
};

struct Attribute {
    std::optional<values::Type> type; // exactly one of type and nested is set in a valid schema, see internalValidate()
    std::shared_ptr<const ObjectType> nested;
    std::string description;
    bool descriptionIsMarkdown = false;
    bool required = false;
    bool optional = false;
    bool computed = false;
    bool sensitive = false;
    bool writeOnly = false;
    bool deprecated = false;
    std::string deprecationMessage;

    /// The type of its values; the dynamic type if the schema has none.
    values::Type impliedType() const;
    /// The type that configuration is converted to; nested types mark attributes with optional().
    values::Type specType() const;
};

struct Block;
struct BlockFacts;
/// Caches facts that are derived from a block on first use: its types, its schema in HCL terms. Copies and moved-to
/// blocks start with an empty cache. Thread-safe.
class BlockFactsCache {
public:
    BlockFactsCache() = default;
    BlockFactsCache(const BlockFactsCache&) noexcept {}
    BlockFactsCache(BlockFactsCache&& other) noexcept { other.reset(); }
    BlockFactsCache& operator=(const BlockFactsCache&) noexcept {
        reset();
        return *this;
    }
    BlockFactsCache& operator=(BlockFactsCache&& other) noexcept {
        reset();
        other.reset();
        return *this;
    }
    ~BlockFactsCache() { reset(); }

private:
    void reset() noexcept;
    mutable std::atomic<const BlockFacts*> m_facts{nullptr};
    friend const BlockFacts& factsOf(const Block& block);
};

struct NestedBlock;
/// A block body. Fill it first, then treat it as immutable (derived facts are cached) and share it by pointer.
struct Block {
    std::map<std::string, Attribute, std::less<>> attributes;
    std::map<std::string, NestedBlock, std::less<>> blockTypes;
    std::string description;
    bool descriptionIsMarkdown = false;
    bool deprecated = false;
    std::string deprecationMessage = {};

    BlockFactsCache facts = {};

    /// The object type of the block's values.
    values::Type impliedType() const;
    /// The type that configuration is converted to; optional attributes of nested types are marked with optional().
    values::Type specType() const;
    bool containsSensitive() const;
    bool containsDeprecated() const; // in its attributes and nested blocks
    bool containsWriteOnly() const;
};

struct NestedBlock {
    Block block;
    NestingMode nesting = NestingMode::Single;
    int minItems = 0;
    int maxItems = 0;
};

/// Schema of a managed resource, data source, ephemeral resource or provider configuration. Immutable and shared.
struct ResourceSchema {
    std::int64_t version = 0;
    Block block;
    values::Type type;                          // block.impliedType()
    std::shared_ptr<const ObjectType> identity; // null if the resource has none
    std::int64_t identityVersion = 0;

    static std::shared_ptr<const ResourceSchema> make(Block block, std::int64_t version = 0);
};
using ResourceSchemaPtr = std::shared_ptr<const ResourceSchema>;

/// A schema that is built on first use and cached: large providers have thousands of types, and a configuration uses
/// only a few. Copies share the schema. Thread-safe.
class SharedSchema {
public:
    SharedSchema(ResourceSchemaPtr made = {});
    /// The function is called once, on the first thread that needs the schema, and then destroyed.
    explicit SharedSchema(std::function<ResourceSchemaPtr()> make);

    const ResourceSchemaPtr& pointer() const;
    operator const ResourceSchemaPtr&() const { return pointer(); }
    const ResourceSchema* operator->() const { return pointer().get(); }
    const ResourceSchema& operator*() const { return *pointer(); }

private:
    struct State;
    std::shared_ptr<State> m_state;
};
using ResourceSchemas = std::map<std::string, SharedSchema, std::less<>>;

struct FunctionParameter {
    std::string name;
    values::Type type;
    bool allowNull = false;
    bool allowUnknown = false;
    std::string description;
};
struct FunctionSignature {
    std::vector<FunctionParameter> parameters;
    std::optional<FunctionParameter> variadic;
    values::Type returnType;
    std::string summary, description, deprecationMessage;
};

/// Everything that a provider declares.
struct ProviderSchema {
    ResourceSchemaPtr provider;
    ResourceSchemaPtr providerMeta;
    ResourceSchemas managed, data, ephemeral;
    std::map<std::string, FunctionSignature, std::less<>> functions;
    bool planDestroy = false;               // server capability
    bool getProviderSchemaOptional = false; // server capability
    bool moveResourceState = false;         // server capability
};
using ProviderSchemaPtr = std::shared_ptr<const ProviderSchema>;

} // namespace planlens::schemas
