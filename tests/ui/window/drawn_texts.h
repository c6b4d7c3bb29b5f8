// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QByteArray>
#include <QFontInfo>
#include <QHash>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QRegularExpression>
#include <QString>
#include <QWidget>

#include <memory>

/// Reads the texts of pictures.
namespace planlens::testing {

/// Collects the texts of everything that is drawn on it.
class TextRecorder final : public QPaintDevice {
public:
    explicit TextRecorder(QSize size)
        : m_size(size) {}
    QPaintEngine* paintEngine() const override { return m_engine.get(); }
    const QString& text() const { return m_engine->text; }
    /// Returns the texts in a monospaced font.
    const QString& monospaced() const { return m_engine->monospaced; }

protected:
    int metric(PaintDeviceMetric metric) const override {
        constexpr int dotsPerInch = 96;
        switch (metric) {
        case PdmWidth:
            return m_size.width();
        case PdmHeight:
            return m_size.height();
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY:
            return dotsPerInch;
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return int(devicePixelRatioFScale());
        default:
            return QPaintDevice::metric(metric);
        }
    }

private:
    struct Engine final : QPaintEngine {
        Engine()
            : QPaintEngine(AllFeatures) {}
        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        void updateState(const QPaintEngineState&) override {}
        void drawPath(const QPainterPath&) override {}
        void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
        void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
        void drawTextItem(const QPointF&, const QTextItem& item) override {
            text += item.text();
            if (QFontInfo(item.font()).fixedPitch())
                monospaced += item.text();
        }
        Type type() const override { return User; }
        QString text, monospaced;
    };
    QSize m_size;
    std::unique_ptr<Engine> m_engine = std::make_unique<Engine>();
};

/// Returns a text without the spaces, line breaks and ligatures of its layout.
inline QString withoutLayout(QString text) {
    static const QRegularExpression spaces(QStringLiteral("[\\s\u200b\u2060]+"));
    return text.normalized(QString::NormalizationForm_KC).remove(spaces);
}

/// Returns the text that a widget draws, without layout.
inline QString drawnTextOf(QWidget& widget) {
    TextRecorder recorder(widget.size());
    widget.render(&recorder);
    return withoutLayout(recorder.text());
}

/// Returns its part in a monospaced font.
inline QString monospacedTextOf(QWidget& widget) {
    TextRecorder recorder(widget.size());
    widget.render(&recorder);
    return withoutLayout(recorder.monospaced());
}

/// Returns the text of a PDF of QPdfWriter, without layout. Reads its glyphs and the tables that map them to
/// characters.
inline QString textOfPdf(const QByteArray& pdf) {
    QHash<QByteArray, QByteArray> objects; // text or inflated stream, by number
    for (qsizetype at = 0; (at = pdf.indexOf(" 0 obj\n", at)) >= 0; ++at) {
        const qsizetype number = pdf.lastIndexOf('\n', at) + 1, begin = at + 7, end = pdf.indexOf("endobj", begin);
        QByteArray object = pdf.mid(begin, end - begin);
        if (const qsizetype stream = object.indexOf("stream\n"); stream >= 0) {
            const bool isDeflated = object.left(stream).contains("/FlateDecode");
            object = object.mid(stream + 7);
            if (isDeflated)
                object = qUncompress(QByteArray("\0\x10\0\0", 4) + object);
        }
        objects.insert(pdf.mid(number, at - number), object);
    }
    static const QRegularExpression font(QStringLiteral("/(F\\d+) (\\d+) 0 R")),
        table(QStringLiteral("/ToUnicode (\\d+) 0 R")),
        range(QStringLiteral("<([0-9A-F]{4})> <[0-9A-F]{4}> \\[([^\\]]*)\\]")),
        token(QStringLiteral("/(F\\d+) [\\d.]+ Tf|<([0-9A-F]+)>"));
    QHash<QString, QHash<uint, QString>> fonts; // characters by glyph, by font
    for (const QByteArray& object : std::as_const(objects))
        for (auto names = font.globalMatch(QString::fromLatin1(object)); names.hasNext();) {
            const QRegularExpressionMatch name = names.next();
            const QString described = QString::fromLatin1(objects.value(name.captured(2).toLatin1()));
            const QString map = QString::fromLatin1(objects.value(table.match(described).captured(1).toLatin1()));
            for (auto ranges = range.globalMatch(map); ranges.hasNext();) {
                const QRegularExpressionMatch one = ranges.next();
                uint glyph = one.captured(1).toUInt(nullptr, 16);
                for (const QString& code : one.captured(2).split(QLatin1Char(' '), Qt::SkipEmptyParts))
                    fonts[name.captured(1)].insert(glyph++, QChar(char16_t(code.mid(1, 4).toUInt(nullptr, 16))));
            }
        }
    QString text;
    for (const QByteArray& object : std::as_const(objects)) {
        if (!object.contains(" Tf ")) // no page
            continue;
        QString current;
        for (auto tokens = token.globalMatch(QString::fromLatin1(object)); tokens.hasNext();) {
            const QRegularExpressionMatch one = tokens.next();
            if (one.hasCaptured(1) && !one.captured(1).isEmpty())
                current = one.captured(1);
            for (qsizetype i = 0; i + 4 <= one.captured(2).size(); i += 4)
                text += fonts.value(current).value(one.captured(2).mid(i, 4).toUInt(nullptr, 16));
        }
    }
    return withoutLayout(text);
}

} // namespace planlens::testing
