// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>

namespace planlens::plans {
struct Plan;
struct ResourceInstanceChange;
} // namespace planlens::plans

namespace planlens::models {

/// The changes that the user marked as reviewed. A mark belongs to a change with its content: it does not count while a
/// plan changes the object differently or not at all, and counts again in a plan with the same content.
class ReviewMarks {
public:
    /// How marks identify a change. With keys of the plan and hashes unless others are set, before the first mark.
    struct Fingerprints {
        std::function<QString(const QString& key)> ofKey;
        std::function<QString(const plans::ResourceInstanceChange& change)> ofContent;
    };
    explicit ReviewMarks(Fingerprints fingerprints = hashes());
    static Fingerprints hashes();

    /// Sets another plan; no mark counts without one.
    void setPlan(std::shared_ptr<const plans::Plan> plan);
    /// Marks these changes, or removes the marks if all of them are marked. An address of an instance of which only
    /// deposed objects change stands for all of them. Unchanged instances are never marked.
    void toggle(const QStringList& keys);
    /// All marks, to restore them later.
    using Marks = QMultiHash<QString, QString>; // fingerprint of the key → fingerprint of the content
    const Marks& marks() const { return m_marks; }
    void restore(const Marks& marks);
    /// Removes the marks that do not count in this plan.
    void forgetOthers();
    bool contains(const QString& key) const;
    /// The keys of the marked changes of the plan.
    const QSet<QString>& addresses() const { return m_current; }

private:
    const plans::ResourceInstanceChange* changeOf(const QString& key) const;
    QStringList changesOf(const QString& key) const;
    void update();

    Fingerprints m_fingerprints;
    std::shared_ptr<const plans::Plan> m_plan;
    Marks m_marks;
    QSet<QString> m_current; // keys
};

} // namespace planlens::models
