// SPDX-License-Identifier: MPL-2.0
#include "core/masking/export_secrets.h"
#include "core/plans/plan.h"
#include "core/report/document.h"
#include "core/report/escape.h"
#include "core/report/export.h"
#include "core/report/html.h"
#include "core/report/markdown.h"
#include "core/version.h"
#include "tests/core/report/hostile_plan.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

using namespace planlens;
using namespace planlens::testing;
using plans::Action;
using report::Format;
using values::Value;

namespace {

constexpr int printable = -1; // among the formats

std::string hostileText(int format) {
    const plans::Plan plan = hostilePlan();
    return format == printable ? report::drawable(plan, hostileFindings(plan)).text : exportedAs(Format(format));
}

plans::Plan bigPlan(int count) {
    plans::Plan plan;
    for (int i = 0; i < count; ++i)
        plan.changes.add(
            change(at("aws_s3_bucket.logs[" + std::to_string(i) + "]"), i < 3 ? Action::Delete : Action::Create,
                   i < 3 ? Value::object({{"id", Value::string("x")}}) : Value::null(values::Type::dynamic()),
                   i < 3 ? Value::null(values::Type::dynamic())
                         : Value::object({{"bucket", Value::string("bucket number " + std::to_string(i))}})));
    return plan;
}

void allFormats() {
    QTest::addColumn<int>("format");
    QTest::addColumn<QString>("file");
    QTest::newRow("html") << int(Format::Html) << QStringLiteral("hostile.html");
    QTest::newRow("markdown") << int(Format::Markdown) << QStringLiteral("hostile.md");
    QTest::newRow("svg") << int(Format::Svg) << QStringLiteral("hostile.svg");
    QTest::newRow("mermaid") << int(Format::Mermaid) << QStringLiteral("hostile.mmd");
    QTest::newRow("dot") << int(Format::Dot) << QStringLiteral("hostile.dot");
    QTest::newRow("text") << int(Format::Text) << QStringLiteral("hostile.txt");
    QTest::newRow("json") << int(Format::Json) << QStringLiteral("hostile.json");
    QTest::newRow("sarif") << int(Format::Sarif) << QStringLiteral("hostile.sarif");
    QTest::newRow("junit") << int(Format::Junit) << QStringLiteral("hostile.junit.xml");
    QTest::newRow("printable") << printable << QStringLiteral("hostile.printable.html");
}

} // namespace

class TestExports final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void looksAsRecorded_data() { allFormats(); }
    void looksAsRecorded() {
        QFETCH(int, format);
        QFETCH(QString, file);
        QByteArray text = QByteArray::fromStdString(hostileText(format));
        text.replace(QByteArray("\"version\":\"") + programVersion + '"', "\"version\":\"VERSION\"");
        QFile recorded(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/core/report/data/exports/") + file);
        if (qEnvironmentVariableIsSet("PLANLENS_RECORD")) {
            QVERIFY(recorded.open(QIODevice::WriteOnly));
            recorded.write(text);
            return;
        }
        QVERIFY(recorded.open(QIODevice::ReadOnly));
        QCOMPARE(text, recorded.readAll());
    }

    /// Two thousand changes with long attributes fit into a comment: the most severe are listed, the others counted.
    void markdownOfManyChangesFitsIntoAComment() {
        const plans::Plan plan = bigPlan(2000);
        const std::string text = report::exported(plan, Format::Markdown, risk::findings(plan, risk::builtInRules()));
        QVERIFY(report::lengthOf(text) < 65536);
        const QString shown = QString::fromStdString(text);
        const qsizetype listed = shown.count(QStringLiteral("− <code>")) + shown.count(QStringLiteral("+ <code>"));
        static const QRegularExpression more(QStringLiteral("(\\d+) more changes: \\d+ create"));
        const QRegularExpressionMatch left = more.match(shown);
        QVERIFY2(left.hasMatch(), qPrintable(shown.right(600)));
        QCOMPARE(left.captured(1).toInt() + listed, 2000);
        QVERIFY(shown.indexOf(QStringLiteral("− <code>")) < shown.indexOf(QStringLiteral("+ <code>")));
        QVERIFY2(shown.contains(QStringLiteral("<details>")), qPrintable(shown.left(600))); // severe ones are complete
        QCOMPARE(shown.count(QStringLiteral("<details>")), shown.count(QStringLiteral("</details>")));
    }

    void countsAttributesWithoutEffect_data() { allFormats(); }
    void countsAttributesWithoutEffect() {
        QFETCH(int, format);
        plans::Plan plan;
        const values::Type map = values::Type::map(values::Type::string());
        plan.changes.add(change(at("x_y.a"), Action::Update,
                                Value::object({{"empty_labels", Value::map(map, {})},
                                               {"empty_note", Value::string("")},
                                               {"size", Value::string("s-1")}}),
                                Value::object({{"empty_labels", Value::null(map)},
                                               {"empty_note", Value::null(values::Type::string())},
                                               {"size", Value::string("s-2")}})));
        plan.drift.push_back(
            change(at("x_y.b"), Action::Update,
                   Value::object({{"empty_tags", Value::null(map)}, {"zone", Value::string("a")}}),
                   Value::object({{"empty_tags", Value::map(map, {})}, {"zone", Value::string("b")}})));
        const QString text = QString::fromStdString(
            format == printable ? report::drawable(plan, {}).text
                                : report::exported(plan, Format(format), {}, report::commentLimit));
        if (!text.contains(QStringLiteral("s-2")) || format == int(Format::Json))
            QSKIP("has no such summary");
        QVERIFY(text.contains(QStringLiteral("2 attributes without effective change")) &&
                text.contains(QStringLiteral("1 attribute without effective change")));
        for (const char* name : {"empty_labels", "empty_note", "empty_tags"}) // not in the sentence either
            QCOMPARE(text.count(QLatin1String(name)), 1);
        QVERIFY(text.indexOf(QStringLiteral("s-2")) < text.indexOf(QStringLiteral("empty_labels")));
    }

    /// Findings about many objects are one block of the page, with all addresses in it; about few objects, single ones.
    void reportsWhatManyFindingsHaveInCommonOnce() {
        report::Document document;
        for (int i = 0; i < 40; ++i)
            document.findings.push_back({risk::Severity::High, "A key is lost", "It cannot be used any more.",
                                         "tls_private_key.k[" + std::to_string(i) + "]"});
        for (int i = 0; i < 2; ++i)
            document.findings.push_back({risk::Severity::Medium, "A value changes", "Others change as well.",
                                         "random_id.r[" + std::to_string(i) + "]"});
        const QString page = QString::fromStdString(report::html(document));
        QCOMPARE(page.count(QStringLiteral("A key is lost")), 1);
        QCOMPARE(page.count(QStringLiteral("It cannot be used any more.")), 1);
        QCOMPARE(page.count(QStringLiteral("tls_private_key.k[")), 40);
        QVERIFY(page.contains(QStringLiteral("40 objects")));
        QVERIFY(page.contains(
            QStringLiteral("<details class=\"searchable k0\">"))); // otherwise the addresses would not be printed
        QCOMPARE(page.count(QStringLiteral("A value changes")), 2);
        QCOMPARE(page.count(QStringLiteral("random_id.r[")), 2);
    }

    /// Findings of two rules about the same objects alternate, but are two lines.
    void leavesRoomForTheGravestChanges() {
        constexpr int many = 200;
        report::Document document;
        for (int i = 0; i < many; ++i) {
            const std::string address = "module.storage.tls_private_key.k[" + std::to_string(i) + "]";
            report::ReportChange change;
            change.address = address;
            change.kind = i < 40 ? report::Kind::Destroy : report::Kind::Create;
            for (const char* title : {"A key is lost", "It is used elsewhere"}) {
                document.findings.push_back({risk::Severity::High, title, "It cannot be used any more.", address});
                change.findings.emplace_back(title);
            }
            document.changes.push_back(std::move(change));
        }
        for (int i = 0; i < many; ++i) // more than fit into a third
            document.findings.push_back({risk::Severity::Low, "Rule number " + std::to_string(i), {}, {}, 7});
        const auto linesOf = [&](std::size_t limit) {
            const std::string text = report::markdown(document, limit);
            return report::lengthOf(text) <= limit ? QString::fromStdString(text).split(u'\n') : QStringList();
        };
        QCOMPARE(linesOf(1000000).filter(QStringLiteral("- ⚠ **A key is lost** (high): ")),
                 QStringList(QStringLiteral(
                     "- ⚠ **A key is lost** (high): <code>module.storage.tls_private_key.k&#91;0&#93;</code>, "
                     "<code>module.storage.tls_private_key.k&#91;1&#93;</code>, "
                     "<code>module.storage.tls_private_key.k&#91;2&#93;</code> and 197 more")));
        const QStringList cut = linesOf(6000);
        QCOMPARE(cut.filter(QStringLiteral("**A key is lost**")).size(), 1);
        QCOMPARE(cut.filter(QStringLiteral("**It is used elsewhere**")).size(), 1);
        QVERIFY(cut.filter(QStringLiteral("- ⚠ ")).join(u'\n').size() <= 2000);
        QVERIFY2(cut.filter(QStringLiteral("- − <code>")).size() >= 20, qPrintable(cut.join(u'\n')));
        QCOMPARE(cut.filter(QStringLiteral(" more findings")).size(), 1);
        QCOMPARE(cut.filter(QStringLiteral(" more changes")).size(), 1);
    }

    /// No heading of a comment is without content.
    void reportsWhereOutputsAreLeftOut() {
        report::Document document;
        document.changedOutputs = 40;
        for (int i = 0; i < 40; ++i)
            document.outputs.push_back({"output" + std::to_string(i), "before", "after", false});
        const std::string whole = report::markdown(document, 100000);
        QVERIFY(whole.find("output39") != std::string::npos);
        const QString cut = QString::fromStdString(report::markdown(document, whole.size() / 2));
        QVERIFY(!cut.contains(QStringLiteral("output39")));
        QVERIFY2(cut.contains(QStringLiteral("#### Outputs (40)\n\nThe values are omitted: <code>output0</code>, ")) &&
                     cut.contains(QStringLiteral("<code>output19</code> and 20 more.\n")),
                 qPrintable(cut));
    }

    /// Hundreds of changes are read by what they have in common.
    void markdownGroupsManyChanges() {
        report::Document document;
        const auto add = [&](report::Kind kind, const std::string& resource, int index, const std::string& after) {
            report::ReportChange change;
            change.kind = kind;
            change.actionWord = report::word(kind);
            change.resource = resource;
            change.address = resource + "[" + std::to_string(index) + "]";
            change.lines.push_back({"a", "before", after, kind == report::Kind::Replace});
            document.changes.push_back(std::move(change));
        };
        for (int i = 0; i < 3; ++i)
            add(report::Kind::Destroy, "x_y.gone", i, "same");
        for (int i = 0; i < 300; ++i)
            add(report::Kind::Replace, "x_y.new", i, i == 7 ? "other" : "same");
        for (int i = 0; i < 200; ++i)
            add(report::Kind::Update, "x_y.z", i, "value " + std::to_string(i));
        document.changes[3].findings = {"Risk"};
        std::ranges::stable_sort(document.changes, {}, [](const auto& change) { return change.findings.empty(); });
        document.outputs.push_back({"url", "a", "b", false});
        document.changedOutputs = 1;
        const QString text = QString::fromStdString(report::markdown(document));
        QVERIFY(text.size() <= int(report::commentLimit));
        const QStringList headings =
            text.split(u'\n').filter(QRegularExpression(QStringLiteral("^(#|<details><summary><b>)")));
        QCOMPARE(headings.join(u'\n'),
                 QStringLiteral(
                     "### Plan: no resource changes, 1 output changes\n#### Changes (503)\n##### With findings (1)\n"
                     "##### Destroy (3)\n##### Replace (299)\n<details><summary><b>Update "
                     "(200)</b></summary>\n#### Outputs (1)"));
        QCOMPARE(text.count(QStringLiteral("x_y.new&#91;")), 300); // all addresses
        QVERIFY(text.contains(QStringLiteral("<summary>± 298 × <code>x_y.new</code> replace</summary>")));
        QCOMPARE(text.count(QStringLiteral("+ a = same # forces replacement")), 2);
        QCOMPARE(text.count(QStringLiteral("x_y.gone&#91;")), 3); // one by one
        QVERIFY(text.contains(QStringLiteral("- url = a\n+ url = b\n")));
        // Of twice as many, the number of those without attributes is known.
        for (int i = 0; i < 400; ++i)
            add(report::Kind::Update, "x_y.w", i, "value " + std::string(100, 'x') + std::to_string(i));
        const QString longer = QString::fromStdString(report::markdown(document));
        QVERIFY(longer.size() <= int(report::commentLimit));
        const auto note =
            QRegularExpression(QStringLiteral("> To stay within the size limit, the attributes of (\\d+) of "
                                              "903 changes are omitted\\.\n"))
                .match(longer);
        QVERIFY2(note.hasMatch(), qPrintable(longer.left(300)));
        QCOMPARE(longer.count(QStringLiteral("- ~ <code>")), note.captured(1).toInt());
        QVERIFY(longer.contains(QStringLiteral("- url = a\n+ url = b\n"))); // short, although it is at the end
    }

    void changesWithFindingsAreFirst() {
        plans::Plan plan;
        const Value nothing = Value::null(values::Type::dynamic());
        for (const char* address : {"x_y.a", "x_y.b", "x_y.c"})
            plan.changes.add(change(at(address), Action::Create, nothing, Value::object({{"n", Value::string("v")}})));
        plan.changes.add(change(at("x_y.d"), Action::Delete, Value::object({{"n", Value::string("v")}}), nothing));
        const auto finding = [&](const char* address, risk::Severity severity) {
            risk::Finding found;
            found.severity = severity;
            found.title = "Risk";
            found.address = at(address);
            return found;
        };
        const std::vector<risk::Finding> findings{finding("x_y.c", risk::Severity::High),
                                                  finding("x_y.b", risk::Severity::Low)};
        const report::Document document = report::documentOf(plan, masking::secretsInExports(plan), findings, {});
        QStringList order;
        for (const report::ReportChange& one : document.changes)
            order.append(QString::fromStdString(one.address));
        QCOMPARE(order.join(u' '), QStringLiteral("x_y.c x_y.b x_y.d x_y.a"));
    }

    /// Changes outside of OpenTofu are not planned.
    void describesDriftInItsOwnWords() {
        plans::Plan plan;
        const auto object = [](bool dns) { return Value::object({{"dns", Value::boolean(dns)}}); };
        const auto named = [](const char* name) { return Value::object({{"name", Value::string(name)}}); };
        plan.drift.push_back(change(at("aws_vpc.same"), Action::Update, named(""),
                                    Value::object({{"name", Value::null(values::Type::string())}})));
        plan.drift.push_back(change(at("aws_vpc.other"), Action::Update, object(true), object(false)));
        plan.drift.push_back(
            change(at("aws_vpc.lost"), Action::Delete, object(true), Value::null(values::Type::dynamic())));
        plan.changes.add(
            change(at("aws_vpc.lost"), Action::Create, Value::null(values::Type::dynamic()), object(true)));
        const QString markdown = QString::fromStdString(report::exported(plan, Format::Markdown, {}));
        QVERIFY2(markdown.contains(QStringLiteral("− <code>aws_vpc.lost</code> gone<")), qPrintable(markdown));
        QVERIFY2(markdown.contains(QStringLiteral("~ <code>aws_vpc.other</code> changed<")), qPrintable(markdown));
        // As in the window: deleted objects first, what the plan does about them, and none that is the same in effect.
        QVERIFY(markdown.contains(QStringLiteral("#### Drift (2)")));
        QVERIFY(markdown.indexOf(QStringLiteral("aws_vpc.lost</code> gone")) <
                markdown.indexOf(QStringLiteral("aws_vpc.other</code> changed")));
        QVERIFY(markdown.contains(QStringLiteral("This plan creates it again.")));
        QVERIFY(!markdown.contains(QStringLiteral("aws_vpc.same")));
        const QString page = QString::fromStdString(report::exported(plan, Format::Html, {}));
        QVERIFY2(page.contains(QStringLiteral("aws_vpc.lost</span> <span class=\"dim\">gone<")),
                 qPrintable(page.mid(page.indexOf(QStringLiteral("<h1>")))));
        QVERIFY(page.contains(QStringLiteral("aws_vpc.other</span> <span class=\"dim\">changed<")));
    }

    void notesChangesThatAreNotApplied() {
        plans::Plan plan = bigPlan(2);
        plan.options.excludes.push_back(at("aws_s3_bucket.logs[0]"));
        const std::string note = "1 planned change is not applied";
        const std::string counts = report::countsText(report::documentOf(plan, {}, {}));
        QVERIFY(report::exported(plan, Format::Markdown, {}).find(note) == std::string::npos);
        plan.notApplied.push_back(at("aws_s3_bucket.logs[0]"));
        for (const Format format : {Format::Markdown, Format::Html}) {
            const std::string text = report::exported(plan, format, {});
            QVERIFY2(text.find(note) != std::string::npos, text.c_str());
            QVERIFY2(text.find("Not applied, because it is excluded. Planned") != std::string::npos, text.c_str());
        }
        const report::Document document = report::documentOf(plan, {}, {});
        QVERIFY2(report::countsText(document) != counts, counts.c_str());
        QCOMPARE(document.notApplied, std::size_t(1));
        QCOMPARE(QString::fromStdString(document.changes.back().address), QStringLiteral("aws_s3_bucket.logs[0]"));
        QVERIFY(report::exported(plan, Format::Json, {}).find("\"applied\":false") != std::string::npos);
        QVERIFY(report::exported(plan, Format::Text, {}).find(", not applied\n") != std::string::npos);
    }

    void countsWhatIsOnlyDestroyed() {
        plans::Plan plan;
        const auto object = [](const char* name) { return Value::object({{"name", Value::string(name)}}); };
        plan.changes.add(change(at("aws_vpc.a"), Action::DeleteThenCreate, object("a"), object("b")));
        QCOMPARE(report::countsText(report::documentOf(plan, {}, {})), std::string("1 replace"));
        plan.onlyDestroyed.push_back(at("aws_vpc.a"));
        QCOMPARE(report::countsText(report::documentOf(plan, {}, {})), std::string("1 destroy"));
        const std::string text = report::exported(plan, Format::Text, {});
        QVERIFY2(text.find("aws_vpc.a destroy, not created again") != std::string::npos, text.c_str());
    }

    void countsOutputsAndNotWhatDiffersInThem() {
        plans::Plan plan;
        const Value before =
            Value::object({{"a", Value::string("1")}, {"b", Value::string("1")}, {"c", Value::string("1")}});
        const Value after =
            Value::object({{"a", Value::string("2")}, {"b", Value::string("2")}, {"c", Value::string("2")}});
        for (const char* name : {"one", "two"})
            plan.changes.add(plans::OutputChange{{}, name, {Action::Update, before, after, {}, {}, {}, {}}, false});
        for (const Format format : {Format::Markdown, Format::Html}) {
            const std::string text = report::exported(plan, format, {});
            QVERIFY2(text.find("Outputs (2)") != std::string::npos, text.c_str());
            QVERIFY(text.find("two.c") != std::string::npos);
        }
        const std::string cut = report::exported(plan, Format::Markdown, {}, 170);
        QVERIFY2(cut.find("2 changed outputs") != std::string::npos, cut.c_str());
    }

    void printsNoSecret_data() { allFormats(); }
    void printsNoSecret() {
        QFETCH(int, format);
        const std::string text = hostileText(format);
        for (const char* hidden : {secret, "old-one", "new-one-longer", "czNjcmV0", "s3cret"})
            QVERIFY2(text.find(hidden) == std::string::npos, hidden);
    }

    void isWellFormed_data() {
        QTest::addColumn<int>("format");
        QTest::newRow("html") << int(Format::Html);
        QTest::newRow("svg") << int(Format::Svg);
    }
    void isWellFormed() {
        QFETCH(int, format);
        QXmlStreamReader reader(QByteArray::fromStdString(exportedAs(Format(format))));
        QStringList elements;
        QString told;
        while (!reader.atEnd()) {
            reader.readNext();
            if (reader.isStartElement()) {
                elements.append(reader.name().toString());
                for (const QXmlStreamAttribute& attribute : reader.attributes()) {
                    QVERIFY2(!attribute.name().startsWith(QStringLiteral("on")),
                             qPrintable(attribute.name().toString()));
                    QVERIFY(attribute.name() != QStringLiteral("src") && attribute.name() != QStringLiteral("href"));
                }
            } else if (reader.isCharacters()) {
                told += reader.text();
            }
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QCOMPARE(elements.count(QStringLiteral("script")), Format(format) == Format::Html ? 1 : 0);
        if (Format(format) == Format::Html) {
            QVERIFY(told.contains(QStringLiteral("<script>alert(1)</script>"))); // as text
            QVERIFY(elements.count(QStringLiteral("details")) >= 5);
        }
    }

    void htmlLoadsNothing() {
        const QString text = QString::fromStdString(exportedAs(Format::Html));
        QVERIFY(text.contains(QStringLiteral("default-src &#39;none&#39;")));
        QVERIFY(!text.contains(QStringLiteral("unsafe-inline")));
        QVERIFY(!text.contains(QRegularExpression(QStringLiteral("url\\(|@import|<link|<img|<iframe"))));
    }

    void markdownKeepsTextOfOthersText() {
        const QString text = QString::fromStdString(exportedAs(Format::Markdown));
        // Outside of fences, all of it is escaped.
        QString outside;
        QString fence;
        for (const QString& line : text.split(u'\n')) {
            static const QRegularExpression fencePattern(QStringLiteral("^(`{3,})(diff)?$"));
            const QRegularExpressionMatch match = fencePattern.match(line);
            if (match.hasMatch() && (fence.isEmpty() || match.captured(1) == fence))
                fence = fence.isEmpty() ? match.captured(1) : QString();
            else if (fence.isEmpty())
                outside += line + u'\n';
        }
        QVERIFY(fence.isEmpty());
        for (const char* active : {"<script", "`", "](", "@all", "#1 ", "|", "${"})
            QVERIFY2(!outside.contains(QString::fromLatin1(active)), active);
        QCOMPARE(outside.count(QStringLiteral("<details>")), outside.count(QStringLiteral("</details>")));
        QVERIFY(text.contains(QStringLiteral("- ami = \"a-1\"\n+ ami = \"a-2\" # forces replacement")));
    }

    void markdownDegradesByLimit_data() {
        QTest::addColumn<int>("limit");
        QTest::addColumn<QString>("has");
        QTest::addColumn<QString>("hasNot");
        QTest::newRow("all") << 10000000 << QStringLiteral("+ bucket = \"bucket number 499\"")
                             << QStringLiteral("left out");
        QTest::newRow("summaries") << 65536 << QStringLiteral("logs&#91;499&#93;")
                                   << QStringLiteral("+ bucket = \"bucket number 499\"");
        QTest::newRow("counts") << 4000 << QStringLiteral("497 create") << QStringLiteral("logs&#91;499&#93;");
        QTest::newRow("hardly anything") << 40 << QStringLiteral("3 destroy") << QStringLiteral("logs");
    }
    void markdownDegradesByLimit() {
        QFETCH(int, limit);
        QFETCH(QString, has);
        QFETCH(QString, hasNot);
        const plans::Plan plan = bigPlan(500);
        const std::vector<risk::Finding> findings = risk::findings(plan, risk::builtInRules());
        const std::string text = report::exported(plan, Format::Markdown, findings, std::size_t(limit));
        QVERIFY(report::lengthOf(text) <= std::size_t(limit));
        const QString shown = QString::fromStdString(text);
        QVERIFY2(shown.contains(has), qPrintable(shown.left(2000)));
        QVERIFY(!shown.contains(hasNot));
        if (limit == 65536) // the space that is left is used for attributes
            QVERIFY(shown.contains(QStringLiteral("+ bucket =")) && report::lengthOf(text) > 60000);
        if (limit >= 4000) // destroys and findings are always included
            for (const char* worst : {"logs&#91;0&#93;", "logs&#91;2&#93;", "Object store destroyed"})
                QVERIFY2(shown.contains(QString::fromLatin1(worst)), worst);
        if (limit == 4000)
            QVERIFY2(shown.contains(QStringLiteral("more changes")), qPrintable(shown));
    }

    void cutsWholeCharacters_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("length");
        QTest::addColumn<QByteArray>("cut");
        QTest::newRow("fits") << QByteArray("äöü") << 3 << QByteArray("äöü");
        QTest::newRow("too long") << QByteArray("äöü") << 2 << QByteArray("ä…");
        QTest::newRow("one") << QByteArray("äöü") << 1 << QByteArray("…");
        QTest::newRow("none") << QByteArray("äöü") << 0 << QByteArray();
    }
    void cutsWholeCharacters() {
        QFETCH(QByteArray, text);
        QFETCH(int, length);
        QTEST(QByteArray::fromStdString(report::shortened(text.toStdString(), std::size_t(length))), "cut");
    }

    void findingsAreInEveryReport() {
        for (const Format format : {Format::Html, Format::Markdown})
            QVERIFY(exportedAs(format).find("Object store destroyed") != std::string::npos);
        for (const Format format : {Format::Svg, Format::Mermaid, Format::Dot})
            QVERIFY(exportedAs(format).find("⚠") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestExports)
#include "tst_exports.moc"
