// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QObject>

class QWidget;

namespace planlens::widgets {

/// Takes folders that are dropped on a window. Anything else is left to the window.
class FolderDrop final : public QObject {
    Q_OBJECT
public:
    explicit FolderDrop(QWidget& window);

Q_SIGNALS:
    void dropped(const QStringList& folders);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
};

} // namespace planlens::widgets
