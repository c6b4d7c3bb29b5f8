// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QObject>
#include <QSize>
#include <QString>

namespace planlens::widgets {

class MainWindow;

/// Renders a window to a file after it has settled, then quits the application with an exit status: zero on success.
class Snapshot final : public QObject {
    Q_OBJECT
public:
    struct Options {
        QString file;
        QString select; // address; may be empty
        QString view;   // may be empty
        QString ask;    // name of a planning override for the selection, planned as well; may be empty
    };
    Snapshot(MainWindow& window, Options options, QObject* parent = nullptr);

private:
    void prepare();
    void prepareState();
    void take();
    void fail(const QString& reason);

    MainWindow& m_window;
    const Options m_options;
    bool m_isAsked = false;
};

} // namespace planlens::widgets
