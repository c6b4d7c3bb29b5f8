// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/provider.h"
#include "core/addrs/provider_version.h"

#include <QTest>

using namespace planlens;

class TestProviderVersion final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void impliesNormalizedProviders_data() {
        QTest::addColumn<QString>("localName");
        QTest::addColumn<QString>("provider");
        QTest::newRow("lower case") << "aws"
                                    << "registry.opentofu.org/hashicorp/aws";
        QTest::newRow("upper case") << "AwsCC"
                                    << "registry.opentofu.org/hashicorp/awscc";
        QTest::newRow("letters beyond ASCII")
            << QString::fromUtf8("Ünit") << QString::fromUtf8("registry.opentofu.org/hashicorp/ünit");
        QTest::newRow("built in") << "terraform"
                                  << "terraform.io/builtin/terraform";
        QTest::newRow("not a provider name") << "a--B"
                                             << "registry.opentofu.org/hashicorp/a--B";
    }
    void impliesNormalizedProviders() {
        QFETCH(QString, localName);
        QFETCH(QString, provider);
        QCOMPARE(QString::fromStdString(addrs::Provider::implied(localName.toStdString()).toString()), provider);
    }

    void readsVersions_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wanted");
        QTest::newRow("1.2.3") << "1.2.3"
                               << "1.2.3";
        QTest::newRow("1.2") << "1.2"
                             << "1.2.0";
        QTest::newRow("1") << "1"
                           << "1.0.0";
        QTest::newRow("v1.2.3") << "v1.2.3"
                                << "a \"v\" prefix should not be used";
        QTest::newRow("1.2.3-beta.1+b5") << "1.2.3-beta.1+b5"
                                         << "1.2.3-beta.1+b5";
        QTest::newRow("nothing") << ""
                                 << "empty specification";
        QTest::newRow(" 1.2.3") << " 1.2.3"
                                << "extraneous spaces at start of specification";
        QTest::newRow("1.2.3 ") << "1.2.3 "
                                << "extraneous spaces at end of specification";
        QTest::newRow(">= 1.2.3") << ">= 1.2.3"
                                  << "can't use constraint operator \">=\"; an exact version is required";
        QTest::newRow("1.2.3, 1.2.4") << "1.2.3, 1.2.4"
                                      << "can't specify multiple versions; a single exact version is required";
        QTest::newRow("1.2.3.4") << "1.2.3.4"
                                 << "too many numbered portions; only three are allowed (major, minor, patch)";
        QTest::newRow("1.2.x") << "1.2.x"
                               << "can't use wildcard for patch number; an exact version is required";
        QTest::newRow("abc")
            << "abc"
            << "invalid specification; required format is three positive integers separated by periods";
        QTest::newRow("1.2.3 - 1.3") << "1.2.3 - 1.3"
                                     << "can't specify version range; a single exact version is required";
        QTest::newRow("1.2.3foo") << "1.2.3foo"
                                  << "invalid characters \"foo\"";
        QTest::newRow("01.2.3") << "01.2.3"
                                << "1.2.3";
    }
    void readsVersions() {
        QFETCH(QString, text);
        QFETCH(QString, wanted);
        const auto version = addrs::parseProviderVersion(text.toStdString());
        QCOMPARE(QString::fromStdString(version ? version->toString() : version.error()), wanted);
    }

    void readsConstraints_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("canonical");
        QTest::addColumn<QString>("allowed");
        QTest::newRow("~> 3.1") << "~> 3.1"
                                << "~> 3.1"
                                << "3.1.0 3.2.0 3.3.1";
        QTest::newRow(">= 1.0, < 2.0.0") << ">= 1.0, < 2.0.0"
                                         << ">= 1.0.0, < 2.0.0"
                                         << "1.0.0 1.2.0 1.5.0";
        QTest::newRow("<2,>=1,>=1.0.0") << "<2,>=1,>=1.0.0"
                                        << ">= 1.0.0, < 2.0.0"
                                        << "1.0.0 1.2.0 1.5.0";
        QTest::newRow("~> 2") << "~> 2"
                              << "~> 2.0"
                              << "2.0.0 2.1.9";
        QTest::newRow("~> 2.1.4-beta") << "~> 2.1.4-beta"
                                       << "~> 2.1.4-beta"
                                       << "2.1.9";
        QTest::newRow("!= 1.5.0, ~> 1.2") << "!= 1.5.0, ~> 1.2"
                                          << "~> 1.2, != 1.5.0"
                                          << "1.2.0";
        QTest::newRow("= 3.2.0") << "= 3.2.0"
                                 << "3.2.0"
                                 << "3.2.0";
        QTest::newRow("1.0.0-beta1") << "1.0.0-beta1"
                                     << "1.0.0-beta1"
                                     << "1.0.0-beta1";
        QTest::newRow("> 1.0.0+build, >= 1") << "> 1.0.0+build, >= 1"
                                             << ">= 1.0.0, > 1.0.0+build"
                                             << "1.2.0 1.5.0 2.0.0 2.1.9 3.1.0 3.2.0 3.3.1";
        QTest::newRow("nothing") << ""
                                 << ""
                                 << "0.9.0 1.0.0 1.2.0 1.5.0 2.0.0 2.1.9 3.1.0 3.2.0 3.3.1";
        QTest::newRow("~>1.2, ~> 1.2.0") << "~>1.2, ~> 1.2.0"
                                         << "~> 1.2.0, ~> 1.2"
                                         << "1.2.0";
        QTest::newRow(" >= 1.0 ") << " >= 1.0 "
                                  << ">= 1.0.0"
                                  << "1.0.0 1.2.0 1.5.0 2.0.0 2.1.9 3.1.0 3.2.0 3.3.1";
        QTest::newRow(">= 1.0,") << ">= 1.0,"
                                 << ">= 1.0.0"
                                 << "1.0.0 1.2.0 1.5.0 2.0.0 2.1.9 3.1.0 3.2.0 3.3.1";
        QTest::newRow("1,2") << "1,2"
                             << "1.0.0, 2.0.0"
                             << "";
        QTest::newRow(">=  1.0")
            << ">=  1.0" << QString()
            << "invalid specification \">=  1.0\": only one space is expected after the operator \">=\"";
        QTest::newRow("v1.0")
            << "v1.0" << QString()
            << "invalid specification \"v1.0\": a \"v\" prefix should not be used when specifying versions";
        QTest::newRow(">= v1.0")
            << ">= v1.0" << QString()
            << "invalid specification \">= v1.0\": a \"v\" prefix should not be used when specifying versions";
        QTest::newRow("=> 1")
            << "=> 1" << QString()
            << "invalid specification \"=> 1\": invalid constraint operator \"=>\"; did you mean \">=\"?";
        QTest::newRow("=< 1")
            << "=< 1" << QString()
            << "invalid specification \"=< 1\": invalid constraint operator \"=<\"; did you mean \"<=\"?";
        QTest::newRow("1.2.3.4") << "1.2.3.4" << QString()
                                 << "invalid specification \"1.2.3.4\": too many numbered portions; only three are "
                                    "allowed (major, minor, patch)";
        QTest::newRow("1.*") << "1.*" << QString()
                             << "invalid specification \"1.*\": can't use wildcard for minor number; omit segments "
                                "that should be unconstrained";
        QTest::newRow("foo") << "foo" << QString() << "missing comma after \"\"";
        QTest::newRow("1.0 2.0") << "1.0 2.0" << QString() << "missing comma after \"1.0\"";
        QTest::newRow("~~ 1") << "~~ 1" << QString()
                              << "invalid specification \"~~ 1\": invalid constraint operator \"~~\"";
    }
    /// OpenTofu's results for a list of versions, or the error message if there is no canonical form.
    void readsConstraints() {
        QFETCH(QString, text);
        QFETCH(QString, canonical);
        QFETCH(QString, allowed);
        const auto constraints = addrs::ProviderConstraints::parse(text.toStdString());
        QCOMPARE(bool(constraints), !canonical.isNull());
        if (!constraints) {
            QCOMPARE(QString::fromStdString(constraints.error()), allowed);
            return;
        }
        QCOMPARE(QString::fromStdString(constraints->toString()), canonical);
        QStringList found;
        for (const char* version : {"0.9.0", "1.0.0", "1.0.0-beta1", "1.2.0", "1.5.0", "2.0.0-rc1", "2.0.0",
                                    "2.1.4-beta", "2.1.9", "3.1.0", "3.2.0", "3.3.1"})
            if (constraints->allow(*addrs::parseProviderVersion(version)))
                found.append(QString::fromLatin1(version));
        QCOMPARE(found.join(u' '), allowed);
    }
};

QTEST_APPLESS_MAIN(TestProviderVersion)
#include "tst_provider_version.moc"
