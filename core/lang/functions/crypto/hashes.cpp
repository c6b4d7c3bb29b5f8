// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions.h"
#include "core/lang/functions/builtins.h"
#include "core/lang/functions/files/file_access.h"
#include "core/values/text/base64.h"
#include "core/values/text/digest.h"

namespace planlens::lang {
namespace {

using Convert = std::string (*)(std::string_view);

void addHash(FunctionList& functions, const std::string& name, Convert digest, Convert encode,
             const FunctionOptions& options) {
    add(functions, {.name = name,
                    .parameters = {parameter("str", Type::string())},
                    .type = always(Type::string()),
                    .call = [=](Arguments arguments, Type) -> ValueOutcome {
                        return Value::string(encode(digest(arguments[0].asString())));
                    }});
    add(functions, {.name = "file" + name,
                    .parameters = {parameter("path", Type::string())},
                    .type = always(Type::string()),
                    .call = [=, scope = fileScope(options)](Arguments arguments, Type) -> ValueOutcome {
                        const auto content = readFile(scope, arguments[0].asString(), {}, MissingFile::AsSystemError);
                        if (!content)
                            return Failure{content.error()};
                        return Value::string(encode(digest(*content)));
                    }});
}

} // namespace

void addHashes(FunctionList& functions, const FunctionOptions& options) {
    addHash(functions, "md5", values::md5, values::toHex, options);
    addHash(functions, "sha1", values::sha1, values::toHex, options);
    addHash(functions, "sha256", values::sha256, values::toHex, options);
    addHash(functions, "sha512", values::sha512, values::toHex, options);
    addHash(functions, "base64sha256", values::sha256, values::toBase64, options);
    addHash(functions, "base64sha512", values::sha512, values::toBase64, options);
}

} // namespace planlens::lang
