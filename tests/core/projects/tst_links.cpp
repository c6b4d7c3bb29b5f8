// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/repository_changes.h"
#include "tests/core/projects/repository_folder.h"

#include <QTest>

using namespace planlens;
using namespace planlens::testing;
using projects::Project;

/// Changes of what projects read behind symbolic links.
class TestLinks final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void changesBehindLinks_data() {
        QTest::addColumn<QString>("link"); // in live/app
        QTest::addColumn<QString>("target");
        QTest::addColumn<QByteArray>("more"); // configuration
        QTest::addColumn<QString>("changed");
        const QByteArray file = "output \"f\" {\n  value = file(\"${path.module}/%1\")\n}\n";
        const auto row = [](const char* name, const char* link, const char* target, const QByteArray& more,
                            const char* changed) {
            QTest::newRow(name) << QString::fromLatin1(link) << QString::fromLatin1(target) << more
                                << QString::fromLatin1(changed);
        };
        row("configuration file", "common.tf", "../../shared/common.tf", "", "shared/common.tf");
        row("variable file", "c.auto.tfvars", "../../shared/c.auto.tfvars", "", "shared/c.auto.tfvars");
        row("module", "mod", "../../real", "module \"m\" {\n  source = \"./mod\"\n}\n", "real/main.tf");
        row("file of a function", "v.json", "../../shared/v.json", QByteArray(file).replace("%1", "v.json"),
            "shared/v.json");
        row("file in a folder", "shared", "../../shared", QByteArray(file).replace("%1", "shared/v.json"),
            "shared/v.json");
        row("link to a link", "common.tf", "../../shared/link.tf", "", "shared/common.tf");
    }
    /// The directory is the whole work tree, or a folder in it, and the target exists or is removed.
    void changesBehindLinks() {
        QFETCH(QString, link);
        QFETCH(QString, target);
        QFETCH(QByteArray, more);
        QFETCH(QString, changed);
        for (const bool isRemoved : {false, true})
            for (const bool isBelow : {false, true}) {
                Folder folder({{".git/HEAD", ""}, {"live/app/main.tf", backend + more}});
                namespace fs = std::filesystem;
                fs::create_directory(folder.path() / "shared");
                fs::create_symlink("common.tf", folder.path() / "shared/link.tf");
                fs::create_symlink(target.toStdString(), folder.path() / "live/app" / link.toStdString());
                if (!isRemoved)
                    folder.write(changed, "");
                else if (!target.endsWith(QLatin1String("link.tf")))
                    fs::remove_all(folder.path() / "shared");
                const auto repository = projects::findProjects(folder.path() / (isBelow ? "live" : "."));
                QVERIFY(repository.value);
                const Project* const app = repository->find(isBelow ? "app" : "live/app");
                QVERIFY(app);
                const std::string path = (isBelow ? "../" : "") + changed.toStdString();
                QVERIFY2(!changeReasons(*app, {path}).empty(), isRemoved ? "removed" : "changed");
            }
    }

    void linksOutOfTheWorkTreeAreIgnored() {
        const Folder folder({{"repository/.git/HEAD", ""}, {"repository/app/main.tf", backend}, {"x/a.tf", ""}});
        std::filesystem::create_symlink("../../x/a.tf", folder.path() / "repository/app/a.tf");
        const auto repository = projects::findProjects(folder.path() / "repository");
        QVERIFY(repository->find("app")->links.empty());
    }
};

QTEST_GUILESS_MAIN(TestLinks)
#include "tst_links.moc"
