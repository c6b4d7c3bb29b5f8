// SPDX-License-Identifier: MPL-2.0
#include "core/explain/unknown_values.h"

#include <algorithm>
#include <set>

namespace planlens::explain {

namespace {

/// References of count and for_each are about no argument.
bool isAbout(const plans::Dependency& dependency, const values::Path& argument) {
    return dependency.kind == plans::Dependency::Kind::Reference && !dependency.dependentPath.isEmpty() &&
           (argument.hasPrefix(dependency.dependentPath) || dependency.dependentPath.hasPrefix(argument));
}

bool isUnknownAt(const plans::ResourceInstanceChange* change, const values::Path& path) {
    if (!change || change->change.action == plans::Action::NoOp)
        return false;
    const values::Value after = change->change.after.unmarkedDeep();
    const auto found = values::applyPath(after, path);
    return !(found ? *found : after).isWhollyKnown();
}

} // namespace

std::vector<UnknownSource> unknownSources(const plans::Plan& plan, const addrs::AbsResourceInstance& address, const values::Path& argument) {
    std::vector<UnknownSource> found;
    std::set<plans::NamedValue> seen;
    std::vector<plans::DependencyEnd> pending{address};
    for (std::size_t next = 0; next < pending.size(); ++next) {
        for (const plans::Dependency* dependency : plan.dependencies.of(pending[next])) {
            if (next == 0 && !isAbout(*dependency, argument))
                continue;
            if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&dependency->dependency)) {
                const UnknownSource source{*instance, dependency->dependencyPath};
                if (!(*instance == address) && isUnknownAt(plan.changes.resource(*instance), source.path) && std::find(found.begin(), found.end(), source) == found.end())
                    found.push_back(source);
            } else if (const auto& named = std::get<plans::NamedValue>(dependency->dependency); seen.insert(named).second) {
                pending.push_back(named);
            }
        }
    }
    return found;
}

bool isComputed(const plans::Plan& plan, const plans::ResourceInstanceChange& change, const values::Path& attribute) {
    if (attribute.isEmpty())
        return false;
    const auto* root = std::get_if<values::AttributeStep>(&attribute[0]);
    if (const schemas::ResourceSchemaPtr schema = plans::resourceSchema(plan.schemas, change.provider.config.provider, change.address.resource); schema && root) {
        const auto it = std::find_if(schema->block.attributes.begin(), schema->block.attributes.end(), [&](const auto& entry) { return entry.first == root->name; });
        if (it != schema->block.attributes.end() && !it->second.nested && !(it->second.computed && it->second.optional))
            return it->second.computed;
    }
    for (const plans::Dependency* dependency : plan.dependencies.of(change.address))
        if (isAbout(*dependency, attribute))
            return false;
    return std::none_of(change.causes.begin(), change.causes.end(), [&](const plans::Cause& cause) {
        return (cause.kind == plans::Cause::Kind::Argument || cause.kind == plans::Cause::Kind::Unknown) && attribute.hasPrefix(cause.path);
    });
}

} // namespace planlens::explain
