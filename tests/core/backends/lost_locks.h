// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/backend.h"
#include "tests/support/cloud_server.h"

#include <QTest>

#include <memory>

namespace planlens::testing {

/// How a message names a lock that its program may have left.
enum class Naming { ById, ByHolder };

/// The two programs use the same state. `first` gives up soon.
struct TwoPrograms {
    std::unique_ptr<backends::WorkspaceState> first, second;
};

/// Loses the response to each request of `first` in turn, and all requests after it. Each lock that is left can be
/// removed with what the message says.
template <typename MakePrograms>
void nameLocksWhoseResponsesAreLost(const CloudServer& server, MakePrograms make, Naming naming = Naming::ById) {
    const auto text = [](const diags::Diagnostics& problems) { return QString::fromStdString(problems.toString()); };
    bool wasLeft = false;
    for (int number = 1;; ++number) {
        const TwoPrograms programs = make();
        (void)server.requests();
        server.setFaults(QByteArray::number(number) + " lost\n" + QByteArray::number(number + 1) + "- reset");
        const QString message = text(programs.first->lock("OperationTypeApply", {}, {}));
        const qsizetype requests = server.requests().size();
        server.setFaults({});
        if (requests < number)
            break;
        const QString refused = text(programs.second->lock("OperationTypePlan", {}, {}));
        if (refused.isEmpty() || message.isEmpty())
            continue;
        // "azurerm" does not know the holder of a lease without description.
        const std::string reported = lockIdIn(refused);
        const std::string named =
            message.section(QStringLiteral("\"force-unlock "), 1).section(u'"', 0, 0).toStdString();
        const std::string id = naming == Naming::ById ? named : reported;
        QVERIFY2(!id.empty() && (reported.empty() || reported == id), qPrintable(message + refused));
        QVERIFY2(naming == Naming::ById || message.contains(QStringLiteral("lock of ")), qPrintable(message));
        (void)programs.second->forceUnlock(id); // an error if only one of two locks of "s3" is left
        QCOMPARE(text(programs.second->lock("OperationTypePlan", {}, {})), QString());
        wasLeft = true;
    }
    QVERIFY(wasLeft);
}

} // namespace planlens::testing
