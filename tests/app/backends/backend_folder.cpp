// SPDX-License-Identifier: MPL-2.0
#include "tests/app/backends/backend_folder.h"

#include "core/backends/types.h"
#include "tests/app/support/json_shapes.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QtTest>

namespace planlens::testing {

namespace {

/// The arguments in the language of configurations.
QByteArray linesOf(const QJsonObject& arguments) {
    QByteArray lines;
    for (auto it = arguments.begin(); it != arguments.end(); ++it) {
        const QByteArray value = QJsonDocument(QJsonArray{it.value()}).toJson(QJsonDocument::Compact);
        lines += "    " + it.key().toUtf8() + " = " + value.mid(1, value.size() - 2) + "\n";
    }
    return lines;
}

} // namespace

QByteArray backendBlock(const QByteArray& type, const QJsonObject& arguments, const QByteArray& blocks) {
    return "terraform {\n  backend \"" + type + "\" {\n" + linesOf(arguments) + blocks + "  }\n}\n";
}

BackendFolder::BackendFolder(const QByteArray& type, const QJsonObject& arguments, const QByteArray& blocks)
    : m_type(type) {
    write("main.tf", "variable \"v\" {\n  default = \"x\"\n}\nresource \"terraform_data\" \"a\" {\n  input = "
                     "var.v\n}\noutput \"o\" {\n  value = terraform_data.a.output\n}\n" +
                         backendBlock(type, arguments, blocks));
}

void BackendFolder::recordBackend(const QJsonObject& arguments) const {
    QJsonObject config = arguments;
    for (const auto& [name, attribute] : backends::findBackendType(m_type.toStdString())->arguments().attributes)
        if (!config.contains(QString::fromStdString(name)))
            config[QString::fromStdString(name)] = QJsonValue::Null;
    QDir().mkpath(path(".terraform"));
    const QJsonObject backend{{"type", QString::fromLatin1(m_type)}, {"config", config}, {"hash", 0}};
    write(".terraform/terraform.tfstate", QJsonDocument(QJsonObject{{"version", 3}, {"backend", backend}}).toJson());
}

QJsonObject BackendFolder::state() const {
    return parseJson(tofu({"state", "pull"}).out).toObject();
}

QStringList summariesOf(const Ran& ran) {
    QStringList list;
    for (const QJsonObject& line : parseLines(ran.out)) {
        const QJsonObject diagnostic = line["diagnostic"].toObject();
        if (diagnostic["severity"] == "error")
            list.append(diagnostic["summary"].toString().remove(
                QRegularExpression("^(Failed to get existing workspaces|error loading state): ")));
    }
    list.sort();
    return list;
}

QByteArray errorOf(const Ran& ran) {
    const QByteArray text = ran.all();
    return text.mid(text.indexOf("Error: ")).simplified();
}

QByteArray readingConfiguration(const QByteArray& type, const QJsonObject& arguments) {
    return "data \"terraform_remote_state\" \"r\" {\n  backend = \"" + type + "\"\n  config = {\n" +
           linesOf(arguments) + "  }\n}\noutput \"o\" {\n  value = data.terraform_remote_state.r.outputs.o\n}\n";
}

void readFromOtherConfiguration(const QByteArray& type, const BackendFolder& folder, const QJsonObject& arguments) {
    COMPARE_EXIT(folder.planlens({"apply", "-no-color", "-auto-approve"}), 0);
    const ProjectFolder reader(readingConfiguration(type, arguments));
    COMPARE_EXIT(reader.tofu({"init", "-no-color"}), 0);
    const Ran byPlanlens =
        reader.program(QStringLiteral(PLANLENS_CLI), {"apply", "-no-color", "-auto-approve"}, {{"PATH", "/nowhere"}});
    COMPARE_EXIT(byPlanlens, 0);
    QVERIFY2(byPlanlens.out.contains("o = \"x\""), byPlanlens.all().constData());
    COMPARE_EXIT(reader.tofu({"plan", "-no-color", "-detailed-exitcode"}), 0);
}

void addRequestFaults() {
    QTest::addColumn<QByteArray>("fault");
    for (const char* fault : {"500", "reset", "refuse", "lost", "half"})
        QTest::newRow(fault) << QByteArray(fault);
}

void failEachRequest(const BackendFolder& folder, const CloudServer& server, int least) {
    QFETCH(QByteArray, fault);
    COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
    for (int number = 1;; ++number) {
        (void)server.requests();
        server.setFaults(QByteArray::number(number) + ' ' + fault);
        const Ran ran =
            folder.planlens({"apply", "-no-color", "-auto-approve", QStringLiteral("-var=v=%1").arg(number)});
        const qsizetype requests = server.requests().size();
        server.setFaults({});
        COMPARE_EXIT(ran, 0);
        QCOMPARE(folder.state()["outputs"].toObject()["o"].toObject()["value"].toString(), QString::number(number));
        if (requests < number) {
            QVERIFY(number > least);
            break;
        }
    }
    COMPARE_EXIT(folder.tofu({"plan", "-no-color", "-lock=true"}), 0);
    QVERIFY(!folder.has("errored.tfstate"));
}

} // namespace planlens::testing
