// SPDX-License-Identifier: MPL-2.0
#include "core/states/workspace.h"
#include "tests/support/scoped_environment.h"

#include <QtTest>

#include <fstream>

using namespace planlens::states;
namespace fs = std::filesystem;

class TestWorkspace : public QObject {
    Q_OBJECT

    planlens::testing::ScopedEnvironment m_environment;

private slots:
    void init() {
        m_environment.unset("TF_WORKSPACE");
        m_environment.unset("TF_DATA_DIR");
    }
    void cleanup() { m_environment.restore(); }

    void isDefaultWithoutASelection() {
        const QTemporaryDir folder;
        QCOMPARE(currentWorkspace(folder.path().toStdString()).value.value(), std::string("default"));
        QCOMPARE(listWorkspaces(fs::path(folder.path().toStdString()) / workspacesDirectory).value.value(),
                 std::vector<std::string>{"default"});
    }

    void unreadableFoldersAreErrors() {
        const QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        fs::create_symlink(workspacesDirectory, root / workspacesDirectory); // too many levels of symbolic links
        const auto listed = listWorkspaces(root / workspacesDirectory);
        QVERIFY(listed.hasErrors());
        QVERIFY2(listed.diagnostics.toString().find("too many levels") != std::string::npos,
                 listed.diagnostics.toString().c_str());
    }

    void remembersTheSelection() {
        const QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        fs::create_directories(root / "terraform.tfstate.d/staging");
        fs::create_directories(root / "terraform.tfstate.d/dev");
        const std::vector<std::string> existing = listWorkspaces(root / workspacesDirectory).value.value();
        QCOMPARE(existing, (std::vector<std::string>{"default", "dev", "staging"}));
        QVERIFY(selectWorkspace(root, "staging", existing).isEmpty());
        QCOMPARE(currentWorkspace(root).value.value(), std::string("staging"));
        const auto missing = selectWorkspace(root, "nope", existing);
        QCOMPARE(missing[0].summary, std::string("Workspace \"nope\" doesn't exist"));
        QCOMPARE(currentWorkspace(root).value.value(), std::string("staging"));
    }

    void obeysTheEnvironment() {
        const QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        m_environment.set("TF_DATA_DIR", "other");
        QCOMPARE(dataDirectory(root), root / "other");
        m_environment.set("TF_WORKSPACE", "forced");
        QCOMPARE(currentWorkspace(root).value.value(), std::string("forced"));
        QVERIFY(selectWorkspace(root, "default", {"default"}).hasErrors());
        m_environment.set("TF_WORKSPACE", "a/b");
        const auto invalid = currentWorkspace(root);
        QVERIFY(invalid.hasErrors());
        QCOMPARE(invalid.diagnostics[0].summary, std::string("Invalid workspace name set using TF_WORKSPACE"));
    }

    void rejectsASelectionOutsideTheFolder_data() {
        QTest::addColumn<QByteArray>("selection");
        QTest::newRow("other folder") << QByteArray("../../x");
        QTest::newRow("parent folder") << QByteArray("..\n");
        QTest::newRow("absolute path") << QByteArray("/tmp/x");
        QTest::newRow("path in the folder") << QByteArray("a/b");
        QTest::newRow("zero byte") << QByteArray("a\0b", 3);
    }
    void rejectsASelectionOutsideTheFolder() {
        QFETCH(QByteArray, selection);
        const QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        fs::create_directories(root / ".terraform");
        std::ofstream(root / ".terraform/environment") << selection.toStdString();
        const auto workspace = currentWorkspace(root);
        QVERIFY(!workspace.value);
        QCOMPARE(workspace.diagnostics[0].summary, std::string("Invalid workspace name"));
        QVERIFY(workspace.diagnostics[0].detail.find(root / ".terraform/environment") != std::string::npos);
    }

    void namesNeedNoEscaping_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("valid");
        QTest::newRow("letters") << "prod-eu_1.2~" << true;
        QTest::newRow("signs") << "a$&+=:@" << true;
        QTest::newRow("slash") << "a/b" << false;
        QTest::newRow("space") << "a b" << false;
        QTest::newRow("dot") << "." << false;
        QTest::newRow("two dots") << ".." << false;
        QTest::newRow("three dots") << "..." << true;
        QTest::newRow("umlaut") << QString::fromUtf8("\xC3\xA4") << false;
    }
    void namesNeedNoEscaping() {
        QFETCH(QString, name);
        QFETCH(bool, valid);
        QCOMPARE(isValidWorkspaceName(name.toStdString()), valid);
    }
};

QTEST_APPLESS_MAIN(TestWorkspace)
#include "tst_workspace.moc"
