// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/marks/highlights.h"

#include "ui/basics/change_key.h"
#include "ui/graph/picture.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace planlens::graph {

namespace {

/// Returns the keys of the changes of a node, and the addresses of its unchanged instances.
QStringList keysOf(const GraphNode& node) {
    if (node.deposed == 0)
        return node.instances;
    QStringList keys;
    for (const plans::ResourceInstanceChangePtr& change : node.changes)
        keys.append(changeKey(*change));
    return keys;
}

int matchesOf(const models::AddressQuery& query, const GraphNode& node) {
    return int(std::ranges::count_if(keysOf(node), [&](const QString& key) { return query.matches(key); }));
}

} // namespace

bool Highlights::setFilter(Filter filter) {
    if (!m_filter && !filter)
        return false;
    m_filter = std::move(filter);
    return true;
}

bool Highlights::setSearch(const models::AddressQuery& query) {
    if (m_query == query)
        return false;
    m_query = query;
    return true;
}

bool Highlights::setFindings(models::FoundByAddress findings) {
    if (m_findings == findings)
        return false;
    m_findings = std::move(findings);
    return true;
}

models::FoundAt Highlights::findingsOf(std::size_t element) const {
    return element < m_found.size() ? m_found[element] : models::FoundAt();
}

int Highlights::findingsOutside(const PlanContents& contents) const {
    int count = 0;
    for (auto found = m_findings.begin(); found != m_findings.end(); ++found)
        if (!contents.nodeOf.contains(found.key()))
            count += found->count;
    return count;
}

void Highlights::show(const Picture& picture) {
    m_matches = 0;
    m_found.clear();
    m_isPale.clear();
    if (!picture.data)
        return;
    const std::size_t nodes = picture.data->nodes.size(), boxes = picture.data->boxes.size();
    std::vector<int> inNodes(nodes), inBoxes(boxes);
    std::vector<bool> hasPassing(boxes); // whether anything in the box passes the filter
    m_found.resize(nodes + boxes);
    m_isPale.resize(nodes);
    for (std::size_t i = 0; i < nodes; ++i) {
        const GraphNode& node = picture.data->nodes[i];
        if (!m_query.isEmpty())
            inNodes[i] = matchesOf(m_query, node);
        const bool passesFilter = !m_filter || m_filter(keysOf(node));
        if (!m_findings.isEmpty())
            for (const QString& address : node.instances)
                m_found[i].add(m_findings.value(address));
        for (std::optional<layout::Index> at = node.box; at; at = picture.data->boxes[*at].parent) {
            m_found[nodes + *at].add(m_found[i]);
            inBoxes[*at] += inNodes[i];
            hasPassing[*at] = hasPassing[*at] || passesFilter;
        }
        m_isPale[i] = !passesFilter;
        if (!passesFilter)
            inNodes[i] = -1;
    }
    if (!m_query.isEmpty())
        for (const GraphNode& node : picture.data->contents->nodes)
            m_matches += matchesOf(m_query, node);
    const auto emphasis = [&](int matches, bool passesFilter) {
        return passesFilter && (m_query.isEmpty() || matches > 0) ? Emphasis::Normal : Emphasis::Pale;
    };
    for (NodeItem* item : picture.nodes) {
        if (!item)
            continue;
        const int matches = inNodes[item->nodeIndex()];
        item->setMatches(std::max(0, matches));
        item->setFindings(m_found[item->nodeIndex()]);
        item->setEmphasis(emphasis(matches, matches >= 0));
    }
    for (BoxItem* item : std::as_const(picture.byModule)) {
        item->setMatches(inBoxes[item->boxIndex()]);
        item->setFindings(m_found[nodes + item->boxIndex()]);
        item->setEmphasis(item->box().isFolded ? emphasis(inBoxes[item->boxIndex()], hasPassing[item->boxIndex()])
                                               : Emphasis::Normal);
    }
}

} // namespace planlens::graph
