// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QRandomGenerator>
#include <QtTest>

#include <algorithm>
#include <cctype>

using namespace planlens::testing;

namespace {

/// Every kind of change, a sensitive value, a check, a module and values of all types.
const QByteArray before = R"(terraform {
  backend "local" {}
}
variable "name" {
  default = "a"
  sensitive = true
}
resource "terraform_data" "kept" {
  input = { list = [1, 2.5, true, null], map = { k = "ü" }, secret = var.name }
}
resource "terraform_data" "replaced" {
  triggers_replace = [1]
}
resource "terraform_data" "each" {
  for_each = toset(["x", "y"])
  input    = each.key
}
module "m" {
  source = "./m"
}
output "o" {
  value     = terraform_data.kept.output
  sensitive = true
}
check "c" {
  assert {
    condition     = length(terraform_data.each) > 5
    error_message = "few"
  }
}
)";
const QByteArray childModule = "resource \"terraform_data\" \"r\" {\n  count = 2\n  input = count.index\n}\n";

QByteArray after() {
    return QByteArray(before).replace("[1]", "[2]").replace("\"x\", ", "\"z\", ").replace("2.5", "2.75");
}

/// Tokens that a reader may not expect in place of another one.
QByteArrayList unusualTokens() {
    return {"null",
            "-1",
            "0",
            "1e400",
            "18446744073709551616",
            "-0.5",
            "\"\"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "\"../../x\"",
            "[]",
            "{}",
            "true",
            "[null]",
            "{\"\":{}}",
            "\"" + QByteArray(5000, 'a') + "\"",
            QByteArray(3000, '[') + QByteArray(3000, ']')};
}

/// Replaces a word, number or quoted text, or a value with brackets.
void replaceToken(QByteArray& text, QRandomGenerator& random) {
    const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
    const int start = random.bounded(int(text.size()));
    int at = start;
    while (at < text.size() && !isWord(text[at]) && text[at] != '"' && text[at] != '[' && text[at] != '{')
        ++at;
    if (at == text.size())
        return;
    int end = at + 1;
    if (text[at] == '"') {
        while (end < text.size() && (text[end] != '"' || text[end - 1] == '\\'))
            ++end;
        ++end;
    } else if (isWord(text[at])) {
        while (end < text.size() && isWord(text[end]))
            ++end;
    } else {
        for (int depth = 1; end < text.size() && depth > 0; ++end)
            depth += text[end] == '[' || text[end] == '{' ? 1 : text[end] == ']' || text[end] == '}' ? -1 : 0;
    }
    const QByteArrayList tokens = unusualTokens();
    text.replace(at, end - at, tokens[random.bounded(int(tokens.size()))]);
}

QByteArray mutated(QByteArray text, QRandomGenerator& random) {
    for (int step = random.bounded(1, 5); step > 0 && !text.isEmpty(); --step) {
        const int at = random.bounded(int(text.size()));
        const int length = std::min(random.bounded(1, 200), int(text.size()) - at);
        switch (random.bounded(9)) {
        case 0:
            text[at] = char(text[at] ^ (1 << random.bounded(8)));
            break;
        case 1:
            text[at] = char(random.bounded(256));
            break;
        case 2:
            text.remove(at, length);
            break;
        case 3:
            text.insert(at, text.mid(random.bounded(int(text.size())), length));
            break;
        case 4:
            text.truncate(at);
            break;
        default:
            replaceToken(text, random);
        }
    }
    return text;
}

/// A file that programs read, and how they are asked to.
struct Kind {
    QString file;
    QStringList arguments;
    int share = 1;         // one file for so many of the most frequent kind
    bool isWindow = false; // drawn by the window into a file
    QByteArray text = {};  // of a file that the folder does not have otherwise
};

const QByteArray lockFile = "provider \"registry.opentofu.org/example/test\" {\n  version = \"1.0.0\"\n"
                            "  constraints = \"~> 1.0\"\n  hashes = [\n    "
                            "\"h1:LONCsLUyPGBSBAYsbTbFFT9M9T8eLZDlxWqUWLuDmjU=\",\n  ]\n}\n";

int filesOfMostFrequentKind() {
    const int wanted = qEnvironmentVariableIntValue("PLANLENS_MUTATIONS");
    return wanted > 0 ? wanted : 200;
}

} // namespace
Q_DECLARE_METATYPE(Kind)

/// Damaged files end with a diagnostic or are read; they crash nothing, and are not overwritten.
class TestMutations : public QObject {
    Q_OBJECT

    ProjectFolder m_folder;

    void addRows(const QList<std::pair<const char*, Kind>>& rows) {
        QTest::addColumn<Kind>("kind");
        for (const auto& [name, kind] : rows)
            QTest::newRow(name) << kind;
    }

private slots:
    void initTestCase() {
        m_folder.write("main.tf", before);
        QVERIFY(QDir(m_folder.path()).mkpath("m"));
        QVERIFY(QDir(m_folder.path()).mkpath(".terraform"));
        m_folder.write("m/main.tf", childModule);
        m_folder.installModules();
        m_folder.write(
            ".terraform/terraform.tfstate",
            "{\"version\":3,\"backend\":{\"type\":\"local\",\"config\":{\"path\":null,\"workspace_dir\":null},"
            "\"hash\":666019178}}\n");
        m_folder.write("values.tfvars", "name = \"b\"\n");
        m_folder.write("planlens.yaml", "projects:\n- dir: .\n  workspace: default\n  depends_on: [m]\n- dir: m\n");
        COMPARE_EXIT(m_folder.planlens({"apply", "-auto-approve", "-no-color"}), 0);
        m_folder.write("main.tf", after());
        COMPARE_EXIT(m_folder.planlens({"plan", "-no-color", "-out=saved.tfplan"}), 0);
        const Ran shown = m_folder.planlens({"show", "-json", "saved.tfplan"});
        COMPARE_EXIT(shown, 0);
        m_folder.write("plan.json", shown.out);
    }

    void crashesNothing_data() {
        addRows({
            {"plan JSON in a report", {"plan.json", {"report", "-format=markdown", "plan.json"}, 2}},
            {"plan JSON explained", {"plan.json", {"why", "-plan=plan.json"}, 2}},
            {"saved plan", {"saved.tfplan", {"show", "-no-color", "saved.tfplan"}, 10}},
            {"saved plan in a report", {"saved.tfplan", {"report", "-format=json", "saved.tfplan"}, 10}},
            {"state, planned", {"terraform.tfstate", {"plan", "-no-color", "-lock=false"}, 10}},
            {"state, shown", {"terraform.tfstate", {"show", "-no-color", "terraform.tfstate"}, 10}},
            {"lock file", {".terraform.lock.hcl", {"validate", "-no-color"}, 10, false, lockFile}},
            {"modules.json", {".terraform/modules/modules.json", {"validate", "-no-color"}, 10}},
            {"record of the backend", {".terraform/terraform.tfstate", {"plan", "-no-color", "-lock=false"}, 20}},
            {"variables", {"values.tfvars", {"plan", "-no-color", "-lock=false", "-var-file=values.tfvars"}, 20}},
            {"configuration", {"main.tf", {"plan", "-no-color", "-lock=false"}, 10}},
            {"plan JSON in the window", {"plan.json", {"plan.json"}, 20, true}},
            {"saved plan in the window", {"saved.tfplan", {"saved.tfplan"}, 20, true}},
            {"list of projects", {"planlens.yaml", {"projects", "list"}, 20}},
        });
    }
    void crashesNothing() {
        QFETCH(Kind, kind);
        if (kind.isWindow && QByteArray(PLANLENS_WINDOW_PROGRAM).isEmpty())
            QSKIP("the window was not built");
        const QStringList program = kind.isWindow ? QStringList{PLANLENS_WINDOW_PROGRAM, "--snapshot",
                                                                m_folder.path("drawn.png"), "--size", "800x600"}
                                                  : QStringList{PLANLENS_CLI};
        const QStringList limits{"--as=4000000000", "--cpu=20"}; // bytes, seconds
        const QByteArray original = kind.text.isEmpty() ? m_folder.read(kind.file) : kind.text;
        QVERIFY(!original.isEmpty());
        const auto restore = qScopeGuard([&] {
            if (kind.text.isEmpty())
                m_folder.write(kind.file, original);
            else
                m_folder.remove(kind.file);
        });
        const int count = std::max(filesOfMostFrequentKind() / kind.share, 1);
        QRandomGenerator random(quint32(qHash(QByteArray(QTest::currentDataTag()), 0)));
        int accepted = 0;
        for (int i = 0; i < count; ++i) {
            const QByteArray text = mutated(original, random);
            m_folder.write(kind.file, text);
            const Ran ran =
                m_folder.program("prlimit", limits + program + kind.arguments, {{"QT_QPA_PLATFORM", "offscreen"}});
            const bool isRefused = ran.exitCode == 1 && (ran.err + ran.out).contains("Error");
            if (ran.exitCode != 0 && !isRefused) {
                const QString kept = QDir::temp().filePath("planlens-mutation");
                QFile file(kept);
                QVERIFY(file.open(QFile::WriteOnly));
                file.write(text);
                QFAIL(qPrintable(QStringLiteral("%1 of %2 files, kept as %3: exit %4\n")
                                     .arg(i + 1)
                                     .arg(count)
                                     .arg(kept)
                                     .arg(ran.exitCode) +
                                 QString::fromUtf8(ran.all().right(3000))));
            }
            QVERIFY2(m_folder.read(kind.file) == text, "the damaged file was overwritten");
            accepted += ran.exitCode == 0 ? 1 : 0;
        }
        qInfo("%d files: %d read, %d refused", count, accepted, count - accepted);
    }
};

QTEST_GUILESS_MAIN(TestMutations)
#include "tst_mutations.moc"
