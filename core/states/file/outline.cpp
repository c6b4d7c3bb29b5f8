// SPDX-License-Identifier: MPL-2.0
#include "core/states/file/outline.h"

#include <algorithm>
#include <map>

namespace planlens::states {

namespace {

using Kind = OutlineGroup::Kind;

class Grouping {
public:
    explicit Grouping(const std::vector<OutlineEntry>& entries)
        : m_entries(entries)
        , m_groups(1) {}

    void add(std::size_t place) {
        const OutlineEntry& entry = m_entries[place];
        std::size_t at = 0;
        switch (entry.kind) {
        case OutlineEntry::Kind::Object:
        case OutlineEntry::Kind::Deposed: {
            for (const addrs::ModuleStep& step : entry.instance.module.path)
                at = child(at, Kind::Module, "module." + step.name + step.key.toString());
            const addrs::Resource& resource = entry.instance.resource;
            at = child(at, Kind::Type, (resource.mode == addrs::ResourceMode::Data ? "data." : "") + resource.type);
            break;
        }
        case OutlineEntry::Kind::Output:
            at = child(0, Kind::Outputs, {});
            break;
        case OutlineEntry::Kind::Check:
            at = child(0, Kind::Checks, {});
            break;
        }
        m_groups[at].entries.push_back(place);
    }

    std::vector<OutlineGroup> take() {
        // Children have higher indexes than their parent, so a count is complete when it is added to the parent.
        for (std::size_t at = m_groups.size(); at-- > 0;) {
            m_groups[at].count += m_groups[at].entries.size();
            if (at > 0)
                m_groups[m_groups[at].parent].count += m_groups[at].count;
            // A module's own resources are listed before its child modules.
            std::vector<std::size_t>& inside = m_groups[at].groups;
            const auto rank = [&](std::size_t group) {
                return m_groups[group].kind == Kind::Type ? 0 : m_groups[group].kind == Kind::Module ? 1 : 2;
            };
            std::stable_sort(inside.begin(), inside.end(),
                             [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
            for (std::size_t row = 0; row < inside.size(); ++row)
                m_groups[inside[row]].row = row;
        }
        return std::move(m_groups);
    }

private:
    std::size_t child(std::size_t parent, Kind kind, const std::string& name) {
        const auto [found, isNew] = m_known.try_emplace({parent, int(kind), name}, m_groups.size());
        if (isNew) {
            m_groups[parent].groups.push_back(m_groups.size());
            OutlineGroup& made = m_groups.emplace_back();
            made.kind = kind;
            made.name = name;
            made.parent = parent;
        }
        return found->second;
    }

    const std::vector<OutlineEntry>& m_entries;
    std::vector<OutlineGroup> m_groups;
    std::map<std::tuple<std::size_t, int, std::string>, std::size_t> m_known;
};

} // namespace

std::vector<OutlineEntry> outlineEntries(const State& state) {
    std::vector<OutlineEntry> entries;
    for (const auto& [address, resource] : state.resources())
        for (const auto& [key, instance] : resource.instances) {
            OutlineEntry entry;
            entry.instance = address.instance(key);
            entry.provider = resource.provider;
            entry.name = address.resource.name + key.toString();
            entry.address = entry.instance.toString();
            entry.object = instance.current;
            if (entry.object)
                entries.push_back(entry);
            entry.kind = OutlineEntry::Kind::Deposed;
            for (const auto& [deposed, object] : instance.deposed) {
                entry.deposed = deposed;
                entry.object = object;
                entries.push_back(entry);
            }
        }
    for (const auto& [name, output] : state.outputs) {
        OutlineEntry& entry = entries.emplace_back();
        entry.kind = OutlineEntry::Kind::Output;
        entry.name = name;
        entry.address = "output." + name;
    }
    for (const auto& [name, result] : state.checkResults.value_or(CheckResults())) {
        const auto add = [&](const std::string& address, CheckStatus status, std::vector<std::string> messages) {
            OutlineEntry& entry = entries.emplace_back();
            entry.kind = OutlineEntry::Kind::Check;
            entry.name = entry.address = address;
            entry.status = status;
            entry.messages = std::move(messages);
        };
        for (const auto& [address, object] : result.objects)
            add(address, object.status, object.failureMessages);
        if (result.objects.empty())
            add(name, result.status, {});
    }
    return entries;
}

std::vector<OutlineGroup> outlineGroups(const std::vector<OutlineEntry>& entries,
                                        const std::function<bool(const OutlineEntry&)>& accepts) {
    Grouping grouping(entries);
    for (std::size_t place = 0; place < entries.size(); ++place)
        if (accepts(entries[place]))
            grouping.add(place);
    return grouping.take();
}

} // namespace planlens::states
