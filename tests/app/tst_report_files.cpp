// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace planlens::testing;

namespace {

constexpr const char* configuration = "resource \"terraform_data\" \"a\" {\n  count = 2\n  input = \"x\"\n}\n";

QByteArray checkov(const char* resource, int line) {
    return "{\"results\":{\"failed_checks\":[{\"check_id\":\"CKV_1\",\"check_name\":\"Not "
           "encrypted\",\"severity\":\"HIGH\","
           "\"resource\":\"" +
           QByteArray(resource) + "\",\"file_path\":\"/main.tf\",\"file_line_range\":[" + QByteArray::number(line) +
           "," + QByteArray::number(line) + "]}]}}";
}

} // namespace

/// Files of other tools in reports of the command-line interface.
class TestReportFiles final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findingsStandAtTheirResources_data() {
        QTest::addColumn<QByteArray>("findings");
        QTest::addColumn<QStringList>("addresses");
        const QStringList both{"terraform_data.a[0]", "terraform_data.a[1]"};
        QTest::newRow("address of an instance") << checkov("terraform_data.a[1]", 0) << QStringList{both[1]};
        QTest::newRow("address of a resource") << checkov("terraform_data.a", 0) << both;
        QTest::newRow("line of the block") << checkov("", 3) << both;
        QTest::newRow("another line") << checkov("", 9) << QStringList();
    }
    void findingsStandAtTheirResources() {
        QFETCH(QByteArray, findings);
        QFETCH(QStringList, addresses);
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.planlens({"plan", "-out=saved"}), 0);
        folder.write("checkov.json", findings);
        const Ran ran = folder.planlens({"report", "-format=json", "-findings=checkov.json", "saved"});
        COMPARE_EXIT(ran, 0);
        QStringList found;
        for (const QJsonValue& finding : QJsonDocument::fromJson(ran.out)["findings"].toArray()) {
            QCOMPARE(finding["tool"].toString(), QString("checkov"));
            if (finding["address"].isString())
                found.append(finding["address"].toString());
        }
        QCOMPARE(found, addresses);
    }

    void severalFilesAreRead() {
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.planlens({"plan", "-out=saved"}), 0);
        folder.write("one.json", checkov("terraform_data.a[0]", 0));
        folder.write("two.sarif",
                     "{\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"name\":\"tfsec\"}},\"results\":"
                     "[{\"ruleId\":\"R\",\"message\":{\"text\":\"Open port\"}}]}]}");
        for (const char* format : {"text", "markdown", "html"}) {
            const Ran ran = folder.planlens(
                {"report", QString("-format=") + format, "-findings=one.json", "-findings=two.sarif", "saved"});
            COMPARE_EXIT(ran, 0);
            QVERIFY2(ran.out.contains("Not encrypted") && ran.out.contains("Open port") &&
                         ran.out.contains("checkov CKV_1"),
                     ran.out.constData());
        }
    }

    void costsAreShown() {
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.planlens({"plan", "-out=saved"}), 0);
        folder.write("cost.json",
                     "{\"version\":\"0.2\",\"currency\":\"EUR\",\"projects\":[{\"breakdown\":{\"resources\":"
                     "[{\"name\":\"terraform_data.a[0]\",\"monthlyCost\":\"0.105\"},"
                     "{\"name\":\"terraform_data.a[1]\",\"monthlyCost\":\"0.105\"}]}}]}");
        const Ran ran = folder.planlens({"report", "-format=text", "-cost=cost.json", "saved"});
        COMPARE_EXIT(ran, 0);
        QVERIFY2(ran.out.contains("\nCost\n  +0.21 EUR per month\n"), ran.out.constData()); // the sum is exact
        QVERIFY2(ran.out.contains("+ terraform_data.a[0] create · +0.11 EUR per month"), ran.out.constData());
    }

    void unreadableFilesAreErrors_data() {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("missing findings") << "-findings=none.json" << QByteArray("The file none.json cannot be read");
        QTest::newRow("missing costs") << "-cost=none.json" << QByteArray("The file none.json cannot be read");
        QTest::newRow("no findings") << "-findings=main.tf" << QByteArray("contains no valid JSON");
        QTest::newRow("no costs") << "-cost=main.tf" << QByteArray("contains no valid JSON");
    }
    void unreadableFilesAreErrors() {
        QFETCH(QString, option);
        QFETCH(QByteArray, message);
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.planlens({"plan", "-out=saved"}), 0);
        const Ran ran = folder.planlens({"report", option, "saved"});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.simplified().contains(message) || ran.all().simplified().contains(message),
                 ran.all().constData());
    }
};

QTEST_GUILESS_MAIN(TestReportFiles)
#include "tst_report_files.moc"
