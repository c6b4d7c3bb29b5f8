// SPDX-License-Identifier: MPL-2.0
#include "core/projects/reports/summary.h"
#include "core/projects/results/approvals.h"
#include "core/projects/results/result.h"
#include "core/projects/results/run_files.h"
#include "core/report/escape.h"
#include "tests/core/projects/reported_results.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace planlens;
using namespace planlens::testing;
using projects::Shard;

/// Merged reports.
class TestReports final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// A result of an earlier run is not reported in place of one that could not be saved.
    void reportsNameResultsThatAreMissing() {
        const QTemporaryDir results;
        const std::filesystem::path path = results.path().toStdString();
        auto run = projects::startRun(path, Shard(), "/repository", {"earlier", "left", "planned", "unsaved"});
        QVERIFY(run.value);
        Result result = resultOf("planned", 1);
        result.run = run->run;
        publish(results, result, nullptr);
        publish(results, resultOf("earlier", 1), nullptr);
        publish(results, resultOf("of another run", 1), nullptr);
        const auto reported = [&] {
            QStringList lines;
            const auto summary = projects::summaryOf({path}, {"expected"}, 0);
            for (const projects::ReportedProject& project : summary->projects)
                if (project.status == projects::ReportedProject::Status::Missing)
                    lines.append(QString::fromStdString(project.name + ": " + project.result.error) +
                                 (project.isLost ? " (lost)" : ""));
            return lines.join(u'\n');
        };
        QCOMPARE(reported(),
                 QString("expected: There is no result.\nleft: There is no result: the run was interrupted, or is not "
                         "finished.\nunsaved: There is no result: the run was interrupted, or is not finished."));
        run->unsaved = {{"earlier", "no space left on device"}, {"unsaved", "no space left on device"}};
        run->leftOut = {{"live/b", "It cannot be searched for projects: permission denied."}};
        QVERIFY(projects::finishRun(path, Shard(), *run).empty());
        QCOMPARE(reported(), QString("earlier: The result could not be saved: no space left on device. (lost)\n"
                                     "expected: There is no result.\nleft: There is no result.\n"
                                     "live/b: It cannot be searched for projects: permission denied.\n"
                                     "unsaved: The result could not be saved: no space left on device. (lost)"));
    }

    /// After a kill, results that the run has not replaced are not taken for current ones.
    void resultsOfEarlierRunsAreNamed() {
        const QTemporaryDir results;
        const std::filesystem::path path = results.path().toStdString();
        const auto run = projects::startRun(path, Shard(), "/repository", {"done", "next"});
        QVERIFY(run.value);
        Result result = resultOf("done", 1);
        result.run = run->run;
        const Review review = reviewOf(1);
        publish(results, result, &review);
        result = resultOf("next", 1);
        result.run = "20200101T000000Z-1";
        publish(results, result, &review);
        const auto reported = [&] {
            const Summary summary = summaryOf(results);
            QStringList names{QString::fromStdString(projects::headline(summary))};
            for (const projects::ProblemGroup& group : projects::earlierResultsOf(summary))
                for (const std::string& name : group.projects)
                    names.append(QString::fromStdString(name));
            return names;
        };
        QCOMPARE(reported(), (QStringList{"2 projects: 2 with changes, 1 of an earlier run", "next"}));
        QVERIFY(projects::finishRun(path, Shard(), *run).empty()); // it found that nothing has changed
        QCOMPARE(reported(), QStringList{"2 projects: 2 with changes"});
    }

    void shardsThatWereNotRunAreNamed_data() {
        QTest::addColumn<QList<int>>("run"); // shards of 3
        QTest::addColumn<int>("missing");    // of 9 projects
        QTest::newRow("all") << QList<int>{1, 2, 3} << 0;
        QTest::newRow("one is missing") << QList<int>{1, 3} << 3;
        QTest::newRow("two are missing") << QList<int>{2} << 6;
    }
    void shardsThatWereNotRunAreNamed() {
        QFETCH(QList<int>, run);
        QFETCH(int, missing);
        const QTemporaryDir results;
        const std::filesystem::path path = results.path().toStdString();
        projects::Repository repository;
        repository.root = path;
        for (int i = 0; i < 9; ++i) {
            projects::Project project;
            project.name = "p" + std::to_string(i);
            project.directory = project.name;
            repository.projects.push_back(project);
        }
        std::vector<const projects::Project*> all;
        for (const projects::Project& project : repository.projects)
            all.push_back(&project);
        for (const int index : run) {
            const Shard shard{std::size_t(index), 3};
            const auto share = projects::projectsOfShard(path, shard, repository, all);
            QVERIFY2(share.isOk(), share.diagnostics.toString().c_str());
            std::vector<std::string> names;
            for (const projects::Project* project : *share) {
                names.push_back(project->name);
                publish(results, resultOf(project->name, 0), nullptr);
            }
            const auto marker = projects::startRun(path, shard, "/repository", names);
            QVERIFY(marker.isOk());
            QVERIFY(projects::finishRun(path, shard, *marker).empty());
        }
        const Summary summary = summaryOf(results);
        QCOMPARE(summary.projects.size(), std::size_t(9));
        int found = 0;
        for (const projects::ReportedProject& project : summary.projects)
            found += project.result.error.find("of 3 has not been run") != std::string::npos;
        QCOMPARE(found, missing);
    }

    void unlistedResultsAreLeftOut_data() {
        QTest::addColumn<QStringList>("list");
        QTest::addColumn<QStringList>("projects");
        QTest::newRow("no list") << QStringList() << QStringList{"deleted", "listed", "planned"};
        QTest::newRow("listed, or of the last run") << QStringList{"listed"} << QStringList{"listed", "planned"};
    }
    void unlistedResultsAreLeftOut() {
        QFETCH(QStringList, list);
        QFETCH(QStringList, projects);
        const QTemporaryDir results;
        const auto run = projects::startRun(results.path().toStdString(), Shard(), "/repository", {"planned"});
        QVERIFY(run.value);
        for (const char* name : {"deleted", "listed", "planned"})
            publish(results, resultOf(name, 1), nullptr);
        std::vector<std::string> expected;
        for (const QString& name : list)
            expected.push_back(name.toStdString());
        QStringList found;
        const auto summary = projects::summaryOf({results.path().toStdString()}, expected, 0);
        for (const projects::ReportedProject& project : summary->projects)
            found.append(QString::fromStdString(project.name));
        QCOMPARE(found, projects);
        QCOMPARE(summary.diagnostics.toString().find("deleted") != std::string::npos, !list.isEmpty());
    }

    void reportsHaveAllErrors_data() {
        QTest::addColumn<QByteArray>("format");
        for (const char* format : {"sarif", "junit"})
            QTest::newRow(format) << QByteArray(format);
    }
    /// Of a project without a plan, with their files.
    void reportsHaveAllErrors() {
        QFETCH(QByteArray, format);
        const QTemporaryDir results;
        Result failed = resultOf("live/b", 0);
        failed.status = Result::Status::Failed;
        failed.error = "First";
        publish(results, failed, nullptr);
        const auto stored = projects::findResult(results.path().toStdString(), "live/b");
        QVERIFY(stored);
        QFile file(QString::fromStdString((stored->folder / projects::diagnosticsFile).string()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"format\":\"planlens-project-diagnostics\",\"format_version\":\"1.0\",\"diagnostics\":["
                   "{\"severity\":\"error\",\"summary\":\"First\",\"file\":\"main.tf\",\"line\":3},"
                   "{\"severity\":\"error\",\"summary\":\"Second\",\"file\":\"more.tf\",\"line\":7}]}");
        file.close();
        const QByteArray text = QByteArray::fromStdString(
            projects::reportText(summaryOf(results), *projects::summaryFormatNamed(format.toStdString()), 65536));
        for (const char* part : {"First", "live/b/main.tf", "Second", "live/b/more.tf"})
            QVERIFY2(text.contains(part), text.constData());
    }

    void failedChecksAreReportedOnce_data() {
        QTest::addColumn<QByteArray>("format");
        for (const char* format : {"sarif", "junit"})
            QTest::newRow(format) << QByteArray(format);
    }
    /// As check or as the error of the plan, with the file if a diagnostic names it.
    void failedChecksAreReportedOnce() {
        QFETCH(QByteArray, format);
        const QTemporaryDir results;
        Result result = resultOf("live/b", 0);
        result.status = Result::Status::Failed;
        Review review = reviewOf(0);
        report::Document& document = review.document;
        document.failedChecks = {"check.one: first", "check.one: second", "a.b[\"x: y\"]: third", "check.two: fourth"};
        document.diagnostics = {
            {diags::Severity::Warning, "Check block assertion failed", "first", "", "main.tf", 3, "check.one"},
            {diags::Severity::Warning, "Check block assertion failed", "second", "", "main.tf", 7, "check.one"},
            {diags::Severity::Error, "Resource precondition failed", "third", "", "main.tf", 9, "a.b[\"x: y\"]"}};
        publish(results, result, &review);
        const QByteArray text = QByteArray::fromStdString(
            projects::reportText(summaryOf(results), *projects::summaryFormatNamed(format.toStdString()), 65536));
        for (const char* part : {"first", "second", "third", "fourth"})
            QVERIFY2(text.count(part) == 1, text.constData());
        QVERIFY2(!text.contains("Check block assertion failed"), text.constData());
        for (const char* place : {":3<", ":7<", ":9)", ":3}", ":7}", ":9}"})
            QVERIFY2(text.contains(place) == (QByteArray(place).endsWith('}') == (format == "sarif")),
                     text.constData());
    }

    /// The same failed check of many projects is one entry.
    void reportsNameFailedChecks() {
        const QTemporaryDir results;
        Review review = reviewOf(0);
        review.document.failedChecks = {"check.one: n is wrong"};
        for (const char* name : {"live/a", "live/b"})
            publish(results, resultOf(name, 0), &review);
        review.document.failedChecks = {"check.two: m is wrong"};
        publish(results, resultOf("live/c", 0), &review);
        const Summary summary = summaryOf(results);
        const std::string page = projects::html(summary), text = projects::markdown(summary, 10'000);
        QVERIFY2(text.find("### Failed checks\n\n- **live/a, live/b**: check.one&#58; n is wrong\n- **live/c**: ") !=
                     std::string::npos,
                 text.c_str());
        QVERIFY(page.find("<b>live/a, live/b</b>: check.one: n is wrong</div>") != std::string::npos);
        QCOMPARE(
            QByteArray::fromStdString(projects::json(summary)).count("\"failed_checks\":[\"check.one: n is wrong\"]"),
            2);
    }

    /// Projects that failed for the same reason are one entry.
    void reportsGroupErrors() {
        const QTemporaryDir results;
        for (int i = 0; i < 30; ++i) {
            Result result = resultOf("p" + std::to_string(10 + i), 0);
            result.status = Result::Status::Failed;
            result.error = i == 5 ? "Another error." : "Run tofu init.";
            publish(results, result, nullptr);
        }
        const auto summary = projects::summaryOf({results.path().toStdString()}, {}, 0);
        const std::vector<projects::ProblemGroup> groups = projects::problemsOf(*summary);
        QCOMPARE(groups.size(), std::size_t(2));
        QCOMPARE(groups[0].projects.size(), std::size_t(29));
        QCOMPARE(groups[1].projects, std::vector<std::string>{"p15"});
        const std::string text = projects::markdown(*summary, 10'000);
        QVERIFY2(text.find("p38, p39** failed: Run tofu init.\n") != std::string::npos, text.c_str());
        for (const std::string& page : {text, projects::html(*summary)})
            QCOMPARE(QByteArray::fromStdString(page).count("Run tofu init"), 1);
    }

    void reportsNameWhatIsMissing_data() {
        QTest::addColumn<QByteArray>("format");
        for (const char* format : {"html", "markdown", "json", "sarif", "junit", "prometheus"})
            QTest::newRow(format) << QByteArray(format);
    }
    void reportsNameWhatIsMissing() {
        QFETCH(QByteArray, format);
        const QTemporaryDir results;
        const Review review = reviewOf(2);
        publish(results, resultOf("good", 2), &review);
        Result failed = resultOf("broken", 0);
        failed.status = Result::Status::Failed;
        failed.error = "Invalid <b> & \"quoted\"";
        publish(results, failed, nullptr);
        const Summary summary = summaryOf(
            results, *projects::listedProjects("{\"format\":\"planlens-projects\",\"format_version\":"
                                               "\"1.0\",\"projects\":[{\"name\":\"good\"},{\"name\":\"broken\"},"
                                               "{\"name\":\"absent\"}]}",
                                               "list.json")
                          .value);
        const auto broken = projects::listedProjects("{", "list.json");
        QVERIFY(broken.diagnostics[0].detail.find("list.json") != std::string::npos);
        const QByteArray text = QByteArray::fromStdString(
            projects::reportText(summary, *projects::summaryFormatNamed(format.toStdString()), 65536));
        QVERIFY(text.contains("broken") && text.contains("absent"));
        if (format == "prometheus") {
            QVERIFY(text.contains("planlens_project_changes{project=\"good\",action=\"update\"} 2\n"));
            QVERIFY(text.contains("planlens_project_failed{project=\"broken\"} 1\n"));
            QVERIFY(text.contains("planlens_project_plan_age_seconds{project=\"good\"} 3600\n"));
        } else if (format == "json" || format == "sarif") {
            QJsonParseError error;
            QJsonDocument::fromJson(text, &error);
            QCOMPARE(error.error, QJsonParseError::NoError);
        } else if (format == "html" || format == "junit") {
            QVERIFY(!text.contains("<b> &"));
            QXmlStreamReader xml(text);
            while (!xml.atEnd())
                xml.readNext();
            QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        }
    }

    /// Plans in the folders of other results could not be applied.
    void otherPlansAreReported_data() {
        QTest::addColumn<QStringList>("plans");  // the contents of the files of a, b and c
        QTest::addColumn<QStringList>("errors"); // parts of them
        QTest::newRow("own plans") << QStringList{"A", "B", "C"} << QStringList{"", "", ""};
        QTest::newRow("exchanged") << QStringList{"B", "A", "C"}
                                   << QStringList{"a/plan is that of the project b", "b/plan is that of the project a",
                                                  ""};
        QTest::newRow("changed") << QStringList{"A", "B2", "C"} << QStringList{"", "b/plan has been changed", ""};
        QTest::newRow("not stored") << QStringList{"", "", ""} << QStringList{"", "", ""};
        QTest::newRow("changed after the apply") << QStringList{"A", "B", "C2"} << QStringList{"", "", ""};
    }
    void otherPlansAreReported() {
        QFETCH(QStringList, plans);
        QFETCH(QStringList, errors);
        const QTemporaryDir results;
        const Review review = reviewOf(1);
        const QStringList names{"a", "b", "c"};
        for (qsizetype i = 0; i < names.size(); ++i) {
            Result result = resultOf(names[i].toStdString(), 1);
            result.planHash = projects::sha256Hex(names[i].toUpper().toStdString());
            publish(results, result, &review);
            QFile file(results.filePath(names[i] + "/plan"));
            if (!plans[i].isEmpty())
                QVERIFY(file.open(QIODevice::WriteOnly) && file.write(plans[i].toUtf8()) > 0);
            if (names[i] == "c")
                QVERIFY(projects::recordApplied(results.filePath("c").toStdString(), result.planHash).empty());
        }
        const Summary summary = summaryOf(results);
        for (qsizetype i = 0; i < names.size(); ++i) {
            const projects::ReportedProject& project = summary.projects[std::size_t(i)];
            const QString error = QString::fromStdString(project.result.error);
            QVERIFY2(errors[i].isEmpty() ? error.isEmpty() : error.contains(errors[i]), qPrintable(error));
            QCOMPARE(project.isLost, !errors[i].isEmpty()); // the exit status is 1
            QCOMPARE(project.status == projects::ReportedProject::Status::Failed, !errors[i].isEmpty());
        }
        for (const projects::ChangeGroup& group : summary.groups) // changes that cannot be applied are not shown
            for (const std::size_t member : group.projects)
                QVERIFY(errors[names.indexOf(QString::fromStdString(summary.reviewed[member].name))].isEmpty());
        const std::string text = projects::markdown(summary, 65536);
        QCOMPARE(text.find("is not the one that this report describes") != std::string::npos,
                 !errors.join(u' ').trimmed().isEmpty());
    }

    void reportsNameUnreadableResults() {
        const QTemporaryDir results;
        const Review review = reviewOf(1);
        publish(results, resultOf("good", 1), &review);
        for (const char* folder : {"bad", "a-b-0f53f4c8"}) {
            QDir(results.path()).mkdir(folder);
            QFile file(results.filePath(QString(folder) + "/result.json"));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("x") == 1);
        }
        QDir(results.path()).mkpath("folder/result.json"); // an error of reading, also for root
        QDir(results.path()).mkdir("of-another-program");
        publish(results, resultOf("no review", 1), nullptr);
        const Summary summary = summaryOf(results);
        QCOMPARE(summary.projects.size(), std::size_t(5));
        QCOMPARE(summary.count(projects::ReportedProject::Status::Missing), std::size_t(3));
        QCOMPARE(std::ranges::count_if(summary.projects, &projects::ReportedProject::isLost), 4);
        const auto unreviewed = std::ranges::find(summary.projects, "no review", &projects::ReportedProject::name);
        QVERIFY(unreviewed != summary.projects.end());
        QVERIFY2(unreviewed->result.error.ends_with("review.json: no such file or directory."),
                 unreviewed->result.error.c_str());
        for (const char* format : {"html", "markdown", "json", "junit"}) {
            const std::string text = projects::reportText(summary, *projects::summaryFormatNamed(format), 60000);
            QVERIFY2(text.find("bad/result.json is damaged") != std::string::npos, text.c_str());
            QVERIFY2(text.find("folder/result.json") != std::string::npos, text.c_str());
        }
    }

    /// A project of the last run whose result is damaged is reported once, with its name.
    void damagedResultsOfARunAreNamedOnce() {
        const QTemporaryDir results;
        const projects::Shard shard;
        const auto marker =
            projects::startRun(results.path().toStdString(), shard, results.path().toStdString(), {"live/a", "live/b"});
        QVERIFY(marker.isOk());
        QCOMPARE(projects::finishRun(results.path().toStdString(), shard, *marker), std::string());
        const QString folder = QString::fromStdString(projects::folderName("live/a"));
        QVERIFY(QDir(results.path()).mkdir(folder));
        QFile file(results.filePath(folder + "/result.json"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("x") == 1);
        file.close();
        const Summary summary = summaryOf(results);
        QCOMPARE(summary.projects.size(), std::size_t(2));
        QCOMPARE(summary.projects[0].name, std::string("live/a"));
        QVERIFY(summary.projects[0].isLost && !summary.projects[1].isLost);
    }

    void onlyPlansReportThatNothingChanges() {
        const QTemporaryDir results;
        Result result = resultOf("a", 0);
        result.status = Result::Status::Failed;
        publish(results, result, nullptr);
        const auto saysSo = [&] {
            return projects::markdown(summaryOf(results), 8000).find("No changes.") != std::string::npos;
        };
        QVERIFY(!saysSo());
        const Review review = reviewOf(0);
        publish(results, resultOf("b", 0), &review);
        QVERIFY(saysSo());
    }

    void appliedPlansAreNoChanges() {
        const QTemporaryDir results;
        const Review review = reviewOf(2);
        Result result = resultOf("good", 2);
        result.counts.drift = 1;
        publish(results, result, &review);
        const Summary before = summaryOf(results);
        QVERIFY(!before.groups.empty());
        QVERIFY(projects::recordApplied(before.projects[0].folder, before.projects[0].result.planHash).empty());
        const Summary after = summaryOf(results);
        QVERIFY(after.groups.empty());
        QCOMPARE(projects::headline(after), std::string("1 project: 0 with changes, 1 applied"));
    }
};

QTEST_GUILESS_MAIN(TestReports)
#include "tst_reports.moc"
