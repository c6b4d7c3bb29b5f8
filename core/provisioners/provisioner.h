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

/// What configurations have run when an object is created or destroyed. Nothing here knows of objects, plans or states.
namespace planlens::provisioners {

/// One run of a provisioner.
struct Request {
    values::Value config;            // by its schema: wholly known, without marks
    values::Value connection;        // by connectionSchema(), likewise; null where there is no connection block
    std::filesystem::path directory; // what relative paths are relative to
    /// Told what the provisioner does and what its programs write, on the thread of the call; several lines, perhaps.
    std::function<void(const std::string& text)> output;
    /// What messages say instead of the configuration and of what was written, where these hold secrets; else empty.
    std::string concealment;
    system::Limits limits; // no deadline
};

/// A kind of provisioner. Without state: any thread, several at a time.
class Provisioner {
public:
    virtual ~Provisioner() = default;
    virtual const schemas::Block& schema() const = 0;
    /// What can be said of a configuration by its schema before there is an object; perhaps with unknown values.
    virtual diags::Diagnostics validate(const values::Value& config) const = 0;
    /// Blocks until it is done. Errors have no ranges: they are about the block as a whole.
    virtual diags::Diagnostics run(const Request& request) const = 0;
};

/// The provisioner of this name, such as "local-exec"; null: there is none.
const Provisioner* find(std::string_view name);
/// Of connection blocks, whatever the type of the connection.
const schemas::Block& connectionSchema();

} // namespace planlens::provisioners
