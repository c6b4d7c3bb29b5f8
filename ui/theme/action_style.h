// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QColor>
#include <QString>

#include <array>

namespace planlens::plans {
struct ResourceInstanceChange;
}

/// Colours, glyphs and words: the one place that knows how things look.
namespace planlens::theme {

enum class Scheme { Light, Dark, HighContrast };

/// What the window tells apart about a change, most severe first. Both orders of replacing are one kind.
enum class ActionKind { Delete, Replace, Forget, Update, Create, Read, Import, Move, NoOp };
inline constexpr std::array allActionKinds{ActionKind::Delete, ActionKind::Replace, ActionKind::Forget,
                                           ActionKind::Update, ActionKind::Create,  ActionKind::Read,
                                           ActionKind::Import, ActionKind::Move,    ActionKind::NoOp};

/// The kind that a change counts as; importing and moving only where nothing else is done.
ActionKind actionKind(const plans::ResourceInstanceChange& change);

QColor color(ActionKind kind, Scheme scheme);
/// One character that says the same as the colour.
QString glyph(ActionKind kind);
/// "destroy", "replace", …: a verb for buttons and headers.
QString word(ActionKind kind);
/// "will be destroyed", …: for sentences and accessible texts.
QString phrase(ActionKind kind);
/// "3 will be destroyed".
QString countedPhrase(ActionKind kind, int count);
Qt::PenStyle borderStyle(ActionKind kind);

/// Colours of surfaces and texts.
struct Surfaces {
    QColor window, base, alternate, raised, text, dimText, border, accent, accentText, beforeTint, afterTint, error,
        warning, control, matchTint, disabledText;
};
const Surfaces& surfaces(Scheme scheme);

/// WCAG contrast ratio, 1 to 21.
double contrast(const QColor& a, const QColor& b);

enum class Vision { Normal, Protanopia, Deuteranopia, Tritanopia };
/// How a colour looks to a person who sees so.
QColor simulate(const QColor& color, Vision vision);
/// Perceived difference (Oklab, times 100).
double difference(const QColor& a, const QColor& b);

} // namespace planlens::theme
