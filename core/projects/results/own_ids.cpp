// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/own_ids.h"

#include "core/plans/plan.h"
#include "core/projects/groups/identifiers.h"
#include "core/states/state.h"
#include "core/states/stored_value.h"
#include "core/values/value.h"

#include <set>
#include <string_view>
#include <vector>

namespace planlens::projects {

using values::Value;

namespace {

using Ids = std::set<std::string, std::less<>>;

Ids mentionedIn(const report::Document& document) {
    Ids ids;
    const auto add = [&](const std::vector<report::ReportLine>& lines) {
        for (const report::ReportLine& line : lines)
            for (const std::optional<std::string>* text : {&line.before, &line.after})
                if (*text)
                    for (std::string& id : identifiersIn(**text))
                        ids.insert(std::move(id));
    };
    for (const std::vector<report::ReportChange>* list : {&document.changes, &document.drift})
        for (const report::ReportChange& change : *list)
            add(change.lines);
    add(document.outputs);
    return ids;
}

/// A known object, with its address and the schema of its type, if any.
struct KnownObject {
    std::string address;
    Value value;
    schemas::ResourceSchemaPtr schema;
};

/// The objects before the plan: managed ones and those that data sources have read.
std::vector<KnownObject> objectsOf(const plans::Plan& plan) {
    std::vector<KnownObject> objects;
    const auto add = [&](const addrs::AbsResourceInstance& address, const addrs::Provider& provider, Value value) {
        if (!value.isMarked() && value.isKnown() && !value.isNull() && value.type().isObject())
            objects.push_back({address.toString(), std::move(value),
                               plans::resourceSchema(plan.schemas, provider, address.resource)});
    };
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources())
        if (change->deposed.empty() && change->address.resource.mode == addrs::ResourceMode::Managed)
            add(change->address, change->provider.config.provider, change->change.before);
    if (!plan.priorState)
        return objects;
    for (const auto& [address, resource] : plan.priorState->resources())
        for (const auto& [key, instance] : resource.instances)
            if (address.resource.mode == addrs::ResourceMode::Data && instance.current)
                if (std::optional<Value> value = states::storedValue(*instance.current))
                    add(address.instance(key), resource.provider.provider, std::move(*value));
    return objects;
}

/// Whether only the provider sets an attribute.
bool isComputed(const KnownObject& object, std::string_view attribute) {
    if (!object.schema)
        return false;
    const auto found = object.schema->block.attributes.find(attribute);
    return found != object.schema->block.attributes.end() && found->second.computed && !found->second.optional;
}

class OwnIds {
public:
    OwnIds(Ids mentioned, const masking::Secrets& secrets)
        : m_mentioned(std::move(mentioned))
        , m_secrets(secrets) {}

    /// Adds the identifier at the end of the text of an attribute, such as that of an ARN, or the only one.
    void add(const KnownObject& object, std::string_view attribute, const Value& value) {
        if (value.isMarked() || !value.isKnown() || value.isNull() || !value.type().isString())
            return;
        const std::string& text = value.asString();
        const std::vector<std::string> ids = identifiersIn(text);
        if (ids.empty())
            return;
        const bool isAddress = attribute == "id" || attribute == "arn";
        if (text.starts_with("/subscriptions/"))
            add(ids.front(), "subscription");
        if (text.ends_with(ids.back()) || (!isAddress && ids.size() == 1))
            add(ids.back(), object.address + (isAddress ? "" : "." + std::string(attribute)));
    }
    std::map<std::string, std::string> take() { return std::move(m_ids); }

private:
    void add(const std::string& id, const std::string& place) {
        if (m_mentioned.contains(id) && !m_secrets.areIn(id))
            m_ids.emplace(id, m_secrets.masked(place));
    }

    const Ids m_mentioned;
    const masking::Secrets& m_secrets;
    std::map<std::string, std::string> m_ids;
};

} // namespace

std::map<std::string, std::string> ownIdsOf(const plans::Plan& plan, const report::Document& document,
                                            const masking::Secrets& secrets) {
    Ids mentioned = mentionedIn(document);
    if (mentioned.empty())
        return {};
    OwnIds ids(std::move(mentioned), secrets);
    const std::vector<KnownObject> objects = objectsOf(plan);
    for (const std::string_view attribute : {"id", "arn"})
        for (const KnownObject& object : objects)
            if (object.value.type().hasAttribute(attribute))
                ids.add(object, attribute, object.value.attribute(attribute));
    for (const KnownObject& object : objects)
        for (std::size_t i = 0; i < object.value.size(); ++i)
            if (const std::string& attribute = object.value.key(i); isComputed(object, attribute))
                ids.add(object, attribute, object.value.element(i));
    return ids.take();
}

} // namespace planlens::projects
