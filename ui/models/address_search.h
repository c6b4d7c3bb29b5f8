// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>
#include <QStringList>

namespace planlens::models {

/// What is looked for in addresses: words that all have to occur, in any order and case.
class AddressQuery {
public:
    AddressQuery() = default;
    explicit AddressQuery(const QString& text);
    bool isEmpty() const { return m_words.isEmpty(); }
    /// An empty query matches nothing.
    bool matches(const QString& address) const;
    bool operator==(const AddressQuery&) const = default;

private:
    QStringList m_words;
};

/// The matches of a query, in the order of the rows, one of them being the current one.
class AddressSearch {
public:
    const AddressQuery& query() const { return m_query; }
    /// `shown` are the addresses that can be gone to, `hidden` those that can only be counted. The current match is the
    /// first one at or after the address `from`, where that is one of `shown`.
    void find(const AddressQuery& query, const QStringList& shown, const QStringList& hidden, const QString& from);
    /// Makes a match the current one, because it was chosen elsewhere; anything else changes nothing.
    void goTo(const QString& address);
    void next();
    void previous();

    qsizetype count() const { return m_matches.size(); }
    qsizetype hiddenCount() const { return m_hidden; }
    /// From 1; 0 where nothing matches.
    qsizetype position() const { return m_matches.isEmpty() ? 0 : m_current + 1; }
    QString current() const { return m_matches.value(m_current); }

private:
    AddressQuery m_query;
    QStringList m_matches;
    qsizetype m_hidden = 0;
    qsizetype m_current = 0;
};

} // namespace planlens::models
