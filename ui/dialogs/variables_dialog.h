// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"

#include <QDialog>

#include <vector>

class QFormLayout;
class QLabel;

namespace planlens::widgets {

/// Asks for values of variables: text, numbers, booleans, and everything else as HCL. Entered values are only kept in
/// memory.
class VariablesDialog final : public QDialog {
    Q_OBJECT
public:
    enum class Purpose { GiveMissing, TryOthers };
    explicit VariablesDialog(const QVector<session::AskedVariable>& variables, QWidget* parent = nullptr,
                             Purpose purpose = Purpose::GiveMissing);
    QHash<QString, QString> values() const;
    /// Returns the values changed since the dialog was opened.
    QHash<QString, QString> changedValues() const;

    /// Keeps the dialog open while a value is invalid.
    void accept() override;

private:
    struct Field {
        session::AskedVariable variable;
        QWidget* editor = nullptr; // line edit, combo box or text edit
        QLabel* error = nullptr;
        QString initial = {}; // initial contents of the editor
    };
    QWidget* makeEditor(const session::AskedVariable& variable, QWidget* parent);
    void addField(QFormLayout& form, const session::AskedVariable& variable, QWidget* page);
    static QString valueOf(const Field& field);
    static QString problemOf(const Field& field);
    static void showError(const Field& field, const QString& text);

    std::vector<Field> m_fields;
};

} // namespace planlens::widgets
