// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/builtins.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <set>
#include <string_view>

namespace planlens::lang {
namespace {

using Record = std::vector<std::string>;

/// Reads comma-separated records by RFC 4180; empty lines are ignored.
class CsvReader {
public:
    explicit CsvReader(std::string_view text)
        : m_text(text) {}

    /// Returns nothing at the end of the text.
    hcl::FunctionOutcome<std::optional<Record>> read() {
        std::string_view line;
        do {
            if (m_text.empty())
                return std::optional<Record>();
            line = takeLine();
        } while (line.empty() || line == "\n");
        m_recordLine = m_line;
        Record record;
        for (;;) {
            auto field = line.starts_with('"') ? readQuoted(line) : readPlain(line);
            if (!field)
                return Failure{field.error()};
            record.push_back(*std::move(field));
            if (!line.starts_with(','))
                break;
            line.remove_prefix(1);
        }
        return std::optional(std::move(record));
    }

    Failure failure(const char* problem) const {
        return fail(fmt::format("CSV parse error on line {}: {}", m_line, problem));
    }
    std::size_t recordLine() const { return m_recordLine; }

private:
    /// Returns a line with its line feed, without a carriage return before it.
    std::string_view takeLine() {
        const std::size_t end = m_text.find('\n');
        std::string_view line = m_text.substr(0, end == std::string_view::npos ? end : end + 1);
        m_text.remove_prefix(line.size());
        ++m_line;
        if (line.ends_with("\r\n")) {
            m_buffer.assign(line.substr(0, line.size() - 2));
            m_buffer += '\n';
            return m_buffer;
        }
        if (m_text.empty() && line.ends_with('\r'))
            line.remove_suffix(1);
        return line;
    }

    hcl::FunctionOutcome<std::string> readPlain(std::string_view& line) {
        const std::size_t comma = line.find(',');
        std::string_view field = line.substr(0, comma);
        line.remove_prefix(field.size());
        if (comma == std::string_view::npos && field.ends_with('\n'))
            field.remove_suffix(1);
        if (field.find('"') != std::string_view::npos)
            return failure("bare \" in non-quoted-field");
        return std::string(field);
    }

    /// A quoted field may span several lines.
    hcl::FunctionOutcome<std::string> readQuoted(std::string_view& line) {
        constexpr const char* problem = "extraneous or missing \" in quoted-field";
        line.remove_prefix(1);
        std::string field;
        for (;;) {
            const std::size_t quote = line.find('"');
            if (quote == std::string_view::npos) {
                field += line;
                if (m_text.empty())
                    return failure(problem);
                line = takeLine();
                continue;
            }
            field += line.substr(0, quote);
            line.remove_prefix(quote + 1);
            if (line.starts_with('"')) {
                field += '"';
                line.remove_prefix(1);
                continue;
            }
            if (!line.empty() && line != "\n" && !line.starts_with(','))
                return failure(problem);
            return field;
        }
    }

    std::string_view m_text;
    std::string m_buffer;
    std::size_t m_line = 0;
    std::size_t m_recordLine = 0;
};

TypeOutcome decodedType(Arguments arguments) {
    if (!arguments[0].isKnown())
        return Type::dynamic();
    const auto header = CsvReader(arguments[0].asString()).read();
    if (!header)
        return Failure{header.error()};
    if (!*header)
        return fail("missing header line");
    std::vector<values::ObjectAttribute> attributes;
    std::set<std::string_view> names;
    for (const std::string& name : **header) {
        if (!names.insert(name).second)
            return fail("duplicate column name " + values::quoted(name));
        attributes.push_back({name, Type::string()});
    }
    return Type::list(Type::object(std::move(attributes)));
}

ValueOutcome decode(Arguments arguments, Type type) {
    CsvReader reader(arguments[0].asString());
    const auto header = reader.read();
    if (!header || !*header)
        return fail("missing header line");
    std::vector<Value> rows;
    for (;;) {
        const auto record = reader.read();
        if (!record)
            return Failure{record.error()};
        if (!*record)
            break;
        if ((*record)->size() != (*header)->size())
            return fail(fmt::format("CSV parse error on line {}: wrong number of fields", reader.recordLine()));
        std::vector<std::pair<std::string, Value>> attributes;
        for (std::size_t i = 0; i < (*record)->size(); ++i)
            attributes.emplace_back((**header)[i], Value::string((**record)[i]));
        rows.push_back(Value::object(std::move(attributes)));
    }
    return Value::sequence(type, std::move(rows));
}

} // namespace

void addCsv(FunctionList& functions) {
    add(functions,
        {.name = "csvdecode", .parameters = {parameter("str", Type::string())}, .type = decodedType, .call = decode});
}

} // namespace planlens::lang
