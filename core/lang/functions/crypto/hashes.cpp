// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions.h"
#include "core/lang/functions/builtins.h"
#include "core/lang/functions/crypto/digest.h"
#include "core/lang/functions/files/file_access.h"
#include "core/values/text/base64.h"

namespace planlens::lang {
namespace {

using Encode = std::string (*)(std::string_view);

void addHash(FunctionList& functions, const std::string& name, Digest algorithm, Encode encode,
             const FunctionOptions& options) {
    add(functions, {.name = name,
                    .parameters = {parameter("str", Type::string())},
                    .type = always(Type::string()),
                    .call = [=](Arguments arguments, Type) -> ValueOutcome {
                        return Value::string(encode(digest(algorithm, arguments[0].asString())));
                    }});
    add(functions, {.name = "file" + name,
                    .parameters = {parameter("path", Type::string())},
                    .type = always(Type::string()),
                    .call = [=, scope = fileScope(options)](Arguments arguments, Type) -> ValueOutcome {
                        const auto content = readFile(scope, arguments[0].asString(), {}, MissingFile::AsSystemError);
                        if (!content)
                            return Failure{content.error()};
                        return Value::string(encode(digest(algorithm, *content)));
                    }});
}

} // namespace

void addHashes(FunctionList& functions, const FunctionOptions& options) {
    addHash(functions, "md5", Digest::Md5, toHex, options);
    addHash(functions, "sha1", Digest::Sha1, toHex, options);
    addHash(functions, "sha256", Digest::Sha256, toHex, options);
    addHash(functions, "sha512", Digest::Sha512, toHex, options);
    addHash(functions, "base64sha256", Digest::Sha256, values::toBase64, options);
    addHash(functions, "base64sha512", Digest::Sha512, values::toBase64, options);
}

} // namespace planlens::lang
