// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/target.h"
#include "core/configs/load.h"
#include "core/findings/matching.h"
#include "core/findings/read.h"
#include "core/plans/changes.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

using namespace planlens;
using findings::ScannerFinding;

namespace {

constexpr const char* files[] = {"sarif.json", "checkov.json", "trivy.json", "conftest.json"};

QByteArray contentsOf(const QString& name) {
    QFile file(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/core/findings/data/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::vector<ScannerFinding> readAll(const char* name) {
    const auto read = findings::readFindings(contentsOf(QLatin1String(name)).toStdString(), name);
    return read.value ? *read.value : std::vector<ScannerFinding>();
}

QString printed(const std::vector<ScannerFinding>& all) {
    QString text;
    for (const ScannerFinding& one : all)
        text += QString::fromStdString(one.tool + " | " + one.rule + " | " + std::string(risk::name(one.severity)) +
                                       " | " + one.title + " | " + one.detail + " | " + one.link + " | " +
                                       one.resource + " | " + one.file + ":" + std::to_string(one.line) + "\n");
    return text;
}

plans::Changes changesOf(std::initializer_list<const char*> addresses) {
    plans::Changes changes;
    for (const char* address : addresses) {
        auto change = std::make_shared<plans::ResourceInstanceChange>();
        change->address = change->previousAddress = *addrs::readAbsResourceInstance(address);
        change->change.action = plans::Action::Create;
        changes.add(change);
    }
    return changes;
}

constexpr const char* rootFile = R"(resource "aws_s3_bucket" "web" {
  count = 2
  acl   = "public-read"
}

module "net" {
  source   = "./modules/net"
  for_each = toset(["a", "b"])
}
)";
constexpr const char* moduleFile = R"(
resource "aws_s3_bucket" "logs" {
  lifecycle {
  }
}
)";

constexpr const char* modulesFile =
    R"({"Modules":[{"Key":"","Source":"","Dir":"."},{"Key":"net","Source":"./modules/net","Dir":"modules/net"}]})";

/// Returns the folder infra/prod of a repository.
QString folder() {
    static const QTemporaryDir repository;
    const QString made = repository.filePath(QStringLiteral("infra/prod"));
    const auto write = [&](const char* name, const char* content) {
        QFile file(made + u'/' + QLatin1String(name));
        QDir().mkpath(QFileInfo(file).path());
        if (file.open(QIODevice::WriteOnly))
            file.write(content);
    };
    write("main.tf", rootFile);
    write("modules/net/main.tf", moduleFile);
    write(".terraform/modules/modules.json", modulesFile);
    return made;
}

findings::Blocks blocks() {
    configs::LoadOptions options;
    options.directory = folder().toStdString();
    options.dataDirectory = ".terraform";
    const auto config = configs::load(options);
    return config.value ? findings::Blocks(**config.value) : findings::Blocks();
}

const plans::Changes& changes() {
    static const plans::Changes made =
        changesOf({"aws_s3_bucket.web[0]", "aws_s3_bucket.web[1]", "module.net[\"a\"].aws_s3_bucket.logs",
                   "module.net[\"b\"].aws_s3_bucket.logs"});
    return made;
}

QString matchedText(const char* file) {
    QString text;
    for (const risk::Finding& one : findings::matched(readAll(file), changes(), blocks()))
        text += QString::fromStdString(one.rule + " → " + (one.address ? one.address->toString() : "?" + one.subject) +
                                       "\n");
    return text;
}

} // namespace

class TestFindings final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsEachFormat_data() {
        QTest::addColumn<QString>("expected");
        QTest::newRow("sarif.json") << QStringLiteral(
            "tfsec | aws-s3-no-public-acl | high | Buckets must not be public | The bucket is public. | "
            "https://example.org/aws-s3-no-public-acl |  | main.tf:3\n"
            "tfsec | aws-s3-logging | low | Buckets should log | Bucket logs does not log. |  | "
            "module.net[\"a\"].aws_s3_bucket.logs | :0\n");
        QTest::newRow("checkov.json") << QStringLiteral(
            "checkov | CKV_AWS_20 | high | Ensure the bucket does not allow READ permissions to everyone |  | "
            "https://example.org/CKV_AWS_20 | aws_s3_bucket.web[0] | /plan.json:0\n"
            "checkov | CKV_AWS_18 | medium | Ensure the bucket has access logging enabled |  |  | "
            "module.net.aws_s3_bucket.logs | /modules/net/main.tf:2\n");
        QTest::newRow("trivy.json") << QStringLiteral(
            "trivy | AVD-AWS-0088 | high | Unencrypted S3 bucket | Bucket does not have encryption enabled Configure "
            "bucket encryption | https://example.org/avd-aws-0088 | aws_s3_bucket.web | main.tf:1\n");
        QTest::newRow("conftest.json") << QStringLiteral(
            "conftest | REGION | high | The region is not allowed |  |  | aws_s3_bucket.gone | :0\n"
            "conftest | main | medium | aws_s3_bucket.web[0]: the tag Owner is missing. |  |  |  | :0\n");
    }
    void readsEachFormat() {
        QFETCH(QString, expected);
        QCOMPARE(printed(readAll(QTest::currentDataTag())), expected);
    }

    /// A namespace of conftest, or another rule, is not a title.
    void shortensLongMessagesToTitles() {
        const std::string message =
            "aws_instance.web: the AMI is not approved by the platform team and must be taken from "
            "the golden image pipeline before Friday, or else it is replaced";
        const auto read = findings::readFindings(
            "[{\"filename\":\"plan.json\",\"namespace\":\"main\",\"failures\":[{\"msg\":\"" + message + "\"}]}]",
            "f.json");
        QVERIFY(read.value && read.value->size() == 1);
        const std::string& title = read.value->front().title;
        QVERIFY2(title.starts_with("aws_instance.web: the AMI is not approved") && title.ends_with("…"), title.c_str());
        QVERIFY(title.size() <= 123);
        QCOMPARE(read.value->front().detail, message);
    }

    void findsObjectsOfThePlan_data() {
        QTest::addColumn<QString>("expected");
        QTest::newRow("sarif.json") << QStringLiteral("aws-s3-no-public-acl → aws_s3_bucket.web[0]\n"
                                                      "aws-s3-no-public-acl → aws_s3_bucket.web[1]\n"
                                                      "aws-s3-logging → module.net[\"a\"].aws_s3_bucket.logs\n");
        QTest::newRow("checkov.json") << QStringLiteral("CKV_AWS_20 → aws_s3_bucket.web[0]\n"
                                                        "CKV_AWS_18 → module.net[\"a\"].aws_s3_bucket.logs\n"
                                                        "CKV_AWS_18 → module.net[\"b\"].aws_s3_bucket.logs\n");
        QTest::newRow("trivy.json") << QStringLiteral("AVD-AWS-0088 → aws_s3_bucket.web[0]\n"
                                                      "AVD-AWS-0088 → aws_s3_bucket.web[1]\n");
        QTest::newRow("conftest.json") << QStringLiteral("REGION → ?aws_s3_bucket.gone\n"
                                                         "main → aws_s3_bucket.web[0]\n");
    }
    void findsObjectsOfThePlan() {
        QFETCH(QString, expected);
        QCOMPARE(matchedText(QTest::currentDataTag()), expected);
    }

    void findsTheBlockOfALine_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<int>("line");
        QTest::addColumn<QByteArray>("resource");
        QTest::newRow("first line") << QByteArray("main.tf") << 1 << QByteArray("aws_s3_bucket.web");
        QTest::newRow("last line") << QByteArray("main.tf") << 4 << QByteArray("aws_s3_bucket.web");
        QTest::newRow("after the block") << QByteArray("main.tf") << 5 << QByteArray();
        QTest::newRow("in a module") << QByteArray("./modules/net/main.tf") << 3
                                     << QByteArray("module.net.aws_s3_bucket.logs");
        QTest::newRow("with a leading slash")
            << QByteArray("/modules/net/main.tf") << 3 << QByteArray("module.net.aws_s3_bucket.logs");
        QTest::newRow("absolute") << (folder().toUtf8() + "/main.tf") << 1 << QByteArray("aws_s3_bucket.web");
        QTest::newRow("from the repository")
            << QByteArray("infra/prod/main.tf") << 1 << QByteArray("aws_s3_bucket.web");
        QTest::newRow("URI") << ("file://" + folder().toUtf8() + "/modules%2Fnet/main.tf") << 3
                             << QByteArray("module.net.aws_s3_bucket.logs");
        QTest::newRow("another folder") << QByteArray("modules/other/main.tf") << 1 << QByteArray();
        QTest::newRow("up and down") << QByteArray("modules/../main.tf") << 1 << QByteArray("aws_s3_bucket.web");
    }
    void findsTheBlockOfALine() {
        QFETCH(QByteArray, file);
        QFETCH(int, line);
        QFETCH(QByteArray, resource);
        const auto found = blocks().at(file.toStdString(), std::uint32_t(line));
        QCOMPARE(found ? QByteArray::fromStdString(found->toString()) : QByteArray(), resource);
    }

    void rejectsOtherDocuments_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("<html>");
        QTest::newRow("empty object") << QByteArray("{}");
        QTest::newRow("empty list") << QByteArray("[]");
        QTest::newRow("a plan") << QByteArray(R"({"format_version":"1.2","resource_changes":[]})");
        QTest::newRow("deep") << QByteArray(100000, '[') + QByteArray(100000, ']');
        QTest::newRow("invalid UTF-8") << QByteArray("{\"version\":\"2.1.0\",\"runs\":[\"\xff\"]}");
    }
    void rejectsOtherDocuments() {
        QFETCH(QByteArray, text);
        const auto read = findings::readFindings(text.toStdString(), "f.json");
        QVERIFY(!read.value);
        QVERIFY(read.hasErrors());
    }

    void limitsNumberAndLength() {
        QByteArray results;
        for (std::size_t i = 0; i < findings::mostFindings + 5; ++i)
            results += QByteArray(i ? "," : "") + R"({"ruleId":"r","message":{"text":"m"}})";
        auto read = findings::readFindings(
            (R"({"version":"2.1.0","runs":[{"results":[)" + results + "]}]}").toStdString(), "f.json");
        QVERIFY(read.value);
        QCOMPARE(read.value->size(), findings::mostFindings);
        QCOMPARE(read.diagnostics.size(), std::size_t(1));
        read = findings::readFindings((R"({"version":"2.1.0","runs":[{"results":[{"message":{"text":")" +
                                       QByteArray("ä").repeated(100000) + R"("}}]}]})")
                                          .toStdString(),
                                      "f.json");
        QVERIFY(read.value && read.value->size() == 1);
        QVERIFY(read.value->front().detail.size() <= findings::longestText + 3);
        QVERIFY(!findings::readFindings(std::string(findings::largestFile + 1, ' '), "f.json").value);
    }

    /// Every prefix, and random changes of bytes with a fixed seed.
    void survivesDamagedFiles() {
        QRandomGenerator random(7);
        for (const char* name : files) {
            const QByteArray whole = contentsOf(QLatin1String(name));
            for (qsizetype size = 0; size < whole.size(); size += 7)
                (void)findings::readFindings(whole.left(size).toStdString(), name);
            for (int round = 0; round < 3000; ++round) {
                QByteArray damaged = whole;
                for (int i = 0; i < 3; ++i) {
                    constexpr char bytes[] = "{}[],:\"0-enul\\\x00\xff ";
                    damaged[random.bounded(int(damaged.size()))] = bytes[random.bounded(int(sizeof bytes - 1))];
                }
                const auto read = findings::readFindings(damaged.toStdString(), name);
                if (read.value)
                    (void)findings::matched(*read.value, changes(), {});
                else
                    QVERIFY(read.hasErrors());
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestFindings)
#include "tst_findings.moc"
