// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/approvals.h"
#include "core/projects/results/result.h"
#include "core/projects/results/run_files.h"
#include "core/projects/results/shards.h"
#include "tests/core/projects/reported_results.h"
#include "tests/core/projects/repository_folder.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace planlens;
using namespace planlens::testing;
using projects::Shard;

/// Result folders, shares of shards, and approvals.
class TestResults final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void resultsAreReadAsWritten() {
        Result result = resultOf("a/b", 3);
        result.workspace = "w";
        result.dependsOn = {"c"};
        result.error = "x \"y\"";
        result.mode = "destroy";
        result.run = "r";
        result.commit = {"0123", true};
        result.inputHash = "h";
        result.options = {"-lock=false"};
        result.state = {"l", 7};
        result.stateFile = "/s";
        result.counts.drift = 1;
        result.counts.high = 2;
        const std::string text = projects::resultJson(result);
        const auto read = projects::readResult(text, "f");
        QVERIFY(read.isOk());
        QCOMPARE(projects::resultJson(*read), text);
    }

    void jsonBesideAPlanIsThatOfThePlan() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        const auto write = [&](std::string_view name, const std::string& text) {
            QFile file(QString::fromStdString((path / name).string()));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text.data(), qint64(text.size())) >= 0);
        };
        const auto json = [&] { return projects::jsonOfPlan(path / projects::planFile, "plan").value_or("none"); };
        write(projects::planFile, "plan");
        write(projects::planJsonFile, "{}");
        QCOMPARE(json(), std::string("none")); // not in RESULTS
        Result result = resultOf("a", 0);
        result.planHash = projects::sha256Hex("another plan");
        write(projects::resultFile, projects::resultJson(result));
        QCOMPARE(json(), std::string("none"));
        result.planHash = projects::sha256Hex("plan");
        write(projects::resultFile, projects::resultJson(result));
        QCOMPARE(json(), std::string("{}"));
        QVERIFY(std::filesystem::remove(path / projects::planJsonFile));
        QCOMPARE(json(), std::string("none"));
    }

    void reviewsAreReadAsWritten() {
        Review review = reviewOf(3);
        review.words = {{"environment", "prod"}};
        review.document.changes[0].lines.push_back({"t", {}, "x", true, "line 3", report::ReportLine::Kind::TextLine});
        review.document.changes[1].computed = {"id"};
        review.document.findings.push_back({risk::Severity::High, "title", "detail", "a.b", 1, "rule"});
        review.document.drift.push_back(review.document.changes[2]);
        review.document.drift[0].actionWord = "gone";
        review.drift.resize(1);
        const std::string text = projects::reviewJson(review);
        const auto read = projects::readReview(text, "f");
        QVERIFY(read.isOk());
        QCOMPARE(projects::reviewJson(*read), text);
    }

    void invalidResultsAreIgnored_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("{\"format\":");
        QTest::newRow("other format") << QByteArray("{\"format\":\"x\",\"format_version\":\"1.0\"}");
        QTest::newRow("newer version") << QByteArray(
            "{\"format\":\"planlens-project-result\",\"format_version\":\"2.0\"}");
        QTest::newRow("no project") << QByteArray(
            "{\"format\":\"planlens-project-result\",\"format_version\":\"1.0\"}");
        QTest::newRow("deep") << QByteArray(QByteArray(5000, '[') + QByteArray(5000, ']'));
    }
    void invalidResultsAreIgnored() {
        QFETCH(QByteArray, text);
        const QTemporaryDir results;
        publish(results, resultOf("good", 1), nullptr);
        QDir(results.path()).mkdir("bad");
        QFile file(results.filePath("bad/result.json"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        file.close();
        const auto read = projects::readResults({results.path().toStdString()});
        QVERIFY(read.isOk());
        QCOMPARE(read->size(), std::size_t(1));
        QCOMPARE(read.diagnostics.size(), std::size_t(1));
    }

    void directoriesWithoutResultsAreNamed() {
        const QTemporaryDir other, planned, results;
        publish(results, resultOf("good", 1), nullptr);
        QVERIFY(projects::startRun(planned.path().toStdString(), Shard(), "/repository").isOk()); // of no projects
        QFile file(other.filePath("notes.txt"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const auto read = projects::readResults(
            {results.path().toStdString(), planned.path().toStdString(), other.path().toStdString()});
        QCOMPARE(read->size(), std::size_t(1));
        QCOMPARE(read.diagnostics.size(), std::size_t(1));
        QCOMPARE(read.diagnostics[0].summary, std::string("No results"));
        QVERIFY(read.diagnostics[0].detail.find(other.path().toStdString()) != std::string::npos);
    }

    void newResultsReplaceOldOnes() {
        const QTemporaryDir results;
        publish(results, resultOf("a/b", 1), nullptr);
        publish(results, resultOf("a/b", 2), nullptr);
        const auto read = projects::findResult(results.path().toStdString(), "a/b");
        QVERIFY(read);
        QCOMPARE(read->result.counts.changes[std::size_t(report::Kind::Update)], std::size_t(2));
        QCOMPARE(QDir(results.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);
    }

    void abandonedResultsLeaveTheOldOne() {
        const QTemporaryDir results;
        publish(results, resultOf("a", 1), nullptr);
        { const projects::NewResultFolder abandoned(results.path().toStdString(), "a"); }
        QVERIFY(projects::findResult(results.path().toStdString(), "a"));
        QCOMPARE(QDir(results.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);
    }

    void namesOfFoldersAreUniqueAndSafe() {
        QCOMPARE(projects::folderName("payments"), std::string("payments"));
        const std::vector<std::string> names{"a/b", "a-b", "a b", "..", ".", "../x", std::string(500, 'x'), "ä"};
        QSet<QString> folders;
        for (const std::string& name : names) {
            const std::string folder = projects::folderName(name);
            QVERIFY(folder.find('/') == std::string::npos && !folder.starts_with('.') && folder.size() < 200);
            folders.insert(QString::fromStdString(folder));
        }
        QCOMPARE(std::size_t(folders.size()), names.size());
    }

    void newestResultCounts() {
        const QTemporaryDir one, two;
        Result result = resultOf("a", 1);
        publish(one, result, nullptr);
        result.started = 2000;
        result.counts.changes[std::size_t(report::Kind::Update)] = 5;
        publish(two, result, nullptr);
        for (const auto& folders :
             {std::vector<std::filesystem::path>{one.path().toStdString(), two.path().toStdString()},
              {two.path().toStdString(), one.path().toStdString()}}) {
            const auto read = projects::readResults(folders);
            QCOMPARE(read->size(), std::size_t(1));
            QCOMPARE((*read)[0].result.started, std::int64_t(2000));
        }
    }

    /// Durations that are recorded while other shards start must not change the shares.
    void shardsThatStartLaterAgree() {
        const QTemporaryDir results, folder;
        projects::Repository repository;
        repository.root = folder.path().toStdString();
        std::vector<const projects::Project*> all;
        for (int i = 0; i < 20; ++i) {
            repository.projects.emplace_back();
            repository.projects.back().name = "p" + std::to_string(10 + i);
        }
        for (const projects::Project& project : repository.projects)
            all.push_back(&project);
        std::map<std::string, int> planned;
        for (std::size_t shard = 1; shard <= 3; ++shard) {
            const auto share = projects::projectsOfShard(results.path().toStdString(), {shard, 3}, repository, all);
            QVERIFY(share.value);
            for (const projects::Project* project : *share) {
                ++planned[project->name];
                Result result = resultOf(project->name, 1);
                result.seconds = double(shard) * 100;
                publish(results, result, nullptr);
            }
        }
        QCOMPARE(planned.size(), std::size_t(20));
        for (const auto& [name, count] : planned)
            QCOMPARE(count, 1);
    }

    /// Without durations, the files that a project reads do not count.
    void firstShardsHaveEqualConfigurations() {
        const QTemporaryDir results;
        const Folder folder({{"main.tf", "locals {}"}, {"large", QByteArray(100'000, 'x')}});
        projects::Repository repository;
        repository.root = folder.path();
        for (const char* name : {"a", "b", "c", "d"}) {
            projects::Project project;
            project.name = name;
            project.configFiles = {"main.tf"};
            if (*name == 'a')
                project.readFiles = {"large"};
            repository.projects.push_back(project);
        }
        std::vector<const projects::Project*> all;
        for (const projects::Project& project : repository.projects)
            all.push_back(&project);
        for (const std::size_t shard : {1, 2})
            QCOMPARE(projects::projectsOfShard(results.path().toStdString(), {shard, 2}, repository, all).value->size(),
                     std::size_t(2));
    }

    void approvalsAreChecked_data() {
        QTest::addColumn<QByteArray>("approvals");
        QTest::addColumn<bool>("isValid");
        const auto row = [](const char* name, const char* list, bool isValid) {
            QTest::newRow(name) << QByteArray(
                                       "{\"format\":\"planlens-approvals\",\"format_version\":\"1.0\",\"approvals\":") +
                                       list + "}"
                                << isValid;
        };
        row("valid", "[{\"project\":\"a\",\"plan_hash\":\"0\"}]", true);
        row("empty", "[]", true);
        row("no hash", "[{\"project\":\"a\"}]", false);
        row("no project", "[{\"plan_hash\":\"0\"}]", false);
        row("twice", "[{\"project\":\"a\",\"plan_hash\":\"0\"},{\"project\":\"a\",\"plan_hash\":\"1\"}]", false);
        QTest::newRow("other format") << QByteArray("{}") << false;
    }
    void approvalsAreChecked() {
        QFETCH(QByteArray, approvals);
        QFETCH(bool, isValid);
        const auto read = projects::readApprovals(approvals.toStdString(), "f");
        QCOMPARE(read.isOk(), isValid);
        for (const diags::Diagnostic& problem : read.diagnostics)
            QCOMPARE(problem.summary, std::string("Invalid approvals"));
    }
};

QTEST_GUILESS_MAIN(TestResults)
#include "tst_results.moc"
