// SPDX-License-Identifier: MPL-2.0
#include "core/plans/dependencies.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace planlens::plans {

namespace {

std::string keyOf(const DependencyEnd& end) {
    if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&end))
        return instance->toString();
    return std::get<NamedValue>(end).toString();
}

} // namespace

std::string NamedValue::toString() const {
    const std::string prefix = module.isRoot() ? std::string() : module.toString() + ".";
    switch (kind) {
    case Kind::Variable:
        return prefix + "var." + name;
    case Kind::Local:
        return prefix + "local." + name;
    case Kind::Output:
        return prefix + "output." + name;
    case Kind::Repetition:
        return prefix + name;
    }
    return {};
}

void Dependencies::add(Dependency dependency) { m_all.push_back(std::move(dependency)); }

void Dependencies::append(std::vector<Dependency> dependencies) {
    m_all.insert(m_all.end(), std::make_move_iterator(dependencies.begin()), std::make_move_iterator(dependencies.end()));
}

void Dependencies::finish() {
    m_byDependent.clear();
    m_byDependency.clear();
    // Steps of a walk finish in any order; what they found is put into one that does not depend on it.
    std::vector<std::pair<std::string, std::size_t>> order;
    order.reserve(m_all.size());
    for (std::size_t i = 0; i < m_all.size(); ++i)
        order.emplace_back(keyOf(m_all[i].dependent), i);
    std::stable_sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
        if (a.first != b.first)
            return a.first < b.first;
        return m_all[a.second].range < m_all[b.second].range;
    });
    std::vector<Dependency> sorted;
    sorted.reserve(m_all.size());
    for (const auto& [key, i] : order) {
        m_byDependent[key].push_back(sorted.size());
        m_byDependency[keyOf(m_all[i].dependency)].push_back(sorted.size());
        sorted.push_back(std::move(m_all[i]));
    }
    m_all = std::move(sorted);
}

std::vector<const Dependency*> Dependencies::of(const DependencyEnd& dependent) const {
    std::vector<const Dependency*> found;
    if (const auto it = m_byDependent.find(keyOf(dependent)); it != m_byDependent.end())
        for (const std::size_t i : it->second)
            found.push_back(&m_all[i]);
    return found;
}

std::vector<const Dependency*> Dependencies::on(const DependencyEnd& dependency) const {
    std::vector<const Dependency*> found;
    if (const auto it = m_byDependency.find(keyOf(dependency)); it != m_byDependency.end())
        for (const std::size_t i : it->second)
            found.push_back(&m_all[i]);
    return found;
}

std::vector<addrs::AbsResourceInstance> Dependencies::instancesBehind(const addrs::AbsResourceInstance& dependent) const {
    std::set<addrs::AbsResourceInstance> found;
    std::set<NamedValue> seen;
    std::vector<DependencyEnd> pending{dependent};
    while (!pending.empty()) {
        const DependencyEnd end = std::move(pending.back());
        pending.pop_back();
        for (const Dependency* dependency : of(end)) {
            if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&dependency->dependency))
                found.insert(*instance);
            else if (const auto& named = std::get<NamedValue>(dependency->dependency); seen.insert(named).second)
                pending.push_back(named);
        }
    }
    found.erase(dependent);
    return {found.begin(), found.end()};
}

} // namespace planlens::plans
