// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QApplication>

namespace planlens::widgets {

/// The application object. Exceptions that escape a slot or event handler, on any thread with an event loop, are
/// reported by a signal, and the program continues.
class Application final : public QApplication {
    Q_OBJECT
public:
    using QApplication::QApplication;
    /// Starts threads for Qt, which would wait forever for a thread that the system cannot create later. Call it before
    /// the constructor. Returns false if the system cannot create them.
    static bool keepThreadsForQt();
    bool notify(QObject* receiver, QEvent* event) override;
    /// Thread-safe. If there is no memory for the report, the program exits as after an error. The journal keeps what
    /// an apply has done.
    void report(const QString& exception);

Q_SIGNALS:
    /// Emitted on the GUI thread.
    void unexpectedError(const QString& exception);
};

} // namespace planlens::widgets
