// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/version.h"
#include "core/configs/module.h"
#include "core/values/conversion/convert.h"

#include <optional>
#include <string>
#include <vector>

/// Decoding of the blocks in configuration files; private to core/configs.
namespace planlens::configs {

using diags::Diagnostics;

enum class FileKind { Primary, Override };

/// All declarations of one file, before the files of a module are combined.
struct FileContent {
    std::vector<Variable> variables;
    std::vector<Local> locals;
    std::vector<Output> outputs;
    std::vector<ModuleCall> moduleCalls;
    std::vector<Resource> resources;
    std::vector<ProviderConfig> providerConfigs;
    struct RequiredProviders {
        std::vector<RequiredProvider> providers;
        SourceRange range;
    };
    std::vector<RequiredProviders> requiredProviders;
    std::vector<Moved> moved;
    std::vector<Removed> removed;
    std::vector<Import> imports;
    std::vector<Check> checks;
    std::vector<Backend> backends;
    std::vector<ProviderMeta> providerMetas;
    std::vector<EncryptionConfigPtr> encryptions; // never null
};

/// Decodes the body of a file. Whatever could be decoded is returned along with errors.
FileContent decodeFile(const hcl::Body& body, std::string_view filename, FileKind kind, Diagnostics& diagnostics);

// Each of these decodes one type of block.
Variable decodeVariable(const hcl::Block& block, FileKind kind, Diagnostics& diagnostics);
std::vector<Local> decodeLocals(const hcl::Block& block, Diagnostics& diagnostics);
Output decodeOutput(const hcl::Block& block, FileKind kind, Diagnostics& diagnostics);
std::optional<CheckRule> decodeCheckRule(const hcl::Block& block, FileKind kind, Diagnostics& diagnostics);
Resource decodeResource(const hcl::Block& block, addrs::ResourceMode mode, FileKind kind, Diagnostics& diagnostics);
Resource decodeNestedData(const hcl::Block& block, FileKind kind, Diagnostics& diagnostics);
std::optional<Provisioner> decodeProvisioner(const hcl::Block& block, Diagnostics& diagnostics);
ModuleCall decodeModuleCall(const hcl::Block& block, FileKind kind, Diagnostics& diagnostics);
std::optional<ProviderConfig> decodeProviderConfig(const hcl::Block& block, Diagnostics& diagnostics);
std::optional<ProviderConfigRef> decodeProviderConfigRef(const hcl::ExpressionPtr& expression,
                                                         std::string_view argument, Diagnostics& diagnostics);
std::vector<PassedProvider> decodePassedProviders(const hcl::Attribute& attribute, Diagnostics& diagnostics);
std::vector<hcl::Traversal> decodeDependsOn(const hcl::Attribute& attribute, Diagnostics& diagnostics);
std::optional<Moved> decodeMoved(const hcl::Block& block, Diagnostics& diagnostics);
std::optional<Removed> decodeRemoved(const hcl::Block& block, Diagnostics& diagnostics);
std::optional<Import> decodeImport(const hcl::Block& block, Diagnostics& diagnostics);
Check decodeCheck(const hcl::Block& block, FileKind kind, std::vector<Resource>& dataResources,
                  Diagnostics& diagnostics);
void decodeTerraform(const hcl::Block& block, FileContent& content, Diagnostics& diagnostics);
/// Decodes the content of an encryption block, or of TF_ENCRYPTION; null if there are errors.
EncryptionConfigPtr decodeEncryption(const hcl::Body& body, const SourceRange& range, Diagnostics& diagnostics);
void decodeLanguage(const hcl::Block& block, FileKind kind, Diagnostics& diagnostics);
/// Checks that a file is meant for the supported language version. Only reads the blocks this needs, so that it also
/// understands files of later versions; no other problems of an incompatible module are reported.
void checkVersionRequirements(const hcl::Body& file, std::string_view filename, Diagnostics& diagnostics);
/// Decodes a constant version constraint; it is empty for null. No result if there were errors.
std::optional<addrs::VersionConstraints> decodeVersionConstraint(const hcl::Attribute& attribute,
                                                                 Diagnostics& diagnostics);

/// "A name must start with a letter or underscore and may contain only letters, digits, underscores, and dashes."
extern const char* const badIdentifierDetail;
void checkIdentifier(const hcl::Block& block, std::size_t label, std::string summary, Diagnostics& diagnostics);
/// Returns the schema without required arguments, for override files.
hcl::BodySchema forOverrides(hcl::BodySchema schema, FileKind kind);
/// Decodes a constant argument.
void decodeInto(std::string& target, const hcl::Expression& expression, Diagnostics& diagnostics);
void decodeInto(bool& target, const hcl::Expression& expression, Diagnostics& diagnostics);
/// Ranges of count, enabled and for_each. The check reports an error for the second one given, because they exclude
/// each other.
struct RepetitionArguments {
    std::optional<SourceRange> count, enabled, forEach;
    void check(std::string_view what, std::string_view modal, Diagnostics& diagnostics) const;
};

/// The content of an argument that takes a reference or keyword.
struct WrittenReference {
    std::optional<hcl::Traversal>
        traversal;           // none if it is not a reference; without steps if an error was already reported
    SourceRange range;       // including the quotes
    bool isTemplate = false; // quoted, with interpolation
};
enum class QuotedForm { Reference, Keyword };
/// Removes the quotes that old language versions required around references and keywords, with a warning.
WrittenReference unquoted(const hcl::Expression& expression, QuotedForm form, Diagnostics& diagnostics);
/// Returns the keyword, quoted or not; empty if it is something else.
std::string unquotedKeyword(const hcl::Expression& expression, Diagnostics& diagnostics);
/// Returns the reference, quoted or not.
std::optional<hcl::Traversal> unquotedReference(const hcl::Expression& expression, Diagnostics& diagnostics);
/// Converts an expression that must be a traversal; quotes are an error in native syntax.
std::optional<hcl::Traversal> absoluteTraversal(const hcl::Expression& expression, Diagnostics& diagnostics);
/// Parses the expression in a JSON string, because references are strings in JSON. Returns native expressions
/// unchanged, and null if there were errors.
ExpressionPtr expressionInJson(const ExpressionPtr& expression, Diagnostics& diagnostics);
/// Whether a provider may have this local name; adds an error if not.
bool checkProviderLocalName(const std::string& name, const SourceRange& range, Diagnostics& diagnostics);
bool isQuotedString(const hcl::Expression& expression);

} // namespace planlens::configs
