// SPDX-License-Identifier: MPL-2.0
#include "ui/basics/plain_text.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLabel>
#include <QPointer>
#include <QRegularExpression>
#include <QTextBoundaryFinder>

namespace planlens {

namespace {

class PlainTextFilter final : public QObject {
public:
    using QObject::QObject;
    /// Labels are polished before they lay out their text, including those of tool tips and message boxes.
    bool eventFilter(QObject* object, QEvent* event) override {
        if (event->type() == QEvent::Polish)
            if (auto* label = qobject_cast<QLabel*>(object); label && label->textFormat() == Qt::AutoText)
                label->setTextFormat(Qt::PlainText);
        return QObject::eventFilter(object, event);
    }
};

} // namespace

void keepTextsPlain() {
    static QPointer<PlainTextFilter> filter; // deleted with the application
    if (filter)
        return;
    filter = new PlainTextFilter(QCoreApplication::instance());
    QCoreApplication::instance()->installEventFilter(filter);
}

QString toolTipText(const QString& text) {
    constexpr qsizetype columns = 100;
    QString wrapped;
    for (const QStringView line : QStringView(text).split(u'\n')) {
        if (!wrapped.isEmpty())
            wrapped += u'\n';
        QTextBoundaryFinder finder(QTextBoundaryFinder::Line, line.data(), line.size());
        qsizetype start = 0, end = 0; // of the current line
        for (qsizetype next = finder.toNextBoundary(); next >= 0; next = finder.toNextBoundary()) {
            if (next - start > columns && end > start) {
                wrapped += line.sliced(start, end - start).trimmed() % u'\n';
                start = end;
            }
            end = next;
        }
        wrapped += line.sliced(start);
    }
    return wrapped;
}

QString withoutKeyMarks(QString text) {
    static const QRegularExpression mark(QStringLiteral("&(.)"));
    return text.replace(mark, QStringLiteral("\\1"));
}

namespace {

constexpr QChar maybeBreak(u'\u200b'), noBreak(u'\u2060');

} // namespace

QString breakableAddress(const QString& address) {
    QString text;
    bool isInKey = false;
    for (const QChar character : address) {
        if (!isInKey && !text.isEmpty() && (character == u'.' || character == u'['))
            text += maybeBreak;
        text += character;
        isInKey ^= character == u'"';
        const bool isWord = character.isLetterOrNumber() || character.isSurrogate() || character.isMark();
        if (isInKey ? !isWord : character == u'-')
            text += noBreak; // otherwise lines can end here
    }
    return text;
}

QString withoutBreaks(QString text) {
    return text.remove(maybeBreak).remove(noBreak);
}

} // namespace planlens
