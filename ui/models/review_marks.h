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

/// The changes that the user marked as reviewed, by their keys. A mark belongs to a change as it was shown; it is
/// removed if another plan changes the object differently.
class ReviewMarks {
public:
    /// Sets another plan; null removes all marks.
    void setPlan(std::shared_ptr<const plans::Plan> plan);
    /// Marks these changes, or removes the marks if all of them are marked. An address of an instance of which only
    /// deposed objects change stands for all of them. Unchanged instances are never marked.
    void toggle(const QStringList& keys);
    /// All marks, to restore them later. Those of changes that the plan does not have any more stay removed.
    using Marks = QHash<QString, QString>; // key of the change → fingerprint of the change
    const Marks& marks() const { return m_marks; }
    void restore(const Marks& marks);
    bool contains(const QString& key) const;
    QSet<QString> addresses() const { return {m_marks.keyBegin(), m_marks.keyEnd()}; }

private:
    QString seen(const QString& key) const;
    QStringList changesOf(const QString& key) const;

    std::shared_ptr<const plans::Plan> m_plan;
    Marks m_marks;
};

} // namespace planlens::models
