// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/payload.h"
#include "core/states/file/stored_file.h"

#include <QTest>

using namespace planlens;
using encryption::Payload;

namespace {

/// With double quotes in place of single ones.
std::string json(const char* text) {
    return QByteArray(text).replace('\'', '"').toStdString();
}

QString told(const diags::Expected<Payload, std::string>& read) {
    if (!read)
        return QString::fromStdString("error: " + read.error());
    QString text = QString::fromStdString(read->version + " " + read->data);
    for (const auto& [key, json] : read->metadata)
        text += QString::fromStdString(" " + key + "=" + json);
    return text;
}

} // namespace

class TestPayload final : public QObject {
    Q_OBJECT

private slots:
    void readsPayloads_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* text, const char* expected) {
            QTest::newRow(name) << QByteArray(text).replace('\'', '"') << QString::fromUtf8(expected);
        };
        row("of a plan", "{'meta':{'key_provider.pbkdf2.a':'e30='},'encrypted_data':'YWJj','encryption_version':'v0'}",
            "v0 abc key_provider.pbkdf2.a={}");
        row("of a state, indented",
            "{\n  'serial': 1,\n  'lineage': 'l',\n  'meta': {},\n  'encrypted_data': 'YWJj',\n  'encryption_version': "
            "'v0'\n}\n",
            "v0 abc");
        row("several providers", "{'meta':{'b':'Mg==','a':'MQ=='},'encrypted_data':'','encryption_version':'v0'}",
            "v0  a=1 b=2");
        row("of another version", "{'encryption_version':'v9'}", "v9 ");
        row("a state", "{'version':4,'terraform_version':'1.12.6'}", " ");
        row("null", "null", " ");
        row("nulls", "{'meta':null,'encrypted_data':null,'encryption_version':null}", " ");
        row("empty", "", "error: unexpected end of JSON input");
        row("a plan that is not encrypted", "PK", "error: invalid character 'P' looking for beginning of value");
        row("torn", "{'meta':{'a':'e30='},'encrypted_da", "error: unexpected end of JSON input");
        row("two values", "{} {}", "error: invalid character '{' after top-level value");
        row("a list", "[]", "error: json: cannot unmarshal array into Go value of type encryption.basedata");
        row("data that is not a string", "{'encrypted_data':5}",
            "error: json: cannot unmarshal number into Go struct field basedata.encrypted_data");
        row("data that is not base64", "{'encrypted_data':'YW!j'}", "error: illegal base64 data at input byte 2");
        row("metadata that is not base64", "{'meta':{'a':'?'}}", "error: illegal base64 data at input byte 0");
        row("metadata that is not an object", "{'meta':[]}",
            "error: json: cannot unmarshal array into Go struct field basedata.meta");
    }

    void readsPayloads() {
        QFETCH(QByteArray, text);
        QTEST(told(encryption::readPayload({text.constData(), std::size_t(text.size())})), "expected");
    }

    void writesPayloads() {
        const Payload payload{{{"b", "{}"}, {"a", "1"}}, std::string("\0\xff", 2), "v0"};
        QCOMPARE(encryption::writePayload(payload),
                 json("{'meta':{'a':'MQ==','b':'e30='},'encrypted_data':'AP8=','encryption_version':'v0'}"));
        QCOMPARE(
            encryption::writePayload(payload, {7, "l<", {}}),
            json("{'serial':7,'lineage':'l\\u003c','meta':{'a':'MQ==','b':'e30='},'encrypted_data':'AP8=','encryption_"
                 "version':'v0'}"));
        QCOMPARE(encryption::writePayload({{}, {}, "v0"}, {{}, {}, {}}),
                 json("{'serial':null,'lineage':'','meta':{},'encrypted_data':'','encryption_version':'v0'}"));
        const auto again = encryption::readPayload(encryption::writePayload(payload, {7, "l", {}}));
        QVERIFY(again && again->metadata == payload.metadata && again->data == payload.data);
    }

    void readsTheFieldsOfStates() {
        const auto fields = encryption::readStateFields(json("{'lineage':'l','terraform_version':'1.0.0','serial':3}"));
        QVERIFY(fields && fields->serial == 3 && fields->lineage == "l" && fields->terraformVersion == "1.0.0");
        QVERIFY(!encryption::readStateFields(json("{'serial':null}"))->serial);
        QVERIFY(!encryption::readStateFields(json("{'serial':-1}")));
        QVERIFY(!encryption::readStateFields("{"));
    }

    void identifiesSnapshots_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected"); // lineage and serial; empty: no state
        QTest::newRow("encrypted") << QByteArray::fromStdString(
                                          json("{'serial':3,'lineage':'l','encryption_version':'v0'}"))
                                   << "l 3";
        QTest::newRow("not encrypted") << QByteArray::fromStdString(json(
                                              "{'version':4,'serial':4,'lineage':'m','outputs':{},'resources':[]}"))
                                       << "m 4";
        QTest::newRow("torn") << QByteArray::fromStdString(json("{'serial':3,'lineage':'l','encryption_ver")) << "";
        QTest::newRow("first byte blank")
            << QByteArray::fromStdString(json(" 'serial':3,'lineage':'l','encryption_version':'v0'}")) << "";
        QTest::newRow("empty") << QByteArray() << "";
    }

    void identifiesSnapshots() {
        QFETCH(QByteArray, text);
        const auto identity = states::snapshotIdentity({text.constData(), std::size_t(text.size())});
        QTEST(identity ? QStringLiteral("%1 %2").arg(QString::fromStdString(identity->lineage)).arg(identity->serial)
                       : QString(),
              "expected");
    }
};

QTEST_APPLESS_MAIN(TestPayload)
#include "tst_payload.moc"
