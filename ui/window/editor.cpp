// SPDX-License-Identifier: MPL-2.0
#include "ui/window/editor.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QUrl>

#include <array>
#include <string_view>

namespace planlens::widgets {

namespace {

/// Graphical editors and their line arguments.
struct KnownEditor {
    std::string_view program;
    std::string_view arguments;
};
constexpr std::array knownEditors{
    KnownEditor{"code", "--goto {file}:{line}"},
    KnownEditor{"codium", "--goto {file}:{line}"},
    KnownEditor{"zed", "{file}:{line}"},
    KnownEditor{"subl", "{file}:{line}"},
    KnownEditor{"idea", "--line {line} {file}"},
    KnownEditor{"kate", "--line {line} {file}"},
    KnownEditor{"kwrite", "--line {line} {file}"},
    KnownEditor{"gedit", "+{line} {file}"},
    KnownEditor{"gvim", "+{line} {file}"},
    KnownEditor{"emacsclient", "--create-frame --no-wait +{line} {file}"},
};

QString text(std::string_view view) {
    return QString::fromUtf8(view.data(), qsizetype(view.size()));
}

QStringList filled(const QStringList& parts, const QString& file, int line) {
    QStringList arguments;
    for (QString part : parts)
        arguments.append(
            part.replace(QStringLiteral("{line}"), QString::number(line)).replace(QStringLiteral("{file}"), file));
    return arguments;
}

EditorCommand commandOf(const KnownEditor& editor, const QString& program, const QString& file, int line) {
    return {program, filled(text(editor.arguments).split(u' '), file, line)};
}

} // namespace

EditorCommand editorCommand(const QString& file, int line, const QProcessEnvironment& environment) {
    QStringList own = environment.value(QStringLiteral("PLANLENS_EDITOR")).split(u' ', Qt::SkipEmptyParts);
    if (!own.isEmpty()) {
        const QString program = own.takeFirst();
        if (own.filter(QStringLiteral("{file}")).isEmpty())
            own.append(QStringLiteral("{file}"));
        return {program, filled(own, file, line)};
    }
    for (const char* variable : {"VISUAL", "EDITOR"}) {
        const QString program = environment.value(QString::fromLatin1(variable)).section(u' ', 0, 0);
        for (const KnownEditor& editor : knownEditors)
            if (!program.isEmpty() && QFileInfo(program).fileName() == text(editor.program))
                return commandOf(editor, program, file, line);
    }
    QStringList path = environment.value(QStringLiteral("PATH")).split(u':', Qt::SkipEmptyParts);
    path.removeIf([](const QString& folder) { return !folder.startsWith(u'/'); });
    for (const KnownEditor& editor : knownEditors)
        if (const QString program = QStandardPaths::findExecutable(text(editor.program), path);
            !path.isEmpty() && !program.isEmpty())
            return commandOf(editor, program, file, line);
    return {};
}

bool openInEditor(const QString& file, int line) {
    const EditorCommand command = editorCommand(file, line, QProcessEnvironment::systemEnvironment());
    if (command.program.isEmpty())
        return QDesktopServices::openUrl(QUrl::fromLocalFile(file));
    return QProcess::startDetached(command.program, command.arguments, QFileInfo(file).absolutePath());
}

} // namespace planlens::widgets
