// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/error_code.h"

#include <QHash>
#include <QMetaType>
#include <QString>
#include <QStringList>
#include <QVector>

#include <chrono>

namespace planlens::session {

enum class PlanMode { Normal, RefreshOnly, Destroy };
enum class Reading { Anew, AsBefore, None };
enum class Trust { NotGiven, Given };
/// Whether values come from the providers, or are estimated from cached schemas without starting any program.
enum class Answers { OfProviders, Estimated };

/// Files of other tools that are shown with a plan. Absolute, or relative to the folder.
struct AddedFiles {
    QStringList findings; // see core/findings
    QString costs;        // see core/cost; empty: none
    bool operator==(const AddedFiles&) const = default;
};

/// A request to a planning session. Addresses are text.
struct Request {
    QString folder;
    QString planFile; // a finished plan to open instead of planning its folder: absolute, or "-" for the standard input
    QString project;  // whose result the plan file is; otherwise empty
    QString workspace; // empty: the workspace selected in the folder
    PlanMode mode = PlanMode::Normal;
    Reading reading = Reading::Anew;
    QStringList replace, exclude, target;
    QStringList variableFiles; // absolute or relative to the folder; later files take precedence
    AddedFiles added;
    QHash<QString, QString> variables; // entered values; they take precedence over files
    Trust trust = Trust::NotGiven;
    Answers answers = Answers::OfProviders;
    std::chrono::seconds lockTimeout{}; // how long planning waits for a locked state
};

/// A diagnostic, ready for display.
struct DiagnosticText {
    bool isError = true;
    QString summary, detail;
    QString location; // "main.tf:3,5-9" or empty
    QString file;
    int line = 0;
    QString excerpt; // whole lines with numbers, and the range marked; may be empty
    QString address;
    diags::ErrorCode code = diags::ErrorCode::None;
    QString codeSubject; // as documented for the code
};

/// A variable of the root module that the user can enter a value for.
struct AskedVariable {
    enum class Kind { Text, Bool, Number, Expression };
    QString name, description, type;
    Kind kind = Kind::Text;
    bool isSensitive = false;
    bool hasValue = false; // has a value even if none is entered
    QString value;         // as entered before, or the current value; empty if it must not be shown
    QString error;         // why the value is invalid
};

/// A program that planning or applying starts because of the folder's contents.
struct Program {
    enum class Kind { Provider, Provisioner, StateTool };
    Kind kind = Kind::Provider;
    QString name;    // provider address; provisioner type and resource; or purpose of the tool
    QString version; // the locked version, or that it is a development override
    QString path; // relative to the folder or absolute; or why there is none; for provisioners the configured command
    QString resource = {}; // of provisioners
};

struct Progress {
    QString phase;
    QString current; // address of the most recent event
    int done = 0;
    int known = 0;
    bool isWaiting = false; // for the server of the state; the phase is empty when that ends
};

/// An event of a resource instance during an apply.
struct ApplyEvent {
    enum class Kind { Started, Finished, Failed, Said };
    Kind kind = Kind::Started;
    QString address;
    QString deposed;         // deposed key; empty for the current object
    QString action;          // as the engine names it
    QString message;         // for Said: a line of output of its provisioner
    qint64 milliseconds = 0; // duration, for Finished and Failed
    QString objectId = {};   // of the real object, for Finished; may be empty
};

/// An output value of the root module after an apply.
struct AppliedOutput {
    QString name;
    QString value; // as in the configuration language; masked if it is sensitive
    bool isSensitive = false;
};

/// The outcome of an apply.
struct ApplyReport {
    bool hasStarted = false; // false: rejected before anything was done
    bool wasStopped = false;
    bool hasFailed = false;
    int imported = 0, added = 0, changed = 0, destroyed = 0, forgotten = 0;
    quint64 stateSerial = 0;
    QVector<DiagnosticText> diagnostics;
    QVector<AppliedOutput> outputs; // sorted by name
};

} // namespace planlens::session

Q_DECLARE_METATYPE(planlens::session::Progress)
Q_DECLARE_METATYPE(planlens::session::ApplyReport)
