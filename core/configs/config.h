// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider_version.h"
#include "core/configs/module.h"
#include "core/diags/expected.h"
#include "core/diags/sources.h"
#include "core/schemas/schema.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace planlens::system {
struct ReadError;
}

namespace planlens::configs {

/// A module in the module tree. Owns its children, not its parent.
struct ModuleNode {
    addrs::Module path;
    std::string sourceAddress;    // as written in the call
    std::string installedVersion; // of registry modules
    Module module;
    SourceRange callRange;
    const ModuleNode* parent = nullptr;
    std::map<std::string, std::unique_ptr<ModuleNode>> children;

    const ModuleNode* child(std::string_view name) const;
    /// Returns the providers that this module itself requires, with their version constraints. Constraints that
    /// ProviderConstraints cannot parse are ignored.
    addrs::ProviderRequirements providerRequirements() const;
    /// Returns an error for each version constraint that ProviderConstraints cannot parse, and for each import block
    /// whose provider is not that of its target. Decoding accepts more forms of constraints, as OpenTofu does:
    /// "1.2.3.4", "~> 2.14z".
    diags::Diagnostics providerConstraintErrors() const;
    /// Whether this module or one of its ancestors comes from another package than the root module.
    bool isRemote() const;
};

struct Config;

/// A module that a run block of a test file loads instead of the root module, with a configuration of its own.
struct TestModule {
    std::string file, run;
    std::string source; // as written in the run block
    bool isLocal = false;
    std::shared_ptr<const Config> config;
};

/// A whole configuration: the module tree and the text of all its files. Immutable and shared by pointer.
struct Config {
    std::filesystem::path directory;
    std::string startDirectory; // path.cwd, absolute
    std::string workspace = "default";
    std::unique_ptr<ModuleNode> root;
    diags::Sources sources;
    /// Paths of all files that were read, relative to the directory if they are inside it. Used for plan files and for
    /// watching changes.
    std::vector<std::string> files;
    std::string_view registry = addrs::openTofuRegistry; // for sources without a host name
    /// Whether the backend can be evaluated: files, variables, locals and the backend block itself have no errors.
    bool isBackendKnown = false;
    /// Warnings about the files and variable values of the root module only, which is read first.
    diags::Diagnostics rootWarnings;
    /// Problems in test files that did not prevent the configuration from loading.
    diags::Diagnostics testDiagnostics;
    /// The providers that test files configure, by file. Planning does not need them.
    std::map<std::string, addrs::ProviderRequirements> testProviders;
    /// The modules of run blocks, by file and then in file order. Planning does not need them.
    std::vector<TestModule> testModules;

    const ModuleNode* module(const addrs::Module& path) const;
    const Resource* resource(const addrs::ConfigResource& address) const;
    /// Calls visit for each module: parents before children, siblings by name.
    void forEachModule(const std::function<void(const ModuleNode&)>& visit) const;
    /// The provider configuration that a resource uses, after following inherited and passed providers. An empty
    /// configuration is implied in the root module. One with an alias may be missing; the address is then the one that
    /// is expected to exist.
    struct ResolvedProvider {
        addrs::AbsProviderConfig address;
        const ProviderConfig* config = nullptr; // null: implied and empty
        ExpressionPtr keyExpression;            // for_each of the provider block
        addrs::Module keyModule;                // module in which the key expression is evaluated
    };
    ResolvedProvider providerFor(const ModuleNode& module, const Resource& resource) const;
    ResolvedProvider providerFor(const addrs::Module& module, std::string_view localName, std::string_view alias) const;
    /// Returns all providers that the configuration requires, with the version constraints of all modules combined.
    addrs::ProviderRequirements providerRequirements() const;
    /// Returns the errors of all modules, see ModuleNode::providerConstraintErrors().
    diags::Diagnostics providerConstraintErrors() const;
    /// Returns the addresses of the required providers, sorted.
    std::vector<addrs::Provider> requiredProviders() const;
    /// As requiredProviders(), including those of test files and of the modules of their run blocks.
    std::vector<addrs::Provider> requiredProvidersWithTests() const;
};
using ConfigPtr = std::shared_ptr<const Config>;

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

/// A value for a root module variable that was set outside the configuration.
struct GivenVariable {
    enum class Source { Default, Environment, AutoFile, NamedFile, CommandLine, Interactive, Plan };
    Source source = Source::CommandLine;
    std::variant<std::string, ExpressionPtr, values::Value>
        value; // text to parse by the variable's type, an expression, or a value
    SourceRange range;
};
using GivenVariables = std::map<std::string, GivenVariable>;

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
diags::Result<ConfigPtr> load(const LoadOptions& options);
/// Evaluates the arguments of the root module's backend block, which may use variables and locals, by the schema of its
/// type. Reports errors in references, and values that must not be stored. Arguments that do not fit the schema are
/// left out, because `tofu init` rejects them. The options must be those that the configuration was loaded with.
diags::Result<values::Value> evaluateBackend(const Config& config, const LoadOptions& options,
                                             const schemas::Block& schema);

/// Reads variables from TF_VAR_*, terraform.tfvars(.json), *.auto.tfvars(.json), then -var-file and -var in order.
struct VariableArgument {
    enum class Kind { Value, File };
    Kind kind = Kind::Value;
    std::string text; // "name=value" or a path
};
struct CollectedVariables {
    GivenVariables variables;
    diags::Sources sources; // texts of the files, for source excerpts
};
diags::Result<CollectedVariables> collectVariables(const std::filesystem::path& directory,
                                                   const std::vector<std::string>& environment,
                                                   const std::vector<VariableArgument>& arguments);
/// Returns the given value before conversion to the variable's type; empty if there were errors.
std::optional<values::Value> parseGiven(const Variable& variable, const GivenVariable& given,
                                        diags::Diagnostics& diagnostics);
/// The values of all root variables: parsed, converted, with defaults. Missing required variables, undeclared variables
/// and unreadable values are diagnostics with OpenTofu's texts. A value that does not fit its variable is only a
/// problem of that variable; the others can still be planned.
struct RootVariable {
    values::Value value;
    values::Value given; // before conversion; this is what plans store
    GivenVariable::Source source = GivenVariable::Source::Default;
    SourceRange range;
    diags::Diagnostics problems = {}; // why `given` is invalid; `value` is then unknown
};
diags::Result<std::map<std::string, RootVariable>> rootVariables(const Module& root, const GivenVariables& given);

} // namespace planlens::configs
