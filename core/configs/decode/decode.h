// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/version.h"
#include "core/configs/module.h"
#include "core/values/conversion/convert.h"

#include <optional>
#include <string>
#include <vector>

/// Reading blocks of configuration files; private to core/configs.
namespace planlens::configs {

using diags::Diagnostics;

enum class FileKind { Primary, Override };

/// Everything that one file declares, before the files of a module are put together.
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

/// Reads a file's body. What could be read accompanies errors.
FileContent decodeFile(const hcl::Body& body, std::string_view filename, FileKind kind, Diagnostics& diagnostics);

// One kind of block each.
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
/// The content of an encryption block, or of TF_ENCRYPTION; null beside errors.
EncryptionConfigPtr decodeEncryption(const hcl::Body& body, const SourceRange& range, Diagnostics& diagnostics);
void decodeLanguage(const hcl::Block& block, FileKind kind, Diagnostics& diagnostics);
/// Whether a file is meant for the version of the language that is followed here. Reads no more than it needs, so that
/// it also understands files of later versions; where a module is not compatible, nothing else about it is told.
void checkVersionRequirements(const hcl::Body& file, std::string_view filename, Diagnostics& diagnostics);
/// A constant version constraint; empty for null, nothing beside errors.
std::optional<addrs::VersionConstraints> decodeVersionConstraint(const hcl::Attribute& attribute,
                                                                 Diagnostics& diagnostics);

/// "A name must start with a letter or underscore and may contain only letters, digits, underscores, and dashes."
extern const char* const badIdentifierDetail;
void checkIdentifier(const hcl::Block& block, std::size_t label, std::string summary, Diagnostics& diagnostics);
/// The schema with no argument required, for override files.
hcl::BodySchema forOverrides(hcl::BodySchema schema, FileKind kind);
/// A constant argument.
void decodeInto(std::string& target, const hcl::Expression& expression, Diagnostics& diagnostics);
void decodeInto(bool& target, const hcl::Expression& expression, Diagnostics& diagnostics);
/// The range of the second of two given ones of count, enabled and for_each, with an error that says they exclude each
/// other.
struct RepetitionArguments {
    std::optional<SourceRange> count, enabled, forEach;
    void check(std::string_view what, std::string_view modal, Diagnostics& diagnostics) const;
};

/// What an argument that takes a reference or keyword says.
struct WrittenReference {
    std::optional<hcl::Traversal>
        traversal;           // none where it is no reference; without steps where what is wrong has been told
    SourceRange range;       // with the quotes
    bool isTemplate = false; // quoted, with something in it that has to be evaluated
};
enum class QuotedForm { Reference, Keyword };
/// Takes the quotes off that old versions of the language wanted around references and keywords, with a warning.
WrittenReference unquoted(const hcl::Expression& expression, QuotedForm form, Diagnostics& diagnostics);
/// The keyword, quoted or not; empty where it is something else.
std::string unquotedKeyword(const hcl::Expression& expression, Diagnostics& diagnostics);
/// The reference, quoted or not.
std::optional<hcl::Traversal> unquotedReference(const hcl::Expression& expression, Diagnostics& diagnostics);
/// A traversal from an expression that has to be one; quotes are wrong in native syntax.
std::optional<hcl::Traversal> absoluteTraversal(const hcl::Expression& expression, Diagnostics& diagnostics);
/// JSON has references as strings: the expression in such a string. Native expressions are given back as they are; null
/// beside errors.
ExpressionPtr expressionInJson(const ExpressionPtr& expression, Diagnostics& diagnostics);
/// Whether a provider may have this name in a module, with an error where it may not.
bool checkProviderLocalName(const std::string& name, const SourceRange& range, Diagnostics& diagnostics);
bool isQuotedString(const hcl::Expression& expression);

} // namespace planlens::configs
