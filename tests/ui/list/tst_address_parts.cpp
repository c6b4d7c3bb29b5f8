// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/change/address_parts.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QFontMetrics>
#include <QTest>

using namespace planlens;

/// Addresses in rows that are too narrow for them.
class TestAddressParts final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void addressesKeepWhatDistinguishesThem_data();
    void addressesKeepWhatDistinguishesThem();
    void rowsBesideEachOtherStayDifferent_data();
    void rowsBesideEachOtherStayDifferent();
    void modulesBesideEachOtherStayDifferent();
};

void TestAddressParts::addressesKeepWhatDistinguishesThem_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("module");
    QTest::addColumn<int>("width");    // in characters
    QTest::addColumn<QString>("ends"); // of type, name and module
    const QString link = QStringLiteral("private_dns_zone_virtual_network_link[\"privatelink.blob.net-spoke-8\"]");
    QTest::newRow("everything fits") << QStringLiteral("aws_instance.") << QStringLiteral("web")
                                     << QStringLiteral("shop") << 40 << QStringLiteral("aws_instance.|web|shop");
    QTest::newRow("the key is elided before the type")
        << QStringLiteral("oci_identity_group.") << QStringLiteral("these[\"AUDITOR-GROUP\"]")
        << QStringLiteral("lz_groups") << 45 << QStringLiteral("_group.|-GROUP\"]|ups");
    QTest::newRow("only the module is elided if that suffices")
        << QStringLiteral("terraform_data.") << QStringLiteral("instance[0]") << QStringLiteral("service[\"payment\"]")
        << 42 << QStringLiteral("terraform_data.|instance[0]|[\"payment\"]");
    QTest::newRow("a module without keys leaves the width to the type")
        << QStringLiteral("google_bigquery_dataset_iam_member.") << QStringLiteral("editor")
        << QStringLiteral("example_bigquery_dataset_iam_member") << 44 << QStringLiteral("iam_member.|editor|er");
    QTest::newRow("instances of a module differ in their keys")
        << QStringLiteral("azurerm_managed_disk.") << QStringLiteral("disks[0]")
        << QStringLiteral("server[\"North Europe\"].data_disks[\"logs\"]") << 42
        << QStringLiteral("sk.|disks[0]|s[\"logs\"]");
    QTest::newRow("the last name of a module is cut last")
        << QStringLiteral("azurerm_subnet.") << QStringLiteral("main")
        << QStringLiteral("server[\"North Europe\"].example_vpc") << 48
        << QStringLiteral("azurerm_subnet.|main|.example_vpc");
    QTest::newRow("a short name stays whole")
        << QStringLiteral("terraform_data.") << QStringLiteral("instance[0]") << QStringLiteral("service[\"mail\"]")
        << 28 << QStringLiteral("a.|instance[0]|[\"mail\"]");
    QTest::newRow("the type never goes") << QStringLiteral("oci_cloud_guard_security_recipe.")
                                         << QStringLiteral("these[\"iss147-top-security-zone\"]")
                                         << QStringLiteral("lz_security_zones[0]") << 42
                                         << QStringLiteral("cipe.|one\"]|es[0]");
    QTest::newRow("key and module stay") << QStringLiteral("terraform_data.") << link
                                         << QStringLiteral("connectivity[\"eu-central-1/production-frontend\"]") << 42
                                         << QStringLiteral("ta.|-8\"]|\"]");
    QTest::newRow("keys that do not fit leave the width to the name")
        << QStringLiteral("aws_ec2_transit_gateway_route_table_association.")
        << QStringLiteral("shared_services_to_production[0]")
        << QStringLiteral("landing_zone_networking_hub_and_spoke[\"production-eu-central-1\"].transit_gateway_"
                          "attachments_and_routes[\"shared-services-vpc\"].route_tables")
        << 42 << QStringLiteral("tion.|oduction[0]|les");
    QTest::newRow("a name without a long key is cut last")
        << QStringLiteral("aws_ec2_transit_gateway_route_table_association.")
        << QStringLiteral("shared_services_to_production") << QStringLiteral("networking.transit_gateway.route_tables")
        << 44 << QStringLiteral("n.|shared_services_to_production|s");
    QTest::newRow("a name stays whole beside keys in a wide list")
        << QStringLiteral("aws_ec2_transit_gateway_route_table_association.")
        << QStringLiteral("shared_services_to_production[0]")
        << QStringLiteral("landing_zone_networking_hub_and_spoke[\"production-eu-central-1\"].transit_gateway_"
                          "attachments_and_routes[\"shared-services-vpc\"].route_tables")
        << 67 << QStringLiteral(".|shared_services_to_production[0]|ables");
    QTest::newRow("root module") << QStringLiteral("terraform_data.") << link << QString() << 42
                                 << QStringLiteral("data.|poke-8\"]|");
}

void TestAddressParts::addressesKeepWhatDistinguishesThem() {
    QFETCH(QString, type);
    QFETCH(QString, name);
    QFETCH(QString, module);
    QFETCH(int, width);
    QFETCH(QString, ends);
    const QFontMetrics mono(theme::monospaceFont()), small(theme::smallFont());
    const int room = width * mono.averageCharWidth();
    const widgets::AddressParts parts = widgets::addressParts({type, name, module}, {}, mono, small, room);
    QVERIFY2(parts.type.endsWith(ends.section(u'|', 0, 0)) && parts.name.endsWith(ends.section(u'|', 1, 1)) &&
                 parts.module.endsWith(ends.section(u'|', 2)),
             qPrintable(parts.type + parts.name + u' ' + parts.module));
    if (module.contains(QStringLiteral("North Europe")))
        QVERIFY2(parts.module.contains(QStringLiteral("[\"North Europe\"]")), qPrintable(parts.module));
    const int used = mono.horizontalAdvance(parts.type + parts.name) + small.horizontalAdvance(parts.module) +
                     (module.isEmpty() ? 0 : theme::grid);
    QVERIFY(used <= room);
    // Nothing is elided beside free space.
    if (parts.type != type || parts.name != name || parts.module != module)
        QVERIFY2(room - used < 3 * mono.averageCharWidth(), qPrintable(QString::number(room - used)));
}

void TestAddressParts::rowsBesideEachOtherStayDifferent_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("base");
    QTest::addColumn<QStringList>("keys");
    const auto keys = [](std::initializer_list<const char*> list) {
        QStringList texts;
        for (const char* key : list)
            texts.append(QString::fromLatin1(key));
        return texts;
    };
    QTest::newRow("same start and end") << QStringLiteral("oci_identity_dynamic_group.") << QStringLiteral("these")
                                        << keys({"iss211-appdev-computeagent-dynamic-group",
                                                 "iss211-appdev-fun-dynamic-group", "iss211-database-kms-dynamic-group",
                                                 "iss211-sec-fun-dynamic-group"});
    QTest::newRow("differing ends")
        << QStringLiteral("oci_core_network_security_group_security_rule.") << QStringLiteral("egress")
        << keys({"TT-VCN-1-APP-NSG.EGRESS-TO-DB-NSG-RULE", "TT-VCN-1-APP-NSG.EGRESS-TO-OSN-RULE",
                 "TT-VCN-1-APP-NSG.EGRESS-TO-TT-VCN-2-APP-SUBNET-RULE", "TT-VCN-1-BASTION-NSG.EGRESS-TO-APP-NSG-RULE"});
}

void TestAddressParts::rowsBesideEachOtherStayDifferent() {
    QFETCH(QString, type);
    QFETCH(QString, base);
    QFETCH(QStringList, keys);
    const QFontMetrics mono(theme::monospaceFont()), small(theme::smallFont());
    QStringList names;
    for (const QString& key : std::as_const(keys))
        names.append(QStringLiteral("%1[\"%2\"]").arg(base, key));
    for (const int width : {42, 48}) { // characters of the list in windows of 1280 and 1920 pixels
        QString last;
        for (qsizetype i = 0; i < names.size(); ++i) {
            const widgets::AddressParts parts =
                widgets::addressParts({type, names[i], QStringLiteral("lz_dynamic_groups")},
                                      {{type, names.value(i - 1), {}}, {type, names.value(i + 1), {}}}, mono, small,
                                      width * mono.averageCharWidth());
            QVERIFY2(parts.name != last, qPrintable(parts.name));
            last = parts.name;
            QVERIFY2(parts.name.startsWith(base), qPrintable(parts.name));
            // The type is what tells.
            QVERIFY2(parts.type.size() >= 10 && parts.type.startsWith(type.left(4)) &&
                         parts.type.endsWith(type.right(5)),
                     qPrintable(parts.type));
        }
    }
}

/// The same name in modules that differ in one name, which is neither the first nor the last one.
void TestAddressParts::modulesBesideEachOtherStayDifferent() {
    const QFontMetrics mono(theme::monospaceFont()), small(theme::smallFont());
    const QString type = QStringLiteral("aws_security_group."), name = QStringLiteral("web");
    const QStringList modules{QStringLiteral("team[\"identity\"].region_eu_central_1.network"),
                              QStringLiteral("team[\"identity\"].region_us_east_1.network")};
    for (const int width : {42, 48}) {
        const auto shown = [&](int own, int other) {
            return widgets::addressParts({type, name, modules[own]}, {{type, name, modules[other]}}, mono, small,
                                         width * mono.averageCharWidth())
                .module;
        };
        QVERIFY2(shown(0, 1).contains(QStringLiteral("region_eu_central_1")), qPrintable(shown(0, 1)));
        QVERIFY2(shown(1, 0).contains(QStringLiteral("region_us_east_1")), qPrintable(shown(1, 0)));
    }
}

QTEST_MAIN(TestAddressParts)
#include "tst_address_parts.moc"
