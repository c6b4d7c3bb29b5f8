// SPDX-License-Identifier: MPL-2.0
#include "tests/core/report/hostile_plan.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <poll.h>
#include <unistd.h>

using namespace planlens;
using namespace planlens::testing;

namespace {

QString browserProgram() {
    for (const char* name : {"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"})
        if (const QString found = QStandardPaths::findExecutable(QLatin1String(name)); !found.isEmpty())
            return found;
    return {};
}

/// A headless Chromium that is controlled over pipes: it reads commands from descriptor 3 and writes to 4.
class Browser {
public:
    explicit Browser(const QString& program) {
        int in[2], out[2];
        if (pipe(in) != 0 || pipe(out) != 0)
            return;
        m_write = in[1];
        m_read = out[0];
        m_process.setChildProcessModifier([=] {
            // The duplicates must not overwrite each other's descriptors.
            const int reading = dup(in[0]), writing = dup(out[1]);
            dup2(reading, 3);
            dup2(writing, 4);
        });
        m_process.setStandardErrorFile(QProcess::nullDevice());
        m_process.start(program,
                        {QStringLiteral("--headless"), QStringLiteral("--no-sandbox"), QStringLiteral("--disable-gpu"),
                         QStringLiteral("--no-first-run"), QStringLiteral("--remote-debugging-pipe"),
                         QStringLiteral("--user-data-dir=") + m_profile.path(), QStringLiteral("about:blank")});
        m_process.waitForStarted();
        close(in[0]);
        close(out[1]);
    }
    ~Browser() {
        call(QStringLiteral("Browser.close"), {}, {});
        close(m_write);
        close(m_read);
        if (!m_process.waitForFinished(10000)) {
            m_process.kill();
            m_process.waitForFinished();
        }
    }
    Browser(const Browser&) = delete;
    Browser& operator=(const Browser&) = delete;

    /// Opens a file and waits until it is loaded.
    bool open(const QString& file) {
        const QJsonArray targets =
            call(QStringLiteral("Target.getTargets"), {}, {})[QStringLiteral("targetInfos")].toArray();
        QString page;
        for (const QJsonValue& target : targets)
            if (target[QStringLiteral("type")].toString() == QStringLiteral("page"))
                page = target[QStringLiteral("targetId")].toString();
        m_session = call(QStringLiteral("Target.attachToTarget"),
                         {{QStringLiteral("targetId"), page}, {QStringLiteral("flatten"), true}},
                         {})[QStringLiteral("sessionId")]
                        .toString();
        for (const char* domain : {"Page.enable", "Network.enable", "Runtime.enable", "Log.enable"})
            call(QLatin1String(domain), {}, m_session);
        events.clear();
        call(QStringLiteral("Page.navigate"), {{QStringLiteral("url"), QUrl::fromLocalFile(file).toString()}},
             m_session);
        return waitFor(QStringLiteral("Page.loadEventFired"));
    }

    /// Runs a script before those of the page whenever it is loaded again.
    void runFirst(const QString& script) {
        call(QStringLiteral("Page.addScriptToEvaluateOnNewDocument"), {{QStringLiteral("source"), script}}, m_session);
    }

    bool reload() {
        events.clear();
        call(QStringLiteral("Page.reload"), {}, m_session);
        return waitFor(QStringLiteral("Page.loadEventFired"));
    }

    QJsonValue evaluate(const QString& expression) {
        const QJsonObject result =
            call(QStringLiteral("Runtime.evaluate"),
                 {{QStringLiteral("expression"), expression}, {QStringLiteral("returnByValue"), true}}, m_session);
        return result[QStringLiteral("result")].toObject()[QStringLiteral("value")];
    }

    QVector<QJsonObject> events;

private:
    QJsonObject call(const QString& method, const QJsonObject& parameters, const QString& session) {
        QJsonObject message{
            {QStringLiteral("id"), ++m_id}, {QStringLiteral("method"), method}, {QStringLiteral("params"), parameters}};
        if (!session.isEmpty())
            message.insert(QStringLiteral("sessionId"), session);
        const QByteArray bytes = QJsonDocument(message).toJson(QJsonDocument::Compact) + '\0';
        for (qsizetype sent = 0; sent < bytes.size();) {
            const ssize_t count = write(m_write, bytes.constData() + sent, std::size_t(bytes.size() - sent));
            if (count <= 0)
                return {};
            sent += count;
        }
        for (;;) {
            const QJsonObject answer = next();
            if (answer.isEmpty() || answer[QStringLiteral("id")].toInt() == m_id)
                return answer[QStringLiteral("result")].toObject();
            events.append(answer);
        }
    }
    bool waitFor(const QString& event) {
        for (const QJsonObject& one : events)
            if (one[QStringLiteral("method")].toString() == event)
                return true;
        for (;;) {
            const QJsonObject message = next();
            if (message.isEmpty())
                return false;
            events.append(message);
            if (message[QStringLiteral("method")].toString() == event)
                return true;
        }
    }
    /// Returns nothing if the browser does not respond in time or has ended.
    QJsonObject next() {
        constexpr int longest = 30000; // ms
        for (;;) {
            if (const qsizetype end = m_buffer.indexOf('\0'); end >= 0) {
                const QByteArray message = m_buffer.left(end);
                m_buffer.remove(0, end + 1);
                return QJsonDocument::fromJson(message).object();
            }
            pollfd waiting{m_read, POLLIN, 0};
            char bytes[65536];
            if (poll(&waiting, 1, longest) <= 0)
                return {};
            const ssize_t count = read(m_read, bytes, sizeof bytes);
            if (count <= 0)
                return {};
            m_buffer.append(bytes, count);
        }
    }

    QTemporaryDir m_profile;
    QProcess m_process;
    QString m_session;
    QByteArray m_buffer;
    int m_write = -1, m_read = -1, m_id = 0;
};

} // namespace

/// The HTML report in a real browser.
class TestBrowser final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        const QString program = browserProgram();
        if (program.isEmpty())
            QSKIP("Chromium is not installed");
        QFile file(m_folder.filePath(QStringLiteral("plan.html")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(exportedAs(Format::Html)));
        file.close();
        m_browser = std::make_unique<Browser>(program);
        QVERIFY2(m_browser->open(file.fileName()), "the page was not loaded");
    }

    void loadsNothingFromElsewhere() {
        QStringList requested;
        for (const QJsonObject& event : m_browser->events)
            if (event[QStringLiteral("method")].toString() == QStringLiteral("Network.requestWillBeSent"))
                requested.append(event[QStringLiteral("params")]
                                     .toObject()[QStringLiteral("request")]
                                     .toObject()[QStringLiteral("url")]
                                     .toString());
        QCOMPARE(requested.size(), 1);
        QVERIFY2(requested[0].endsWith(QStringLiteral("/plan.html")), qPrintable(requested[0]));
        QCOMPARE(count("document.querySelectorAll('[src], [href], link, iframe, img, object, embed').length"), 0);
    }

    /// The names contain a script that would open a dialog.
    void runsNoHostileNames() {
        for (const QJsonObject& event : m_browser->events) {
            const QString method = event[QStringLiteral("method")].toString();
            QVERIFY(method != QStringLiteral("Page.javascriptDialogOpening"));
            QVERIFY2(method != QStringLiteral("Runtime.exceptionThrown") && method != QStringLiteral("Log.entryAdded"),
                     QJsonDocument(event).toJson().constData());
        }
        QCOMPARE(count("document.scripts.length"), 1);
        QVERIFY(text("document.body.textContent").contains(QStringLiteral("<script>alert(1)</script>")));
    }

    void stylesApply() { // the policy allows its own style sheet
        QCOMPARE(text("getComputedStyle(document.body).maxWidth"), QStringLiteral("1200px"));
    }

    void searchHidesOthers() {
        const int all = count("document.querySelectorAll('.searchable').length");
        search("aws_eip");
        QCOMPARE(shown(), 1);
        QCOMPARE(text("document.getElementById('shown-count').textContent"), QStringLiteral("1 of %1 shown").arg(all));
        search("aws_eip nothing");
        QCOMPARE(shown(), 0);
        search("");
        QCOMPARE(shown(), all);
    }

    void filterShowsOneAction() {
        const int all = shown();
        const QString pill = QStringLiteral("document.querySelector('button.pill.k1')"); // replace
        m_browser->evaluate(pill + QStringLiteral(".click()"));
        QCOMPARE(text(pill + QStringLiteral(".getAttribute('aria-pressed')")), QStringLiteral("true"));
        QCOMPARE(count("[...document.querySelectorAll('details[data-kind]')].filter(e => !e.hidden).length"), 1);
        m_browser->evaluate(pill + QStringLiteral(".click()"));
        QCOMPARE(shown(), all);
    }

    void foldsAndUnfoldsAll() {
        const int all = count("document.querySelectorAll('details.searchable').length");
        const char* const open = "document.querySelectorAll('details.searchable[open]').length";
        m_browser->evaluate(QStringLiteral("document.getElementById('unfold').click()"));
        QCOMPARE(count(open), all);
        m_browser->evaluate(QStringLiteral("document.getElementById('fold').click()"));
        QCOMPARE(count(open), 0);
    }

    void ticksAreCountedAndKept() {
        QCOMPARE(text("document.getElementById('reviewed').textContent"), QStringLiteral("0 of 3 reviewed"));
        m_browser->evaluate(QStringLiteral("document.querySelectorAll('.tick')[1].click()"));
        QCOMPARE(text("document.getElementById('reviewed').textContent"), QStringLiteral("1 of 3 reviewed"));
        // A headless browser sometimes loses the storage of a file, so that the test puts it back.
        const QString stored = text("JSON.stringify(Object.entries(localStorage))");
        QVERIFY2(stored.contains(QStringLiteral("aws_instance.web")), qUtf8Printable(stored));
        m_browser->runFirst(stored + QStringLiteral(".forEach(entry => localStorage.setItem(...entry))"));
        QVERIFY(m_browser->reload());
        QCOMPARE(text("document.getElementById('reviewed').textContent"), QStringLiteral("1 of 3 reviewed"));
        QVERIFY(m_browser->evaluate(QStringLiteral("document.querySelectorAll('.tick')[1].checked")).toBool());
    }

private:
    int count(const char* expression) { return m_browser->evaluate(QLatin1String(expression)).toInt(-1); }
    QString text(const QString& expression) { return m_browser->evaluate(expression).toString(); }
    QString text(const char* expression) { return text(QString::fromLatin1(expression)); }
    int shown() { return count("[...document.querySelectorAll('.searchable')].filter(e => !e.hidden).length"); }
    void search(const char* words) {
        m_browser->evaluate(QStringLiteral("{ const field = document.getElementById('search'); field.value = '%1'; "
                                           "field.dispatchEvent(new Event('input')); }")
                                .arg(QLatin1String(words)));
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Browser> m_browser;
};

QTEST_GUILESS_MAIN(TestBrowser)
#include "tst_browser.moc"
