// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/target.h"
#include "core/cost/plan_costs.h"
#include "core/plans/changes.h"

#include <QFile>
#include <QRandomGenerator>
#include <QTest>

using namespace planlens;
using cost::Amount;
using plans::Action;

namespace {

QByteArray contentsOf(const char* name) {
    QFile file(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/core/cost/data/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

plans::Changes changes() {
    plans::Changes made;
    for (const auto& [address, action] : {std::pair("aws_instance.web", Action::Update),
                                          {"module.db.module.inner.aws_db_instance.main[\"a\"]", Action::Create},
                                          {"module.db.aws_eip.old", Action::Delete},
                                          {"aws_s3_bucket.usage", Action::Create}}) {
        auto change = std::make_shared<plans::ResourceInstanceChange>();
        change->address = change->previousAddress = *addrs::readAbsResourceInstance(address);
        change->change.action = action;
        made.add(change);
    }
    return made;
}

QString printed(const cost::Costs& costs) {
    const auto text = [](const std::optional<Amount>& amount) {
        return amount ? QString::fromStdString(amount->cents()) : QStringLiteral("?");
    };
    return text(costs.before) + QStringLiteral(" → ") + text(costs.after) + QStringLiteral(" (") +
           text(costs.difference) + u')';
}

QString printed(const cost::PlanCosts& costs) {
    QString text;
    for (const auto& [address, ofResource] : costs.resources)
        text += QString::fromStdString(address.toString()) + QStringLiteral(": ") + printed(ofResource) + u'\n';
    for (const auto& [address, ofModule] : costs.modules)
        text += u'[' + QString::fromStdString(address) + QStringLiteral("]: ") + printed(ofModule) + u'\n';
    text += QStringLiteral("total: ") + printed(costs.total) + u'\n';
    for (const std::string& other : costs.others)
        text += QStringLiteral("other: ") + QString::fromStdString(other) + u'\n';
    return text + QStringLiteral("%1 without price\n").arg(costs.unpriced);
}

cost::PlanCosts costsOf(const char* file) {
    const auto estimate = cost::readEstimate(contentsOf(file).toStdString(), file);
    return estimate.value ? cost::planCosts(*estimate.value, changes()) : cost::PlanCosts();
}

} // namespace

class TestCost final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsAndRoundsAmounts_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("cents");
        const auto row = [](const char* text, const char* cents) {
            QTest::newRow(*text ? text : "empty") << QByteArray(text) << QByteArray(cents);
        };
        row("0", "0.00");
        row("-0", "0.00");
        row("12", "12.00");
        row("12.3", "12.30");
        row("12.345", "12.35"); // a binary number would be slightly less
        row("1.005", "1.01");
        row("0.0049999", "0.00");
        row("-0.005", "-0.01");
        row("-0.0049", "0.00");
        row("1.5e-7", "0.00");
        row("1.5e2", "150.00");
        row("123456789012345.67", "123456789012345.67");
        row("0000000000000000000001.5", "1.50");
        row("1000000000000000", "");
        row("1e100", "");
        row("1e999999999999", "");
        row("", "");
        row(".", "");
        row("-", "");
        row("1,5", "");
        row("0x10", "");
        row("NaN", "");
        row(" 1", "");
    }
    void readsAndRoundsAmounts() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, cents);
        const auto amount = Amount::parsed(text.toStdString());
        QCOMPARE(amount ? QByteArray::fromStdString(amount->cents()) : QByteArray(), cents);
    }

    void sumsExactly() {
        Amount sum;
        for (int i = 0; i < 10; ++i)
            sum += *Amount::parsed("0.1");
        QVERIFY(sum == *Amount::parsed("1"));
        for (int i = 0; i < 1000; ++i)
            sum += *Amount::parsed("0.0001");
        QCOMPARE(sum.cents(), std::string("1.10"));
    }

    void writesMoney() {
        QCOMPARE(cost::moneyText(*Amount::parsed("1234567.891"), "USD"), std::string("$1,234,567.89"));
        QCOMPARE(cost::moneyText(*Amount::parsed("12"), "EUR"), std::string("12.00 EUR"));
        QCOMPARE(cost::differenceText(*Amount::parsed("-1234.5"), "USD"), std::string("−$1,234.50"));
        QCOMPARE(cost::differenceText(*Amount::parsed("0.001"), "USD"), std::string("$0.00"));
        QCOMPARE(cost::differenceText(*Amount::parsed("999"), "GBP"), std::string("+999.00 GBP"));
    }

    void sumsModulesAndPlan_data() {
        QTest::addColumn<QString>("expected");
        QTest::newRow("diff.json") << QStringLiteral(
            "aws_instance.web: 10.10 → 20.20 (10.10)\n"
            "module.db.aws_eip.old: 3.60 → ? (-3.60)\n"
            "module.db.module.inner.aws_db_instance.main[\"a\"]: ? → 1234.57 (1234.57)\n"
            "[]: 13.70 → 1254.77 (1241.07)\n"
            "[module.db]: 3.60 → 1234.57 (1230.97)\n"
            "[module.db.module.inner]: ? → 1234.57 (1234.57)\n"
            "total: 13.70 → 1254.77 (1241.07)\n"
            "other: aws_instance.elsewhere\n"
            "2 without price\n");
        // Without previous costs, only new objects have a difference.
        QTest::newRow("breakdown.json") << QStringLiteral(
            "aws_instance.web: ? → 20.20 (?)\n"
            "module.db.module.inner.aws_db_instance.main[\"a\"]: ? → 1234.57 (1234.57)\n"
            "[]: ? → 1254.77 (?)\n"
            "[module.db]: ? → 1234.57 (1234.57)\n"
            "[module.db.module.inner]: ? → 1234.57 (1234.57)\n"
            "total: ? → 1254.77 (?)\n"
            "other: aws_instance.elsewhere\n"
            "2 without price\n");
    }
    void sumsModulesAndPlan() {
        QFETCH(QString, expected);
        QCOMPARE(printed(costsOf(QTest::currentDataTag())), expected);
    }

    void warnsOfOtherVersions() {
        const auto read = cost::readEstimate(R"({"version":"0.3","currency":"USD","projects":[]})", "f.json");
        QVERIFY(read.value);
        QCOMPARE(read.diagnostics.size(), std::size_t(1));
    }

    void rejectsOtherDocuments_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("cost");
        QTest::newRow("list") << QByteArray("[]");
        QTest::newRow("another object") << QByteArray("{\"version\":\"4\"}");
        QTest::newRow("deep") << QByteArray(100000, '[') + QByteArray(100000, ']');
    }
    void rejectsOtherDocuments() {
        QFETCH(QByteArray, text);
        const auto read = cost::readEstimate(text.toStdString(), "f.json");
        QVERIFY(!read.value);
        QVERIFY(read.hasErrors());
    }

    /// Every prefix, and random changes of bytes with a fixed seed.
    void survivesDamagedFiles() {
        QRandomGenerator random(7);
        for (const char* name : {"diff.json", "breakdown.json"}) {
            const QByteArray whole = contentsOf(name);
            for (qsizetype size = 0; size < whole.size(); size += 7)
                (void)cost::readEstimate(whole.left(size).toStdString(), name);
            for (int round = 0; round < 3000; ++round) {
                QByteArray damaged = whole;
                for (int i = 0; i < 3; ++i) {
                    constexpr char bytes[] = "{}[],:\"0-enul\\\x00\xff"
                                             "9.";
                    damaged[random.bounded(int(damaged.size()))] = bytes[random.bounded(int(sizeof bytes - 1))];
                }
                const auto read = cost::readEstimate(damaged.toStdString(), name);
                if (read.value)
                    (void)cost::planCosts(*read.value, changes());
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestCost)
#include "tst_cost.moc"
