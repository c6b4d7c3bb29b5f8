// SPDX-License-Identifier: MPL-2.0
#include "core/report/icons/resource_category.h"

#include <QTest>

#include <set>
#include <sstream>
#include <string>

using namespace planlens::report;

class TestResourceCategory final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsCategoryOfType_data();
    void findsCategoryOfType();
    void tableNamesOnlyKnownCategories();
    void iconsAreDistinctAndStayInTheirSquare();
};

void TestResourceCategory::findsCategoryOfType_data() {
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("category");
    const auto row = [](const char* type, const char* category) {
        QTest::newRow(type) << QByteArray(type) << QByteArray(category);
    };
    row("aws_instance", "compute");
    row("aws_vpc", "network");
    row("aws_s3_bucket", "storage");
    row("aws_s3_object", "file");            // longer than aws_s3_
    row("aws_s3_bucket_policy", "identity"); // longest
    row("aws_db_instance", "database");
    row("aws_iam_role", "identity");
    row("aws_secretsmanager_secret_version", "secret");
    row("aws_route53_record", "dns"); // not a network route
    row("aws_route_table", "network");
    row("aws_sqs_queue", "queue");
    row("aws_cloudwatch_metric_alarm", "monitoring");
    row("aws_cloudwatch_event_rule", "queue");
    row("aws_eks_cluster", "container");
    row("azurerm_virtual_network", "network");
    row("azurerm_key_vault_secret", "secret");
    row("google_compute_instance", "compute");
    row("google_compute_disk", "storage");
    row("google_compute_firewall", "network");
    row("oci_core_vcn", "network");
    row("oci_core_instance", "compute");
    row("kubernetes_deployment", "container");
    row("kubernetes_secret", "secret");
    row("local_file", "file");
    row("data.aws_ami", "compute");
    row("somecloud_managed_database", "database"); // by a word
    row("somecloud_server_key", "secret");         // the last word names the object
    row("terraform_data", "other");
    row("null_resource", "other");
    row("", "other");
}

void TestResourceCategory::findsCategoryOfType() {
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, category);
    const std::string_view found = nameOf(categoryOf(std::string_view(type.constData(), std::size_t(type.size()))));
    QCOMPARE(QByteArray(found.data(), qsizetype(found.size())), category);
}

void TestResourceCategory::tableNamesOnlyKnownCategories() {
    std::istringstream table{std::string(categoryTable())};
    std::set<std::string> named;
    for (std::string line; std::getline(table, line);)
        if (!line.empty() && line.front() != '#')
            named.insert(line.substr(0, line.find(' ')));
    std::set<std::string> known;
    for (const Category category : allCategories)
        if (category != Category::Other)
            known.emplace(nameOf(category));
    QVERIFY(named == known);
}

void TestResourceCategory::iconsAreDistinctAndStayInTheirSquare() {
    std::set<std::string_view> paths;
    for (const Category category : allCategories) {
        paths.insert(iconPath(category));
        std::istringstream words{std::string(iconPath(category))};
        for (std::string word; words >> word;)
            if (word != "M" && word != "L" && word != "C" && word != "Z") {
                std::size_t end = 0;
                const double value = std::stod(word, &end);
                QCOMPARE(end, word.size());
                QVERIFY2(value >= 1 && value <= 23, word.c_str());
            }
    }
    QCOMPARE(paths.size(), allCategories.size());
}

QTEST_APPLESS_MAIN(TestResourceCategory)
#include "tst_resource_category.moc"
