// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QSet>
#include <QString>
#include <QStringList>
#include <QVector>

#include <memory>

namespace planlens::models {

/// A value that is looked for, in attributes whose path has a text in it (empty: in all).
struct ValueWord {
    QString path, text; // case folded
    bool operator==(const ValueWord&) const = default;
};

/// What is looked for: words that all have to occur in an address, in any order and case, `*` standing for any text;
/// and words like `instance_type=t3` or `=t3` that have to occur in attributes.
class AddressQuery {
public:
    AddressQuery() = default;
    explicit AddressQuery(const QString& text);
    bool isEmpty() const { return m_words.isEmpty() && m_values.isEmpty(); }
    /// An empty query matches nothing, and neither does one with values until it is known where they are.
    bool matches(const QString& address) const;
    const QVector<ValueWord>& values() const { return m_values; }
    /// Tells which addresses have all values that are looked for.
    void setValueMatches(std::shared_ptr<const QSet<QString>> addresses) { m_valueMatches = std::move(addresses); }
    bool operator==(const AddressQuery&) const = default;

private:
    QVector<QStringList> m_words; // each in the parts between its stars
    QVector<ValueWord> m_values;
    std::shared_ptr<const QSet<QString>> m_valueMatches;
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
