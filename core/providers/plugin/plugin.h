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

/// Provider plugins: separate processes that are started, called over gRPC (plugin protocols 5 and 6 with automatic
/// mutual TLS; see docs/plugin-protocol of OpenTofu and the go-plugin library) and stopped.
namespace planlens::providers::plugin {

enum class LogLevel { Trace, Debug, Info, Warning, Error };

/// A structured field of a log entry.
struct LogField {
    enum class Form { Text, Json };
    std::string name, value;
    Form form = Form::Text; // Json: a number, boolean, null, list or object, as JSON text
};

/// A message that a plugin logged or printed, or a message of this program about the plugin. The text may contain
/// secrets.
struct LogEntry {
    LogLevel level = LogLevel::Debug;
    std::string source;  // address of the provider
    std::string program; // file name of the plugin; empty for messages of this program
    std::string module;  // logger name within the plugin; may be empty
    std::string time;    // timestamp of the plugin (RFC 3339); empty for plain text
    std::string text;
    std::vector<LogField> fields; // in the original order
};

/// Parameters of a plugin start.
struct Launch {
    addrs::Provider address;          // for messages
    std::filesystem::path executable; // absolute
    /// Receives the status of the plugin. May be null.
    std::shared_ptr<Record> record = {};
    /// The working directory of the plugin, which resolves relative paths of the configuration against it. Empty:
    /// inherited.
    std::filesystem::path workingDirectory = {};
    /// The schema that another process of the same executable has returned, or null. Saves time and memory.
    schemas::ProviderSchemaPtr schema = {};
    /// Called for each line that the plugin logs or prints, one at a time, on threads of the plugin. Slow callbacks
    /// block the plugin. May be empty.
    std::function<void(const LogEntry&)> log = {};
    /// Kills the process immediately when requested. Running calls end with errors, and their outcome is unknown. For
    /// use when a graceful stop takes too long.
    std::stop_token forced = {};
    std::chrono::milliseconds handshakeLimit = std::chrono::minutes(1); // maximum wait for the handshake line
    std::chrono::milliseconds stopLimit = std::chrono::seconds(2);      // time between the stop request and the kill
};

/// Starts the program and connects to it. Blocks until the plugin is ready; `stop` cancels the start. The summary of an
/// error is OpenTofu's (that of go-plugin); the detail contains the provider and advice. Destroying the provider
/// ends the process within stopLimit.
///
/// A stop token passed to a call cancels that call at once. ApplyResourceChange and OpenEphemeralResource are not
/// started after a stop request. If already running, they are finished gracefully: Stop is sent, and the response is
/// awaited. CloseEphemeralResource is never cancelled. Calls ended by `forced` fail with "Plugin did not respond".
diags::Result<std::shared_ptr<Provider>> start(const Launch& launch, std::stop_token stop);

} // namespace planlens::providers::plugin
