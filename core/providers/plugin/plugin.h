// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/plugin/process/record.h"
#include "core/providers/provider.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

/// Providers that are programs of their own: started, asked over gRPC (plugin protocols 5 and 6 with automatic mutual
/// TLS, docs/plugin-protocol of the reference and its library go-plugin) and ended.
namespace planlens::providers::plugin {

enum class LogLevel { Trace, Debug, Info, Warning, Error };

/// A value beside the message of a log entry.
struct LogField {
    enum class Form { Text, Json };
    std::string name, value;
    Form form = Form::Text; // Json: a number, a truth value, null, a list or an object, as JSON
};

/// What a plugin logged or printed, or what is said of it here. Its text may hold whatever the provider saw, secrets
/// too.
struct LogEntry {
    LogLevel level = LogLevel::Debug;
    std::string source;  // the provider's address
    std::string program; // the file name of its program; empty where this is not the plugin's own word
    std::string module;  // the logger's name inside of it; may be empty
    std::string time;    // when, as it says itself (RFC 3339); empty where it was no entry of a logger but plain text
    std::string text;
    std::vector<LogField> fields; // in the order given
};

/// How to start a plugin.
struct Launch {
    addrs::Provider address;          // for messages
    std::filesystem::path executable; // absolute
    /// Where it is written down what becomes of the plugin. May be null.
    std::shared_ptr<Record> record = {};
    /// Where it runs: relative paths of the configuration mean files there. Empty: where this program runs.
    std::filesystem::path workingDirectory = {};
    /// The schema as another process of this very program has told it; saves the time and memory of reading it again.
    schemas::ProviderSchemaPtr schema = {};
    /// Told what the plugin logs and prints, one entry at a time, on threads of the plugin; what it takes long for, the
    /// plugin waits for. May be empty.
    std::function<void(const LogEntry&)> log = {};
    /// Asks for the process to be killed at once, whatever it does: calls end with errors, and what they had done is
    /// not known. Where a stop that waits for what has begun takes too long.
    std::stop_token forced = {};
    std::chrono::milliseconds handshakeLimit = std::chrono::minutes(1); // until it says where it listens
    std::chrono::milliseconds stopLimit = std::chrono::seconds(2);      // between asking it to end and killing it
};

/// Starts the program and connects to it. The summary of an error is what the reference says (its library go-plugin),
/// the detail which provider it was and what to do. Blocks until the plugin listens; `stop` ends that early. The
/// provider ends its process when it is destroyed, which takes stopLimit at most. A stop token that a call is given
/// ends the call at once. Applying and opening do not begin once it was requested; if they have begun, the plugin is
/// asked to stop, and its answer is waited for, so that nothing it has done is lost. Closing is never stopped. What
/// `forced` ends, ends with the error "Plugin did not respond".
diags::Result<std::shared_ptr<Provider>> start(const Launch& launch, std::stop_token stop);

} // namespace planlens::providers::plugin
