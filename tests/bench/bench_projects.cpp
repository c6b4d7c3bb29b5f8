// SPDX-License-Identifier: MPL-2.0
// Opens results of 2,000 projects (--projects) with a history of 60 nights, and prints how long events occupied the GUI
// thread while they are shown, scrolled, filtered and selected. With --write DIRECTORY: only writes the results.
#include "tests/support/projects/published_results.h"
#include "tests/support/watched_application.h"
#include "ui/pages/projects/projects_model.h"
#include "ui/pages/projects/projects_page.h"
#include "ui/pages/projects/tiles_view.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>

using namespace planlens;

namespace {

constexpr std::int64_t day = 24 * 60 * 60, firstNight = 1'763'596'800;
constexpr int nights = 60;

report::ReportChange changeOf(report::Kind kind, const char* word, const std::string& address,
                              const std::string& name) {
    report::ReportChange change;
    change.address = address;
    change.kind = kind;
    change.actionWord = word;
    change.sentence = "An argument in the configuration changed.";
    change.lines.push_back({"name", "\"" + name + "-a\"", "\"" + name + "-a\""});
    change.lines.push_back({"versioning[0].enabled", "false", "true"});
    return change;
}

/// Most projects have one of eight changes, some drift, some destroy something, some failed.
void writeResults(const std::filesystem::path& results, int projects) {
    constexpr std::array environments{"dev", "staging", "prod", "eu", "us"};
    for (int i = 0; i < projects; ++i) {
        const std::string team = "team" + std::to_string(i / 5), environment = environments[std::size_t(i) % 5];
        projects::Result result;
        result.project = "live/" + team + "/" + environment;
        result.directory = result.project;
        result.owners = {"@example/" + team};
        result.mode = "normal";
        result.counts.resources = std::size_t(10 + i % 200);
        result.planHash = "hash of " + result.project;
        result.status = i % 97 == 0 ? projects::Result::Status::Failed : projects::Result::Status::Planned;
        projects::Review review;
        review.words = {{"environment", environment}, {"team", team}};
        const auto add = [&](std::vector<report::ReportChange>& changes, std::vector<projects::ChangeOrigin>& origins,
                             report::Kind kind, const char* word, const std::string& resource) {
            changes.push_back(changeOf(kind, word, resource, team + "-" + environment));
            origins.emplace_back().resource = resource;
        };
        if (i % 4 != 0)
            for (int part = 0; part < 5; ++part) {
                add(review.document.changes, review.origins, report::Kind::Update, "update",
                    "aws_s3_bucket.part" + std::to_string((i + part) % 8));
                ++result.counts.changes[std::size_t(report::Kind::Update)];
            }
        if (i % 50 == 3) {
            add(review.document.changes, review.origins, report::Kind::Destroy, "destroy", "aws_eip.nat");
            ++result.counts.changes[std::size_t(report::Kind::Destroy)];
        }
        if (i % 10 == 7)
            for (int part = 0; part < 2; ++part)
                add(review.document.drift, review.drift, report::Kind::Update, "changed",
                    "aws_security_group.part" + std::to_string(i % 3 + part));
        review.document.counts = result.counts.changes;
        result.counts.drift = review.document.drift.size();
        projects::History history;
        for (int night = 0; night < nights; ++night) {
            result.started = firstNight + night * day + i;
            result.seconds = 1.5 + i % 7 + night * 0.02 + (night % 9 == 4 ? 2 : 0);
            result.run = "run " + std::to_string(night);
            projects::PastResult past = projects::pastResultOf(result, &review);
            if (past.drift && (night < i % 60 || (night + i) % 41 == 0) && night + 1 < nights)
                past.drift->clear();
            projects::append(history, std::move(past));
        }
        testing::publishResult(results, result, &review, projects::historyJson(history));
    }
}

/// Scrolls a view to its end in pages, with a frame after each.
void scroll(QAbstractScrollArea& area) {
    QScrollBar& bar = *area.verticalScrollBar();
    const int step = std::max(1, bar.maximum() / 40);
    for (int at = 0; at < bar.maximum(); at += step) {
        bar.setValue(at);
        QTest::qWait(5);
    }
    bar.setValue(0);
}

void type(QLineEdit& line, const char* text) {
    for (const char* letter = text; *letter; ++letter) {
        QTest::keyClick(&line, *letter);
        QTest::qWait(150); // as people type
    }
}

/// Shows each view, and works with those that have many rows.
void measureViews(WatchedApplication& watch, widgets::ProjectsPage& page) {
    for (const char* view : {"drift", "projects", "picture", "history", "changes"}) {
        watch.begin(QStringLiteral("show ") + QLatin1String(view));
        page.showView(QLatin1String(view));
        QTest::qWait(200);
    }
    auto* table = page.findChild<QTableView*>(QStringLiteral("projects"));
    watch.begin(QStringLiteral("scroll projects"));
    page.showView(QStringLiteral("projects"));
    scroll(*table);
    for (int column = 0; column < models::ProjectsModel::ColumnCount; ++column) {
        watch.begin(QStringLiteral("sort by column %1").arg(column));
        table->sortByColumn(column, Qt::DescendingOrder);
        QTest::qWait(50);
    }
    watch.begin(QStringLiteral("select projects"));
    for (int row = 0; row < 40; ++row)
        QTest::keyClick(table, Qt::Key_Down, {}, 5);
    watch.begin(QStringLiteral("scroll picture"));
    page.showView(QStringLiteral("picture"));
    auto* tiles = page.findChild<widgets::TilesView*>();
    scroll(*tiles);
    for (int i = 0; i < 40; ++i)
        QTest::keyClick(tiles, Qt::Key_Right, {}, 5);
    watch.begin(QStringLiteral("select changes"));
    page.showView(QStringLiteral("changes"));
    auto* changes = page.findChild<QTableView*>(QStringLiteral("project-changes"));
    for (int row = 0; row < 12; ++row)
        QTest::keyClick(changes, row < 6 ? Qt::Key_Down : Qt::Key_Up, {}, 20);
}

void measureReview(WatchedApplication& watch, widgets::ProjectsPage& page) {
    watch.begin(QStringLiteral("mark as reviewed"));
    for (int i = 0; i < 2; ++i) {
        QTest::mouseClick(page.findChild<QWidget*>(QStringLiteral("projects-review")), Qt::LeftButton);
        QTest::qWait(50);
    }
}

void measureSearches(WatchedApplication& watch, widgets::ProjectsPage& page) {
    for (const char* view : {"changes", "projects", "picture", "history"}) {
        watch.begin(QStringLiteral("search in ") + QLatin1String(view));
        page.showView(QLatin1String(view));
        auto* search = page.findChild<QLineEdit*>(QStringLiteral("projects-search"));
        type(*search, "team12/prod");
        search->clear();
        QTest::qWait(150);
    }
}

void waitUntilRead(QSignalSpy& settled) {
    if (settled.isEmpty() && !settled.wait(120000))
        std::printf("the results were not read within two minutes\n");
}

} // namespace

int main(int count, char** words) {
    WatchedApplication watch(count, words);
    theme::apply(*qApp, theme::Scheme::Light);
    QCommandLineParser parser;
    parser.addOptions(
        {{QStringLiteral("projects"), QStringLiteral("number of projects"), QStringLiteral("count"),
          QStringLiteral("2000")},
         {QStringLiteral("write"), QStringLiteral("write the results here, and end"), QStringLiteral("directory")}});
    parser.process(watch);
    const int projects = parser.value(QStringLiteral("projects")).toInt();
    if (parser.isSet(QStringLiteral("write"))) {
        writeResults(parser.value(QStringLiteral("write")).toStdString(), projects);
        return 0;
    }
    const QTemporaryDir results;
    writeResults(results.path().toStdString(), projects);
    widgets::MainWindow window;
    window.resize(1440, 900);
    window.show();
    QTest::qWait(200);

    watch.begin(QStringLiteral("open"));
    QSignalSpy settled(&window, &widgets::MainWindow::settled);
    window.open(results.path());
    waitUntilRead(settled);
    QTest::qWait(200);
    auto* page = window.findChild<widgets::ProjectsPage*>();
    measureViews(watch, *page);
    measureReview(watch, *page);
    measureSearches(watch, *page);
    watch.begin(QStringLiteral("resize"));
    for (int width = 1440; width > 1000; width -= 40) {
        window.resize(width, 800);
        QTest::qWait(20);
    }
    watch.begin(QStringLiteral("read again"));
    settled.clear();
    page->open(results.path());
    waitUntilRead(settled);
    QTest::qWait(500);
    watch.begin(QStringLiteral("close"));
    watch.measureWork(QStringLiteral("close"), [&] { window.close(); });
    watch.end();
    return 0;
}
