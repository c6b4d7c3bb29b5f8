// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/schemas/schema.h"
#include "core/system/run_program.h"
#include "core/values/value.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

/// Provisioners run commands when an object is created or destroyed. This code does not depend on objects, plans or
/// states.
namespace planlens::provisioners {

/// The parameters of one provisioner run.
struct Request {
    values::Value config;            // conforms to schema(); wholly known, unmarked
    values::Value connection;        // conforms to connectionSchema(); null without a connection block
    std::filesystem::path directory; // base of relative paths
    /// Called on the thread of run() with progress messages and program output, which may be several lines.
    std::function<void(const std::string& text)> output;
    /// Replaces configuration and output in messages if these contain secrets; otherwise empty.
    std::string concealment;
    system::Limits limits; // without a deadline
};

/// A provisioner type. Stateless and thread-safe.
class Provisioner {
public:
    virtual ~Provisioner() = default;
    virtual const schemas::Block& schema() const = 0;
    /// Checks a configuration before the object exists. The configuration may have unknown values.
    virtual diags::Diagnostics validate(const values::Value& config) const = 0;
    /// Blocks until finished. Diagnostics have no ranges; they refer to the whole block.
    virtual diags::Diagnostics run(const Request& request) const = 0;
};

/// Returns the provisioner with this type name, such as "local-exec"; null if there is none.
const Provisioner* find(std::string_view name);
/// Returns the schema of connection blocks of any type.
const schemas::Block& connectionSchema();

} // namespace planlens::provisioners
