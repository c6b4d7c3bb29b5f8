// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>

#include <memory>

namespace planlens::plans {
struct Plan;
struct ResourceInstanceChange;
} // namespace planlens::plans

namespace planlens::models {

/// The changes that the user marked as reviewed. A mark belongs to the changes of a resource instance as they were
/// shown, including those of its deposed objects; it is removed if another plan changes them differently.
class ReviewMarks {
public:
    /// Sets another plan; null removes all marks.
    void setPlan(std::shared_ptr<const plans::Plan> plan);
    /// Marks these resource instances, or removes the marks if all of them are marked. Unchanged instances are never
    /// marked.
    void toggle(const QStringList& addresses);
    bool contains(const QString& address) const { return m_marks.contains(address); }
    QSet<QString> addresses() const { return {m_marks.keyBegin(), m_marks.keyEnd()}; }

private:
    QString seen(const QString& address) const;

    std::shared_ptr<const plans::Plan> m_plan;
    QMultiHash<QString, const plans::ResourceInstanceChange*> m_deposed; // changes of deposed objects
    QHash<QString, QString> m_marks; // address → fingerprint of the reviewed changes
};

} // namespace planlens::models
