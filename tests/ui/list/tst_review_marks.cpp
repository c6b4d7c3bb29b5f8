// SPDX-License-Identifier: MPL-2.0
#include "core/plans/plan.h"
#include "tests/support/scoped_environment.h"
#include "tests/support/windows.h"
#include "tests/ui/made_changes.h"
#include "ui/models/review_marks.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

namespace {

constexpr auto configuration = "variable \"size\" {\n  default = 1\n}\n"
                               "resource \"terraform_data\" \"base\" {\n  input = \"hush-hush\"\n}\n"
                               "resource \"terraform_data\" \"other\" {\n  input = 2\n}\n";

} // namespace

/// The marks of reviewed changes over several plans.
class TestReviewMarks final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        m_environment.set("XDG_STATE_HOME", m_settings.path().toUtf8());
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
        QCoreApplication::setOrganizationName(QStringLiteral("planlens-test"));
        theme::apply(*qApp, theme::Scheme::Light);
    }
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void cleanup() { m_window.reset(); }

    void marksComeBackWithTheContent() {
        const auto planOf = [](const char* value) {
            auto plan = std::make_shared<plans::Plan>();
            plan->changes.add(std::make_shared<const plans::ResourceInstanceChange>(
                change("aws_instance.a", plans::Action::Create, values::Value::null(values::Type::dynamic()),
                       values::Value::object({{"size", values::Value::string(value)}}))));
            plan->changes.sort();
            return plan;
        };
        const QString key = QStringLiteral("aws_instance.a");
        models::ReviewMarks marks;
        marks.setPlan(planOf("small"));
        marks.toggle({key});
        QVERIFY(marks.contains(key));
        marks.setPlan(planOf("large"));
        QVERIFY(!marks.contains(key));
        QVERIFY(marks.addresses().isEmpty());
        marks.setPlan(std::make_shared<plans::Plan>()); // excluded
        marks.setPlan(planOf("small"));
        QVERIFY(marks.contains(key));
        marks.toggle({key});
        QVERIFY(!marks.contains(key));
        marks.setPlan(planOf("small"));
        QVERIFY(!marks.contains(key));
    }

    void marksSurviveExcludeAndUndo() {
        QVERIFY(open());
        mark("terraform_data.base");
        QCOMPARE(reviewed(), QStringLiteral("Reviewed 1 / 2"));
        m_window->findChild<QAction*>(QStringLiteral("exclude"))->trigger();
        QVERIFY(settle(*m_window));
        QCOMPARE(reviewed(), QStringLiteral("Reviewed 0 / 1"));
        m_window->findChild<QAction*>(QStringLiteral("undo"))->trigger();
        QVERIFY(settle(*m_window));
        QCOMPARE(reviewed(), QStringLiteral("Reviewed 1 / 2"));
    }

    void marksSurviveARestart() {
        QVERIFY(open());
        mark("terraform_data.base");
        m_window.reset();
        QVERIFY(open());
        QCOMPARE(reviewed(), QStringLiteral("Reviewed 1 / 2"));
        // They contain no text of the plan.
        QSettings settings;
        QVERIFY(!settings.allKeys().isEmpty());
        for (const QString& key : settings.allKeys())
            for (const QString& text : settings.value(key).toStringList())
                QVERIFY2(!text.contains(QStringLiteral("hush")) && !text.contains(QStringLiteral("terraform_data")),
                         qPrintable(text));
        m_window.reset();
        QVERIFY(write(m_folder->filePath(QStringLiteral("main.tf")),
                      QByteArray(configuration).replace("hush-hush", "something else")));
        QVERIFY(openWritten());
        QCOMPARE(reviewed(), QStringLiteral("Reviewed 0 / 2"));
    }

    void anAppliedPlanIsNoLongerUnderReview() {
        QVERIFY(open());
        mark("terraform_data.base");
        m_window->approve();
        QSignalSpy settled(m_window.get(), &MainWindow::settled);
        QTest::mouseClick(named<QPushButton>(*m_window, "apply"), Qt::LeftButton);
        QVERIFY(settled.wait(20000));
        QTest::mouseClick(named<QPushButton>(*m_window, "plan"), Qt::LeftButton);
        QVERIFY(settle(*m_window));
        QVERIFY(QFile::remove(m_folder->filePath(QStringLiteral("terraform.tfstate"))));
        QTest::mouseClick(named<QPushButton>(*m_window, "plan"), Qt::LeftButton);
        QVERIFY(settle(*m_window));
        QCOMPARE(reviewed(), QStringLiteral("Reviewed 0 / 2"));
    }

private:
    bool open() { return write(m_folder->filePath(QStringLiteral("main.tf")), configuration) && openWritten(); }
    bool openWritten() {
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        m_window->openFolder(m_folder->path(), session::Trust::Given);
        return settle(*m_window);
    }
    void mark(const char* address) {
        QVERIFY(m_window->select(QLatin1String(address)));
        m_window->findChild<QAction*>(QStringLiteral("review"))->trigger();
    }
    QString reviewed() const { return named<QLabel>(*m_window, "reviewed")->accessibleName(); }

    QTemporaryDir m_settings;
    ScopedEnvironment m_environment;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestReviewMarks)
#include "tst_review_marks.moc"
