// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/target.h"
#include "core/formats/reading/config_dependencies.h"
#include "core/formats/reading/lenient_fields.h"
#include "core/plans/plan.h"

#include <unordered_set>

namespace planlens::formats {

using plans::Action;
using plans::ResourceInstanceChange;

namespace {

constexpr int deepestModule = 200;

bool isTriggeredReplacement(const ResourceInstanceChange& change) {
    return change.reason == plans::ActionReason::ReplaceByTriggers;
}

class Reader {
public:
    Reader(plans::Plan& plan, std::unordered_set<addrs::AbsResourceInstance> wanted, std::string_view state)
        : m_plan(plan)
        , m_wanted(std::move(wanted))
        , m_json(state) {}

    void read() {
        m_json.object([this](std::string_view name) {
            return name != "values" ? m_json.skip() : m_json.object([this](std::string_view part) {
                return part == "root_module" ? readModule(0) : m_json.skip();
            });
        });
    }

private:
    bool readModule(int depth) {
        if (depth > deepestModule)
            return m_json.skip();
        return m_json.object([&](std::string_view name) {
            return name == "resources"       ? m_json.array([this] { return readResource(); })
                   : name == "child_modules" ? m_json.array([this, depth] { return readModule(depth + 1); })
                                             : m_json.skip();
        });
    }

    bool readResource() {
        std::string address;
        std::vector<std::string> dependencies;
        const bool isRead = m_json.object([&](std::string_view name) {
            return name == "address"      ? m_json.string(address)
                   : name == "depends_on" ? m_json.array([&] { return m_json.string(dependencies.emplace_back()); })
                                          : m_json.skip();
        });
        if (dependencies.empty())
            return isRead;
        const auto instance = addrs::readAbsResourceInstance(address);
        if (!instance || !m_wanted.contains(*instance))
            return isRead;
        for (const std::string& dependency : dependencies)
            if (const auto resource = addrs::readConfigResource(dependency))
                add(*instance, *resource);
        return isRead;
    }

    /// Adds the instances in the dependent's module or an enclosing one; only the first if there are many. For a
    /// triggered replacement, only instances that change can be triggers.
    void add(const addrs::AbsResourceInstance& dependent, const addrs::ConfigResource& resource) {
        constexpr std::size_t many = 16;
        const std::vector<const ResourceInstanceChange*> found = m_plan.changes.instancesOf(resource);
        const ResourceInstanceChange* one = m_plan.changes.resource(dependent);
        const bool isTriggered = one && isTriggeredReplacement(*one);
        std::size_t added = 0;
        for (const ResourceInstanceChange* change : found) {
            if (isTriggered && change->change.action == Action::NoOp)
                continue;
            if (!dependent.module.hasPrefix(change->address.module) && !(change->address.module == dependent.module))
                continue;
            m_plan.dependencies.add({dependent, {}, change->address, {}, plans::Dependency::Kind::Reference, {}});
            if (++added, found.size() > many)
                break;
        }
    }

    plans::Plan& m_plan;
    std::unordered_set<addrs::AbsResourceInstance> m_wanted;
    LenientFields m_json;
};

} // namespace

void addStoredDependencies(plans::Plan& plan, std::string_view priorState) {
    std::unordered_set<addrs::AbsResourceInstance> wanted;
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources())
        if (change->change.action == Action::Delete && change->deposed.empty())
            wanted.insert(change->address);
    for (const plans::Dependency& dependency : plan.dependencies.all())
        if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&dependency.dependent))
            wanted.erase(*instance);
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources())
        if (isTriggeredReplacement(*change)) // the document has no replace_triggered_by
            wanted.insert(change->address);
    if (!wanted.empty() && !priorState.empty())
        Reader(plan, std::move(wanted), priorState).read();
}

} // namespace planlens::formats
