// SPDX-License-Identifier: MPL-2.0
#include "tests/ui/approval/approved_window.h"
#include "ui/pages/review/gates.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace planlens;
using namespace planlens::testing;

/// Policies that are not valid require all gates.
class TestGates final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void invalidPoliciesRequireAll_data() {
        QTest::addColumn<QByteArray>("policy");
        QTest::addColumn<QString>("error");
        QTest::newRow("no JSON") << QByteArray("{") << QStringLiteral("unterminated object");
        QTest::newRow("no list") << QByteArray("{\"gates\": true}") << QStringLiteral("whose only member is the list");
        QTest::newRow("another member") << QByteArray("{\"gates\": [], \"gate\": []}")
                                        << QStringLiteral("whose only member is the list");
        QTest::newRow("unknown gate") << QByteArray("{\"gates\": [\"destroys\"]}")
                                      << QStringLiteral("There is no gate \"destroys\".");
    }

    void invalidPoliciesRequireAll() {
        QFETCH(QByteArray, policy);
        QFETCH(QString, error);
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral(".planlens")));
        QVERIFY(write(folder.filePath(QStringLiteral(".planlens/policy.json")), policy));
        const widgets::Gates gates(folder.path());
        QVERIFY2(gates.error().contains(error), qPrintable(gates.error()));
        for (const widgets::Gate gate : widgets::allGates)
            QVERIFY2(gates.isRequired(gate) && gates.isOfPolicy(gate), qPrintable(widgets::gateName(gate)));
    }

    /// The GUI thread must not wait for a FIFO or read a device.
    void policiesThatAreNotFilesRequireAll() {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral(".planlens")));
        const QString policy = folder.filePath(QStringLiteral(".planlens/policy.json"));
        QVERIFY(::mkfifo(QFile::encodeName(policy).constData(), 0600) == 0);
        const widgets::Gates fifo(folder.path());
        QVERIFY2(fifo.error().contains(QStringLiteral("it is not a file")), qPrintable(fifo.error()));
        QVERIFY(QFile::remove(policy) && QFile::link(QStringLiteral("/dev/zero"), policy));
        const widgets::Gates device(folder.path());
        QVERIFY2(device.error().contains(QStringLiteral("it is not a file")), qPrintable(device.error()));
        for (const widgets::Gate gate : widgets::allGates)
            QVERIFY2(device.isOfPolicy(gate), qPrintable(widgets::gateName(gate)));
    }
};

QTEST_MAIN(TestGates)
#include "tst_gates.moc"
