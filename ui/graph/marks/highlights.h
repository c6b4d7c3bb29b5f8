// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/search/address_search.h"
#include "ui/models/search/found_at.h"

#include <QStringList>

#include <cstddef>
#include <functional>
#include <vector>

namespace planlens::graph {

struct Picture;
struct PlanContents;

/// The elements that a filter and a search highlight in the graph, and the findings at all elements. The setters return
/// whether anything changed; show() then applies it.
class Highlights {
public:
    using Filter = std::function<bool(const QStringList& keys)>; // as in GraphView::setFilter()

    bool setFilter(Filter filter);
    bool setSearch(const models::AddressQuery& query);
    bool setFindings(models::FoundByAddress findings);
    /// Computes the highlights of a picture and sets them at its items.
    void show(const Picture& picture);

    /// Returns the findings of an element, including those in folded modules.
    models::FoundAt findingsOf(std::size_t element) const;
    /// Returns the number of findings about instances that the contents omit.
    int findingsOutside(const PlanContents& contents) const;
    /// Returns the number of instances that match the search, including those in folded modules.
    int matchCount() const { return m_matches; }
    /// Whether a node does not pass the filter.
    bool isPale(std::size_t node) const { return node < m_isPale.size() && m_isPale[node]; }

private:
    Filter m_filter;
    models::AddressQuery m_query;
    models::FoundByAddress m_findings;
    std::vector<models::FoundAt> m_found; // by element
    std::vector<bool> m_isPale;           // by node
    int m_matches = 0;
};

} // namespace planlens::graph
