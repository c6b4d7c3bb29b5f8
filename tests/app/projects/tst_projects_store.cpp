// SPDX-License-Identifier: MPL-2.0
// Built twice: with the servers of this project, and with those of others.
#include "tests/app/projects/object_stores.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QtTest>

#include <csignal>

using namespace planlens::testing;

namespace {

constexpr const char* planted[] = {"Pl4nted/S3cret+value=one?", "another planted secret \"two\""};

/// A repository whose projects live/0 to live/N-1 have a sensitive value.
class Repository : public ProjectFolder {
public:
    explicit Repository(int projects) {
        for (int i = 0; i < projects; ++i)
            write(QStringLiteral("live/p%1/main.tf").arg(i), root("  input = var.token\n"));
    }
    static QByteArray root(const QByteArray& arguments) {
        return "terraform {\n  required_providers {}\n}\nvariable \"token\" {\n  sensitive = true\n  default = "
               "\"Pl4nted/S3cret+value=one?\"\n}\nvariable \"word\" {\n  sensitive = true\n  default = \"another "
               "planted "
               "secret \\\"two\\\"\"\n}\nresource \"terraform_data\" \"x\" {\n" +
               arguments + "}\noutput \"o\" {\n  sensitive = true\n  value = var.word\n}\n";
    }
};

/// The forms in which a secret may be stored.
QList<QByteArray> formsOf(const QByteArray& secret) {
    QList<QByteArray> forms{secret, secret.toHex(), secret.toHex().toUpper(), secret.toPercentEncoding()};
    for (int shift = 0; shift < 3; ++shift) // the bytes before it move the letters of Base64
        for (const auto option : {QByteArray::Base64Encoding, QByteArray::Base64UrlEncoding})
            forms.append((QByteArray(shift, 'x') + secret)
                             .toBase64(option | QByteArray::OmitTrailingEquals)
                             .mid(shift == 0 ? 0 : 4)
                             .chopped(2));
    forms.append(QJsonDocument(QJsonArray{QString::fromUtf8(secret)}).toJson(QJsonDocument::Compact).mid(2).chopped(2));
    return forms;
}

QByteArray errorOf(const Ran& ran) {
    return ran.all().simplified();
}

QJsonArray approved(const QJsonDocument& report) {
    QJsonArray list;
    for (const QJsonValue& project : report["projects"].toArray())
        list.append(QJsonObject{{"project", project["name"]}, {"plan_hash", project["plan_hash"]}});
    return list;
}

} // namespace

/// RESULTS in object stores.
class TestProjectsStore final : public QObject {
    Q_OBJECT

    std::map<QString, StoreServer> m_servers;

    void addRows() {
        QTest::addColumn<QString>("name");
#ifdef PLANLENS_REAL_SERVERS
        for (const char* name : {"moto", "fake-gcs-server", "azurite"})
#else
        for (const char* name : {"gcs", "azblob"})
#endif
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    static QString missing(const QString& name) {
        if (!isInstalled("python3"))
            return "python3 is not on the PATH";
        if ((name == "azurite" || name == "azblob") && !isInstalled("openssl"))
            return "openssl is not on the PATH";
        if (name == "azurite" && !isInstalled("azurite-blob"))
            return "azurite-blob is not on the PATH";
        if (name == "fake-gcs-server" && !isInstalled("fake-gcs-server"))
            return "fake-gcs-server is not on the PATH";
        if (name == "moto" && AwsServer::python().isEmpty())
            return "no Python with the libraries moto and boto3";
        return {};
    }
    const StoreServer& server(const QString& name) {
        if (const auto it = m_servers.find(name); it != m_servers.end())
            return it->second;
        StoreServer made = name == "moto"      ? awsStore()
                           : name == "azurite" ? azureStore(AzureServer::Storage::Azurite)
                           : name == "azblob"  ? azureStore(AzureServer::Storage::Own)
                                               : googleStore(name == "gcs" ? GoogleServer::Storage::Own
                                                                           : GoogleServer::Storage::FakeGcsServer);
        return m_servers.emplace(name, std::move(made)).first->second;
    }

private Q_SLOTS:
    void keepsWholeResults_data() {
        addRows();
    }
    void keepsWholeResults() {
        QFETCH(QString, name);
        if (const QString why = missing(name); !why.isEmpty())
            QSKIP(qPrintable(why));
        const StoreServer& store = server(name);
        QVERIFY(store.server->isRunning());
        const Repository folder(3);
        const QString address = store.address("whole/results");
        const auto plan = [&](const QStringList& more = {}) {
            return folder.planlens(QStringList{"projects", "plan", "-out=" + address} + more, store.environment);
        };
        COMPARE_EXIT(plan(), 0);
        QVERIFY(!folder.has("whole") && !folder.has(name.left(2) + ":"));
        auto objects = store.objects("whole/results");
        QCOMPARE(int(objects.size()), 4 * 3 + 1);
        const Ran again = plan();
        COMPARE_EXIT(again, 0);
        QCOMPARE(again.out.count("unchanged since the last run"), 3);
        folder.write("live/p1/main.tf", Repository::root("  input = \"other\"\n"));
        const Ran changed = plan();
        QCOMPARE(changed.out.count("unchanged since the last run"), 2);
        // The objects of the replaced result are gone.
        QCOMPARE(int(store.objects("whole/results").size()), 4 * 3 + 1);
        const Ran history = folder.planlens({"projects", "report", "-format=json", address}, store.environment);
        QCOMPARE(QJsonDocument::fromJson(history.out)["trend"].toArray().size(), 2); // of the runs that planned
        // Objects that a killed command left, damaged objects, and those of other programs.
        objects = store.objects("whole/results");
        std::string marker, review;
        for (const auto& [key, text] : objects) {
            if (key.ends_with("/result.json") && text.find("\"live/p2\"") != std::string::npos)
                marker = key;
            if (!marker.empty() && key.ends_with("/review.json"))
                review = key;
        }
        store.write("whole/results", "left/20200101T000000Z-0123456789abcdef/review.json", "{}");
        store.write("whole/results", "broken/result.json", "{");
        store.write("whole/results", "../evil/result.json", objects[marker]);
        store.write("whole/results", "other/result.json", objects[marker]);
        const Ran report = folder.planlens({"projects", "report", "-format=json", address}, store.environment);
        COMPARE_EXIT(report, 1); // it is not complete
        QCOMPARE(QJsonDocument::fromJson(report.out)["projects"].toArray().size(), 4);
        const QByteArray problems = report.err.simplified().replace(' ', "");
        QVERIFY2(problems.contains("broken/result.json") && problems.contains("other/result.json"), report.err);
        for (const auto& [key, text] : objects)
            if (key.starts_with(marker.substr(0, marker.find('/'))) && key.ends_with("/review.json"))
                store.remove("whole/results", key);
        const Ran incomplete = folder.planlens({"projects", "report", "-format=json", address}, store.environment);
        COMPARE_EXIT(incomplete, 1);
        QCOMPARE(QJsonDocument::fromJson(incomplete.out)["projects"].toArray().size(), 4); // with the damaged ones
        QVERIFY2(errorOf(incomplete).contains("is missing"), incomplete.err.constData());
        const Ran repaired = plan(); // only the incomplete one is planned
        QCOMPARE(repaired.out.count("unchanged since the last run"), 2);
        COMPARE_EXIT(repaired, 0);
    }

    void sharesStoreBetweenShards_data() {
        addRows();
    }
    void sharesStoreBetweenShards() {
        QFETCH(QString, name);
        if (const QString why = missing(name); !why.isEmpty())
            QSKIP(qPrintable(why));
        const StoreServer& store = server(name);
        const Repository folder(6);
        const QString address = store.address("shards");
        constexpr int shards = 3;
        std::vector<std::unique_ptr<QProcess>> processes;
        for (int i = 1; i <= shards; ++i) {
            processes.push_back(std::make_unique<QProcess>());
            folder.startPlanlens(*processes.back(),
                                 {"projects", "plan", "-out=" + address, QString("-shard=%1/%2").arg(i).arg(shards)},
                                 store.environment);
        }
        QSet<QByteArray> planned;
        int lines = 0;
        for (const auto& process : processes) {
            QVERIFY(process->waitForFinished(60'000));
            const QByteArray out = process->readAllStandardOutput();
            QVERIFY2(process->exitCode() == 0, out + process->readAllStandardError());
            static const QRegularExpression line("^\\[\\d+/\\d+\\] (\\S+): ", QRegularExpression::MultilineOption);
            for (auto it = line.globalMatch(out); it.hasNext(); ++lines)
                planned.insert(it.next().captured(1).toUtf8());
        }
        QCOMPARE(planned.size(), 6);
        QCOMPARE(lines, 6);
        const Ran report = folder.planlens({"projects", "report", "-format=json", address}, store.environment);
        QCOMPARE(QJsonDocument::fromJson(report.out)["projects"].toArray().size(), 6);
    }

    void masksSecrets_data() {
        addRows();
    }
    void masksSecrets() {
        QFETCH(QString, name);
        if (const QString why = missing(name); !why.isEmpty())
            QSKIP(qPrintable(why));
        const StoreServer& store = server(name);
        const Repository folder(2);
        folder.write("live/fails/main.tf", Repository::root("  input = file(var.token)\n"));
        folder.write("live/number/main.tf", Repository::root("  input = tonumber(var.word)\n"));
        folder.write("live/copy/main.tf",
                     Repository::root("  input = nonsensitive(base64encode(\"id:${var.token}\"))\n"));
        // Messages that reveal a value on purpose.
        folder.write(
            "live/checked/main.tf",
            Repository::root("  lifecycle {\n    precondition {\n      condition = length(var.token) > 100\n      "
                             "error_message = \"bad: ${nonsensitive(var.token)}\"\n    }\n  }\n"));
        folder.write("live/invalid/main.tf", Repository::root("") +
                                                 "variable \"checked\" {\n  sensitive = true\n  default = "
                                                 "\"Pl4nted/S3cret+value=one?\"\n  validation {\n    condition = "
                                                 "length(var.checked) > 100\n    error_message = \"bad: "
                                                 "${nonsensitive(var.checked)}\"\n  }\n}\n");
        const QString address = store.address("masked");
        const Ran ran = folder.planlens({"projects", "plan", "-out=" + address}, store.environment);
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.out.contains("3 planned, 4 failed"), ran.out.constData());
        const auto objects = store.objects("masked");
        QVERIFY(objects.size() > 10);
        for (const auto& [key, text] : objects) {
            const std::string file = key.substr(key.rfind('/') + 1);
            QVERIFY2(file != "plan" && file != "plan.json", key.c_str());
            for (const char* secret : planted)
                for (const QByteArray& form : formsOf(secret))
                    QVERIFY2(text.find(form.toStdString()) == std::string::npos,
                             QByteArray(key.c_str()) + " contains " + form);
        }
        const Ran report = folder.planlens({"projects", "report", address}, store.environment);
        for (const char* secret : planted)
            for (const QByteArray& form : formsOf(secret))
                QVERIFY2(!report.all().contains(form), form.constData());
    }

    void appliesOnlyWithPlans_data() {
        addRows();
    }
    void appliesOnlyWithPlans() {
        QFETCH(QString, name);
        if (const QString why = missing(name); !why.isEmpty())
            QSKIP(qPrintable(why));
        const StoreServer& store = server(name);
        const Repository folder(2);
        const QString address = store.address("applied");
        const auto planlens = [&](const QStringList& arguments) {
            return folder.planlens(QStringList{"projects"} + arguments, store.environment);
        };
        const auto approve = [&] {
            const Ran report = planlens({"report", "-format=json", address});
            folder.write("approvals.json",
                         QJsonDocument(QJsonObject{{"format", "planlens-approvals"},
                                                   {"format_version", "1.0"},
                                                   {"approvals", approved(QJsonDocument::fromJson(report.out))}})
                             .toJson());
        };
        COMPARE_EXIT(planlens({"plan", "-out=" + address}), 0);
        approve();
        const Ran refused = planlens({"apply", "-approvals=approvals.json", address});
        COMPARE_EXIT(refused, 1);
        QVERIFY2(errorOf(refused).contains("-with-plans") && errorOf(refused).contains(address.toUtf8()),
                 refused.all().constData());
        QVERIFY(!folder.has("live/p0/terraform.tfstate"));
        const Ran whole = planlens({"plan", "-with-plans", "-out=" + address});
        COMPARE_EXIT(whole, 0);
        QVERIFY(!whole.out.contains("unchanged since the last run"));
        approve();
        const Ran applied = planlens({"apply", "-approvals=approvals.json", address});
        COMPARE_EXIT(applied, 0);
        QVERIFY2(applied.out.contains("2 applied"), applied.out.constData());
        QVERIFY(folder.has("live/p0/terraform.tfstate"));
        const Ran again = planlens({"apply", "-approvals=approvals.json", address});
        COMPARE_EXIT(again, 0);
        QCOMPARE(again.out.count("already applied"), 2);
        // Without the option, the plans are removed.
        COMPARE_EXIT(planlens({"plan", "-fresh", "-out=" + address}), 0);
        for (const auto& [key, text] : store.objects("applied"))
            QVERIFY2(!key.ends_with("/plan") && !key.ends_with("/plan.json"), key.c_str());
        COMPARE_EXIT(planlens({"plan", "-with-plans", "-out=here"}), 1);
    }

    void continuesAfterKill_data() {
        addRows();
    }
    void continuesAfterKill() {
        QFETCH(QString, name);
        if (const QString why = missing(name); !why.isEmpty())
            QSKIP(qPrintable(why));
        const StoreServer& store = server(name);
        const Repository folder(6);
        const QString address = store.address("killed");
        const QStringList plan{"projects", "plan", "-jobs=1", "-mode=refresh-only", "-out=" + address};
        QProcess process;
        folder.startPlanlens(process, plan, store.environment);
        QByteArray out;
        while (out.count("\n[") < 2 && process.waitForReadyRead(60'000))
            out += process.readAllStandardOutput();
        process.kill();
        QVERIFY(process.waitForFinished());
        const int finished = int(out.count("] live/"));
        QVERIFY2(finished >= 2, out.constData());
        const Ran rest = folder.planlens(plan, store.environment);
        COMPARE_EXIT(rest, 0);
        // The last one may have been written before its line was.
        QVERIFY2(rest.out.count("unchanged since the last run") >= finished, rest.out.constData());
        // A finished run is not continued: real objects may have drifted.
        QCOMPARE(folder.planlens(plan, store.environment).out.count("unchanged since the last run"), 0);
    }

    void reportsErrors_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<Environment>("changes");
        QTest::addColumn<QByteArray>("faults");
        QTest::addColumn<QString>("bucket");
        QTest::addColumn<QStringList>("texts");
        const auto row = [](const char* label, const char* name, const Environment& changes, const QByteArray& faults,
                            const QString& bucket, const QStringList& texts) {
            QTest::newRow(label) << QString(name) << changes << faults << bucket << texts;
        };
        const QStringList denied{"Error: Object store not accessible", "They need"};
#ifdef PLANLENS_REAL_SERVERS
        row("no credentials of AWS", "moto",
            {{"AWS_ACCESS_KEY_ID", ""},
             {"AWS_SECRET_ACCESS_KEY", ""},
             { "AWS_EC2_METADATA_DISABLED",
               "true" }},
            "", "", {"No valid credential sources found", "AWS_ACCESS_KEY_ID", "aws sso login"});
        row("wrong key of AWS", "moto", {{ "AWS_SECRET_ACCESS_KEY", "wrong" }}, "", "", denied);
        row("no bucket of AWS", "moto", {}, "", "s3://missing-bucket", {"NoSuchBucket", "Create the bucket"});
        row("no server of AWS", "moto",
            {{ "AWS_ENDPOINT_URL",
               "http://127.0.0.1:1" }},
            "", "", {"Check the network", "AWS_ENDPOINT_URL_S3", "5 attempts"});
        row("denied by AWS", "moto", {}, "1- 403\n", "", denied);
#else
        row("no credentials of Google", "gcs",
            {{"GOOGLE_OAUTH_ACCESS_TOKEN", ""}, {"NO_GCE_CHECK", "true"}, {"HOME", "/nonexistent"}}, "", "",
            {"GOOGLE_APPLICATION_CREDENTIALS", "gcloud auth application-default login"});
        row("wrong token of Google", "gcs", {{"GOOGLE_OAUTH_ACCESS_TOKEN", "wrong"}}, "", "", denied);
        row("no bucket of Google", "gcs", {}, "", "gs://missing-bucket", {"bucket doesn't exist", "Create the bucket"});
        row("denied by Google", "gcs", {}, "1- 403\n", "", denied);
        row("no credentials of Azure", "azblob", {{"AZURE_STORAGE_KEY", ""}, {"ARM_USE_CLI", "false"}}, "", "",
            {"No valid azure auth methods found", "Client ID"});
        row("no container of Azure", "azblob", {}, "", "azblob://teststorage/missing",
            {"ContainerNotFound", "Create the container"});
        row("key that is no Base64", "azblob", {{"AZURE_STORAGE_KEY", "?"}}, "", "", {"access key"});
#endif
    }
    void reportsErrors() {
        QFETCH(QString, name);
        QFETCH(Environment, changes);
        QFETCH(QByteArray, faults);
        QFETCH(QString, bucket);
        QFETCH(QStringList, texts);
        if (const QString why = missing(name); !why.isEmpty())
            QSKIP(qPrintable(why));
        const StoreServer& store = server(name);
        const Repository folder(1);
        Environment environment = store.environment;
        for (const auto& [variable, value] : changes)
            environment[variable] = value;
        store.server->setFaults(faults);
        const QString address = bucket.isEmpty() ? store.address("errors") : bucket + "/errors";
        const Ran plan = folder.planlens({"projects", "plan", "-out=" + address}, environment);
        const Ran report = folder.planlens({"projects", "report", address}, environment);
        store.server->setFaults("");
        for (const Ran& ran : {plan, report}) {
            COMPARE_EXIT(ran, 1);
            for (const QString& text : texts)
                QVERIFY2(errorOf(ran).contains(text.toUtf8()), text.toUtf8() + " is not in\n" + ran.all());
        }
        for (const char* secret : {"secret-of-test", "token-of-argument"})
            QVERIFY(!plan.all().contains(secret));
    }

    /// A store that fails for one project, or for a moment.
    void keepsResultsOfOthers_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("faults");
        QTest::addColumn<int>("exitCode");
#ifdef PLANLENS_REAL_SERVERS
        const char* const name = "moto";
#else
        const char* const name = "gcs";
#endif
        // 1: the list, 2: the file of the run; then three objects for each project.
        QTest::newRow("denied") << QString(name) << QByteArray("7 403\n") << 1;
        QTest::newRow("half a response") << QString(name) << QByteArray("1 half\n4 half\n") << 0;
        QTest::newRow("lost response") << QString(name) << QByteArray("5 lost\n") << 0;
        QTest::newRow("overloaded") << QString(name) << QByteArray("3 503\n4 503\n") << 0;
        QTest::newRow("reset") << QString(name) << QByteArray("1 reset\n3 reset\n") << 0;
    }
    void keepsResultsOfOthers() {
        QFETCH(QString, name);
        QFETCH(QByteArray, faults);
        QFETCH(int, exitCode);
        if (const QString why = missing(name); !why.isEmpty())
            QSKIP(qPrintable(why));
        const StoreServer& store = server(name);
        const Repository folder(3);
        const QString prefix = QStringLiteral("others/%1").arg(QTest::currentDataTag());
        store.server->setFaults(faults);
        const Ran plan =
            folder.planlens({"projects", "plan", "-jobs=1", "-out=" + store.address(prefix)}, store.environment);
        store.server->setFaults("");
        COMPARE_EXIT(plan, exitCode);
        if (exitCode != 0) {
            QCOMPARE(plan.out.count("the result cannot be saved"), 1);
            QVERIFY2(plan.err.contains("They need"), plan.err.constData());
        }
        const Ran report =
            folder.planlens({"projects", "report", "-format=json", store.address(prefix)}, store.environment);
        COMPARE_EXIT(report, exitCode); // it names the project whose result could not be saved
        QCOMPARE(QJsonDocument::fromJson(report.out)["projects"].toArray().size(), 3);
        QCOMPARE(report.out.count("The result could not be saved: "), exitCode);
    }

    void saysWhyTheEndOfARunIsNotRecorded() {
#ifdef PLANLENS_REAL_SERVERS
        const QString name = "moto";
#else
        const QString name = "gcs";
#endif
        if (const QString why = missing(name); !why.isEmpty())
            QSKIP(qPrintable(why));
        const StoreServer& store = server(name);
        store.server->setFaults("6- 403\n"); // after the list, the file of the run, and the objects of the project
        const Ran plan =
            Repository(1).planlens({"projects", "plan", "-out=" + store.address("end")}, store.environment);
        store.server->setFaults("");
        COMPARE_EXIT(plan, 1);
        const QByteArray error = errorOf(plan);
        for (const char* text : {"Repeat the command now.", "Cause: ", "The credentials are not valid"})
            QVERIFY2(error.contains(text), plan.all().constData());
        QVERIFY2(!error.contains(".. ") && !error.contains(".: "), error.constData());
    }

    void stopsWhileServerHangs() {
#ifdef PLANLENS_REAL_SERVERS
        const QString name = "moto";
#else
        const QString name = "gcs";
#endif
        if (const QString why = missing(name); !why.isEmpty())
            QSKIP(qPrintable(why));
        const StoreServer& store = server(name);
        const Repository folder(1);
        store.server->requests();
        store.server->setFaults("1- hang\n");
        QProcess process;
        folder.startPlanlens(process, {"projects", "report", store.address("hang")}, store.environment);
        bool isSent = false; // requests() returns each request once
        QTRY_VERIFY_WITH_TIMEOUT(isSent = isSent || !store.server->requests().isEmpty(), 30'000);
        QElapsedTimer timer;
        timer.start();
        ::kill(pid_t(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(30'000));
        store.server->setFaults("");
        QVERIFY2(timer.elapsed() < 5'000, QByteArray::number(timer.elapsed()));
        QCOMPARE(process.exitCode(), 1);
    }
};

QTEST_GUILESS_MAIN(TestProjectsStore)
#include "tst_projects_store.moc"
