// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/aws/arn.h"
#include "core/cloud/aws/endpoints.h"
#include "core/cloud/aws/expiry.h"
#include "core/cloud/aws/profiles.h"
#include "core/cloud/aws/session.h"
#include "core/cloud/aws/signature.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace planlens;

namespace aws = cloud::aws;

namespace {

aws::Time timeOf(const char* text) {
    return *aws::parseExpiry(text);
}

QString printed(const aws::Section* section) {
    if (!section)
        return QStringLiteral("none");
    QStringList parts;
    for (const auto& [key, value] : *section)
        parts.append(QString::fromStdString(key + "=" + value));
    return parts.join(QStringLiteral(", "));
}

} // namespace

/// Signatures, profiles and addresses of AWS.
class TestAws final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The example of the documentation of AWS.
    void signsAsDocumented() {
        cloud::http::Request request;
        request.method = "GET";
        request.url = "https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08";
        request.headers = {"Content-Type: application/x-www-form-urlencoded; charset=utf-8"};
        aws::sign(request, {"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", {}, {}}, {"iam", "us-east-1"},
                  timeOf("2015-08-30T12:36:00Z"));
        QCOMPARE(QString::fromStdString(request.headers.back()),
                 QStringLiteral("Authorization: AWS4-HMAC-SHA256 "
                                "Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, "
                                "SignedHeaders=content-type;host;x-amz-date, "
                                "Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7"));
    }

    void sortsSignedHeadersByNameAlone() {
        cloud::http::Request request;
        request.method = "PUT";
        request.url = "https://b.s3.eu-west-1.amazonaws.com/k";
        request.headers = {"X-Amz-Server-Side-Encryption-Aws-Kms-Key-Id: k", "X-Amz-Server-Side-Encryption: aws:kms"};
        aws::sign(request, {"A", "S", "T", {}}, {"s3", "eu-west-1"}, timeOf("2024-01-02T03:04:05Z"));
        const QString header = QString::fromStdString(request.headers.back());
        QVERIFY2(header.contains(QStringLiteral(
                     "SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token;x-amz-server-side-"
                     "encryption;x-amz-server-side-encryption-aws-kms-key-id,")),
                 qPrintable(header));
    }

    void readsProfiles_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("section");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* text, const char* section, const char* expected) {
            QTest::newRow(name) << QByteArray(text) << QString(section) << QString(expected);
        };
        row("keys in any case", "[a]\nRegion = eu\nX=1", "a", "region=eu, x=1");
        row("comments", "# a\n[a] # b\n; c\nx = 1 # d\ny = 2;e\nz = 3\t; f", "a", "x=1, y=2;e, z=3");
        row("blanks in the name", "[  profile \t a b ]\nx = 1", "profile a b", "x=1");
        row("colon", "[a]\nx : 1=2", "a", "x=1=2");
        row("group", "[a]\ns3 =\n  endpoint_url = http://x # y\n  z = 1\nb = 2", "a",
            "b=2, s3=, s3.endpoint_url=http://x # y, s3.z=1");
        row("indented key without a group", "[a]\nx = 1\n  y = 2 # c", "a", "x=1, y=2");
        row("before a section", "x = 1\n[a]\ny = 2", "a", "y=2");
        row("no separator", "[a]\nx\ny = 2", "a", "y=2");
        row("section in two parts", "[a]\nx = 1\n[b]\n[a]\nx = 2\ny = 3", "a", "x=2, y=3");
        row("Windows line ends", "[a]\r\nx = 1\r\n", "a", "x=1");
        row("no such section", "[a]", "b", "none");
    }
    void readsProfiles() {
        QFETCH(QByteArray, text);
        QFETCH(QString, section);
        const auto sections = aws::parseProfileFile(text.toStdString());
        const auto it = sections.find(section.toStdString());
        QTEST(printed(it == sections.end() ? nullptr : &it->second), "expected");
    }

    void mergesProfileFiles() {
        QTemporaryDir folder;
        const auto file = [&](const char* name, const QByteArray& text) {
            QFile out(folder.filePath(QString::fromLatin1(name)));
            if (out.open(QIODevice::WriteOnly))
                out.write(text);
            return std::filesystem::path(out.fileName().toStdString());
        };
        const aws::ProfileFiles files{
            {file("config", "[default]\nregion = eu\n[profile default]\nregion = us\n[a]\nx = 1\n[profile b]\n"
                            "aws_access_key_id = C\naws_secret_access_key = C\naws_session_token = C\n"
                            "credential_process = run\n[sso-session s]\nsso_region = eu\n"),
             file("second", "[profile b]\nregion = second\n")},
            {file("credentials", "[b]\naws_access_key_id = D\naws_secret_access_key = D\ncredential_process = other\n"
                                 "[profile c]\nx = 1\n")}};
        const auto profiles = aws::Profiles::read(files);
        QCOMPARE(printed(profiles.profile("default")), QStringLiteral("region=us"));
        QCOMPARE(printed(profiles.profile("a")), QStringLiteral("none")); // no "profile" before the name
        QCOMPARE(
            printed(profiles.profile("b")),
            QStringLiteral("aws_access_key_id=D, aws_secret_access_key=D, credential_process=other, region=second"));
        QCOMPARE(printed(profiles.profile("c")), QStringLiteral("none"));
        QCOMPARE(printed(profiles.ssoSession("s")), QStringLiteral("sso_region=eu"));
        QCOMPARE(profiles.credentialProcess("b"), std::string("run")); // of the config file only
    }

    void namesEndpoints_data() {
        QTest::addColumn<int>("service");
        QTest::addColumn<QString>("region");
        QTest::addColumn<bool>("isDualStack");
        QTest::addColumn<bool>("isFips");
        using aws::Service;
        const auto row = [](const char* url, Service service, const char* region, bool isDualStack, bool isFips) {
            QTest::newRow(url) << static_cast<int>(service) << QString(region) << isDualStack << isFips;
        };
        row("https://s3.eu-west-1.amazonaws.com", Service::S3, "eu-west-1", false, false);
        row("https://s3.cn-north-1.amazonaws.com.cn", Service::S3, "cn-north-1", false, false);
        row("https://s3.dualstack.eu-west-1.amazonaws.com", Service::S3, "eu-west-1", true, false);
        row("https://s3-fips.us-east-1.amazonaws.com", Service::S3, "us-east-1", false, true);
        row("https://s3-fips.dualstack.us-gov-west-1.amazonaws.com", Service::S3, "us-gov-west-1", true, true);
        row("https://s3.us-isob-east-1.sc2s.sgov.gov", Service::S3, "us-isob-east-1", false, false);
        row("https://dynamodb.eu-west-1.api.aws", Service::DynamoDb, "eu-west-1", true, false);
        row("https://dynamodb.us-gov-east-1.amazonaws.com", Service::DynamoDb, "us-gov-east-1", false, true);
        row("https://sts.eusc-de-east-1.amazonaws.eu", Service::Sts, "eusc-de-east-1", false, false);
        row("https://sts-fips.us-west-2.amazonaws.com", Service::Sts, "us-west-2", false, true);
        row("https://iam.amazonaws.com", Service::Iam, "eu-west-1", false, false);
        row("https://iam.us-gov.amazonaws.com", Service::Iam, "us-gov-west-1", false, false);
        row("https://portal.sso.eu-west-1.amazonaws.com", Service::Sso, "eu-west-1", false, false);
        row("https://kms.eu-west-1.amazonaws.com", Service::Kms, "eu-west-1", false, false);
        row("https://kms-fips.us-gov-west-1.api.aws", Service::Kms, "us-gov-west-1", true, true);
        row("https://kms.cn-north-1.amazonaws.com.cn", Service::Kms, "cn-north-1", false, false);
        row("https://oidc.eu-west-1.amazonaws.com", Service::SsoOidc, "eu-west-1", false, false);
    }
    void namesEndpoints() {
        QFETCH(int, service);
        QFETCH(QString, region);
        QFETCH(bool, isDualStack);
        QFETCH(bool, isFips);
        QCOMPARE(aws::defaultEndpoint(static_cast<aws::Service>(service), region.toStdString(), {isDualStack, isFips}),
                 std::string(QTest::currentDataTag()));
    }

    void readsAccountsOfArns() {
        QCOMPARE(aws::accountOfArn("arn:aws:iam::123456789012:user/x"), std::string("123456789012"));
        QCOMPARE(aws::accountOfArn("arn:aws:iam"), std::string());
    }

    void checksArns() {
        QCOMPARE(aws::arnProblem("arn:aws:iam::123456789012:policy/a:b"), std::string());
        QCOMPARE(aws::arnResource("arn:aws:iam::123456789012:policy/a:b"), std::string("policy/a:b"));
        QCOMPARE(aws::arnProblem("x:aws:iam::1:policy/a"), std::string("arn: invalid prefix"));
        QCOMPARE(aws::arnProblem("arn:aws:iam::1"), std::string("arn: not enough sections"));
    }
};

QTEST_APPLESS_MAIN(TestAws)
#include "tst_aws.moc"
