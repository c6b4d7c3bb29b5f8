// SPDX-License-Identifier: MPL-2.0
#include "ui/theme/command_icon.h"

#include "ui/theme/outline.h"
#include "ui/theme/theme.h"

#include <QIconEngine>
#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <array>
#include <utility>

namespace planlens::theme {

namespace {

struct Shape {
    const char* name; // in icon themes; empty for pictures that have no standard name
    const char* path;
};

constexpr Shape folder{"folder-open", "M 3 19 L 3 5 L 9 5 L 11 8 L 21 8 L 21 19 Z"};
constexpr Shape document{"document-open", "M 6 3 L 14 3 L 18 7 L 18 21 L 6 21 Z M 14 3 L 14 7 L 18 7"};
constexpr Shape clock{"document-open-recent", "O 12 12 9 M 12 7 L 12 12 L 16 14"};
constexpr Shape save{"document-save-as", "M 12 15 L 12 3 M 7 8 L 12 3 L 17 8 M 4 14 L 4 20 L 20 20 L 20 14"};
constexpr Shape warning{"dialog-warning", "M 12 4 L 21 20 L 3 20 Z M 12 10 L 12 14 M 12 17 L 12 17.1"};
constexpr Shape money{"", "O 12 12 9 M 15 9 C 13 7 9 7.5 9 9.8 C 9 13 15 11 15 14.3 C 15 16.6 11 17 9 15 M 12 5.5 L "
                          "12 18.5"};
constexpr Shape shield{"security-high", "M 12 3 L 20 6 L 20 12 C 20 16.5 17 19.5 12 21 C 7 19.5 4 16.5 4 12 L 4 6 Z M "
                                        "8.5 12 L 11 14.5 L 15.5 9.5"};
constexpr Shape larger{"zoom-in", "M 5 12 L 19 12 M 12 5 L 12 19"};
constexpr Shape smaller{"zoom-out", "M 5 12 L 19 12"};
constexpr Shape plus{"tab-new", "M 4 4 L 20 4 L 20 20 L 4 20 Z M 12 8 L 12 16 M 8 12 L 16 12"};
constexpr Shape window{"window-new", "M 3 5 L 21 5 L 21 19 L 3 19 Z M 3 9 L 21 9"};
constexpr Shape closed{"window-close", "M 6 6 L 18 18 M 18 6 L 6 18"};
constexpr Shape quit{"application-exit", "M 12 3 L 12 12 M 7 6.5 C 3 10 3.5 16 7.5 18.7 C 10.3 20.5 13.7 20.5 16.5 "
                                         "18.7 C 20.5 16 21 10 17 6.5"};
constexpr Shape undo{"edit-undo", "M 9 4 L 4 9 L 9 14 M 4 9 L 14 9 C 22 9 22 20 14 20 L 11 20"};
constexpr Shape redo{"edit-redo", "M 15 4 L 20 9 L 15 14 M 20 9 L 10 9 C 2 9 2 20 10 20 L 13 20"};
constexpr Shape copy{"edit-copy", "M 9 9 L 20 9 L 20 20 L 9 20 Z M 5 15 L 4 15 L 4 4 L 15 4 L 15 5"};
constexpr Shape find{"edit-find", "O 10.5 10.5 6.5 M 15.5 15.5 L 21 21"};
constexpr Shape up{"go-up", "M 12 19 L 12 5 M 6 11 L 12 5 L 18 11"};
constexpr Shape down{"go-down", "M 12 5 L 12 19 M 6 13 L 12 19 L 18 13"};
constexpr Shape next{"go-next", "M 5 12 L 19 12 M 13 6 L 19 12 L 13 18"};
constexpr Shape previous{"go-previous", "M 19 12 L 5 12 M 11 6 L 5 12 L 11 18"};
constexpr Shape refresh{"view-refresh", "M 20 11 C 19 6.5 16 4 12 4 C 8.5 4 6 6 4.5 9 M 4 4 L 4.5 9 L 9.5 8.5 M 4 13 C "
                                        "5 17.5 8 20 12 20 C 15.5 20 18 18 19.5 15 M 20 20 L 19.5 15 L 14.5 15.5"};
constexpr Shape changes{"", "M 12 4 L 12 14 M 7 9 L 17 9 M 7 19 L 17 19"};
constexpr Shape eye{"view-visible", "M 2 12 C 5 6.5 8.5 5 12 5 C 15.5 5 19 6.5 22 12 C 19 17.5 15.5 19 12 19 C 8.5 19 "
                                    "5 17.5 2 12 Z O 12 12 3"};
constexpr Shape bin{"edit-delete", "M 4 7 L 20 7 M 9 7 L 9 4 L 15 4 L 15 7 M 6 7 L 7 20 L 17 20 L 18 7 M 10 11 L 10 16 "
                                   "M 14 11 L 14 16"};
constexpr Shape exchange{"", "M 4 8 L 20 8 M 16 4 L 20 8 L 16 12 M 20 16 L 4 16 M 8 12 L 4 16 L 8 20"};
constexpr Shape prohibited{"", "O 12 12 9 M 5.6 5.6 L 18.4 18.4"};
constexpr Shape target{"", "O 12 12 9 O 12 12 3.5"};
constexpr Shape lines{"", "M 4 6 L 20 6 M 4 12 L 20 12 M 4 18 L 20 18"};
constexpr Shape check{"dialog-ok", "M 4 12 L 10 18 L 20 6"};
constexpr Shape funnel{"view-filter", "M 3 4 L 21 4 L 14 12.5 L 14 19 L 10 21 L 10 12.5 Z"};
constexpr Shape unfold{"", "M 7 9 L 12 4 L 17 9 M 7 15 L 12 20 L 17 15"};
constexpr Shape fold{"", "M 7 4 L 12 9 L 17 4 M 7 20 L 12 15 L 17 20"};
constexpr Shape drum{"", "M 4 6 C 4 2.5 20 2.5 20 6 C 20 9.5 4 9.5 4 6 L 4 18 C 4 21.5 20 21.5 20 18 L 20 6 M 4 12 C 4 "
                         "15.5 20 15.5 20 12"};
constexpr Shape drawer{"", "M 3 4 L 21 4 L 21 20 L 3 20 Z M 3 14 L 21 14"};
constexpr Shape tabs{"", "M 3 20 L 3 4 L 10 4 L 12 9 L 21 9 L 21 20 Z"};
constexpr Shape maximize{"view-fullscreen", "M 14 4 L 20 4 L 20 10 M 10 20 L 4 20 L 4 14 M 20 4 L 14 10 M 4 20 L 10 "
                                            "14"};
constexpr Shape tree{"",
                     "M 3 9 L 9 9 L 9 15 L 3 15 Z M 15 3 L 21 3 L 21 9 L 15 9 Z M 15 15 L 21 15 L 21 21 L 15 21 Z M "
                     "9 12 L 12 12 M 15 6 L 12 6 L 12 18 L 15 18"};
constexpr Shape around{"", "O 12 12 4 M 12 2 L 12 8 M 12 16 L 12 22 M 2 12 L 8 12 M 16 12 L 22 12"};
constexpr Shape cards{"", "M 4 4 L 10 4 L 10 10 L 4 10 Z M 14 4 L 20 4 L 20 10 L 14 10 Z M 4 14 L 10 14 L 10 20 L 4 20 "
                          "Z M 14 14 L 20 14 L 20 20 L 14 20 Z"};
constexpr Shape fit{"zoom-fit-best", "M 4 9 L 4 4 L 9 4 M 15 4 L 20 4 L 20 9 M 20 15 L 20 20 L 15 20 M 9 20 L 4 20 L 4 "
                                     "15"};
constexpr Shape prompt{"", "M 4 6 L 10 12 L 4 18 M 12 18 L 20 18"};
constexpr Shape keyboard{"input-keyboard", "M 2 6 L 22 6 L 22 18 L 2 18 Z M 6 10 L 6.1 10 M 10 10 L 10.1 10 M 14 10 L "
                                           "14.1 10 M 18 10 L 18.1 10 M 7 14 L 17 14"};
constexpr Shape book{
    "help-contents",
    "M 12 6 C 10 4 7 3.5 4 5 L 4 19 C 7 17.5 10 18 12 20 C 14 18 17 17.5 20 19 L 20 5 C 17 3.5 14 4 12 6 L 12 20"};
constexpr Shape about{"help-about", "O 12 12 9 M 12 11 L 12 17 M 12 7 L 12 7.5"};
constexpr Shape braces{"", "M 8 4 C 4 4 7 11 4 12 C 7 13 4 20 8 20 M 16 4 C 20 4 17 11 20 12 C 17 13 20 20 16 20"};
constexpr Shape branch{"", "O 6 5 2 O 6 19 2 O 18 8 2 M 6 7 L 6 17 M 18 10 C 18 14 8 12 6 17"};

const std::array icons{
    std::pair{"open-folder", folder},
    std::pair{"open-plan", document},
    std::pair{"recent", clock},
    std::pair{"export", save},
    std::pair{"open-findings", warning},
    std::pair{"open-costs", money},
    std::pair{"estimate-costs", money},
    std::pair{"trusted-folders", shield},
    std::pair{"new-tab", plus},
    std::pair{"new-window", window},
    std::pair{"close-tab", closed},
    std::pair{"close-window", closed},
    std::pair{"quit", quit},
    std::pair{"undo", undo},
    std::pair{"redo", redo},
    std::pair{"copy-address", copy},
    std::pair{"copy-text", copy},
    std::pair{"copy-hcl", copy},
    std::pair{"copy-json", copy},
    std::pair{"copy-command", prompt},
    std::pair{"copy-moved-block", copy},
    std::pair{"copy-all-moved-blocks", copy},
    std::pair{"open-source", document},
    std::pair{"find", find},
    std::pair{"find-next", down},
    std::pair{"find-previous", up},
    std::pair{"plan", refresh},
    std::pair{"mode-normal", changes},
    std::pair{"mode-refresh-only", eye},
    std::pair{"mode-destroy", bin},
    std::pair{"replace", exchange},
    std::pair{"exclude", prohibited},
    std::pair{"target-only", target},
    std::pair{"plan-everything", lines},
    std::pair{"restart-providers", refresh},
    std::pair{"approve", check},
    std::pair{"next-change", down},
    std::pair{"previous-change", up},
    std::pair{"next-unreviewed", down},
    std::pair{"previous-unreviewed", up},
    std::pair{"open-filter", funnel},
    std::pair{"show-all", lines},
    std::pair{"expand-all", unfold},
    std::pair{"collapse-all", fold},
    std::pair{"reveal-value", eye},
    std::pair{"show-state", drum},
    std::pair{"drawer", drawer},
    std::pair{"pages", tabs},
    std::pair{"maximize-region", maximize},
    std::pair{"graph-everything", tree},
    std::pair{"graph-around", around},
    std::pair{"graph-map", cards},
    std::pair{"graph-depth", around},
    std::pair{"graph-grouping", cards},
    std::pair{"graph-zoom-in", larger},
    std::pair{"graph-zoom-out", smaller},
    std::pair{"fit-graph", fit},
    std::pair{"next-region", next},
    std::pair{"previous-region", previous},
    std::pair{"next-tab", next},
    std::pair{"previous-tab", previous},
    std::pair{"next-project", next},
    std::pair{"previous-project", previous},
    std::pair{"commands", prompt},
    std::pair{"keys", keyboard},
    std::pair{"manual", book},
    std::pair{"about", about},
    std::pair{"variables", braces},
    std::pair{"what-if", branch},
};

/// Draws in the color of the text around it, so that a change of the scheme needs no new icons.
class OutlineEngine final : public QIconEngine {
public:
    OutlineEngine(QPainterPath path, IconPlace place)
        : m_path(std::move(path))
        , m_place(place) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const Surfaces& s = surfaces(currentScheme());
        const bool isHighlighted = mode == QIcon::Selected || (mode == QIcon::Active && m_place == IconPlace::Menu);
        const QColor color = mode == QIcon::Disabled ? s.disabledText : isHighlighted ? s.accentText : s.dimText;
        const double side = std::min(rect.width(), rect.height());
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(QRectF(rect).center() - QPointF(side, side) / 2);
        painter->scale(side / outlineSide, side / outlineSide);
        painter->setPen(QPen(color, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter->setBrush(Qt::NoBrush);
        painter->drawPath(m_path);
        painter->restore();
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap picture(size);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return picture;
    }
    QIconEngine* clone() const override { return new OutlineEngine(*this); }

private:
    QPainterPath m_path;
    IconPlace m_place;
};

} // namespace

QIcon commandIcon(QLatin1String command, IconPlace place) {
    const auto found =
        std::ranges::find_if(icons, [&](const auto& icon) { return command == QLatin1String(icon.first); });
    if (found == icons.end())
        return {};
    const QIcon own(new OutlineEngine(outline(found->second.path), place));
    const QLatin1String name(found->second.name);
    return name.isEmpty() ? own : QIcon::fromTheme(name, own);
}

} // namespace planlens::theme
