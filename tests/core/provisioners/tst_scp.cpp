// SPDX-License-Identifier: MPL-2.0
#include "core/provisioners/scp.h"

#include "core/system/environment.h"
#include "core/system/run_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace planlens;
using provisioners::ScpSender;
using provisioners::Upload;

namespace {

void write(const QString& path, const QByteArray& text) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("nothing");
}

/// Returns everything that is sent to a receiver that acknowledges all of it.
QByteArray sentBy(ScpSender& sender) {
    QByteArray all;
    for (sender.receive(std::string_view("\0", 1)); const auto piece = sender.next();) {
        all += QByteArray::fromStdString(*piece);
        if (piece->empty())
            sender.receive(std::string_view("\0", 1));
    }
    return all;
}

} // namespace

/// Sending of files.
class TestScp : public QObject {
    Q_OBJECT

private slots:
    void sendsATextAsAFile() {
        ScpSender sender({std::string("hello")}, "name");
        QVERIFY(sender.next() && sender.next()->empty()); // nothing is sent before the receiver is ready
        QCOMPARE(sentBy(sender), QByteArray("C0644 5 name\nhello\0", 19));
        QVERIFY(sender.isDone());
    }

    void sendsNothingAsAnEmptyFile() {
        ScpSender sender({std::string()}, "name");
        QCOMPARE(sentBy(sender), QByteArray("C0644 0 name\n\0", 14));
        QVERIFY(sender.isDone());
    }

    void sendsAFolderWithAllThatIsInIt() {
        const QTemporaryDir folder;
        write(folder.filePath("b.txt"), "b");
        write(folder.filePath("a/deep.txt"), "dd");
        ScpSender sender({{}, folder.path().toStdString()}, "top");
        QCOMPARE(sentBy(sender),
                 QByteArray("D0755 0 top\nD0755 0 a\nC0644 2 deep.txt\ndd\0E\nC0644 1 b.txt\nb\0E\n", 62));
        ScpSender contents({{}, folder.path().toStdString()}, "");
        QCOMPARE(sentBy(contents), QByteArray("D0755 0 a\nC0644 2 deep.txt\ndd\0E\nC0644 1 b.txt\nb\0", 48));
    }

    /// After an error nothing more is sent, not even the bytes of the file, which the receiver would misinterpret.
    void endsWhereSomethingIsNotTaken() {
        ScpSender sender({std::string("hello")}, "name");
        sender.receive(std::string_view("\0", 1));
        QCOMPARE(*sender.next(), std::string("C0644 5 name\n"));
        sender.receive("\1scp: no ");
        QVERIFY(sender.problem().empty());
        sender.receive("room\n\0");
        QCOMPARE(sender.problem(), std::string("scp: no room"));
        QVERIFY(!sender.next() && !sender.isDone());
    }

    void reportsWhatCannotBeRead() {
        const ScpSender sender({{}, "/nonexistent/file"}, "name");
        QCOMPARE(sender.problem(), std::string("stat /nonexistent/file: no such file or directory"));
    }

    void sendsWhatTheRealOneTakes() {
        const auto program = system::findProgram("scp");
        if (!program)
            QSKIP("scp is not installed");
        const QTemporaryDir from, to;
        QByteArray big(300000, 'x');
        for (int i = 0; i < big.size(); i += 7)
            big[i] = static_cast<char>(i);
        write(from.filePath("big"), big);
        write(from.filePath("a b/empty"), "");
        write(from.filePath("a b/line"), "1\n2\n");
        ScpSender sender({{}, from.path().toStdString()}, "top");
        system::Exchange exchange;
        exchange.output = [&](std::string_view bytes) { sender.receive(bytes); };
        exchange.error = [](std::string_view) {};
        exchange.input = [&] { return sender.next(); };
        const auto exitStatus = system::runProgram(
            {*program, system::ownEnvironment(), {}, {"scp", "-rt", to.path().toStdString()}}, exchange, {});
        QVERIFY2(exitStatus && exitStatus->isSuccess() && sender.isDone(), sender.problem().c_str());
        QCOMPARE(contentOf(to.filePath("top/big")), big);
        QCOMPARE(contentOf(to.filePath("top/a b/empty")), QByteArray());
        QCOMPARE(contentOf(to.filePath("top/a b/line")), QByteArray("1\n2\n"));
    }

    void splitsPaths_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("name");

        QTest::newRow("absolute") << "/tmp/a"
                                  << "/tmp"
                                  << "a";
        QTest::newRow("in the root") << "/a"
                                     << "/"
                                     << "a";
        QTest::newRow("relative") << "a"
                                  << "."
                                  << "a";
        QTest::newRow("below") << "a/b"
                               << "a"
                               << "b";
        QTest::newRow("slash at the end") << "/tmp/a/"
                                          << "/tmp/a"
                                          << "a";
        QTest::newRow("of Windows") << "C:/windows/temp/x.cmd"
                                    << "C:/windows/temp"
                                    << "x.cmd";
    }
    void splitsPaths() {
        QFETCH(QString, path);
        const provisioners::RemotePath split = provisioners::splitRemotePath(path.toStdString());
        QTEST(QString::fromStdString(split.folder), "folder");
        QTEST(QString::fromStdString(split.name), "name");
    }
};

QTEST_APPLESS_MAIN(TestScp)
#include "tst_scp.moc"
