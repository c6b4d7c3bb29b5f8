// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QByteArray>
#include <QJsonValue>
#include <QList>
#include <QString>

namespace planlens::testing {

/// A JSON text as a value. Numbers with more digits than a double holds become strings "number:…", so that no digit is
/// lost.
QJsonValue parseJson(const QByteArray& text);
/// The values of a text of one JSON object a line; other lines are passed over.
QList<QJsonObject> parseLines(const QByteArray& text);
/// The first difference as "path: what", empty where there is none. "<<varies>>" on the wanted side matches everything.
QString difference(const QJsonValue& wanted, const QJsonValue& got, const QString& path = QStringLiteral("$"));
/// The same for texts, line by line.
QString textDifference(const QByteArray& wanted, const QByteArray& got);
/// The elements in an order of their own, for lists whose order means nothing.
QJsonValue inOrder(const QJsonValue& list);

} // namespace planlens::testing
