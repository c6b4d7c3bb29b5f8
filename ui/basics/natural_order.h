// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QCollator>
#include <QCollatorSortKey>
#include <QString>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace planlens {

/// The order of names in all views: numbers are compared as numbers, so that m2 comes before m10. It does not depend on
/// the language of the window.
inline QCollator naturalOrder() {
    QCollator collator(QLocale::English);
    collator.setNumericMode(true);
    return collator;
}

/// Sorts in natural order by a text, which is read once per element. Elements with equal texts keep their order.
template <typename Element, typename Text>
void sortNaturally(std::vector<Element>& elements, const Text& text) {
    const QCollator collator = naturalOrder();
    std::vector<std::pair<QCollatorSortKey, std::size_t>> order;
    order.reserve(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i)
        order.emplace_back(collator.sortKey(text(elements[i])), i);
    std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Element> sorted;
    sorted.reserve(elements.size());
    for (const auto& [key, i] : order)
        sorted.push_back(std::move(elements[i]));
    elements = std::move(sorted);
}

} // namespace planlens
