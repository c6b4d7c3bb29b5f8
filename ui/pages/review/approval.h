// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QString>
#include <QStringList>
#include <QVector>

namespace planlens::session {
struct Result;
}

namespace planlens::widgets {

/// The contents of an approval, as texts and counts.
struct Approval {
    Q_DECLARE_TR_FUNCTIONS(planlens::widgets::Approval)

public:
    struct Lost {
        QString address;  // the key of the change
        QString objectId; // of the real object; empty if it has none or it is secret
        bool isReplaced = false;
    };
    QVector<Lost> destroyed; // includes replaced objects
    QVector<Lost> forgotten;
    int destroy = 0, replace = 0, forget = 0, update = 0, create = 0, import = 0, move = 0;
    QStringList findings; // one line per finding
    QStringList highRisk; // keys of the changes with a high-risk finding
    QStringList failedChecks;
    QString cost;                       // the monthly difference; empty without an estimate
    QVector<session::Program> programs; // started by the apply
    bool isRefreshOnly = false;
    QString planHash;
    bool isRefreshSkipped = false; // a plan file does not record it
    QDateTime plannedAt, readAt;
    QString workspace;
    quint64 stateSerial = 0;
    QString stateLineage; // empty: no state yet
    QString options;      // planning options as on the command line; empty: none
    int changes = 0;
    QStringList notApplied; // planned changes that targets or exclusions leave out: their glyphs and addresses
};
/// Returns "Destroy 3, replace 2 and apply 4 more", which counts all changes.
QString approvalAction(const Approval& approval);
/// Returns the contents of the approval of a result, which must have a plan.
Approval approvalOf(const session::Result& result);

} // namespace planlens::widgets
