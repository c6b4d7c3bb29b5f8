// SPDX-License-Identifier: MPL-2.0
#include "ui/models/search/address_search.h"

#include <algorithm>

namespace planlens::models {

namespace {

bool hasInOrder(const QString& text, const QStringList& parts) {
    qsizetype from = 0;
    for (const QString& part : parts) {
        const qsizetype at = text.indexOf(part, from, Qt::CaseInsensitive);
        if (at < 0)
            return false;
        from = at + part.size();
    }
    return true;
}

} // namespace

AddressQuery::AddressQuery(const QString& text) {
    for (const QString& word : text.simplified().split(u' ', Qt::SkipEmptyParts)) {
        // A quoted instance key may contain an equals sign; the path of a value word has no quotes.
        const qsizetype equals = word.indexOf(u'=');
        if (equals >= 0 && !QStringView(word).left(equals).contains(u'"')) {
            if (equals + 1 < word.size()) // ignored while incomplete
                m_values.append({word.left(equals).toCaseFolded(), word.mid(equals + 1).toCaseFolded()});
        } else {
            m_words.append(word.split(u'*', Qt::SkipEmptyParts));
        }
    }
}

bool AddressQuery::matches(const QString& address) const {
    return !isEmpty() && (m_values.isEmpty() || (m_valueMatches && m_valueMatches->contains(address))) &&
           std::all_of(m_words.begin(), m_words.end(),
                       [&](const QStringList& parts) { return hasInOrder(address, parts); });
}

void AddressSearch::find(const AddressQuery& query, const QStringList& shown, const QStringList& hidden,
                         const QString& from) {
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
    m_hidden =
        std::count_if(hidden.begin(), hidden.end(), [&](const QString& address) { return query.matches(address); });
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
