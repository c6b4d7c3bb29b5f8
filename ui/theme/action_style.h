// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QColor>
#include <QString>

#include <array>

namespace planlens::plans {
struct Plan;
struct ResourceInstanceChange;
} // namespace planlens::plans

/// Colors, glyphs and words of the window.
namespace planlens::theme {

enum class Scheme { Light, Dark, HighContrast };

/// The action kinds shown in the window, most severe first. Both orders of replacement are one kind.
enum class ActionKind { Delete, Replace, Forget, Update, Create, Read, Import, Move, NoOp };
inline constexpr std::array allActionKinds{ActionKind::Delete, ActionKind::Replace, ActionKind::Forget,
                                           ActionKind::Update, ActionKind::Create,  ActionKind::Read,
                                           ActionKind::Import, ActionKind::Move,    ActionKind::NoOp};

/// Returns the kind of a change; import and move only if there is no other action.
ActionKind actionKind(const plans::ResourceInstanceChange& change);
/// Like actionKind(), but Delete if exclusions leave out the creation of a replacement.
ActionKind listedKind(const plans::Plan& plan, const plans::ResourceInstanceChange& change);
/// Like listedKind(), but NoOp if targets or exclusions leave out the change.
ActionKind appliedKind(const plans::Plan& plan, const plans::ResourceInstanceChange& change);

QColor color(ActionKind kind, Scheme scheme);
/// Returns a character with the same meaning as the color.
QString glyph(ActionKind kind);
/// Returns the glyph in its color, as HTML.
QString glyphHtml(ActionKind kind);
/// Returns "destroy", "replace", …: a verb for buttons and headers.
QString word(ActionKind kind);
/// Returns the same for one change, which may be "forget, then create".
QString word(const plans::ResourceInstanceChange& change);
/// Returns "will be destroyed", …: for sentences and accessible texts.
QString phrase(ActionKind kind);
/// Returns "3 will be destroyed".
QString countedPhrase(ActionKind kind, int count);
Qt::PenStyle borderStyle(ActionKind kind);

/// Colors of backgrounds and text.
struct Surfaces {
    QColor window, base, alternate, raised, text, dimText, border, accent, accentText, beforeTint, afterTint, error,
        warning, control, matchTint, disabledText, literal; // literal: texts and numbers in source code
};
const Surfaces& surfaces(Scheme scheme);

/// Returns the WCAG contrast ratio, 1 to 21.
double contrast(const QColor& a, const QColor& b);

enum class Vision { Normal, Protanopia, Deuteranopia, Tritanopia };
/// Returns a color as seen with this kind of vision.
QColor simulate(const QColor& color, Vision vision);
/// Returns the perceived difference (Oklab, times 100).
double difference(const QColor& a, const QColor& b);

} // namespace planlens::theme
