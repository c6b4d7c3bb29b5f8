// SPDX-License-Identifier: MPL-2.0
/// A window without a screen in which a file or folder is dropped, together with addresses. Argument: its path.
#include "core/system/process_setup.h"
#include "ui/theme/theme.h"
#include "ui/window/application.h"
#include "ui/window/main_window.h"
#include "ui/window/tabbed_window.h"

#include <QDropEvent>
#include <QMimeData>
#include <QTimer>
#include <QUrl>

using namespace planlens;

int main(int argc, char** argv) {
    if (argc != 2)
        return 2;
    system::prepareProcess();
    widgets::Application application(argc, argv);
    application.setOrganizationName(QStringLiteral("planlens-test"));
    application.setApplicationName(QStringLiteral("window-drop"));
    theme::apply(application, theme::Scheme::Light);
    widgets::TabbedWindow window;
    window.addPage();
    window.show();
    QTimer::singleShot(0, &window, [&] {
        QMimeData data;
        data.setUrls({QUrl(QStringLiteral("http://127.0.0.1:9/plan.json")),
                      QUrl(QStringLiteral("file://127.0.0.1/plan.json")),
                      QUrl::fromLocalFile(QString::fromLocal8Bit(argv[1]))});
        QDropEvent event(QPointF(10, 10), Qt::CopyAction | Qt::LinkAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(window.current(), &event);
    });
    return QApplication::exec();
}
