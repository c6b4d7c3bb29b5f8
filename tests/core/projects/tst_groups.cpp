// SPDX-License-Identifier: MPL-2.0
#include "tests/core/projects/written_plans.h"

#include <QTest>

using namespace planlens;
using namespace planlens::testing;

/// Decides which changes in several projects count as the same.
class TestGroups final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The change in teams/payments/prod and the one in teams/orders/dev.
    void sameChangesAreOneGroup_data() {
        QTest::addColumn<QString>("one");
        QTest::addColumn<QString>("other");
        const auto same = [](const char* name, const char* one, const char* other) {
            QTest::newRow(name) << QString::fromUtf8(one) << QString::fromUtf8(other);
        };
        const char* const versioning = "update aws_s3_bucket.logs@modules/logs; versioning: false -> true";
        // Equal, except for names that belong to the project.
        same("identical", versioning, versioning);
        same("instance", "update a.b[0]@m; x: 1 -> 2", "update a.b[0]@m; x: 1 -> 2");
        same("instance with the key of the project", "update a.b[\"payments-a\"]@m; x: 1 -> 2",
             "update a.b[\"orders-a\"]@m; x: 1 -> 2");
        same("elements of a set in another order",
             "update a.b@m; in[*].cidr: -> \"10.0.0.0/8\"; in[*].port: -> 22; in[*].cidr: -> \"0.0.0.0/0\"; "
             "in[*].port: -> 443",
             "update a.b@m; in[*].cidr: -> \"0.0.0.0/0\"; in[*].port: -> 443; in[*].cidr: -> \"10.0.0.0/8\"; "
             "in[*].port: -> 22");
        same("lines of a text with the project", "update a.b@m; = t: [payments]; | t: x=1 -> x=2",
             "update a.b@m; = t: [orders]; | t: x=1 -> x=2");
        same("name with the project", "update a.b@m; title: \"payments-old\" -> \"payments-new\"",
             "update a.b@m; title: \"orders-old\" -> \"orders-new\"");
        same("name with the environment", "update a.b@m; title: \"logs-prod\" -> \"logs-prod-2\"",
             "update a.b@m; title: \"logs-dev\" -> \"logs-dev-2\"");
        same("project and environment", "update a.b@m; t: \"payments_prod\" -> \"payments_prod.x\"",
             "update a.b@m; t: \"orders_dev\" -> \"orders_dev.x\"");
        same("key of a map", "update a.b@m; tags[\"payments\"]: 1 -> 2", "update a.b@m; tags[\"orders\"]: 1 -> 2");
        same("account in an ARN",
             "update a.b@m; role: \"arn:aws:iam::111111111111:role/x\" -> \"arn:aws:iam::111111111111:role/y\"",
             "update a.b@m; role: \"arn:aws:iam::222222222222:role/x\" -> \"arn:aws:iam::222222222222:role/y\"");
        same("region in an ARN", "update a.b@m; t: \"arn:aws:sns:eu-west-1:111111111111:x\" -> \"\"",
             "update a.b@m; t: \"arn:aws:sns:us-east-1:222222222222:x\" -> \"\"");
        same("account alone", "create a.b@m; owner: -> \"111111111111\"", "create a.b@m; owner: -> \"222222222222\"");
        same("identifiers of AWS", "update a.b@m; sg: \"sg-0123456789abcdef0\" -> null",
             "update a.b@m; sg: \"sg-fedcba98765432100\" -> null");
        same("load balancer", "update a.b@m; h: \"payments-1234567890.eu-west-1.elb.amazonaws.com\" -> null",
             "update a.b@m; h: \"orders-9876543210.eu-west-1.elb.amazonaws.com\" -> null");
        same("database endpoint", "update a.b@m; h: \"payments.c9akciq32abc.eu-west-1.rds.amazonaws.com\" -> null",
             "update a.b@m; h: \"orders.c1bkciq77xyz.eu-west-1.rds.amazonaws.com\" -> null");
        same("cache endpoint", "update a.b@m; h: \"master.payments.ab12cd.euw1.cache.amazonaws.com\" -> null",
             "update a.b@m; h: \"master.orders.zy98xw.euw1.cache.amazonaws.com\" -> null");
        same("distribution", "update a.b@m; h: \"d111111abcdef8.cloudfront.net\" -> null",
             "update a.b@m; h: \"d9x8y7z6abcde1.cloudfront.net\" -> null");
        same("gateway", "update a.b@m; h: \"https://a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com/v1\" -> null",
             "update a.b@m; h: \"https://z9y8x7w6v5.execute-api.eu-west-1.amazonaws.com/v1\" -> null");
        same("zone", "update a.b@m; h: \"Z0123456789ABCDEFGHIJ\" -> null",
             "update a.b@m; h: \"ZABCDEFGHIJ9876543210\" -> null");
        same("user pool", "update a.b@m; h: \"eu-west-1_Ab1Cd2Ef3\" -> null",
             "update a.b@m; h: \"eu-west-1_Zy9Xw8Vu7\" -> null");
        same("end of a secret",
             "update a.b@m; h: \"arn:aws:secretsmanager:eu-west-1:111111111111:secret:db-AbC1eF\" -> null",
             "update a.b@m; h: \"arn:aws:secretsmanager:eu-west-1:222222222222:secret:db-xYz9Wv\" -> null");
        same("UUID", "update a.b@m; k: \"3f2504e0-4f89-11d3-9a0c-0305e82c3301\" -> null",
             "update a.b@m; k: \"9b2504e0-4f89-11d3-9a0c-0305e82c3302\" -> null");
        same("hash", "update a.b@m; h: \"d41d8cd98f00b204\" -> null", "update a.b@m; h: \"a41d8cd98f00b204\" -> null");
        same("new hash", "update a.b@m; source_hash: \"d41d8cd98f00b204\" -> \"e41d8cd98f00b205\"",
             "update a.b@m; source_hash: \"a41d8cd98f00b204\" -> \"b41d8cd98f00b205\"");
        same("identifier that stays",
             "update a.b@m; k: \"3f2504e0-4f89-11d3-9a0c-0305e82c3301/r\" -> "
             "\"3f2504e0-4f89-11d3-9a0c-0305e82c3301/w\"",
             "update a.b@m; k: \"9b2504e0-4f89-11d3-9a0c-0305e82c3302/r\" -> "
             "\"9b2504e0-4f89-11d3-9a0c-0305e82c3302/w\"");
        same("identifier in place of another attribute",
             "update a.b@m; a: \"sg-0123456789abcdef0\" -> null; b: null -> \"sg-0123456789abcdef0\"",
             "update a.b@m; a: \"sg-fedcba98765432100\" -> null; b: null -> \"sg-fedcba98765432100\"");
        same("time", "update a.b@m; at: \"2026-01-01T00:00:00Z\" -> null",
             "update a.b@m; at: \"2026-02-03T04:05:06+01:00\" -> null");
        same("name of a new object", "create a.b@m; name: -> \"alpha\"", "create a.b@m; name: -> \"beta\"");
        same("tag with the name", "create a.b@m; tags[\"Name\"]: -> \"alpha\"",
             "create a.b@m; tags[\"Name\"]: -> \"beta\"");
        same("name by the type", "create aws_lambda_function.f@m; function_name: -> \"alpha\"",
             "create aws_lambda_function.f@m; function_name: -> \"beta\"");
        same("attribute of a destroyed object that only the provider sets",
             "destroy a.b@m; size: 1 ->; unique_id%: \"AROAIEQH746YNG7BY3A4R\" ->",
             "destroy a.b@m; size: 1 ->; unique_id%: \"AROAX7LQ5YNG7BY3A4RTT\" ->");
        same("name of a destroyed object", "destroy a.b@m; name: \"alpha\" ->", "destroy a.b@m; name: \"beta\" ->");
        same("sensitive values", "update a.b@m; p: (sensitive value) -> (sensitive value)",
             "update a.b@m; p: (sensitive value) -> (sensitive value)");
        same("unknown values", "update a.b@m; p: 1 -> (known after apply)",
             "update a.b@m; p: 1 -> (known after apply)");
        same("unknown values of the same object",
             "update a.b@m; p: 1 -> (known after apply: \"payments/\", a.key[\"prod\"].id)",
             "update a.b@m; p: 1 -> (known after apply: \"orders/\", a.key[\"dev\"].id)");
        same("masked parts of a text", "update a.b@m; = t: (sensitive value); | t: --replicas 2 -> --replicas 5",
             "update a.b@m; = t: (sensitive value); | t: --replicas 2 -> --replicas 5");
        same("order of attributes", "update a.b@m; x: 1 -> 2; y: 3 -> 4", "update a.b@m; y: 3 -> 4; x: 1 -> 2");
        same("order of computed attributes", "create a.b@m; ~id; ~arn", "create a.b@m; ~arn; ~id");
        same("remote module", "update a.b@git::https://example.com//m; x: 1 -> 2",
             "update a.b@git::https://example.com//m; x: 1 -> 2");
        same("root module", "update a.b; x: 1 -> 2", "update a.b; x: 1 -> 2");
    }
    void sameChangesAreOneGroup() {
        QFETCH(QString, one);
        QFETCH(QString, other);
        Plans plans;
        plans.add(QStringLiteral("teams/payments/prod"), {one});
        plans.add(QStringLiteral("teams/orders/dev"), {other});
        QCOMPARE(plans.groups().size(), std::size_t(1));
    }

    /// One difference that matters.
    void nearMissesAreSeparate_data() {
        QTest::addColumn<QString>("one");
        QTest::addColumn<QString>("other");
        const auto different = [](const char* name, const char* one, const char* other) {
            QTest::newRow(name) << QString::fromUtf8(one) << QString::fromUtf8(other);
        };
        const char* const versioning = "update aws_s3_bucket.logs@modules/logs; versioning: false -> true";
        different("other direction", versioning, "update aws_s3_bucket.logs@modules/logs; versioning: true -> false");
        different("other value after", "update a.b@m; size: 1 -> 2", "update a.b@m; size: 1 -> 3");
        different("other value before", "update a.b@m; size: 1 -> 3", "update a.b@m; size: 2 -> 3");
        different("other text", "update a.b@m; type: \"t3.small\" -> \"t3.large\"",
                  "update a.b@m; type: \"t3.small\" -> \"t3.xlarge\"");
        different("other version", "update a.b@m; v: \"1.28\" -> \"1.29\"", "update a.b@m; v: \"1.28\" -> \"1.30\"");
        different("other attribute", "update a.b@m; x: 1 -> 2", "update a.b@m; y: 1 -> 2");
        different("one more attribute", "update a.b@m; x: 1 -> 2", "update a.b@m; x: 1 -> 2; y: 1 -> 2");
        different("other name of the resource", "update a.b@m; x: 1 -> 2", "update a.c@m; x: 1 -> 2");
        different("other type", "update a.b@m; x: 1 -> 2", "update c.b@m; x: 1 -> 2");
        different("other module", "update a.b@m; x: 1 -> 2", "update a.b@n; x: 1 -> 2");
        different("root module and another one", "update a.b@m; x: 1 -> 2", "update a.b; x: 1 -> 2");
        different("other action", "update a.b@m; x: 1 -> 2", "replace a.b@m; x: 1 -> 2");
        different("replacement forced", "replace a.b@m; x!: 1 -> 2", "replace a.b@m; x: 1 -> 2");
        different("forced by another attribute", "replace a.b@m; x!: 1 -> 2; y: 1 -> 2",
                  "replace a.b@m; x: 1 -> 2; y!: 1 -> 2");
        different("configured attribute of a destroyed object",
                  "destroy a.b@m; size: 1 ->; unique_id%: \"AROAIEQH746YNG7BY3A4R\" ->",
                  "destroy a.b@m; size: 2 ->; unique_id%: \"AROAX7LQ5YNG7BY3A4RTT\" ->");
        different("destroyed and forgotten", "destroy a.b@m; x: 1 ->", "forget a.b@m; x: 1 ->");
        different("reason", "replace a.b@m replace_because_tainted; x: 1 -> 1",
                  "replace a.b@m replace_by_request; x: 1 -> 1");
        different("imported", "update a.b@m imported; x: 1 -> 2", "update a.b@m; x: 1 -> 2");
        different("moved", "update a.b@m moved; x: 1 -> 2", "update a.b@m; x: 1 -> 2");
        different("deposed", "destroy a.b@m deposed; x: 1 ->", "destroy a.b@m; x: 1 ->");
        different("managed and data", "read data.a.b@m; x: -> 1", "read a.b@m; x: -> 1");
        different("null and a value", "update a.b@m; x: null -> 2", "update a.b@m; x: 1 -> 2");
        different("null and empty", "update a.b@m; x: null -> \"\"", "update a.b@m; x: \"a\" -> \"\"");
        different("removed and null", "update a.b@m; x: 1 ->", "update a.b@m; x: 1 -> null");
        different("number and text", "update a.b@m; x: 1 -> 2", "update a.b@m; x: \"1\" -> \"2\"");
        different("known and unknown", "update a.b@m; x: 1 -> 2", "update a.b@m; x: 1 -> (known after apply)");
        different("sensitive and open", "update a.b@m; x: 1 -> (sensitive value)", "update a.b@m; x: 1 -> 2");
        different("other computed attribute", "create a.b@m; ~id", "create a.b@m; ~arn");
        different("computed and set", "create a.b@m; ~id", "create a.b@m; id: -> 1");
        different("public and private network", "update a.b@m; cidr: \"10.0.0.0/8\" -> \"0.0.0.0/0\"",
                  "update a.b@m; cidr: \"10.0.0.0/8\" -> \"10.0.0.0/16\"");
        different("other networks", "update a.b@m; cidr: \"10.1.0.0/16\" -> null",
                  "update a.b@m; cidr: \"10.2.0.0/16\" -> null");
        different("other port", "update a.b@m; rules[0].port: 80 -> 443", "update a.b@m; rules[0].port: 80 -> 8443");
        different("other port of an added element", "update a.b@m; rules[0].port: -> 443",
                  "update a.b@m; rules[0].port: -> 80");
        different("position of an added element", "update a.b@m; rules[0].port: -> 443",
                  "update a.b@m; rules[1].port: -> 443");
        different("other instance", "update a.b[0]@m; x: 1 -> 2", "update a.b[1]@m; x: 1 -> 2");
        different("other key of the instance", "update a.b[\"ops\"]@m; x: 1 -> 2",
                  "update a.b[\"guest\"]@m; x: 1 -> 2");
        different("moved from elsewhere", "update a.b@m moved; x: 1 -> 2", "update a.b@m moved=a.c; x: 1 -> 2");
        different("position of a changed element", "update a.b@m; rules[0].port: 80 -> 443",
                  "update a.b@m; rules[1].port: 80 -> 443");
        different("other policy of the same account",
                  "update a.b@m; p: \"arn:aws:iam::111111111111:policy/Read\" -> null",
                  "update a.b@m; p: \"arn:aws:iam::222222222222:policy/Admin\" -> null");
        different("managed policy", "create a.b@m; policy_arn: -> \"arn:aws:iam::aws:policy/ReadOnlyAccess\"",
                  "create a.b@m; policy_arn: -> \"arn:aws:iam::aws:policy/AdministratorAccess\"");
        different("service in an ARN", "update a.b@m; t: \"arn:aws:sns:eu-west-1:111111111111:x\" -> null",
                  "update a.b@m; t: \"arn:aws:sqs:eu-west-1:222222222222:x\" -> null");
        different("account and a wildcard", "update a.b@m; p: \"111111111111\" -> \"111111111111\"",
                  "update a.b@m; p: \"222222222222\" -> \"*\"");
        different("renamed to another name", "update a.b@m; name: \"alpha\" -> \"beta\"",
                  "update a.b@m; name: \"gamma\" -> \"delta\"");
        different("project in one of them only", "update a.b@m; t: \"payments-a\" -> \"payments-b\"",
                  "update a.b@m; t: \"orders-a\" -> \"shared-b\"");
        different("part of a longer word", "update a.b@m; t: \"paymentsx\" -> \"1\"",
                  "update a.b@m; t: \"ordersx\" -> \"1\"");
        different("name of the other project", "update a.b@m; t: \"payments\" -> \"orders\"",
                  "update a.b@m; t: \"orders\" -> \"orders\"");
        different("project and environment exchanged", "update a.b@m; t: \"payments\" -> \"x\"",
                  "update a.b@m; t: \"dev\" -> \"x\"");
        different("short digits", "update a.b@m; p: \"1234\" -> \"1\"", "update a.b@m; p: \"5678\" -> \"1\"");
        different("prefix of identifiers", "update a.b@m; i: \"sg-0123456789abcdef0\" -> null",
                  "update a.b@m; i: \"eni-0123456789abcdef0\" -> null");
        different("bucket is not a generated label", "update a.b@m; h: \"logs202511.s3.amazonaws.com\" -> null",
                  "update a.b@m; h: \"data202511.s3.amazonaws.com\" -> null");
        different("kind of endpoint", "update a.b@m; h: \"a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com\" -> null",
                  "update a.b@m; h: \"a1b2c3d4e5.other.eu-west-1.amazonaws.com\" -> null");
        different("name of a secret",
                  "update a.b@m; h: \"arn:aws:secretsmanager:eu-west-1:111111111111:secret:db-AbC1eF\" -> null",
                  "update a.b@m; h: \"arn:aws:secretsmanager:eu-west-1:111111111111:secret:root-AbC1eF\" -> null");
        different("role", "update a.b@m; h: \"roles/viewer\" -> null", "update a.b@m; h: \"roles/owner\" -> null");
        different("scheme", "update a.b@m; h: \"http://x.example.com\" -> null",
                  "update a.b@m; h: \"https://x.example.com\" -> null");
        different("other word in a name", "create a.b@m; role_policy: -> \"reader\"",
                  "create a.b@m; role_policy: -> \"admin\"");
        different("settings are not projects", "update a.b@m; s: \"Enabled\" -> \"on\"",
                  "update a.b@m; s: \"Suspended\" -> \"on\"");
        different("remote modules", "update a.b@git::https://example.com//m; x: 1 -> 2",
                  "update a.b@git::https://example.com//n; x: 1 -> 2");
        different("remote and local module", "update a.b@git::https://example.com//m; x: 1 -> 2",
                  "update a.b@m; x: 1 -> 2");
        different("protocol", "update a.b@m; url: \"https://payments.example\" -> null",
                  "update a.b@m; url: \"http://orders.example\" -> null");
        different("domain", "update a.b@m; url: \"payments.example.com\" -> null",
                  "update a.b@m; url: \"orders.example.org\" -> null");
        different("decimal places", "update a.b@m; x: 0.5 -> 1", "update a.b@m; x: 0.50001 -> 1");
        different("letter case", "update a.b@m; x: \"enforce\" -> null", "update a.b@m; x: \"Enforce\" -> null");
        different("white space", "update a.b@m; x: \"a b\" -> null", "update a.b@m; x: \"a  b\" -> null");
        different("unit", "update a.b@m; x: \"10Gi\" -> null", "update a.b@m; x: \"10Mi\" -> null");
        different("sign", "update a.b@m; x: 1 -> 2", "update a.b@m; x: 1 -> -2");
        different("more elements", "update a.b@m; rules[0].port: -> 443",
                  "update a.b@m; rules[0].port: -> 443; rules[1].port: -> 443");
        different("added and removed element", "update a.b@m; rules[0].port: -> 443",
                  "update a.b@m; rules[0].port: 443 ->");
        different("key of a tag", "update a.b@m; tags[\"team\"]: -> \"x\"", "update a.b@m; tags[\"owner\"]: -> \"x\"");
        different("network of version 6", "update a.b@m; c: \"2001:db8::/32\" -> null",
                  "update a.b@m; c: \"::/0\" -> null");
        different("image tag", "update a.b@m; i: \"payments:1.2.3\" -> null",
                  "update a.b@m; i: \"orders:1.2.4\" -> null");
        different("wildcard", "update a.b@m; a: \"s3:GetObject\" -> \"s3:*\"",
                  "update a.b@m; a: \"s3:GetObject\" -> \"s3:PutObject\"");
        different("true and its text", "update a.b@m; x: false -> true", "update a.b@m; x: false -> \"true\"");
    }
    void nearMissesAreSeparate() {
        QFETCH(QString, one);
        QFETCH(QString, other);
        Plans plans;
        plans.add(QStringLiteral("teams/payments/prod"), {one});
        plans.add(QStringLiteral("teams/orders/dev"), {other});
        QCOMPARE(plans.groups().size(), std::size_t(2));
    }

    void providersAreCompared() {
        Plans plans;
        plans.add(QStringLiteral("a"), {QStringLiteral("update a.b@m; x: 1 -> 2")});
        plans.add(QStringLiteral("b"), {QStringLiteral("update a.b@m; x: 1 -> 2")});
        const_cast<Review*>(plans.projects[1].review)->origins[0].provider = "registry.opentofu.org/other/aws";
        QCOMPARE(plans.groups().size(), std::size_t(2));
    }

    void namesOfOtherObjectsMatter_data() {
        QTest::addColumn<QString>("attribute");
        QTest::addColumn<int>("groups");
        QTest::newRow("own name") << "name" << 1;
        QTest::newRow("own name in tags") << "tags.Name" << 1;
        QTest::newRow("own name in metadata") << "metadata[0].name" << 1;
        QTest::newRow("name of a role") << "role_ref.name" << 2;
        QTest::newRow("name of a role in a list") << "role_ref[0].name" << 2;
        QTest::newRow("arn of a principal") << "statement[0].arn" << 2;
    }
    void namesOfOtherObjectsMatter() {
        QFETCH(QString, attribute);
        Plans plans;
        plans.add(QStringLiteral("a"), {QStringLiteral("create t_b.c@m; %1: -> \"view\"").arg(attribute)});
        plans.add(QStringLiteral("b"), {QStringLiteral("create t_b.c@m; %1: -> \"cluster-admin\"").arg(attribute)});
        QTEST(int(plans.groups().size()), "groups");
    }

    void longValuesAreComparedByTheirHash() {
        Plans plans;
        plans.add(QStringLiteral("a"), {QStringLiteral("update a.b@m; x: 1 -> 2")});
        plans.add(QStringLiteral("b"), {QStringLiteral("update a.b@m; x: 1 -> 2")});
        const_cast<Review*>(plans.projects[1].review)->origins[0].rest = "0123";
        QCOMPARE(plans.groups().size(), std::size_t(2));
    }

    void zonesAreInTheRegionOfTheProject_data() {
        QTest::addColumn<QString>("one");   // in eu-west-1
        QTest::addColumn<QString>("other"); // in us-gov-east-1
        QTest::addColumn<int>("groups");
        QTest::newRow("same zone") << "\"eu-west-1a\" -> \"eu-west-1b\""
                                   << "\"us-gov-east-1a\" -> \"us-gov-east-1b\"" << 1;
        QTest::newRow("in a text") << "\"x-eu-west-1a.y\" -> \"\""
                                   << "\"x-us-gov-east-1a.y\" -> \"\"" << 1;
        QTest::newRow("other zone") << "\"eu-west-1a\" -> \"eu-west-1b\""
                                    << "\"us-gov-east-1a\" -> \"us-gov-east-1c\"" << 2;
        QTest::newRow("zone of another region") << "\"eu-west-1a\" -> \"eu-west-1b\""
                                                << "\"us-gov-east-1a\" -> \"eu-west-1b\"" << 2;
        QTest::newRow("longer word") << "\"eu-west-1ab\" -> \"\""
                                     << "\"us-gov-east-1ab\" -> \"\"" << 2;
        QTest::newRow("longer number") << "\"eu-west-12\" -> \"\""
                                       << "\"us-gov-east-12\" -> \"\"" << 2;
    }
    void zonesAreInTheRegionOfTheProject() {
        QFETCH(QString, one);
        QFETCH(QString, other);
        Plans plans;
        plans.add(QStringLiteral("live/a"), {"update a.b@m; zone: " + one}, {{"region", "eu-west-1"}});
        plans.add(QStringLiteral("live/b"), {"update a.b@m; zone: " + other}, {{"region", "us-gov-east-1"}});
        QTEST(int(plans.groups().size()), "groups");
    }

    void variablesNameProjects() {
        Plans plans;
        plans.add(QStringLiteral("a"), {QStringLiteral("update a.b@m; x: \"stg-logs\" -> null")},
                  {{"environment", "stg"}, {"account_id", "77777"}});
        plans.add(QStringLiteral("b"), {QStringLiteral("update a.b@m; x: \"prd-logs\" -> null")},
                  {{"environment", "prd"}, {"account_id", "88888"}});
        const std::vector<ChangeGroup> groups = plans.groups();
        QCOMPARE(groups.size(), std::size_t(1));
        QCOMPARE(groups[0].lines[0].before.value_or(""), std::string("\"‹environment›-logs\""));
        QVERIFY(groups[0].lines[0].isFolded);
    }

    void workspacesNameProjects() {
        Plans plans;
        plans.add(QStringLiteral("app"), {QStringLiteral("update a.b@m; x: \"logs-blue\" -> null")}, {},
                  QStringLiteral("blue"));
        plans.add(QStringLiteral("app"), {QStringLiteral("update a.b@m; x: \"logs-green\" -> null")}, {},
                  QStringLiteral("green"));
        QCOMPARE(plans.groups().size(), std::size_t(1));
    }

    void modulesBelowProjectsAreCopies() {
        Plans plans;
        plans.add(QStringLiteral("one"), {QStringLiteral("update a.b@one/modules/m; x: 1 -> 2")});
        plans.add(QStringLiteral("two"), {QStringLiteral("update a.b@two/modules/m; x: 1 -> 2")});
        const std::vector<ChangeGroup> groups = plans.groups();
        QCOMPARE(groups.size(), std::size_t(1));
        QCOMPARE(groups[0].module, std::string("./modules/m"));
    }

    void sharedValuesAreNotFolded() {
        Plans plans;
        for (const char* name : {"one", "two", "three"})
            plans.add(QString::fromLatin1(name),
                      {QStringLiteral("update a.b@m; ami: \"ami-0123456789abcdef0\" -> \"ami-0123456789abcdef1\"")});
        const std::vector<ChangeGroup> groups = plans.groups();
        QCOMPARE(groups.size(), std::size_t(1));
        QVERIFY(!groups[0].lines[0].isFolded);
        QCOMPARE(groups[0].lines[0].after.value_or(""), std::string("\"ami-0123456789abcdef1\""));
    }

    /// An identifier that most projects share does not belong to a project. A different one is a different change.
    void rareIdentifiersAreSeparate() {
        Plans plans;
        for (const char* name : {"one", "two", "three", "four"})
            plans.add(QString::fromLatin1(name),
                      {QStringLiteral("update a.b@m; ami: \"ami-0123456789abcdef0\" -> \"ami-0123456789abcdef1\"")});
        plans.add(QStringLiteral("five"),
                  {QStringLiteral("update a.b@m; ami: \"ami-0123456789abcdef0\" -> \"ami-ffffffffffffffff1\"")});
        const std::vector<ChangeGroup> groups = plans.groups();
        QCOMPARE(groups.size(), std::size_t(2));
        QCOMPARE(groups[0].projects.size(), std::size_t(1)); // the differing one is first
        QCOMPARE(groups[1].projects.size(), std::size_t(4));
        QCOMPARE(groups[0].others, std::size_t(4));
    }

    void differencesFromMostProjectsAreNamed() {
        Plans plans;
        for (const char* name : {"one", "two", "three"})
            plans.add(QString::fromLatin1(name), {QStringLiteral("update a.b@m; size: 1 -> 2")});
        plans.add(QStringLiteral("four"), {QStringLiteral("update a.b@m; size: 1 -> 9; open: false -> true")});
        const std::vector<ChangeGroup> groups = plans.groups();
        QCOMPARE(groups.size(), std::size_t(2));
        QCOMPARE(groups[0].variations,
                 (std::vector<std::string>{"also changes open: false → true", "size: 1 → 9 instead of 2"}));
        QVERIFY(groups[1].variations.empty());
        QCOMPARE(plans.titles(), (QStringList{QStringLiteral("four: a.b update, open: false → true, size: 1 → 9"),
                                              QStringLiteral("3 projects: a.b update, size: 1 → 2")}));
    }

    /// All attributes of an object that is destroyed are removed, which says nothing.
    void otherActionsAreNamedAlone() {
        Plans plans;
        for (const char* name : {"one", "two", "three"})
            plans.add(QString::fromLatin1(name), {QStringLiteral("replace a.b@m; size: 1 -> 2")});
        plans.add(QStringLiteral("four"), {QStringLiteral("destroy a.b@m; size: 1 ->; open: false ->")});
        const std::vector<ChangeGroup> groups = plans.groups();
        QCOMPARE(groups.size(), std::size_t(2));
        QCOMPARE(groups[0].variations, std::vector<std::string>{"destroy instead of replace"});
    }

    /// What most projects do in ways of their own is no exception, unless it destroys objects.
    void usualExceptionsAreNotNamed() {
        Plans plans;
        for (const char* name : {"one", "two", "three"})
            plans.add(QString::fromLatin1(name), {QStringLiteral("update a.b@m; size: 1 -> 2"),
                                                  QStringLiteral("update a.%1@m; x: 1 -> 2").arg(QLatin1String(name))});
        plans.add(QStringLiteral("four"),
                  {QStringLiteral("update a.b@m; size: 1 -> 2"), QStringLiteral("destroy a.four@m; x: 1 ->")});
        for (const ChangeGroup& group : plans.groups())
            if (group.projects.size() == 4) {
                QCOMPARE(group.exceptions.size(), std::size_t(1));
                QCOMPARE(group.exceptions[0].text, std::string("also destroys 1"));
            }
    }

    void projectsThatDoMoreAreNamed() {
        Plans plans;
        for (const char* name : {"one", "two", "three"})
            plans.add(QString::fromLatin1(name), {QStringLiteral("update a.b@m; size: 1 -> 2")});
        plans.add(QStringLiteral("payments-prod"),
                  {QStringLiteral("update a.b@m; size: 1 -> 2"), QStringLiteral("destroy c.d@m; x: 1 ->"),
                   QStringLiteral("destroy c.e@m; x: 1 ->")});
        const std::vector<ChangeGroup> groups = plans.groups();
        QCOMPARE(groups.size(), std::size_t(3));
        QCOMPARE(groups[0].kind, Kind::Destroy); // the most severe first
        QCOMPARE(groups[2].projects.size(), std::size_t(4));
        QCOMPARE(exceptionTexts(groups[2], plans.projects),
                 (std::vector<std::string>{"payments-prod also destroys 2"}));
    }

    void titlesNameObjects_data() {
        QTest::addColumn<QString>("one");
        QTest::addColumn<QString>("other");
        QTest::addColumn<QString>("title");
        const auto row = [](const char* name, const char* one, const char* other, const char* title) {
            QTest::newRow(name) << QString::fromUtf8(one) << QString::fromUtf8(other) << QString::fromUtf8(title);
        };
        row("no key", "destroy a.b@m", "destroy a.b@m", "2 projects: a.b destroy");
        row("key", "destroy a.b[\"logs\"]", "destroy a.b[\"logs\"]", "2 projects: a.b[\"logs\"] destroy");
        row("key with the project", "destroy a.b[\"one\"]", "destroy a.b[\"two\"]",
            "2 projects: a.b[\"‹project 1›\"] destroy");
        row("index", "update a.b[2]; x: 1 -> 2", "update a.b[2]; x: 1 -> 2", "2 projects: a.b[2] update, x: 1 → 2");
        row("module of a destroyed object", "destroy module.p.a.b[1]@m", "destroy module.p.a.b[1]@m",
            "2 projects: module.p.a.b[1] destroy");
        row("modules of destroyed objects", "destroy module.p.a.b[1]@m", "destroy module.q.a.b[1]@m",
            "2 projects: a.b destroy");
        row("module of an updated object", "update module.p.a.b@m; x: 1 -> 2", "update module.q.a.b@m; x: 1 -> 2",
            "2 projects: a.b update, x: 1 → 2");
        row("module with a key", "update module.p[\"k\"].a.b@m; x: 1 -> 2", "update module.p[\"k\"].a.b@m; x: 1 -> 2",
            "2 projects: module.p[\"k\"].a.b update, x: 1 → 2");
        row("some objects", "destroy a.b[0] & destroy a.b[1]", "destroy a.b[0] & destroy a.b[1]",
            "2 projects: a.b[0], a.b[1] destroy (4 objects)");
        row("many objects", "destroy a.b[0] & destroy a.b[1] & destroy a.b[2] & destroy a.b[3]",
            "destroy a.b[0] & destroy a.b[1] & destroy a.b[2] & destroy a.b[3]",
            "2 projects: a.b[0], a.b[1], a.b[2], and 1 more destroy (8 objects)");
    }
    void titlesNameObjects() {
        QFETCH(QString, one);
        QFETCH(QString, other);
        Plans plans;
        plans.add(QStringLiteral("one"), one.split(QStringLiteral(" & ")));
        plans.add(QStringLiteral("two"), other.split(QStringLiteral(" & ")));
        const QStringList titles = plans.titles();
        QCOMPARE(titles.size(), 1);
        QTEST(titles[0], "title");
    }

    /// Identifiers that all projects get are shown, also in place of others.
    void newSharedValuesAreShown() {
        Plans plans;
        for (const char* name : {"1", "2", "3"})
            plans.add(QString::fromLatin1(name),
                      {QStringLiteral("update a.b@m; ami: \"ami-0123456789abcde0%1\" -> \"ami-0fedcba9876543210\"")
                           .arg(QLatin1String(name))});
        QCOMPARE(plans.titles(),
                 QStringList{QStringLiteral("3 projects: a.b update, ami: \"ami-‹id›\" → \"ami-0fedcba9876543210\"")});
    }

    void outputsAreGrouped() {
        Plans plans;
        const auto add = [&plans](const QString& name, const std::string& size) {
            plans.add(name, {QStringLiteral("destroy a.b@m")});
            plans.last().outputs = projects::outputChanges(
                {{"db.size", "1", size}, {"db.tags[\"a\"]", std::nullopt, "\"x\""}, {"url", "\"u\"", std::nullopt}});
        };
        for (const char* name : {"p1", "p2", "p3", "p4"})
            add(name, "2");
        add("p5", "3");
        QCOMPARE(plans.titles(),
                 (QStringList{"5 projects: a.b destroy", "p5: output.db changed, db.size: 1 → 3, db.tags[\"a\"]: \"x\"",
                              "4 projects: output.db changed, db.size: 1 → 2, db.tags[\"a\"]: \"x\"",
                              "5 projects: output.url changed, url: \"u\" is removed"}));
        const std::vector<ChangeGroup> groups = plans.groups();
        QCOMPARE(groups[1].variations, (std::vector<std::string>{"db.size: 1 → 3 instead of 2"}));
        QCOMPARE(changeOf(groups[3], groups[3].members[4], plans.projects).address, std::string("output.url"));
        QVERIFY(groups[0].exceptions.empty() && groups[2].exceptions.empty());
    }

    void groupsDoNotDependOnTheOrderOfChanges() {
        const QStringList changes{QStringLiteral("update a.b@m; x: 1 -> 2"),
                                  QStringLiteral("create a.c@m; name: -> \"n\""),
                                  QStringLiteral("destroy a.d@m; x: 1 ->")};
        Plans plans, reversed;
        for (const char* name : {"one", "two"}) {
            plans.add(QString::fromLatin1(name), changes);
            reversed.add(QString::fromLatin1(name), {changes[2], changes[1], changes[0]});
        }
        QCOMPARE(plans.titles(), reversed.titles());
    }
};

QTEST_GUILESS_MAIN(TestGroups)
#include "tst_groups.moc"
