// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace planlens::testing;

namespace {

const QByteArray configuration = R"(variable "size" {
  default = 1
}
variable "token" {
  default   = "first-secret"
  sensitive = true
}
resource "terraform_data" "gen" {
  input            = { size = var.size }
  triggers_replace = var.size
}
resource "terraform_data" "user" {
  input = "by ${terraform_data.gen.id}"
}
resource "terraform_data" "secret" {
  input = var.token
}
)";

/// A folder that was applied, and whose variables have changed since.
struct Edited {
    explicit Edited(const Environment& environment = {}) {
        folder.write("main.tf", configuration);
        applied = folder.planlens({"apply", "-auto-approve"}, environment).exitCode == 0;
        folder.write("terraform.tfvars", "\nsize  = 2\ntoken = \"second-secret\"\n");
    }
    ProjectFolder folder;
    bool applied = false;
};

/// The same, with the fingerprints of the apply.
struct Kept {
    QString file() const {
        const QDir folder(state.filePath(QStringLiteral("planlens/applied")));
        return folder.filePath(folder.entryList(QDir::Files).value(0));
    }
    QByteArray read() const {
        QFile kept(file());
        return kept.open(QIODevice::ReadOnly) ? kept.readAll() : QByteArray();
    }
    QTemporaryDir state;
    Environment environment{{QStringLiteral("XDG_STATE_HOME"), state.path()}};
    Edited edited{environment};
};

} // namespace

/// The command `why`.
class TestWhy final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void printsSummaryAndChain() {
        const Edited edited;
        QVERIFY(edited.applied);
        const Ran why = edited.folder.planlens({"why", "terraform_data.user"});
        COMPARE_EXIT(why, 0);
        QVERIFY2(why.out.startsWith("terraform_data.user\n  Updated because `var.size` in terraform.tfvars:2 changed"),
                 why.out.constData());
        QVERIFY2(why.out.contains("through terraform_data.gen"), why.out.constData());
        QVERIFY2(!why.out.contains("terraform_data.secret"), why.out.constData());
    }

    void printsOneJsonObject() {
        const Edited edited;
        QVERIFY(edited.applied);
        const Ran why = edited.folder.planlens({"why", "-json"});
        COMPARE_EXIT(why, 0);
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson(why.out, &error);
        QVERIFY2(error.error == QJsonParseError::NoError, why.out.constData());
        const QJsonArray changes = document.object()["changes"].toArray();
        QCOMPARE(changes.size(), 3);
        const QJsonObject gen = changes[0].toObject();
        QCOMPARE(gen["address"].toString(), QStringLiteral("terraform_data.gen"));
        const QJsonArray chain = gen["chains"].toArray()[0].toArray();
        QCOMPARE(chain.last().toObject()["subject"].toString(), QStringLiteral("var.size"));
        QCOMPARE(chain.last().toObject()["file"].toString(), QStringLiteral("terraform.tfvars"));
        QCOMPARE(chain.last().toObject()["line"].toInt(), 2);
        QCOMPARE(chain.first().toObject()["before"].toInt(), 1);
        QCOMPARE(chain.first().toObject()["after"].toInt(), 2);
        QCOMPARE(gen["affects"].toArray()[0].toObject()["address"].toString(), QStringLiteral("terraform_data.user"));
    }

    /// A literal or a variable may have been edited: the fingerprints of the last apply tell which.
    void comparesWithTheLastApply_data() {
        QTest::addColumn<QList<QStringList>>("between"); // commands, after the apply
        QTest::addColumn<bool>("isKnown");
        QTest::newRow("applied here") << QList<QStringList>() << true;
        QTest::newRow("refreshed") << QList<QStringList>{{"apply", "-refresh-only", "-auto-approve"}} << true;
        QTest::newRow("state changed since") << QList<QStringList>{{"taint", "terraform_data.other"}} << false;
        QTest::newRow("applied in part since")
            << QList<QStringList>{{"apply", "-auto-approve", "-target=terraform_data.other",
                                   "-replace=terraform_data.other"}}
            << false;
    }
    void comparesWithTheLastApply() {
        QFETCH(const QList<QStringList>, between);
        QFETCH(const bool, isKnown);
        const QByteArray text = R"(variable "size" {
  default = 3
}
resource "terraform_data" "a" {
  input = var.size * 2
}
resource "terraform_data" "other" {
}
)";
        const ProjectFolder folder(text);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        for (const QStringList& command : between)
            COMPARE_EXIT(folder.planlens(command), 0);
        folder.write("main.tf", QByteArray(text).replace("* 2", "* 4"));
        const Ran why = folder.planlens({"why", "terraform_data.a"});
        COMPARE_EXIT(why, 0);
        QCOMPARE(why.out.contains("one of"), !isKnown);
        QVERIFY2(why.out.contains("main.tf:5"), why.out.constData());
    }

    void keepsNoTextsOfTheLastApply() {
        const Kept kept;
        QVERIFY(kept.edited.applied);
        const QByteArray text = kept.read();
        QVERIFY2(text.contains("main.tf") && text.contains("size") && !text.contains("token") &&
                     !text.contains("first-secret") && !text.contains("terraform_data"),
                 text.constData());
        QCOMPARE(QFile::permissions(kept.file()),
                 QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser);
    }

    void ignoresDamagedFingerprints_data() {
        QTest::addColumn<QByteArray>("text"); // with other quotes
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("cut") << QByteArray("{'lineage': 'x', 'lines': {'main.tf': '");
        QTest::newRow("other types") << QByteArray("{'lineage': 1, 'lines': [], 'salt': null, 'serial': {}}");
        QTest::newRow("list") << QByteArray("[]");
    }
    void ignoresDamagedFingerprints() {
        QFETCH(const QByteArray, text);
        const Kept kept;
        QVERIFY(kept.edited.applied);
        QFile file(kept.file());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(text).replace(char(39), char(34)));
        file.close();
        const Ran why = kept.edited.folder.planlens({"why", "terraform_data.gen"}, kept.environment);
        COMPARE_EXIT(why, 0);
        QVERIFY2(why.out.contains("`var.size` in terraform.tfvars:2"), why.out.constData());
    }

    void masksSensitiveValues() {
        const Edited edited;
        QVERIFY(edited.applied);
        for (const QStringList& options : {QStringList{"why"}, QStringList{"why", "-json"}}) {
            const Ran why = edited.folder.planlens(options + QStringList{"terraform_data.secret"});
            COMPARE_EXIT(why, 0);
            QVERIFY2(why.out.contains("var.token") && !why.all().contains("first-secret") &&
                         !why.all().contains("second-secret"),
                     why.all().constData());
        }
    }

    /// Values that are not sensitive themselves, but become parts of sensitive texts.
    void masksWhatSensitiveValuesAreBuiltFrom() {
        ProjectFolder folder;
        const QByteArray text = R"(locals {
  data = yamldecode(file("${path.module}/data.yaml"))
  word = "EDITION-literal"
}
resource "terraform_data" "a" {
  input = "p-${sensitive(local.word)}"
}
resource "terraform_data" "b" {
  input = "p-${sensitive(local.data.word)}"
}
)";
        const auto edit = [&](const QByteArray& edition) {
            folder.write("main.tf", QByteArray(text).replace("EDITION", edition));
            folder.write("data.yaml", "word: " + edition + "-in-yaml\n");
        };
        edit("first");
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        edit("second");
        COMPARE_EXIT(folder.planlens({"plan", "-out=saved.tfplan"}), 0);
        for (const QStringList& command :
             {QStringList{"why"}, QStringList{"why", "-json"}, QStringList{"why", "-plan=saved.tfplan"},
              QStringList{"report", "-format=markdown", "saved.tfplan"}}) {
            const Ran ran = folder.planlens(command);
            COMPARE_EXIT(ran, 0);
            QVERIFY2(ran.out.contains("local.word") && !ran.all().contains("-literal") &&
                         !ran.all().contains("-in-yaml"),
                     ran.all().constData());
        }
    }

    void masksSensitiveValuesInWarnings() {
        const Edited edited;
        QVERIFY(edited.applied);
        edited.folder.write("check.tf", R"(check "token" {
  assert {
    condition     = var.size == 1
    error_message = "not with ${nonsensitive(var.token)}"
  }
}
)");
        const Ran why = edited.folder.planlens({"why", "terraform_data.secret"});
        COMPARE_EXIT(why, 0);
        QVERIFY2(why.err.contains("not with (sensitive value)") && !why.all().contains("second-secret"),
                 why.all().constData());
    }

    void namesWhatForcesTheReplacementFirst() {
        const Edited edited;
        QVERIFY(edited.applied);
        const auto causes = [&] {
            const Ran why = edited.folder.planlens({"why", "-json", "terraform_data.gen"});
            return QJsonDocument::fromJson(why.out)["changes"][0]["causes"].toArray();
        };
        const QJsonArray forcing = causes();
        QVERIFY(forcing.size() > 2);
        for (int i = 0; i < 2; ++i)
            QCOMPARE(forcing[i]["path"].toString(), QString("triggers_replace"));
        COMPARE_EXIT(edited.folder.planlens({"taint", "terraform_data.gen"}), 0);
        bool isFound = false;
        for (const QJsonValue cause : causes())
            isFound |= cause["text"].toString() == "the object is marked as tainted";
        QVERIFY(isFound);
    }

    void explainsAttributes() {
        const Edited edited;
        QVERIFY(edited.applied);
        const Ran why = edited.folder.planlens({"why", "terraform_data.gen.triggers_replace"});
        COMPARE_EXIT(why, 0);
        QVERIFY2(why.out.contains("Replaced because `var.size`"), why.out.constData());
    }

    void explainsSavedPlansAndPlanJson() {
        const Edited edited;
        QVERIFY(edited.applied);
        COMPARE_EXIT(edited.folder.planlens({"plan", "-out=saved"}), 0);
        const Ran json = edited.folder.planlens({"show", "-json", "saved"});
        COMPARE_EXIT(json, 0);
        edited.folder.write("plan.json", json.out);
        for (const char* file : {"saved", "plan.json"}) {
            const Ran why = edited.folder.planlens({"why", QStringLiteral("-plan=") + file, "terraform_data.user"});
            COMPARE_EXIT(why, 0);
            const bool isSaved = QByteArray(file) == "saved"; // it contains the configuration
            QVERIFY2(why.out.contains("terraform_data.gen") &&
                         isSaved != why.out.contains("Inferred from the plan file.") &&
                         isSaved == why.out.contains("`var.size` in the saved plan changed from 1 to 2"),
                     why.out.constData());
        }
    }

    /// The configuration is planned again with the time of the plan.
    void explainsSavedPlansWithTheirTime() {
        const Edited edited;
        QVERIFY(edited.applied);
        edited.folder.write("time.tf", "resource \"terraform_data\" \"time\" {\n  input = plantimestamp()\n}\n");
        COMPARE_EXIT(edited.folder.planlens({"plan", "-out=saved"}), 0);
        const qint64 second = QDateTime::currentSecsSinceEpoch();
        QTRY_VERIFY(QDateTime::currentSecsSinceEpoch() > second);
        const Ran why = edited.folder.planlens({"why", "-plan=saved", "terraform_data.user"});
        COMPARE_EXIT(why, 0);
        QVERIFY2(why.out.contains("`var.size` in the saved plan changed from 1 to 2"), why.all().constData());
    }

    void infersCausesOfSavedPlansIfFilesHaveChanged() {
        ProjectFolder folder;
        folder.write("main.tf", "resource \"terraform_data\" \"a\" {\n  input = file(\"a.txt\")\n}\n");
        folder.write("a.txt", "one");
        COMPARE_EXIT(folder.planlens({"plan", "-out=saved"}), 0);
        folder.remove("a.txt");
        const Ran why = folder.planlens({"why", "-plan=saved"});
        COMPARE_EXIT(why, 0);
        QVERIFY2(why.out.contains("terraform_data.a") && why.out.contains("Inferred from the plan file."),
                 why.out.constData());
    }

    void explainsRefactoring_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("fromFolder");
        QTest::addColumn<QByteArray>("fromJson");
        const QByteArray a = "resource \"terraform_data\" \"a\" {\n  input = \"x\"\n}\n",
                         b = "resource \"terraform_data\" \"b\" {\n  input = \"x\"\n}\n";
        const auto removed = [](const char* destroy) {
            return QByteArray("removed {\n  from = terraform_data.a\n  lifecycle {\n    destroy = ") + destroy +
                   "\n  }\n}\n";
        };
        const QByteArray moved = "moved {\n  from = terraform_data.a\n  to   = terraform_data.b\n}\n",
                         import = "import {\n  to = terraform_data.b\n  id = \"i-1\"\n}\n";
        QTest::newRow("forgotten by a block")
            << a << removed("false") << QStringList()
            << QByteArray("Removed from the state without being destroyed because of a `removed` block "
                          "(main.tf:1).")
            << QByteArray("Removed from the state without being destroyed because of a `removed` block.");
        QTest::newRow("destroyed by a block")
            << a << removed("true") << QStringList()
            << QByteArray("Destroyed because of a `removed` block (main.tf:1).")
            << QByteArray("Destroyed because `terraform_data.a` is not in the configuration.");
        QTest::newRow("the block was removed")
            << a + b << b << QStringList()
            << QByteArray("Destroyed because `terraform_data.a` is not in the configuration.")
            << QByteArray("Destroyed because `terraform_data.a` is not in the configuration.");
        QTest::newRow("moved") << a << moved + b << QStringList()
                               << QByteArray("Moved from `terraform_data.a` (main.tf:1).")
                               << QByteArray("Moved from `terraform_data.a`.");
        QTest::newRow("moved and updated")
            << a << moved + QByteArray(b).replace("\"x\"", "\"y\"") << QStringList()
            << QByteArray("Moved and updated because `input` in main.tf:6 changed from \"x\" to \"y\".")
            << QByteArray("Moved and updated because `input` changed from \"x\" to \"y\".");
        QTest::newRow("imported and updated")
            << a << a + b + import << QStringList()
            << QByteArray("Imported and updated because `input` in main.tf:5 was set to \"x\".")
            << QByteArray("Imported and updated because `input` was set to \"x\".");
        QTest::newRow("an instance that is not counted any more")
            << QByteArray(a).replace("input", "count = 2\n  input")
            << QByteArray(a).replace("input", "count = 1\n  input") << QStringList()
            << QByteArray("Destroyed because index `[1]` is out of range for `count` (main.tf:2).")
            << QByteArray("Destroyed because index `[1]` is out of range for `count`.");
        QTest::newRow("a destroy plan") << a << a << QStringList{"-destroy"}
                                        << QByteArray("Destroyed because a destroy plan was requested.")
                                        << QByteArray("Destroyed because a destroy plan was requested.");
    }
    void explainsRefactoring() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QStringList, options);
        QFETCH(QByteArray, fromFolder);
        QFETCH(QByteArray, fromJson);
        ProjectFolder folder;
        folder.write("main.tf", before);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        folder.write("main.tf", after);
        const Ran planned = folder.planlens(QStringList{"why"} + options);
        COMPARE_EXIT(planned, 0);
        QVERIFY2(planned.out.contains("  " + fromFolder + "\n"), planned.out.constData());
        COMPARE_EXIT(folder.planlens(QStringList{"plan", "-out=saved"} + options), 0);
        const Ran json = folder.planlens({"show", "-json", "saved"});
        COMPARE_EXIT(json, 0);
        folder.write("plan.json", json.out);
        const Ran read = folder.planlens({"why", "-plan=plan.json"});
        COMPARE_EXIT(read, 0);
        QVERIFY2(read.out.contains("  " + fromJson + "\n"), read.out.constData());
    }

    void reportsAddressesWithoutChanges() {
        const Edited edited;
        QVERIFY(edited.applied);
        const Ran why = edited.folder.planlens({"why", "terraform_data.none"});
        COMPARE_EXIT(why, 1);
        QVERIFY2(why.all().contains("The plan does not change terraform_data.none."), why.all().constData());
        QVERIFY(why.out.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestWhy)
#include "tst_why.moc"
