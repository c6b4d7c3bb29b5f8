// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>

#include <memory>

namespace planlens::plans {
struct Plan;
}

namespace planlens::models {

/// The changes that the user marked as reviewed. A mark belongs to the change as it was shown; it is removed if another
/// plan changes the object differently.
class ReviewMarks {
public:
    /// Sets another plan; null removes all marks.
    void setPlan(std::shared_ptr<const plans::Plan> plan);
    /// Marks these resource instances, or removes the marks if all of them are marked. Unchanged instances are never
    /// marked.
    void toggle(const QStringList& addresses);
    bool contains(const QString& address) const { return m_marks.contains(address); }
    QSet<QString> addresses() const { return {m_marks.keyBegin(), m_marks.keyEnd()}; }
    int count() const { return int(m_marks.size()); }

private:
    std::shared_ptr<const plans::Plan> m_plan;
    QHash<QString, QString> m_marks; // address → fingerprint of the reviewed change
};

} // namespace planlens::models
