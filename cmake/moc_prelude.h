// SPDX-License-Identifier: MPL-2.0
// Read by moc before every source: moc 6.4 cannot parse <compare>, <concepts> and <ranges> of g++ 12 otherwise.
#define _GLIBCXX_VISIBILITY(V)
