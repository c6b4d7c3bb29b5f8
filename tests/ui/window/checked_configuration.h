// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/support/windows.h"

#include <QTemporaryDir>

namespace planlens::testing {

/// Two new objects, one of which refers to the other, and a check that fails.
inline constexpr const char* configuration = R"(
resource "terraform_data" "base" {
  input = "one"
}
resource "terraform_data" "user" {
  input = terraform_data.base.id
}
check "c" {
  assert {
    condition     = terraform_data.base.input == "two"
    error_message = "no"
  }
}
)";

/// Opens a folder with a configuration in a window of 1280 × 800, and waits for the plan.
inline bool openConfiguration(widgets::MainWindow& window, const QTemporaryDir& folder, const QByteArray& text) {
    window.resize(1280, 800);
    window.show();
    if (!write(folder.filePath(QStringLiteral("main.tf")), text))
        return false;
    window.openFolder(folder.path());
    return settle(window);
}

} // namespace planlens::testing
