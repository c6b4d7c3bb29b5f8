// SPDX-License-Identifier: MPL-2.0
#include "ui/theme/action_style.h"

#include <QTest>

using namespace planlens::theme;

Q_DECLARE_METATYPE(planlens::theme::Scheme)

class TestTheme final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void textCanBeRead_data();
    void textCanBeRead();
    void highContrastIsHigher();
    void actionsCanBeRead_data() { schemes(); }
    void actionsCanBeRead();
    void actionsStayApart_data();
    void actionsStayApart();
    void glyphsAndWordsDiffer();

private:
    static void schemes();
};

void TestTheme::schemes() {
    QTest::addColumn<Scheme>("scheme");
    QTest::newRow("light") << Scheme::Light;
    QTest::newRow("dark") << Scheme::Dark;
    QTest::newRow("high contrast") << Scheme::HighContrast;
}

void TestTheme::textCanBeRead_data() {
    schemes();
}

void TestTheme::textCanBeRead() {
    QFETCH(Scheme, scheme);
    const Surfaces& s = surfaces(scheme);
    for (const QColor& background : {s.window, s.base, s.alternate, s.raised, s.beforeTint, s.afterTint, s.matchTint}) {
        QVERIFY2(contrast(s.text, background) >= 4.5, qPrintable(background.name()));
        QVERIFY2(contrast(s.dimText, background) >= 4.5, qPrintable(background.name()));
        QVERIFY2(contrast(s.literal, background) >= 4.5, qPrintable(background.name()));
    }
    for (const QColor& background : {s.window, s.base, s.raised}) {
        QVERIFY2(contrast(s.disabledText, background) >= 4.5, qPrintable(background.name()));
        QVERIFY2(contrast(s.error, background) >= 4.5, qPrintable(background.name()));
        QVERIFY2(contrast(s.warning, background) >= 4.5, qPrintable(background.name()));
    }
    QVERIFY(contrast(s.accentText, s.accent) >= 4.5);
    for (const QColor& background : {s.window, s.base, s.raised}) // lines and bars
        QVERIFY2(contrast(s.accent, background) >= 3, qPrintable(background.name()));
    QVERIFY(contrast(s.text, s.disabledText) >= 1.8); // by more than its hue
    QVERIFY(contrast(s.control.darker(140), s.base) >= 3);
}

/// The high contrast scheme has a contrast of at least 7 : 1 for text, and 4.5 : 1 for lines and glyphs.
void TestTheme::highContrastIsHigher() {
    const Surfaces& s = surfaces(Scheme::HighContrast);
    for (const QColor& background : {s.window, s.base, s.alternate, s.raised, s.beforeTint, s.afterTint, s.matchTint})
        for (const QColor& text : {s.text, s.dimText, s.literal})
            QVERIFY2(contrast(text, background) >= 7, qPrintable(background.name()));
    QVERIFY(contrast(s.error, s.base) >= 7 && contrast(s.warning, s.base) >= 7 &&
            contrast(s.accentText, s.accent) >= 7);
    QVERIFY(contrast(s.border, s.base) >= 7);
    QVERIFY(contrast(s.text, s.disabledText) >= 3);
    for (const ActionKind kind : allActionKinds)
        QVERIFY2(contrast(color(kind, Scheme::HighContrast), s.base) >= 4.5, qPrintable(word(kind)));
}

/// Action colors are those of glyphs and of words. On a tinted background, they are those of glyphs only.
void TestTheme::actionsCanBeRead() {
    QFETCH(Scheme, scheme);
    const Surfaces& s = surfaces(scheme);
    const auto verify = [scheme](ActionKind kind, const QColor& background, double least) {
        const double found = contrast(color(kind, scheme), background);
        QVERIFY2(found >= least,
                 qPrintable(QStringLiteral("%1 on %2: %3").arg(word(kind), background.name()).arg(found)));
    };
    for (const ActionKind kind : allActionKinds) {
        for (const QColor& background : {s.window, s.base, s.alternate, s.raised})
            verify(kind, background, 4.5);
        for (const QColor& background : {s.matchTint, s.beforeTint, s.afterTint})
            verify(kind, background, 4);
    }
}

void TestTheme::actionsStayApart_data() {
    QTest::addColumn<Scheme>("scheme");
    QTest::addColumn<int>("vision");
    const QStringList visions{QStringLiteral("normal"), QStringLiteral("protanopia"), QStringLiteral("deuteranopia"),
                              QStringLiteral("tritanopia")};
    for (int vision = 0; vision < visions.size(); ++vision) {
        QTest::addRow("light, %s", qPrintable(visions[vision])) << Scheme::Light << vision;
        QTest::addRow("dark, %s", qPrintable(visions[vision])) << Scheme::Dark << vision;
        QTest::addRow("high contrast, %s", qPrintable(visions[vision])) << Scheme::HighContrast << vision;
    }
}

void TestTheme::actionsStayApart() {
    QFETCH(Scheme, scheme);
    QFETCH(int, vision);
    for (const ActionKind a : allActionKinds)
        for (const ActionKind b : allActionKinds) {
            if (a >= b)
                continue;
            const double apart =
                difference(simulate(color(a, scheme), Vision(vision)), simulate(color(b, scheme), Vision(vision)));
            QVERIFY2(apart >= 7, qPrintable(QStringLiteral("%1 and %2: %3").arg(word(a), word(b)).arg(apart)));
        }
}

void TestTheme::glyphsAndWordsDiffer() {
    QSet<QString> glyphs, words;
    for (const ActionKind kind : allActionKinds) {
        glyphs.insert(glyph(kind));
        words.insert(word(kind));
    }
    QCOMPARE(glyphs.size(), qsizetype(allActionKinds.size()));
    QCOMPARE(words.size(), qsizetype(allActionKinds.size()));
}

QTEST_APPLESS_MAIN(TestTheme)
#include "tst_theme.moc"
