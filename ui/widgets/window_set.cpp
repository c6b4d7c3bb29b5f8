// SPDX-License-Identifier: MPL-2.0
#include "ui/widgets/window_set.h"

#include "ui/widgets/main_window.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSettings>

#include <utility>

namespace planlens::widgets {

namespace {

const QString key = QStringLiteral("session");
const QString folderKey = QStringLiteral("folder");
const QString geometryKey = QStringLiteral("geometry");

} // namespace

WindowSet::WindowSet(QObject* parent) : QObject(parent) {}

WindowSet::~WindowSet() {
    for (MainWindow* window : windows()) {
        window->disconnect(this);
        delete window;
    }
}

std::vector<MainWindow*> WindowSet::windows() const {
    std::vector<MainWindow*> open;
    for (const QPointer<MainWindow>& window : m_windows)
        if (window)
            open.push_back(window);
    return open;
}

MainWindow& WindowSet::add() {
    auto* window = new MainWindow;
    window->setAttribute(Qt::WA_DeleteOnClose);
    m_windows.emplace_back(window);
    connect(window, &MainWindow::folderOpened, this, [this] {
        m_isClosing = false; // for one stayed open, and is used again
        remember();
    });
    connect(window, &MainWindow::windowRequested, this, &WindowSet::open);
    connect(window, &MainWindow::quitRequested, this, &WindowSet::closeAll);
    connect(window, &QObject::destroyed, this, [this, window] {
        std::erase_if(m_windows, [&](const QPointer<MainWindow>& one) { return one.isNull() || one == window; });
        if (!m_isClosing && !windows().empty())
            remember();
    });
    return *window;
}

void WindowSet::open(const QString& folder) {
    MainWindow& window = add();
    window.show();
    if (!folder.isEmpty())
        window.openFolder(folder);
}

bool WindowSet::restore() {
    if (QCoreApplication::organizationName().isEmpty())
        return false;
    QSettings settings;
    std::vector<std::pair<QString, QByteArray>> session;
    const int count = settings.beginReadArray(key);
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        if (const QString folder = settings.value(folderKey).toString(); QFileInfo(folder).isDir())
            session.emplace_back(folder, settings.value(geometryKey).toByteArray());
    }
    settings.endArray();
    for (const auto& [folder, geometry] : session) {
        MainWindow& window = add();
        window.openFolder(folder);
        window.restoreGeometry(geometry);
        window.show();
    }
    return !session.empty();
}

void WindowSet::remember() const {
    if (m_isClosing || QCoreApplication::organizationName().isEmpty())
        return;
    QSettings settings;
    settings.remove(key);
    settings.beginWriteArray(key);
    int at = 0;
    for (const MainWindow* window : windows()) {
        if (window->folder().isEmpty())
            continue;
        settings.setArrayIndex(at++);
        settings.setValue(folderKey, window->folder());
        settings.setValue(geometryKey, window->saveGeometry());
    }
    settings.endArray();
}

void WindowSet::closeAll() {
    remember();
    m_isClosing = true;
    for (MainWindow* window : windows())
        window->close(); // one that has to wait for what runs goes on by itself
}

void WindowSet::endNow() {
    for (MainWindow* window : windows())
        window->endNow();
}

} // namespace planlens::widgets
