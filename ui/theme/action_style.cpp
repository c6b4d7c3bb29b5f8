// SPDX-License-Identifier: MPL-2.0
#include "ui/theme/action_style.h"

#include "core/plans/applied_changes.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace planlens::theme {

namespace {

struct Style {
    QRgb light, dark;
    char16_t glyph;
    Qt::PenStyle border;
};

// Found by maximizing the minimum difference for normal vision and three color vision deficiencies, within familiar
// hues and with enough contrast for words.
const Style& style(ActionKind kind) {
    static constexpr std::array<Style, allActionKinds.size()> styles{{
        {0xffb00117, 0xffff5641, u'\u2212', Qt::SolidLine},      // Delete
        {0xff7e3567, 0xfff049d8, u'\u00b1', Qt::SolidLine},      // Replace
        {0xff8c6756, 0xffbf9980, u'\u2298', Qt::DotLine},        // Forget
        {0xffa85c00, 0xfffbe74f, u'~', Qt::DashLine},            // Update
        {0xff0f5e32, 0xff65e1a1, u'+', Qt::SolidLine},           // Create
        {0xff0a70c7, 0xffbae8fd, u'\u2190', Qt::DotLine},        // Read
        {0xff282f91, 0xff4790ff, u'\u21e2', Qt::DashDotLine},    // Import
        {0xff3017f3, 0xffbfb4fe, u'\u2192', Qt::DashDotDotLine}, // Move
        {0xff6d6d85, 0xff8293a2, u'\u00b7', Qt::SolidLine},      // NoOp
    }};
    return styles[std::size_t(kind)];
}

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ActionStyle)
};

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}
double encoded(double channel) {
    const double c = std::clamp(channel, 0.0, 1.0);
    return c <= 0.0031308 ? c * 12.92 : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

Triple linearRgb(const QColor& color) {
    return {linear(color.redF()), linear(color.greenF()), linear(color.blueF())};
}

Triple multiply(const Matrix& matrix, const Triple& v) {
    Triple result{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            result[i] += matrix[i][j] * v[j];
    return result;
}

Triple oklab(const QColor& color) {
    static constexpr Matrix toCones{{{0.4122214708, 0.5363325363, 0.0514459929},
                                     {0.2119034982, 0.6806995451, 0.1073969566},
                                     {0.0883024619, 0.2817188376, 0.6299787005}}};
    static constexpr Matrix toLab{{{0.2104542553, 0.7936177850, -0.0040720468},
                                   {1.9779984951, -2.4285922050, 0.4505937099},
                                   {0.0259040371, 0.7827717662, -0.8086757660}}};
    Triple cones = multiply(toCones, linearRgb(color));
    for (double& c : cones)
        c = std::cbrt(c);
    return multiply(toLab, cones);
}

double luminance(const QColor& color) {
    const Triple c = linearRgb(color);
    return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
}

} // namespace

ActionKind actionKind(const plans::ResourceInstanceChange& change) {
    switch (change.change.action) {
    case plans::Action::Create:
        return ActionKind::Create;
    case plans::Action::Read:
        return ActionKind::Read;
    case plans::Action::Update:
        return ActionKind::Update;
    case plans::Action::DeleteThenCreate:
    case plans::Action::CreateThenDelete:
        return ActionKind::Replace;
    case plans::Action::Delete:
        return ActionKind::Delete;
    case plans::Action::Forget:
    case plans::Action::ForgetThenCreate: // destroys nothing
        return ActionKind::Forget;
    case plans::Action::NoOp:
        break;
    }
    if (change.change.importing)
        return ActionKind::Import;
    return change.isMoved() ? ActionKind::Move : ActionKind::NoOp;
}

ActionKind listedKind(const plans::Plan& plan, const plans::ResourceInstanceChange& change) {
    const ActionKind kind = actionKind(change);
    return kind == ActionKind::Replace && plans::isOnlyDestroyed(plan, change.address) ? ActionKind::Delete : kind;
}

ActionKind appliedKind(const plans::Plan& plan, const plans::ResourceInstanceChange& change) {
    return plans::isApplied(plan, change.address) ? listedKind(plan, change) : ActionKind::NoOp;
}

QColor color(ActionKind kind, Scheme scheme) {
    return QColor::fromRgb(scheme == Scheme::Light ? style(kind).light : style(kind).dark);
}

QString glyph(ActionKind kind) {
    return QString(QChar(style(kind).glyph));
}

QString glyphHtml(ActionKind kind) {
    return QStringLiteral("<span style='color:%1'><b>%2</b></span>")
        .arg(color(kind, currentScheme()).name(), glyph(kind).toHtmlEscaped());
}

Qt::PenStyle borderStyle(ActionKind kind) {
    return style(kind).border;
}

QString word(ActionKind kind) {
    switch (kind) {
    case ActionKind::Delete:
        return Words::tr("destroy");
    case ActionKind::Replace:
        return Words::tr("replace");
    case ActionKind::Forget:
        return Words::tr("forget");
    case ActionKind::Update:
        return Words::tr("update");
    case ActionKind::Create:
        return Words::tr("create");
    case ActionKind::Read:
        return Words::tr("read");
    case ActionKind::Import:
        return Words::tr("import");
    case ActionKind::Move:
        return Words::tr("move");
    case ActionKind::NoOp:
        return Words::tr("unchanged");
    }
    return {};
}

QString word(const plans::ResourceInstanceChange& change) {
    return change.change.action == plans::Action::ForgetThenCreate ? Words::tr("forget, then create")
                                                                   : word(actionKind(change));
}

QString phrase(ActionKind kind) {
    switch (kind) {
    case ActionKind::Delete:
        return Words::tr("will be destroyed");
    case ActionKind::Replace:
        return Words::tr("must be replaced");
    case ActionKind::Forget:
        return Words::tr("will no longer be managed");
    case ActionKind::Update:
        return Words::tr("will be updated in place");
    case ActionKind::Create:
        return Words::tr("will be created");
    case ActionKind::Read:
        return Words::tr("will be read during apply");
    case ActionKind::Import:
        return Words::tr("will be imported");
    case ActionKind::Move:
        return Words::tr("has moved");
    case ActionKind::NoOp:
        return Words::tr("is unchanged");
    }
    return {};
}

QString countedPhrase(ActionKind kind, int count) {
    switch (kind) {
    case ActionKind::Delete:
        return Words::tr("%n will be destroyed", nullptr, count);
    case ActionKind::Replace:
        return Words::tr("%n must be replaced", nullptr, count);
    case ActionKind::Forget:
        return Words::tr("%n will no longer be managed", nullptr, count);
    case ActionKind::Update:
        return Words::tr("%n will be updated in place", nullptr, count);
    case ActionKind::Create:
        return Words::tr("%n will be created", nullptr, count);
    case ActionKind::Read:
        return Words::tr("%n will be read during apply", nullptr, count);
    case ActionKind::Import:
        return Words::tr("%n will be imported", nullptr, count);
    case ActionKind::Move:
        return Words::tr("%n has moved", nullptr, count);
    case ActionKind::NoOp:
        return Words::tr("%n is unchanged", nullptr, count);
    }
    return {};
}

const Surfaces& surfaces(Scheme scheme) {
    const auto rgb = [](QRgb value) { return QColor::fromRgb(value); };
    static const Surfaces light{rgb(0xfff3f4f6), rgb(0xffffffff), rgb(0xfff8f9fa), rgb(0xffffffff), rgb(0xff1d2127),
                                rgb(0xff575e69), rgb(0xffd3d7dd), rgb(0xff1a5fb4), rgb(0xffffffff), rgb(0xfffdeceb),
                                rgb(0xffe7f5e9), rgb(0xffb3140a), rgb(0xff8a5200), rgb(0xff9aa1ac), rgb(0xfffff0b8),
                                rgb(0xff575e69), rgb(0xff0a3069)};
    static const Surfaces dark{rgb(0xff22262c), rgb(0xff1b1e23), rgb(0xff20242a), rgb(0xff262a31), rgb(0xffe6e8eb),
                               rgb(0xffa3abb6), rgb(0xff3c424c), rgb(0xff3473c9), rgb(0xffffffff), rgb(0xff3a2426),
                               rgb(0xff1e3327), rgb(0xffff8a80), rgb(0xffffc46b), rgb(0xffa3abb6), rgb(0xff322b0d),
                               rgb(0xffa3abb6), rgb(0xffa5d6ff)};
    static const Surfaces highContrast{
        rgb(0xff000000), rgb(0xff000000), rgb(0xff0d0d0d), rgb(0xff000000), rgb(0xffffffff), rgb(0xffdadada),
        rgb(0xffffffff), rgb(0xff7fd6ff), rgb(0xff000000), rgb(0xff3d0000), rgb(0xff002b00), rgb(0xffffa39a),
        rgb(0xffffd27a), rgb(0xffffffff), rgb(0xff332b00), rgb(0xff8c8c8c), rgb(0xffa5d6ff)};
    switch (scheme) {
    case Scheme::Light:
        return light;
    case Scheme::Dark:
        return dark;
    case Scheme::HighContrast:
        break;
    }
    return highContrast;
}

double contrast(const QColor& a, const QColor& b) {
    const double first = luminance(a) + 0.05;
    const double second = luminance(b) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

QColor simulate(const QColor& color, Vision vision) {
    // Machado, Oliveira and Fernandes 2009, severity 1, on linear light.
    static constexpr Matrix protanopia{
        {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
    static constexpr Matrix deuteranopia{
        {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
    static constexpr Matrix tritanopia{
        {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
    Triple seen = linearRgb(color);
    switch (vision) {
    case Vision::Normal:
        break;
    case Vision::Protanopia:
        seen = multiply(protanopia, seen);
        break;
    case Vision::Deuteranopia:
        seen = multiply(deuteranopia, seen);
        break;
    case Vision::Tritanopia:
        seen = multiply(tritanopia, seen);
        break;
    }
    return QColor::fromRgbF(float(encoded(seen[0])), float(encoded(seen[1])), float(encoded(seen[2])));
}

double difference(const QColor& a, const QColor& b) {
    const Triple first = oklab(a);
    const Triple second = oklab(b);
    return 100 * std::hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
}

} // namespace planlens::theme
