// SPDX-License-Identifier: MPL-2.0
#include "core/findings/matching.h"

#include "core/addrs/target.h"
#include "core/plans/changes.h"

#include <algorithm>
#include <map>

namespace planlens::findings {

namespace {

using Instances = std::vector<addrs::AbsResourceInstance>;

class Matcher {
public:
    Matcher(const plans::Changes& changes, const Blocks& blocks)
        : m_blocks(blocks) {
        for (const plans::ResourceInstanceChangePtr& change : changes.resources()) {
            if (!change->deposed.empty())
                continue;
            m_instances[change->address.toString()] = {change->address};
            Instances& ofResource = m_resources[change->address.containing().toString()];
            ofResource.push_back(change->address);
            m_configs[change->address.config()].push_back(change->address);
        }
    }

    const Instances* find(const ScannerFinding& finding) const {
        if (const Instances* found = byAddress(finding.resource))
            return found;
        if (finding.resource.empty())
            if (const Instances* found = inText(finding.title + " " + finding.detail))
                return found;
        if (finding.file.empty() || finding.line == 0)
            return nullptr;
        const std::optional<addrs::ConfigResource> resource = m_blocks.at(finding.file, finding.line);
        const auto found = resource ? m_configs.find(*resource) : m_configs.end();
        return found == m_configs.end() ? nullptr : &found->second;
    }

private:
    const Instances* byAddress(const std::string& address) const {
        if (address.empty())
            return nullptr;
        for (const auto* map : {&m_instances, &m_resources})
            if (const auto found = map->find(address); found != map->end())
                return &found->second;
        // Tools that read the configuration write module addresses without instance keys.
        if (const std::optional<addrs::ConfigResource> config = addrs::readConfigResource(address))
            if (const auto found = m_configs.find(*config); found != m_configs.end())
                return &found->second;
        return nullptr;
    }

    /// Finds the first word of a text that is an address in the plan.
    const Instances* inText(std::string_view text) const {
        constexpr std::string_view around = " \t\r\n`'(),;:<>";
        while (!text.empty()) {
            const std::size_t start = text.find_first_not_of(around);
            if (start == std::string_view::npos)
                return nullptr;
            text.remove_prefix(start);
            const std::size_t end = std::min(text.find_first_of(around), text.size());
            std::string_view word = text.substr(0, end);
            text.remove_prefix(end);
            while (word.ends_with('.') || word.ends_with('!') || word.ends_with('"'))
                word.remove_suffix(1);
            if (word.starts_with('"'))
                word.remove_prefix(1);
            if (word.find('.') == std::string_view::npos)
                continue;
            for (const auto* map : {&m_instances, &m_resources})
                if (const auto found = map->find(word); found != map->end())
                    return &found->second;
        }
        return nullptr;
    }

    const Blocks& m_blocks;
    std::map<std::string, Instances, std::less<>> m_instances, m_resources;
    std::map<addrs::ConfigResource, Instances> m_configs;
};

risk::Finding converted(const ScannerFinding& from) {
    risk::Finding made;
    made.rule = from.rule;
    made.severity = from.severity;
    made.title = from.title;
    made.detail = from.detail;
    made.tool = from.tool;
    made.link = from.link;
    made.subject = from.resource;
    if (!from.file.empty() && made.subject.empty())
        made.subject = from.file + (from.line > 0 ? ":" + std::to_string(from.line) : "");
    return made;
}

} // namespace

std::vector<risk::Finding> matched(std::span<const ScannerFinding> found, const plans::Changes& changes,
                                   const Blocks& blocks) {
    const Matcher matcher(changes, blocks);
    std::vector<risk::Finding> result;
    for (const ScannerFinding& one : found) {
        const Instances* instances = matcher.find(one);
        if (!instances) {
            result.push_back(converted(one));
            continue;
        }
        for (const addrs::AbsResourceInstance& address : *instances) {
            result.push_back(converted(one));
            result.back().address = address;
        }
        if (result.size() > mostFindings)
            break;
    }
    return result;
}

} // namespace planlens::findings
