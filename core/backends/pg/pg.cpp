// SPDX-License-Identifier: MPL-2.0
#include "core/backends/pg/pg.h"

#include "core/backends/pg/client.h"
#include "core/backends/remote/remote_state.h"
#include "core/states/file/text_hash.h"
#include "core/system/environment.h"
#include "core/values/text/quoted.h"

#include <algorithm>
#include <fmt/core.h>
#include <string>
#include <utility>

namespace planlens::backends {

namespace fs = std::filesystem;
using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using values::Type;
using values::Value;

namespace {

/// Reads the arguments. Those that are not configured come from the environment.
class Reader {
public:
    explicit Reader(const Value& given)
        : m_given(given) {}

    std::string text(const char* name, const char* variable, const char* fallback) const {
        if (const Value value = argument(name); !value.isNull())
            return value.asString();
        const std::string found = system::environmentText(variable);
        return found.empty() ? fallback : found;
    }
    bool flag(const char* name, const char* variable) {
        if (const Value value = argument(name); !value.isNull())
            return value.asBool();
        const std::string found = system::environmentText(variable);
        const auto isOneOf = [&](std::initializer_list<std::string_view> texts) {
            return std::ranges::find(texts, found) != texts.end();
        };
        if (isOneOf({"1", "t", "T", "true", "TRUE", "True"}))
            return true;
        if (!isOneOf({"", "0", "f", "F", "false", "FALSE", "False"}))
            m_problems.append(
                Diagnostic::error(fmt::format("error getting default for \"{}\": strconv.ParseBool: parsing {}: "
                                              "invalid syntax",
                                              name, values::quoted(found)),
                                  {})
                    .withCode(diags::ErrorCode::InvalidBackendArgument, name));
        return false;
    }
    const Diagnostics& problems() const { return m_problems; }

private:
    Value argument(const char* name) const { return m_given.isNull() ? Value() : m_given.attribute(name); }

    Value m_given;
    Diagnostics m_problems;
};

Result<pg::Settings> readSettings(const Value& given) {
    Reader reader(given);
    pg::Settings settings{.connection = pg::parseConnection(reader.text("conn_str", "PG_CONN_STR", "")),
                          .schema = reader.text("schema_name", "PG_SCHEMA_NAME", "terraform_remote_state"),
                          .table = reader.text("table_name", "PG_TABLE_NAME", "states"),
                          .index = reader.text("index_name", "PG_INDEX_NAME", "states_by_name"),
                          .skipsSchema = reader.flag("skip_schema_creation", "PG_SKIP_SCHEMA_CREATION"),
                          .skipsTable = reader.flag("skip_table_creation", "PG_SKIP_TABLE_CREATION"),
                          .skipsIndex = reader.flag("skip_index_creation", "PG_SKIP_INDEX_CREATION")};
    if (reader.problems().hasErrors())
        return reader.problems();
    return settings;
}

class PgBackend final : public Backend {
public:
    PgBackend(pg::Settings settings, const Setup& setup)
        : m_settings(std::move(settings))
        , m_directory(setup.directory)
        , m_encryption(setup.encryption) {}

    Capabilities capabilities() const override { return {.write = true, .lock = true, .workspaces = true}; }
    std::unique_ptr<WorkspaceState> state(const std::string& workspace) const override {
        const std::string identity = (m_settings.connection ? m_settings.connection->identity : std::string()) + '\n' +
                                     m_settings.schema + '\n' + m_settings.table + '\n' + workspace;
        return makeRemoteState(pg::makeClient(m_settings, workspace, m_encryption),
                               m_directory / ("pg-" + states::textHash(identity).substr(0, 16) + ".tfstate"),
                               m_encryption);
    }
    Result<std::vector<std::string>> workspaces(std::stop_token stop) const override {
        auto names = pg::listWorkspaces(m_settings, stop);
        if (!names)
            return Diagnostic::error(names.error(), {});
        return *std::move(names);
    }
    Diagnostics deleteWorkspace(const std::string& name, std::stop_token stop) const override;

private:
    pg::Settings m_settings;
    fs::path m_directory;
    states::EncryptionPtr m_encryption;
};

/// The row is deleted under its lock.
Diagnostics PgBackend::deleteWorkspace(const std::string& name, std::stop_token stop) const {
    if (name.empty() || name == "default")
        return Diagnostic::error("can't delete default state", {});
    const Result<std::vector<std::string>> names = workspaces(stop);
    if (!names.isOk())
        return names.diagnostics;
    if (std::ranges::find(*names, name) == names->end())
        return Diagnostic::error(fmt::format("Workspace {} doesn't exist", values::quoted(name)), {});
    const std::unique_ptr<WorkspaceState> locked = state(name);
    Diagnostics diagnostics = locked->lock("state-workspace-delete", {}, stop);
    if (diagnostics.hasErrors())
        return diagnostics;
    if (const system::IoOutcome deleted = pg::deleteWorkspace(m_settings, name, stop); !deleted)
        diagnostics.append(Diagnostic::error(deleted.error(), {}));
    diagnostics.append(locked->unlock());
    return diagnostics;
}

} // namespace

const schemas::Block& pgArguments() {
    static const schemas::Block schema = [] {
        schemas::Block block;
        const auto add = [&](const char* name, Type type) {
            schemas::Attribute attribute;
            attribute.type = std::move(type);
            attribute.optional = true;
            block.attributes.emplace(name, std::move(attribute));
        };
        for (const char* name : {"conn_str", "schema_name", "table_name", "index_name"})
            add(name, Type::string());
        for (const char* name : {"skip_schema_creation", "skip_table_creation", "skip_index_creation"})
            add(name, Type::boolean());
        return block;
    }();
    return schema;
}

Result<std::unique_ptr<Backend>> makePgBackend(const Setup& setup) {
    Result<pg::Settings> settings = readSettings(setup.arguments);
    if (!settings.isOk())
        return std::move(settings.diagnostics);
    return std::unique_ptr<Backend>(std::make_unique<PgBackend>(*std::move(settings.value), setup));
}

} // namespace planlens::backends
