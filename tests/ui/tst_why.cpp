// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/change/why_text.h"
#include "ui/window/editor.h"

#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"
#include "tests/support/scoped_environment.h"

#include <QApplication>
#include <QFile>
#include <QPalette>
#include <QTemporaryDir>
#include <QTextBlock>
#include <QTextDocument>
#include <QtTest>

using namespace planlens;
using namespace planlens::testing;

namespace {

const char* const storedThings[] = {R"({"id":"x","kind":"OLD","size":1,"stamp":5})",
                                    R"({"id":"y","needs":"x","size":1,"stamp":5})"};

QString whole(const widgets::WhyHtml& html) {
    return html.summary + html.reasons;
}

} // namespace

/// The page "Why" for changes that the engine planned.
class TestWhy final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reportsTheCauseAndWhatStays() {
        Setup setup;
        setup.files = {{"main.tf",
                        "variable \"kind\" {\n  default = \"new\"\n}\nlocals {\n  kind = upper(var.kind)\n}\n"
                        "resource \"test_thing\" \"a\" {\n  kind = local.kind\n}\n"
                        "resource \"test_thing\" \"b\" {\n  needs = test_thing.a.id\n  size = 2\n  lifecycle {\n    "
                        "ignore_changes = [size]\n  }\n}\n"}};
        setup.state = stateWith({{"a", storedThings[0]}, {"b", storedThings[1]}});
        setup.registry = registryWith(thingScript());
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan, planned.print().c_str());
        const plans::ResourceInstanceChange* change =
            planned.changes().resource(*addrs::parseAbsResourceInstance("test_thing.b").value);
        QVERIFY(change);
        const QString html = whole(widgets::whyHtml(*planned.outcome.plan, *change, QApplication::palette()));
        QTextDocument document;
        document.setHtml(html);
        QCOMPARE(document.toPlainText(),
                 QStringLiteral("~ test_thing.b\n"
                                "Updated because var.kind in main.tf:2 changed, through test_thing.a and local.kind.\n"
                                "Causes\n"
                                "configuration: needs is not known until other changes are applied (main.tf:11)\n"
                                "Root cause\n"
                                "◀ ± test_thing.a, configuration: the configured value of kind changed (main.tf:8)\n"
                                "◀ local.kind (main.tf:5)\n"
                                "◀ var.kind, configuration: its default (main.tf:2)\n"
                                "Also depends on\n"
                                "◀ ± test_thing.a must be replaced (main.tf:11)\n"
                                "Unchanged although configured differently\n"
                                "configuration: size is unchanged: it is listed in ignore_changes (main.tf:14)\n"
                                "Configuration (main.tf:10)\n"
                                "  10  resource \"test_thing\" \"b\" {\n"
                                "▸ 11    needs = test_thing.a.id\n"
                                "  12    size = 2\n"
                                "  13    lifecycle {\n"
                                "  14      ignore_changes = [size]\n"
                                "  15    }\n"
                                "  16  }\n"));
        QVERIFY(html.contains(QStringLiteral("<b>lifecycle</b>")));
        QVERIFY(html.contains(QStringLiteral("href='#test_thing.a'")));   // each step links to its change
        QVERIFY(html.contains(QStringLiteral("href='edit:main.tf#14'"))); // and each position to its line
    }

    void linksToFilesInSubfolders() {
        Setup setup;
        setup.files = {{"main.tf", "module \"m\" {\n  source = \"./modules/100%1\"\n}\n"},
                       {"modules/100%1/main.tf", "resource \"test_thing\" \"a\" {\n  size = 2\n}\n"}};
        setup.registry = registryWith(thingScript());
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan, planned.print().c_str());
        const plans::ResourceInstanceChange* change =
            planned.changes().resource(*addrs::parseAbsResourceInstance("module.m.test_thing.a").value);
        QVERIFY(change);
        const QString html = whole(widgets::whyHtml(*planned.outcome.plan, *change, QApplication::palette()));
        QTextDocument document;
        document.setHtml(html);
        QString link;
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
            for (auto at = block.begin(); !at.atEnd(); ++at)
                if (const QString href = at.fragment().charFormat().anchorHref();
                    href.startsWith(QStringLiteral("edit:")))
                    link = href;
        QCOMPARE(QUrl(link).path(QUrl::FullyDecoded), QStringLiteral("modules/100%1/main.tf"));
        QVERIFY(document.toPlainText().contains(QStringLiteral("(modules/100%1/main.tf:")));
    }

    void reportsTheSourceOfAVariable() {
        Setup setup;
        setup.files = {{"main.tf", "variable \"kind\" {\n  default = \"new\"\n}\nresource \"test_thing\" \"a\" {\n  "
                                   "kind = var.kind\n  size = 1\n}\n"}};
        setup.state = stateWith({{"a", storedThings[0]}});
        setup.registry = registryWith(thingScript());
        setup.variables.emplace(
            "kind", configs::GivenVariable{configs::GivenVariable::Source::CommandLine, std::string("given"), {}});
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan, planned.print().c_str());
        QTextDocument document;
        document.setHtml(whole(
            widgets::whyHtml(*planned.outcome.plan, *planned.changes().resources().front(), QApplication::palette())));
        QVERIFY2(document.toPlainText().contains(
                     QStringLiteral("◀ var.kind, this run: the value set for this run (main.tf:5)")),
                 qPrintable(document.toPlainText()));
    }

    void opensTheEditorOfThePerson_data() {
        QTest::addColumn<QString>("variable");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QStringList>("installed");
        QTest::addColumn<QString>("expected"); // %1: the folder of programs
        QTest::newRow("own command") << "PLANLENS_EDITOR"
                                     << "my-editor --at {line} {file}" << QStringList()
                                     << "my-editor --at 14 /c/main.tf";
        QTest::newRow("own command without places") << "PLANLENS_EDITOR"
                                                    << "my-editor" << QStringList() << "my-editor /c/main.tf";
        QTest::newRow("VISUAL with a window") << "VISUAL"
                                              << "/opt/kate -b" << QStringList() << "/opt/kate --line 14 /c/main.tf";
        QTest::newRow("EDITOR in a terminal")
            << "EDITOR"
            << "vim" << QStringList({QStringLiteral("gedit")}) << "%1/gedit +14 /c/main.tf";
        QTest::newRow("the first that is there")
            << "EDITOR"
            << "" << QStringList({QStringLiteral("gedit"), QStringLiteral("code")}) << "%1/code --goto /c/main.tf:14";
        QTest::newRow("none") << "EDITOR"
                              << "" << QStringList() << "";
    }
    void opensTheEditorOfThePerson() {
        QFETCH(QString, variable);
        QFETCH(QString, value);
        QFETCH(QStringList, installed);
        QFETCH(QString, expected);
        const QTemporaryDir programs;
        for (const QString& name : std::as_const(installed)) {
            QFile file(programs.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        }
        QProcessEnvironment environment;
        // A relative folder in which the editors can be found, too.
        const QString relative = QDir::current().relativeFilePath(programs.path());
        environment.insert(QStringLiteral("PATH"), relative + u':' + programs.path());
        environment.insert(variable, value);
        const widgets::EditorCommand command = widgets::editorCommand(QStringLiteral("/c/main.tf"), 14, environment);
        QCOMPARE((QStringList(command.program) + command.arguments).join(u' '),
                 expected.contains(u'%') ? expected.arg(programs.path()) : expected);
    }

    void linksOpenTheLine_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("space") << "a b.tf";
        QTest::newRow("shell") << "$(touch started);`touch started` & touch started | 'x' \"y\" > started.tf";
        QTest::newRow("desktop file and places") << "%F %u {line} {file}:7.tf";
        QTest::newRow("option") << "--wait -x.tf";
    }
    /// Names of files are those of the configuration, which somebody else may have written.
    void linksOpenTheLine() {
        QFETCH(QString, name);
        const QTemporaryDir folder;
        QFile editor(folder.filePath(QStringLiteral("editor")));
        QVERIFY(editor.open(QIODevice::WriteOnly));
        editor.write("#!/bin/sh\nprintf '[%s]' \"$@\" > \"$(dirname \"$0\")/opened.tmp\"\nmv \"$(dirname "
                     "\"$0\")/opened.tmp\" \"$(dirname \"$0\")/opened\"\n");
        editor.close();
        QVERIFY(editor.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const ScopedEnvironment environment("PLANLENS_EDITOR", QFile::encodeName(editor.fileName()) + " {file} {line}");
        QVERIFY(widgets::openInEditor(folder.filePath(name), 3));
        QTRY_VERIFY(QFile::exists(folder.filePath(QStringLiteral("opened"))));
        QFile opened(folder.filePath(QStringLiteral("opened")));
        QVERIFY(opened.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(opened.readAll()), u'[' + folder.filePath(name) + QStringLiteral("][3]"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files),
                 QStringList({QStringLiteral("editor"), QStringLiteral("opened")}));
    }
};

QTEST_MAIN(TestWhy)
#include "tst_why.moc"
