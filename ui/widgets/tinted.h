// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QWidget>

namespace planlens::widgets {

/// A stripe across the window that says how what is below is to be read; it has the tint of the theme that is in force.
class Tinted : public QWidget {
    Q_OBJECT
public:
    enum class Tone { Notice, Warning };
    explicit Tinted(QWidget* parent = nullptr);
    void setTone(Tone tone);

protected:
    void changeEvent(QEvent* event) override;

private:
    void dress();

    Tone m_tone = Tone::Notice;
};

} // namespace planlens::widgets
