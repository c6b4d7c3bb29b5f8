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

/// A module in the tree of calls. Children are owned; parents are not.
struct ModuleNode {
    addrs::Module path;
    std::string sourceAddress;    // as called
    std::string installedVersion; // of modules from a registry
    Module module;
    SourceRange callRange;
    const ModuleNode* parent = nullptr;
    std::map<std::string, std::unique_ptr<ModuleNode>> children;

    const ModuleNode* child(std::string_view name) const;
    /// The providers that this module needs itself, with the versions that it accepts. Constraints that only the loader
    /// can read accept everything.
    addrs::ProviderRequirements providerRequirements() const;
    /// Whether it, or a module around it, comes from another package than the root module.
    bool isRemote() const;
};

struct Config;

/// The module that a run of a test file loads in place of the root module, as a configuration of its own.
struct TestModule {
    std::string file, run;
    std::string source; // as called
    bool isLocal = false;
    std::shared_ptr<const Config> config;
};

/// A whole configuration: the tree of modules and the texts of all its files. Immutable, shared by pointer.
struct Config {
    std::filesystem::path directory;
    std::string startDirectory; // path.cwd, absolute
    std::unique_ptr<ModuleNode> root;
    diags::Sources sources;
    /// Paths of all files that were read, relative to the directory where they are inside it (for plan files and for
    /// watching).
    std::vector<std::string> files;
    std::string_view registry = addrs::openTofuRegistry; // of sources without a host name
    /// Nothing stands in the way of the backend: files, variables, locals and the backend block itself are sound.
    bool isBackendKnown = false;
    /// What is to be warned of in the files and values of the root module alone, which are read before all else.
    diags::Diagnostics rootWarnings;
    /// What is wrong in files of tests and has not kept the configuration from being loaded.
    diags::Diagnostics testDiagnostics;
    /// The providers that test files configure, by file. No plan needs them.
    std::map<std::string, addrs::ProviderRequirements> testProviders;
    /// The modules of runs, by file and run in the order of the file. No plan needs them.
    std::vector<TestModule> testModules;

    const ModuleNode* module(const addrs::Module& path) const;
    const Resource* resource(const addrs::ConfigResource& address) const;
    /// Calls visit for each module, parents first, siblings by name.
    void forEachModule(const std::function<void(const ModuleNode&)>& visit) const;
    /// The provider configuration that a resource uses: walks up through passed providers; the configuration's
    /// address and whether it exists at all (an empty one is implied at the root; one with an alias is missing, and the
    /// address is the one that should be there).
    struct ResolvedProvider {
        addrs::AbsProviderConfig address;
        const ProviderConfig* config = nullptr; // null: implied, empty
        ExpressionPtr keyExpression;            // provider for_each
        addrs::Module keyModule;                // where the key expression is evaluated
    };
    ResolvedProvider providerFor(const ModuleNode& module, const Resource& resource) const;
    ResolvedProvider providerFor(const addrs::Module& module, std::string_view localName, std::string_view alias) const;
    /// All providers that the configuration needs, with the versions that all its modules accept.
    addrs::ProviderRequirements providerRequirements() const;
    /// Their addresses, sorted.
    std::vector<addrs::Provider> requiredProviders() const;
    /// The same with those of test files and the modules of their runs.
    std::vector<addrs::Provider> requiredProvidersWithTests() const;
};
using ConfigPtr = std::shared_ptr<const Config>;

/// Where configuration files are read from: a folder, or the snapshot in a saved plan. Thread-safe.
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
/// Files by path ("main.tf", "m/main.tf"), for saved plans and tests.
std::shared_ptr<const FileSystem> memoryFileSystem(std::map<std::string, std::string> files);

/// A value given to a root variable from outside.
struct GivenVariable {
    enum class Source { Default, Environment, AutoFile, NamedFile, CommandLine, Interactive, Plan };
    Source source = Source::CommandLine;
    std::variant<std::string, ExpressionPtr, values::Value>
        value; // text to parse by the variable's type; or an expression; or a value
    SourceRange range;
};
using GivenVariables = std::map<std::string, GivenVariable>;

struct LoadOptions {
    std::filesystem::path directory;     // that names of files are relative to
    std::string startDirectory;          // where the program was started, for path.cwd; empty: the directory
    std::string rootModule = ".";        // its folder, relative to that
    std::filesystem::path dataDirectory; // for modules/modules.json; relative to the directory
    std::shared_ptr<const FileSystem> files = realFileSystem();
    /// For early evaluation (module sources, backends): values of root variables, the workspace.
    GivenVariables variables;
    std::string workspace = "default";
    /// The registry that sources of providers and modules without a host name are in.
    std::string_view registry = addrs::openTofuRegistry;
    /// A command that needs the backend looks for it first, and tells only the problems that stand in its way: those of
    /// single files, and with variables, locals and the backend itself.
    enum class Order { Whole, BackendFirst };
    Order order = Order::Whole;
    /// A folder in the directory where tests may be, beside those in the directory itself; empty: tests are left alone.
    std::filesystem::path testDirectory;
};
/// Loads the root module and all modules it calls, unless the root has errors. What could be read accompanies errors,
/// so that views can show it.
diags::Result<ConfigPtr> load(const LoadOptions& options);
/// The arguments of the root module's backend block, which may use variables and locals, by the schema of its type.
/// Errors are those of references, and of values that must not be written down; what does not fit the schema is left
/// out, as `tofu init` has refused it. The options are those that the configuration was loaded with.
diags::Result<values::Value> evaluateBackend(const Config& config, const LoadOptions& options,
                                             const schemas::Block& schema);

/// Variables from TF_VAR_*, terraform.tfvars(.json), *.auto.tfvars(.json), then -var-file and -var in the order given.
struct VariableArgument {
    enum class Kind { Value, File };
    Kind kind = Kind::Value;
    std::string text; // "name=value" or a path
};
struct CollectedVariables {
    GivenVariables variables;
    diags::Sources sources; // texts of the files, for excerpts
};
diags::Result<CollectedVariables> collectVariables(const std::filesystem::path& directory,
                                                   const std::vector<std::string>& environment,
                                                   const std::vector<VariableArgument>& arguments);
/// The value as given, before it is converted to the variable's type; none beside errors.
std::optional<values::Value> parseGiven(const Variable& variable, const GivenVariable& given,
                                        diags::Diagnostics& diagnostics);
/// Values for all root variables: parsed, converted, defaults filled in; a missing required one, an undeclared one and
/// one that cannot be read are diagnostics in the reference's words. What does not suit its variable is a problem of
/// that variable, which does not keep others from being planned.
struct RootVariable {
    values::Value value;
    values::Value given; // before it was converted: what plans keep
    GivenVariable::Source source = GivenVariable::Source::Default;
    SourceRange range;
    diags::Diagnostics problems = {}; // why `given` is not suitable; `value` is unknown then
};
diags::Result<std::map<std::string, RootVariable>> rootVariables(const Module& root, const GivenVariables& given);

} // namespace planlens::configs
