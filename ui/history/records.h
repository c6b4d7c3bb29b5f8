// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QMetaType>
#include <QString>
#include <QVector>

#include <memory>

namespace planlens::diff {
struct PlanDifference;
}

namespace planlens::history {

/// Maximum number of changes recorded per run, most severe first.
inline constexpr int mostChanges = 2000;

/// A changed attribute. Secret values, and only those, are fingerprints.
struct Attribute {
    QString path, before, after; // null for an absent side
    bool isSecret = false;
    bool operator==(const Attribute&) const = default;
};

struct Change {
    QString address; // including a deposed key
    QString action;  // as in the JSON format: "delete", "replace", "update", …
    QString objectId;
    QString outcome; // of applies: "done", "failed", "not done"
    qint64 milliseconds = -1;
    QVector<Attribute> attributes;
    QByteArray compared = {}; // fingerprints for comparing plans; see compared_plan.h
};

/// One plan, or one apply.
struct Run {
    enum class Kind { Plan = 0, Apply = 1 };
    enum class Outcome { Planned = 0, Errors = 1, Applied = 2, Failed = 3, Stopped = 4, Refused = 5 };
    qint64 id = 0;
    Kind kind = Kind::Plan;
    Outcome outcome = Outcome::Planned;
    QDateTime at;
    qint64 milliseconds = 0;
    QString folder, workspace, hash, lineage;
    quint64 serial = 0;
    QString options; // as on the command line, without variable values
    QString message;
    QString counts;  // "delete 3, update 2", most severe first
    int omitted = 0; // number of omitted changes
    QVector<Change> changes;
    QByteArray result;         // of applies: the content of their page; empty if it is not recorded
    QString comparedBy;        // origin of the fingerprints; empty if none are recorded
    bool isComparable = false; // a complete plan with fingerprints of this installation; set when listed or loaded
};

/// The comparison of a recorded plan with another plan.
struct Comparison {
    std::shared_ptr<const diff::PlanDifference> difference; // null if the run can no longer be compared
    bool isTruncated = false; // some changes were not recorded; differences among them are omitted
};

} // namespace planlens::history

Q_DECLARE_METATYPE(planlens::history::Run)
Q_DECLARE_METATYPE(planlens::history::Comparison)
