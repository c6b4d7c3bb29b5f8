// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

class QAction;
class QToolButton;
class QWidget;

namespace planlens::widgets {

/// Fills a region of the window: a header line with a title and `beside`, which may be null, above its content.
void fillPane(QWidget& region, const QString& title, QWidget* content, QWidget* beside);
/// Makes such a region.
QWidget* pane(const QString& title, QWidget* content, QWidget* beside, QWidget* parent);
/// Makes a flat button for an action, for the header line of a pane.
QToolButton* paneButton(QAction& action, QWidget* parent);
/// Makes such a button that shows its icon if the header is too narrow for the text.
QToolButton* shrinkingPaneButton(QAction& action, QWidget* parent);

/// Reduces a pane to its title, or shows its content again.
void foldPane(QWidget& region, bool isFolded);

/// Returns the widget of a region that gets the focus: the region itself or the first one in it; null if none can.
QWidget* focusOf(QWidget& region);

/// Returns the object name of the titles of panes.
QString paneTitleName();

} // namespace planlens::widgets
