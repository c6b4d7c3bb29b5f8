// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

namespace planlens {

/// From now on, all labels and tool tips of the application show their text verbatim. By default Qt guesses whether a
/// text is HTML; a name or value in a plan could then load local files. Labels with HTML made by Planlens set
/// Qt::RichText. May be called repeatedly; GUI thread only.
void keepTextsPlain();

/// Returns a text for a tool tip: long lines are wrapped, which Qt does for HTML only.
QString toolTipText(const QString& text);

/// Returns the text of a menu or button without the marks of keys: "Review & apply…" of "Re&view && apply…".
QString withoutKeyMarks(QString text);

/// Returns an address with invisible characters, so that lines are broken only before its "." and "[" outside of keys,
/// and after spaces in keys.
QString breakableAddress(const QString& address);
/// Returns a text without these characters, for the clipboard.
QString withoutBreaks(QString text);

} // namespace planlens
