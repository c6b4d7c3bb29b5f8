// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QByteArray>
#include <QJsonValue>
#include <QList>
#include <QString>

namespace planlens::testing {

/// Parses a JSON text. Numbers with more digits than a double can represent become strings "number:…", so that no digit
/// is lost.
QJsonValue parseJson(const QByteArray& text);
/// Parses a text with one JSON object per line. Other lines are skipped.
QList<QJsonObject> parseLines(const QByteArray& text);
/// Returns the first difference as "path: description"; empty if none. "<<varies>>" in `wanted` matches everything.
QString difference(const QJsonValue& wanted, const QJsonValue& got, const QString& path = QStringLiteral("$"));
/// Like difference(), for texts, line by line.
QString textDifference(const QByteArray& wanted, const QByteArray& got);
/// Returns the elements in a fixed order, for lists whose order has no meaning.
QJsonValue inOrder(const QJsonValue& list);

} // namespace planlens::testing
