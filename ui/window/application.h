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
    bool notify(QObject* receiver, QEvent* event) override;
    /// Thread-safe.
    void report(const QString& exception);

Q_SIGNALS:
    /// Emitted on the GUI thread.
    void unexpectedError(const QString& exception);
};

} // namespace planlens::widgets
