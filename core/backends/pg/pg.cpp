// SPDX-License-Identifier: MPL-2.0
#include "core/backends/pg/pg.h"

#include "core/backends/pg/client.h"
#include "core/backends/remote/error_list.h"
#include "core/backends/remote/remote_backend.h"
#include "core/cloud/arguments.h"
#include "core/system/environment.h"
#include "core/values/text/quoted.h"

#include <algorithm>
#include <fmt/core.h>
#include <string>
#include <utility>

namespace planlens::backends {

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
        return cloud::Arguments(m_given).text(name, {variable}, fallback);
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

class PgBackend final : public RemoteBackend {
public:
    PgBackend(pg::Settings settings, const Setup& setup)
        : RemoteBackend("pg", setup)
        , m_settings(std::move(settings)) {}

private:
    std::unique_ptr<Client> client(const std::string& workspace) const override {
        return pg::makeClient(m_settings, workspace, encryption());
    }
    std::string place(const std::string& workspace) const override {
        return fmt::format("{}\n{}\n{}\n{}", m_settings.connection ? m_settings.connection->identity : std::string(),
                           m_settings.schema, m_settings.table, workspace);
    }
    Result<std::vector<std::string>> storedWorkspaces(const std::stop_token& stop) const override {
        auto names = pg::listWorkspaces(m_settings, stop);
        if (!names)
            return errorWithAdvice(names.error());
        return *std::move(names);
    }
    Diagnostics deleteState(const std::string& workspace, WorkspaceState&, const std::stop_token& stop) const override {
        if (const system::IoOutcome deleted = pg::deleteWorkspace(m_settings, workspace, stop); !deleted)
            return Diagnostic::error(deleted.error(), {});
        return {};
    }

    pg::Settings m_settings;
};

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
