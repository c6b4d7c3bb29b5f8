// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QHash>
#include <QMetaType>
#include <QString>
#include <QStringList>
#include <QVector>

namespace planlens::session {

enum class PlanMode { Normal, RefreshOnly, Destroy };
enum class Reading { Anew, AsBefore, None };
enum class Trust { NotGiven, Given };
/// Who says what is planned: the providers, or an estimate by the schemas that they had here before. That starts no
/// program.
enum class Answers { OfProviders, Estimated };

/// What is asked of a planning session. Addresses are texts.
struct Request {
    QString folder;
    QString planFile;  // a finished plan to look at instead of planning the folder it is in: absolute, or "-" for the
                       // standard input
    QString workspace; // empty: the one that is selected in the folder
    PlanMode mode = PlanMode::Normal;
    Reading reading = Reading::Anew;
    QStringList replace, exclude, target;
    QStringList variableFiles;         // absolute, or from the folder; later ones win
    QHash<QString, QString> variables; // typed in; they win over files
    Trust trust = Trust::NotGiven;
    Answers answers = Answers::OfProviders;
};

/// A problem, ready to show.
struct DiagnosticText {
    bool isError = true;
    QString summary, detail;
    QString location; // "main.tf:3,5-9" or empty
    QString file;
    int line = 0;
    QString excerpt; // whole lines, numbered, with the place marked; may be empty
    QString address;
};

/// A variable of the root module that a person gives a value for.
struct AskedVariable {
    enum class Kind { Text, Bool, Number, Expression };
    QString name, description, type;
    Kind kind = Kind::Text;
    bool isSensitive = false;
    bool hasValue = false; // there is one without typing any
    QString value;         // as it was typed before, or as it is; empty where that is not to be shown
    QString error;         // why that cannot be used
};

/// A program that planning or applying would start because the folder says so.
struct Program {
    enum class Kind { Provider, Provisioner, StateTool };
    Kind kind = Kind::Provider;
    QString
        name; // address of the provider; type of the provisioner and what it belongs to; what the tool is started for
    QString version; // that the lock file selects, or that it is under development
    QString path;    // from the folder, or absolute; or why there is none
};

struct Progress {
    QString phase;
    QString current; // address of what was touched last
    int done = 0;
    int known = 0;
};

/// What happened to a resource instance while applying.
struct ApplyEvent {
    enum class Kind { Started, Finished, Failed, Said };
    Kind kind = Kind::Started;
    QString address;
    QString deposed;         // key of the object; empty: the current one
    QString action;          // the engine's name of it
    QString message;         // of Said: a line of what its provisioner wrote
    qint64 milliseconds = 0; // that it took, of Finished and Failed
};

struct ApplyReport {
    bool hasStarted = false; // false: refused before anything was done
    bool wasStopped = false;
    bool hasFailed = false;
    int imported = 0, added = 0, changed = 0, destroyed = 0, forgotten = 0;
    quint64 stateSerial = 0;
    QVector<DiagnosticText> diagnostics;
};

} // namespace planlens::session

Q_DECLARE_METATYPE(planlens::session::Progress)
Q_DECLARE_METATYPE(planlens::session::ApplyReport)
