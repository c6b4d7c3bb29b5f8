// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/target.h"
#include "core/states/state.h"
#include "ui/basics/secrets.h"
#include "ui/models/log_model.h"
#include "ui/models/page_rows.h"
#include "ui/session/log_buffer.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QTest>

#include <thread>

using namespace planlens;
using masking::Secrets;
using models::LogModel;
using session::LogBatch;
using session::LogBuffer;
using session::LogLevel;

namespace {

LogBatch batchOf(int count, LogLevel level, quint64& number) {
    LogBatch batch;
    for (int i = 0; i < count; ++i) {
        session::LogLine line;
        line.number = ++number;
        line.level = level;
        line.source = QStringLiteral("hashicorp/null");
        line.text = QStringLiteral("line %1").arg(number);
        batch.lines.append(line);
    }
    return batch;
}

QStringList texts(const LogModel& model) {
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row)
        texts.append(model.index(row, LogModel::TextColumn).data().toString());
    return texts;
}

} // namespace

/// Log messages on their way to the window.
class TestLog final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void masksSecrets_data() {
        QTest::addColumn<QByteArrayList>("secrets");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("masked");
        const QByteArray m = "(sensitive value)";
        QTest::newRow("none") << QByteArrayList{} << QByteArray("hunter2") << QByteArray("hunter2");
        QTest::newRow("other") << QByteArrayList{"hunter2"} << QByteArray("hunter") << QByteArray("hunter");
        QTest::newRow("within") << QByteArrayList{"hunter2"} << QByteArray("user:hunter2@host")
                                << "user:" + m + "@host";
        QTest::newRow("twice") << QByteArrayList{"hunter2"} << QByteArray("hunter2hunter2 hunter2") << m + m + " " + m;
        QTest::newRow("overlapping") << QByteArrayList{"abcdef", "defghi"} << QByteArray("1abcdefghi2")
                                     << "1" + m + "2";
        QTest::newRow("the longer one") << QByteArrayList{"abcd", "abcdefgh"} << QByteArray("abcdefghi") << m + "i";
        QTest::newRow("one in another") << QByteArrayList{"abcdefghij", "cdefgh"} << QByteArray("abcdefghij.cdefgh")
                                        << m + "." + m;
        QTest::newRow("masked already") << QByteArrayList{"sensitive"} << "a sensitive, " + m << "a " + m + ", " + m;
        QTest::newRow("lines") << QByteArrayList{"-----BEGIN KEY-----\nMIIBVwIBADANBg\n----"}
                               << QByteArray("line MIIBVwIBADANBg of it") << "line " + m + " of it";
        QTest::newRow("too short") << QByteArrayList{"abc"} << QByteArray("abc") << QByteArray("abc");
        QTest::newRow("not ASCII") << QByteArrayList{"gehe\xc3\xafm"} << QByteArray("x gehe\xc3\xafm") << "x " + m;
    }
    void masksSecrets() {
        QFETCH(QByteArrayList, secrets);
        QFETCH(QByteArray, text);
        std::vector<std::string> set;
        for (const QByteArray& secret : secrets)
            set.push_back(secret.toStdString());
        QTEST(QByteArray::fromStdString(Secrets(set, Secrets::Use::Logs).masked(text.toStdString())), "masked");
    }

    void masksManySecretsFast() {
        std::vector<std::string> set;
        for (int i = 0; i < 5000; ++i)
            set.push_back("secret-" + std::to_string(i * 7919) + "-of-many");
        const Secrets mask(set, Secrets::Use::Logs);
        const std::string text(200, 'x');
        QElapsedTimer clock;
        clock.start();
        for (int i = 0; i < 20000; ++i)
            QVERIFY(mask.masked(text) == text);
        QVERIFY2(clock.elapsed() < 2000, qPrintable(QString::number(clock.elapsed())));
    }

    void findsSecretsOfStates() {
        states::State state;
        auto object = std::make_shared<states::StoredObject>();
        object->attributesJson = R"({"id":"i-12345","password":"hunter22","tags":{"a":"other"},"pin":12345678})";
        object->sensitivePaths = {{values::Path().attribute("password"), {values::Mark::sensitive()}},
                                  {values::Path().attribute("pin"), {values::Mark::sensitive()}}};
        state.setCurrent(*addrs::readAbsResourceInstance("test_thing.a"), object, {});
        state.outputs["o"] = {values::Value::string("out-secret"), true, {}};
        state.outputs["p"] = {values::Value::string("out-plain"), false, {}};
        const models::Secrets secrets = models::secretsOf(state);
        const auto has = [&](const char* text) {
            return std::find(secrets.begin(), secrets.end(), text) != secrets.end();
        };
        QVERIFY(has("hunter22") && has("12345678") && has("out-secret"));
        QVERIFY(!has("i-12345") && !has("other") && !has("out-plain"));
    }

    void reportsOnceUntilItIsTaken() {
        int told = 0;
        LogBuffer buffer([&] { ++told; });
        buffer.add(LogLevel::Info, "a", "one");
        buffer.add(LogLevel::Trace, "a", "two", {"k=v"});
        QCOMPARE(told, 1);
        const LogBatch batch = buffer.take();
        QCOMPARE(batch.lines.size(), 2);
        QCOMPARE(batch.lines[0].text, QStringLiteral("one"));
        QCOMPARE(batch.lines[1].fields, QStringList{QStringLiteral("k=v")});
        QVERIFY(batch.lines[0].number < batch.lines[1].number);
        QVERIFY(!batch.mask);
        QVERIFY(buffer.take().lines.isEmpty());
        buffer.add(LogLevel::Info, "a", "three");
        QCOMPARE(told, 2);
    }

    void keepsTheLastLinesOfAFlood() {
        LogBuffer buffer([] {});
        std::vector<std::thread> threads;
        buffer.add(LogLevel::Error, "a", "what counts");
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&buffer, i] {
                for (int j = 0; j < 20000; ++j)
                    buffer.add(LogLevel::Debug, "provider " + std::to_string(i), "line " + std::to_string(j));
            });
        for (std::thread& thread : threads)
            thread.join();
        const LogBatch batch = buffer.take();
        QCOMPARE(batch.lines.size(), qsizetype(LogBuffer::linesOfEachKind) + 1);
        QCOMPARE(batch.lines[0].text, QStringLiteral("what counts"));
        QCOMPARE(batch.dropped, quint64(80000 - LogBuffer::linesOfEachKind));
        QCOMPARE(batch.lines.last().number, quint64(80001));
    }

    void masksAndCutsLines() {
        LogBuffer buffer([] {});
        buffer.addSecrets({"hunter2"});
        const std::string filler(std::size_t(LogBuffer::longestText) - 3, 'x');
        buffer.add(LogLevel::Info, "a", filler + "hunter2", {"password=hunter2"});
        LogBatch batch = buffer.take();
        QVERIFY(batch.mask);
        QVERIFY(!batch.lines[0].text.contains(QStringLiteral("hun")));
        QVERIFY(batch.lines[0].text.size() < LogBuffer::longestText + 40);
        QCOMPARE(batch.lines[0].fields, QStringList{QStringLiteral("password=(sensitive value)")});
        buffer.addSecrets({"hunter2"});
        QVERIFY(!buffer.take().mask); // already known
    }

    void namesProviders() {
        LogBuffer buffer([] {});
        buffer.add({providers::plugin::LogLevel::Warning,
                    "registry.opentofu.org/hashicorp/null",
                    "program",
                    "sdk",
                    {},
                    "careful",
                    {{"k", "v"}}});
        buffer.add({providers::plugin::LogLevel::Trace, "example.com/tests/test", {}, {}, {}, "text", {}});
        const LogBatch batch = buffer.take();
        QCOMPARE(batch.lines[0].source, QStringLiteral("hashicorp/null"));
        QCOMPARE(batch.lines[0].level, LogLevel::Warning);
        QCOMPARE(models::wholeText(batch.lines[0]), QStringLiteral("careful  @module=sdk  k=v"));
        QCOMPARE(batch.lines[1].source, QStringLiteral("example.com/tests/test"));
    }

    void filtersByLevelAndWords() {
        LogModel model;
        const QAbstractItemModelTester tester(&model);
        quint64 number = 0;
        for (const LogLevel level :
             {LogLevel::Trace, LogLevel::Debug, LogLevel::Info, LogLevel::Warning, LogLevel::Error})
            model.append(batchOf(1, level, number));
        const auto line = [](int i) { return QStringLiteral("line %1").arg(i); };
        QCOMPARE(texts(model), (QStringList{line(3), line(4), line(5)}));
        model.setMinimumLevel(LogLevel::Trace);
        QCOMPARE(model.rowCount(), 5);
        model.setSearchText(QStringLiteral("NULL 2"));
        QCOMPARE(texts(model), QStringList{line(2)});
        model.append(batchOf(20, LogLevel::Info, number));
        QCOMPARE(model.rowCount(), 8); // 2, 12, 20 to 25
        model.setMinimumLevel(LogLevel::Error);
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.kept(), 25);
    }

    void dropsDetailsBeforeWhatCounts() {
        constexpr int kept = 100;
        LogModel model(nullptr, kept);
        const QAbstractItemModelTester tester(&model);
        model.setMinimumLevel(LogLevel::Trace);
        quint64 number = 0;
        model.append(batchOf(3, LogLevel::Error, number));
        for (int i = 0; i < 40; ++i)
            model.append(batchOf(8, LogLevel::Debug, number));
        QCOMPARE(model.rowCount(), kept + 3);
        QCOMPARE(texts(model).first(), QStringLiteral("line 1"));
        QCOMPARE(texts(model).last(), QStringLiteral("line %1").arg(number));
        QCOMPARE(model.dropped(), quint64(40 * 8 - kept));
        // Single lines that pass the filter, so many that the model resets.
        for (int i = 0; i < 80; ++i) {
            model.append(batchOf(1, LogLevel::Info, number));
            model.append(batchOf(1, LogLevel::Debug, number));
        }
        QCOMPARE(model.rowCount(), kept + 83);
        model.append(batchOf(kept - 10, LogLevel::Debug, number));
        QCOMPARE(model.rowCount(), kept + 83);
        QCOMPARE(texts(model).last(), QStringLiteral("line %1").arg(number));
        QStringList sorted = texts(model);
        QCOMPARE(sorted.removeDuplicates(), 0);
    }

    void masksWhatBecomesSecretLater() {
        LogModel model;
        LogBatch batch;
        quint64 number = 0;
        batch = batchOf(2, LogLevel::Info, number);
        batch.lines[0].text = QStringLiteral("token hunter2");
        batch.lines[0].fields = {QStringLiteral("t=hunter2")};
        model.append(batch);
        QVERIFY(model.text({0}).contains(QStringLiteral("hunter2")));
        LogBatch later;
        later.mask = std::make_shared<const Secrets>(std::vector<std::string>{"hunter2"}, Secrets::Use::Logs);
        model.append(later);
        QVERIFY(!model.text({0, 1}).contains(QStringLiteral("hunter2")));
        QCOMPARE(texts(model).first(), QStringLiteral("token (sensitive value)  t=(sensitive value)"));
    }

    void copiesLinesWhole() {
        LogModel model;
        quint64 number = 0;
        LogBatch batch = batchOf(2, LogLevel::Warning, number);
        batch.lines[1].text = QStringLiteral("one\ntwo");
        model.append(batch);
        QCOMPARE(texts(model).last(), QStringLiteral("one\u21b5two"));
        QVERIFY(model.text({1}).endsWith(QStringLiteral("  ! warning  hashicorp/null: one\ntwo\n")));
        QCOMPARE(model.text({0, 1}).count(u'\n'), 3);
    }

    void reportsPlugins() {
        using providers::plugin::Status;
        const auto status = [](int process, int calls, int ended, Status::End end, const char* ending) {
            Status made;
            made.provider = {"registry.opentofu.org", "hashicorp", "null"};
            made.version = "3.2.1";
            made.executable = "/work/./p/terraform-provider-null";
            made.process = process;
            made.calls = calls;
            made.end = end;
            made.ending = ending;
            if (ended > 0)
                made.ended = Status::Clock::time_point(std::chrono::seconds(ended));
            return made;
        };
        Status own = status(1, 0, 0, Status::End::AsAsked, "");
        own.version.clear();
        own.package = Status::Package::UnderDevelopment;
        const QVector<models::Row> rows = models::pluginRows({status(4, 0, 10, Status::End::AsAsked, "exit status 0"),
                                                              status(5, 0, 30, Status::End::ByItself, "signal: killed"),
                                                              own, status(2, 3, 0, Status::End::AsAsked, ""),
                                                              status(6, 0, 20, Status::End::Killed, "signal: killed")});
        QStringList processes, states;
        for (const models::Row& row : rows) {
            processes.append(row.cells[3]);
            states.append(row.cells[0].section(u' ', 0, 1));
        }
        QCOMPARE(processes, (QStringList{QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("5"),
                                         QStringLiteral("6"), QStringLiteral("4")}));
        QCOMPARE(states.mid(0, 4), (QStringList{QStringLiteral("○ idle"), QStringLiteral("● 3"),
                                                QStringLiteral("✗ ended:"), QStringLiteral("! killed")}));
        QVERIFY(rows[0].cells[5].contains(QStringLiteral("not checked")) &&
                rows[1].cells[5].contains(QStringLiteral("hash checked")));
        QCOMPARE(rows[1].cells[6], QStringLiteral("/work/p/terraform-provider-null"));
        QVERIFY(rows[2].severity == models::Row::Severity::Error && rows[3].severity == models::Row::Severity::Warning);
    }

    void reportsHowLongPluginsAreSilent_data() {
        QTest::addColumn<int>("seconds");
        QTest::addColumn<QString>("state");
        QTest::newRow("just called") << 0 << QStringLiteral("● 2 calls running");
        QTest::newRow("silent") << 95 << QStringLiteral("● 2 calls running, no response for 1 min 35 s");
    }

    void reportsHowLongPluginsAreSilent() {
        QFETCH(int, seconds);
        QFETCH(QString, state);
        providers::plugin::Status status;
        status.process = 1;
        status.calls = 2;
        status.lastCall = providers::plugin::Status::Clock::now() - std::chrono::seconds(seconds);
        QCOMPARE(models::pluginRows({status}).first().cells[0], state);
    }
};

QTEST_MAIN(TestLog)
#include "tst_log.moc"
