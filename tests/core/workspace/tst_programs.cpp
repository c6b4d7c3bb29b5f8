// SPDX-License-Identifier: MPL-2.0
#include "core/backends/azurerm/azurerm.h"
#include "core/configs/config.h"
#include "core/workspace/programs.h"
#include "tests/support/azure_environment.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace planlens;
using values::Value;
using Kind = workspace::StartedProgram::Kind;

namespace {

configs::ConfigPtr configOf(const char* text) {
    configs::LoadOptions options;
    options.files = configs::memoryFileSystem({{"main.tf", text}});
    return *configs::load(options);
}

/// The state of a backend "azurerm" with some of its arguments.
workspace::StateLocation stateWith(const QMap<QString, QString>& given) {
    std::vector<std::pair<std::string, Value>> attributes;
    for (const auto& [name, attribute] : backends::azurermArguments().attributes) {
        const QString text = given.value(QString::fromStdString(name));
        attributes.emplace_back(name, text.isEmpty() ? Value::null(attribute.impliedType())
                                                     : Value::string(text.toStdString()));
    }
    workspace::StateLocation state;
    state.backend = {"azurerm", Value::object(std::move(attributes)), "default"};
    return state;
}

QString described(const workspace::StartedProgram& program) {
    const QString text = QString::fromStdString(program.name + " | " + program.subject);
    return program.kind == Kind::StateServer   ? QStringLiteral("server: ") + text
           : program.kind == Kind::Credentials ? QStringLiteral("credentials: ") + text
                                               : QStringLiteral("other: ") + text;
}

} // namespace

/// Which programs and servers are listed before a directory is trusted.
class TestPrograms final : public QObject {
    Q_OBJECT

    testing::ScopedEnvironment m_environment;
    QTemporaryDir m_folder;

private Q_SLOTS:
    void init() { testing::withoutAzureVariables(m_environment); }
    void cleanup() { m_environment.restore(); }

    void listsTheProgramForCredentials_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("accessKey");
        QTest::addColumn<QStringList>("expected");
        const QString server = "server: backend \"azurerm\" | ", cli = "credentials: az | backend \"azurerm\"";
        QTest::newRow("Azure CLI") << ""
                                   << "" << QStringList{server, cli};
        QTest::newRow("access key") << ""
                                    << "c2VjcmV0" << QStringList{server};
        const QString reader = "backend \"azurerm\" of data.terraform_remote_state.r";
        QTest::newRow("remote state") << "data \"terraform_remote_state\" \"r\" {\n  backend = \"azurerm\"\n}\n"
                                      << "c2VjcmV0"
                                      << QStringList{"server: " + reader + " | " + reader,
                                                     "credentials: az | " + reader, server};
        const QString other = "backend \"kubernetes\" of data.terraform_remote_state.r";
        QTest::newRow("remote state with any arguments")
            << "data \"terraform_remote_state\" \"r\" {\n  backend = \"kubernetes\"\n}\n"
            << "c2VjcmV0"
            << QStringList{"server: " + other + " | " + other, "credentials: plugin of a kubeconfig file | " + other,
                           server};
    }
    void listsTheProgramForCredentials() {
        QFETCH(QString, configuration);
        QFETCH(QString, accessKey);
        QFETCH(QStringList, expected);
        const auto programs = workspace::startedPrograms(*configOf(configuration.toUtf8().constData()),
                                                         stateWith({{"access_key", accessKey}}),
                                                         providers::InstalledPackages("unused", {}), {});
        QStringList found;
        for (const workspace::StartedProgram& program : programs)
            found.append(described(program));
        QCOMPARE(found, expected);
    }

    void namesThePathOfTheProgram() {
        QFile program(m_folder.filePath("az"));
        QVERIFY(program.open(QIODevice::WriteOnly));
        program.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        m_environment.set("PATH", m_folder.path().toUtf8());
        const auto programs =
            workspace::startedPrograms(*configOf(""), stateWith({}), providers::InstalledPackages("unused", {}), {});
        QCOMPARE(programs.back().path.string(), m_folder.filePath("az").toStdString());
    }
};

QTEST_APPLESS_MAIN(TestPrograms)
#include "tst_programs.moc"
