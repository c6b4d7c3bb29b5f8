// SPDX-License-Identifier: MPL-2.0
#include "core/system/threads/thread.h"
#include "ui/basics/background.h"
#include "ui/window/application.h"
#include "ui/window/tabbed_window.h"
#include "ui/window/window_set.h"

#include <QMessageBox>
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <QTimer>

#include <stdexcept>

using namespace planlens;

/// Exceptions that are not caught elsewhere: the window shows them and stays open.
class TestUnexpectedErrors final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areReported_data() {
        QTest::addColumn<bool>("inWorkerThread");
        QTest::addColumn<bool>("isStandard");
        QTest::addColumn<QString>("text");
        QTest::newRow("slot") << false << true << "broken";
        QTest::newRow("slot, not a standard exception") << false << false << "unknown exception";
        QTest::newRow("slot on a worker thread") << true << true << "broken";
        QTest::newRow("slot on a worker thread, not a standard exception") << true << false << "unknown exception";
    }
    void areReported() {
        QFETCH(bool, inWorkerThread);
        QFETCH(bool, isStandard);
        QThread thread;
        QObject object;
        auto* worker = new QObject;
        if (inWorkerThread) {
            worker->moveToThread(&thread);
            connect(&thread, &QThread::finished, worker, &QObject::deleteLater);
            thread.start();
        } else {
            worker->setParent(&object);
        }
        QSignalSpy reported(static_cast<widgets::Application*>(qApp), &widgets::Application::unexpectedError);
        const auto fail = [isStandard] {
            if (isStandard)
                throw std::runtime_error("broken");
            throw 5;
        };
        QMetaObject::invokeMethod(worker, fail, Qt::QueuedConnection);
        QTRY_COMPARE(reported.size(), 1);
        QTEST(reported[0][0].toString(), "text");
        // The thread keeps running.
        bool isAlive = false;
        QMetaObject::invokeMethod(
            worker, [&] { isAlive = true; }, Qt::QueuedConnection);
        QTRY_VERIFY(isAlive);
        thread.quit();
        thread.wait();
    }

    void areReportedByWorkInTheBackground_data() {
        QTest::addColumn<bool>("hasThread");
        QTest::newRow("thread") << true;
        QTest::newRow("no thread") << false;
    }
    void areReportedByWorkInTheBackground() {
        QFETCH(bool, hasThread);
        const system::ThreadLimit limit(hasThread ? 10 : 0);
        QSignalSpy reported(static_cast<widgets::Application*>(qApp), &widgets::Application::unexpectedError);
        QObject receiver;
        int handled = 0;
        session::inBackground([]() -> int { throw std::runtime_error("of the work"); }, &receiver,
                              [&](int) { ++handled; });
        QCOMPARE(reported.size(), 0); // never before the function returns
        QTRY_COMPARE(reported.size(), 1);
        QCOMPARE(reported[0][0].toString(), QStringLiteral("of the work"));
        session::inBackground([] { return 1; }, &receiver, [](int) { throw std::runtime_error("of the receiver"); });
        QTRY_COMPARE(reported.size(), 2);
        QCOMPARE(reported[1][0].toString(), QStringLiteral("of the receiver"));
        QCOMPARE(handled, 0);
        session::inBackground([] { return 5; }, &receiver, [&](int result) { handled = result; });
        QCOMPARE(handled, 0);
        QTRY_COMPARE(handled, 5);
        QCOMPARE(reported.size(), 2);
    }

    void areShownOverTheWindow() {
        widgets::WindowSet windows;
        widgets::TabbedWindow& window = windows.add();
        window.show();
        connect(static_cast<widgets::Application*>(qApp), &widgets::Application::unexpectedError, &windows,
                &widgets::WindowSet::showUnexpectedError);
        QTimer::singleShot(0, &window, [] { throw std::runtime_error("first"); });
        QTRY_VERIFY(window.findChild<QMessageBox*>());
        QTimer::singleShot(0, &window, [] { throw std::runtime_error("second"); });
        auto* const box = window.findChild<QMessageBox*>();
        QTRY_VERIFY(box->detailedText().contains(QStringLiteral("second")));
        QVERIFY(box->text().contains(QStringLiteral("first")));
        QCOMPARE(window.findChildren<QMessageBox*>().size(), 1);
        box->close();
        QTRY_VERIFY(!window.findChild<QMessageBox*>());
        QVERIFY(window.isVisible());
    }
};

int main(int argc, char** argv) {
    widgets::Application application(argc, argv);
    TestUnexpectedErrors test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_unexpected_errors.moc"
