// SPDX-License-Identifier: MPL-2.0
#include "core/plans/file/message.h"
#include "core/plans/plan.h"
#include "tests/core/plans/plan_samples.h"

#include <QVersionNumber>
#include <QtEndian>
#include <QtTest>

#include <sys/resource.h>

using namespace planlens;
using namespace planlens::plans;

namespace {

/// An archive entry, which may have false metadata.
struct Entry {
    QByteArray name, data;
    quint16 flags = 0;
    quint32 attributes = 0;                  // 0o120777 << 16: a symbolic link
    std::optional<quint32> claimedSize = {}; // uncompressed
};

quint32 checksum(const QByteArray& bytes) {
    quint32 sum = ~0u;
    for (const char byte : bytes) {
        sum ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit)
            sum = (sum >> 1U) ^ ((sum & 1U) ? 0xedb88320u : 0u);
    }
    return ~sum;
}

template <typename... Numbers>
QByteArray little(Numbers... numbers) {
    QByteArray bytes;
    const auto add = [&](auto number) {
        number = qToLittleEndian(number);
        bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    };
    (add(numbers), ...);
    return bytes;
}

QByteArray archiveOf(const QList<Entry>& entries) {
    QByteArray files, directory;
    for (const Entry& entry : entries) {
        const QByteArray deflated = qCompress(entry.data, 9).mid(6).chopped(4); // without zlib header and checksum
        const QByteArray common =
            little(quint16(20), entry.flags, quint16(8), quint16(0), quint16(0x21), checksum(entry.data),
                   quint32(deflated.size()), entry.claimedSize.value_or(quint32(entry.data.size())),
                   quint16(entry.name.size()), quint16(0));
        const quint32 offset = quint32(files.size());
        files += "PK\x03\x04" + common + entry.name + deflated;
        directory += "PK\x01\x02" + little(quint16(0x0314)) + common +
                     little(quint16(0), quint16(0), quint16(0), entry.attributes, offset) + entry.name;
    }
    const quint16 count = quint16(entries.size());
    return files + directory + "PK\x05\x06" +
           little(quint16(0), quint16(0), count, count, quint32(directory.size()), quint32(files.size()), quint16(0));
}

QByteArray sampleMessage() {
    const diags::Result<std::string> bytes = file::write(samples::everything(), {{{"", "", "", ".", {}}}}, "");
    return QByteArray::fromStdString((*file::detail::readArchive(*bytes)).at("tfplan"));
}

/// Returns the entries of a plan with the given message.
QList<Entry> planWith(const QByteArray& message, const QByteArray& modules = R"([{"Key":"","Dir":"."}])") {
    const QByteArray state =
        R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"l","outputs":{},"resources":[]})";
    return {{"tfplan", message}, {"tfstate", state}, {"tfstate-prev", state}, {"tfconfig/modules.json", modules}};
}

long mostMemory() { // MiB
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

} // namespace

/// Malicious archives are rejected with advice, and without using much memory.
class TestHostilePlan : public QObject {
    Q_OBJECT
private slots:
    void crafted_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("expected"); // empty: valid
        const auto row = [](const char* name, const QList<Entry>& entries, const char* expected) {
            QTest::newRow(name) << archiveOf(entries) << QString(expected);
        };
        const QByteArray message = sampleMessage();
        const QList<Entry> sound = planWith(message);
        row("sound", sound, "");
        row("a folder of the configuration", sound + QList<Entry>{{"tfconfig/m-/", ""}}, "");
        row("leads out", sound + QList<Entry>{{"../x", "x"}}, "leads out");
        row("leads out at the end", sound + QList<Entry>{{"tfconfig/..", "x"}}, "leads out");
        row("absolute", sound + QList<Entry>{{"/etc/passwd", "x"}}, "leads out");
        row("with backslashes", sound + QList<Entry>{{"..\\x", "x"}}, "leads out");
        row("a link", sound + QList<Entry>{{"tfconfig/m-/main.tf", "/etc/passwd", 0, 0120777u << 16U}}, "is a link");
        row("twice the same name", sound + QList<Entry>{{"tfplan", message}}, "already exists");
        row("encrypted", QList<Entry>{{"tfplan", message, 1}} + sound.mid(1), "encrypted");
        row("says it is shorter", QList<Entry>{{"tfplan", message, 0, 0, 10}} + sound.mid(1), "cannot be read");
        row("says it is longer", QList<Entry>{{"tfplan", message, 0, 0, 200'000'000}} + sound.mid(1), "cannot be read");
        row("says it is huge", QList<Entry>{{"tfplan", message, 0, 0, 3'000'000'000u}} + sound.mid(1), "it is too big");
        row("says that all are huge",
            QList<Entry>{{"tfplan", message, 0, 0, 260'000'000}, {"x", "x", 0, 0, 260'000'000}}, "cannot be read");
        row("becomes huge", sound + QList<Entry>{{"tfconfig/m-/main.tf", "x", 0, 0, 300 << 20}}, "bytes would become");
        row("a module twice", planWith(message, R"([{"Key":"","Dir":"."},{"Key":"","Dir":"."}])"), "names one twice");
        row("files of no module", sound + QList<Entry>{{"tfconfig/m-a/main.tf", ""}}, "not in its list");
        row("files below a module", sound + QList<Entry>{{"tfconfig/m-/a/main.tf", ""}}, "not in its list");
        row("a file of nothing", sound + QList<Entry>{{"tfconfig/m-main.tf", ""}}, "not in its list");
        row("endless list of modules", planWith(message, "[" + QByteArray("{},").repeated(6 << 20) + "{}]"),
            "list of modules is damaged");
        row("list of modules nested without end", planWith(message, QByteArray(8 << 20, '[')),
            "list of modules is damaged");
        row("endless changes", planWith(QByteArray("\x1a\x00", 2).repeated(12 << 20)),
            "more parts than any plan could have");
        row("endless changes within a change", planWith([] {
                // Paths in a resource change.
                const QByteArray paths = QByteArray("\x1a\x00", 2).repeated(12 << 20);
                const auto framed = [](char tag, const QByteArray& content) {
                    QByteArray length;
                    for (auto rest = quint64(content.size()); rest > 0 || length.isEmpty(); rest >>= 7U)
                        length += char(quint8(rest & 0x7fU) | (rest >= 0x80U ? 0x80U : 0U));
                    return tag + length + content;
                };
                return framed('\x1a', framed('\x4a', paths));
            }()),
            "more parts than any plan could have");
        row("length beyond the end", planWith(QByteArray("\x08\x03\x1a\xff\xff\xff\xff\x07")), "is damaged");
        row("group without an end", planWith(QByteArray("\x08\x03\x1b")), "is damaged");
    }

    void crafted() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, expected);
        const long before = mostMemory();
        const diags::Result<file::SavedPlan> saved =
            file::read({bytes.constData(), static_cast<std::size_t>(bytes.size())});
        const QString said = QString::fromStdString(saved.diagnostics.toString());
        QCOMPARE(saved.isOk(), expected.isEmpty());
        QVERIFY2(said.contains(expected), qPrintable(said));
        QVERIFY2(expected.isEmpty() || said.contains("Make the plan again."), qPrintable(said));
#ifndef __SANITIZE_ADDRESS__
        QVERIFY2(mostMemory() - before < 600, qPrintable(QString::number(mostMemory() - before)));
#endif
    }

    void ofOtherPrograms_data() {
        QTest::addColumn<QString>("version");
        QTest::addColumn<QByteArray>("more"); // added to the message
        QTest::addColumn<QString>("expected");
        QTest::newRow("OpenTofu") << "1.12.6" << QByteArray() << "OpenTofu 1.12.6";
        QTest::newRow("the first OpenTofu") << "1.6.0-alpha1" << QByteArray() << "OpenTofu 1.6.0-alpha1";
        QTest::newRow("old Terraform") << "1.5.7" << QByteArray() << "Terraform 1.5.7";
        QTest::newRow("Terraform, applyable") << "1.9.8" << QByteArray("\xc8\x01\x01\xd0\x01\x01") << "Terraform 1.9.8";
        QTest::newRow("Terraform with results of functions")
            << "1.9.8" << QByteArray("\xd0\x01\x01\xb2\x01\x04\x0a\x02\xff\xfe", 10) << "Terraform 1.9.8";
        QTest::newRow("Terraform with deferred changes")
            << "1.9.8" << QByteArray("\xd0\x01\x01\xda\x01\x00", 6) << "Terraform 1.9.8";
        QTest::newRow("Terraform with actions")
            << "1.14.0" << QByteArray("\xd0\x01\x01\xf2\x01\x00", 6) << "Terraform 1.14.0";
        QTest::newRow("OpenTofu with an execution graph") << "1.12.0"
                                                          << QByteArray("\x82\xd0\xac\xf3\x0e\x01"
                                                                        "x")
                                                          << "(Plan field 500000000)";
        QTest::newRow("a later OpenTofu")
            << "1.20.0" << QByteArray("\xe2\x04\x01x") << "made by OpenTofu 1.20.0, and it contains something";
    }

    void ofOtherPrograms() {
        QFETCH(QString, version);
        QFETCH(QByteArray, more);
        QFETCH(QString, expected);
        tfplan::Plan message;
        message.ParseFromString(sampleMessage().toStdString());
        message.set_terraform_version(version.toStdString());
        message.clear_ephemeral_variables();
        const QByteArray bytes = archiveOf(planWith(QByteArray::fromStdString(message.SerializeAsString()) + more));
        const diags::Result<file::SavedPlan> saved = file::read(bytes.toStdString());
        const QString said =
            QString::fromStdString(saved.isOk() ? saved->program.toString() : saved.diagnostics.toString());
        QVERIFY2(said.contains(expected), qPrintable(said));
        QVERIFY2(saved.isOk() || said.contains("Use the program that made it"), qPrintable(said));
    }

    /// Lock files contain the name of their program.
    void lockFilesIdentifyPrograms_data() {
        QTest::addColumn<QByteArray>("lockFile");
        QTest::addColumn<QString>("expected");
        QTest::newRow("none") << QByteArray() << "OpenTofu 1.7.0";
        QTest::newRow("of OpenTofu") << QByteArray("# Maintained by \"tofu init\".\n") << "OpenTofu 1.7.0";
        QTest::newRow("of Terraform") << QByteArray("# Maintained by \"terraform init\".\n") << "Terraform 1.7.0";
        QTest::newRow("of both") << QByteArray("# \"terraform init\"\n# \"tofu init\"\n") << "OpenTofu 1.7.0";
    }

    void lockFilesIdentifyPrograms() {
        QFETCH(QByteArray, lockFile);
        QFETCH(QString, expected);
        tfplan::Plan message;
        message.ParseFromString(sampleMessage().toStdString());
        message.set_terraform_version("1.7.0");
        message.clear_ephemeral_variables();
        const auto parsed = file::detail::parseMessage(message.SerializeAsString(),
                                                       {lockFile.constData(), std::size_t(lockFile.size())});
        QVERIFY2(parsed.isOk(), parsed.diagnostics.toString().c_str());
        QCOMPARE(QString::fromStdString((*parsed)->program.toString()), expected);
    }

    /// Deferred changes are read as far as they are known. Addresses are found in unknown fields.
    void partsOfTerraformAreNamed() {
        tfplan::Plan message;
        message.ParseFromString(sampleMessage().toStdString());
        message.set_terraform_version("1.15.0");
        message.clear_ephemeral_variables();
        message.set_applyable(true);
        for (const char* address : {"test_thing.many[*]", "module.m[*].test_thing.a", "test_thing.a"}) {
            tfplan::DeferredResourceInstanceChange& deferred = *message.add_deferred_changes();
            deferred.mutable_deferred()->set_reason(1);
            *deferred.mutable_change() = message.resource_changes(0);
            deferred.mutable_change()->set_addr(address);
            deferred.mutable_change()->set_prev_run_addr("");
        }
        message.mutable_deferred_changes(2)->mutable_deferred()->set_reason(99);
        message.mutable_deferred_changes(2)->mutable_change()->clear_change(); // a change without values
        // An action and its trigger, nested in a message within a field of a later version; and an unknown number.
        const std::string trigger = "\x0a\x0ctest_thing.a", action = "\x0a\x0d"
                                                                     "action.test.a"
                                                                     "\x22" +
                                                                     std::string(1, char(trigger.size())) + trigger;
        const std::string later = "\xf2\x01" + std::string(1, char(action.size())) + action + "\xf8\x01\x05";
        const QByteArray bytes = archiveOf(planWith(QByteArray::fromStdString(message.SerializeAsString() + later)));
        const diags::Result<file::SavedPlan> saved = file::read(bytes.toStdString());
        QVERIFY2(saved.isOk(), saved.diagnostics.toString().c_str());
        const std::shared_ptr<const TerraformParts> parts = file::terraformParts(*saved, samples::schemas());
        QVERIFY(parts);
        QVERIFY(parts->isApplyable && *parts->isApplyable && !parts->isComplete);
        QCOMPARE(parts->deferred.size(), std::size_t(3));
        QCOMPARE(parts->deferred[0].address, std::string("test_thing.many[*]"));
        QCOMPARE(parts->deferred[0].reason, std::string("instance_count_unknown"));
        QVERIFY(!parts->deferred[0].change && !parts->deferred[1].change);
        QCOMPARE(parts->deferred[2].reason, std::string("unknown"));
        QCOMPARE(parts->unknown.size(), std::size_t(2));
        QCOMPARE(parts->unknown[0].name, std::string("Plan field 30"));
        QCOMPARE(parts->unknown[0].addresses, (std::vector<std::string>{"action.test.a", "test_thing.a"}));
        QCOMPARE(parts->unknown[1].name, std::string("Plan field 31"));
        QVERIFY(file::decode(*saved, samples::schemas()).isOk());
        const diags::Diagnostics notes = terraformNotes(*parts);
        QCOMPARE(notes.size(), std::size_t(3));
        QVERIFY(notes[2].detail.find("Plan field 30: action.test.a, test_thing.a") != std::string::npos);
    }

    /// Plans written here are marked, because plans of Terraform itself are not applied.
    void ownPlansAreKnown() {
        Plan plan;
        plan.program = {Program::Kind::Terraform, "1.11.4"};
        const diags::Result<std::string> bytes = file::write(plan, {{{"", "", "", ".", {}}}}, "");
        QVERIFY(file::read(*bytes)->isOwn);
        QVERIFY(!file::read(archiveOf(planWith(sampleMessage())).toStdString())->isOwn);
    }

    void encryptedPlansAreNamed() {
        const std::string text =
            R"({"meta":{"key_provider.pbkdf2.k":"x"},"encrypted_data":"eA==","encryption_version":"v0"})";
        QCOMPARE(file::read(text).diagnostics[0].summary, std::string("Encrypted plan file"));
    }

    /// Terraform plans declare whether they can be applied; OpenTofu does not have these fields.
    void plansForTerraformSayThatTheyCanBeApplied() {
        Plan plan;
        plan.program = {Program::Kind::Terraform, "1.14.0"};
        plan.variables["given_again"].ephemeral = true;
        const diags::Result<std::string> bytes = file::write(plan, {{{"", "", "", ".", {}}}}, "");
        QVERIFY2(bytes.isOk(), bytes.diagnostics.toString().c_str());
        tfplan::Plan message;
        message.ParseFromString((*file::detail::readArchive(*bytes)).at("tfplan"));
        QCOMPARE(message.applyable(), plan.canApply());
        QVERIFY(message.complete());
        QCOMPARE(message.terraform_version(), std::string("1.14.0"));
        QCOMPARE(message.ephemeral_variables_size(), 0);
        QVERIFY((*file::detail::readArchive(*bytes)).at("tfstate").find("\"terraform_version\":\"1.14.0\"") !=
                std::string::npos);
        const diags::Result<file::SavedPlan> saved = file::read(*bytes);
        QVERIFY2(saved.isOk(), saved.diagnostics.toString().c_str());
        QVERIFY(saved->program == plan.program);
        QVERIFY((*file::decode(*saved, {}))->variables.at("given_again").ephemeral);
    }

    /// A plan is not written for a version that would misinterpret it.
    void versionsThatKnowTooLittle_data() {
        QTest::addColumn<bool>("isTerraform");
        QTest::addColumn<QString>("version");
        QTest::addColumn<QString>("expected"); // empty: it can be written
        QTest::newRow("the reference") << false << "1.12.6"
                                       << "";
        QTest::newRow("before forgetting and creating")
            << false << "1.11.0"
            << "replaces objects by forgetting them, which its plans can say only since version 1.12";
        QTest::newRow("before excluding") << false << "1.8.4"
                                          << "excludes objects, which its plans can say only since version 1.9";
        QTest::newRow("before forgetting") << false << "1.6.3"
                                           << "forgets objects, which its plans can say only since version 1.7";
        QTest::newRow("Terraform") << true << "1.14.0"
                                   << "excludes objects, which its plans cannot say";
        QTest::newRow("too new") << false << "1.13.0"
                                 << "for OpenTofu 1.6 to 1.12";
        QTest::newRow("too old") << false << "1.5.7"
                                 << "for OpenTofu 1.6 to 1.12";
        QTest::newRow("Terraform, too old") << true << "0.15.3"
                                            << "for Terraform 1.3 and later";
        QTest::newRow("no version") << false << "latest"
                                    << "for OpenTofu 1.6 to 1.12";
    }

    void versionsThatKnowTooLittle() {
        QFETCH(bool, isTerraform);
        QFETCH(QString, version);
        QFETCH(QString, expected);
        const Plan plan = samples::everything();
        const std::string why = file::whyNotFor(
            {isTerraform ? Program::Kind::Terraform : Program::Kind::OpenTofu, version.toStdString()}, plan);
        QVERIFY2(expected.isEmpty() ? why.empty() : QString::fromStdString(why).contains(expected), why.c_str());
    }

    /// Versions reject plans with unknown reasons.
    void versionsThatDoNotKnowTheReason_data() {
        QTest::addColumn<int>("reason");
        QTest::addColumn<QString>("since");
        QTest::newRow("not enabled") << int(ActionReason::DeleteBecauseEnabledFalse) << "1.11";
        QTest::newRow("forgotten by the state") << int(ActionReason::ForgotBecauseLifecycleDestroyInState) << "1.12";
        QTest::newRow("forgotten by the configuration")
            << int(ActionReason::ForgotBecauseLifecycleDestroyInConfig) << "1.12";
        QTest::newRow("no longer in the configuration") << int(ActionReason::DeleteBecauseNoResourceConfig) << "1.6";
    }

    void versionsThatDoNotKnowTheReason() {
        QFETCH(int, reason);
        QFETCH(QString, since);
        ResourceInstanceChange change = *samples::everything().changes.resources().front();
        change.change.action = Action::Update;
        change.change.importing.reset();
        change.reason = ActionReason(reason);
        Plan plan;
        plan.changes.add(std::make_shared<const ResourceInstanceChange>(std::move(change)));
        for (const char* version : {"1.6", "1.7", "1.8", "1.9", "1.10", "1.11", "1.12"}) {
            const std::string why = file::whyNotFor({Program::Kind::OpenTofu, version + std::string(".0")}, plan);
            const bool isKnown =
                QVersionNumber::fromString(QLatin1String(version)) >= QVersionNumber::fromString(since);
            QVERIFY2(isKnown
                         ? why.empty()
                         : QString::fromStdString(why).contains("which its plans can say only since version " + since),
                     (version + why).c_str());
        }
    }

    /// Openings of ephemeral resources, stored by one version, are not changes.
    void openingsAreNoChanges() {
        tfplan::Plan message;
        message.ParseFromString(sampleMessage().toStdString());
        const int before = message.resource_changes_size();
        tfplan::ResourceInstanceChange& opening = *message.add_resource_changes();
        opening = message.resource_changes(0);
        opening.set_addr("ephemeral.test_thing.secret");
        opening.mutable_change()->set_action(tfplan::OPEN);
        const QByteArray bytes = archiveOf(planWith(QByteArray::fromStdString(message.SerializeAsString())));
        const diags::Result<file::SavedPlan> saved = file::read(bytes.toStdString());
        const diags::Result<std::shared_ptr<Plan>> plan = file::decode(*saved, samples::schemas());
        QVERIFY2(plan.isOk(), plan.diagnostics.toString().c_str());
        QCOMPARE(int((*plan)->changes.resources().size()), before);
    }
};

QTEST_APPLESS_MAIN(TestHostilePlan)
#include "tst_hostile_plan.moc"
