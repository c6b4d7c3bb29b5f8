// SPDX-License-Identifier: MPL-2.0
#include "app/cli/arguments.h"

#include "core/system/shell_words.h"

#include <QtTest>

#include <algorithm>
#include <set>

using namespace planlens;
using namespace planlens::cli;

namespace {

/// Prints "-name=value" for each option, then the other arguments, then the diagnostics.
QString print(const diags::Result<Arguments>& parsed) {
    QStringList parts;
    if (parsed.value) {
        for (const auto& [name, value] : parsed->options)
            parts += QString::fromStdString("-" + name + "=" + value);
        for (const std::string& word : parsed->positional)
            parts += QString::fromStdString("[" + word + "]");
    }
    for (const diags::Diagnostic& diagnostic : parsed.diagnostics)
        parts += QString::fromStdString(diagnostic.summary + ": " + diagnostic.detail);
    return parts.join(QLatin1Char(' '));
}

std::vector<std::string> words(const QStringList& list) {
    std::vector<std::string> all;
    for (const QString& word : list)
        all.push_back(word.toStdString());
    return all;
}

} // namespace

class TestArguments : public QObject {
    Q_OBJECT
private slots:
    void splitsOptions_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QStringList>("given");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* command, const QStringList& given, const char* expected) {
            QTest::newRow(name) << QString(command) << given << QString(expected);
        };
        row("nothing", "plan", {}, "");
        row("bare flag", "plan", {"-destroy"}, "-destroy=true");
        row("flag that is switched off", "plan", {"-refresh=false"}, "-refresh=false");
        row("a bare flag takes no word", "plan", {"-destroy", "false"}, "-destroy=true [false]");
        row("two dashes", "plan", {"--destroy", "--out=p"}, "-destroy=true -out=p");
        row("value after equals sign", "plan", {"-out=plan.out"}, "-out=plan.out");
        row("value as the next word", "plan", {"-out", "plan.out"}, "-out=plan.out");
        row("value with an equals sign", "plan", {"-var=a=b=c"}, "-var=a=b=c");
        row("value as the next word, with an equals sign", "plan", {"-var", "a=b"}, "-var=a=b");
        row("empty value", "plan", {"-out="}, "-out=");
        row("value that looks like an option", "plan", {"-out", "-destroy"}, "-out=-destroy");
        row("address with quotes and brackets", "plan", {"-target=module.m[\"k\"].test_thing.a"},
            "-target=module.m[\"k\"].test_thing.a");
        row("order is kept", "plan", {"-var=a=1", "-var-file=f", "-var=a=2"}, "-var=a=1 -var-file=f -var=a=2");
        row("file to apply", "apply", {"-auto-approve", "saved.plan"}, "-auto-approve=true [saved.plan]");
        row("a dash alone is not an option", "apply", {"-"}, "[-]");
        row("two dashes end the options", "apply", {"-json", "--", "-destroy"}, "-json=true [-destroy]");
        row("both kinds of value", "show", {"-json", "-plan", "a", "b"}, "-json=true -plan=a [b]");
        row("unknown option", "plan", {"-nonsense"},
            "Failed to parse command-line flags: flag provided but not defined: -nonsense");
        row("unknown option with a value", "plan", {"--nonsense=1"},
            "Failed to parse command-line flags: flag provided but not defined: -nonsense");
        row("neither true nor false", "plan", {"-refresh=nonsense"},
            "Failed to parse command-line flags: invalid boolean value \"nonsense\" for -refresh: parse error");
        row("zero is false", "plan", {"-refresh=0"}, "-refresh=0");
        row("option of another command", "plan", {"-auto-approve"},
            "Failed to parse command-line flags: flag provided but not defined: -auto-approve");
        row("names are compared whole", "plan", {"-dest"},
            "Failed to parse command-line flags: flag provided but not defined: -dest");
        row("value is missing", "plan", {"-destroy", "-out"},
            "-destroy=true Failed to parse command-line flags: flag needs an argument: -out");
        row("nothing after what is wrong is an option", "plan", {"-destroy", "-nonsense", "-json"},
            "-destroy=true [-json] Failed to parse command-line flags: flag provided but not defined: -nonsense");
        row("but for how it is shown", "plan",
            {"-out", "a", "-nonsense", "-no-color", "-consolidate-errors=false", "-json"},
            "-out=a -no-color=true -consolidate-errors=false [-json] Failed to parse command-line flags: flag provided "
            "but not defined: -nonsense");
        row("unknown command", "paln", {"-json"}, "Unknown command: There is no command \"paln\".");
    }

    void splitsOptions() {
        QFETCH(QString, command);
        QFETCH(QStringList, given);
        QFETCH(QString, expected);
        QCOMPARE(print(parseArguments(command.toStdString(), words(given))), expected);
    }

    void readsFlags_data() {
        QTest::addColumn<QStringList>("given");
        QTest::addColumn<bool>("otherwise");
        QTest::addColumn<bool>("expected");
        QTest::newRow("absent, otherwise true") << QStringList{} << true << true;
        QTest::newRow("absent, otherwise false") << QStringList{} << false << false;
        QTest::newRow("bare") << QStringList{"-refresh"} << false << true;
        for (const char* text : {"true", "TRUE", "True", "t", "T", "1"})
            QTest::newRow(text) << QStringList{QString("-refresh=") + text} << false << true;
        for (const char* text : {"false", "FALSE", "False", "f", "F", "0"})
            QTest::newRow(text) << QStringList{QString("-refresh=") + text} << true << false;
        QTest::newRow("the last one counts") << QStringList{"-refresh=false", "-refresh"} << false << true;
    }

    void readsFlags() {
        QFETCH(QStringList, given);
        QFETCH(bool, otherwise);
        QFETCH(bool, expected);
        const diags::Result<Arguments> parsed = parseArguments("plan", words(given));
        QVERIFY(parsed.isOk());
        QCOMPARE(parsed->flag("refresh", otherwise), expected);
    }

    void theLastValueCountsAndAllAreKept() {
        const diags::Result<Arguments> parsed =
            parseArguments("plan", {"-target=test_thing.a", "-out=x", "-target", "test_thing.b", "-out=y"});
        QVERIFY(parsed.isOk());
        QCOMPARE(parsed->value("out"), std::optional<std::string>("y"));
        QCOMPARE(parsed->values("target"), (std::vector<std::string>{"test_thing.a", "test_thing.b"}));
        QVERIFY(parsed->has("out"));
        QVERIFY(!parsed->has("destroy"));
        QVERIFY(!parsed->value("destroy"));
    }

    /// All options in the help of OpenTofu are supported.
    void recognizesTheOptionsOfTheReference_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("option");
        const QStringList flags{"destroy",          "refresh-only",         "refresh=false",
                                "compact-warnings", "consolidate-warnings", "consolidate-errors",
                                "input=false",      "lock=false",           "no-color",
                                "concise",          "show-sensitive",       "json"};
        const QStringList values{"replace=terraform_data.a",
                                 "target=terraform_data.a",
                                 "target-file=f",
                                 "exclude=terraform_data.a",
                                 "exclude-file=f",
                                 "var=a=b",
                                 "var-file=f",
                                 "lock-timeout=10s",
                                 "parallelism=4",
                                 "state=f",
                                 "deprecation=module:local",
                                 "json-into=f"};
        const auto rows = [](const char* command, const QStringList& options) {
            for (const QString& option : options)
                QTest::newRow(qPrintable(QString(command) + " -" + option)) << QString(command) << option;
        };
        for (const char* command : {"plan", "apply", "destroy"})
            rows(command, flags + values);
        rows("plan", {"detailed-exitcode", "out=f", "generate-config-out=f", "state-out=f"});
        for (const char* command : {"apply", "destroy"})
            rows(command, {"auto-approve", "backup=f", "state-out=f", "suppress-forget-errors"});
        rows("show", {"state", "plan=f", "config", "module=m", "json", "json-into=f", "no-color", "show-sensitive",
                      "var=a=b", "var-file=f", "compact-warnings", "consolidate-warnings", "consolidate-errors",
                      "deprecation=module:none"});
        rows("validate", {"json", "json-into=f", "no-color", "no-tests", "test-directory=d", "var=a=b", "var-file=f",
                          "compact-warnings", "consolidate-warnings", "consolidate-errors", "deprecation=module:all"});
        rows("graph",
             {"type=plan", "plan=f", "draw-cycles", "verbose", "module-depth=1", "var=a=b", "var-file=f", "no-color"});
        rows("version", {"json", "no-color"});
        for (const char* command : {"force-unlock", "import", "output", "providers", "state list", "state mv",
                                    "state pull", "taint", "version", "workspace list", "workspace new"})
            rows(command, {"compact-warnings", "concise", "consolidate-errors", "consolidate-warnings=false",
                           "deprecation=module:all"});
    }

    void recognizesTheOptionsOfTheReference() {
        QFETCH(QString, command);
        QFETCH(QString, option);
        const std::string name = option.section('=', 0, 0).toStdString();
        const diags::Result<Arguments> parsed = parseArguments(command.toStdString(), {"-" + option.toStdString()});
        QVERIFY2(parsed.isOk(), parsed.diagnostics.toString().c_str());
        QVERIFY(parsed->has(name));
    }

    void recognizesTheSpellingsOfHelp() {
        for (const char* word : {"-h", "-help", "--help"})
            for (const std::string_view command : commands())
                QVERIFY2(parseArguments(command, {word})->flag("help", false), word);
    }

    void tableNamesEachOptionOnce() {
        for (const std::string_view command : commands()) {
            std::set<std::string_view> seen;
            for (const OptionSpec& option : *optionsOf(command))
                QVERIFY2(seen.insert(option.name).second,
                         (std::string(command) + " -" + std::string(option.name)).c_str());
            QVERIFY(seen.contains("no-color"));
            QVERIFY(seen.contains("help"));
        }
        QVERIFY(!optionsOf("no-such-command"));
    }

    void splitsWordsAsAShell_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("empty") << "" << QStringList{};
        QTest::newRow("blanks only") << " \t " << QStringList{};
        QTest::newRow("words") << "-json  -out=x\t-destroy" << QStringList{"-json", "-out=x", "-destroy"};
        QTest::newRow("double quotes") << "-var=\"a=b c\" -json" << QStringList{"-var=a=b c", "-json"};
        QTest::newRow("single quotes") << "'-target=m[\"k\"]'" << QStringList{"-target=m[\"k\"]"};
        QTest::newRow("nothing is special between single quotes") << "'a\\b'" << QStringList{"a\\b"};
        QTest::newRow("escaped blank") << "a\\ b c" << QStringList{"a b", "c"};
        QTest::newRow("escaped quote") << "\"a\\\"b\"" << QStringList{"a\"b"};
        QTest::newRow("empty word") << "'' \"\"" << QStringList{"", ""};
        QTest::newRow("the end for a shell") << "-var=s=a;b c" << QStringList{"-var=s=a"};
        QTest::newRow("a redirection") << "-json 2>x" << QStringList{"-json"};
        QTest::newRow("a quoted semicolon") << "'a;b'" << QStringList{"a;b"};
        QTest::newRow("backquotes") << "a`b c`" << QStringList{"a`b c`"};
        QTest::newRow("a substitution") << "$(b c)" << QStringList{"$(b c)"};
    }

    void rejectsWordsThatDoNotEnd_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("single quote") << "-var 's=a";
        QTest::newRow("double quote") << "-var \"s=a";
        QTest::newRow("backslash") << "a \\";
        QTest::newRow("backquote") << "a `b";
        QTest::newRow("parenthesis") << "(x)";
        QTest::newRow("closing parenthesis") << "x)";
        QTest::newRow("substitution") << "$(x";
    }

    void rejectsWordsThatDoNotEnd() {
        QFETCH(QString, text);
        QVERIFY(!system::splitWords(text.toStdString(), system::Operators::EndTheText));
    }

    void splitsWordsAsAShell() {
        QFETCH(QString, text);
        QFETCH(QStringList, expected);
        QCOMPARE(system::splitWords(text.toStdString(), system::Operators::EndTheText).value(), words(expected));
    }
};

QTEST_APPLESS_MAIN(TestArguments)
#include "tst_arguments.moc"
