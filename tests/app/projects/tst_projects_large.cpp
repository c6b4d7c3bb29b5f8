// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

using namespace planlens::testing;

namespace {

constexpr int projectCount = 500, affectedCount = 120;

int reportedProjects(const ProjectFolder& folder, const QString& status) {
    const Ran ran = folder.planlens({"projects", "report", "-format=json", "results"});
    int count = 0;
    for (const QJsonValue& project : QJsonDocument::fromJson(ran.out)["projects"].toArray())
        count += project["status"].toString() == status;
    return count;
}

} // namespace

/// A generated repository of 500 projects. The times are printed, not tested.
class TestProjectsLarge final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        for (const char* program : {"python3", "git"})
            if (QStandardPaths::findExecutable(QString::fromLatin1(program)).isEmpty())
                QSKIP("python3 or git is not installed");
        const Ran ran =
            m_folder.program(QStringLiteral("python3"),
                             {QStringLiteral(PLANLENS_SOURCE_DIR "/tests/app/projects/generate.py"), m_folder.path()});
        COMPARE_EXIT(ran, 0);
        qInfo("%s", ran.out.trimmed().constData());
    }

    void findsTheProjectsThatAChangeAffects() {
        const Ran ran = timed("list", {"projects", "list", "-json", "-changed-since=base"});
        COMPARE_EXIT(ran, 0);
        const QJsonArray projects = QJsonDocument::fromJson(ran.out)["projects"].toArray();
        QCOMPARE(projects.size(), affectedCount);
        for (const QJsonValue& project : projects)
            QVERIFY(project["modules"].toArray().contains("modules/m0"));
    }

    void plansThemAsOneGroup() {
        COMPARE_EXIT(timed("plan of 120", {"projects", "plan", "-changed-since=base", "-out=results"}), 0);
        const Ran ran = timed("report", {"projects", "report", "-format=json", "results"});
        COMPARE_EXIT(ran, 0);
        const QJsonArray groups = QJsonDocument::fromJson(ran.out)["groups"].toArray();
        QCOMPARE(groups.size(), 1);
        QCOMPARE(groups[0]["objects"].toArray().size(), affectedCount);
    }

    void continuesWithTheOthers() {
        const Ran ran = timed("plan of the others", {"projects", "plan", "-out=results"});
        COMPARE_EXIT(ran, 0);
        QVERIFY2(ran.out.contains("500 projects: 380 planned, 120 kept"), ran.out.right(200).constData());
        QCOMPARE(reportedProjects(m_folder, QStringLiteral("planned")), projectCount);
    }

    void reportsInAllFormats() {
        for (const char* format : {"html", "markdown", "sarif", "junit", "prometheus"})
            COMPARE_EXIT(
                timed(format, {"projects", "report", QStringLiteral("-format=") + format, "-out=report", "results"}),
                0);
    }

    /// Four shards write to the same directory, as on four machines.
    void shardsPlanEachProjectOnce() {
        int planned = 0;
        for (int index = 0; index < 4; ++index) {
            const Ran ran =
                m_folder.planlens({"projects", "plan", "-out=sharded", "-shard=auto"},
                                  {{"JOB_COMPLETION_INDEX", QString::number(index)}, {"JOB_COMPLETIONS", "4"}});
            COMPARE_EXIT(ran, 0);
            static const QRegularExpression count(QStringLiteral("projects: (\\d+) planned\\."));
            planned += count.match(QString::fromUtf8(ran.out)).captured(1).toInt();
        }
        QCOMPARE(planned, projectCount);
    }

private:
    Ran timed(const char* what, const QStringList& arguments) const {
        QElapsedTimer timer;
        timer.start();
        Ran ran = m_folder.planlens(arguments);
        qInfo("%s: %lld ms", what, static_cast<long long>(timer.elapsed()));
        return ran;
    }

    ProjectFolder m_folder;
};

QTEST_GUILESS_MAIN(TestProjectsLarge)
#include "tst_projects_large.moc"
