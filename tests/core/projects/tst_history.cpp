// SPDX-License-Identifier: MPL-2.0
#include "core/projects/reports/summary.h"
#include "core/projects/results/history.h"
#include "tests/support/projects/nightly_history.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace planlens;
using namespace planlens::testing;
using projects::DriftSince;
using projects::History;
using projects::PastResult;
using projects::Result;
using projects::Review;
using projects::Summary;
using projects::TrendPoint;

namespace {

Summary summaryOf(const std::vector<std::filesystem::path>& folders) {
    auto summary = projects::summaryOf(folders, {}, firstNight + 30 * day);
    if (!summary.isOk())
        qFatal("%s", summary.diagnostics.toString().c_str());
    return *std::move(summary.value);
}

/// "drift: 0 1 1; seconds: 2 4 4"
QByteArray printed(const std::vector<TrendPoint>& trend) {
    QByteArray drift, seconds;
    for (const TrendPoint& point : trend) {
        drift +=
            ' ' + QByteArray::number(qulonglong(point.drifted)) + '/' + QByteArray::number(qulonglong(point.projects));
        seconds += ' ' + QByteArray::number(point.seconds);
    }
    return "drift:" + drift + "; seconds:" + seconds;
}

} // namespace

/// Since when objects drift, and how results develop.
class TestHistory final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowsOfDriftAreUnbroken_data() {
        QTest::addColumn<QByteArray>("nights");
        QTest::addColumn<int>("first"); // night; -1: the object does not drift
        QTest::addColumn<int>("results");
        QTest::addColumn<bool>("mayBeOlder");
        QTest::newRow("the last night only") << QByteArray("--d") << 2 << 1 << false;
        QTest::newRow("several nights") << QByteArray("-ddd") << 1 << 3 << false;
        QTest::newRow("again after a fix") << QByteArray("dd-dd") << 3 << 2 << false;
        QTest::newRow("another object before") << QByteArray("ood") << 2 << 1 << false;
        QTest::newRow("failures do not end a row") << QByteArray("-dxd") << 1 << 2 << false;
        QTest::newRow("nor plans without refresh") << QByteArray("-dnd") << 1 << 2 << false;
        QTest::newRow("all known results") << QByteArray("dd") << 0 << 2 << true;
        QTest::newRow("all after a failure") << QByteArray("xdd") << 1 << 2 << true;
        QTest::newRow("one result") << QByteArray("d") << 0 << 1 << true;
        QTest::newRow("no drift now") << QByteArray("dd-") << -1 << 0 << false;
        QTest::newRow("not known now") << QByteArray("ddx") << -1 << 0 << false;
        QTest::newRow("no results") << QByteArray() << -1 << 0 << false;
    }
    void rowsOfDriftAreUnbroken() {
        QFETCH(QByteArray, nights);
        QFETCH(int, first);
        QFETCH(int, results);
        QFETCH(bool, mayBeOlder);
        const std::map<std::string, DriftSince> rows = projects::driftSince(nightlyHistory(nights));
        const auto row = rows.find("a.b");
        QCOMPARE(row != rows.end(), first >= 0);
        if (first < 0)
            return;
        QCOMPARE(row->second.since, firstNight + first * day);
        QCOMPARE(row->second.results, std::size_t(results));
        QCOMPARE(row->second.mayBeOlder, mayBeOlder);
    }

    void historiesAreReadAsWritten() {
        History history = nightlyHistory("d-xno");
        history[0].commit = "0123456789";
        const auto read = projects::readHistory(projects::historyJson(history), "history.json");
        QVERIFY(read.isOk());
        QCOMPARE(projects::historyJson(*read), projects::historyJson(history));
        QVERIFY(!(*read)[2].drift && (*read)[1].drift);
    }

    void longHistoriesLoseTheirOldestResults() {
        History history;
        for (int i = 0; i < 250; ++i) {
            PastResult past;
            past.started = i;
            projects::append(history, past);
        }
        QCOMPARE(history.size(), std::size_t(200));
        QCOMPARE(history.front().started, std::int64_t(50));
        QCOMPARE(history.back().started, std::int64_t(249));
    }

    void damagedHistoriesAreIgnored_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no JSON") << QByteArray("{");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("other format") << QByteArray("{\"format\":\"x\",\"format_version\":\"1.0\"}");
        QTest::newRow("other types") << QByteArray(
            "{\"format\":\"planlens-project-history\",\"format_version\":\"1.0\","
            "\"results\":[{\"started\":\"x\",\"drift\":7},3,null]}");
        QTest::newRow("time beyond calendars")
            << QByteArray("{\"format\":\"planlens-project-history\",\"format_version\":\"1.0\",\"results\":[{"
                          "\"started\":18446744073709551615,\"seconds\":1e300,\"status\":\"planned\",\"drift\":[]}]}");
    }
    void damagedHistoriesAreIgnored() {
        QFETCH(QByteArray, text);
        const QTemporaryDir results;
        publishHistory(results, "a", nightlyHistory("d"), text.toStdString());
        const Summary summary = summaryOf({results.path().toStdString()});
        QCOMPARE(summary.projects.size(), std::size_t(1));
        QVERIFY(!summary.projects[0].history.empty());
        for (const char* format : {"html", "markdown", "json", "prometheus"})
            QVERIFY(!projects::reportText(summary, *projects::summaryFormatNamed(format), 65536).empty());
    }

    void resultsWithoutAHistoryFileBeginOne() {
        PastResult expected = nightlyHistory("d")[0];
        Result result = lastResult("a", expected);
        Review review;
        for (const char* address : {"c.d", "a.b", "c.d"})
            review.document.drift.emplace_back().address = address;
        PastResult past = projects::pastResultOf(result, &review);
        QCOMPARE(*past.drift, (std::vector<std::string>{"a.b", "c.d"}));
        QVERIFY(!projects::pastResultOf(result, nullptr).drift); // the objects are not known
        result.counts.drift = 0;
        QVERIFY(projects::pastResultOf(result, nullptr).drift->empty());
        result.options = {"-refresh=false"};
        QVERIFY(!projects::pastResultOf(result, &review).drift);
    }

    void trendHasAPointForEachRun() {
        const History one = nightlyHistory("-dd", 2), two = nightlyHistory("--d", 1), three = nightlyHistory("xn-", 8);
        QCOMPARE(printed(projects::trendOf({&one, &two, &three})), QByteArray("drift: 0/2 1/2 2/3; seconds: 3 11 11"));
        QCOMPARE(printed(projects::trendOf({})), QByteArray("drift:; seconds:"));
        const std::vector<TrendPoint> trend = projects::trendOf({&one, &three});
        QCOMPARE(trend.back().longestProject, std::size_t(1));
        QCOMPARE(trend.back().longest, 8.0);
    }

    /// A project that a later run does not plan counts as it was.
    void projectsOfEarlierRunsAreCounted() {
        const History one = nightlyHistory("d-"), two = nightlyHistory("d");
        QCOMPARE(printed(projects::trendOf({&one, &two})), QByteArray("drift: 2/2 1/2; seconds: 4 4"));
    }

    void resultsOfSeveralDirectoriesAreOneHistory() {
        const QTemporaryDir first, second;
        const History history = nightlyHistory("-ddd");
        publishHistory(first, "a", {history[0], history[1]});
        publishHistory(second, "a", {history[2], history[3]});
        const Summary summary = summaryOf({second.path().toStdString(), first.path().toStdString()});
        QCOMPARE(summary.projects[0].history.size(), std::size_t(4));
        const auto row = Summary::driftOf(summary.projects[0]);
        QVERIFY(row && row->results == 3 && row->since == firstNight + day && !row->mayBeOlder);
        QCOMPARE(printed(summary.trend), QByteArray("drift: 0/1 1/1 1/1 1/1; seconds: 2 2 2 2"));
    }

    void reportsContainTheStartOfDrift_data() {
        QTest::addColumn<QByteArray>("format");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("html") << QByteArray("html") << QByteArray("since 2025-11-21 (3 results)");
        QTest::newRow("html trend") << QByteArray("html")
                                    << QByteArray("<td>2025-11-23 00:00</td><td class=\"number\">2</td>");
        QTest::newRow("markdown") << QByteArray("markdown") << QByteArray(" · since 2025-11-21 (3 results)");
        QTest::newRow("prometheus") << QByteArray("prometheus")
                                    << QByteArray(
                                           "planlens_project_drift_since_seconds{project=\"live/a\"} 1763683200\n");
        QTest::newRow("json") << QByteArray("json") << QByteArray("\"drift_since\":1763683200,\"drift_results\":3,");
        QTest::newRow("json, older") << QByteArray("json") << QByteArray("\"drift_may_be_older\":true");
    }
    void reportsContainTheStartOfDrift() {
        QFETCH(QByteArray, format);
        QFETCH(QByteArray, text);
        const QTemporaryDir results;
        publishHistory(results, "live/a", nightlyHistory("-ddd"));
        publishHistory(results, "live/b", nightlyHistory("oooo"));
        publishHistory(results, "live/c", nightlyHistory("dd--"));
        const Summary summary = summaryOf({results.path().toStdString()});
        const QByteArray report = QByteArray::fromStdString(
            projects::reportText(summary, *projects::summaryFormatNamed(format.toStdString()), 65536));
        QVERIFY2(report.contains(text), report.constData());
        if (format == "json") {
            const QJsonArray trend = QJsonDocument::fromJson(report)["trend"].toArray();
            QCOMPARE(trend.size(), 4);
            QCOMPARE(trend[1]["drifted"].toInt(), 3);
            QCOMPARE(trend[3]["drifted"].toInt(), 2);
        }
        QVERIFY(!report.contains("drift_since_seconds{project=\"live/c\"}"));
    }
};

QTEST_GUILESS_MAIN(TestHistory)
#include "tst_history.moc"
