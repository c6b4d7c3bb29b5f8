// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QDialog>
#include <QStringList>

namespace planlens::widgets {

/// Asks whether to kill the running operations of an apply.
class ForceQuitDialog final : public QDialog {
    Q_OBJECT
public:
    /// Whether the window closes after killing.
    enum class Then { Close, Stay };
    /// `inFlight` are the operations in progress, `programs` those that would be killed.
    ForceQuitDialog(const QStringList& inFlight, const QStringList& programs, Then then, QWidget* parent = nullptr);
};

} // namespace planlens::widgets
