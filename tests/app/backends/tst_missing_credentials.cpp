// SPDX-License-Identifier: MPL-2.0
#include "tests/app/backends/backend_folder.h"
#include "tests/app/support/project_folder.h"

#include <QtTest>

using namespace planlens::testing;

/// Commands whose state is on a server for which there are no credentials.
class TestMissingCredentials : public QObject {
    Q_OBJECT
private slots:
    void everyCommandReportsThemInTheSameWay_data() {
        QTest::addColumn<QStringList>("command");
        for (const char* command : {"plan",
                                    "plan -lock=false",
                                    "apply -auto-approve",
                                    "apply -auto-approve -lock=false",
                                    "refresh",
                                    "output",
                                    "show",
                                    "graph",
                                    "providers",
                                    "state list",
                                    "state show terraform_data.a",
                                    "state pull",
                                    "state rm terraform_data.a",
                                    "taint terraform_data.a",
                                    "untaint terraform_data.a",
                                    "import terraform_data.a x",
                                    "force-unlock -force x",
                                    "workspace list",
                                    "workspace select other",
                                    "workspace new other",
                                    "workspace delete other"})
            QTest::newRow(command) << QString::fromLatin1(command).split(QLatin1Char(' '));
    }
    void everyCommandReportsThemInTheSameWay() {
        QFETCH(QStringList, command);
        const QJsonObject arguments{{"bucket", "b"}, {"key", "k"}, {"region", "us-east-1"}};
        const BackendFolder folder("s3", arguments);
        folder.recordBackend(arguments);
        Environment environment{{"HOME", folder.path()}, {"AWS_EC2_METADATA_DISABLED", "true"}};
        for (const char* variable : {"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE", "AWS_ROLE_ARN"})
            environment[variable] = "";
        const Ran ran = folder.planlens(command, environment);
        COMPARE_EXIT(ran, 1);
        QVERIFY2(errorOf(ran).startsWith("Error: No valid credential sources found Please see "),
                 ran.all().constData());
    }
};

QTEST_GUILESS_MAIN(TestMissingCredentials)
#include "tst_missing_credentials.moc"
