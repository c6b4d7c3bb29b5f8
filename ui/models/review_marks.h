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

/// Which changes a person has looked at. A mark is on a change as it was seen: where another plan changes something
/// else there, it goes.
class ReviewMarks {
public:
    /// Another plan; null: none, and no marks.
    void setPlan(std::shared_ptr<const plans::Plan> plan);
    /// Marks these resource instances, or takes the marks away where all of them have one. What does not change gets
    /// none.
    void toggle(const QStringList& addresses);
    bool contains(const QString& address) const { return m_marks.contains(address); }
    QSet<QString> addresses() const { return {m_marks.keyBegin(), m_marks.keyEnd()}; }
    int count() const { return int(m_marks.size()); }

private:
    std::shared_ptr<const plans::Plan> m_plan;
    QHash<QString, QString> m_marks; // address → what was seen
};

} // namespace planlens::models
