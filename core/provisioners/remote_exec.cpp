// SPDX-License-Identifier: MPL-2.0
#include "core/provisioners/provisioner_types.h"
#include "core/provisioners/ssh.h"
#include "core/system/file.h"

#include <fcntl.h>
#include <fmt/format.h>

namespace planlens::provisioners {
namespace {

using diags::Diagnostics;
using diags::Expected;
using diags::Unexpected;
using values::Type;
using values::Value;

/// Returns the texts of the scripts, in order.
Expected<std::vector<std::string>, std::string> collectScripts(const Request& request) {
    const Value& config = request.config;
    std::vector<std::string> scripts;
    if (const Value lines = config.attribute("inline"); !lines.isNull()) {
        std::string script;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (isEmpty(lines.element(i)))
                return Unexpected<std::string>{lines.element(i).isNull() ? "invalid null string in 'scripts'"
                                                                         : "invalid empty string in 'scripts'"};
            script += lines.element(i).asString() + "\n";
        }
        scripts.push_back(std::move(script));
        return scripts;
    }
    std::vector<Value> paths;
    if (const Value path = config.attribute("script"); !path.isNull())
        paths.push_back(path);
    if (const Value list = config.attribute("scripts"); !list.isNull())
        for (std::size_t i = 0; i < list.size(); ++i)
            paths.push_back(list.element(i));
    for (const Value& path : paths) {
        if (isEmpty(path))
            return Unexpected<std::string>{path.isNull() ? "invalid null string in 'script'"
                                                         : "invalid empty string in 'script'"};
        const std::string& name = path.asString();
        const auto file = system::FileHandle::open(pathFrom(request.directory, name), O_RDONLY);
        const auto text = file ? file->readAll(name) : Expected<std::string, std::string>(Unexpected{file.error()});
        if (!text)
            return Unexpected{fmt::format("Failed to open script '{}': {}", name, text.error())};
        scripts.push_back(*text);
    }
    return scripts;
}

/// Uploads and runs each script, and then overwrites it with an empty file.
Ssh::Outcome runScripts(Ssh& machine, const std::vector<std::string>& scripts, const Request& request) {
    if (Ssh::Outcome connected = machine.connect(request.output); !connected)
        return connected;
    for (const std::string& script : scripts) {
        const std::string path = machine.scriptPath();
        if (const Ssh::Outcome sent = machine.uploadScript(path, script); !sent)
            return Unexpected{"Failed to upload script: " + sent.error()};
        if (Ssh::Outcome done = machine.execute(path, request.output); !done)
            return done;
        // The script may contain secrets. A failure to overwrite it does not fail the provisioner.
        (void)machine.upload(path, {std::string()});
    }
    return true;
}

class RemoteExec final : public Provisioner {
public:
    const schemas::Block& schema() const override { return m_schema->block; }

    Diagnostics validate(const Value& config) const override {
        Diagnostics diagnostics;
        int given = 0;
        for (const char* name : {"inline", "script", "scripts"})
            given += config.attribute(name).isNull() ? 0 : 1;
        if (given != 1)
            diagnostics.error("Invalid remote-exec provisioner configuration",
                              "Only one of \"inline\", \"script\", or \"scripts\" must be set");
        return diagnostics;
    }

    Diagnostics run(const Request& request) const override {
        const auto failed = [](const std::string& problem) {
            return Diagnostics{diags::Diagnostic::error("remote-exec provisioner error", problem)};
        };
        const auto machine = Ssh::open(request);
        if (!machine)
            return failed(machine.error());
        const auto scripts = collectScripts(request);
        if (!scripts)
            return failed(scripts.error());
        if (const Ssh::Outcome done = runScripts(**machine, *scripts, request); !done)
            return failed(done.error());
        return {};
    }

private:
    const schemas::ResourceSchemaPtr m_schema = schemaOf(
        {{"inline", Type::list(Type::string())}, {"script", Type::string()}, {"scripts", Type::list(Type::string())}});
};

} // namespace

const Provisioner& remoteExec() {
    static const RemoteExec kind;
    return kind;
}

} // namespace planlens::provisioners
