// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

namespace planlens::plans {
struct ResourceInstanceChange;
}

/// A resource instance has a change of its current object and one of each deposed object. The key of a change is the
/// address of the instance, followed by the deposed key if any: "aws_instance.web (deposed object 23af97a9)".
namespace planlens {

QString changeKey(const plans::ResourceInstanceChange& change);
QString changeKey(const QString& instance, const QString& deposedKey);
/// Returns the address of the resource instance of a change. Other addresses are returned as they are.
QString instanceOf(const QString& changeKey);
/// Returns the deposed key of a change; empty for the current object.
QString deposedKeyOf(const QString& changeKey);

} // namespace planlens
