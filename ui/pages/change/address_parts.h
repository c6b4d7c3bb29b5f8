// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>
#include <QVector>

class QFontMetrics;

namespace planlens::widgets {

/// The parts of the address of a resource instance, as a row of the list shows them.
struct AddressParts {
    QString type;   // with the dot after it
    QString name;   // with the key
    QString module; // may be empty
};

/// Elides the parts to a width in pixels. Type and name are measured with `mono`, the module with `small`; there is a
/// gap of one grid unit before the module. Nothing is elided if all parts fit. The module is elided first, but not its
/// keys if they fit, nor what tells it from the modules of the rows beside it, then the key of the
/// name, but not what tells it from the names of the rows beside it, then the type in its middle, because the type is
/// what tells resources with names such as "this". A name without a long key is elided last.
AddressParts addressParts(const AddressParts& whole, const QVector<AddressParts>& rowsBeside, const QFontMetrics& mono,
                          const QFontMetrics& small, int width);

} // namespace planlens::widgets
