// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"
#include "ui/basics/text.h"

#include <QCoreApplication>

namespace planlens::models {

using masking::Secrets;
using masking::secretsOf;
using masking::Sensitive;

/// Returns the mask in the language of the window.
inline QString secretMask() {
    return QCoreApplication::translate("AttributeRows", "(sensitive value)");
}
/// Returns a text with its secrets masked.
inline QString maskedText(std::string_view text, const Secrets& secrets) {
    return qstring(secrets.masked(text, secretMask().toStdString()));
}

} // namespace planlens::models
