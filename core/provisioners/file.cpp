// SPDX-License-Identifier: MPL-2.0
#include "core/system/file.h"
#include "core/provisioners/provisioner_types.h"
#include "core/provisioners/ssh.h"
#include "core/system/environment.h"

#include <cerrno>
#include <cstdlib>
#include <sys/stat.h>

namespace planlens::provisioners {
namespace {

using diags::Diagnostics;
using diags::Unexpected;
using values::Type;
using values::Value;

/// Replaces a leading ~ with the home directory of the current user.
std::filesystem::path sourcePath(const std::string& source, const std::filesystem::path& directory) {
    if (const auto home = system::environmentVariable("HOME"); home && (source == "~" || source.starts_with("~/")))
        return *home + source.substr(1);
    return pathFrom(directory, source);
}

Ssh::Outcome copy(Ssh& machine, const Request& request) {
    const Value content = request.config.attribute("content");
    const std::string source = textOf(request.config.attribute("source")),
                      destination = request.config.attribute("destination").asString();
    if (Ssh::Outcome connected = machine.connect({}); !connected)
        return connected;
    Upload upload;
    bool isFolder = false;
    if (content.isNull()) {
        upload.path = sourcePath(source, request.directory);
        struct stat status {};
        if (::stat(upload.path.c_str(), &status) != 0)
            return Unexpected{system::ioError("stat", source, errno)};
        isFolder = S_ISDIR(status.st_mode);
    } else {
        upload.text = content.asString();
    }
    // A trailing slash means the content of the directory, without the directory itself.
    const std::string name = source.ends_with('/') ? std::string() : splitRemotePath(source).name;
    const Ssh::Outcome sent =
        isFolder ? machine.uploadFolder(destination, upload, name) : machine.upload(destination, upload);
    if (!sent)
        return Unexpected{"Upload failed: " + sent.error()};
    return true;
}

class File final : public Provisioner {
public:
    const schemas::Block& schema() const override { return m_schema->block; }

    Diagnostics validate(const Value& config) const override {
        Diagnostics diagnostics;
        if (isEmpty(config.attribute("destination")))
            diagnostics.error("Invalid file provisioner configuration", "The destination must be a non-empty string.");
        const bool source = !config.attribute("source").isNull(), content = !config.attribute("content").isNull();
        if (source && content)
            diagnostics.error("Cannot set both 'source' and 'content'", {});
        else if (!source && !content)
            diagnostics.error("Must provide one of 'source' or 'content'", {});
        return diagnostics;
    }

    Diagnostics run(const Request& request) const override {
        const auto failed = [](const std::string& problem) {
            return Diagnostics{diags::Diagnostic::error("file provisioner error", problem)};
        };
        const auto machine = Ssh::open(request);
        if (!machine)
            return failed(machine.error());
        if (request.config.attribute("source").isNull() && request.config.attribute("content").isNull())
            return failed("source and content cannot both be null");
        if (isEmpty(request.config.attribute("destination")))
            return {diags::Diagnostic::error("Invalid file provisioner configuration",
                                             "The destination must be a non-empty string.")};
        if (const Ssh::Outcome done = copy(**machine, request); !done)
            return failed(done.error());
        return {};
    }

private:
    const schemas::ResourceSchemaPtr m_schema = schemaOf(
        {{"source", Type::string()}, {"content", Type::string()}, {"destination", Type::string(), Need::Required}});
};

} // namespace

const Provisioner& file() {
    static const File kind;
    return kind;
}

} // namespace planlens::provisioners
