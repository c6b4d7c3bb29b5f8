// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QSet>
#include <QString>
#include <QStringList>
#include <QVector>

#include <memory>

namespace planlens::models {

/// A search word for values. Only attributes whose path contains `path` are searched; empty: all.
struct ValueWord {
    QString path, text; // case folded
    bool operator==(const ValueWord&) const = default;
};

/// A search query: words that must all occur in an address, in any order and case, with `*` as wildcard; and words like
/// `instance_type=t3` or `=t3` that must occur in attributes.
class AddressQuery {
public:
    AddressQuery() = default;
    explicit AddressQuery(const QString& text);
    bool isEmpty() const { return m_words.isEmpty() && m_values.isEmpty(); }
    /// Whether an address matches. An empty query matches nothing, one with values nothing until setValueMatches().
    bool matches(const QString& address) const;
    const QVector<ValueWord>& values() const { return m_values; }
    /// Sets the addresses that contain all values of the query.
    void setValueMatches(std::shared_ptr<const QSet<QString>> addresses) { m_valueMatches = std::move(addresses); }
    bool operator==(const AddressQuery&) const = default;

private:
    QVector<QStringList> m_words; // each split at its wildcards
    QVector<ValueWord> m_values;
    std::shared_ptr<const QSet<QString>> m_valueMatches;
};

/// The matches of a query in row order, one of which is current.
class AddressSearch {
public:
    const AddressQuery& query() const { return m_query; }
    /// `shown` are the addresses that can be selected, `hidden` those that are only counted. The current match is the
    /// first one at or after the address `from`, if `from` is in `shown`.
    void find(const AddressQuery& query, const QStringList& shown, const QStringList& hidden, const QString& from);
    /// Makes a match current that was selected elsewhere; ignores other addresses.
    void goTo(const QString& address);
    void next();
    void previous();

    qsizetype count() const { return m_matches.size(); }
    qsizetype hiddenCount() const { return m_hidden; }
    /// Returns the position from 1; 0 without matches.
    qsizetype position() const { return m_matches.isEmpty() ? 0 : m_current + 1; }
    QString current() const { return m_matches.value(m_current); }

private:
    AddressQuery m_query;
    QStringList m_matches;
    qsizetype m_hidden = 0;
    qsizetype m_current = 0;
};

} // namespace planlens::models
