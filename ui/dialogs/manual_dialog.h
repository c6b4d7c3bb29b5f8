// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QDialog>

class QListWidget;

namespace planlens::widgets {

class ManualPage;

/// The manual of docs/, which is a part of the program: its pages and the one that is shown.
class ManualDialog final : public QDialog {
    Q_OBJECT
public:
    explicit ManualDialog(QWidget* parent);

private:
    void mark(const QUrl& page);

    QListWidget* m_contents;
    ManualPage* m_page;
};

} // namespace planlens::widgets
