// SPDX-License-Identifier: MPL-2.0
#include "core/engine/planning/relevant_attributes.h"

#include "core/addrs/reference.h"
#include "core/configs/config.h"
#include "core/schemas/decode.h"
#include "core/values/conversion/convert.h"

#include <map>
#include <set>
#include <string>

namespace planlens::engine {

namespace {

using addrs::AbsResourceInstance;
using addrs::ModuleInstance;
using addrs::Reference;
using hcl::Traversal;

/// A reference with its module instance and, for count and each, its resource.
struct Located {
    ModuleInstance module;
    std::optional<addrs::Resource> repetitionOf;
    Reference reference;
};

class Analyzer {
public:
    Analyzer(const configs::Config& config, const plans::Schemas& schemas)
        : m_config(config)
        , m_schemas(schemas) {}

    void fromResource(const AbsResourceInstance& address) { ofResource(address.module, address.resource, {}); }
    void fromOutput(const ModuleInstance& module, const std::string& name) {
        if (const configs::ModuleNode* node = m_config.module(module.module()))
            if (const auto output = node->module.outputs.find(name); output != node->module.outputs.end())
                add(module, *output->second.expression);
    }

    std::vector<plans::ResourceAttribute> run() {
        std::vector<plans::ResourceAttribute> found;
        while (!m_pending.empty()) {
            const Located located = std::move(m_pending.back());
            m_pending.pop_back();
            const Reference& reference = located.reference;
            const auto* resource = std::get_if<addrs::Resource>(&reference.subject);
            const auto* instance = std::get_if<addrs::ResourceInstance>(&reference.subject);
            if (resource || instance) {
                const AbsResourceInstance address{located.module, resource ? *resource : instance->resource,
                                                  instance ? instance->key : addrs::InstanceKey()};
                values::Path path;
                for (const hcl::TraversalStep& step : reference.remaining.steps) {
                    if (step.kind == hcl::TraversalStep::Kind::Index)
                        path.push(values::IndexStep{step.key});
                    else
                        path.push(values::AttributeStep{step.name});
                }
                found.push_back({address.toString(), std::move(path)});
                ofResource(located.module, address.resource, reference.remaining);
            } else {
                follow(located);
            }
        }
        return found;
    }

private:
    void add(const ModuleInstance& module, const std::vector<Traversal>& traversals,
             const std::optional<addrs::Resource>& repetitionOf = {}) {
        for (const Traversal& traversal : traversals) {
            diags::Result<Reference> reference = addrs::parseReference(traversal);
            if (!reference.isOk())
                continue;
            const bool repetition = std::holds_alternative<addrs::CountAttribute>(reference->subject) ||
                                    std::holds_alternative<addrs::ForEachAttribute>(reference->subject);
            const std::optional<addrs::Resource> owner = repetition ? repetitionOf : std::nullopt;
            const std::string key = module.toString() + "|" + (owner ? owner->toString() : std::string()) + "|" +
                                    std::to_string(reference->subject.index()) + "|" + reference->toString();
            if (m_seen.insert(key).second)
                m_pending.push_back({module, owner, *std::move(reference.value)});
        }
    }
    void add(const ModuleInstance& module, const hcl::Expression& expression) { add(module, expression.variables()); }

    void follow(const Located& located) {
        const configs::ModuleNode* node = m_config.module(located.module.module());
        if (!node)
            return;
        const addrs::Referenceable& subject = located.reference.subject;
        if (const auto* variable = std::get_if<addrs::InputVariable>(&subject)) {
            if (located.module.isRoot() || !node->parent)
                return;
            const auto call = node->parent->module.moduleCalls.find(located.module.path.back().name);
            if (call == node->parent->module.moduleCalls.end())
                return;
            const auto content = call->second.config->knownContent({{{variable->name}}, {}});
            if (const hcl::Attribute* attribute = content.value ? content->attribute(variable->name) : nullptr)
                add(located.module.parent(), *attribute->expression);
        } else if (const auto* local = std::get_if<addrs::LocalValue>(&subject)) {
            if (const auto it = node->module.locals.find(local->name); it != node->module.locals.end())
                add(located.module, *it->second.expression);
        } else if (const auto* output = std::get_if<addrs::ModuleCallInstanceOutput>(&subject)) {
            fromOutput(located.module.child(output->name, output->key), output->output);
        } else if (const auto* instance = std::get_if<addrs::ModuleCallInstance>(&subject)) {
            allOutputs(located.module.child(instance->name, instance->key));
        } else if (const auto* call = std::get_if<addrs::ModuleCall>(&subject)) {
            allOutputs(located.module.child(call->name));
        } else if (located.repetitionOf) {
            if (const configs::Resource* resource = node->module.resource(*located.repetitionOf))
                for (const hcl::ExpressionPtr& expression : {resource->count, resource->forEach})
                    if (expression)
                        add(located.module, *expression);
        }
    }

    void allOutputs(const ModuleInstance& module) {
        if (const configs::ModuleNode* node = m_config.module(module.module()))
            for (const auto& [name, output] : node->module.outputs)
                fromOutput(module, name);
    }

    /// Adds the references in the part of a resource's configuration that the steps select.
    void ofResource(const ModuleInstance& module, const addrs::Resource& address, const Traversal& remaining) {
        const configs::ModuleNode* node = m_config.module(module.module());
        const configs::Resource* resource = node ? node->module.resource(address) : nullptr;
        if (!resource)
            return;
        const schemas::ResourceSchemaPtr schema = plans::resourceSchema(m_schemas, resource->provider, address);
        if (!schema)
            return;
        std::vector<hcl::BodyPtr> bodies{resource->config};
        const schemas::Block* block = &schema->block;
        for (const hcl::TraversalStep& step : remaining.steps) {
            if (bodies.empty())
                return;
            const std::optional<std::string> name = nameOf(step);
            const auto nested = name && block ? block->blockTypes.find(*name) : schema->block.blockTypes.end();
            if (name && block->attributes.contains(*name)) {
                for (const hcl::BodyPtr& body : bodies)
                    if (const auto content = body->knownContent({{{*name}}, {}}); content.value)
                        for (const hcl::Attribute& attribute : content->attributes)
                            add(module, attribute.expression->variables(), address);
                return;
            }
            if (!name || nested == block->blockTypes.end())
                return;
            // As in OpenTofu, no block of a repeated type is selected: all references of the resource count.
            if (nested->second.nesting != schemas::NestingMode::Single &&
                nested->second.nesting != schemas::NestingMode::Group)
                continue;
            bodies = blocksIn(bodies, *name, module, address);
            block = &nested->second.block;
        }
        for (const hcl::BodyPtr& body : bodies)
            add(module, schemas::variablesInBody(body, *block), address);
    }

    /// Returns the name that a step selects in a block.
    static std::optional<std::string> nameOf(const hcl::TraversalStep& step) {
        if (step.kind == hcl::TraversalStep::Kind::Attribute)
            return step.name;
        if (step.kind != hcl::TraversalStep::Kind::Index)
            return std::nullopt;
        const values::Outcome<values::Value> key = values::convert(step.key, values::Type::string());
        return key && key->isKnown() && !key->isNull() ? std::optional(key->unmarked().asString()) : std::nullopt;
    }

    /// Returns the blocks of a type, including dynamic ones. The arguments of dynamic blocks are added as references.
    std::vector<hcl::BodyPtr> blocksIn(const std::vector<hcl::BodyPtr>& bodies, const std::string& type,
                                       const ModuleInstance& module, const addrs::Resource& address) {
        std::vector<hcl::BodyPtr> found;
        for (const hcl::BodyPtr& body : bodies) {
            const auto content = body->knownContent({{}, {{type, {}}, {"dynamic", {"type"}}}});
            if (!content.value)
                continue;
            for (const hcl::Block& block : content->blocks) {
                if (block.type == type)
                    found.push_back(block.body);
                if (block.type == type || block.labels != std::vector<std::string>{type})
                    continue;
                const auto parts = block.body->knownContent({{{"for_each"}, {"labels"}}, {{"content", {}}}});
                if (!parts.value)
                    continue;
                for (const hcl::Attribute& attribute : parts->attributes)
                    add(module, attribute.expression->variables(), address);
                for (const hcl::Block& inner : parts->blocks)
                    found.push_back(inner.body);
            }
        }
        return found;
    }

    const configs::Config& m_config;
    const plans::Schemas& m_schemas;
    std::vector<Located> m_pending;
    std::set<std::string> m_seen;
};

} // namespace

std::vector<plans::ResourceAttribute>
relevantAttributes(const configs::Config& config, const plans::Changes& changes, const plans::Schemas& schemas,
                   const std::vector<std::pair<ModuleInstance, std::string>>& moduleOutputs) {
    Analyzer analyzer(config, schemas);
    for (const plans::ResourceInstanceChangePtr& change : changes.resources())
        if (change->change.action != plans::Action::NoOp)
            analyzer.fromResource(change->address);
    for (const plans::OutputChange& output : changes.outputs())
        if (output.change.action != plans::Action::NoOp)
            analyzer.fromOutput(output.module, output.name);
    for (const auto& [module, name] : moduleOutputs)
        analyzer.fromOutput(module, name);
    return analyzer.run();
}

} // namespace planlens::engine
