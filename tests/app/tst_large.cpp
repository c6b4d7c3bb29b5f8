// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QtTest>

#include <sys/resource.h>

using namespace planlens::testing;

namespace {

/// 16,000 resources: 16 modules with 10 trees of 100 instances each.
const char* const root = R"(
module "part" {
  count  = 16
  source = "./part"
  name   = "part ${count.index}"
}
output "all" { value = [for part in module.part : length(part.leaves)] }
)";

QByteArray part() {
    QByteArray text = "variable \"name\" {}\nresource \"terraform_data\" \"trunk\" {\n  count = 100\n  input = "
                      "\"${var.name} ${count.index}\"\n}\n";
    for (int i = 1; i < 10; ++i) {
        // Each branch depends on an earlier one.
        const QByteArray name = "branch" + QByteArray::number(i),
                         from = i < 3 ? QByteArray("trunk") : "branch" + QByteArray::number(i / 3);
        text += "resource \"terraform_data\" \"" + name + "\" {\n  count = 100\n  input = { of = terraform_data." +
                from + "[count.index].id, n = count.index }\n}\n";
    }
    return text + "output \"leaves\" { value = terraform_data.branch9[*].id }\n";
}

} // namespace

class TestLarge : public QObject {
    Q_OBJECT
private slots:
    void plansAndAppliesSixteenThousandResources() {
        const ProjectFolder folder(root);
        folder.write("part/main.tf", part());
        folder.installModules();
        // Times are printed, not tested, because they depend on the machine.
        const auto timed = [&](const char* what, const QStringList& arguments, int exitCode) {
            QElapsedTimer timer;
            timer.start();
            const Ran ran = folder.planlens(arguments);
            rusage usage{};
            ::getrusage(RUSAGE_CHILDREN, &usage);
            qInfo("%s: %.1f s, largest process so far %ld MB", what, static_cast<double>(timer.elapsed()) / 1000,
                  usage.ru_maxrss / 1024);
            if (ran.exitCode != exitCode)
                qWarning("exit %d: %s", ran.exitCode, ran.err.left(2000).constData());
            return ran.exitCode == exitCode;
        };
        QVERIFY(timed("plan", {"plan", "-detailed-exitcode", "-out=saved", "-no-color"}, 2));
        QVERIFY(timed("apply", {"apply", "-no-color", "saved"}, 0));
        const QJsonObject state = parseJson(folder.read("terraform.tfstate")).toObject();
        int instances = 0;
        for (const QJsonValue resource : state["resources"].toArray())
            instances += static_cast<int>(resource["instances"].toArray().size());
        QCOMPARE(instances, 16000);
        QVERIFY(timed("plan without changes", {"plan", "-detailed-exitcode", "-no-color"}, 0));
        folder.write("main.tf", QByteArray(root).replace("part ${", "new part ${"));
        QVERIFY(timed("plan of updates", {"plan", "-detailed-exitcode", "-no-color"}, 2));
        QVERIFY(timed("show", {"show", "-json"}, 0));
        QVERIFY(timed("destroy", {"destroy", "-auto-approve", "-no-color"}, 0));
        QCOMPARE(parseJson(folder.read("terraform.tfstate")).toObject()["resources"].toArray().size(), 0);
    }
};

QTEST_GUILESS_MAIN(TestLarge)
#include "tst_large.moc"
