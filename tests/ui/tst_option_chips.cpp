// SPDX-License-Identifier: MPL-2.0
#include "ui/bars/option_chips.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace planlens;
using widgets::OptionChips;

namespace {

const QString longAddress = QStringLiteral("module.service[\"payment\"].terraform_data.instance_of_the_service[0]");

QList<QToolButton*> chipsOf(const OptionChips& row) {
    QList<QToolButton*> chips;
    for (auto* chip : row.findChildren<QToolButton*>())
        if (chip->isVisibleTo(&row))
            chips.append(chip);
    return chips;
}

} // namespace

/// The chips of planning options.
class TestOptionChips final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }

    void addressesAreElidedOnlyIfTheyDoNotFit() {
        OptionChips row;
        row.resize(1280, 40);
        row.setOptions({QStringList{}, {longAddress}, {QStringLiteral("terraform_data.a")}, {}});
        row.show();
        QVERIFY(QTest::qWaitForWindowExposed(&row));
        QCOMPARE(chipsOf(row).size(), 2);
        QVERIFY(chipsOf(row).first()->text().contains(longAddress));
        row.resize(420, 40);
        QTRY_VERIFY(!chipsOf(row).first()->text().contains(longAddress));
        QVERIFY(chipsOf(row).last()->text().contains(QStringLiteral("terraform_data.a")));
        for (const QToolButton* chip : chipsOf(row))
            QTRY_VERIFY2(chip->width() >= chip->sizeHint().width() && chip->geometry().right() < row.width(),
                         qPrintable(chip->text()));
        row.resize(1280, 40);
        QTRY_VERIFY(chipsOf(row).first()->text().contains(longAddress));
    }

    void manyOptionsDoNotWidenTheWindow() {
        OptionChips row;
        QStringList excluded;
        for (int i = 0; i < 20; ++i)
            excluded.append(longAddress + QString::number(i));
        row.setOptions({QStringList{}, {longAddress, longAddress}, excluded, {}});
        QVERIFY2(row.minimumSizeHint().width() < 600, qPrintable(QString::number(row.minimumSizeHint().width())));
        const QToolButton* many = chipsOf(row).last();
        QCOMPARE(many->text(), QStringLiteral("Exclude 20 ▾"));
        QSignalSpy removed(&row, &OptionChips::removed);
        many->menu()->actions()[7]->trigger();
        QCOMPARE(removed.size(), 1);
        QCOMPARE(removed.first()[0].value<OptionChips::Kind>(), OptionChips::Kind::Exclude);
        QCOMPARE(removed.first()[1].toString(), excluded[7]);
    }
};

QTEST_MAIN(TestOptionChips)
#include "tst_option_chips.moc"
