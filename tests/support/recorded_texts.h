// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QList>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>

/// Painted texts and their positions.
namespace planlens::testing {

struct PaintedText {
    QString text;
    QRectF rect;       // in device coordinates
    double height = 0; // of the font, in device coordinates
};

/// A paint device that only records texts.
class TextRecorder final : public QPaintDevice {
public:
    explicit TextRecorder(const QSize& size)
        : m_size(size) {}
    const QList<PaintedText>& texts() const { return m_engine.m_texts; }
    QPaintEngine* paintEngine() const override { return &m_engine; }

protected:
    int metric(PaintDeviceMetric metric) const override {
        switch (metric) {
        case PdmWidth:
            return m_size.width();
        case PdmHeight:
            return m_size.height();
        case PdmDepth:
            return 32;
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY:
            return 96;
        default:
            return QPaintDevice::metric(metric);
        }
    }

private:
    class Engine final : public QPaintEngine {
    public:
        Engine()
            : QPaintEngine(AllFeatures) {}
        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        void updateState(const QPaintEngineState& changed) override {
            if (changed.state() & DirtyTransform)
                m_transform = changed.transform();
        }
        void drawTextItem(const QPointF& at, const QTextItem& item) override {
            const QRectF rect(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent());
            m_texts.append({item.text(), m_transform.mapRect(rect), m_transform.mapRect(rect).height()});
        }
        void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
        void drawPath(const QPainterPath&) override {}
        void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
        Type type() const override { return User; }

        QList<PaintedText> m_texts;

    private:
        QTransform m_transform;
    };
    const QSize m_size;
    mutable Engine m_engine;
};

} // namespace planlens::testing
