// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QRegularExpression>
#include <QtTest>

using namespace planlens;
using namespace planlens::testing;

namespace {

const QString graphs = QStringLiteral(PLANLENS_SOURCE_DIR "/tests/app/graphs");

void fill(const ProjectFolder& folder, const QString& name) {
    folder.copyFrom(graphs + "/" + name);
    folder.installModules();
}

/// Removes the random keys of objects that will be deposed, and sorts the lines that contain them.
QByteArray withoutRandomKeys(const QByteArray& text) {
    static const QRegularExpression key("destroy deposed [0-9a-f]{8}");
    QString result = QString::fromUtf8(text);
    if (!result.contains(key))
        return text;
    QStringList lines = result.replace(key, "destroy deposed XXXXXXXX").split('\n');
    lines.sort();
    return lines.join('\n').toUtf8();
}

} // namespace

/// Each file of tests/app/graphs was recorded with OpenTofu: plan.dot and similar by `graph -type=plan`, verbose.dot by
/// `-type=plan-refresh-only -verbose`, saved.dot and saved-destroy.dot from saved plans.
class GraphTest : public QObject {
    Q_OBJECT

private slots:
    void drawsTheSameAsRecorded_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("document");
        for (const QString& folder : QDir(graphs).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            for (const QString& document : QDir(graphs + "/" + folder).entryList({"*.dot"}))
                QTest::newRow(qPrintable(folder + ", " + document)) << folder << document;
    }
    void drawsTheSameAsRecorded() {
        QFETCH(QString, folder);
        QFETCH(QString, document);
        ProjectFolder project;
        fill(project, folder);
        QStringList arguments{"graph", "-no-color"};
        if (document.startsWith("saved")) {
            QStringList plan{"plan", "-input=false", "-out=saved"};
            if (folder == "values")
                plan << "-var=plain=1";
            if (document == "saved-destroy.dot")
                plan << "-destroy";
            const Ran planned = project.planlens(plan);
            COMPARE_EXIT(planned, 0);
            arguments << "-plan=saved";
        } else if (document == "verbose.dot") {
            arguments << "-type=plan-refresh-only"
                      << "-verbose";
        } else if (document != "plan.dot") {
            arguments << "-type=" + document.chopped(4);
        }
        const Ran ran = project.planlens(arguments);
        COMPARE_EXIT(ran, 0);
        const QByteArray recorded = project.read(document);
        QVERIFY(recorded.startsWith("digraph {"));
        QCOMPARE(withoutRandomKeys(ran.out), withoutRandomKeys(recorded));
    }

    void namesTheMembersOfCycles() {
        ProjectFolder project;
        fill(project, "cycle");
        const Ran ran = project.planlens({"graph", "-no-color"});
        COMPARE_EXIT(ran, 1);
        const QByteArray start = "Error: Cycle: ";
        const qsizetype at = ran.err.indexOf(start) + start.size();
        QVERIFY(ran.err.contains(start));
        QStringList members = QString::fromUtf8(ran.err.mid(at)).simplified().split(", ");
        members.sort();
        QCOMPARE(members, (QStringList{"local.b (expand)", "terraform_data.a (expand)", "terraform_data.b (expand)"}));
        // A destroy plan does not evaluate values.
        const Ran destroy = project.planlens({"graph", "-type=plan-destroy"});
        COMPARE_EXIT(destroy, 0);
    }

    void rejectsWrongOptions_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("error");
        QTest::newRow("removed type") << QStringList{"-type=validate"} << QByteArray("Graph type no longer available");
        QTest::newRow("unknown type") << QStringList{"-type=x"} << QByteArray("Unsupported graph type");
        QTest::newRow("number") << QStringList{"-module-depth=x"}
                                << QByteArray("invalid value \"x\" for flag -module-depth: parse error");
        QTest::newRow("argument") << QStringList{"x"} << QByteArray("Unexpected argument");
        QTest::newRow("no such plan") << QStringList{"-plan=none"} << QByteArray("Failed loading the plan file");
        QTest::newRow("undeclared variable")
            << QStringList{"-var=none=1"} << QByteArray("Value for undeclared variable");
    }
    void rejectsWrongOptions() {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, error);
        ProjectFolder project;
        fill(project, "values");
        const Ran ran = project.planlens(QStringList{"graph", "-no-color"} + options);
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.contains(error), ran.err.constData());
        QVERIFY(!ran.out.contains("digraph"));
    }

    void needsNoValuesOfVariables() {
        ProjectFolder project("variable \"a\" {}\nresource \"terraform_data\" \"a\" {\n  count = var.a\n}\n");
        const Ran ran = project.planlens({"graph"});
        COMPARE_EXIT(ran, 0);
        QVERIFY(ran.out.contains("\"[root] var.a\""));
    }
};

QTEST_GUILESS_MAIN(GraphTest)
#include "tst_graph.moc"
