// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider.h"
#include "core/configs/variables.h"
#include "core/diags/expected.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::schemas {
struct Block;
}
namespace planlens::system {
struct ReadError;
}

namespace planlens::configs {

struct Config;

/// The source of configuration files: a directory, or the configuration snapshot in a saved plan. Thread-safe.
class FileSystem {
public:
    virtual ~FileSystem() = default;
    struct Entry {
        std::string name;
        bool isDirectory = false;
    };
    virtual std::optional<std::vector<Entry>> list(const std::filesystem::path& directory) const = 0; // sorted by name
    using Content = diags::Expected<std::shared_ptr<const std::string>, system::ReadError>;
    virtual Content read(const std::filesystem::path& file) const = 0;
};
std::shared_ptr<const FileSystem> realFileSystem();
/// Returns an in-memory file system with files by path ("main.tf", "m/main.tf"), for saved plans and tests.
std::shared_ptr<const FileSystem> memoryFileSystem(std::map<std::string, std::string> files);

struct LoadOptions {
    std::filesystem::path directory;     // base of relative file names
    std::string startDirectory;          // where the program was started, for path.cwd; empty: `directory`
    std::string rootModule = ".";        // directory of the root module, relative to `directory`
    std::filesystem::path dataDirectory; // contains modules/modules.json; relative to `directory`
    std::shared_ptr<const FileSystem> files = realFileSystem();
    /// For static evaluation (module sources, backends): values of root variables, the workspace.
    GivenVariables variables;
    diags::Sources variableFiles; // the texts of the files with these values, which become sources of the configuration
    std::string workspace = "default";
    /// The registry for provider and module sources without a host name.
    std::string_view registry = addrs::openTofuRegistry;
    /// BackendFirst is for commands that need the backend: it is looked up first, and only the errors that prevent this
    /// are reported, which are those of single files, variables, locals and the backend itself.
    enum class Order { Whole, BackendFirst };
    Order order = Order::Whole;
    /// A directory inside `directory` that may contain further test files; empty: no test file is read.
    std::filesystem::path testDirectory;
};
/// Loads the root module and, unless it has errors, all modules that it calls. Whatever could be read is returned along
/// with errors, so that views can show it.
diags::Result<std::shared_ptr<const Config>> load(const LoadOptions& options);
/// Evaluates the arguments of the root module's backend block, which may use variables and locals, by the schema of its
/// type. Reports errors in references, and values that must not be stored. Arguments that do not fit the schema are
/// left out, because `tofu init` rejects them. The options must be those that the configuration was loaded with.
diags::Result<values::Value> evaluateBackend(const Config& config, const LoadOptions& options,
                                             const schemas::Block& schema);

} // namespace planlens::configs
