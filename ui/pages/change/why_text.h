// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"

#include <QString>

class QPalette;

namespace planlens::plans {
struct Plan;
struct ResourceInstanceChange;
} // namespace planlens::plans

namespace planlens::risk {
struct LikelyMove;
}

namespace planlens::widgets {

/// The explanation of a change as rich text.
struct WhyHtml {
    QString summary; // the address and one sentence
    /// The causes with their origin and source range, the chain to the root cause, the changes that follow from it,
    /// kept differences, and the `moved` block for a possible rename. May be empty.
    QString reasons;
};

/// Explains a change. Texts are masked with `secrets`. Links lead to other changes ("#address"), source lines
/// ("edit:file#line"), generated configuration ("generated:"), and copy the block ("copy:") or the address
/// ("copy-address:").
WhyHtml whyHtml(const plans::Plan& plan, const plans::ResourceInstanceChange& change, const QPalette& palette,
                const risk::LikelyMove* move = nullptr, const masking::Secrets& secrets = {});

/// Returns the address of a heading, which is copied by a click.
QString headingHtml(const QString& address);

} // namespace planlens::widgets
