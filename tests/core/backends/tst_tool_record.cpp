// SPDX-License-Identifier: MPL-2.0
#include "core/backends/tool_record.h"
#include "tests/support/scoped_environment.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <elf.h>

using namespace planlens;
using plans::Program;

namespace {

template <typename T>
QByteArray bytesOf(const T& value) {
    return {reinterpret_cast<const char*>(&value), sizeof(value)};
}

QByteArray lengthAndText(const QByteArray& text) {
    QByteArray bytes;
    unsigned length = unsigned(text.size());
    for (; length >= 0x80; length >>= 7U)
        bytes.append(char(length | 0x80U));
    return bytes.append(char(length)) + text;
}

/// A file in the layout of Go's linker, with the build information section and the section names.
QByteArray programOfGo(const QByteArray& package) {
    QByteArray about = QByteArray("\xff Go buildinf:", 14) + '\x08' + '\x02';
    about.append(32 - about.size(), '\0');
    about += lengthAndText("go1.25.1") + lengthAndText(QByteArray(16, 's') + "path\t" + package + "\nmod\t" + package +
                                                       "\t(devel)\t\nbuild\t-compiler=gc\n" + QByteArray(16, 'e'));
    const QByteArray names("\0.shstrtab\0.go.buildinfo\0", 25);
    Elf64_Ehdr header{};
    memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = 3;
    header.e_shstrndx = 1;
    Elf64_Shdr none{}, ofNames{}, ofBuild{};
    ofNames.sh_name = 1;
    ofNames.sh_offset = sizeof(header);
    ofNames.sh_size = Elf64_Xword(names.size());
    ofBuild.sh_name = 11;
    ofBuild.sh_offset = ofNames.sh_offset + ofNames.sh_size;
    ofBuild.sh_size = Elf64_Xword(about.size());
    header.e_shoff = ofBuild.sh_offset + ofBuild.sh_size;
    return bytesOf(header) + names + about + bytesOf(none) + bytesOf(ofNames) + bytesOf(ofBuild);
}

} // namespace

class TestToolRecord final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_place = std::make_unique<QTemporaryDir>();
        m_environment.set("XDG_CACHE_HOME", m_place->path().toUtf8());
    }
    void cleanup() { m_environment.restore(); }

    void keepsTheOutputOfTheTool_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<bool>("isKept");
        const QByteArray tofu = programOfGo("github.com/opentofu/opentofu/cmd/tofu");
        QTest::newRow("OpenTofu") << tofu << true;
        QTest::newRow("Terraform") << programOfGo("github.com/hashicorp/terraform") << true;
        QTest::newRow("a version manager") << programOfGo("github.com/tofuutils/tenv/v4/cmd/tofu") << false;
        QTest::newRow("a name that goes on") << programOfGo("github.com/hashicorp/terraform-else") << false;
        QTest::newRow("a script") << QByteArray("#!/bin/sh\nexec tofu-$(cat .opentofu-version) \"$@\"\n") << false;
        QTest::newRow("nothing") << QByteArray() << false;
        QTest::newRow("of another kind of machine")
            << tofu.left(EI_CLASS) + char(ELFCLASS32) + tofu.mid(EI_CLASS + 1) << false;
        QTest::newRow("with sections far out") << bytesOf([] {
            Elf64_Ehdr header{};
            memcpy(header.e_ident, ELFMAG, SELFMAG);
            header.e_ident[EI_CLASS] = ELFCLASS64;
            header.e_ident[EI_DATA] = ELFDATA2LSB;
            header.e_shentsize = sizeof(Elf64_Shdr);
            header.e_shoff = ~0ULL - 3;
            header.e_shnum = 0xffff;
            header.e_shstrndx = 0xfffe;
            return header;
        }()) << false;
    }

    void keepsTheOutputOfTheTool() {
        QFETCH(QByteArray, file);
        QFETCH(bool, isKept);
        const std::filesystem::path path = write("tool", file);
        QVERIFY(!backends::recordedProgram(path));
        backends::recordProgram(path, {Program::Kind::Terraform, "1.9.8"});
        const std::optional<Program> recorded = backends::recordedProgram(path);
        QCOMPARE(recorded.has_value(), isKept);
        if (isKept)
            QCOMPARE(recorded->toString(), Program({Program::Kind::Terraform, "1.9.8"}).toString());
    }

    /// A part of a program is not recognized.
    void partsOfProgramsAreNone() {
        const QByteArray whole = programOfGo("github.com/opentofu/opentofu/cmd/tofu");
        for (qsizetype size = 0; size < whole.size() - qsizetype(sizeof(Elf64_Shdr)); ++size) {
            const std::filesystem::path path = write("tool", whole.left(size));
            backends::recordProgram(path, {Program::Kind::OpenTofu, "1.12.6"});
            QVERIFY2(!backends::recordedProgram(path), qPrintable(QString::number(size)));
        }
    }

    void forgetsVersionsOfChangedFiles() {
        const QByteArray tofu = programOfGo("github.com/opentofu/opentofu/cmd/tofu");
        const std::filesystem::path path = write("tofu", tofu), other = write("other", tofu);
        backends::recordProgram(path, {Program::Kind::OpenTofu, "1.12.6"});
        backends::recordProgram(other, {Program::Kind::OpenTofu, "1.6.3"});
        QCOMPARE(backends::recordedProgram(path)->version, std::string("1.12.6"));
        QCOMPARE(backends::recordedProgram(other)->version, std::string("1.6.3"));
        std::filesystem::rename(other, path); // as a package manager replaces it
        QVERIFY(!backends::recordedProgram(path));
        backends::recordProgram(path, {Program::Kind::OpenTofu, "1.6.3"});
        QCOMPARE(backends::recordedProgram(path)->version, std::string("1.6.3"));
        std::filesystem::remove(path);
        QVERIFY(!backends::recordedProgram(path));
    }

    void livesWithABrokenRecord_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"", "{", "[]", "null", R"({"TOOL":1})", R"({"TOOL":{"file":[1],"version":2}})",
                                 "{\"TOOL\":{\"file\":null}}"})
            QTest::newRow(text) << QByteArray(text);
    }

    void livesWithABrokenRecord() {
        QFETCH(QByteArray, text);
        const std::filesystem::path path = write("tofu", programOfGo("github.com/opentofu/opentofu/cmd/tofu"));
        std::filesystem::create_directory(m_place->filePath("planlens").toStdString());
        write("planlens/tools.json", text.replace("TOOL", path.string().c_str()));
        QVERIFY(!backends::recordedProgram(path));
        backends::recordProgram(path, {Program::Kind::OpenTofu, "1.12.6"});
        QCOMPARE(backends::recordedProgram(path)->version, std::string("1.12.6"));
    }

private:
    std::filesystem::path write(const QString& name, const QByteArray& bytes) {
        QFile file(m_place->filePath(name));
        if (!QTest::qVerify(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(bytes) == bytes.size(),
                            "written", "", __FILE__, __LINE__))
            return {};
        file.close();
        return file.fileName().toStdString();
    }

    std::unique_ptr<QTemporaryDir> m_place;
    testing::ScopedEnvironment m_environment;
};

QTEST_GUILESS_MAIN(TestToolRecord)
#include "tst_tool_record.moc"
