// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/builtins.h"
#include "core/lang/functions/compression/deflate.h"
#include "core/values/text/base64.h"

namespace planlens::lang {
namespace {

ValueOutcome decompress(Arguments arguments, Type) {
    const MarkSet& marks = arguments[0].marks();
    const std::string text = arguments[0].unmarked().asString();
    const auto bytes = values::fromBase64(text);
    if (!bytes)
        return fail("failed to decode base64 data " + redacted(text, marks));
    const Unzipped unzipped = gunzip(*bytes);
    if (unzipped.error) {
        return fail((unzipped.isHeaderError ? "failed to gunzip bytestream: " : "failed to read gunzip raw data: ") +
                    *unzipped.error);
    }
    return Value::string(unzipped.bytes).withMarks(marks);
}

} // namespace

void addCompression(FunctionList& functions) {
    add(functions, {.name = "base64gzip",
                    .parameters = {parameter("str", Type::string())},
                    .type = always(Type::string()),
                    .call = [](Arguments arguments, Type) -> ValueOutcome {
                        return Value::string(values::toBase64(gzip(arguments[0].asString())));
                    }});
    add(functions, {.name = "base64gunzip",
                    .parameters = {parameter("str", Type::string(), {Allow::Marked})},
                    .type = always(Type::string()),
                    .call = decompress});
}

} // namespace planlens::lang
