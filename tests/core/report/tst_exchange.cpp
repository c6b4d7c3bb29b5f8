// SPDX-License-Identifier: MPL-2.0
#include "tests/core/report/hostile_plan.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <QXmlStreamReader>

using namespace planlens;
using namespace planlens::testing;

/// Reports for other programs, and findings of other programs in reports.
class TestExchange final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pipelinesGetOwnFindingsOnly() {
        for (const Format format : {Format::Sarif, Format::Junit}) {
            const std::string text = exportedAs(format);
            QVERIFY(text.find("R-1") == std::string::npos);
            QVERIFY2(text.find("Object store destroyed") != std::string::npos, text.c_str());
        }
        for (const Format format : {Format::Html, Format::Markdown, Format::Text, Format::Json})
            QVERIFY(exportedAs(format).find("R-1") != std::string::npos);
    }

    void costsAreInEveryReport() {
        for (const Format format : {Format::Html, Format::Markdown, Format::Text}) {
            QString text = QString::fromStdString(exportedAs(format));
            text.replace(QStringLiteral("&#36;"), QStringLiteral("$"))
                .replace(QStringLiteral("&#58;"), QStringLiteral(":"));
            QVERIFY2(text.contains(QStringLiteral("+$1,224.57 per month: $10.00 → $1,234.57")), qPrintable(text));
            QVERIFY(text.contains(QStringLiteral("$3.00")));
            QVERIFY(text.contains(QStringLiteral("2 resources have no price.")));
        }
        QVERIFY(exportedAs(Format::Json).find("\"difference\":\"1224.57\"") != std::string::npos);
    }

    /// Contains the parts that SARIF 2.1.0 requires, and no members that its schema does not allow there.
    void sarifHasTheFormOfTheSchema() {
        const QJsonObject log = QJsonDocument::fromJson(QByteArray::fromStdString(exportedAs(Format::Sarif))).object();
        QCOMPARE(log.keys(),
                 QStringList({QStringLiteral("$schema"), QStringLiteral("runs"), QStringLiteral("version")}));
        QCOMPARE(log[QStringLiteral("version")].toString(), QStringLiteral("2.1.0"));
        const QJsonObject run = log[QStringLiteral("runs")].toArray()[0].toObject();
        const QJsonObject driver = run[QStringLiteral("tool")].toObject()[QStringLiteral("driver")].toObject();
        QVERIFY(!driver[QStringLiteral("name")].toString().isEmpty());
        const QJsonArray rules = driver[QStringLiteral("rules")].toArray();
        const QJsonArray results = run[QStringLiteral("results")].toArray();
        QCOMPARE(results.size(), 3);
        const QStringList levels{QStringLiteral("error"), QStringLiteral("warning"), QStringLiteral("note")};
        for (const QJsonValue& value : results) {
            const QJsonObject result = value.toObject();
            const int index = result[QStringLiteral("ruleIndex")].toInt(-1);
            QVERIFY(index >= 0 && index < rules.size());
            QCOMPARE(rules[index].toObject()[QStringLiteral("id")], result[QStringLiteral("ruleId")]);
            QVERIFY(levels.contains(result[QStringLiteral("level")].toString()));
            QVERIFY(!result[QStringLiteral("message")].toObject()[QStringLiteral("text")].toString().isEmpty());
            for (const QJsonValue& place : result[QStringLiteral("locations")].toArray()) {
                const QJsonObject physical = place.toObject()[QStringLiteral("physicalLocation")].toObject();
                const QString uri =
                    physical[QStringLiteral("artifactLocation")].toObject()[QStringLiteral("uri")].toString();
                QVERIFY(!uri.isEmpty() && !uri.contains(u' '));
                QVERIFY(physical[QStringLiteral("region")].toObject()[QStringLiteral("startLine")].toInt() >= 1);
            }
        }
    }

    /// The schema of Ant's JUnit task, which all readers accept: the order of elements, and matching counts.
    void junitHasTheFormOfTheSchema() {
        QXmlStreamReader reader(QByteArray::fromStdString(exportedAs(Format::Junit)));
        int suites = 0, cases = 0, failed = 0, errors = 0;
        while (!reader.atEnd()) {
            reader.readNext();
            const QString name = reader.name().toString();
            const auto number = [&](const char* attribute) {
                return reader.attributes().value(QLatin1String(attribute)).toInt();
            };
            if (reader.isStartElement() && name == QStringLiteral("testsuite")) {
                QCOMPARE(number("id"), suites++);
                for (const char* attribute : {"name", "package", "timestamp", "hostname", "time"})
                    QVERIFY(reader.attributes().hasAttribute(QLatin1String(attribute)));
                cases = -number("tests");
                failed = -number("failures");
                errors = -number("errors");
            } else if (reader.isStartElement() && name == QStringLiteral("testcase")) {
                QVERIFY(reader.attributes().hasAttribute(QStringLiteral("classname")));
                ++cases;
            } else if (reader.isStartElement() &&
                       (name == QStringLiteral("failure") || name == QStringLiteral("error"))) {
                QVERIFY(reader.attributes().hasAttribute(QStringLiteral("type")));
                ++(name == QStringLiteral("failure") ? failed : errors);
            } else if (reader.isEndElement() && name == QStringLiteral("testsuite")) {
                QCOMPARE(cases, 0);
                QCOMPARE(failed, 0);
                QCOMPARE(errors, 0);
            }
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QCOMPARE(suites, 2);
    }
};

QTEST_APPLESS_MAIN(TestExchange)
#include "tst_exchange.moc"
