// SPDX-License-Identifier: MPL-2.0
#include "core/projects/reports/summary.h"
#include "core/report/escape.h"
#include "tests/core/projects/reported_results.h"

#include <QTemporaryDir>
#include <QTest>

using namespace planlens;
using namespace planlens::testing;

/// Reports in Markdown, which have a limit.
class TestMarkdown final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void markdownIsSharedByProjects() {
        const QTemporaryDir results;
        const Review large = reviewOf(3000), small = reviewOf(3);
        publish(results, resultOf("large", 3000), &large);
        for (const char* name : {"small-1", "small-2", "small-3"}) {
            Review review = small;
            for (report::ReportChange& change : review.document.changes)
                change.address = std::string(name) + "." + change.address;
            for (projects::ChangeOrigin& origin : review.origins)
                origin.resource = std::string(name) + "." + origin.resource;
            publish(results, resultOf(name, 3), &review);
        }
        const std::string text = projects::markdown(summaryOf(results), 8000);
        QVERIFY(report::lengthOf(text) <= 8000);
        for (const char* name : {"large", "small-1", "small-2", "small-3"})
            QVERIFY2(text.find("| " + std::string(name) + " | ") != std::string::npos, text.c_str());
        for (const char* name : {"small-1.", "small-2.", "small-3."})
            QVERIFY2(text.find(name) != std::string::npos, text.c_str());
    }

    void markdownKeepsDetailsOfSevereActions_data() {
        QTest::addColumn<std::size_t>("limit");
        QTest::addColumn<QString>("detailed"); // the actions of groups with details: "d" for destroy
        QTest::addColumn<QByteArray>("leftOut");
        QTest::newRow("all") << std::size_t(10000) << "drufc" << QByteArray();
        QTest::newRow("without creation")
            << std::size_t(7000) << "druf" << QByteArray("details of 1 group are left out: 1 create.");
        QTest::newRow("without creation and updates")
            << std::size_t(5500) << "drf" << QByteArray("details of 2 groups are left out: 1 update, 1 create.");
        QTest::newRow("destroyed objects only")
            << std::size_t(2900) << "d"
            << QByteArray("details of 4 groups are left out: 1 replace, 1 forget, 1 update, 1 create.");
        QTest::newRow("none") << std::size_t(1500) << ""
                              << QByteArray("details of 5 groups are left out: 1 destroy, 1 replace, 1 forget, 1 "
                                            "update, 1 create.");
    }
    void markdownKeepsDetailsOfSevereActions() {
        QFETCH(std::size_t, limit);
        QFETCH(QString, detailed);
        QFETCH(QByteArray, leftOut);
        const QTemporaryDir results;
        Review review;
        using report::Kind;
        const std::pair<char, Kind> kinds[] = {
            {'c', Kind::Create}, {'u', Kind::Update}, {'f', Kind::Forget}, {'r', Kind::Replace}, {'d', Kind::Destroy}};
        for (const auto& [letter, kind] : kinds) {
            report::ReportChange change;
            change.address = std::string("a.") + letter;
            change.kind = kind;
            change.actionWord = report::word(kind);
            for (int line = 0; line < 6; ++line)
                change.lines.push_back(
                    {std::string("x") + letter + std::to_string(line), std::nullopt, std::string(200, letter)});
            projects::ChangeOrigin origin;
            origin.resource = change.address;
            review.document.changes.push_back(std::move(change));
            review.origins.push_back(std::move(origin));
        }
        publish(results, resultOf("p", 5), &review);
        const std::string text = projects::markdown(summaryOf(results), limit);
        QVERIFY(report::lengthOf(text) <= limit);
        for (const char letter : std::string("drufc")) {
            QVERIFY2(text.find(std::string("p&#58; a.") + letter) != std::string::npos,
                     text.c_str()); // the title stays
            QVERIFY2((text.find(std::string("+ x") + letter + "0 = ") != std::string::npos) ==
                         detailed.contains(QLatin1Char(letter)),
                     text.c_str());
        }
        QVERIFY2(leftOut.isEmpty() ? text.find("left out") == std::string::npos
                                   : text.find(leftOut.constData()) != std::string::npos,
                 text.c_str());
        // Lists and blocks of HTML are separate.
        QVERIFY2(text.find("</details>\n- ") == std::string::npos, text.c_str());
    }

    void markdownFitsTheLimit_data() {
        QTest::addColumn<std::size_t>("limit");
        for (const std::size_t limit : {std::size_t(200), std::size_t(2000), std::size_t(20000), std::size_t(65536)})
            QTest::newRow(std::to_string(limit).c_str()) << limit;
    }
    void markdownFitsTheLimit() {
        QFETCH(std::size_t, limit);
        const QTemporaryDir results;
        const Review review = reviewOf(300);
        for (int i = 0; i < 60; ++i) {
            Result result = resultOf("project-" + std::to_string(i), 300);
            if (i % 3 == 0) {
                result.status = Result::Status::Failed;
                result.error = std::string(2000, 'x');
            }
            publish(results, result, &review);
        }
        const std::string text = projects::markdown(summaryOf(results), limit);
        QVERIFY(report::lengthOf(text) <= limit);
        QVERIFY(text.starts_with("## 60 projects"));
    }
};

QTEST_GUILESS_MAIN(TestMarkdown)
#include "tst_markdown.moc"
