// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QDateTime>
#include <QMetaType>
#include <QString>
#include <QVector>

namespace planlens::history {

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
};

} // namespace planlens::history

Q_DECLARE_METATYPE(planlens::history::Run)
