// SPDX-License-Identifier: MPL-2.0
// The same for tests of the window.
#pragma once

#include "window.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
