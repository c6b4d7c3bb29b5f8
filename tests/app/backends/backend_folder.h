// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/app/support/project_folder.h"
#include "tests/support/cloud_server.h"

#include <QJsonObject>

/// Shared by tests of backends on servers, with the real tofu beside Planlens.
namespace planlens::testing {

/// The block of a backend with these arguments, and more blocks in it.
QByteArray backendBlock(const QByteArray& type, const QJsonObject& arguments, const QByteArray& blocks = {});

/// A configuration whose state is on a server.
class BackendFolder : public ProjectFolder {
public:
    BackendFolder(const QByteArray& type, const QJsonObject& arguments, const QByteArray& blocks = {});
    /// Writes what `tofu init` would record.
    void recordBackend(const QJsonObject& arguments) const;
    QJsonObject state() const;

private:
    const QByteArray m_type;
};

/// A resource whose creation waits for the file "go", after it has created the file "started".
inline constexpr const char* waitingResource =
    "resource \"terraform_data\" \"w\" {\n  provisioner \"local-exec\" {\n    command = \"touch started; while [ ! -e "
    "go ]; do sleep 0.05; done\"\n  }\n}\n";

/// The errors of a program that prints JSON, in alphabetical order. The reference lists conflicts in any order.
QStringList summariesOf(const Ran& ran);
/// The first error of a program in one line, and all that follows.
QByteArray errorOf(const Ran& ran);

/// A configuration that reads the output of another one with this backend.
QByteArray readingConfiguration(const QByteArray& type, const QJsonObject& arguments);
/// Applies in the folder, and reads its output in another configuration.
void readFromOtherConfiguration(const QByteArray& type, const BackendFolder& folder, const QJsonObject& arguments);

/// Adds a row for each fault of a request.
void addRequestFaults();
/// Applies with the fault of the current row at each request in turn, of which there are more than `least`.
void failEachRequest(const BackendFolder& folder, const CloudServer& server, int least);

} // namespace planlens::testing
