// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace planlens::widgets {

/// A program with what it is given.
struct EditorCommand {
    QString program; // empty: the desktop's own program for the file opens it, at no line
    QStringList arguments;
};

/// How the person's editor opens a file at a line: PLANLENS_EDITOR ("program {file}:{line}", split at spaces) where it
/// is set, else what VISUAL or EDITOR names where that has a window of its own, else the first editor on the PATH that
/// has.
EditorCommand editorCommand(const QString& file, int line, const QProcessEnvironment& environment);

/// Opens the file at the line; false where nothing could be started. Does not wait for the editor.
bool openInEditor(const QString& file, int line);

} // namespace planlens::widgets
