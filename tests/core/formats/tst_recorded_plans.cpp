// SPDX-License-Identifier: MPL-2.0
#include "core/formats/json_writer.h"
#include "core/formats/value_json.h"
#include "core/plans/plan.h"
#include "tests/core/formats/read_plan.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace planlens;
using namespace planlens::testing;
using plans::Action;

namespace {

/// Whether a recording marks a value as random.
bool varies(const QJsonValue& value) {
    return value.toString() == QStringLiteral("<<varies>>");
}

/// Removes entries that masks may omit or write as false.
QJsonValue pruned(const QJsonValue& mask) {
    if (mask.isObject()) {
        QJsonObject kept;
        const QJsonObject object = mask.toObject();
        for (auto it = object.begin(); it != object.end(); ++it)
            if (const QJsonValue one = pruned(it.value()); !one.isNull())
                kept.insert(it.key(), one);
        return kept.isEmpty() ? QJsonValue() : QJsonValue(kept);
    }
    if (mask.isArray()) {
        QJsonArray kept;
        bool isEmpty = true;
        for (const QJsonValue& one : mask.toArray()) {
            kept.append(pruned(one));
            isEmpty = isEmpty && kept.last().isNull();
        }
        return isEmpty ? QJsonValue() : QJsonValue(kept);
    }
    return mask.toBool() ? mask : QJsonValue();
}

template <typename Write>
QJsonValue written(Write write) {
    std::string json;
    formats::JsonWriter writer(json);
    writer.beginArray();
    write(writer);
    writer.endArray();
    return QJsonDocument::fromJson(QByteArray::fromStdString(json)).array().first();
}

QJsonValue knownParts(const values::Value& value) {
    return written([&](formats::JsonWriter& json) {
        if (!formats::writeKnownParts(json, value))
            json.null();
    });
}
QJsonValue unknownMask(const values::Value& value) {
    return pruned(written([&](formats::JsonWriter& json) { formats::writeUnknownMask(json, value); }));
}
QJsonValue sensitiveMask(const values::Value& value) {
    return pruned(written([&](formats::JsonWriter& json) { formats::writeSensitiveMask(json, value); }));
}

QStringList actionNames(Action action) {
    switch (action) {
    case Action::NoOp:
        return {QStringLiteral("no-op")};
    case Action::Create:
        return {QStringLiteral("create")};
    case Action::Read:
        return {QStringLiteral("read")};
    case Action::Update:
        return {QStringLiteral("update")};
    case Action::DeleteThenCreate:
        return {QStringLiteral("delete"), QStringLiteral("create")};
    case Action::CreateThenDelete:
        return {QStringLiteral("create"), QStringLiteral("delete")};
    case Action::Delete:
        return {QStringLiteral("delete")};
    case Action::Forget:
        return {QStringLiteral("forget")};
    case Action::ForgetThenCreate:
        return {QStringLiteral("forget"), QStringLiteral("create")};
    }
    return {};
}

QStringList actionNames(const QJsonValue& actions) {
    QStringList names;
    for (const QJsonValue& name : actions.toArray())
        names.append(name.toString());
    return names;
}

void compareSides(const plans::Change& change, const QJsonObject& expected) {
    if (!varies(expected[QStringLiteral("actions")]))
        QCOMPARE(actionNames(change.action), actionNames(expected[QStringLiteral("actions")]));
    QCOMPARE(knownParts(change.before),
             expected[QStringLiteral("before")].isUndefined() ? QJsonValue() : expected[QStringLiteral("before")]);
    QCOMPARE(knownParts(change.after),
             expected[QStringLiteral("after")].isUndefined() ? QJsonValue() : expected[QStringLiteral("after")]);
    QCOMPARE(unknownMask(change.after), pruned(expected[QStringLiteral("after_unknown")]));
}

void compareChange(const plans::ResourceInstanceChange& change, const QJsonObject& expected) {
    const QJsonObject sides = expected[QStringLiteral("change")].toObject();
    compareSides(change.change, sides);
    QCOMPARE(sensitiveMask(change.change.before), pruned(sides[QStringLiteral("before_sensitive")]));
    if (!varies(expected[QStringLiteral("action_reason")]))
        QCOMPARE(text(std::string(plans::jsonName(change.reason))),
                 expected[QStringLiteral("action_reason")].toString());
    QCOMPARE(text(change.previousAddress.toString()),
             expected[QStringLiteral("previous_address")].toString(expected[QStringLiteral("address")].toString()));
    QCOMPARE(text(change.provider.config.provider.toString()), expected[QStringLiteral("provider_name")].toString());
    QCOMPARE(int(change.requiredReplace.size()), sides[QStringLiteral("replace_paths")].toArray().size());
    QCOMPARE(change.change.importing.has_value(), sides.contains(QStringLiteral("importing")));
    QCOMPARE(text(change.change.generatedConfig), sides[QStringLiteral("generated_config")].toString());
    for (std::size_t i = 0; i < change.requiredReplace.size(); ++i)
        QCOMPARE(written([&](formats::JsonWriter& json) { formats::writePath(json, change.requiredReplace[i]); }),
                 sides[QStringLiteral("replace_paths")].toArray()[int(i)]);
}

} // namespace

/// Reads the JSON of all recorded plans and compares the result with it.
class TestRecordedPlans final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void areReadCompletely_data();
    void areReadCompletely();
};

void TestRecordedPlans::areReadCompletely_data() {
    QTest::addColumn<QString>("path");
    int count = 0;
    for (const QString& root :
         {QStringLiteral(PLANLENS_SOURCE_DIR "/tests/cases"), QStringLiteral(PLANLENS_SHARED_DIR "/conformance/cases")})
        for (QDirIterator it(root, {QStringLiteral("plan.json")}, QDir::Files, QDirIterator::Subdirectories);
             it.hasNext(); ++count) {
            const QString path = it.next();
            QTest::newRow(qPrintable(path.mid(root.size() - 5))) << path;
        }
    QVERIFY(count >= 100);
}

void TestRecordedPlans::areReadCompletely() {
    QFETCH(QString, path);
    const QByteArray json = contentOf(path);
    const QJsonObject expected = QJsonDocument::fromJson(json).object();
    const auto read = readBytes(json);
    QVERIFY2(read.isOk(), read.diagnostics.size() ? read.diagnostics[0].detail.c_str() : "");
    const plans::Plan& plan = *read->plan;
    QCOMPARE(text(read->formatVersion), expected[QStringLiteral("format_version")].toString());

    QJsonArray changes;
    qsizetype inferred = 0; // their actions are not recorded
    for (const QJsonValue& one : expected[QStringLiteral("resource_changes")].toArray())
        if (const QJsonValue sides = one[QStringLiteral("change")]; !varies(sides[QStringLiteral("actions")][0]))
            changes.append(one);
        else if (!sides[QStringLiteral("before")].isNull() || !sides[QStringLiteral("after")].isNull())
            ++inferred;
    if (!json.contains("<<varies>>"))
        QCOMPARE(read.diagnostics.size(), std::size_t(0));
    QCOMPARE(qsizetype(plan.changes.resources().size()), changes.size() + inferred);
    for (const QJsonValue& one : changes) {
        const auto address = addrs::readAbsResourceInstance(one[QStringLiteral("address")].toString().toStdString());
        QVERIFY(address);
        const plans::ResourceInstanceChange* change =
            plan.changes.resource(*address, one[QStringLiteral("deposed")].toString().toStdString());
        QVERIFY2(change, address->toString().c_str());
        compareChange(*change, one.toObject());
        if (QTest::currentTestFailed())
            qWarning("at %s", address->toString().c_str());
    }
    const QJsonArray drift = expected[QStringLiteral("resource_drift")].toArray();
    QCOMPARE(int(plan.drift.size()), drift.size());
    for (int i = 0; i < drift.size(); ++i) {
        QCOMPARE(text(plan.drift[std::size_t(i)]->address.toString()), drift[i][QStringLiteral("address")].toString());
        compareChange(*plan.drift[std::size_t(i)], drift[i].toObject());
    }
    const QJsonObject outputs = expected[QStringLiteral("output_changes")].toObject();
    QCOMPARE(int(plan.changes.outputs().size()), outputs.size());
    for (const plans::OutputChange& output : plan.changes.outputs()) {
        const QJsonObject one = outputs[text(output.name)].toObject();
        compareSides(output.change, one);
        QCOMPARE(output.sensitive,
                 one[QStringLiteral("after_sensitive")].toBool() || one[QStringLiteral("before_sensitive")].toBool());
    }
    const QJsonArray checks = expected[QStringLiteral("checks")].toArray();
    QCOMPARE(int(plan.checks.size()), checks.size());
    for (const QJsonValue& check : checks) {
        const auto found =
            plan.checks.find(check[QStringLiteral("address")][QStringLiteral("to_display")].toString().toStdString());
        QVERIFY(found != plan.checks.end());
        QCOMPARE(found->second.status == states::CheckStatus::Fail,
                 check[QStringLiteral("status")].toString() == QStringLiteral("fail"));
        QCOMPARE(found->second.status == states::CheckStatus::Pass,
                 check[QStringLiteral("status")].toString() == QStringLiteral("pass"));
        QCOMPARE(int(found->second.objects.size()), check[QStringLiteral("instances")].toArray().size());
    }
    QCOMPARE(plan.errored, expected[QStringLiteral("errored")].toBool());
    QCOMPARE(int(plan.relevantAttributes.size()), expected[QStringLiteral("relevant_attributes")].toArray().size());
    QCOMPARE(int(plan.variables.size()), expected[QStringLiteral("variables")].toObject().size());
    // Both ends of each dependency exist in the plan.
    for (const plans::Dependency& dependency : plan.dependencies.all())
        QVERIFY(!(dependency.dependent == dependency.dependency));
}

QTEST_APPLESS_MAIN(TestRecordedPlans)
#include "tst_recorded_plans.moc"
