// SPDX-License-Identifier: MPL-2.0
#include "tests/app/backends/backend_folder.h"
#include "tests/app/support/json_shapes.h"
#include "tests/support/aws_server.h"
#include "tests/support/azure_server.h"
#include "tests/support/consul_server.h"
#include "tests/support/faulty_proxy.h"
#include "tests/support/kubernetes_server.h"
#include "tests/support/postgres_server.h"

#include <QDir>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QProcess>
#include <QRegularExpression>
#include <QThread>
#include <QtTest>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

using namespace planlens::testing;

namespace {

constexpr int longestRun = 600'000; // milliseconds; only a hanging program takes longer
constexpr int mostAtOnce = 16;      // applies, which mostly wait

using Duration = FaultyProxy::Duration;

/// A server of states whose requests fail. Used by one thread at a time.
class Place {
public:
    Place() = default;
    virtual ~Place() = default;
    Q_DISABLE_COPY_MOVE(Place)

    virtual QByteArray type() const = 0;
    /// Lets the request of this number fail, counted from the next one. 0: none.
    virtual void failAt(int number, const QByteArray& fault, Duration duration) = 0;
    /// The number of requests since failAt() that can fail in this way.
    virtual int requests(const QByteArray& fault) = 0;
    /// The arguments of the backend for a state of its own.
    virtual QJsonObject arguments(const QString& state, Duration duration) const = 0;
    virtual Environment environment() const { return {}; }
};

/// A server that is a program of tests/support.
class ServerPlace final : public Place {
public:
    using Arguments = std::function<QJsonObject(const CloudServer& server, const QString& state, Duration duration)>;

    ServerPlace(QByteArray type, std::unique_ptr<const CloudServer> server, Arguments arguments)
        : m_type(std::move(type))
        , m_server(std::move(server))
        , m_arguments(std::move(arguments)) {}

    QByteArray type() const override { return m_type; }
    void failAt(int number, const QByteArray& fault, Duration duration) override {
        (void)m_server->requests();
        const QByteArray range = QByteArray::number(number) + (duration == Duration::FromThenOn ? "- " : " ");
        m_server->setFaults(number == 0 ? QByteArray() : range + fault);
    }
    int requests(const QByteArray&) override { return int(m_server->requests().size()); }
    QJsonObject arguments(const QString& state, Duration duration) const override {
        return m_arguments(*m_server, state, duration);
    }
    Environment environment() const override {
        if (m_type == "kubernetes")
            return {{"KUBE_CONFIG_PATH", m_server->path("kubeconfig")}};
        if (m_type == "azurerm")
            return {{"HTTPS_PROXY", QString::fromLatin1(m_server->url())},
                    {"SSL_CERT_FILE", m_server->path("authority.pem")}};
        return {};
    }

private:
    const QByteArray m_type;
    const std::unique_ptr<const CloudServer> m_server;
    const Arguments m_arguments;
};

/// A schema of PostgreSQL, reached through a proxy.
class PostgresPlace final : public Place {
public:
    explicit PostgresPlace(const PostgresServer& server)
        : m_server(server)
        , m_proxy(server.port()) {}

    QByteArray type() const override { return "pg"; }
    void failAt(int number, const QByteArray& fault, Duration duration) override {
        m_proxy.failAt(number == 0 ? FaultyProxy::Fault::None : faultOf(fault), number, duration);
    }
    int requests(const QByteArray& fault) override {
        return fault == "refuse" ? m_proxy.connections() : m_proxy.packets();
    }
    QJsonObject arguments(const QString& state, Duration) const override {
        return {{"conn_str", QString::fromUtf8(m_server.url(m_proxy.port()))}, {"schema_name", state}};
    }

private:
    static FaultyProxy::Fault faultOf(const QByteArray& fault) {
        using enum FaultyProxy::Fault;
        return fault == "500"      ? Error
               : fault == "reset"  ? Reset
               : fault == "refuse" ? Refuse
               : fault == "lost"   ? LostReply
               : fault == "half"   ? HalfReply
                                   : Hang;
    }

    const PostgresServer& m_server;
    FaultyProxy m_proxy;
};

QString textOf(const QByteArray& bytes) {
    return QString::fromLatin1(bytes);
}

} // namespace

/// Each request of an apply fails in each way, once or with all later requests. After that, nothing is lost, and the
/// state can be read and unlocked. Prints its counts. PLANLENS_FAULTS=all adds requests that hang, and failures that
/// last, for which the backends wait long.
class TestFailingRequests : public QObject {
    Q_OBJECT

    std::map<QByteArray, std::vector<std::unique_ptr<Place>>> m_places; // by type
    std::unique_ptr<PostgresServer> m_postgres;
    std::atomic<int> m_states = 0, m_runs = 0, m_succeeded = 0, m_failed = 0;
    std::atomic<qint64> m_longest = 0;

    static QString whyNot(const QByteArray& type) {
        if (type == "pg")
            return PostgresServer::whyNot();
        if (type == "s3" && AwsServer::python().isEmpty())
            return "no Python with the libraries moto and boto3";
        if (!isInstalled("python3") || (type == "azurerm" && !isInstalled("openssl")))
            return "no python3 or openssl";
        return {};
    }

    std::unique_ptr<Place> makePlace(const QByteArray& type) {
        const auto place = [&](std::unique_ptr<const CloudServer> server, ServerPlace::Arguments arguments) {
            if (!server->isRunning())
                return std::unique_ptr<Place>();
            return std::unique_ptr<Place>(new ServerPlace(type, std::move(server), std::move(arguments)));
        };
        const QStringList states{"states"};
        if (type == "pg") {
            if (!m_postgres)
                m_postgres = std::make_unique<PostgresServer>();
            return m_postgres->isRunning() ? std::make_unique<PostgresPlace>(*m_postgres) : nullptr;
        }
        if (type == "http")
            return place(std::make_unique<CloudServer>("python3", QStringList(), "http_server.py", QStringList()),
                         [](const CloudServer& server, const QString&, Duration duration) {
                             const QString address = textOf(server.url()) + "/state";
                             return QJsonObject{{"address", address},
                                                {"lock_address", address},
                                                {"unlock_address", address},
                                                {"retry_max", duration == Duration::Once ? 2 : 1}};
                         });
        if (type == "s3")
            return place(std::make_unique<AwsServer>(states),
                         [](const CloudServer& server, const QString& state, Duration duration) {
                             QJsonObject arguments = stateArguments(server, state);
                             arguments["max_retries"] = duration == Duration::Once ? 5 : 1;
                             return arguments;
                         });
        if (type == "gcs")
            return place(std::make_unique<GoogleServer>(states),
                         [](const CloudServer& server, const QString& state, Duration) {
                             return QJsonObject{{"bucket", "states"},
                                                {"prefix", state},
                                                {"access_token", "token-of-argument"},
                                                {"storage_custom_endpoint", textOf(server.url()) + "/storage/v1/"}};
                         });
        if (type == "azurerm") {
            auto server = std::make_unique<const AzureServer>(states);
            return place(std::move(server), [](const CloudServer& given, const QString& state, Duration) {
                return QJsonObject{{"storage_account_name", "teststorage"},
                                   {"container_name", "states"},
                                   {"access_key", textOf(static_cast<const AzureServer&>(given).accessKey())},
                                   {"key", state}};
            });
        }
        if (type == "consul")
            return place(std::make_unique<ConsulServer>(),
                         [](const CloudServer& server, const QString& state, Duration) {
                             return QJsonObject{{"path", state}, {"address", textOf(server.url())}};
                         });
        auto kubernetes = std::make_unique<KubernetesServer>();
        kubernetes->write("kubeconfig", kubeConfig("{server: '" + kubernetes->url() + "'}"));
        return place(std::move(kubernetes), [](const CloudServer&, const QString& state, Duration) {
            return QJsonObject{{"secret_suffix", state}};
        });
    }

    struct End {
        Ran ran;
        bool hangs = false;
    };
    End end(const ProjectFolder& folder, const Place& place, const QStringList& arguments) {
        QProcess process;
        QElapsedTimer timer;
        timer.start();
        folder.startPlanlens(process, arguments, place.environment());
        End result;
        result.hangs = !process.waitForFinished(longestRun);
        if (result.hangs) {
            process.kill();
            process.waitForFinished();
        }
        if (m_longest < timer.elapsed())
            m_longest = timer.elapsed();
        result.ran = {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
                      process.readAllStandardOutput(), process.readAllStandardError()};
        return result;
    }

    /// A configuration with a state on the server, and a change to apply.
    std::unique_ptr<BackendFolder> prepared(const Place& place, Duration duration) {
        const QJsonObject given = place.arguments(QStringLiteral("s%1").arg(++m_states), duration);
        auto folder = std::make_unique<BackendFolder>(place.type(), given);
        folder->write("more.tf", "resource \"terraform_data\" \"created\" {\n  count = var.v == \"x\" ? 0 : 1\n}\n");
        QJsonObject recorded = given;
        if (place.type() == "kubernetes")
            recorded["exec"] = QJsonArray(); // no such blocks
        folder->recordBackend(recorded);
        return folder;
    }
    /// Lets the backend "s3" read the state without the digest in the table.
    static void withoutDigest(const BackendFolder& folder) {
        QByteArrayList lines = folder.read("main.tf").split('\n');
        lines.removeIf([](const QByteArray& line) { return line.contains("dynamodb_table"); });
        folder.write("main.tf", lines.join('\n'));
        QJsonObject config = parseJson(folder.read(".terraform/terraform.tfstate"))
                                 .toObject()["backend"]
                                 .toObject()["config"]
                                 .toObject();
        config.remove("dynamodb_table");
        folder.recordBackend(config);
    }
    static inline const QStringList first{"apply", "-no-color", "-auto-approve"};
    static inline const QStringList second{"apply", "-no-color", "-auto-approve", "-var=v=y"};

    /// The number of requests of an apply without faults.
    int requestsOfAnApply(Place& place, const QByteArray& fault, Duration duration) {
        const auto folder = prepared(place, duration);
        place.failAt(0, {}, {});
        for (const QStringList& command : {first, second}) {
            place.failAt(0, {}, {});
            if (const Ran ran = end(*folder, place, command).ran; ran.exitCode != 0) {
                qWarning("%s", ran.all().constData());
                return 0;
            }
        }
        return place.requests(fault);
    }

    /// The texts of all files of the folder that are not its configuration.
    static QByteArray localTexts(const ProjectFolder& folder) {
        QByteArray texts;
        for (const QString& name : QDir(folder.path()).entryList(QDir::Files | QDir::Hidden))
            if (!name.endsWith(".tf"))
                texts += folder.read(name);
        return texts;
    }

    /// Applies with a fault. Returns a description of the first problem; empty if there is none.
    QString problemWith(Place& place, int number, const QByteArray& fault, Duration duration) {
        const auto folder = prepared(place, duration);
        place.failAt(0, {}, {});
        if (const Ran ran = end(*folder, place, first).ran; ran.exitCode != 0)
            return "the folder cannot be prepared: " + ran.all();
        place.failAt(number, fault, duration);
        const End applied = end(*folder, place, second);
        place.failAt(0, {}, {});
        const QString said = "\n" + QString::fromUtf8(applied.ran.all());
        ++m_runs;
        ++(applied.ran.exitCode == 0 ? m_succeeded : m_failed);
        if (applied.hangs)
            return "it hangs" + said;
        if (applied.ran.exitCode != 0 && applied.ran.exitCode != 1)
            return "exit " + QString::number(applied.ran.exitCode) + said;
        if (applied.ran.exitCode == 1 && !applied.ran.all().contains("Error"))
            return "it fails without a diagnostic" + said;
        if (applied.ran.all().contains("secret-of-test") || applied.ran.all().contains(PostgresServer::password))
            return "it prints a secret" + said;
        static const QRegularExpression creation(
            "terraform_data.created\\[0\\]: Creation complete after \\w+ \\[id=([^\\]]+)\\]");
        const QByteArray id = creation.match(QString::fromUtf8(applied.ran.out)).captured(1).toLatin1();
        Ran stored = end(*folder, place, {"state", "pull"}).ran;
        for (int i = 0; i < 50 && stored.all().contains("Couldn't connect"); ++i) { // until the server listens again
            QThread::msleep(100);
            stored = end(*folder, place, {"state", "pull"}).ran;
        }
        if (applied.ran.exitCode == 1 && stored.all().contains("does not have the expected content")) {
            withoutDigest(*folder); // as the message explains, somebody must correct it
            stored = end(*folder, place, {"state", "pull"}).ran;
        }
        const QJsonObject state = parseJson(stored.out).toObject();
        const bool isChanged = state["outputs"].toObject()["o"].toObject()["value"] == "y";
        if (stored.exitCode != 0 || !stored.out.contains("terraform_data"))
            return "the state cannot be read: " + stored.all() + said;
        if (!id.isEmpty() && !stored.out.contains(id) && !localTexts(*folder).contains(id))
            return "the created object is lost" + said;
        if (applied.ran.exitCode == 0 && (!isChanged || id.isEmpty() || folder->has("errored.tfstate")))
            return "it succeeds without its changes" + said;
        if (const QString problem = problemAfterwards(*folder, place, applied.ran); !problem.isEmpty())
            return problem + said;
        const Ran last = end(*folder, place, {"state", "pull"}).ran;
        return id.isEmpty() || last.out.contains(id) ? QString() : "the created object is not taken over" + said;
    }

    /// Does what the messages advise: pushes the state of a file, and removes the lock. Then the change is applied.
    QString problemAfterwards(const ProjectFolder& folder, const Place& place, const Ran& applied) {
        for (const QStringList& command : {QStringList{"state", "push", "errored.tfstate"}, second}) {
            if (command != second && !folder.has("errored.tfstate"))
                continue;
            Ran ran = end(folder, place, command).ran;
            // "azurerm" does not always know the lock of another program. Then the message of that program names it.
            static const QRegularExpression lock("(?:ID: +|force-unlock\\s+\"?)([0-9a-f-]{36})");
            if (const auto found = lock.match(QString::fromUtf8(ran.all() + applied.all()));
                ran.exitCode == 1 && found.hasMatch()) {
                if (applied.exitCode == 0)
                    return "the lock is left: " + ran.all();
                // Also an error if only one of two locks of "s3" is left, which is removed.
                const Ran unlocked = end(folder, place, {"force-unlock", "-force", found.captured(1)}).ran;
                ran = end(folder, place, command).ran;
                ran.err += unlocked.all();
            }
            if (ran.exitCode != 0)
                return command.mid(0, 2).join(' ') + " fails afterwards: " + ran.all();
        }
        return {};
    }

private slots:
    void nothingIsLost_data() {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("fault");
        QTest::addColumn<Duration>("duration");
        const bool isComplete = qEnvironmentVariable("PLANLENS_FAULTS") == "all";
        for (const QByteArray type : {"http", "pg", "s3", "gcs", "azurerm", "consul", "kubernetes"})
            for (const QByteArray fault : {"500", "reset", "refuse", "lost", "half", "hang"})
                for (const Duration duration : {Duration::Once, Duration::FromThenOn}) {
                    const bool isLong = fault == "hang" || duration == Duration::FromThenOn;
                    const bool isTooLong = fault == "hang" && duration == Duration::FromThenOn; // a minute a request
                    if (isTooLong || (isLong && !isComplete))
                        continue;
                    QTest::addRow("%s, %s, %s", type.constData(), fault.constData(),
                                  duration == Duration::Once ? "once" : "from then on")
                        << type << fault << duration;
                }
    }
    void nothingIsLost() {
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, fault);
        QFETCH(Duration, duration);
        if (const QString why = whyNot(type); !why.isEmpty())
            QSKIP(qPrintable(why));
        std::vector<std::unique_ptr<Place>>& places = m_places[type];
        const auto addPlace = [&] {
            places.push_back(makePlace(type));
            return places.back() != nullptr;
        };
        QVERIFY(!places.empty() || addPlace());
        const int requests = requestsOfAnApply(*places.front(), fault, duration);
        QVERIFY(requests > 0);
        const int atOnce = std::min(requests, type == "s3" ? 4 : mostAtOnce); // moto needs much memory
        while (int(places.size()) < atOnce)
            QVERIFY(addPlace());
        std::atomic<int> next = 0;
        std::mutex mutex;
        QStringList problems;
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < atOnce; ++i)
                threads.emplace_back([&, place = places[std::size_t(i)].get()] {
                    for (int number = ++next; number <= requests; number = ++next)
                        if (const QString problem = problemWith(*place, number, fault, duration); !problem.isEmpty()) {
                            const std::lock_guard guard(mutex);
                            problems += QString::number(number) + ": " + problem;
                        }
                });
        }
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join("\n---\n")));
    }

    void cleanupTestCase() {
        qInfo("%d applies with a failing request: %d succeeded nevertheless, %d ended with an error; the longest took "
              "%lld ms",
              m_runs.load(), m_succeeded.load(), m_failed.load(), m_longest.load());
        m_places.clear();
    }
};

QTEST_GUILESS_MAIN(TestFailingRequests)
#include "tst_failing_requests.moc"
