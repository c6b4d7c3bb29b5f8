// SPDX-License-Identifier: MPL-2.0
#include "ui/window/window_set.h"

#include "core/cloud/storage/address.h"
#include "ui/basics/settings.h"
#include "ui/session/finished_plan.h"
#include "ui/window/main_window.h"
#include "ui/window/tabbed_window.h"

#include <QApplication>
#include <QFileInfo>
#include <QMessageBox>
#include <QSettings>

#include <utility>

namespace planlens::widgets {

namespace {

const QString key = QStringLiteral("session");
const QString pathsKey = QStringLiteral("paths");
const QString currentKey = QStringLiteral("current");
const QString folderKey = QStringLiteral("folder"); // written by versions without tabs
const QString geometryKey = QStringLiteral("geometry");

struct Remembered {
    QStringList paths;
    QString current;
    QByteArray geometry;
};

} // namespace

WindowSet::WindowSet(QObject* parent)
    : QObject(parent) {}

WindowSet::~WindowSet() {
    for (TabbedWindow* window : m_windows) {
        window->disconnect(this);
        delete window;
    }
}

std::vector<MainWindow*> WindowSet::pages() const {
    std::vector<MainWindow*> all;
    for (const TabbedWindow* window : windows())
        for (MainWindow* page : window->pages())
            all.push_back(page);
    return all;
}

TabbedWindow& WindowSet::addEmpty() {
    auto* window = new TabbedWindow;
    m_windows.push_back(window);
    connect(window, &TabbedWindow::changed, this, &WindowSet::remember);
    connect(window, &TabbedWindow::opened, this, [this] {
        m_isClosing = false; // it stays open, for example because the user cancelled, and is used again
        remember();
    });
    connect(window, &TabbedWindow::windowRequested, this, &WindowSet::open);
    connect(window, &TabbedWindow::quitRequested, this, &WindowSet::closeAll);
    connect(window, &QObject::destroyed, this, [this, window] {
        std::erase(m_windows, window);
        if (!m_isClosing && !windows().empty())
            remember();
    });
    return *window;
}

TabbedWindow& WindowSet::add() {
    TabbedWindow& window = addEmpty();
    window.addPage();
    return window;
}

void WindowSet::open(const QString& path) {
    TabbedWindow& window = add();
    window.show();
    if (!path.isEmpty())
        window.open(path);
}

bool WindowSet::restore() {
    if (!hasSettings())
        return false;
    QSettings settings;
    std::vector<Remembered> session;
    const int count = settings.beginReadArray(key);
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        Remembered window{settings.value(pathsKey).toStringList(), settings.value(currentKey).toString(),
                          settings.value(geometryKey).toByteArray()};
        if (window.paths.isEmpty())
            window.paths.append(settings.value(folderKey).toString());
        window.paths.removeIf([](const QString& path) {
            return !QFileInfo::exists(path) && !cloud::storage::isAddress(path.toStdString());
        });
        if (!window.paths.isEmpty())
            session.push_back(std::move(window));
    }
    settings.endArray();
    for (const Remembered& remembered : session) {
        TabbedWindow& window = addEmpty();
        const bool hasCurrent = remembered.paths.contains(remembered.current);
        const QString shown = hasCurrent ? remembered.current : remembered.paths.first();
        window.restoreGeometry(remembered.geometry);
        window.restore(remembered.paths, remembered.paths.indexOf(shown));
        window.show();
    }
    return !session.empty();
}

void WindowSet::remember() const {
    if (m_isClosing || !hasSettings())
        return;
    QSettings settings;
    settings.remove(key);
    settings.beginWriteArray(key);
    int at = 0;
    for (const TabbedWindow* window : windows()) {
        QStringList paths = window->paths();
        paths.removeAll(QString(session::standardInput));
        if (paths.isEmpty())
            continue;
        settings.setArrayIndex(at++);
        settings.setValue(pathsKey, paths);
        settings.setValue(currentKey, window->current() ? window->current()->path() : QString());
        settings.setValue(geometryKey, window->saveGeometry());
    }
    settings.endArray();
}

void WindowSet::showUnexpectedError(const QString& exception) {
    const QString title = tr("Unexpected error");
    if (m_errorBox) { // one at a time, because further errors are often consequences
        m_errorBox->setDetailedText(m_errorBox->detailedText() + exception + u'\n');
        return;
    }
    QWidget* parent = QApplication::activeWindow();
    if (!parent && !m_windows.empty())
        parent = m_windows.front();
    m_errorBox = new QMessageBox(QMessageBox::Critical, title,
                                 tr("An unexpected error occurred: %1. This is a bug; please report it. Plan again "
                                    "before you rely on the window.")
                                     .arg(exception),
                                 QMessageBox::Close, parent);
    m_errorBox->setDetailedText(exception + u'\n');
    m_errorBox->setAttribute(Qt::WA_DeleteOnClose);
    m_errorBox->open();
}

void WindowSet::closeAll() {
    remember();
    m_isClosing = true;
    for (TabbedWindow* window : windows())
        window->close(); // a busy window continues to close on its own
}

void WindowSet::killAndClose() {
    for (TabbedWindow* window : windows())
        window->killAndClose();
}

} // namespace planlens::widgets
