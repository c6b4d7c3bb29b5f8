// SPDX-License-Identifier: MPL-2.0
#include "core/configs/variables.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::configs;

/// Values for root module variables.
class VariablesTest : public QObject {
    Q_OBJECT

private slots:
    /// Typed texts are quoted with escapes.
    void rejectsInvalidInput_data() {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("beginning");
        QTest::newRow("no equals sign") << "a"
                                        << "The given -var option \"a\" is not correctly specified.";
        QTest::newRow("quotes") << "a\"b"
                                << "The given -var option \"a\\\"b\" is not correctly specified.";
        QTest::newRow("undeclared") << "a=1"
                                    << "A variable named \"a\" was assigned on the command line,";
        QTest::newRow("undeclared, with a line break")
            << "a\nb=1"
            << "A variable named \"a\\nb\" was assigned on the command line,";
    }
    void rejectsInvalidInput() {
        QFETCH(QString, option);
        QFETCH(QString, beginning);
        const auto collected =
            collectVariables(QTest::currentTestFunction(), {}, {{VariableArgument::Kind::Value, option.toStdString()}});
        diags::Diagnostics found = collected.diagnostics;
        found.append(rootVariables(Module(), collected->variables).diagnostics);
        QCOMPARE(found.size(), 1u);
        QVERIFY2(found[0].detail.starts_with(beginning.toStdString()), found[0].detail.c_str());
    }

    /// As in OpenTofu, an undeclared value that cannot be evaluated is left out.
    void warnsOfUndeclaredValuesInFiles() {
        const QTemporaryDir folder;
        QFile file(folder.filePath("terraform.tfvars"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("a = 1\nb = upper(\"x\")\nc = d\n");
        file.close();
        const auto collected = collectVariables(folder.path().toStdString(), {}, {});
        QVERIFY(!collected.hasErrors());
        const diags::Diagnostics found = rootVariables(Module(), collected->variables).diagnostics;
        QCOMPARE(found.size(), 1u);
        QCOMPARE(found[0].severity, diags::Severity::Warning);
        QVERIFY2(found[0].detail.find("variable named \"a\"") != std::string::npos, found[0].detail.c_str());
    }
};

QTEST_APPLESS_MAIN(VariablesTest)
#include "tst_variables.moc"
