// SPDX-License-Identifier: MPL-2.0
#include "core/configs/load.h"

#include <QtTest>

using namespace planlens;

/// Folders of files in memory, such as those of saved plans.
class TestMemoryFiles final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsOnlyWhatLiesInTheFolder_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("expected"); // folders end with a slash; "-" if there is none
        QTest::newRow("root") << "."
                              << "main.tf sub/";
        QTest::newRow("no name") << ""
                                 << "main.tf sub/";
        QTest::newRow("below") << "sub"
                               << "a.tf deep/";
        QTest::newRow("below, with detours") << "./sub/deep/../"
                                             << "a.tf deep/";
        QTest::newRow("beside") << "../b"
                                << "b.tf inner/";
        QTest::newRow("below one beside") << "../b/inner"
                                          << "c.tf";
        QTest::newRow("name that begins like another one") << "../b2"
                                                           << "d.tf";
        QTest::newRow("folder around the root") << ".."
                                                << "b/ b2/ up.tf ß 日本/";
        QTest::newRow("two above") << "../../modules/x"
                                   << "e.tf";
        QTest::newRow("folder around all") << "../.."
                                           << "modules/";
        QTest::newRow("absolute") << "/opt/m"
                                  << "f.tf";
        QTest::newRow("top of the file system") << "/"
                                                << "opt/";
        QTest::newRow("spaces and Unicode") << "../ß 日本"
                                            << "g h.tf";
        QTest::newRow("part of a name") << "su"
                                        << "-";
        QTest::newRow("beside, not there") << "../c"
                                           << "-";
        QTest::newRow("three above") << "../../../modules"
                                     << "-";
    }

    void listsOnlyWhatLiesInTheFolder() {
        QFETCH(QString, folder);
        QFETCH(QString, expected);
        std::map<std::string, std::string> files;
        for (const char* name : {"main.tf", "sub/a.tf", "sub/deep/x.tf", "../up.tf", "../b/b.tf", "../b/inner/c.tf",
                                 "../b2/d.tf", "../../modules/x/e.tf", "/opt/m/f.tf", "../ß 日本/g h.tf"})
            files.emplace(name, name);
        const auto entries = configs::memoryFileSystem(files)->list(folder.toStdString());
        QStringList listed;
        for (const configs::FileSystem::Entry& entry : entries.value_or(std::vector<configs::FileSystem::Entry>()))
            listed.append(QString::fromStdString(entry.name) + (entry.isDirectory ? "/" : ""));
        QCOMPARE(entries ? listed.join(u' ') : QStringLiteral("-"), expected);
    }
};

QTEST_APPLESS_MAIN(TestMemoryFiles)
#include "tst_memory_files.moc"
