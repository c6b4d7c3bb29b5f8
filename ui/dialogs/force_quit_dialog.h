// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QDialog>
#include <QStringList>

namespace planlens::widgets {

/// Asks whether what still runs while applying is to be killed.
class ForceQuitDialog final : public QDialog {
    Q_OBJECT
public:
    /// What is being applied, and the programs that would be killed.
    ForceQuitDialog(const QStringList& inFlight, const QStringList& programs, QWidget* parent = nullptr);
};

} // namespace planlens::widgets
