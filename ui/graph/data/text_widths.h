// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QFont>
#include <QString>

#include <array>

namespace planlens::graph {

/// The widths of characters of a font. Measured once, because layouts of large plans measure thousands of names on
/// other threads.
class TextWidths {
public:
    /// All characters have this width.
    explicit TextWidths(double width = 8);
    explicit TextWidths(const QFont& font);

    double of(QStringView text) const;
    /// The width of a text of so many average characters.
    double ofCharacters(int count) const { return m_average * count; }

private:
    std::array<double, 128> m_ascii{};
    double m_average = 0; // also of other characters
};

} // namespace planlens::graph
