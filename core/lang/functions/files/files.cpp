// SPDX-License-Identifier: MPL-2.0
#include "core/lang/files_read.h"
#include "core/lang/functions.h"
#include "core/lang/functions/builtins.h"
#include "core/lang/functions/files/file_access.h"
#include "core/lang/functions/files/glob.h"
#include "core/lang/working_directory.h"
#include "core/values/text/base64.h"
#include "core/values/text/clean_path.h"
#include "core/values/text/utf8.h"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>

namespace planlens::lang {
namespace {

namespace fs = std::filesystem;

enum class Encoding { Text, Base64 };

ValueOutcome file(Arguments arguments, const FileScope& scope, Encoding encoding) {
    const std::string path = arguments[0].unmarked().asString();
    const MarkSet& marks = arguments[0].marks();
    const auto content = readFile(scope, path, marks, MissingFile::Explained);
    if (!content)
        return failAt(0, content.error().message);
    if (encoding == Encoding::Base64)
        return Value::string(values::toBase64(*content)).withMarks(marks);
    if (!values::isUtf8(*content)) {
        return fail(
            fmt::format("contents of {} are not valid UTF-8; use the filebase64 function to obtain the Base64 "
                        "encoded contents or the other file functions (e.g. filemd5, filesha256) to obtain file "
                        "hashing results instead",
                        redacted(path, marks)));
    }
    return Value::string(*content).withMarks(marks);
}

const char* describe(fs::file_type type) {
    switch (type) {
    case fs::file_type::directory:
        return "a directory, not a file";
    case fs::file_type::block:
    case fs::file_type::character:
        return "a device node, not a regular file";
    case fs::file_type::fifo:
        return "a named pipe, not a regular file";
    case fs::file_type::socket:
        return "a unix domain socket, not a regular file";
    default:
        return "not a regular file";
    }
}

ValueOutcome fileExists(Arguments arguments, const FileScope& scope) {
    const MarkSet& marks = arguments[0].marks();
    const auto path = locate(scope.folder, arguments[0].unmarked().asString());
    if (!path)
        return Failure{path.error()};
    if (scope.read && marks.isEmpty())
        scope.read->addFile(*path);
    std::error_code error;
    const fs::file_status status = fs::status(*path, error);
    if (error == std::errc::no_such_file_or_directory)
        return Value::boolean(false).withMarks(marks);
    if (status.type() == fs::file_type::none || status.type() == fs::file_type::not_found)
        return fail("failed to stat " + redacted(*path, marks));
    if (status.type() == fs::file_type::regular)
        return Value::boolean(true).withMarks(marks);
    // The reference counts this argument from one.
    return failAt(1, fmt::format("{} is {}", redacted(*path, marks), describe(status.type())));
}

ValueOutcome fileSet(Arguments arguments, Type type, const FileScope& scope) {
    MarkSet marks = arguments[0].marks();
    marks.insert(arguments[1].marks());
    std::string path = arguments[0].unmarked().asString();
    if (!path.starts_with('/'))
        path = joinPath(scope.folder, path);
    const std::string pattern = joinPath(path, arguments[1].unmarked().asString());
    if (scope.read && marks.isEmpty())
        scope.read->addPattern(pattern);
    const auto matches = glob(pattern);
    if (!matches) {
        const GlobError& error = matches.error();
        return fail(fmt::format("failed to glob pattern {}: {}{}", redacted(pattern, marks),
                                error.folder.empty() ? "" : "open " + redacted(error.folder, marks) + ": ",
                                error.reason));
    }
    std::vector<std::string> names;
    for (const std::string& match : *matches) {
        std::error_code error;
        const fs::file_status status = fs::status(match, error);
        const bool isMissing = status.type() == fs::file_type::not_found;
        if (std::error_code gone; isMissing && !fs::is_symlink(fs::symlink_status(match, gone)))
            continue; // removed after it was listed, as temporary files of other programs are
        if (!fs::exists(status)) {
            std::string reason = (error ? error : std::make_error_code(std::errc::no_such_file_or_directory)).message();
            reason[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(reason[0])));
            return fail(fmt::format("failed to stat {}: stat {}: {}", redacted(match, marks), match, reason));
        }
        if (fs::is_regular_file(status))
            names.push_back(fs::path(match).lexically_relative(values::cleanPath(path)).string());
    }
    if (scope.read && marks.isEmpty())
        scope.read->addListed(arguments[0].unmarked().asString(), arguments[1].unmarked().asString(), names);
    std::vector<Value> elements;
    for (std::string& name : names)
        elements.push_back(Value::string(std::move(name)));
    return Value::sequence(type, std::move(elements)).withMarks(marks);
}

std::string baseName(const std::string& path) {
    std::string_view text = path;
    while (text.size() > 1 && text.ends_with('/'))
        text.remove_suffix(1);
    if (text.empty())
        return ".";
    if (text == "/")
        return "/";
    return std::string(text.substr(text.rfind('/') + 1));
}

std::string folderName(const std::string& path) {
    return values::cleanPath(path.substr(0, path.rfind('/') + 1));
}

void addPathFunction(FunctionList& functions, const char* name, std::string (*function)(const std::string&)) {
    add(functions, {.name = name,
                    .parameters = {parameter("path", Type::string())},
                    .type = always(Type::string()),
                    .call = [function](Arguments arguments, Type) -> ValueOutcome {
                        return Value::string(function(arguments[0].asString()));
                    }});
}

} // namespace

void addFiles(FunctionList& functions, const FunctionOptions& options) {
    const FileScope scope = fileScope(options);
    const Parameter path = parameter("path", Type::string(), {Allow::Marked});
    add(functions, {.name = "file",
                    .parameters = {path},
                    .type = always(Type::string()),
                    .call = [scope](Arguments arguments, Type) { return file(arguments, scope, Encoding::Text); }});
    add(functions, {.name = "filebase64",
                    .parameters = {path},
                    .type = always(Type::string()),
                    .call = [scope](Arguments arguments, Type) { return file(arguments, scope, Encoding::Base64); }});
    add(functions, {.name = "fileexists",
                    .parameters = {path},
                    .type = always(Type::boolean()),
                    .call = [scope](Arguments arguments, Type) { return fileExists(arguments, scope); }});
    add(functions, {.name = "fileset",
                    .parameters = {path, parameter("pattern", Type::string(), {Allow::Marked})},
                    .type = always(Type::set(Type::string())),
                    .call = [scope](Arguments arguments, Type type) { return fileSet(arguments, type, scope); }});
    addPathFunction(functions, "basename", baseName);
    addPathFunction(functions, "dirname", folderName);
    add(functions, {.name = "abspath",
                    .parameters = {parameter("path", Type::string())},
                    .type = always(Type::string()),
                    .call = [folder = scope.folder](Arguments arguments, Type) -> ValueOutcome {
                        const std::string given = arguments[0].asString();
                        return Value::string(absolutePath(given.starts_with('/') ? given : joinPath(folder, given)));
                    }});
    add(functions, {.name = "pathexpand",
                    .parameters = {parameter("path", Type::string())},
                    .type = always(Type::string()),
                    .call = [](Arguments arguments, Type) -> ValueOutcome {
                        const auto expanded = expandHome(arguments[0].asString());
                        if (!expanded)
                            return Failure{expanded.error()};
                        return Value::string(*expanded);
                    }});
}

} // namespace planlens::lang
