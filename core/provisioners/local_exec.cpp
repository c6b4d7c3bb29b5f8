// SPDX-License-Identifier: MPL-2.0
#include "core/provisioners/provisioner_types.h"
#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/system/line_splitter.h"
#include "core/values/text/quoted.h"

#include <cerrno>
#include <fmt/format.h>
#include <sys/stat.h>

namespace planlens::provisioners {
namespace {

using diags::Diagnostics;
using system::ExitStatus;
using values::Type;
using values::Value;

/// Bytes of a command's output that are stored for its error message.
constexpr std::size_t keptOutput = 8 * 1024;

class LocalExec final : public Provisioner {
public:
    const schemas::Block& schema() const override { return m_schema->block; }

    Diagnostics validate(const Value& config) const override {
        Diagnostics diagnostics;
        if (isEmpty(config.attribute("command")))
            diagnostics.error("Invalid local-exec provisioner command", "The command must be a non-empty string.");
        return diagnostics;
    }

    Diagnostics run(const Request& request) const override {
        Diagnostics diagnostics = validate(request.config);
        if (diagnostics.hasErrors())
            return diagnostics;
        const std::vector<std::string> words = commandLine(request.config);
        std::string list;
        for (const std::string& word : words)
            list += (list.empty() ? "" : " ") + values::quoted(word);
        const Value quiet = request.config.attribute("quiet");
        request.output(!quiet.isNull() && quiet.asBool() ? "local-exec: Executing: Suppressed by quiet=true"
                                                         : fmt::format("Executing: [{}]", list));

        std::string written;
        const std::string problem = execute(words, request, written);
        if (problem.empty())
            return diagnostics;
        const bool isOpen = request.concealment.empty();
        diagnostics.error("local-exec provisioner error",
                          fmt::format("Error running command{}: {}. Output: {}",
                                      isOpen ? fmt::format(" '{}'", words.back()) : std::string(), problem,
                                      isOpen ? written : request.concealment));
        return diagnostics;
    }

private:
    static std::vector<std::string> commandLine(const Value& config) {
        std::vector<std::string> words;
        if (const Value interpreter = config.attribute("interpreter"); !interpreter.isNull())
            for (std::size_t i = 0; i < interpreter.size(); ++i)
                if (!interpreter.element(i).isNull())
                    words.push_back(interpreter.element(i).asString());
        if (words.empty())
            words = {"/bin/sh", "-c"};
        words.push_back(config.attribute("command").asString());
        return words;
    }

    /// Returns OpenTofu's error text, or an empty text on success.
    static std::string execute(const std::vector<std::string>& words, const Request& request, std::string& written) {
        const auto program = system::findProgram(words[0]);
        if (!program)
            return program.error();
        const std::string folder = textOf(request.config.attribute("working_dir"));
        const std::filesystem::path directory = folder.empty() ? request.directory : request.directory / folder;
        if (struct stat status{}; !folder.empty() && ::stat(directory.c_str(), &status) != 0)
            return system::ioError("chdir", folder, errno);
        std::vector<std::pair<std::string, std::string>> variables;
        if (const Value environment = request.config.attribute("environment"); !environment.isNull())
            for (std::size_t i = 0; i < environment.size(); ++i)
                if (!environment.element(i).isNull())
                    variables.emplace_back(environment.key(i), environment.element(i).asString());
        if (request.limits.areReached())
            return "interrupted before it was started";

        system::LineSplitter lines([&](std::string_view line) { request.output(std::string(line)); });
        system::Exchange exchange;
        exchange.output = [&](std::string_view bytes) {
            written += bytes;
            if (written.size() > keptOutput)
                written.erase(0, written.size() - keptOutput);
            lines.add(bytes);
        };
        exchange.paused = [&] { lines.finish(); };
        const auto exitStatus =
            system::runProgram({*program, system::withVariables(system::ownEnvironment(), variables), directory, words},
                               exchange, request.limits);
        lines.finish();
        if (!exitStatus)
            return system::ioError("fork/exec", words[0], exitStatus.error());
        return exitStatus->isSuccess() ? std::string() : exitStatus->toString();
    }

    const schemas::ResourceSchemaPtr m_schema = schemaOf({{"command", Type::string(), Need::Required},
                                                          {"interpreter", Type::list(Type::string())},
                                                          {"working_dir", Type::string()},
                                                          {"environment", Type::map(Type::string())},
                                                          {"quiet", Type::boolean()}});
};

} // namespace

const Provisioner& localExec() {
    static const LocalExec kind;
    return kind;
}

} // namespace planlens::provisioners
