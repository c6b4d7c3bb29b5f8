// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

class QFontMetrics;

namespace planlens::widgets {

/// The parts of the address of a resource instance, as a row of the list shows them.
struct AddressParts {
    QString type;   // with the dot after it
    QString name;   // with the key
    QString module; // may be empty
};

/// Elides the parts to a width in pixels. Type and name are measured with `mono`, the module with `small`; there is a
/// gap of one grid unit before the module. Nothing is elided if all parts fit, and only the module, but not its keys,
/// if that suffices. Otherwise the type is elided first, at its left, then the module, whose keys and end are most
/// significant, then the name; its key is elided last. The end of the type always stays.
AddressParts addressParts(const AddressParts& whole, const QFontMetrics& mono, const QFontMetrics& small, int width);

} // namespace planlens::widgets
