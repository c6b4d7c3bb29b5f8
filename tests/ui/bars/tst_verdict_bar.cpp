// SPDX-License-Identifier: MPL-2.0
#include "ui/bars/search_field.h"
#include "ui/bars/verdict_bar.h"
#include "ui/theme/tint.h"

#include <QLabel>
#include <QTest>
#include <QToolButton>

using namespace planlens;
using theme::ActionKind;

/// The bar of counts in all widths.
class TestVerdictBar final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fitsIntoNarrowWindows();
    void wordsOfActionsStayInNarrowWindows();
    void wordsOfAllActionsFit_data();
    void wordsOfAllActionsFit();
    void dimsCountsThatAreNotPending();
    void lineIsBetweenActionsAndFacts();
};

void TestVerdictBar::fitsIntoNarrowWindows() {
    widgets::VerdictBar bar;
    widgets::VerdictBar::Counts counts;
    for (const ActionKind kind : {ActionKind::Delete, ActionKind::Replace, ActionKind::Forget, ActionKind::Update,
                                  ActionKind::Create, ActionKind::Move})
        counts.actions[std::size_t(kind)] = 326;
    counts.drift = 175;
    counts.checks = 40;
    counts.failedChecks = 12;
    counts.findings[0].count = 12;
    counts.findings[1].count = 3;
    bar.setCounts(counts);
    QVERIFY2(bar.minimumWidth() <= 1024, qPrintable(QString::number(bar.minimumWidth())));
    const auto* destroy = bar.findChild<QToolButton*>(QStringLiteral("verdict-0"));
    const auto* high = bar.findChild<QToolButton*>(QStringLiteral("findings-0"));
    bar.show();
    for (const int width : {bar.minimumWidth(), 1024, 2400}) {
        bar.resize(width, bar.height());
        QCOMPARE(bar.width(), width);
        QVERIFY(destroy->text().startsWith(QStringLiteral("326")));
        QVERIFY(destroy->text().contains(QStringLiteral("destroy")));
        QVERIFY2(high->text().startsWith(QStringLiteral("⚠ 12")), qPrintable(high->text()));
        QVERIFY(bar.rect().contains(bar.search().geometry()));
        const QString hint = bar.search().placeholderText();
        QVERIFY(bar.search().width() > bar.search().fontMetrics().horizontalAdvance(hint));
        QVERIFY(!high->geometry().intersects(bar.search().geometry()));
    }
}

/// The review and the findings are shortened before the actions.
void TestVerdictBar::wordsOfActionsStayInNarrowWindows() {
    widgets::VerdictBar bar;
    widgets::VerdictBar::Counts counts;
    for (const auto& [kind, count] : {std::pair(ActionKind::Delete, 5), std::pair(ActionKind::Replace, 4),
                                      std::pair(ActionKind::Update, 10), std::pair(ActionKind::Create, 4)})
        counts.actions[std::size_t(kind)] = count;
    counts.checks = counts.failedChecks = 1;
    counts.findings[1].count = 1;
    bar.setCounts(counts);
    bar.setReviewed(0, 23);
    bar.show();
    const auto* reviewed = bar.findChild<QLabel*>(QStringLiteral("reviewed"));
    int shortened = 0; // widths at which only the review is
    for (int width = bar.minimumWidth(); width < 2000; width += 8) {
        bar.resize(width, bar.height());
        QCOMPARE(bar.width(), width);
        const bool isShort = reviewed->text() == QStringLiteral("✓ 0 / 23");
        QVERIFY(bar.findChild<QToolButton*>(QStringLiteral("verdict-0"))->text().contains(u' '));
        shortened += isShort;
        QCOMPARE(reviewed->accessibleName(), QStringLiteral("Reviewed 0 / 23"));
    }
    QVERIFY2(shortened >= 8, qPrintable(QString::number(shortened)));
    QCOMPARE(reviewed->text(), QStringLiteral("Reviewed 0 / 23"));
}

void TestVerdictBar::wordsOfAllActionsFit_data() {
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("filterRow"); // 0: beside the actions, 1: below, -1: any
    QTest::newRow("wide screen") << 2560 << 0;
    QTest::newRow("common") << 1280 << -1;
    QTest::newRow("old") << 1024 << 1;
    QTest::newRow("smallest") << 960 << 1;
}

void TestVerdictBar::wordsOfAllActionsFit() {
    QFETCH(int, width);
    QFETCH(int, filterRow);
    widgets::VerdictBar bar;
    widgets::VerdictBar::Counts counts;
    QList<ActionKind> kinds(theme::allActionKinds.begin(), theme::allActionKinds.end());
    kinds.removeAll(ActionKind::NoOp);
    kinds.removeLast(); // eight kinds are what plans have at most
    for (const ActionKind kind : kinds)
        counts.actions[std::size_t(kind)] = 75;
    counts.findings[0].count = 12;
    counts.findings[1].count = 3;
    counts.drift = 2;
    counts.checks = counts.failedChecks = 1;
    bar.setCounts(counts);
    models::ChangeFacts::Counts facts;
    facts.types.insert(QStringLiteral("aws_instance"), 1);
    bar.setFacts(facts);
    bar.setReviewed(0, 23);
    bar.resize(width, 80);
    bar.show();
    QCoreApplication::processEvents(); // lays out the rows
    QCOMPARE(bar.width(), width);
    const auto* first = bar.findChild<QToolButton*>(QStringLiteral("verdict-0"));
    const auto* filter = bar.findChild<QToolButton*>(QStringLiteral("filter"));
    QRect before;
    for (const ActionKind kind : kinds) {
        const auto* button = bar.findChild<QToolButton*>(QStringLiteral("verdict-%1").arg(int(kind)));
        QCOMPARE(button->text(), QString(QStringLiteral("75 ") + theme::word(kind)));
        QVERIFY(button->width() >= button->sizeHint().width());
        QVERIFY(bar.rect().contains(button->geometry()));
        QVERIFY(!button->geometry().intersects(before));
        QCOMPARE(button->y(), first->y());
        before = button->geometry();
    }
    for (const QWidget* widget : {static_cast<QWidget*>(bar.findChild<QToolButton*>(QStringLiteral("findings-0"))),
                                  static_cast<QWidget*>(&bar.search()),
                                  static_cast<QWidget*>(bar.findChild<QLabel*>(QStringLiteral("reviewed")))})
        QVERIFY(bar.rect().contains(widget->geometry()));
    if (filterRow >= 0)
        QCOMPARE(int(filter->y() > first->geometry().bottom()), filterRow);
}

void TestVerdictBar::dimsCountsThatAreNotPending() {
    widgets::VerdictBar bar;
    widgets::VerdictBar::Counts counts;
    counts.actions[std::size_t(ActionKind::Delete)] = 5;
    counts.checks = counts.failedChecks = 1;
    counts.findings[0].count = 2;
    bar.setCounts(counts);
    bar.resize(1600, bar.height());
    bar.show();
    const auto* note = bar.findChild<QLabel*>(QStringLiteral("verdict-note"));
    const auto tintOf = [&](const char* name) {
        return theme::Tint(bar.findChild<QToolButton*>(QLatin1String(name))->property("tint").toInt());
    };
    const auto iconOf = [&] {
        return bar.findChild<QToolButton*>(QStringLiteral("verdict-0"))->icon().pixmap(16).toImage();
    };
    const QImage icon = iconOf();
    QVERIFY(!note->isVisible());
    using Pending = widgets::VerdictBar::Pending;
    bar.setPending(Pending::No, QStringLiteral("Applied 15:00"));
    QVERIFY(note->isVisible());
    QCOMPARE(note->text(), QStringLiteral("Applied 15:00"));
    QVERIFY(note->geometry().right() < bar.findChild<QToolButton*>(QStringLiteral("verdict-0"))->geometry().left());
    for (const char* name : {"verdict-0", "findings-0", "checks"})
        QCOMPARE(tintOf(name), theme::Tint::DimText);
    QVERIFY(iconOf() != icon);
    bar.setCounts(counts); // of a filter
    QCOMPARE(tintOf("checks"), theme::Tint::DimText);
    bar.setPending(Pending::Yes);
    QVERIFY(!note->isVisible());
    QCOMPARE(tintOf("checks"), theme::Tint::ErrorText);
    QCOMPARE(tintOf("verdict-0"), theme::Tint::None);
    QCOMPARE(iconOf(), icon);
}

/// Also if a filter hides all findings.
void TestVerdictBar::lineIsBetweenActionsAndFacts() {
    widgets::VerdictBar bar;
    widgets::VerdictBar::Counts counts;
    counts.actions[std::size_t(ActionKind::Delete)] = 3;
    counts.findings[0].count = 1;
    bar.setCounts(counts);
    bar.resize(1280, bar.height());
    bar.show();
    const auto* line = bar.findChild<QWidget*>(QStringLiteral("line"));
    QVERIFY(line->isVisible());
    bar.setFilteredCounts(counts.actions, {});
    QVERIFY(!line->isVisible());
    bar.setFilteredCounts(counts.actions, counts.findings);
    QVERIFY(line->isVisible());
    bar.setFilteredCounts({}, counts.findings);
    QVERIFY(!line->isVisible());
}

QTEST_MAIN(TestVerdictBar)
#include "tst_verdict_bar.moc"
