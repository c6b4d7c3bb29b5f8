// SPDX-License-Identifier: MPL-2.0
#include "tests/app/faults/traced_writes.h"

#include <QRegularExpression>

namespace planlens::testing {

namespace {

/// Replaces the hexadecimal escapes of strace.
QByteArray decoded(const QByteArray& text) {
    QByteArray out;
    for (qsizetype i = 0; i < text.size(); ++i)
        if (text[i] == '\\' && i + 3 < text.size() && text[i + 1] == 'x') {
            out += char(text.mid(i + 2, 2).toInt(nullptr, 16));
            i += 3;
        } else {
            out += text[i];
        }
    return out;
}

/// A finished call: its name, arguments and result as text.
struct Line {
    QByteArray call, arguments, result;

    QList<QByteArray> strings() const {
        QList<QByteArray> all;
        for (qsizetype at = arguments.indexOf('"'); at >= 0; at = arguments.indexOf('"', at + 1)) {
            const qsizetype end = arguments.indexOf('"', at + 1);
            all += decoded(arguments.mid(at + 1, end - at - 1));
            at = end;
        }
        return all;
    }
    /// Returns the path of a descriptor, which strace prints as 3</path>.
    static QByteArray pathIn(const QByteArray& text) {
        const qsizetype start = text.indexOf('<');
        return start < 0 ? QByteArray() : decoded(text.mid(start + 1, text.indexOf('>', start) - start - 1));
    }
    qint64 lastNumber() const { return arguments.mid(arguments.lastIndexOf(' ') + 1).toLongLong(); }
};

/// Joins calls that other threads interrupted.
std::vector<Line> linesOf(const QByteArray& trace) {
    static const QRegularExpression whole(R"(^(\d+) +(\w+)\((.*)\) += (.*)$)"),
        begun(R"(^(\d+) +(\w+\(.*) <unfinished \.\.\.>$)"), ended(R"(^(\d+) +<\.\.\. \w+ resumed>(.*)$)");
    std::vector<Line> lines;
    QMap<QString, QString> pending; // by thread
    for (const QByteArray& raw : trace.split('\n')) {
        QString text = QString::fromLatin1(raw);
        if (const auto match = begun.match(text); match.hasMatch()) {
            pending[match.captured(1)] = match.captured(2);
            continue;
        }
        if (const auto match = ended.match(text); match.hasMatch())
            text = match.captured(1) + ' ' + pending.take(match.captured(1)) + match.captured(2);
        if (const auto match = whole.match(text); match.hasMatch() && !match.captured(4).startsWith('-'))
            lines.push_back({match.captured(2).toLatin1(), match.captured(3).toLatin1(), match.captured(4).toLatin1()});
    }
    return lines;
}

} // namespace

QString DiskCall::toString() const {
    static const char* const names[] = {"create", "write",  "append", "truncate",
                                        "sync",   "rename", "unlink", "sync folder"};
    return QStringLiteral("%1 %2 %3").arg(names[int(kind)], name, to);
}

Ran traced(const ProjectFolder& folder, const QStringList& arguments, const QString& trace,
           const Environment& environment) {
    const QStringList options{"-f",
                              "-qq",
                              "-y",
                              "-xx",
                              "-s",
                              "10000000",
                              "-o",
                              trace,
                              "-e",
                              "trace=openat,write,pwrite64,ftruncate,fsync,fdatasync,rename,renameat,renameat2,unlink,"
                              "unlinkat",
                              "-e",
                              "signal=none"};
    return folder.program("strace", options + QStringList{PLANLENS_CLI} + arguments, environment);
}

std::vector<DiskCall> diskCallsOf(const QByteArray& trace, const QString& folder) {
    using enum DiskCall::Kind;
    const QByteArray prefix = folder.toUtf8() + '/';
    std::vector<DiskCall> calls;
    // Paths in arguments may be relative to the folder, which is the working directory.
    const auto nameOf = [&](const QByteArray& path) {
        const QByteArray name = path.startsWith(prefix) ? path.mid(prefix.size())
                                : path.startsWith('/')  ? QByteArray()
                                : path.startsWith("./") ? path.mid(2)
                                                        : path;
        return QString::fromUtf8(name);
    };
    for (const Line& line : linesOf(trace)) {
        const QList<QByteArray> strings = line.strings();
        DiskCall call;
        const QByteArray opened = Line::pathIn(line.call == "openat" ? line.result : line.arguments);
        call.name = nameOf(opened);
        if (line.call == "openat") {
            if (!line.arguments.contains("O_CREAT") && !line.arguments.contains("O_TRUNC"))
                continue;
            call.kind = Create; // of a name that may exist
            if (!call.name.isEmpty()) {
                calls.push_back(call);
                if (line.arguments.contains("O_TRUNC"))
                    calls.push_back({Truncate, call.name, {}, {}, 0});
            }
            continue;
        }
        if (line.call == "write" || line.call == "pwrite64") {
            call.kind = line.call == "write" ? Append : Write;
            call.content = strings.value(0).left(line.result.toLongLong());
            call.number = line.lastNumber();
        } else if (line.call == "ftruncate") {
            call.kind = Truncate;
            call.number = line.lastNumber();
        } else if (line.call == "fsync" || line.call == "fdatasync") {
            call.kind = opened == folder.toUtf8() ? SyncFolder : Sync;
        } else if (line.call.startsWith("rename")) {
            call.kind = Rename;
            call.name = nameOf(strings.value(0));
            call.to = nameOf(strings.value(1));
        } else {
            call.kind = Unlink;
            call.name = nameOf(strings.value(0));
        }
        if (call.kind == SyncFolder || !call.name.isEmpty())
            calls.push_back(call);
    }
    return calls;
}

Files diskAfter(const Files& before, std::span<const DiskCall> calls, Loss loss, const QString& remote) {
    using enum DiskCall::Kind;
    // The names that the program saw, and the file of each call.
    QMap<QString, int> seen;
    std::vector<QByteArray> contents;
    for (auto file = before.cbegin(); file != before.cend(); ++file) {
        seen[file.key()] = int(contents.size());
        contents.push_back(file.value());
    }
    QMap<QString, int> names = seen;
    std::vector<int> fileOf;
    for (const DiskCall& call : calls) {
        if (call.kind == Create && !seen.contains(call.name)) {
            seen[call.name] = int(contents.size());
            contents.emplace_back();
        }
        fileOf.push_back(call.kind == Rename ? seen.take(call.name) : seen.value(call.name, -1));
        if (call.kind == Rename)
            seen[call.to] = fileOf.back();
        if (call.kind == Unlink)
            seen.remove(call.name);
    }
    const auto isSynced = [&](std::size_t i, bool isName) {
        for (std::size_t j = i + 1; j < calls.size(); ++j) {
            const bool isOfFile = calls[j].kind == Sync && fileOf[j] == fileOf[i];
            // Syncing a new file syncs its name, too, on the file systems of Linux.
            if (isName ? calls[j].kind == SyncFolder || (calls[i].kind == Create && isOfFile) : isOfFile)
                return true;
        }
        return false;
    };
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const DiskCall& call = calls[i];
        const bool isName = call.kind == Create || call.kind == Rename || call.kind == Unlink;
        const bool isLost = loss == Loss::All || (loss == Loss::Contents && !isName) ||
                            (loss == Loss::Names && isName) || (loss == Loss::Some && !isName && i % 2 == 0);
        if (isLost && !call.name.startsWith(remote) && !isSynced(i, isName))
            continue;
        const int file = fileOf[i];
        if (call.kind == Create && file >= 0)
            names[call.name] = file;
        else if (call.kind == Rename) {
            names.remove(call.name);
            names[call.to] = file;
        } else if (call.kind == Unlink)
            names.remove(call.name);
        else if (file < 0)
            continue;
        QByteArray& content = contents[std::size_t(std::max(0, file))];
        if (call.kind == Truncate)
            content.resize(call.number, '\0');
        else if (call.kind == Append)
            content += call.content;
        else if (call.kind == Write)
            content = content.leftJustified(call.number, '\0').replace(call.number, call.content.size(), call.content);
    }
    Files files;
    for (auto name = names.cbegin(); name != names.cend(); ++name)
        files[name.key()] = contents[std::size_t(name.value())];
    return files;
}

} // namespace planlens::testing
