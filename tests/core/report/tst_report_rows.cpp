// SPDX-License-Identifier: MPL-2.0
#include "core/formats/reading/plan_reader.h"
#include "core/plans/plan.h"
#include "core/report/export.h"
#include "core/report/html.h"
#include "core/report/markdown.h"
#include "core/report/printable.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <QXmlStreamReader>

using namespace planlens;
using diff::AttributeRow;

namespace {

QByteArray contentsOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Collects both sides of all rows without children, in order; unchanged ones only as parts of texts.
void addSides(const AttributeRow& row, QStringList& sides) {
    const bool isUnchanged = row.state == AttributeRow::State::Unchanged && row.kind != AttributeRow::Kind::Line;
    if (row.children.empty() && row.withoutEffect.empty() && !row.isGap() && !isUnchanged)
        sides.append(QString::fromStdString(row.before.value_or("") + " → " + row.after.value_or("")));
    for (const AttributeRow& child : row.children)
        addSides(child, sides);
}

/// Returns the rows of the tables of a page, by the preceding address. Cells of folded parts are skipped.
std::map<QString, QStringList> tablesOf(const std::string& page) {
    std::map<QString, QStringList> tables;
    QXmlStreamReader reader(QByteArray::fromStdString(page));
    QString address;
    int folds = 0;
    QStringList cells;
    while (!reader.atEnd()) {
        reader.readNext();
        const QString name = reader.name().toString();
        const QString style = reader.attributes().value(QStringLiteral("class")).toString();
        if (reader.isStartElement() && name == QStringLiteral("details"))
            ++folds;
        else if (reader.isEndElement() && name == QStringLiteral("details"))
            --folds;
        else if (reader.isStartElement() && style == QStringLiteral("address") && folds == 1)
            address = reader.readElementText();
        else if (reader.isStartElement() && name == QStringLiteral("tr"))
            cells.clear();
        else if (reader.isStartElement() && name == QStringLiteral("td"))
            cells.append(reader.readElementText(QXmlStreamReader::IncludeChildElements));
        else if (reader.isEndElement() && name == QStringLiteral("tr") && cells.size() == 3 && folds == 1)
            tables[address].append(cells[1] + QStringLiteral(" → ") + cells[2]);
    }
    return tables;
}

const QString cases = QStringLiteral(PLANLENS_SOURCE_DIR "/tests/cases");

/// Returns a plan with one resource, whose attribute changes between two JSON values.
std::string planOf(const QJsonValue& before, const QJsonValue& after) {
    const QJsonObject change{{QStringLiteral("actions"), QJsonArray{QStringLiteral("update")}},
                             {QStringLiteral("before"), QJsonObject{{QStringLiteral("a"), before}}},
                             {QStringLiteral("after"), QJsonObject{{QStringLiteral("a"), after}}},
                             {QStringLiteral("after_unknown"), QJsonObject()}};
    const QJsonObject resource{{QStringLiteral("address"), QStringLiteral("x_y.a")},
                               {QStringLiteral("mode"), QStringLiteral("managed")},
                               {QStringLiteral("type"), QStringLiteral("x_y")},
                               {QStringLiteral("name"), QStringLiteral("a")},
                               {QStringLiteral("provider_name"), QStringLiteral("registry.opentofu.org/x/x")},
                               {QStringLiteral("change"), change}};
    return QJsonDocument(QJsonObject{{QStringLiteral("format_version"), QStringLiteral("1.2")},
                                     {QStringLiteral("terraform_version"), QStringLiteral("1.12.6")},
                                     {QStringLiteral("resource_changes"), QJsonArray{resource}}})
        .toJson()
        .toStdString();
}

struct Reports {
    std::string html, markdown, printable;
};
Reports reportsOf(const std::string& json) {
    const auto plan = formats::readPlanJson(json);
    const report::Document document = report::documentOf(*plan.value->plan, {}, {});
    return {report::html(document), report::markdown(document, 1 << 20), report::printable(document)};
}

} // namespace

/// The exports contain the rows of core/diff, which the window shows.
class TestReportRows final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tablesAreTheRowsOfTheDiff_data() {
        QTest::addColumn<QString>("file");
        for (const QString& name : QDir(cases).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            if (const QString file = QStringLiteral("%1/%2/expect/plan.json").arg(cases, name); QFile::exists(file))
                QTest::newRow(qPrintable(name)) << file;
    }
    void tablesAreTheRowsOfTheDiff() {
        QFETCH(QString, file);
        const auto read = formats::readPlanJson(contentsOf(file).toStdString());
        if (!read.value)
            QSKIP("is not a plan");
        const plans::Plan& plan = *read.value->plan;
        const masking::Secrets secrets = masking::secretsOf(plan);
        report::Document document = report::documentOf(plan, secrets, {});
        document.drift.clear();
        std::map<QString, QStringList> expected;
        for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
            QStringList sides;
            addSides(diff::attributeRows(plan, *change, secrets, report::reportTexts()), sides);
            sides.removeIf([](const QString& row) { return row.contains(QStringLiteral("(known after apply)")); });
            if (!sides.isEmpty() && report::kindOf(*change) != report::Kind::Unchanged && change->deposed.empty())
                expected[QString::fromStdString(change->address.toString())] = sides;
        }
        document.outputs.clear();
        std::erase_if(document.changes, [](const report::ReportChange& change) { return !change.deposed.empty(); });
        std::map<QString, QStringList> shown = tablesOf(report::html(document));
        for (auto& [address, rows] : shown)
            rows.removeIf([](const QString& row) { return row.contains(QStringLiteral("(known after apply)")); });
        std::erase_if(shown, [](const auto& entry) { return entry.second.isEmpty(); });
        QCOMPARE(shown.size(), expected.size());
        for (const auto& [address, rows] : expected)
            QCOMPARE(shown[address], rows);
    }

    void ruleThatMovesIsNoOtherRule() {
        const auto rule = [](const char* name, int port) {
            return QJsonObject{{QStringLiteral("description"), QLatin1String(name)},
                               {QStringLiteral("from_port"), port},
                               {QStringLiteral("to_port"), port},
                               {QStringLiteral("cidr_blocks"), QJsonArray{QStringLiteral("0.0.0.0/0")}},
                               {QStringLiteral("self"), false}};
        };
        QJsonObject changed = rule("http", 80);
        changed.insert(QStringLiteral("p"), 1);
        const Reports reports = reportsOf(planOf(QJsonArray{rule("https", 443), rule("http", 80), rule("ssh", 22)},
                                                 QJsonArray{rule("ssh", 22), rule("https", 443), changed}));
        for (const std::string& text : {reports.html, reports.printable}) {
            const QString shown = QString::fromStdString(text);
            QVERIFY2(shown.contains(QStringLiteral("a[1 → 2: description = &quot;http&quot;].p")), qPrintable(shown));
            QVERIFY2(!shown.contains(QStringLiteral("ssh")) && !shown.contains(QStringLiteral("https")),
                     qPrintable(shown));
        }
        QVERIFY2(reports.markdown.find("+ a[1 → 2: description = \"http\"].p = 1\n") != std::string::npos,
                 reports.markdown.c_str());
    }

    void policyIsNoEscapedText() {
        const auto policy = [](const QJsonArray& actions) {
            const QJsonObject statement{{QStringLiteral("Sid"), QStringLiteral("read")},
                                        {QStringLiteral("Action"), actions}};
            return QString::fromUtf8(
                QJsonDocument(QJsonObject{{QStringLiteral("Statement"), QJsonArray{statement}}}).toJson());
        };
        const Reports reports = reportsOf(
            planOf(policy({QStringLiteral("s3:Get")}), policy({QStringLiteral("s3:Get"), QStringLiteral("s3:Put")})));
        QVERIFY2(reports.markdown.find("  a # JSON\n+ a.Statement[0: Sid = \"read\"].Action[1] = \"s3:Put\"\n") !=
                     std::string::npos,
                 reports.markdown.c_str());
        for (const std::string& text : {reports.html, reports.printable}) {
            QVERIFY2(text.find("a.Statement[0: Sid = &quot;read&quot;].Action[1]") != std::string::npos, text.c_str());
            QVERIFY(text.find("\\&quot;") == std::string::npos);
        }
    }

    void base64IsDecoded() {
        const Reports reports =
            reportsOf(planOf(QString::fromLatin1(QByteArray("#!/bin/sh\necho old\nexit 0\n").toBase64()),
                             QString::fromLatin1(QByteArray("#!/bin/sh\necho new\nexit 0\n").toBase64())));
        QVERIFY2(reports.markdown.find("  a # text in base64, lines −1 +1\n    #!/bin/sh\n-   echo old\n+   echo new\n "
                                       "   exit 0\n") != std::string::npos,
                 reports.markdown.c_str());
        for (const std::string& text : {reports.html, reports.printable}) {
            QVERIFY2(text.find("echo old") != std::string::npos && text.find("echo new") != std::string::npos,
                     text.c_str());
            QVERIFY(text.find(QByteArray("#!/bin/sh\necho").toBase64().chopped(2).toStdString()) == std::string::npos);
        }
    }

    void originLeavesOutWhatIsUnknown() {
        report::Document document;
        document.program = "OpenTofu 1.12.6";
        document.workspace = "default";
        QCOMPARE(report::originOf(document), std::string("OpenTofu 1.12.6, workspace default. Sensitive values are "
                                                         "hidden."));
        for (const std::string& text :
             {report::html(document), report::markdown(document), report::printable(document)}) {
            QVERIFY(text.find("workspace default. Sensitive") != std::string::npos);
        }
    }
};

QTEST_APPLESS_MAIN(TestReportRows)
#include "tst_report_rows.moc"
