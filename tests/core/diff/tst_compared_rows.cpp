// SPDX-License-Identifier: MPL-2.0
#include "core/diff/rows/attribute_row.h"
#include "core/plans/plan.h"
#include "core/values/text/base64.h"

#include <QTest>

using namespace planlens;
using diff::AttributeRow;
using values::Value;

namespace {

Value text(const QString& content) {
    return Value::string(content.toStdString());
}

plans::ResourceInstanceChange update(const char* address, Value before, Value after) {
    plans::ResourceInstanceChange made;
    made.address = made.previousAddress = *addrs::readAbsResourceInstance(address);
    made.change.action = plans::Action::Update;
    made.change.before = std::move(before);
    made.change.after = std::move(after);
    return made;
}

/// All lines of rows without children.
QString printed(const AttributeRow& row) {
    QString all;
    for (const AttributeRow& child : row.children)
        all += printed(child);
    if (row.children.empty() && (row.before || row.after))
        all += QStringLiteral("%1: %2 | %3\n")
                   .arg(QString::fromStdString(row.name), QString::fromStdString(row.before.value_or("-")),
                        QString::fromStdString(row.after.value_or("-")));
    return all;
}

} // namespace

/// Rows that are compared between projects have more than those that are shown for one.
class TestComparedRows final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void textsHaveMasks_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<bool>("isEncoded");
        QTest::addColumn<QString>("expected");
        const QString script = QStringLiteral("export PW=secret-name-1\nstart --replicas 2\n");
        const QString lines = QStringLiteral(": export PW=(sensitive value) | export PW=(sensitive value)\n"
                                             ": start --replicas 2 | start --replicas 5\n");
        const QString other = QStringLiteral("export PW=secret-name-2\nstart --replicas 5\n");
        QTest::newRow("lines") << script << other << false << lines;
        QTest::newRow("lines in base64") << script << other << true << lines;
        QTest::newRow("only the secret") << script << QString(script).replace(u'1', u'2') << false
                                         << "a: (sensitive value) | (sensitive value)\n";
        QTest::newRow("new text") << QString() << script << false
                                  << ": - | export PW=(sensitive value)\n: - | start --replicas 2\n";
        QTest::newRow("one line") << "pg://u:secret-name-1@db/a"
                                  << "pg://u:secret-name-2@evil/a" << false
                                  << "a: \"pg://u:(sensitive value)@db/a\" | \"pg://u:(sensitive value)@evil/a\"\n";
        QTest::newRow("one line in base64")
            << "u:secret-name-1"
            << "u:secret-name-1/admin" << true << "a: \"u:(sensitive value)\" | \"u:(sensitive value)/admin\"\n";
        QTest::newRow("whole secret") << "secret-name-1"
                                      << "secret-name-2" << false << "a: (sensitive value) | (sensitive value)\n";
        QTest::newRow("YAML") << "a:\n  pw: secret-name-1\n  n: 2\n"
                              << "a:\n  pw: secret-name-2\n  n: 5\n"
                              << false << "n: 2 | 5\n";
        QTest::newRow("YAML in base64") << "a:\n  pw: secret-name-1\n  n: 2\n"
                                        << "a:\n  pw: secret-name-2\n  n: 5\n"
                                        << true << "n: 2 | 5\n";
        QTest::newRow("JSON in base64") << "{\"pw\":\"secret-name-1\",\"n\":2}"
                                        << "{\"pw\":\"secret-name-1\",\"n\":5}" << true << "n: 2 | 5\n";
    }
    void textsHaveMasks() {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(bool, isEncoded);
        QFETCH(QString, expected);
        const auto value = [&](const QString& content) {
            return content.isNull() ? Value::null(values::Type::string())
                   : isEncoded      ? Value::string(values::toBase64(content.toStdString()))
                                    : text(content);
        };
        diff::RowTexts texts;
        texts.hasMaskedTexts = true;
        const masking::Secrets secrets{"secret-name-1", "secret-name-2"};
        const auto change =
            update("aws_instance.a", Value::object({{"a", value(before)}}), Value::object({{"a", value(after)}}));
        QCOMPARE(printed(diff::attributeRows(plans::Plan(), change, secrets, texts)), expected);
        const QString hidden = printed(diff::attributeRows(plans::Plan(), change, secrets));
        QVERIFY2(!hidden.contains(QStringLiteral("replicas")) && !hidden.contains(QStringLiteral("pg:")),
                 qPrintable(hidden));
    }

    void unchangedPartsDecide_data() {
        QTest::addColumn<QString>("type");
        QTest::addColumn<bool>("isNested");
        QTest::addColumn<QString>("expected");
        const QString cidr = QStringLiteral("cidr: \"10.0.0.0/8\" | \"0.0.0.0/0\"\n"),
                      port = QStringLiteral("port: 22 | 22\n"), note = QStringLiteral("note: \"n\" | \"n\"\n");
        QTest::newRow("object") << "terraform_data.a" << true << cidr + note + port;
        QTest::newRow("rule") << "aws_security_group_rule.a" << false << cidr + port;
        QTest::newRow("no rule") << "aws_instance.a" << false << cidr;
    }
    void unchangedPartsDecide() {
        QFETCH(QString, type);
        QFETCH(bool, isNested);
        const auto value = [&](const char* cidr) {
            const Value rule =
                Value::object({{"cidr", text(QLatin1String(cidr))}, {"note", text("n")}, {"port", Value::number(22)}});
            return isNested ? Value::object({{"input", rule}}) : rule;
        };
        diff::RowTexts texts;
        texts.hasUnchangedParts = true;
        const auto change = update(qPrintable(type), value("10.0.0.0/8"), value("0.0.0.0/0"));
        QTEST(printed(diff::attributeRows(plans::Plan(), change, {}, texts)), "expected");
        QCOMPARE(printed(diff::attributeRows(plans::Plan(), change, {})), "cidr: \"10.0.0.0/8\" | \"0.0.0.0/0\"\n");
    }
};

QTEST_APPLESS_MAIN(TestComparedRows)
#include "tst_compared_rows.moc"
