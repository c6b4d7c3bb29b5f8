// SPDX-License-Identifier: MPL-2.0
#include "tests/core/projects/written_plans.h"

#include <QTest>

using namespace planlens;
using namespace planlens::testing;

/// Values that look as if they were generated, or named the project.
class TestGroupValues final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Configured identifiers, times and sources of unknown values.
    void nearMissesAreSeparate_data() {
        QTest::addColumn<QString>("one");
        QTest::addColumn<QString>("other");
        const auto different = [](const char* name, const char* one, const char* other) {
            QTest::newRow(name) << QString::fromUtf8(one) << QString::fromUtf8(other);
        };
        const auto created = [&](const char* name, const char* one, const char* other) {
            const QString change = QStringLiteral("create a.b@m; x: -> \"%1\"");
            QTest::newRow(name) << change.arg(QString::fromUtf8(one)) << change.arg(QString::fromUtf8(other));
        };
        created("well-known role", "/roles/1a2b3c4d-0001-4000-8000-112233445501",
                "/roles/8e3af657-a8ff-443c-a75c-2fe8c4bcb635");
        created("no tenant", "1a2b3c4d-0001-4000-8000-112233445501", "00000000-0000-0000-0000-000000000000");
        created("permission set", "ps-0123456789abcdef0", "ps-fedcba98765432100");
        created("prefix list", "pl-01234b67", "pl-01234b68");
        created("commit", "git?ref=0123456789abcdef0123456789abcdef01234567",
                "git?ref=1123456789abcdef0123456789abcdef01234567");
        created("image digest", "i@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                "i@sha256:1123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
        created("image of a day", "debian:bookworm-20250110", "debian:bookworm-20190110");
        created("time", "2026-06-30T00:00:00Z", "2099-12-31T00:00:00Z");
        different("image of a day before", "update a.b@m; i: \"debian:bookworm-20250110\" -> null",
                  "update a.b@m; i: \"debian:bookworm-20190110\" -> null");
        different("new time", "update a.b@m; t: \"2026-01-01T00:00:00Z\" -> \"2026-06-30T00:00:00Z\"",
                  "update a.b@m; t: \"2026-01-01T00:00:00Z\" -> \"2099-12-31T00:00:00Z\"");
        different("new identifier", "update a.b@m; s: \"sg-0123456789abcdef0\" -> \"sg-0123456789abcdef1\"",
                  "update a.b@m; s: \"sg-0123456789abcdef0\" -> \"sg-fedcba98765432100\"");
        different("key of a map is a well-known role",
                  "update a.b@m; r[\"1a2b3c4d-0001-4000-8000-112233445501\"]: -> 1",
                  "update a.b@m; r[\"8e3af657-a8ff-443c-a75c-2fe8c4bcb635\"]: -> 1");
        different("unknown value of another object", "update a.b@m; p: 1 -> (known after apply: a.reader.id)",
                  "update a.b@m; p: 1 -> (known after apply: a.admin.id)");
        different("constant part of an unknown value", "update a.b@m; p: 1 -> (known after apply: a.k.id, \"read\")",
                  "update a.b@m; p: 1 -> (known after apply: a.k.id, \"admin\")");
        different("text around a secret", "update a.b@m; = t: (sensitive value); | t: --replicas 2 -> --replicas 5",
                  "update a.b@m; = t: (sensitive value); | t: --replicas 2 -> --replicas 2; curl x");
        different("host beside a secret",
                  "update a.b@m; u: \"pg://u:(sensitive value)@a\" -> \"pg://u:(sensitive value)@b\"",
                  "update a.b@m; u: \"pg://u:(sensitive value)@a\" -> \"pg://u:(sensitive value)@evil\"");
    }
    void nearMissesAreSeparate() {
        QFETCH(QString, one);
        QFETCH(QString, other);
        Plans plans;
        plans.add(QStringLiteral("teams/payments/prod"), {one});
        plans.add(QStringLiteral("teams/orders/dev"), {other});
        QCOMPARE(plans.groups().size(), std::size_t(2));
    }

    /// A network that is given to a project is one of its account.
    void networksOfNewObjectsAreTheSameChange() {
        Plans plans;
        plans.add(QStringLiteral("teams/payments/prod"),
                  {QStringLiteral("create a.b@m; v: -> \"vpc-0123456789abcdef0\"")});
        plans.add(QStringLiteral("teams/orders/dev"),
                  {QStringLiteral("create a.b@m; v: -> \"vpc-fedcba98765432100\"")});
        QCOMPARE(plans.groups().size(), std::size_t(1));
    }

    /// Names of folders that are versions or sizes do not name the project.
    void versionsAndSizesAreNoNames_data() {
        QTest::addColumn<QString>("one"); // folder
        QTest::addColumn<QString>("other");
        QTest::addColumn<QString>("value"); // %1 is the folder
        QTest::addColumn<int>("groups");
        QTest::newRow("version") << "1.28"
                                 << "1.29"
                                 << "%1" << 2;
        QTest::newRow("version with a letter") << "v1-28"
                                               << "v1-29"
                                               << "%1" << 2;
        QTest::newRow("major version") << "v1"
                                       << "v2"
                                       << "app:%1" << 2;
        QTest::newRow("size") << "small"
                              << "xlarge"
                              << "%1" << 2;
        QTest::newRow("size of an instance") << "small"
                                             << "2xlarge"
                                             << "t3.%1" << 2;
        QTest::newRow("type of an instance") << "t3.small"
                                             << "m5.large"
                                             << "%1" << 2;
        QTest::newRow("name with a version") << "shop-1"
                                             << "cart-1"
                                             << "%1" << 1;
        QTest::newRow("name with a size") << "shop-small"
                                          << "shop-large"
                                          << "%1-db" << 1;
        QTest::newRow("name like a size") << "largo"
                                          << "xenon"
                                          << "%1" << 1;
    }
    void versionsAndSizesAreNoNames() {
        QFETCH(QString, one);
        QFETCH(QString, other);
        QFETCH(QString, value);
        Plans plans;
        for (const QString& folder : {one, other})
            plans.add(QStringLiteral("tiers/") + folder,
                      {QStringLiteral("update a.b@m; x: \"-\" -> \"%1\"").arg(value.arg(folder))});
        QTEST(int(plans.groups().size()), "groups");
    }

    /// Tags write the words of a project in title case. Other spellings and other words are other values.
    void titleCaseNamesTheProject_data() {
        QTest::addColumn<QString>("folders");
        QTest::addColumn<QString>("one"); // the value in the project of the first folder
        QTest::addColumn<QString>("other");
        QTest::addColumn<int>("groups");
        const auto row = [](const char* name, const char* folders, const char* one, const char* other, int groups) {
            QTest::newRow(name) << QString::fromUtf8(folders) << QString::fromUtf8(one) << QString::fromUtf8(other)
                                << groups;
        };
        const char *const teams = "payments/prod orders/dev", *const parts = "payments-api orders";
        row("name", teams, "Payments", "Orders", 1);
        row("name in a text", teams, "Owned by Team Payments.", "Owned by Team Orders.", 1);
        row("environment", teams, "Prod", "Dev", 1);
        row("name and environment", teams, "Payments-Prod", "Orders-Dev", 1);
        row("several parts", parts, "Payments-Api", "Orders", 1);
        row("several parts with spaces", parts, "Payments Api", "Orders", 1);
        row("both spellings", teams, "Payments (payments)", "Orders (orders)", 1);
        row("name of another project", teams, "Payments", "Users", 2);
        row("names exchanged", teams, "Orders", "Payments", 2);
        row("another word of the project", teams, "Payments", "Dev", 2);
        row("lower case in one project", teams, "Payments", "orders", 2);
        row("title case in one of two places", teams, "Payments payments", "Orders Orders", 2);
        row("upper case", teams, "PAYMENTS", "ORDERS", 2);
        row("start of a longer word", teams, "PaymentsHub", "OrdersHub", 2);
        row("end of a longer word", teams, "MyPayments", "MyOrders", 2);
        row("longer word", teams, "Production", "Development", 2);
        row("values of settings", "public private", "Public", "Private", 2);
        row("sizes", "small medium", "Small", "Medium", 2);
        row("short words", "in at", "In", "At", 2);
        row("one of several parts", parts, "Payments", "Orders", 2);
        row("parts in one word", parts, "PaymentsApi", "Orders", 2);
        row("folder in title case", "Payments Orders", "payments", "orders", 2);
    }
    void titleCaseNamesTheProject() {
        QFETCH(QString, folders);
        QFETCH(QString, one);
        QFETCH(QString, other);
        Plans plans;
        const QString change = QStringLiteral("update a.b@m; tags.Team: \"-\" -> \"%1\"");
        plans.add(folders.section(u' ', 0, 0), {change.arg(one)});
        plans.add(folders.section(u' ', 1, 1), {change.arg(other)});
        QTEST(int(plans.groups().size()), "groups");
    }

    /// Identifiers of objects of the project are the objects. Well-known ones and those of other projects are values.
    void identifiersNameObjects_data() {
        QTest::addColumn<QString>("other"); // the identifier in the second project
        QTest::addColumn<int>("groups");
        QTest::newRow("same object") << "subnet-0000000000000bbb1" << 1;
        QTest::newRow("another object") << "subnet-0000000000000bbb2" << 2;
        QTest::newRow("same value") << "subnet-0000000000000aaa1" << 1;
        QTest::newRow("object of no project") << "subnet-0000000000000ccc1" << 2;
        QTest::newRow("part of another text") << "x-subnet-0000000000000bbb1" << 2;
    }
    void identifiersNameObjects() {
        QFETCH(QString, other);
        Plans plans;
        const QString change = QStringLiteral("create a.b@m; s: -> \"%1\"");
        plans.add(QStringLiteral("live/pay"), {change.arg(QStringLiteral("subnet-0000000000000aaa1"))});
        plans.last().ids = {{"subnet-0000000000000aaa1", "t.private[\"pay\"]"}};
        plans.add(QStringLiteral("live/shop"), {change.arg(other)});
        plans.last().ids = {{"subnet-0000000000000bbb1", "t.private[\"shop\"]"},
                            {"subnet-0000000000000bbb2", "t.public[\"shop\"]"}};
        const std::vector<ChangeGroup> groups = plans.groups();
        QTEST(int(groups.size()), "groups");
        if (groups.size() == 1 && groups[0].lines[0].isFolded)
            QCOMPARE(groups[0].lines[0].after.value_or(""), std::string("\"‹t.private[\"project 1\"]›\""));
    }
};

QTEST_GUILESS_MAIN(TestGroupValues)
#include "tst_group_values.moc"
