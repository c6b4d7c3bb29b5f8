// SPDX-License-Identifier: MPL-2.0
#pragma once

namespace planlens::graph {

/// The level of detail at a scale: modules as cards, their resources, or instances with changed attributes.
enum class Level { Modules, Resources, Instances };

/// Scale below which a node is a colored block, and from which it shows everything.
inline constexpr double readableScale = 0.44;
inline constexpr double detailScale = 0.8;
/// Scale from which all names are shown in full. Modules are folded until the graph fits into the view at this scale.
inline constexpr double fittingScale = 0.7;
/// If a smaller scale, down to this part of that scale, shows the whole graph, it is preferred to a cut graph.
inline constexpr double smallestWholeShare = 0.88;
/// Scale from which the names of folded modules are readable.
inline constexpr double cardsScale = 0.4;
inline constexpr double smallestScale = 0.02;
/// Scale below which a module is drawn as a card over its contents, and from which nodes list their instances.
inline constexpr double modulesScale = 0.3;
inline constexpr double instancesScale = 1.6;

inline constexpr double sceneMargin = 16; // around the whole graph

constexpr Level levelAt(double scale) {
    return scale < modulesScale ? Level::Modules : scale < instancesScale ? Level::Resources : Level::Instances;
}

} // namespace planlens::graph
