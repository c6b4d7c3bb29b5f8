// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QDialog>

namespace planlens::widgets {

/// All shortcuts of a window: those of its actions and buttons, and those of single widgets.
class ShortcutsPage final : public QDialog {
    Q_OBJECT
public:
    explicit ShortcutsPage(QWidget& window);
};

} // namespace planlens::widgets
