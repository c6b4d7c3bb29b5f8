// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QtTest>

using namespace planlens::testing;

/// Commands in a deleted working directory: they report the diagnostic of OpenTofu and exit with 1.
class TestDeletedDirectory : public QObject {
    Q_OBJECT

    static Ran inDeletedDirectory(const ProjectFolder& folder, const QStringList& arguments) {
        const QStringList all{"-c", "mkdir gone && cd gone && rmdir ../gone && exec \"$@\"", "sh", PLANLENS_CLI};
        return folder.program("/bin/sh", all + arguments);
    }

private slots:
    void failsWithDiagnostic_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<bool>("inFolder");
        for (const QStringList& arguments : {QStringList{"plan"},
                                             {"plan", "-simulate-cached"},
                                             {"plan", "-out=saved"},
                                             {"apply", "-auto-approve"},
                                             {"apply", "saved"},
                                             {"destroy"},
                                             {"validate"},
                                             {"providers"},
                                             {"graph"},
                                             {"show"},
                                             {"show", "saved"},
                                             {"report", "saved"},
                                             {"state", "list"},
                                             {"output"},
                                             {"workspace", "show"},
                                             {"version"}}) {
            QTest::newRow(qPrintable(arguments.join(u' '))) << arguments << false;
            QTest::newRow(qPrintable("-chdir " + arguments.join(u' '))) << arguments << true;
        }
    }
    void failsWithDiagnostic() {
        QFETCH(QStringList, arguments);
        QFETCH(bool, inFolder);
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {\n  input = path.cwd\n}\n");
        if (inFolder)
            arguments.prepend("-chdir=" + folder.path());
        const Ran ran = inDeletedDirectory(folder, arguments);
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.all().contains("Failed to determine current working directory: getwd: no such file or directory"),
                 ran.all().constData());
        QVERIFY(!folder.has("terraform.tfstate"));
    }

    void helpNeedsNoDirectory_data() {
        QTest::addColumn<QString>("argument");
        for (const char* argument : {"-help", "-version"})
            QTest::newRow(argument) << argument;
    }
    void helpNeedsNoDirectory() {
        QFETCH(QString, argument);
        COMPARE_EXIT(inDeletedDirectory(ProjectFolder(), {argument}), 0);
    }
};

QTEST_APPLESS_MAIN(TestDeletedDirectory)
#include "tst_deleted_directory.moc"
