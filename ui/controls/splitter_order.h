// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QSplitter>

namespace planlens::widgets {

/// Puts the children of a splitter in their order on the screen, in which assistive technology walks them. A splitter
/// adds each widget before those that it has.
inline void orderChildren(const QSplitter& splitter) {
    for (int i = splitter.count() - 1; i >= 0; --i)
        splitter.widget(i)->lower();
}

} // namespace planlens::widgets
