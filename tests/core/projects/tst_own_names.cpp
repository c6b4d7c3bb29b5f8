// SPDX-License-Identifier: MPL-2.0
#include "core/plans/changes.h"
#include "core/plans/plan.h"
#include "core/projects/results/own_ids.h"
#include "core/projects/results/own_names.h"
#include "tests/core/projects/written_plans.h"

#include <QTest>

using namespace planlens;
using namespace planlens::testing;
using values::Value;

namespace {

void addResource(plans::Changes& changes, const char* type, const char* name, Value before, Value after) {
    plans::ResourceInstanceChange change;
    change.address = {{}, {addrs::ResourceMode::Managed, type, name}, {}};
    change.previousAddress = change.address;
    change.change.before = std::move(before);
    change.change.after = std::move(after);
    changes.add(std::make_shared<const plans::ResourceInstanceChange>(std::move(change)));
}

} // namespace

/// Names that only one project has, such as "shop-prod-4f2a", are not differences between projects.
class TestOwnNames final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void changesDifferOnlyInNames_data() {
        QTest::addColumn<QString>("one");
        QTest::addColumn<QString>("other");
        QTest::addColumn<int>("groups");
        const auto row = [](const char* name, const char* one, const char* other, int groups) {
            QTest::newRow(name) << QString::fromUtf8(one) << QString::fromUtf8(other) << groups;
        };
        row("project", "update a.b@m; p: \"acme-4f2a\" -> null", "update a.b@m; p: \"acme-91bc\" -> null", 1);
        row("path", "update a.b@m; p: \"projects/acme-4f2a/topics/x\" -> null",
            "update a.b@m; p: \"projects/acme-91bc/topics/x\" -> null", 1);
        row("service account", "update a.b@m; m: -> \"serviceAccount:ci@acme-4f2a.iam.gserviceaccount.com\"",
            "update a.b@m; m: -> \"serviceAccount:ci@acme-91bc.iam.gserviceaccount.com\"", 1);
        row("other service account", "update a.b@m; m: -> \"serviceAccount:ci@acme-4f2a.iam.gserviceaccount.com\"",
            "update a.b@m; m: -> \"serviceAccount:root@acme-91bc.iam.gserviceaccount.com\"", 2);
        row("service account of another project",
            "update a.b@m; m: -> \"serviceAccount:ci@acme-4f2a.iam.gserviceaccount.com\"",
            "update a.b@m; m: -> \"serviceAccount:ci@acme-77dd.iam.gserviceaccount.com\"", 2);
        row("role", "update a.b@m; m: \"acme-4f2a\" -> null; r: \"roles/viewer\" -> null",
            "update a.b@m; m: \"acme-91bc\" -> null; r: \"roles/owner\" -> null", 2);
        row("longer project", "update a.b@m; p: \"acme-4f2ab\" -> null", "update a.b@m; p: \"acme-91bcb\" -> null", 2);
        row("storage account", "update a.b@m; s: \"stpaymentsprod01\" -> null",
            "update a.b@m; s: \"stordersdev01\" -> null", 1);
        row("number of a storage account", "update a.b@m; s: \"stpaymentsprod01\" -> null",
            "update a.b@m; s: \"stordersdev02\" -> null", 2);
        row("start of a storage account", "update a.b@m; s: \"stpaymentsprod01\" -> null",
            "update a.b@m; s: \"dlordersdev01\" -> null", 2);
        row("words in another order", "update a.b@m; s: \"stpaymentsprod01\" -> null",
            "update a.b@m; s: \"stdevorders01\" -> null", 2);
        row("one word in a longer one", "update a.b@m; s: \"stpayments01\" -> null",
            "update a.b@m; s: \"storders01\" -> null", 2);
        row("host of a storage account", "update a.b@m; s: \"https://stpaymentsprod01.blob.core.windows.net/\" -> null",
            "update a.b@m; s: \"https://stordersdev01.blob.core.windows.net/\" -> null", 1);
        row("random ending", "update a.b@m; s: \"logs-xkqz\" -> null", "update a.b@m; s: \"logs-vbnm\" -> null", 1);
        row("other ending", "update a.b@m; s: \"logs-xkqz\" -> null", "update a.b@m; s: \"logs-main\" -> null", 2);
        row("bucket of both", "update a.b@m; s: \"arn:aws:s3:::xq17/*\" -> null",
            "update a.b@m; s: \"arn:aws:s3:::zz93/*\" -> null", 1);
        row("different buckets", "update a.b@m; s: \"arn:aws:s3:::xq17/*\" -> null",
            "update a.b@m; s: \"arn:aws:s3:::zz94/*\" -> null", 2);
        row("different access to a bucket", "update a.b@m; s: \"arn:aws:s3:::xq17/*\" -> null",
            "update a.b@m; s: \"arn:aws:s3:::zz93/a\" -> null", 2);
    }
    void changesDifferOnlyInNames() {
        QFETCH(QString, one);
        QFETCH(QString, other);
        Plans plans;
        plans.add(QStringLiteral("teams/payments/prod"), {one},
                  {{"Google Cloud project", "acme-4f2a"},
                   {"random_string.end", "xkqz"},
                   {"aws_s3_bucket.logs", "xq17"},
                   {"aws_s3_bucket.data", "xq18"}});
        plans.add(QStringLiteral("teams/orders/dev"), {other},
                  {{"Google Cloud project", "acme-91bc"},
                   {"random_string.end", "vbnm"},
                   {"aws_s3_bucket.logs", "zz93"},
                   {"aws_s3_bucket.data", "zz94"}});
        QTEST(int(plans.groups().size()), "groups");
    }

    /// Modules may be called by different names.
    void namesOfProjectsNeedNoObject() {
        Plans plans;
        plans.add(QStringLiteral("payments"), {QStringLiteral("update a.b@m; s: \"payments-logs\" -> null")},
                  {{"module.x.aws_s3_bucket.logs", "payments-logs"}});
        plans.add(QStringLiteral("orders"), {QStringLiteral("update a.b@m; s: \"orders-logs\" -> null")},
                  {{"module.y.aws_s3_bucket.logs", "orders-logs"}});
        QCOMPARE(plans.groups().size(), std::size_t(1));
    }

    void findsNamesInPlans() {
        const auto object = [](std::vector<std::pair<std::string, Value>> attributes) {
            return Value::object(std::move(attributes));
        };
        plans::Changes changes;
        const Value member = object({{"project", Value::string("acme-4f2a")}, {"role", Value::string("roles/owner")}});
        addResource(changes, "google_project_iam_member", "m", member, member);
        addResource(changes, "random_id", "end", object({{"hex", Value::string("4f2a")}}), Value());
        addResource(changes, "aws_s3_bucket", "new", Value(), object({{"bucket", Value::string("acme-new")}}));
        addResource(changes, "aws_s3_bucket", "unknown", Value(),
                    object({{"bucket", Value::unknown(values::Type::string())}}));
        addResource(changes, "aws_s3_bucket", "short", object({{"bucket", Value::string("abc")}}), Value());
        addResource(changes, "aws_iam_group", "g", object({{"name", Value::string("admins")}}), Value());
        addResource(changes, "aws_s3_bucket", "secret",
                    object({{"bucket", Value::string("secret-name").withMark(values::Mark::sensitive())}}), Value());
        const std::map<std::string, std::string> expected{
            {"Google Cloud project", "acme-4f2a"}, {"random_id.end", "4f2a"}, {"aws_s3_bucket.new", "acme-new"}};
        QCOMPARE(projects::ownNamesOf(changes, {}), expected);
    }

    /// The objects that have the identifiers which a document mentions.
    void findsIdentifiersInPlans() {
        const auto object = [](std::vector<std::pair<std::string, Value>> attributes) {
            return Value::object(std::move(attributes));
        };
        const auto text = [](const std::string& content) { return Value::string(content); };
        plans::Plan plan;
        addResource(plan.changes, "aws_subnet", "private",
                    object({{"id", text("subnet-0000000000000aaa1")}, {"vpc_id", text("vpc-0000000000000aaa2")}}),
                    Value());
        addResource(plan.changes, "aws_kms_key", "k",
                    object({{"arn", text("arn:aws:kms:eu-west-1:1:key/3f2504e0-4f89-11d3-9a0c-0305e82c3301")}}),
                    Value());
        addResource(plan.changes, "azurerm_vnet", "v",
                    object({{"id", text("/subscriptions/9b2504e0-4f89-11d3-9a0c-0305e82c3302/x/vnet")}}), Value());
        addResource(plan.changes, "aws_subnet", "other", object({{"id", text("subnet-0000000000000aaa9")}}), Value());
        addResource(plan.changes, "aws_iam_role", "r", object({{"id", Value::unknown(values::Type::string())}}),
                    Value());
        report::Document document;
        report::ReportChange change;
        change.lines = {{"a", std::nullopt, "\"subnet-0000000000000aaa1\"", false},
                        {"b", "\"vpc-0000000000000aaa2\"", "\"key/3f2504e0-4f89-11d3-9a0c-0305e82c3301\"", false},
                        {"c", std::nullopt, "\"/subscriptions/9b2504e0-4f89-11d3-9a0c-0305e82c3302/y\"", false},
                        {"d", std::nullopt, "\"8e3af657-a8ff-443c-a75c-2fe8c4bcb635\"", false}};
        document.changes.push_back(change);
        const std::map<std::string, std::string> expected{{"subnet-0000000000000aaa1", "aws_subnet.private"},
                                                          {"3f2504e0-4f89-11d3-9a0c-0305e82c3301", "aws_kms_key.k"},
                                                          {"9b2504e0-4f89-11d3-9a0c-0305e82c3302", "subscription"}};
        QCOMPARE(projects::ownIdsOf(plan, document, {}), expected);
    }
};

QTEST_APPLESS_MAIN(TestOwnNames)
#include "tst_own_names.moc"
