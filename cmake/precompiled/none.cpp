// SPDX-License-Identifier: MPL-2.0
// A target has to have a source for CMake to compile headers for it.
