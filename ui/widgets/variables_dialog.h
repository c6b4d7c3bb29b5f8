// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/session/session_types.h"

#include <QDialog>

class QLineEdit;

namespace planlens::widgets {

/// Asks for the variables that have no value. What is typed stays in memory only.
class VariablesDialog final : public QDialog {
    Q_OBJECT
public:
    explicit VariablesDialog(const QVector<session::MissingVariable>& missing, QWidget* parent = nullptr);
    QHash<QString, QString> values() const;

private:
    QHash<QString, QLineEdit*> m_fields;
};

} // namespace planlens::widgets
