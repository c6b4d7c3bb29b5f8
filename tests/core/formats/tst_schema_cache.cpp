// SPDX-License-Identifier: MPL-2.0
#include "core/formats/schema_cache.h"

#include "core/system/file.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <memory>

#include <sys/stat.h>

using namespace planlens;
namespace fs = std::filesystem;

class TestSchemaCache : public QObject {
    Q_OBJECT
private slots:
    /// A folder created by another user may contain links with the names of temporary files.
    void followsNoPlantedLink_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("temporary file") << QStringLiteral(".terraform/planlens-schemas.json.tmp");
        QTest::newRow("new file") << QStringLiteral(".terraform/planlens-schemas.json.new");
        QTest::newRow("file") << QStringLiteral(".terraform/planlens-schemas.json");
    }
    void followsNoPlantedLink() {
        QFETCH(QString, name);
        const QTemporaryDir directory;
        const fs::path folder = directory.path().toStdString(), victim = folder / "victim";
        fs::create_directory(folder / ".terraform");
        QVERIFY(system::replaceFile(victim, "precious", 0600));
        fs::create_symlink(victim, folder / name.toStdString());
        fs::last_write_time(victim, fs::file_time_type::clock::now() - std::chrono::hours(1));
        QVERIFY(system::replaceFile(folder / ".terraform.lock.hcl", "", 0600));

        plans::Schemas schemas;
        schemas.emplace(addrs::Provider{"example.com", "tests", "test"}, std::make_shared<schemas::ProviderSchema>());
        formats::keepSchemas(schemas, folder);
        QCOMPARE(system::readFile(victim).value(), std::string("precious"));
        const fs::path kept = formats::keptSchemas(folder);
        QVERIFY(fs::is_regular_file(fs::symlink_status(kept)));
        QVERIFY(system::readFile(kept)->find("example.com/tests/test") != std::string::npos);
        struct stat status {};
        QCOMPARE(::stat(kept.c_str(), &status), 0);
        QCOMPARE(status.st_mode & 0777U, mode_t(0600));
    }
};

QTEST_APPLESS_MAIN(TestSchemaCache)
#include "tst_schema_cache.moc"
