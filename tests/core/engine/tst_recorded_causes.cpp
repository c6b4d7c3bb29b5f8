// SPDX-License-Identifier: MPL-2.0
#include "tests/core/engine/planning.h"
#include "tests/core/engine/recorded_providers.h"

#include "core/explain/reason.h"
#include "core/plans/plan.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <algorithm>
#include <fstream>
#include <sstream>

using namespace planlens;
using namespace planlens::testing;
namespace fs = std::filesystem;

namespace {

const fs::path recordings = PLANLENS_SHARED_DIR "/conformance/cases";
const fs::path expectations = PLANLENS_SOURCE_DIR "/tests/core/engine/causes";

std::string readFile(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

const char* word(plans::Cause::Kind kind) {
    using Kind = plans::Cause::Kind;
    switch (kind) {
    case Kind::Declared:
        return "declared";
    case Kind::Undeclared:
        return "undeclared";
    case Kind::Argument:
        return "argument";
    case Kind::Unset:
        return "unset";
    case Kind::Unknown:
        return "unknown";
    case Kind::Sensitive:
        return "sensitive";
    case Kind::Trigger:
        return "trigger";
    case Kind::Moved:
        return "moved";
    case Kind::Imported:
        return "imported";
    case Kind::Pending:
        return "pending";
    case Kind::Checked:
        return "checked";
    case Kind::CannotUpdate:
        return "cannot update";
    case Kind::Decided:
        return "decided";
    case Kind::Drift:
        return "drift";
    case Kind::Incomplete:
        return "incomplete";
    case Kind::Requested:
        return "requested";
    case Kind::Mode:
        return "mode";
    }
    return "";
}

std::string place(const diags::SourceRange& range) {
    return range.isEmpty() ? std::string() : " " + range.filename.str() + ":" + std::to_string(range.start.line);
}
std::string whose(plans::Origin origin) {
    return " (" + std::string(explain::name(origin)) + ")";
}

std::string print(const explain::Link& link) {
    std::string text;
    if (link.cause) {
        text += std::string(" ") + word(link.cause->kind);
        if (!link.cause->path.isEmpty())
            text += " " + link.cause->path.toString();
    }
    return text + place(link.range) + whose(link.origin);
}

std::string subject(const plans::DependencyEnd& end) {
    const auto* instance = std::get_if<addrs::AbsResourceInstance>(&end);
    return instance ? instance->toString() : std::get<plans::NamedValue>(end).toString();
}

std::string print(const plans::UnchangedReason& kept) {
    const char* why = kept.why == plans::UnchangedReason::Why::Ignored      ? "ignored"
                      : kept.why == plans::UnchangedReason::Why::Normalised ? "normalised"
                                                                            : "left out";
    return " keeps " + kept.path.toString() + ": " + why +
           (kept.ignored.isEmpty() ? "" : " by " + kept.ignored.toString()) + place(kept.range) + whose(kept.origin());
}

/// Returns all planned changes, one per line, in the format of tests/core/engine/causes/README.md; sorted.
std::vector<std::string> linesOf(const plans::Plan& plan) {
    std::vector<std::string> lines;
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
        const std::string address = change->address.toString();
        for (const plans::UnchangedReason& kept : change->unchanged)
            lines.push_back(address + print(kept));
        if (change->change.action == plans::Action::NoOp && !change->isMoved() && !change->change.importing)
            continue;
        std::string line = address + (change->deposed.empty() ? "" : " deposed " + change->deposed) + " " +
                           std::string(plans::name(change->change.action)) + ":";
        const std::vector<explain::Link> chain = explain::chain(plan, *change);
        for (std::size_t i = 0; i < chain.size(); ++i)
            line += (i ? " < " + subject(chain[i].subject) : std::string()) + print(chain[i]);
        lines.push_back(line);
    }
    for (const auto& [address, all] : plan.recorded.unchangedByMode)
        for (const plans::UnchangedReason& kept : all)
            lines.push_back(address.toString() + print(kept));
    for (const addrs::ConfigResource& resource : plan.recorded.resourcesLeftOut)
        lines.push_back(resource.toString() + " left out (operator)");
    for (const addrs::AbsResourceInstance& instance : plan.recorded.instancesLeftOut)
        lines.push_back(instance.toString() + " left out (operator)");
    std::sort(lines.begin(), lines.end());
    return lines;
}

struct Expected {
    std::vector<std::string> lines, varying; // sorted lines; addresses
};

/// Returns the content of the expectation files, by case.
std::map<std::string, Expected> readExpectations() {
    std::map<std::string, Expected> all;
    for (const fs::directory_entry& entry : fs::directory_iterator(expectations)) {
        if (entry.path().extension() != ".txt")
            continue;
        std::istringstream text(readFile(entry.path()));
        Expected* current = nullptr;
        const std::string varies = " varies";
        for (std::string line; std::getline(text, line);) {
            if (line.starts_with('['))
                current = &all[line.substr(1, line.size() - 2)];
            else if (line.ends_with(varies))
                current->varying.push_back(line.substr(0, line.size() - varies.size()));
            else if (!line.empty())
                current->lines.push_back(line);
        }
    }
    for (auto& [name, expected] : all)
        std::sort(expected.lines.begin(), expected.lines.end());
    return all;
}

QString joined(const std::vector<std::string>& lines) {
    QString text;
    for (const std::string& line : lines)
        text += QString::fromStdString(line) + u'\n';
    return text;
}

/// Returns a recording as input for the engine. Providers look for its files in the current directory.
Setup setupOf(const fs::path& folder) {
    Setup setup;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder / "config"))
        if (entry.is_regular_file())
            setup.files.emplace(entry.path().lexically_relative(folder / "config").string(), readFile(entry.path()));
    setup.state = readFile(folder / "prior.tfstate");
    const nlohmann::json about = nlohmann::json::parse(readFile(folder / "case.json"));
    std::string options;
    std::vector<configs::VariableArgument> variables;
    std::vector<std::string> environment;
    for (const std::string argument : about["args"])
        if (argument.starts_with("-var="))
            variables.push_back({configs::VariableArgument::Kind::Value, argument.substr(5)});
        else if (!argument.starts_with("-generate-config-out="))
            options += argument + "\n";
    for (const auto& [name, value] : about["env"].items())
        environment.push_back(name + "=" + value.get<std::string>());
    setup.options = planOptions(options);
    if (about["args"].dump().find("-generate-config-out") != std::string::npos)
        setup.options.generateConfigPath = "generated.tf";
    if (auto collected = configs::collectVariables(folder / "config", environment, variables); collected.value)
        setup.variables = std::move(collected->variables);
    return setup;
}

} // namespace

/// For every change in every recording, root cause and chain equal those found by reading its configuration.
class TestRecordedCauses final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areAsRead_data() {
        QTest::addColumn<QString>("name");
        m_expected = readExpectations();
        for (const auto& [name, expected] : m_expected)
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void areAsRead() {
        QFETCH(QString, name);
        const fs::path folder = recordings / name.toStdString();
        if (!fs::exists(folder))
            QSKIP("there are no recordings here");
        const Expected& expected = m_expected.at(name.toStdString());
        Setup setup = setupOf(folder);
        setup.registry = recordedProviders(folder / "config");
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan || expected.lines.empty(), planned.print().c_str());
        if (!planned.outcome.plan)
            return;
        std::vector<std::string> lines = linesOf(*planned.outcome.plan);
        std::erase_if(lines, [&](const std::string& line) {
            return std::ranges::any_of(expected.varying,
                                       [&](const std::string& address) { return line.starts_with(address + " "); });
        });
        if (lines != expected.lines)
            qWarning("%s", planned.print().c_str());
        QCOMPARE(joined(lines), joined(expected.lines));
        m_compared += lines.size();
    }
    void cleanupTestCase() { qInfo("%zu lines compared", m_compared); }

    /// All recordings with a plan are covered, with all their changes.
    void allRecordingsAreCovered() {
        if (!fs::exists(recordings))
            QSKIP("there are no recordings here");
        const std::map<std::string, Expected> expected = readExpectations();
        std::size_t changes = 0;
        for (const fs::directory_entry& group : fs::directory_iterator(recordings))
            for (const fs::directory_entry& entry : fs::directory_iterator(group)) {
                if (!fs::exists(entry.path() / "expect/plan.json"))
                    continue;
                const std::string name = entry.path().lexically_relative(recordings).string();
                QVERIFY2(expected.contains(name), name.c_str());
                const Expected& here = expected.at(name);
                const nlohmann::json plan = nlohmann::json::parse(readFile(entry.path() / "expect/plan.json"));
                for (const nlohmann::json& change : plan.value("resource_changes", nlohmann::json::array())) {
                    const nlohmann::json& what = change["change"];
                    if (what["actions"] == nlohmann::json::array({"no-op"}) && !what.contains("importing") &&
                        !change.contains("previous_address"))
                        continue;
                    const std::string address = change["address"];
                    const std::string start =
                        address +
                        (change.contains("deposed") ? " deposed " + change["deposed"].get<std::string>()
                                                    : std::string()) +
                        " ";
                    const bool stated = std::ranges::any_of(here.lines, [&](const std::string& line) {
                        return line.starts_with(start) && line.find(": ") != line.npos;
                    });
                    const bool varies = std::ranges::find(here.varying, address) != here.varying.end();
                    QVERIFY2(stated || varies, (name + ": " + start).c_str());
                    ++changes;
                }
            }
        QVERIFY(changes >= 365);
    }

private:
    std::map<std::string, Expected> m_expected;
    std::size_t m_compared = 0;
};

QTEST_APPLESS_MAIN(TestRecordedCauses)
#include "tst_recorded_causes.moc"
