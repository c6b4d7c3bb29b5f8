// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace planlens::widgets {

/// A program with its arguments.
struct EditorCommand {
    QString program; // empty: the desktop's default program, without a line
    QStringList arguments;
};

/// Returns the command that opens a file at a line: PLANLENS_EDITOR ("program {file}:{line}", split at spaces) if set;
/// otherwise VISUAL or EDITOR if that is a known graphical editor; otherwise the first known graphical editor on the
/// PATH.
EditorCommand editorCommand(const QString& file, int line, const QProcessEnvironment& environment);

/// Opens the file at the line without waiting for the editor; false if nothing could be started.
bool openInEditor(const QString& file, int line);

} // namespace planlens::widgets
