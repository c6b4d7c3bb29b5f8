// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/lang/functions/definition.h"

#include <memory>

/// The built-in functions, one group per file.
namespace planlens::lang {

struct FunctionOptions;
class FunctionTable;

void addStrings(FunctionList& functions);
void addFormatting(FunctionList& functions);
void addNumbers(FunctionList& functions);
void addSequences(FunctionList& functions);
void addMaps(FunctionList& functions);
void addSearching(FunctionList& functions);
void addSets(FunctionList& functions);
void addEncodings(FunctionList& functions);
void addTextEncodings(FunctionList& functions);
void addCompression(FunctionList& functions);
void addJson(FunctionList& functions);
void addYaml(FunctionList& functions);
void addCsv(FunctionList& functions);
void addHashes(FunctionList& functions, const FunctionOptions& options);
void addCrypto(FunctionList& functions, const FunctionOptions& options);
void addDates(FunctionList& functions, const FunctionOptions& options);
void addNetworks(FunctionList& functions);
void addFiles(FunctionList& functions, const FunctionOptions& options);
void addTemplates(FunctionList& functions, const FunctionOptions& options, const FunctionTable& table);
void addRegularExpressions(FunctionList& functions);
void addConversions(FunctionList& functions);
void addMarks(FunctionList& functions);
void addAttempts(FunctionList& functions);

} // namespace planlens::lang
