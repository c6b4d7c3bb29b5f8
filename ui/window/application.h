// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QApplication>

namespace planlens::widgets {

/// The application object. An exception that leaves a slot or an event handler, on any thread with an event loop, is
/// reported by a signal, and the program goes on.
class Application final : public QApplication {
    Q_OBJECT
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override;
    /// From any thread.
    void report(const QString& exception);

Q_SIGNALS:
    /// On the GUI thread.
    void unexpectedError(const QString& exception);
};

} // namespace planlens::widgets
