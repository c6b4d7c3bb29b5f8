// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QObject>
#include <QSize>
#include <QString>

namespace planlens::widgets {

class MainWindow;

/// Draws a window into a file once it has settled, then quits the application with a code: zero where that worked.
class Snapshot final : public QObject {
    Q_OBJECT
public:
    struct Options {
        QString file;
        QString select; // address; may be empty
        QString view;   // may be empty
        QString ask;    // name of a wish about what is selected: it is planned with that, too; may be empty
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
