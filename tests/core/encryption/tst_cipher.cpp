// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/cipher.h"

#include <QTest>

using namespace planlens;
using encryption::HashFunction;

namespace {

std::string bytes(const char* hex) {
    return QByteArray::fromHex(hex).toStdString();
}

QByteArray hex(const std::optional<std::string>& bytes) {
    return bytes ? QByteArray::fromStdString(*bytes).toHex() : QByteArray("nothing");
}

} // namespace

/// Against published test vectors.
class TestCipher final : public QObject {
    Q_OBJECT

private slots:
    void derivesKeys() {
        // RFC 7914, section 11.
        QCOMPARE(hex(encryption::pbkdf2("passwd", "salt", 1, 64, HashFunction::Sha256)),
                 QByteArray("55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
                            "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"));
        QCOMPARE(hex(encryption::pbkdf2("password", "salt", 1, 20, HashFunction::Sha512)),
                 QByteArray("867f70cf1ade02cff3752599a3a53dc4af34c7a6"));
    }

    void rejectsImpossibleParameters_data() {
        QTest::addColumn<qint64>("iterations");
        QTest::addColumn<qint64>("length");
        QTest::newRow("no iterations") << qint64(0) << qint64(32);
        QTest::newRow("negative iterations") << qint64(-1) << qint64(32);
        QTest::newRow("more than libcrypto counts") << (qint64(1) << 40) << qint64(32);
        QTest::newRow("no key") << qint64(1) << qint64(0);
        QTest::newRow("a key of gigabytes") << qint64(1) << (qint64(1) << 33);
    }

    void rejectsImpossibleParameters() {
        QFETCH(qint64, iterations);
        QFETCH(qint64, length);
        QVERIFY(!encryption::pbkdf2("password", "salt", iterations, length, HashFunction::Sha256));
    }

    void sealsAndOpens_data() {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("nonce");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("aad");
        QTest::addColumn<QByteArray>("sealed");
        // The GCM specification, test cases 2, 4, 10 and 16.
        const QByteArray zeros(32, '0'), key = "feffe9928665731c6d6a8f9467308308", nonce = "cafebabefacedbaddecaf888",
                                         text = "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c"
                                                "95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
                                         aad = "feedfacedeadbeeffeedfacedeadbeefabaddad2";
        QTest::newRow("128 bits, no additional data") << zeros << zeros.left(24) << zeros << QByteArray()
                                                      << QByteArray("0388dace60b6a392f328c2b971b2fe78"
                                                                    "ab6e47d42cec13bdf53a67b21257bddf");
        QTest::newRow("128 bits") << key << nonce << text << aad
                                  << QByteArray("42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514"
                                                "b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091"
                                                "5bc94fbc3221a5db94fae95ae7121a47");
        QTest::newRow("192 bits") << QByteArray(key + "feffe9928665731c") << nonce << text << aad
                                  << QByteArray("3980ca0b3c00e841eb06fac4872a2757859e1ceaa6efd984628593b40ca1e19c7d773d"
                                                "00c144c525ac619d18c84a3f4718e2448b2fe324d9ccda2710"
                                                "2519498e80f1478f37ba55bd6d27618c");
        QTest::newRow("256 bits") << QByteArray(key + key) << nonce << text << aad
                                  << QByteArray("522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e"
                                                "48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
                                                "76fc6ece0f4e1768cddf8853bb2d551b");
    }

    void sealsAndOpens() {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, nonce);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, aad);
        QFETCH(QByteArray, sealed);
        const std::string k = bytes(key), n = bytes(nonce), a = bytes(aad);
        QCOMPARE(hex(encryption::sealAesGcm(k, n, bytes(text), a)), sealed);
        QCOMPARE(hex(encryption::openAesGcm(k, n, bytes(sealed), a)), text);
        for (const int changed : {0, int(sealed.size()) - 2}) {
            QByteArray damaged = sealed;
            damaged[changed] = damaged[changed] == '0' ? '1' : '0';
            QCOMPARE(hex(encryption::openAesGcm(k, n, bytes(damaged), a)), QByteArray("nothing"));
        }
        QCOMPARE(hex(encryption::openAesGcm(k, n, bytes(sealed), a + "x")), QByteArray("nothing"));
        QCOMPARE(hex(encryption::openAesGcm(k, n, bytes(sealed.left(30)), a)), QByteArray("nothing"));
    }

    void rejectsOtherKeys() {
        QVERIFY(!encryption::sealAesGcm(std::string(31, 'k'), std::string(12, 'n'), "text", {}));
        QVERIFY(!encryption::sealAesGcm(std::string(32, 'k'), std::string(11, 'n'), "text", {}));
    }

    void makesRandomBytes() {
        const auto first = encryption::randomBytes(32), second = encryption::randomBytes(32);
        QVERIFY(first && second && first->size() == 32 && *first != *second);
        QVERIFY(!encryption::randomBytes(std::size_t{1} << 40U));
    }
};

QTEST_APPLESS_MAIN(TestCipher)
#include "tst_cipher.moc"
