// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/own_names.h"

#include "core/plans/changes.h"
#include "core/projects/groups/own_values.h"
#include "core/values/value.h"

#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace planlens::projects {

namespace {

constexpr std::size_t shortestName = 4, longestName = 64;

/// The attribute of a type of resources that is unique, or random; empty: none.
std::string_view uniqueAttribute(std::string_view type) {
    static const std::map<std::string_view, std::string_view> attributes{{"aws_s3_bucket", "bucket"},
                                                                         {"azurerm_app_configuration", "name"},
                                                                         {"azurerm_container_registry", "name"},
                                                                         {"azurerm_cosmosdb_account", "name"},
                                                                         {"azurerm_key_vault", "name"},
                                                                         {"azurerm_storage_account", "name"},
                                                                         {"google_project", "project_id"},
                                                                         {"google_storage_bucket", "name"},
                                                                         {"random_id", "hex"},
                                                                         {"random_pet", "id"},
                                                                         {"random_string", "result"}};
    const auto found = attributes.find(type);
    return found == attributes.end() ? std::string_view() : found->second;
}

/// The text of an attribute of an object; empty if there is none, or if it is sensitive.
std::string textOf(const values::Value& object, std::string_view attribute, const masking::Secrets& secrets) {
    if (object.isMarked() || !object.isKnown() || object.isNull() || !object.type().isObject() ||
        !object.type().hasAttribute(attribute))
        return {};
    const values::Value value = object.attribute(attribute);
    if (value.isMarked() || !value.isKnown() || value.isNull() || !value.type().isString())
        return {};
    const std::string& text = value.asString();
    const bool isShown = text.size() >= shortestName && text.size() <= longestName && !secrets.areIn(text);
    return isShown ? text : std::string();
}

} // namespace

std::map<std::string, std::string> ownNamesOf(const plans::Changes& changes, const masking::Secrets& secrets) {
    std::map<std::string, std::string> names;
    std::map<std::string, std::size_t, std::less<>> googleProjects;
    for (const plans::ResourceInstanceChangePtr& change : changes.resources()) {
        const addrs::Resource& resource = change->address.resource;
        if (resource.mode != addrs::ResourceMode::Managed || !change->deposed.empty())
            continue;
        const auto text = [&](std::string_view attribute) {
            std::string before = textOf(change->change.before, attribute, secrets);
            return before.empty() ? textOf(change->change.after, attribute, secrets) : before;
        };
        if (const std::string_view attribute = uniqueAttribute(resource.type); !attribute.empty())
            if (std::string name = text(attribute); !name.empty())
                names.emplace(change->address.toString(), std::move(name));
        if (resource.type.starts_with("google_"))
            if (const std::string project = text("project"); !project.empty())
                ++googleProjects[project];
    }
    if (std::string project = mostMentioned(googleProjects, {}); !project.empty())
        names.emplace("Google Cloud project", std::move(project));
    return names;
}

} // namespace planlens::projects
