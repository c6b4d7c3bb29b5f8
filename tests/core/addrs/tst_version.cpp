// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/version.h"

#include <QtTest>

using namespace planlens::addrs;

class VersionTest : public QObject {
    Q_OBJECT

private slots:
    void parses_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("canonical");
        QTest::newRow("short") << "1.2"
                               << "1.2.0";
        QTest::newRow("v") << "v1.2.3"
                           << "1.2.3";
        QTest::newRow("prerelease") << "1.2.3-beta1.2+build.5"
                                    << "1.2.3-beta1.2+build.5";
        QTest::newRow("prerelease without dash") << "1.2beta"
                                                 << "1.2.0-beta";
        QTest::newRow("four") << "1.2.3.4"
                              << "1.2.3.4";
        for (const char* bad : {"", "a", "1.", "1..2", "1.2.3-", "1.2.3+", "1.2 ", "1.2.3-a..b"})
            QTest::newRow(bad) << bad << "";
    }
    void parses() {
        QFETCH(QString, text);
        QFETCH(QString, canonical);
        const auto version = Version::parse(text.toStdString());
        QCOMPARE(QString::fromStdString(version ? version->toString() : ""), canonical);
    }

    void orders() {
        const char* ascending[] = {"0.9",          "1.0.0-alpha",   "1.0.0-alpha.1", "1.0.0-alpha.beta",
                                   "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1",    "1.0.0",
                                   "1.0.1",        "1.10"};
        for (std::size_t i = 0; i + 1 < std::size(ascending); ++i)
            QVERIFY2(*Version::parse(ascending[i]) < *Version::parse(ascending[i + 1]), ascending[i]);
        QVERIFY(*Version::parse("1.0") == *Version::parse("1.0.0+build"));
    }

    void constrains_data() {
        QTest::addColumn<QString>("constraint");
        QTest::addColumn<QString>("version");
        QTest::addColumn<bool>("allowed");
        const auto row = [](const char* constraint, const char* version, bool allowed) {
            QTest::addRow("%s allows %s", constraint, version) << QString(constraint) << QString(version) << allowed;
        };
        row(">= 1.0, < 2.0", "1.5.0", true);
        row(">= 1.0, < 2.0", "2.0.0", false);
        row("~> 1.2", "1.9.0", true);
        row("~> 1.2", "2.0.0", false);
        row("~> 1.2", "1.1.0", false);
        row("~> 1.2.3", "1.2.9", true);
        row("~> 1.2.3", "1.3.0", false);
        row("~> 1", "5.0.0", true);
        row("~> 1", "1.8.0", true);
        row("!= 1.0", "1.0.0", false);
        row("1.0", "1.0.0", true);
        row("> 1.0", "1.1.0-beta", false);
        row(">= 1.1.0-alpha", "1.1.0-beta", true);
        row(">= 1.1.0-alpha", "1.2.0-beta", false);
        row("= 1.1.0-beta", "1.1.0-beta", true);
    }
    void constrains() {
        QFETCH(QString, constraint);
        QFETCH(QString, version);
        QFETCH(bool, allowed);
        const auto constraints = VersionConstraints::parse(constraint.toStdString());
        QVERIFY(constraints);
        QCOMPARE(constraints->allow(*Version::parse(version.toStdString())), allowed);
    }

    void rejectsOtherSyntax() {
        for (const char* bad : {"", "abc", ">> 1", "1.0,", "=> 1.0", "~>"})
            QVERIFY2(!VersionConstraints::parse(bad), bad);
    }
};

QTEST_APPLESS_MAIN(VersionTest)
#include "tst_version.moc"
