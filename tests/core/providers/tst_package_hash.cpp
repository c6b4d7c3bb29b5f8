// SPDX-License-Identifier: MPL-2.0
#include "core/providers/packages/package_hash.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace planlens;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& path, const std::string& content) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
}

/// A package with the hash that golang.org/x/mod/sumdb/dirhash calculates.
constexpr auto known = "h1:/f69p7yDxhPMGpNkGn2eB8Dfr17NRVz5xY28Cq/rW0I=";
void makePackage(const fs::path& folder) {
    write(folder / "terraform-provider-x", "program");
    write(folder / "LICENSE", "text\n");
    write(folder / "docs/b.md", "");
    write(folder / "docs/a.md", "a");
    write(folder / "docs-x", "1");
    write(folder / "\xC3\xA4", "umlaut");
    fs::create_symlink("LICENSE", folder / "link");
    fs::create_directories(folder / "empty");
}

} // namespace

class TestPackageHash final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void isThatOfTheReference() {
        makePackage(root());
        QCOMPARE(*providers::packageHash(root()), std::string(known));
    }
    void followsALinkToThePackage() {
        makePackage(root() / "package");
        fs::create_symlink("package", root() / "link");
        QCOMPARE(*providers::packageHash(root() / "link"), std::string(known));
    }
    void isThatOfNothing() {
        QCOMPARE(*providers::packageHash(root()), std::string("h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="));
    }

    void rejectsLinksToFolders() {
        makePackage(root());
        fs::create_symlink("docs", root() / "linkdir");
        QCOMPARE(providers::packageHash(root()).error(),
                 "read " + (fs::canonical(root()) / "linkdir").string() + ": is a directory");
    }
    void rejectsDevices() {
        makePackage(root());
        fs::create_symlink("/dev/zero", root() / "endless");
        QCOMPARE(providers::packageHash(root()).error(),
                 (fs::canonical(root()) / "endless").string() + " is not a regular file");
    }
    void rejectsNamesWithLineBreaks() {
        write(root() / "a\nb", "");
        QCOMPARE(providers::packageHash(root()).error(),
                 std::string("dirhash: filenames with newlines are not supported"));
    }
    void rejectsFiles() {
        write(root() / "file", "");
        QCOMPARE(providers::packageHash(root() / "file").error(),
                 (fs::canonical(root()) / "file").string() + " is not a directory");
        QCOMPARE(providers::packageHash(root() / "nothing").error(),
                 "lstat " + (root() / "nothing").string() + ": no such file or directory");
    }

    void changesWithEveryFile_data() {
        QTest::addColumn<QString>("file");
        for (const char* file : {"terraform-provider-x", "docs/a.md", "new", "docs/new"})
            QTest::newRow(file) << QString::fromLatin1(file);
    }
    void changesWithEveryFile() {
        QFETCH(QString, file);
        makePackage(root());
        const auto before = providers::packageIdentity(root());
        write(root() / file.toStdString(), "changed");
        QVERIFY(*providers::packageHash(root()) != known);
        QVERIFY(providers::packageIdentity(root()) != before);
    }

    /// A changed file of equal size and modification time has another identity, so that hashes can be cached.
    void recognizesAFileWhoseTimeWasSetBack() {
        makePackage(root());
        const fs::path file = root() / "terraform-provider-x";
        const auto time = fs::last_write_time(file);
        const auto before = providers::packageIdentity(root());
        QVERIFY(!before.empty());
        QCOMPARE(providers::packageIdentity(root()), before);
        write(file, "PROGRAM");
        fs::last_write_time(file, time);
        QVERIFY(providers::packageIdentity(root()) != before);
    }

private:
    fs::path root() const { return m_folder->path().toStdString(); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_APPLESS_MAIN(TestPackageHash)
#include "tst_package_hash.moc"
