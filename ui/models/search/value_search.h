// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"
#include "ui/models/search/address_search.h"

#include <QFutureWatcher>
#include <QObject>

#include <memory>

namespace planlens::plans {
struct Plan;
}

namespace planlens::models {

class ValueIndex;

/// Finds changes by attribute values. Sensitive values are not indexed and thus never found.
class ValueSearch final : public QObject {
    Q_OBJECT
public:
    explicit ValueSearch(QObject* parent = nullptr);
    ~ValueSearch() override;

    void setPlan(std::shared_ptr<const plans::Plan> plan, masking::Secrets secrets);
    /// Returns the addresses that contain all of these values. Null if not known yet: the index is built on another
    /// thread on first use, and `ready` is emitted afterwards.
    std::shared_ptr<const QSet<QString>> find(const QVector<ValueWord>& words);

Q_SIGNALS:
    void ready();

private:
    std::shared_ptr<const plans::Plan> m_plan;
    masking::Secrets m_secrets; // of the plan
    std::shared_ptr<const ValueIndex> m_index;
    QFutureWatcher<std::shared_ptr<const ValueIndex>> m_making;
    QVector<ValueWord> m_words; // of the last search
    std::shared_ptr<const QSet<QString>> m_answer;
};

/// The texts of a plan's attributes. Immutable.
class ValueIndex {
public:
    ValueIndex(const plans::Plan& plan, const masking::Secrets& secrets);
    QSet<QString> find(const QVector<ValueWord>& words) const;

private:
    struct Entry {
        QString key;       // of the change
        std::string texts; // for each attribute: path, separator, value, separator; case folded
    };
    std::vector<Entry> m_entries;
};

} // namespace planlens::models
