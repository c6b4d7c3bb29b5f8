// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/azurerm/azurerm.h"
#include "core/backends/azurerm/settings.h"
#include "core/backends/remote/remote_state.h"
#include "tests/support/azure_environment.h"
#include "tests/support/azure_server.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <memory>
#include <optional>

namespace planlens::testing {

using Texts = QMap<QString, QString>;
using Problems = QList<std::pair<QString, QString>>;

inline QString problem(const diags::Result<backends::StoredState>& read) {
    QStringList parts;
    for (const diags::Diagnostic& diagnostic : read.diagnostics)
        parts.append(QString::fromStdString(diagnostic.summary + '\n' + diagnostic.detail));
    return parts.join(QLatin1Char('\n'));
}

inline Texts operator+(Texts one, const Texts& other) {
    one.insert(other);
    return one;
}

inline const Texts principal{{"tenant_id", "tenant-1"}, {"client_id", "client-1"}};
inline const Texts secret = principal + Texts{{"client_secret", "client-secret"}};
inline const Texts oidc = principal + Texts{{"use_oidc", "true"}};
inline const Texts forTokens{{"use_azuread_auth", "true"}};
inline const Texts forKey{{"subscription_id", "subscription-1"}, {"resource_group_name", "group-1"}};

/// Prints tokens like `az`, and records its arguments.
inline constexpr const char* azScript = R"(#!/bin/sh
echo "$@" >> "HOME/az.log"
[ "$1 $2" = "account show" ] && echo '{"id": "subscription-1", "name": "n", "isDefault": true}' && exit
[ "$1 $2" = "account get-access-token" ] || exit 2
number=1
case "$*" in *https://storage.azure.com*) number=0 ;; esac
echo "{\"accessToken\": \"token-secret-cli-$number\", \"expires_on\": 4000000000, \"tokenType\": \"Bearer\"}"
)";

/// The server of the tests, certificates, and a home directory for each test. In rows, URL/ stands for the address
/// of the server, HOME for the home directory, and BASE64(x) for the file x.pfx. The server accepts only tokens that it
/// issued.
class AzureCredentials {
protected:
    ScopedEnvironment m_environment;
    std::unique_ptr<AzureServer> m_server;
    QTemporaryDir m_certificates;
    std::unique_ptr<QTemporaryDir> m_home;
    QString m_tofu; // empty: not installed

    bool runOpenSsl(const QStringList& arguments) const {
        QProcess process;
        process.setWorkingDirectory(m_certificates.path());
        process.start(QStringLiteral("openssl"), arguments);
        return process.waitForFinished() && process.exitCode() == 0;
    }
    QByteArray pfx(const QString& name) const {
        QFile file(m_certificates.filePath(name + QStringLiteral(".pfx")));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QString replaced(QString text) const {
        text.replace(QStringLiteral("URL/"), QString::fromLatin1(m_server->url()) + QLatin1Char('/'))
            .replace(QStringLiteral("HOME"), m_home->path())
            .replace(QStringLiteral("CERTIFICATES"), m_certificates.path());
        for (const char* name : {"new", "old", "plain", "other"})
            text.replace(QStringLiteral("BASE64(%1)").arg(QString::fromLatin1(name)),
                         QString::fromLatin1(pfx(QString::fromLatin1(name)).toBase64()));
        return text;
    }
    void prepare(const Texts& variables, const Texts& files) {
        m_environment.set("PATH", m_home->path().toUtf8() + "/bin:/usr/bin:/bin");
        m_environment.set("HOME", m_home->path().toUtf8());
        for (auto [name, value] : variables.asKeyValueRange())
            m_environment.set(name.toLatin1().constData(), replaced(value).toUtf8());
        for (auto [name, text] : files.asKeyValueRange()) {
            const QString path = m_home->filePath(name);
            QDir().mkpath(QFileInfo(path).path());
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(replaced(text).toUtf8());
            file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        }
    }
    backends::Setup setupOf(const Texts& given) const {
        const Texts all =
            Texts{{"storage_account_name", "teststorage"}, {"container_name", "states"}, {"key", "k"}} + given;
        std::vector<std::pair<std::string, values::Value>> attributes;
        for (const auto& [name, attribute] : backends::azurermArguments().attributes) {
            const QString key = QString::fromStdString(name), text = replaced(all.value(key));
            const bool isFlag = attribute.impliedType() == values::Type::boolean();
            attributes.emplace_back(name, !all.contains(key) ? values::Value::null(attribute.impliedType())
                                          : isFlag           ? values::Value::boolean(text == QStringLiteral("true"))
                                                             : values::Value::string(text.toStdString()));
        }
        return {.arguments = values::Value::object(std::move(attributes)), .directory = m_home->path().toStdString()};
    }
    std::unique_ptr<backends::WorkspaceState> stateOf(const Texts& given) const {
        auto settings = backends::azurerm::readSettings(setupOf(given));
        settings->container.retries.attempts = 5;
        settings->container.retries.firstWait = std::chrono::milliseconds(20);
        settings->container.account.credentials.arcDirectory = m_server->path("arc").toStdString();
        return backends::makeRemoteState(
            backends::azurerm::makeClient(backends::azurerm::Container(settings->container), "k",
                                          backends::azurerm::Snapshots::None),
            "unused", {});
    }
    QByteArray azArguments() const {
        QFile file(m_home->filePath(QStringLiteral("az.log")));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// The diagnostics of `tofu init` with these arguments, as pairs of summary and detail. Nothing if tofu is not
    /// installed.
    std::optional<Problems> problemsOfTofu(const Texts& given) const {
        if (m_tofu.isEmpty())
            return {};
        QString block;
        const Texts all =
            Texts{{"storage_account_name", "teststorage"}, {"container_name", "states"}, {"key", "k"}} + given;
        for (auto [name, value] : all.asKeyValueRange())
            block += QStringLiteral("    %1 = \"%2\"\n").arg(name, replaced(value));
        QFile file(m_home->filePath(QStringLiteral("main.tf")));
        if (!file.open(QIODevice::WriteOnly))
            return {};
        file.write(QStringLiteral("terraform {\n  backend \"azurerm\" {\n%1  }\n}\n").arg(block).toUtf8());
        file.close();
        QProcess process;
        process.setWorkingDirectory(m_home->path());
        process.start(m_tofu, {QStringLiteral("init"), QStringLiteral("-json")});
        if (!process.waitForFinished(120'000))
            return {};
        Problems problems;
        for (const QByteArray& line : process.readAllStandardOutput().split('\n'))
            if (const QJsonObject found =
                    QJsonDocument::fromJson(line).object()[QLatin1String("diagnostic")].toObject();
                found[QLatin1String("severity")].toString() == QLatin1String("error"))
                problems.append(
                    {found[QLatin1String("summary")].toString(), found[QLatin1String("detail")].toString()});
        return problems;
    }
    /// What the token of the requests since the last call was issued for: that for blobs, or for the access key.
    QByteArray usedSource(const Texts& arguments) const {
        const bool usesKey = !arguments.contains(QStringLiteral("use_azuread_auth"));
        QByteArray found = "none";
        for (const QByteArray& line : m_server->requests())
            if (line.contains(usesKey ? "/listKeys?" : "teststorage.blob.core.windows.net/"))
                found = line.mid(line.lastIndexOf(' ') + 1);
        return found;
    }
    /// How many requests for tokens were sent since the last call.
    qsizetype tokenRequests() const {
        const QList<QByteArray> lines = m_server->requests();
        return std::ranges::count_if(lines, [](const QByteArray& line) { return line.contains("/token"); });
    }

    void startServer() {
        m_tofu = QStandardPaths::findExecutable(QStringLiteral("tofu"));
        SKIP_WITHOUT_PROGRAM("python3");
        SKIP_WITHOUT_PROGRAM("openssl");
        m_server = std::make_unique<AzureServer>(QStringList{"states"});
        QVERIFY(m_server->isRunning());
        QDir().mkpath(m_server->path("arc"));
        m_server->write("arc/token.key", "arc-secret");
        for (const char* name : {"own", "other"}) {
            const QString key = QString::fromLatin1(name) + ".key", certificate = QString::fromLatin1(name) + ".pem";
            QVERIFY(runOpenSsl({"req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=client",
                                "-keyout", key, "-out", certificate}));
        }
        QVERIFY(QFile::copy(m_certificates.filePath("own.pem"), m_server->path("certificate.pem")));
        const auto exportPfx = [&](const char* name, const char* from, const char* password, const QStringList& more) {
            const QString key = QString::fromLatin1(from) + ".key", certificate = QString::fromLatin1(from) + ".pem";
            return runOpenSsl(QStringList{"pkcs12", "-export", "-inkey", key, "-in", certificate, "-passout",
                                          QStringLiteral("pass:") + QString::fromLatin1(password), "-out",
                                          QString::fromLatin1(name) + ".pfx"} +
                              more);
        };
        QVERIFY(exportPfx("new", "own", "pass-secret", {}));
        QVERIFY(exportPfx("other", "other", "pass-secret", {}));
        QVERIFY(exportPfx("plain", "own", "", {}));
        QVERIFY(exportPfx("old", "own", "pass-secret", {"-legacy"}));
    }
    void prepareTest() {
        withoutAzureVariables(m_environment);
        m_home = std::make_unique<QTemporaryDir>();
        if (!m_server)
            return;
        for (const char* name : {"HTTPS_PROXY", "http_proxy"})
            m_environment.set(name, m_server->url());
        m_environment.set("SSL_CERT_FILE", m_server->path("authority.pem").toUtf8());
        QFile::remove(m_server->path("lifetime"));
        m_server->setFaults({});
    }
};

} // namespace planlens::testing
