// SPDX-License-Identifier: MPL-2.0
// The same for tests without Qt Widgets.
#pragma once

#include "core.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
