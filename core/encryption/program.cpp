// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/program.h"

#include "core/system/environment.h"
#include "core/system/run_program.h"
#include "core/values/json/json_scanner.h"
#include "core/values/text/lower_case.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <optional>

namespace planlens::encryption {

using diags::Unexpected;

namespace {

nlohmann::json withLowerCaseNames(const nlohmann::json& value, int levels) {
    if (!value.is_object() || levels == 0)
        return value;
    nlohmann::json object = nlohmann::json::object();
    for (const auto& [name, member] : value.items())
        object[values::lowerCase(name)] = withLowerCaseNames(member, levels - 1);
    return object;
}

/// The text of ProgramOutput::json.
std::string normalized(std::string text) {
    values::JsonScanner scanner(text);
    (void)scanner.skipValue();
    const nlohmann::json answer = nlohmann::json::parse(scanner.since(0), nullptr, false);
    return answer.is_discarded() ? std::move(text) : withLowerCaseNames(answer, 2).dump();
}

constexpr std::size_t longestError = 64 * 1024; // bytes of standard error that are kept

/// The problem with the first line; empty if it is right.
std::string checkHeader(const std::string& line, const Protocol& protocol) {
    values::JsonScanner scanner(line);
    if (!scanner.skipValue() || !scanner.atEnd())
        return fmt::format("failed to unmarshal header from {} ({})", protocol.source,
                           scanner.error().empty() ? std::string("invalid character after top-level value")
                           : scanner.error() == "unexpected EOF" ? "unexpected end of JSON input"
                                                                 : scanner.error());
    const nlohmann::json header = withLowerCaseNames(nlohmann::json::parse(line, nullptr, false), 1);
    const auto magic = header.is_object() ? header.find("magic") : header.end();
    const auto version = header.is_object() ? header.find("version") : header.end();
    const bool hasMagic = magic != header.end() && magic->is_string();
    if (!hasMagic || *magic != protocol.magic)
        return fmt::format("invalid magic received from {}: {}", protocol.role,
                           hasMagic ? magic->get<std::string>() : std::string());
    if (version == header.end() || *version != 1)
        return fmt::format("invalid version number received from {}: {}", protocol.role,
                           version == header.end() ? std::string("0") : version->dump());
    return {};
}

/// Takes the output of a program, and stops it if the first line is wrong.
class Output {
public:
    explicit Output(const Protocol& protocol)
        : m_protocol(protocol) {}

    void add(std::string_view bytes) {
        m_text += bytes;
        const std::size_t end = m_isStarted || !m_problem.empty() ? std::string::npos : m_text.find('\n');
        if (end == std::string::npos)
            return;
        m_problem = checkHeader(m_text.substr(0, end), m_protocol);
        m_isStarted = m_problem.empty();
        m_text.erase(0, end + 1);
        if (!m_isStarted)
            m_stop.request_stop();
    }
    std::stop_token stop() const { return m_stop.get_token(); }
    const std::string& problem() const { return m_problem; }
    std::string take() { return std::move(m_text); }

private:
    const Protocol& m_protocol;
    std::string m_text, m_problem;
    bool m_isStarted = false;
    std::stop_source m_stop;
};

} // namespace

diags::Expected<ProgramOutput, ProgramFailure> runExternal(const std::vector<std::string>& command,
                                                           const Protocol& protocol, std::string input) {
    using Kind = ProgramFailure::Kind;
    const auto executable = system::findProgram(command.front());
    if (!executable)
        return Unexpected{ProgramFailure{Kind::NotRun, executable.error()}};
    Output output(protocol);
    std::string errors;
    std::optional<std::string> rest = std::move(input);
    const system::Exchange exchange{
        .output = [&](std::string_view bytes) { output.add(bytes); },
        .error = [&](std::string_view bytes) { errors += bytes.substr(0, longestError - errors.size()); },
        .input = [&] { return std::exchange(rest, std::nullopt); }};
    const system::Limits limits{.forced = output.stop(),
                                .deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1)};
    const auto status = system::runProgram(
        {.executable = *executable, .environment = system::ownEnvironment(), .arguments = command}, exchange, limits);
    if (!output.problem().empty())
        return Unexpected{ProgramFailure{Kind::Protocol, output.problem(), std::move(errors)}};
    if (!status)
        return Unexpected{ProgramFailure{
            Kind::NotRun, fmt::format("fork/exec {}: {}", executable->string(), system::errnoText(status.error()))}};
    if (!status->isSuccess())
        return Unexpected{ProgramFailure{status->code() < 0 ? Kind::NotRun : Kind::ExitStatus, status->toString(),
                                         std::move(errors)}};
    return ProgramOutput{normalized(output.take()), std::move(errors)};
}

} // namespace planlens::encryption
