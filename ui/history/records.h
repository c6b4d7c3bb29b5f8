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

/// Of one run so many changes are kept, worst first.
inline constexpr int mostChanges = 2000;

/// A value that changed, or a secret. Secrets are fingerprints, and only those.
struct Attribute {
    QString path, before, after; // null where there is none
    bool isSecret = false;
    bool operator==(const Attribute&) const = default;
};

struct Change {
    QString address; // with the deposed key, where it is about such an object
    QString action;  // as JSON names it: "delete", "replace", "update", …
    QString objectId;
    QString outcome; // of applies: "done", "failed", "not done"
    qint64 milliseconds = -1;
    QVector<Attribute> attributes;
    QByteArray compared = {}; // what comparing plans looks at, with fingerprints for values; see compared_plan.h
};

/// One plan that was made, or one apply that was begun.
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
    QString options; // as on the command line, without values of variables
    QString message;
    QString counts;  // "delete 3, update 2", worst first
    int notKept = 0; // changes that are not in the list, as it would be too long
    QVector<Change> changes;
    QString comparedBy; // whose fingerprints its changes have; empty where they are not kept, or were kept without
    bool isComparable =
        false; // a whole plan, with the fingerprints of this installation; said of those that are listed or loaded
};

/// How the plan of a run differs from another one.
struct Comparison {
    std::shared_ptr<const diff::PlanDifference> difference; // null where the run is not comparable any more
    bool isOfGravest = false; // one of them has more changes than are kept: what may be among those is left out
};

} // namespace planlens::history

Q_DECLARE_METATYPE(planlens::history::Run)
Q_DECLARE_METATYPE(planlens::history::Comparison)
