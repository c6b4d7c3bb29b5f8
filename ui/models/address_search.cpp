// SPDX-License-Identifier: MPL-2.0
#include "ui/models/address_search.h"

#include <algorithm>

namespace planlens::models {

AddressQuery::AddressQuery(const QString& text) : m_words(text.simplified().split(u' ', Qt::SkipEmptyParts)) {}

bool AddressQuery::matches(const QString& address) const {
    return !isEmpty() && std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) { return address.contains(word, Qt::CaseInsensitive); });
}

void AddressSearch::find(const AddressQuery& query, const QStringList& shown, const QStringList& hidden, const QString& from) {
    m_query = query;
    m_matches.clear();
    m_current = 0;
    bool isAfter = from.isEmpty();
    bool isSet = false;
    for (const QString& address : shown) {
        isAfter = isAfter || address == from;
        if (!query.matches(address))
            continue;
        if (isAfter && !isSet) {
            m_current = m_matches.size();
            isSet = true;
        }
        m_matches.append(address);
    }
    m_hidden = std::count_if(hidden.begin(), hidden.end(), [&](const QString& address) { return query.matches(address); });
}

void AddressSearch::goTo(const QString& address) {
    if (const qsizetype at = m_matches.indexOf(address); at >= 0)
        m_current = at;
}

void AddressSearch::next() {
    if (!m_matches.isEmpty())
        m_current = (m_current + 1) % m_matches.size();
}

void AddressSearch::previous() {
    if (!m_matches.isEmpty())
        m_current = (m_current + m_matches.size() - 1) % m_matches.size();
}

} // namespace planlens::models
