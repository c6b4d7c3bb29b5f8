// SPDX-License-Identifier: MPL-2.0
#include "tests/ui/window/example_folder.h"
#include "ui/theme/desktop_scheme.h"
#include "ui/theme/theme.h"
#include "ui/theme/tint.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QCheckBox>
#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QFrame>
#include <QProcess>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QStyleOptionButton>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

Q_DECLARE_METATYPE(planlens::theme::Scheme)

/// Responds like the settings portal of a desktop.
class FakePortal final : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")
public:
    uint colorScheme = 0, contrast = 0;

public Q_SLOTS:
    QDBusVariant Read(const QString& group, const QString& key) { // NOLINT: the portal's name
        if (group != QStringLiteral("org.freedesktop.appearance"))
            return {};
        return QDBusVariant(
            QVariant::fromValue(QDBusVariant(key == QStringLiteral("contrast") ? contrast : colorScheme)));
    }
};

/// Color schemes: the desktop's choice, and the contrast of focus, handles and buttons in each scheme.
class TestAppearance final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void focusIsVisible_data();
    void focusIsVisible();
    void focusRingsAreAroundTexts();
    void splitterHandlesAreVisible_data() { focusIsVisible_data(); }
    void splitterHandlesAreVisible();
    void disabledButtonsLookDisabled_data() { focusIsVisible_data(); }
    void disabledButtonsLookDisabled();
    void checkedButtonsKeepTheirOutline();
    void tabsHaveVisibleOutlines_data() { focusIsVisible_data(); }
    void tabsHaveVisibleOutlines();
    void followsTheDesktopScheme();
    void redrawsInOtherColors_data();
    void redrawsInOtherColors();

private:
    QTemporaryDir m_settings;
};

void TestAppearance::initTestCase() {
    qRegisterMetaType<theme::Scheme>("planlens::theme::Scheme");
    QCoreApplication::setOrganizationName(QStringLiteral("planlens-test"));
    QCoreApplication::setApplicationName(QStringLiteral("planlens-test"));
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
    theme::apply(*qApp, theme::Scheme::Light);
}

void TestAppearance::init() {
    QSettings().clear();
}

void TestAppearance::focusIsVisible_data() {
    QTest::addColumn<theme::Scheme>("scheme");
    QTest::newRow("light") << theme::Scheme::Light;
    QTest::newRow("dark") << theme::Scheme::Dark;
    QTest::newRow("high contrast") << theme::Scheme::HighContrast;
}

void TestAppearance::focusIsVisible() {
    QFETCH(theme::Scheme, scheme);
    theme::apply(*qApp, scheme);
    QTemporaryDir place;
    MainWindow window;
    window.resize(1280, 800);
    window.show();
    window.openFolder(makeFolder(place, QStringLiteral("apple")));
    QVERIFY(settle(window));
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QApplication::focusWidget()->clearFocus(); // begins with the first widget of the window
    QSet<QWidget*> seen;
    QStringList unseen;
    for (int step = 0; step < 100; ++step) {
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &window, Qt::Key_Tab);
        QWidget* focused = QApplication::focusWidget();
        QVERIFY(focused);
        if (seen.contains(focused))
            break;
        seen.insert(focused);
        const QRect around =
            QRect(focused->mapTo(&window, QPoint()), focused->size()).adjusted(-2, -2, 2, 2) & window.rect();
        const QImage with = window.grab(around).toImage();
        focused->clearFocus();
        const QImage without = window.grab(around).toImage();
        focused->setFocus(Qt::TabFocusReason);
        int clear = 0; // pixels with the contrast that is required for a focus indicator
        for (int y = 0; y < with.height(); ++y)
            for (int x = 0; x < with.width(); ++x)
                clear += theme::contrast(with.pixelColor(x, y), without.pixelColor(x, y)) >= 3;
        if (clear <
            std::min(focused->width(), 160)) // shorter than one of its sides, or than a ring around one of its tabs
            unseen.append(QStringLiteral("%1 %2 “%3”: %4")
                              .arg(QString::fromLatin1(focused->metaObject()->className()), focused->objectName(),
                                   focused->accessibleName())
                              .arg(clear));
    }
    theme::apply(*qApp, theme::Scheme::Light);
    QVERIFY2(unseen.isEmpty(), qPrintable(unseen.join(u'\n')));
    QVERIFY2(seen.size() > 12, qPrintable(QString::number(seen.size())));
}

/// Text with a line through it looks deleted.
void TestAppearance::focusRingsAreAroundTexts() {
    QWidget window;
    auto* row = new QVBoxLayout(&window);
    auto* button = new QPushButton(QStringLiteral("Example"), &window);
    auto* box = new QCheckBox(QStringLiteral("Example"), &window);
    row->addWidget(button);
    row->addWidget(box);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QStyleOptionButton option;
    option.initFrom(box);
    const QRect label = box->style()->subElementRect(QStyle::SE_CheckBoxContents, &option, box);
    for (const auto& [widget, texts] : {std::pair<QWidget*, QRect>(button, button->rect().adjusted(3, 3, -3, -3)),
                                        std::pair<QWidget*, QRect>(box, label)}) {
        widget->setFocus(Qt::TabFocusReason);
        window.setAttribute(Qt::WA_KeyboardFocusChange); // as after a key
        const QImage with = widget->grab().toImage();
        widget->clearFocus();
        const QImage without = widget->grab().toImage();
        QVERIFY(with != without);
        const QColor ground = without.pixelColor(texts.topLeft());
        for (int y = texts.top(); y <= texts.bottom(); ++y)
            for (int x = texts.left(); x <= texts.right(); ++x)
                if (theme::contrast(without.pixelColor(x, y), ground) >= 2 || widget == button) // a part of a letter
                    QVERIFY2(theme::contrast(with.pixelColor(x, y), without.pixelColor(x, y)) < 1.2,
                             qPrintable(QStringLiteral("%1, %2 of %3")
                                            .arg(x)
                                            .arg(y)
                                            .arg(QString::fromLatin1(widget->metaObject()->className()))));
    }
}

void TestAppearance::splitterHandlesAreVisible() {
    QFETCH(theme::Scheme, scheme);
    theme::apply(*qApp, scheme);
    for (const Qt::Orientation orientation : {Qt::Vertical, Qt::Horizontal}) {
        QScrollBar bar(orientation);
        bar.setRange(0, 100);
        bar.setPageStep(100);
        bar.resize(orientation == Qt::Vertical ? QSize(16, 400) : QSize(400, 16));
        const QImage shown = bar.grab().toImage();
        // Half of it is the handle, half the groove.
        const auto at = [&](int along) {
            return orientation == Qt::Vertical ? shown.pixelColor(8, along) : shown.pixelColor(along, 8);
        };
        const double apart = theme::contrast(at(120), at(300));
        QVERIFY2(apart >= 3, qPrintable(QStringLiteral("%1 on %2: %3").arg(at(120).name(), at(300).name()).arg(apart)));
    }
    theme::apply(*qApp, theme::Scheme::Light);
}

/// Their border differs, not only their text color.
void TestAppearance::disabledButtonsLookDisabled() {
    QFETCH(theme::Scheme, scheme);
    theme::apply(*qApp, scheme);
    const auto mostOfARow = [&](bool isEnabled) { // pixels of the upper border
        QWidget window;
        QPushButton button(&window);
        button.setEnabled(isEnabled);
        window.resize(220, 50);
        button.setGeometry(10, 10, 200, 24);
        const QImage shown = window.grab().toImage();
        int most = 0;
        for (int y = 10; y < 14; ++y) {
            int clear = 0;
            for (int x = 20; x < 200; ++x)
                clear += theme::contrast(shown.pixelColor(x, y), theme::surfaces(scheme).window) >= 3;
            most = std::max(most, clear);
        }
        return most;
    };
    const int enabled = mostOfARow(true), disabled = mostOfARow(false);
    theme::apply(*qApp, theme::Scheme::Light);
    QCOMPARE(enabled, 180);
    QVERIFY2(disabled > 60 && disabled < 150, qPrintable(QString::number(disabled)));
}

void TestAppearance::checkedButtonsKeepTheirOutline() {
    QWidget window;
    QToolButton button(&window);
    button.setProperty("flat", QStringLiteral("segment"));
    button.setCheckable(true);
    button.setChecked(true);
    button.setFocusPolicy(Qt::NoFocus);
    button.setGeometry(40, 40, 120, 32);
    window.resize(220, 120);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const auto outline = [&] { return button.grab().toImage().pixelColor(button.width() / 2, 0).name(); };
    QTest::mouseMove(&window, QPoint(2, 2));
    QCOMPARE(outline(), theme::surfaces(theme::Scheme::Light).accent.name());
    QTest::mouseMove(&button, button.rect().center());
    QTRY_VERIFY(button.underMouse());
    QCOMPARE(outline(), theme::surfaces(theme::Scheme::Light).accent.name());
}

void TestAppearance::tabsHaveVisibleOutlines() {
    QFETCH(theme::Scheme, scheme);
    theme::apply(*qApp, scheme);
    QTabBar tabs;
    for (const char* name : {"One", "Two", "Three"})
        tabs.addTab(QString::fromLatin1(name));
    tabs.resize(tabs.sizeHint());
    tabs.ensurePolished();
    const QImage picture = tabs.grab().toImage();
    for (int tab = 1; tab < tabs.count(); ++tab) {
        const QRect rect = tabs.tabRect(tab);
        double best = 0; // of the left edge
        for (int x = rect.left() - 2; x <= rect.left() + 2; ++x)
            best = std::max(best,
                            theme::contrast(picture.pixelColor(x, rect.center().y()), theme::surfaces(scheme).window));
        QVERIFY2(best >= 3, qPrintable(QString::number(best)));
    }
}

void TestAppearance::followsTheDesktopScheme() {
    const QString daemon = QStandardPaths::findExecutable(QStringLiteral("dbus-daemon"));
    if (daemon.isEmpty())
        QSKIP("dbus-daemon is not installed");
    QProcess bus;
    bus.start(daemon, {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--print-address")});
    QVERIFY(bus.waitForReadyRead(10000));
    const QString address = QString::fromLocal8Bit(bus.readLine()).trimmed();
    {
        QDBusConnection desktop = QDBusConnection::connectToBus(address, QStringLiteral("desktop"));
        QVERIFY(desktop.registerService(QStringLiteral("org.freedesktop.portal.Desktop")));
        FakePortal portal;
        portal.colorScheme = 1;
        QVERIFY(desktop.registerObject(QStringLiteral("/org/freedesktop/portal/desktop"), &portal,
                                       QDBusConnection::ExportAllSlots));
        theme::DesktopScheme scheme(QDBusConnection::connectToBus(address, QStringLiteral("application")),
                                    theme::Scheme::Light);
        QCOMPARE(scheme.scheme(), theme::Scheme::Light);
        QTRY_COMPARE(scheme.scheme(), theme::Scheme::Dark); // the scheme when the program started
        QSignalSpy changed(&scheme, &theme::DesktopScheme::changed);
        const auto tell = [&](const char* group, const char* key, uint value) {
            QDBusMessage message = QDBusMessage::createSignal(QStringLiteral("/org/freedesktop/portal/desktop"),
                                                              QStringLiteral("org.freedesktop.portal.Settings"),
                                                              QStringLiteral("SettingChanged"));
            message << QString::fromLatin1(group) << QString::fromLatin1(key)
                    << QVariant::fromValue(QDBusVariant(value));
            QVERIFY(desktop.send(message));
            // A blocking call, so that the signals have been sent.
            QVERIFY(desktop.interface()->isServiceRegistered(QStringLiteral("org.freedesktop.portal.Desktop")));
        };
        tell("org.freedesktop.appearance", "color-scheme", 2);
        QTRY_COMPARE(scheme.scheme(), theme::Scheme::Light);
        tell("org.freedesktop.appearance", "contrast", 1);
        QTRY_COMPARE(scheme.scheme(), theme::Scheme::HighContrast);
        tell("org.gnome.desktop.interface", "contrast", 0); // another setting of the same name
        tell("org.freedesktop.appearance", "contrast", 0);
        tell("org.freedesktop.appearance", "color-scheme", 0);
        QTRY_COMPARE(changed.size(), 3); // "no preference" is the same light scheme
        QCOMPARE(scheme.scheme(), theme::Scheme::Light);
    }
    QDBusConnection::disconnectFromBus(QStringLiteral("application"));
    QDBusConnection::disconnectFromBus(QStringLiteral("desktop"));
    bus.kill();
    bus.waitForFinished();
}

void TestAppearance::redrawsInOtherColors_data() {
    QTest::addColumn<theme::Scheme>("scheme");
    QTest::newRow("dark") << theme::Scheme::Dark;
    QTest::newRow("high contrast") << theme::Scheme::HighContrast;
}

void TestAppearance::redrawsInOtherColors() {
    QFETCH(theme::Scheme, scheme);
    QTemporaryDir place;
    MainWindow window;
    QWidget stripe(&window);
    theme::setTint(stripe, theme::Tint::WarningGround);
    window.setAttribute(Qt::WA_ShowWithoutActivating); // the focus is visible, and only one of two windows can have it
    window.resize(1200, 800);
    window.show();
    window.openFolder(makeFolder(place, QStringLiteral("apple")));
    QVERIFY(settle(window));
    QVERIFY(window.select(QStringLiteral("terraform_data.apple[0]")));
    theme::apply(*qApp, scheme);
    QTest::qWait(50);
    QCOMPARE(QColor(stripe.grab().toImage().pixel(1, 1)), theme::surfaces(scheme).beforeTint);
    auto* line = window.findChild<QFrame*>(QStringLiteral("line"));
    QCOMPARE(QColor(line->grab().toImage().pixel(0, line->height() / 2)), theme::surfaces(scheme).border);
    const QImage switched = window.grab().toImage();
    MainWindow fresh;
    fresh.setAttribute(Qt::WA_ShowWithoutActivating);
    fresh.resize(1200, 800);
    fresh.show();
    fresh.openFolder(window.folder());
    QVERIFY(settle(fresh));
    QVERIFY(fresh.select(QStringLiteral("terraform_data.apple[0]")));
    QTest::qWait(50);
    const QImage made = fresh.grab().toImage();
    theme::apply(*qApp, theme::Scheme::Light);
    QCOMPARE(switched.size(), made.size());
    // The status line contains times. Everything above it looks as if created with these colors.
    int differing = 0;
    for (int y = 0; y < made.height() - 48; ++y)
        for (int x = 0; x < made.width(); ++x)
            differing += std::abs(qGray(switched.pixel(x, y)) - qGray(made.pixel(x, y))) > 64;
    QVERIFY2(differing < 600, qPrintable(QString::number(differing)));
}

QTEST_MAIN(TestAppearance)
#include "tst_appearance.moc"
