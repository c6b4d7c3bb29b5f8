// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"

#include <QString>
#include <QStringList>

namespace planlens::plans {
struct Plan;
}

namespace planlens::widgets {

/// Returns what several selected changes have in common, as rich text: the numbers by action, the attributes that all
/// of them change, and the addresses as links ("#address").
QString severalHtml(const plans::Plan& plan, const QStringList& addresses, const masking::Secrets& secrets);

} // namespace planlens::widgets
