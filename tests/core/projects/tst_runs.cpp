// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/run_files.h"
#include "core/projects/results/shards.h"
#include "core/system/background_task.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <numeric>

using namespace planlens;
using projects::Shard;

/// Shards, and the records of runs.
class TestRuns final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsShards_data() {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QStringList>("variables");
        QTest::addColumn<QString>("shard");
        const auto row = [](const char* name, const char* option, const QStringList& variables, const char* shard) {
            QTest::newRow(name) << QString(option) << variables << QString(shard);
        };
        row("given", "2/4", {}, "2/4");
        row("only one", "1/1", {}, "1/1");
        row("from 1", "0/4", {}, "");
        row("beyond the last", "5/4", {}, "");
        row("no count", "2", {}, "");
        row("no number", "a/4", {}, "");
        row("negative", "-1/4", {}, "");
        row("none", "auto", {}, "");
        row("Kubernetes", "auto", {"JOB_COMPLETION_INDEX=0", "JOB_COMPLETIONS=4"}, "1/4");
        row("Kubernetes without the count", "auto", {"JOB_COMPLETION_INDEX=0"}, "");
        row("Slurm", "auto", {"SLURM_ARRAY_TASK_ID=3", "SLURM_ARRAY_TASK_COUNT=4", "SLURM_ARRAY_TASK_MIN=0"}, "4/4");
        row("Slurm from 1", "auto", {"SLURM_ARRAY_TASK_ID=4", "SLURM_ARRAY_TASK_COUNT=4", "SLURM_ARRAY_TASK_MIN=1"},
            "4/4");
        const auto slurm = [](int id, int count, int min, int max, int step) {
            return QStringList{QStringLiteral("SLURM_ARRAY_TASK_ID=%1").arg(id),
                               QStringLiteral("SLURM_ARRAY_TASK_COUNT=%1").arg(count),
                               QStringLiteral("SLURM_ARRAY_TASK_MIN=%1").arg(min),
                               QStringLiteral("SLURM_ARRAY_TASK_MAX=%1").arg(max),
                               QStringLiteral("SLURM_ARRAY_TASK_STEP=%1").arg(step)};
        };
        row("first of --array=1-40:4", "auto", slurm(1, 10, 1, 37, 4), "1/10");
        row("last of --array=1-40:4", "auto", slurm(37, 10, 1, 37, 4), "10/10");
        row("--array=1-40:4 with the end of the range", "auto", slurm(5, 10, 1, 40, 4), "2/10");
        row("--array=0-9:3", "auto", slurm(6, 4, 0, 9, 3), "3/4");
        row("--array=7", "auto", slurm(7, 1, 7, 7, 1), "1/1");
        row("step without the last index", "auto", slurm(3, 4, 1, 7, 2).filter(QRegularExpression("^(?!.*MAX)")),
            "2/4");
        row("index between two steps", "auto", slurm(2, 10, 1, 37, 4), "");
        row("index before the first", "auto", slurm(0, 10, 1, 37, 4), "");
        row("index after the last", "auto", slurm(41, 10, 1, 37, 4), "");
        row("list of indexes, --array=1,3,7", "auto", slurm(3, 3, 1, 7, 1), "");
        row("list of indexes that begins with a step", "auto", slurm(3, 3, 1, 7, 2), "");
        row("step of zero", "auto", slurm(1, 10, 1, 37, 0), "");
        row("last index before the first", "auto", slurm(1, 10, 7, 1, 1), "");
        row("GitLab", "auto", {"CI_NODE_INDEX=1", "CI_NODE_TOTAL=3"}, "1/3");
        row("CircleCI", "auto", {"CIRCLE_NODE_INDEX=2", "CIRCLE_NODE_TOTAL=3"}, "3/3");
        row("Buildkite", "auto", {"BUILDKITE_PARALLEL_JOB=0", "BUILDKITE_PARALLEL_JOB_COUNT=2"}, "1/2");
        row("GitHub", "auto", {"GITHUB_ACTIONS=true", "PLANLENS_JOB_INDEX=1", "PLANLENS_JOB_COUNT=4"}, "2/4");
        row("GitHub without variables", "auto", {"GITHUB_ACTIONS=true"}, "");
        row("too many", "1/99999999999", {}, "");
        row("index beyond the count", "auto", {"CIRCLE_NODE_INDEX=3", "CIRCLE_NODE_TOTAL=3"}, "");
        row("index is not a number", "auto", {"CIRCLE_NODE_INDEX=x", "CIRCLE_NODE_TOTAL=3"}, "");
    }
    void readsShards() {
        QFETCH(QString, option);
        QFETCH(QStringList, variables);
        QFETCH(QString, shard);
        const auto variable = [&](const char* name) -> std::optional<std::string> {
            for (const QString& one : variables)
                if (one.section(u'=', 0, 0) == QLatin1String(name))
                    return one.section(u'=', 1).toStdString();
            return {};
        };
        const auto read = projects::readShard(option.toStdString(), variable);
        QCOMPARE(read.value ? QStringLiteral("%1/%2").arg(read->index).arg(read->count) : QString(), shard);
        QCOMPARE(read.hasErrors(), shard.isEmpty());
    }

    void shardsAreBalancedAndComplete() {
        std::vector<projects::Weighted> items;
        for (int i = 0; i < 200; ++i)
            items.push_back({"p" + std::to_string(i), double((i * 37) % 100 + 1)});
        const std::vector<std::size_t> shards = projects::distribute(items, 4);
        std::map<std::size_t, double> loads;
        for (std::size_t i = 0; i < items.size(); ++i)
            loads[shards[i]] += items[i].weight;
        QCOMPARE(loads.size(), std::size_t(4));
        for (const auto& [shard, load] : loads)
            QVERIFY(load > 0.95 * loads[1] && load < 1.05 * loads[1]);
        QCOMPARE(projects::distribute(items, 4), shards);
    }

    void itemsWithoutWeightAreDistributedToo() {
        const std::vector<std::size_t> shards = projects::distribute({{"a", 0}, {"b", 0}, {"c", 0}, {"d", 0}}, 2);
        QCOMPARE(std::count(shards.begin(), shards.end(), std::size_t(1)), std::ptrdiff_t(2));
    }

    void runsContinueUntilTheyAreFinished() {
        const QTemporaryDir results;
        const std::filesystem::path path = results.path().toStdString();
        QVERIFY(!projects::plannedRepository(path));
        const auto first = projects::startRun(path, Shard(), "/repository");
        QVERIFY(first.value && !first->isContinued);
        const auto second = projects::startRun(path, Shard(), "/repository");
        QVERIFY(second->isContinued);
        QCOMPARE(second->run, first->run);
        QVERIFY(!projects::startRun(path, Shard{1, 2}, path)->isContinued); // a shard has a run of its own
        QCOMPARE(projects::finishRun(path, Shard(), *second), std::string());
        QVERIFY(!projects::finishRun(path / "none", Shard(), *second).empty());
        QVERIFY(projects::recordedRuns(path).size() == 2);
        QVERIFY(!projects::startRun(path, Shard(), "/repository")->isContinued);
        QFile old(results.filePath(".run.json"));
        QVERIFY(old.open(QIODevice::WriteOnly));
        old.write("{\"format\":\"planlens-projects-run\",\"format_version\":\"1.0\",\"run\":\"20200101T000000Z-1\"}");
        old.close();
        QVERIFY(!projects::startRun(path, Shard(), "/repository")->isContinued); // too old
        QCOMPARE(projects::plannedRepository(path), std::optional(path));        // the other directory does not exist
    }

    void runsStartAtTheSameTime() {
        const QTemporaryDir results;
        const std::filesystem::path path = results.path().toStdString();
        std::vector<system::BackgroundTask<bool>> runs;
        for (int i = 0; i < 4; ++i)
            runs.push_back(system::runInBackground([&] {
                bool isGood = true;
                for (int round = 0; round < 50; ++round)
                    isGood = projects::startRun(path, Shard(), "/repository").isOk() && isGood;
                return isGood;
            }));
        for (system::BackgroundTask<bool>& run : runs)
            QVERIFY(run.get());
        QCOMPARE(QDir(results.path()).entryList(QDir::Files | QDir::Hidden), QStringList{".run.json"});
    }
};

QTEST_GUILESS_MAIN(TestRuns)
#include "tst_runs.moc"
