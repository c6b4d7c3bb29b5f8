// SPDX-License-Identifier: MPL-2.0
#include "tests/core/projects/written_plans.h"

#include <QTest>

using namespace planlens;
using namespace planlens::testing;

namespace {

/// Adds five projects, the last one with another change.
void addFive(Plans& plans, const QString& usual, const QString& other) {
    const char* const directories[] = {"live/payments/prod", "live/orders/prod", "live/users/staging",
                                       "live/search/dev", "live/mail/dev"};
    for (int i = 0; i < 5; ++i) {
        const QString directory = QLatin1String(directories[i]);
        QString text = i == 4 ? other : usual;
        text.replace(QStringLiteral("%A"), QString::number(100000000001 + i * 11111));
        text.replace(QStringLiteral("%R"), QStringLiteral("eu-west-%1").arg(i + 1));
        text.replace(QStringLiteral("%P"), directory.section(u'/', 1, 1));
        text.replace(QStringLiteral("%E"), directory.section(u'/', 2, 2));
        text.replace(QStringLiteral("%I"), QStringLiteral("0123456789abcde%1").arg(10 + i));
        text.replace(QStringLiteral("%J"), QStringLiteral("0123456789abcde%1").arg(20 + i));
        plans.add(directory, text.split(QStringLiteral(" & ")),
                  i == 3 ? std::map<std::string, std::string>{{"environment", "t3"}}
                         : std::map<std::string, std::string>{});
        plans.last().ids = {{"sg-0123456789abcde1" + std::to_string(i), "aws_security_group.i"},
                            {"sg-0123456789abcde2" + std::to_string(i), "aws_security_group.j"}};
    }
}

} // namespace

/// One of five projects changes something else, or all change the same with values of their own.
class TestGroupExceptions final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Four projects with the usual change, and a fifth one. %A is the account of the project, %R its region, %P its
    /// name, %E its environment, %I and %J are identifiers of its own.
    void exceptionsOfFive_data() {
        QTest::addColumn<QString>("usual");
        QTest::addColumn<QString>("other");
        const auto row = [](const char* name, const char* usual, const char* other) {
            QTest::newRow(name) << QString::fromUtf8(usual) << QString::fromUtf8(other);
        };
        row("foreign account", "update a.b@m; r: \"arn:aws:iam::%A:role/x\" -> \"arn:aws:iam::%A:role/y\"",
            "update a.b@m; r: \"arn:aws:iam::%A:role/x\" -> \"arn:aws:iam::999999999999:role/y\"");
        row("foreign principal in a list", "update a.b@m; p[1]: -> \"arn:aws:iam::500000000000:root\"",
            "update a.b@m; p[1]: -> \"arn:aws:iam::666666666666:root\"");
        row("foreign account beside the own one", "create a.b@m; p: -> \"%A\"; q: -> \"%A\"",
            "create a.b@m; p: -> \"666666666666\"; q: -> \"%A\"");
        row("foreign region", "update a.b@m; t: \"arn:aws:sns:%R:%A:x\" -> \"arn:aws:sns:%R:%A:y\"",
            "update a.b@m; t: \"arn:aws:sns:%R:%A:x\" -> \"arn:aws:sns:us-gov-9:%A:y\"");
        row("identifier of another object", "update a.b@m; s: \"x/subnet-%I/1\" -> \"x/subnet-%I/2\"",
            "update a.b@m; s: \"x/subnet-%I/1\" -> \"x/subnet-%J/2\"");
        row("two identifiers", "update a.b@m; a: null -> \"sg-%I\"; b: null -> \"sg-%I\"",
            "update a.b@m; a: null -> \"sg-%I\"; b: null -> \"sg-%J\"");
        row("name of another project", "update a.b@m; t: \"x\" -> \"%P\"", "update a.b@m; t: \"x\" -> \"payments\"");
        row("environment of another project", "update a.b@m; h: \"%E.db\" -> \"%E.db2\"",
            "update a.b@m; h: \"%E.db\" -> \"staging.db2\"");
        row("rules exchanged",
            "update a.b@m; in[0].cidr: -> \"10.0.0.0/8\"; in[0].port: -> 22; in[1].cidr: -> \"0.0.0.0/0\"; "
            "in[1].port: -> 443",
            "update a.b@m; in[0].cidr: -> \"0.0.0.0/0\"; in[0].port: -> 22; in[1].cidr: -> \"10.0.0.0/8\"; "
            "in[1].port: -> 443");
        row("rules of a set exchanged",
            "update a.b@m; in[*].cidr: -> \"10.0.0.0/8\"; in[*].port: -> 22; in[*].cidr: -> \"0.0.0.0/0\"; "
            "in[*].port: -> 443",
            "update a.b@m; in[*].cidr: -> \"0.0.0.0/0\"; in[*].port: -> 22; in[*].cidr: -> \"10.0.0.0/8\"; "
            "in[*].port: -> 443");
        row("order of rules", "update a.b@m; in[0].port: -> 22; in[1].port: -> 443",
            "update a.b@m; in[0].port: -> 443; in[1].port: -> 22");
        row("inserted elsewhere", "update a.b@m; l[1]: -> \"n\"", "update a.b@m; l[0]: -> \"n\"");
        row("rule of another port", "update a.b@m; in[0].cidr: \"10.0.0.0/8\" -> \"0.0.0.0/0\"; ^ in[0].port: -> 443",
            "update a.b@m; in[0].cidr: \"10.0.0.0/8\" -> \"0.0.0.0/0\"; ^ in[0].port: -> 22");
        row("statement of another action",
            "update a.b@m; p.Statement[0].Effect: \"Deny\" -> \"Allow\"; ^ p.Statement[0].Action: -> [\"s3:Get\"]",
            "update a.b@m; p.Statement[0].Effect: \"Deny\" -> \"Allow\"; ^ p.Statement[0].Action: -> [\"s3:*\"]");
        row("nested lists", "create a.b@m; l[0][0]: -> 1; l[0][1]: -> 2; l[1][0]: -> 3; l[1][1]: -> 4",
            "create a.b@m; l[0][0]: -> 1; l[0][1]: -> 2; l[0][2]: -> 4; l[1][0]: -> 3");
        row("effects exchanged",
            "update a.b@m; p.Statement[0].Effect: -> \"Allow\"; p.Statement[0].Action: -> \"s3:Get\"; "
            "p.Statement[1].Effect: -> \"Deny\"; p.Statement[1].Action: -> \"s3:Delete\"",
            "update a.b@m; p.Statement[0].Effect: -> \"Deny\"; p.Statement[0].Action: -> \"s3:Get\"; "
            "p.Statement[1].Effect: -> \"Allow\"; p.Statement[1].Action: -> \"s3:Delete\"");
        row("section of a text", "update a.b@m; = t: [dev]; | t: x=1 -> x=2; = t: [prod]; = t: x=1",
            "update a.b@m; = t: [prod]; | t: x=1 -> x=2; = t: [dev]; = t: x=1");
        row("order of lines", "update a.b@m; | t: -> set -e; | t: -> backup; | t: -> drop",
            "update a.b@m; | t: -> set -e; | t: -> drop; | t: -> backup");
        row("line inserted elsewhere", "update a.b@m; = t: deny; = t: log; | t: -> allow",
            "update a.b@m; | t: -> allow; = t: deny; = t: log");
        row("key of an instance", "update a.b[\"ops\"]@m; role: \"read\" -> \"admin\"",
            "update a.b[\"guest\"]@m; role: \"read\" -> \"admin\"");
        row("key of another project", "update a.b[\"%P\"]@m; role: \"read\" -> \"admin\"",
            "update a.b[\"payments\"]@m; role: \"read\" -> \"admin\"");
        row("module call of a destroyed object", "destroy module.primary.a.b@m; x: 1 ->",
            "destroy module.dr.a.b@m; x: 1 ->");
        row("module call of a replaced object", "replace module.primary[0].a.b[1]@m; x!: 1 -> 2",
            "replace module.dr[0].a.b[1]@m; x!: 1 -> 2");
        row("number of instances", "create a.b[0]@m; x: -> 1", "create a.b[0]@m; x: -> 1 & create a.b[1]@m; x: -> 1");
    }
    void exceptionsOfFive() {
        QFETCH(QString, usual);
        QFETCH(QString, other);
        Plans plans;
        addFive(plans, usual, other);
        const std::vector<ChangeGroup> groups = plans.groups();
        QCOMPARE(groups.size(), std::size_t(2));
        QCOMPARE(groups[0].projects, (std::vector<std::size_t>{4}));
        QCOMPARE(groups[1].projects, (std::vector<std::size_t>{0, 1, 2, 3}));
        QVERIFY(!groups[0].variations.empty());
        QVERIFY(groups[0].variations.front() != "another reason, order of replacement, sensitivity or identifiers");
    }

    /// Values that several projects share do not belong to the projects.
    void sharedValues_data() {
        QTest::addColumn<QString>("change"); // %1 is the value
        QTest::addColumn<QStringList>("values");
        QTest::addColumn<QStringList>("expected"); // projects of the groups
        const QString role = QStringLiteral("create a.b@m; role: -> \"/roles/%1\""),
                      part = QStringLiteral("update a.b@m; in[0].cidr: \"a\" -> \"b\"; ^ in[0].port: -> %1"),
                      reader = QStringLiteral("acdd72a7-3385-48ef-bd42-f606fba81ae7"),
                      contributor = QStringLiteral("b24988ac-6180-42a0-ab88-20f7382dd24c"),
                      owner = QStringLiteral("8e3af657-a8ff-443c-a75c-2fe8c4bcb635");
        QTest::newRow("three roles") << role << QStringList{reader, reader, reader, contributor, contributor, owner}
                                     << QStringList{"012", "34", "5"};
        QTest::newRow("two roles") << role << QStringList{reader, owner, reader, owner} << QStringList{"02", "13"};
        QTest::newRow("different roles") << role << QStringList{reader, contributor, owner}
                                         << QStringList{"0", "1", "2"};
        QTest::newRow("two projects") << role << QStringList{reader, owner} << QStringList{"0", "1"};
        const QString id = QStringLiteral("0123456789abcde%1");
        QTest::newRow("new identifier in place of own ones")
            << QStringLiteral("update a.b@m; ami: \"ami-%1\"")
            << QStringList{id.arg(10) + "\" -> \"ami-" + id.arg(90), id.arg(11) + "\" -> \"ami-" + id.arg(90),
                           id.arg(12) + "\" -> \"ami-" + id.arg(90), id.arg(13) + "\" -> \"ami-" + id.arg(91)}
            << QStringList{"012", "3"};
        QTest::newRow("own identifier in place of a shared one")
            << QStringLiteral("update a.b@m; ami: \"ami-%1\"")
            << QStringList{id.arg(90) + "\" -> \"ami-" + id.arg(10), id.arg(90) + "\" -> \"ami-" + id.arg(11),
                           id.arg(90) + "\" -> \"ami-" + id.arg(12), id.arg(91) + "\" -> \"ami-" + id.arg(13)}
            << QStringList{"012", "3"};
        QTest::newRow("new time in place of own ones")
            << QStringLiteral("update a.b@m; until: \"2026-01-0%1T00:00:00Z\"")
            << QStringList{"1T00:00:00Z\" -> \"2027-01-01", "2T00:00:00Z\" -> \"2027-01-01",
                           "3T00:00:00Z\" -> \"2027-01-01", "4T00:00:00Z\" -> \"2020-01-01"}
            << QStringList{"012", "3"};
        QTest::newRow("peer beside an own identifier")
            << QStringLiteral("create a.b@m; x: -> \"sg-%1\"")
            << QStringList{id.arg(10) + "/sg-" + id.arg(90), id.arg(11) + "/sg-" + id.arg(90),
                           id.arg(12) + "/sg-" + id.arg(90), id.arg(13) + "/sg-" + id.arg(91)}
            << QStringList{"012", "3"};
        QTest::newRow("all identifiers of their own")
            << QStringLiteral("update a.b@m; ami: \"ami-%1\"")
            << QStringList{id.arg(90) + "\" -> \"ami-" + id.arg(10), id.arg(91) + "\" -> \"ami-" + id.arg(11),
                           id.arg(92) + "\" -> \"ami-" + id.arg(12), id.arg(93) + "\" -> \"ami-" + id.arg(13)}
            << QStringList{"0123"};
        QTest::newRow("identifiers of no project")
            << QStringLiteral("update a.b@m; ami: \"ami-%1\"")
            << QStringList{id.arg(10) + "\" -> \"ami-" + id.arg(90), id.arg(11) + "\" -> \"ami-" + id.arg(91)}
            << QStringList{"0", "1"};
        QTest::newRow("two ports") << part << QStringList{"22", "443", "22", "443", "22"} << QStringList{"024", "13"};
        QTest::newRow("own ports") << part << QStringList{"1", "2", "3", "4", "1", "5"} << QStringList{"012345"};
    }
    void sharedValues() {
        QFETCH(QString, change);
        QFETCH(QStringList, values);
        QFETCH(QStringList, expected);
        Plans plans;
        for (const QString& value : values) {
            const std::string number = std::to_string(plans.projects.size());
            plans.add(QStringLiteral("p%1").arg(plans.projects.size()), {change.arg(value)});
            plans.last().ids = {{"ami-0123456789abcde1" + number, "aws_ami_copy.own"},
                                {"sg-0123456789abcde1" + number, "aws_security_group.own"}};
        }
        QStringList found;
        for (const ChangeGroup& group : plans.groups()) {
            QString text;
            for (const std::size_t project : group.projects)
                text += QString::number(project);
            found.append(text);
        }
        found.sort();
        QCOMPARE(found, expected);
    }

    /// Unchanged parts of elements that make another change, or that differ between the projects of a group, are shown.
    void unchangedPartsAreShown() {
        Plans plans;
        const QString change =
            QStringLiteral("update a.b@m; in[0].cidr: \"a\" -> \"b\"; ^ in[0].port: -> %1; ^ in[0].net: -> \"%I\"");
        addFive(plans, change.arg(443), change.arg(22));
        const std::vector<ChangeGroup> groups = plans.groups();
        QCOMPARE(groups.size(), std::size_t(2));
        QCOMPARE(groups[0].variations, (std::vector<std::string>{"in[0].port is 22 instead of 443"}));
        const auto& changes = plans.projects[groups[1].projects[0]].review->document.changes;
        QCOMPARE(ownValuesText(groups[1], changes[0]), std::string("in[0].net: \"0123456789abcde10\" (unchanged)"));
    }

    /// Long values are shortened where they are the same.
    void differencesAreShown() {
        Plans plans;
        const QString policy =
            QStringLiteral("update a.b@m; p: \"x\" -> \"arn:aws:iam::aws:policy/service-role/platform/"
                           "engineering/ä/AmazonEC2ContainerService%1\"");
        addFive(plans, policy.arg(QStringLiteral("ReadOnly")), policy.arg(QStringLiteral("FullAdmin")));
        const std::string text = plans.groups()[0].variations.front();
        QVERIFY2(text.find("FullAdmin\" instead of \"x\"") == std::string::npos &&
                     text.find("FullAdmin\" instead of …") != std::string::npos && text.ends_with("ReadOnly\""),
                 text.c_str());
        QVERIFY(QString::fromUtf8(text.c_str()).toUtf8() == text.c_str());
    }
    /// Resources with exceptions come before resources that all projects change in the same way.
    void resourcesWithExceptionsComeFirst() {
        Plans plans;
        const QString more = QStringLiteral(" & update a.a@m; x: 1 -> 2 & update a.a2@m; x: 1 -> 2");
        addFive(plans, QStringLiteral("update z.z@m; cidr: \"10.0.0.0/8\" -> \"10.1.0.0/16\"") + more,
                QStringLiteral("update z.z@m; cidr: \"10.0.0.0/8\" -> \"0.0.0.0/0\"") + more);
        const std::vector<ChangeGroup> groups = plans.groups();
        QCOMPARE(groups.size(), std::size_t(4));
        QCOMPARE(groups[0].resource, std::string("z.z"));
        QCOMPARE(groups[0].projects.size(), std::size_t(1));
        QVERIFY(groups[2].variations.empty());
    }

    /// Exceptions are a minority. Each project with its usual change; the actions are those of other objects.
    void mostProjectsAreNoExceptions_data() {
        QTest::addColumn<QStringList>("more"); // of each project: "update destroy"
        QTest::addColumn<QStringList>("exceptions");
        QTest::addColumn<QString>("otherChanges");
        const auto row = [](const char* name, const QStringList& more, const QStringList& exceptions,
                            const char* otherChanges) {
            QTest::newRow(name) << more << exceptions << QString::fromLatin1(otherChanges);
        };
        row("nobody", {"", "", "", ""}, {}, "");
        row("one of four", {"update", "", "", ""}, {"p0 also updates 1"}, "");
        row("half of them", {"update", "create", "", ""}, {"p0 also updates 1", "p1 also creates 1"}, "");
        row("three of four", {"update", "create", "create update", ""}, {},
            "3 of 4 projects also change other objects");
        row("all of them", {"update", "create", "create update", "update update"}, {},
            "4 of 4 projects also change other objects");
        row("all in the same way", {"update", "update", "update", "update"}, {},
            "4 of 4 projects also change other objects");
        row("another number than most", {"update", "update", "update", "update update"}, {"p3 also updates 2"},
            "4 of 4 projects also change other objects");
        row("one destroys", {"update", "create", "create update", "destroy"}, {"p3 also destroys 1"},
            "4 of 4 projects also change other objects");
        row("half of them destroy", {"update", "replace", "", "destroy"}, {"p1 also replaces 1", "p3 also destroys 1"},
            "3 of 4 projects also change other objects");
        row("most destroy", {"update", "replace", "destroy destroy", "destroy"}, {},
            "4 of 4 projects also change other objects; 3 of them destroy or replace some");
        row("one of two", {"update", ""}, {"p0 also updates 1"}, "");
        row("both", {"update", "create"}, {}, "2 of 2 projects also change other objects");
        row("one of two destroys", {"update", "destroy"}, {"p1 also destroys 1"},
            "2 of 2 projects also change other objects");
    }
    void mostProjectsAreNoExceptions() {
        QFETCH(QStringList, more);
        QFETCH(QStringList, exceptions);
        QFETCH(QString, otherChanges);
        Plans plans;
        for (qsizetype p = 0; p < more.size(); ++p) {
            QStringList changes{QStringLiteral("update a.b@m; x: 1 -> 2")};
            for (const QString& action : more[p].split(u' ', Qt::SkipEmptyParts))
                changes.append(QStringLiteral("%1 c.p%2_%3@m; y: 1 -> 2").arg(action).arg(p).arg(changes.size()));
            plans.add(QStringLiteral("p%1").arg(p), changes);
        }
        const std::vector<ChangeGroup> groups = plans.groups();
        const auto group = std::ranges::find(groups, std::string("a.b"), &ChangeGroup::resource);
        QVERIFY(group != groups.end());
        QStringList named;
        for (const std::string& text : exceptionTexts(*group, plans.projects))
            named.append(QString::fromStdString(text));
        QCOMPARE(named, exceptions);
        QCOMPARE(QString::fromStdString(group->otherChanges), otherChanges);
    }

    /// The same change in five projects, with names and values of their own.
    void sameInFive_data() {
        QTest::addColumn<QString>("change");
        const auto row = [](const char* name, const char* change) { QTest::newRow(name) << QString::fromUtf8(change); };
        row("account", "update a.b@m; r: \"arn:aws:iam::%A:role/x\" -> \"arn:aws:iam::%A:role/y\"");
        row("region", "update a.b@m; t: \"arn:aws:sns:%R:%A:x\" -> \"arn:aws:sns:%R:%A:y\"");
        row("identifiers", "update a.b@m; a: null -> \"sg-%I\"; b: null -> \"sg-%J\"");
        row("hashes in base64",
            "update a.b@m; hash: \"+hOe2sJ3kTeyAV94TT%AbcDeFgHiJkLmN=\" -> \"ZiIOcVkbLZM8DpNcE44/%AgcQu+3WZ7EM=\"");
        row("environment as a setting", "update a.b@m; level: \"prod\" -> \"dev\"");
        row("name of a project in another word", "update a.b@m; t: \"mail\" -> \"nomail\"");
        row("size with the name of an environment", "update a.b@m; s: \"t3.small\" -> \"t3.large\"");
        row("own name and a setting", "update a.b@m; name: \"%P-a\" -> \"%P-b\"; level: \"prod\" -> \"dev\"");
        row("key of the project", "update a.b[\"%P\"]@m; x: 1 -> 2");
        row("key with the name of one project", "update a.b[\"mail\"]@m; x: 1 -> 2");
        row("unchanged values of the projects",
            "update a.b@m; in[0].port: 22 -> 443; ^ in[0].cidr: -> \"10.%I.0.0/16\"");
        row("unchanged names of the projects", "update a.b@m; in[0].port: 22 -> 443; ^ in[0].name: -> \"%P-in\"");
        row("several instances", "create a.b[0]@m; x: -> 1 & create a.b[1]@m; x: -> 1");
        row("foreign account of all", "update a.b@m; p: -> \"arn:aws:iam::500000000000:root\"; q: -> \"%A\"");
    }
    void sameInFive() {
        QFETCH(QString, change);
        Plans plans;
        addFive(plans, change, change);
        QCOMPARE(plans.titles().size(), 1);
    }

    /// The state shows the region, which other texts than ARNs contain, too. Other regions are values.
    void regionsOfStates_data() {
        QTest::addColumn<QString>("change"); // %1 is the region of the project
        QTest::addColumn<std::size_t>("groups");
        const auto row = [](const char* name, const char* change, std::size_t groups) {
            QTest::newRow(name) << QString::fromUtf8(change) << groups;
        };
        row("zone", "zone: \"%1a\" -> \"%1b\"", 1);
        row("host", "host: \"a.%1.elb.amazonaws.com\" -> \"b.%1.elb.amazonaws.com\"", 1);
        row("image",
            "image: \"111111111111.dkr.ecr.%1.amazonaws.com/app:v1\" -> "
            "\"111111111111.dkr.ecr.%1.amazonaws.com/app:v2\"",
            1);
        row("region alone", "region: -> \"%1\"", 1);
        row("moved to one region", "region: \"%1\" -> \"us-east-1\"", 2);
    }
    void regionsOfStates() {
        QFETCH(const QString, change);
        QFETCH(const std::size_t, groups);
        Plans plans;
        for (int i = 0; i < 6; ++i) {
            const QString region = i % 2 == 0 ? QStringLiteral("eu-west-1") : QStringLiteral("us-east-1");
            plans.add(QStringLiteral("p%1").arg(i), {QStringLiteral("update a.b@m; ") + QString(change).arg(region)});
            plans.last().mentions.regions = {{region.toStdString(), 20}};
        }
        QCOMPARE(plans.groups().size(), groups);
    }

    /// The state shows the account: one that only one project has is its own even if the others share theirs.
    void accountsOfStates() {
        Plans plans;
        for (int i = 0; i < 5; ++i) {
            const QString account = i == 4 ? QStringLiteral("222222222222") : QStringLiteral("111111111111");
            plans.add(QStringLiteral("p%1").arg(i),
                      {QStringLiteral("update a.b@m; r: \"arn:aws:iam::%1:role/x\" -> null").arg(account)});
            plans.last().mentions.accounts = {{account.toStdString(), 20}, {"333333333333", 2}};
        }
        QCOMPARE(plans.groups().size(), std::size_t(1));
        QCOMPARE(plans.groups()[0].lines[0].before.value_or(""), std::string("\"arn:aws:iam::‹account›:role/x\""));
    }
};

QTEST_GUILESS_MAIN(TestGroupExceptions)
#include "tst_group_exceptions.moc"
