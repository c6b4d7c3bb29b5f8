// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/core/encryption/made_encryption.h"
#include "tests/support/azure_environment.h"
#include "tests/support/key_server.h"
#include "tests/support/scoped_environment.h"

#include <QProcessEnvironment>

namespace planlens::testing {

/// A state whose method has a key provider of this type, with the name "a" and these arguments.
inline std::string withKeyProvider(const std::string& type, const std::string& arguments) {
    return block("key_provider \"" + type + "\" \"a\" {\n" + arguments +
                 "\n}\nmethod \"aes_gcm\" \"a\" {\n  keys = key_provider." + type +
                 ".a\n}\nstate {\n  method = method.aes_gcm.a\n}");
}

/// Hides the configuration of whoever runs the tests.
inline void withoutKeyVariables(ScopedEnvironment& environment) {
    for (const QString& name : QProcessEnvironment::systemEnvironment().keys())
        if (name.startsWith(QStringLiteral("AWS_")) || name.startsWith(QStringLiteral("BAO_")) ||
            name.startsWith(QStringLiteral("VAULT_")) || name.startsWith(QStringLiteral("GOOGLE_")))
            environment.unset(name.toLatin1().constData());
    withoutAzureVariables(environment);
    environment.set("AWS_EC2_METADATA_DISABLED", "true");
    environment.set("NO_GCE_CHECK", "true");
}

/// The diagnostics of a setup, or "ok". The address of the server is "SERVER".
inline QString told(const diags::Result<encryption::EncryptionPtr>& made, const CloudServer& server) {
    QString text = QString::fromStdString(made.diagnostics.toString()).trimmed();
    text.replace(QString::fromUtf8(server.url()), QStringLiteral("SERVER"));
    return made.isOk() && text.isEmpty() ? QStringLiteral("ok") : text;
}

inline std::string recordedState(const char* name) {
    QFile file(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/core/encryption/data/") + QString::fromUtf8(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// A state that can be encrypted.
inline const std::string plainState =
    R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"l","outputs":{},)"
    R"("resources":[]})";

} // namespace planlens::testing
