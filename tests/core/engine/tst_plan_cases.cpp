// SPDX-License-Identifier: MPL-2.0
#include "tests/core/engine/planning.h"

#include "tests/support/scripted_provider.h"

#include <QtTest>

#include <fstream>
#include <sstream>

using namespace planlens;
using namespace planlens::testing;

namespace fs = std::filesystem;

namespace {

const fs::path tests = fs::path(PLANLENS_SOURCE_DIR) / "tests";

std::string readText(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Returns the first line in which two texts differ.
QByteArray difference(const std::string& got, const std::string& expected) {
    std::istringstream gotLines(got), expectedLines(expected);
    std::string gotLine, expectedLine;
    for (;;) {
        const bool isMore = static_cast<bool>(std::getline(gotLines, gotLine));
        const bool shouldBeMore = static_cast<bool>(std::getline(expectedLines, expectedLine));
        if (!isMore && !shouldBeMore)
            return {};
        if (isMore != shouldBeMore || gotLine != expectedLine)
            return QByteArray::fromStdString("got: " + (isMore ? gotLine : "the end") +
                                             "\n   expected: " + (shouldBeMore ? expectedLine : "the end") +
                                             "\n   all that was got:\n" + got);
    }
}

} // namespace

/// Each directory of cases is a configuration that OpenTofu can plan too: *.tf, an optional terraform.tfstate, an
/// optional arguments.txt with options, and expected.txt, the plan of OpenTofu in the format of printPlan(). Instead of
/// *.tf, recorded.txt names one of tests/cases, whose configuration is used, and whose state unless there is another.
class TestPlanCases : public QObject {
    Q_OBJECT
private slots:
    void plansLikeTheReference_data() {
        QTest::addColumn<QString>("folder");
        std::vector<fs::path> folders;
        for (const fs::directory_entry& entry : fs::directory_iterator(tests / "core/engine/cases"))
            folders.push_back(entry.path());
        std::sort(folders.begin(), folders.end());
        for (const fs::path& folder : folders)
            QTest::newRow(folder.filename().c_str()) << QString::fromStdString(folder.string());
    }

    void plansLikeTheReference() {
        QFETCH(QString, folder);
        const fs::path root = folder.toStdString();
        std::string recorded = readText(root / "recorded.txt");
        recorded.erase(recorded.find_last_not_of('\n') + 1);
        const fs::path configuration = recorded.empty() ? root : tests / "cases" / recorded / "config";
        Setup setup;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(configuration))
            if (entry.path().extension() == ".tf")
                setup.files.emplace(fs::relative(entry.path(), configuration).string(), readText(entry.path()));
        setup.state = readText(root / "terraform.tfstate");
        if (setup.state.empty())
            setup.state = readText(configuration.parent_path() / "prior.tfstate");
        setup.options = planOptions(readText(root / "arguments.txt"));
        setup.registry = std::make_shared<ScriptedRegistry>();
        const QByteArray found = difference(makePlan(setup).print(), readText(root / "expected.txt"));
        QVERIFY2(found.isEmpty(), found.constData());
    }

    /// OpenTofu continues until memory is exhausted.
    void rejectsDeeplyNestedValues() {
        const std::string open(400, '['), close(400, ']');
        Setup setup;
        setup.files["main.tf"] = "locals {\n  a = " + open + close + "\n  b = " + open + "local.a" + close +
                                 "\n  c = " + open + "local.b" + close + "\n}\noutput \"o\" { value = local.c }\n";
        setup.registry = std::make_shared<ScriptedRegistry>();
        const Planned planned = makePlan(setup);
        QCOMPARE(planned.outcome.diagnostics.size(), std::size_t(1));
        QCOMPARE(planned.outcome.diagnostics.begin()->summary, "Value nested too deeply");
        QCOMPARE(planned.outcome.diagnostics.begin()->subject->start.line, 4);
    }
};

QTEST_APPLESS_MAIN(TestPlanCases)
#include "tst_plan_cases.moc"
