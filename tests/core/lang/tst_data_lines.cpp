// SPDX-License-Identifier: MPL-2.0
#include "core/lang/data_lines.h"

#include <QtTest>

using namespace planlens;
using lang::DataFormat;
using values::Path;

Q_DECLARE_METATYPE(planlens::lang::DataFormat)
Q_DECLARE_METATYPE(planlens::values::Path)

/// The lines of values in YAML, JSON and CSV.
class DataLinesTest : public QObject {
    Q_OBJECT
private slots:
    void findsLines_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<DataFormat>("format");
        QTest::addColumn<Path>("path");
        QTest::addColumn<int>("line"); // 0: unknown

        const QString yaml =
            "# comment\nowner: ann\nweb:\n  sizes:\n    - 1\n    - size: 2\n      ha: true\nlast: |\n  text\n";
        const auto at = [](auto... keys) {
            Path path;
            ((path = path.index(keys)), ...);
            return path;
        };
        using namespace std::string_view_literals;
        QTest::newRow("YAML, first key") << yaml << DataFormat::Yaml << at("owner"sv) << 2;
        QTest::newRow("YAML, map") << yaml << DataFormat::Yaml << at("web"sv) << 3;
        QTest::newRow("YAML, element") << yaml << DataFormat::Yaml << at("web"sv, "sizes"sv, std::int64_t(1)) << 6;
        QTest::newRow("YAML, in an element")
            << yaml << DataFormat::Yaml << at("web"sv, "sizes"sv, std::int64_t(1), "ha"sv) << 7;
        QTest::newRow("YAML, attribute") << yaml << DataFormat::Yaml << Path().attribute("last") << 8;
        QTest::newRow("YAML, removed key") << yaml << DataFormat::Yaml << at("web"sv, "colour"sv) << 3;
        QTest::newRow("YAML, nothing of it") << yaml << DataFormat::Yaml << at("none"sv) << 0;
        QTest::newRow("YAML, the whole") << yaml << DataFormat::Yaml << Path() << 0;
        QTest::newRow("YAML, invalid") << QString("a: [1\nb: 2\n") << DataFormat::Yaml << at("a"sv) << 0;
        QTest::newRow("YAML, alias") << QString("a: &x\n  b: 1\nc: *x\n") << DataFormat::Yaml << at("c"sv, "b"sv) << 2;
        QTest::newRow("JSON, tabs") << QString("{\n\t\"a\": {\n\t\t\"b\": [1,\n\t\t\t2]\n\t}\n}\n") << DataFormat::Json
                                    << at("a"sv, "b"sv, std::int64_t(1)) << 4;
        QTest::newRow("JSON, one line") << QString(R"({"a": {"b": 1}})") << DataFormat::Json << at("a"sv, "b"sv) << 1;
        const QString table = "name,role\nann,admin\n\nbob,\"two\nlines\"\r\ncat,x";
        QTest::newRow("CSV, first row") << table << DataFormat::Csv << at(std::int64_t(0), "role"sv) << 2;
        QTest::newRow("CSV, row after an empty line") << table << DataFormat::Csv << at(std::int64_t(1)) << 4;
        QTest::newRow("CSV, last row") << table << DataFormat::Csv << at(std::int64_t(2), "name"sv) << 6;
        QTest::newRow("CSV, no such row") << table << DataFormat::Csv << at(std::int64_t(3)) << 0;
    }
    void findsLines() {
        QFETCH(QString, text);
        QFETCH(DataFormat, format);
        QFETCH(Path, path);
        QFETCH(int, line);
        const lang::DataLines lines(text.toStdString(), format);
        QCOMPARE(int(lines.find(path).value_or(0)), line);
    }
    /// Aliases that multiply do not take long, nor much memory.
    void limitsAliases() {
        QString text = "a0: &a0 [1, 2]\n";
        for (int i = 1; i < 60; ++i)
            text += QStringLiteral("a%1: &a%1 [*a%2, *a%2]\n").arg(i).arg(i - 1);
        const lang::DataLines lines(text.toStdString(), DataFormat::Yaml);
        QCOMPARE(int(lines.find(Path().index(std::string_view("a0"))).value_or(0)), 1);
    }
};

QTEST_APPLESS_MAIN(DataLinesTest)
#include "tst_data_lines.moc"
