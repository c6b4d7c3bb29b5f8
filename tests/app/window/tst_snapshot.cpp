// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QFile>
#include <QtTest>

#include <sys/stat.h>

using namespace planlens::testing;

/// `planlens --snapshot` with files that cannot be written.
class TestSnapshot final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void writesAPicture() {
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {}\n");
        COMPARE_EXIT(snapshot(folder, "picture.png"), 0);
        QVERIFY(folder.read("picture.png").startsWith("\x89PNG"));
    }

    void keepsFilesThatAreNotPictures() {
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {}\n");
        folder.write("notes", "kept");
        const Ran ran = snapshot(folder, "notes");
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.contains("Use a name that ends with .png."), ran.err.constData());
        QCOMPARE(folder.read("notes"), QByteArray("kept"));
    }

    void reportsWhyItCannotWrite() {
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {}\n");
        QVERIFY(QFile::link(QStringLiteral("/dev/full"), folder.path("full.png")));
        const Ran full = snapshot(folder, "full.png");
        COMPARE_EXIT(full, 1);
        QVERIFY2(full.err.contains("no space left on device"), full.err.constData());
        QVERIFY(::mkfifo(QFile::encodeName(folder.path("fifo.png")).constData(), 0600) == 0);
        const Ran fifo = snapshot(folder, "fifo.png"); // does not wait for a reader
        COMPARE_EXIT(fifo, 1);
        QVERIFY2(fifo.err.contains("Cannot write"), fifo.err.constData());
    }

private:
    static Ran snapshot(const ProjectFolder& folder, const QString& file) {
        return folder.program(
            QStringLiteral(PLANLENS_WINDOW_PROGRAM),
            {QStringLiteral("--trust"), QStringLiteral("--snapshot"), folder.path(file), folder.path()},
            {{QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen")}});
    }
};

QTEST_GUILESS_MAIN(TestSnapshot)
#include "tst_snapshot.moc"
