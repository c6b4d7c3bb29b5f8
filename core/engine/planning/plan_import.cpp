// SPDX-License-Identifier: MPL-2.0
#include "core/engine/planning/plan_walk.h"

#include "core/configs/generated_resource.h"
#include "core/engine/evaluation/marks.h"
#include "core/engine/evaluation/stored_value.h"
#include "core/hcl/syntax/parser.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <filesystem>

namespace planlens::engine {

using addrs::AbsResourceInstance;
using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using states::Object;
using values::Type;
using values::Value;

const ImportTarget* PlanWalk::toBeImported(const AbsResourceInstance& address) const {
    const ImportTarget* target = m_purpose == WalkPurpose::Plan && !m_initial.state.instance(address)
                                     ? refactoring.imports.find(address)
                                     : nullptr;
    // As in OpenTofu, an empty id means no import.
    return target && (!target->id.empty() || !target->identity.isNull()) ? target : nullptr;
}

namespace {

Diagnostic withoutType(const AbsResourceInstance& address) {
    return Diagnostic::error(fmt::format("import of {} didn't set type", address.toString()), {});
}

Diagnostic notExisting(const AbsResourceInstance& address) {
    return Diagnostic::error(
        "Cannot import non-existent remote object",
        fmt::format("While attempting to import an existing object to {}, the provider detected that no object "
                    "exists with the given id or identity. Only "
                    "pre-existing objects can be imported; check that the id or identity is correct and that it is "
                    "associated with the provider's configured "
                    "region or endpoint, or use \"tofu apply\" to create a new remote object for this resource.",
                    values::quoted(address.toString())));
}

} // namespace

std::optional<std::vector<providers::ImportedResource>> PlanWalk::callImport(const InstanceContext& context,
                                                                             const std::string& id,
                                                                             const Value& identity,
                                                                             Diagnostics& diagnostics) {
    m_listener.importStarted(context.address, {id, identity, false});
    providers::ImportResponse response;
    if (!call(*context.provider, context.work, [&](std::stop_token stop) {
            response = context.provider->importResourceState({context.address.resource.type, id, identity}, stop);
        }))
        return {};
    Diagnostics problems = fromProvider(response.diagnostics, nullptr, nullptr, {});
    if (response.deferred)
        problems.error("Provider deferred changes",
                       fmt::format("The provider put off importing {}. Planlens cannot plan a deferred resource.",
                                   context.address.toString()));
    const bool failed = problems.hasErrors();
    diagnostics.append(std::move(problems));
    return failed ? std::nullopt : std::optional(std::move(response.resources));
}

std::optional<Object> PlanWalk::requestImport(const InstanceContext& context, const ImportTarget& target,
                                              Diagnostics& diagnostics) {
    const Value requestData = target.id.empty() ? target.identity : Value::string(target.id);
    const std::string key = responseKey("import", context.providerAddress, context.address, {}, requestData, {});
    std::optional<ProviderReadCache::Response> cached = m_readRecorder.find(key);
    if (!cached) {
        std::optional<std::vector<providers::ImportedResource>> resources =
            callImport(context, target.id, target.identity, diagnostics);
        if (!resources)
            return {};
        Diagnostics problems;
        if (resources->empty())
            problems.error(
                "Import returned no resources",
                fmt::format("While attempting to import with ID {}, the providerreturned no instance states.",
                            target.describe()));
        else if (resources->size() > 1)
            problems.error("Multiple import states not supported",
                           fmt::format("While attempting to import with ID {}, the provider returned multiple resource "
                                       "instance states. This is not currently supported.",
                                       target.describe()));
        else if (resources->front().typeName.empty())
            problems.append(withoutType(context.address));
        else if (resources->front().state.isNull())
            problems.error(
                "Import returned null resource",
                fmt::format("While attempting to import with {}, the provider returned an instance with no state.",
                            target.describe()));
        const bool failed = problems.hasErrors();
        diagnostics.append(std::move(problems));
        if (failed)
            return {};
        providers::ImportedResource& imported = resources->front();
        cached = ProviderReadCache::Response{std::move(imported.state), std::move(imported.identity),
                                             std::move(imported.privateData), std::chrono::system_clock::now()};
        m_readRecorder.keep(key, *cached);
    }
    Object object;
    object.value = cached->value;
    object.identity = cached->identity;
    object.privateData = cached->privateData;
    return object;
}

std::optional<Object> PlanWalk::importObject(const InstanceContext& context, const ImportTarget& target,
                                             Diagnostics& diagnostics) {
    std::optional<Object> object = requestImport(context, target, diagnostics);
    if (!object || object->value.isNull())
        return {};
    object =
        refresh(context.node, context.address, {}, *object, *context.schema, context.use(), context.work, diagnostics);
    if (object && diagnostics.hasErrors()) // OpenTofu stores it a second time before it checks for errors
        diagnostics.append(checkStorable(context.address.toString(), object->value, context.schema->type));
    if (diagnostics.hasErrors())
        return {};
    if (!object || object->value.isNull()) {
        diagnostics.append(notExisting(context.address));
        return {};
    }
    Diagnostics problems = addConfiguredMarks(context, *object);
    const bool failed = problems.hasErrors();
    diagnostics.append(std::move(problems));
    if (failed)
        return {};
    const states::StoredObjectPtr encoded = states::encode(*object, *context.schema);
    const std::scoped_lock lock(m_mutex);
    previousRunState.setCurrent(context.address, encoded, context.providerAddress);
    priorState.setCurrent(context.address, encoded, context.providerAddress);
    return object;
}

Diagnostics PlanWalk::addConfiguredMarks(const InstanceContext& context, Object& object) const {
    const configs::Resource* const config = context.node.resourceConfig;
    if (!config)
        return {};
    RepetitionData repetition;
    if (config->count)
        repetition.countIndex = Value::unknown(Type::number());
    if (config->forEach) {
        repetition.eachKey = Value::unknown(Type::string());
        repetition.eachValue = Value::dynamicUnknown();
    }
    Result<Value> configured =
        ModuleScope(runtime, context.module, repetition).evaluateBody(config->config, context.schema->block);
    const std::vector<values::PathMarks> marks = combinedMarks(object.value.pathMarks(), configured->pathMarks());
    if (!marks.empty())
        object.value = object.value.unmarkedDeep().withPathMarks(marks);
    return std::move(configured.diagnostics);
}

Diagnostics PlanWalk::importForCommand(const InstanceContext& context) {
    Diagnostics diagnostics;
    std::optional<std::vector<providers::ImportedResource>> resources =
        callImport(context, m_request.options.import->id, Value(), diagnostics);
    if (!resources)
        return diagnostics;
    std::vector<std::string> types;
    std::vector<AbsResourceInstance> addresses;
    std::map<AbsResourceInstance, int> count;
    for (const providers::ImportedResource& imported : *resources) {
        types.push_back(imported.typeName);
        AbsResourceInstance& address = addresses.emplace_back(context.address);
        if (!imported.typeName.empty())
            address.resource.type = imported.typeName;
        if (const int number = count[address]++; number > 0)
            address.resource.name += fmt::format("-{}", number);
    }
    m_listener.importFinished(context.address, types);
    for (const AbsResourceInstance& address : addresses)
        if (m_initial.state.instance(address))
            diagnostics.error("Resource already managed by OpenTofu",
                              fmt::format("OpenTofu is already managing a remote object for {}. To import to this "
                                          "address you must first remove the existing object from the state.",
                                          address.toString()));
    if (addresses.empty()) { // as in OpenTofu, the state lists the resource
        const std::scoped_lock lock(m_mutex);
        if (!priorState.resource(context.address.containing()))
            priorState.setResource(context.address.containing(), {context.providerAddress.config, {}});
    }
    for (std::size_t i = 0; i < addresses.size() && !diagnostics.hasErrors(); ++i)
        diagnostics.append(importForCommand(context, addresses[i], std::move((*resources)[i])));
    return diagnostics;
}

Diagnostics PlanWalk::importForCommand(const InstanceContext& context, const AbsResourceInstance& address,
                                       providers::ImportedResource imported) {
    if (imported.typeName.empty())
        return withoutType(address);
    const schemas::ResourceSchemaPtr schema =
        plans::resourceSchema(m_schemas, context.node.provider.provider, address.resource);
    if (!schema)
        return Diagnostic::error(
            fmt::format("provider does not support resource type {}", values::quoted(address.resource.type)), {});
    Diagnostics diagnostics;
    Object object;
    object.value = std::move(imported.state);
    object.identity = std::move(imported.identity);
    object.privateData = std::move(imported.privateData);
    const std::optional<Object> read =
        refresh(context.node, address, {}, object, *schema, context.use(), context.work, diagnostics);
    if (!read || diagnostics.hasErrors())
        return diagnostics;
    object = *read;
    if (object.value.isNull()) {
        diagnostics.append(notExisting(address));
        return diagnostics;
    }
    (void)addConfiguredMarks(context, object); // the arguments may be incomplete
    const states::StoredObjectPtr encoded = states::encode(object, *schema);
    if (address == context.address)
        context.resource.setValue(context.instance,
                                  seenValue(object.value, schema->block, address.resource, context.module.node));
    const std::scoped_lock lock(m_mutex);
    priorState.setCurrent(address, encoded, context.providerAddress);
    return diagnostics;
}

void PlanWalk::recordGenerated(const InstanceContext& context, const Object& object, const std::string& configuration) {
    plans::ResourceInstanceChange change;
    change.address = context.address;
    change.previousAddress = context.address;
    change.provider = context.providerAddress;
    change.change.before = object.value;
    change.change.after = object.value;
    change.change.generatedConfig = configuration;
    record(std::move(change));
}

Diagnostics PlanWalk::visitGeneratedImport(const ConfigNode& node, Selection selection, graph::WorkContext& work) {
    const configs::Import& import = *node.imports.front();
    Diagnostics diagnostics = refactoring.imports.resolve(import, runtime, m_schemas);
    const AbsResourceInstance address = addrs::AbsResource{{}, node.resource.resource}.instance({});
    refactoring.imports.declare(address);
    if (diagnostics.hasErrors() || (selection == Selection::Filtered &&
                                    !isTargeted(address, m_request.options.targets, m_request.options.excludes)))
        return diagnostics;
    const schemas::ResourceSchemaPtr schema =
        plans::resourceSchema(m_schemas, node.provider.provider, node.resource.resource);
    if (!schema) {
        diagnostics.error("Invalid resource type",
                          fmt::format("The provider {} does not support resource type \"{}\".",
                                      node.provider.provider.forDisplay(), node.resource.resource.type),
                          import.range);
        return diagnostics;
    }
    const ImportTarget* target = toBeImported(address);
    if (!target) {
        diagnostics.append(importWithoutConfig(address.toString(), &import));
        return diagnostics;
    }
    const std::optional<ProviderUse> use = providerFor(node.provider, {}, address, {}, diagnostics);
    if (!use)
        return diagnostics;
    m_progress.addSteps(1);
    ResourceRuntime resource;
    resource.schema = schema;
    Instances single;
    single.keys.emplace_back();
    resource.expand(std::move(single));
    const std::optional<Object> object = importObject(
        {node, runtime.root(), resource, 0, address, schema, use->provider, use->address, work}, *target, diagnostics);
    if (!object)
        return diagnostics;

    // From here on, planning proceeds as if the generated configuration had been written.
    const bool isImplied =
        node.provider.provider.type() == node.resource.resource.impliedProvider() && node.provider.alias.empty();
    const configs::GeneratedResource generated = configs::generateResource(
        node.resource.resource, schema->block, object->value,
        isImplied ? std::string()
                  : node.provider.provider.type() + (node.provider.alias.empty() ? "" : "." + node.provider.alias));
    const Result<hcl::File> file =
        hcl::parseNative(std::make_shared<const std::string>(generated.body),
                         std::filesystem::path(m_request.options.generateConfigPath).filename().string());
    diagnostics.append(file.diagnostics);
    if (!file.value || diagnostics.hasErrors())
        return diagnostics;
    configs::Resource config;
    config.address = node.resource.resource;
    config.provider = node.provider.provider;
    config.config = file->body->partialContent({{{"provider"}}, {}})->second;
    ConfigNode configured = node;
    configured.resourceConfig = &config;
    const Imported imported{target->importing(), generated.block, import.range};
    diagnostics.append(
        planObject({configured, runtime.root(), resource, 0, address, schema, use->provider, use->address, work},
                   object, &imported));
    m_progress.finishStep();
    return diagnostics;
}

} // namespace planlens::engine
