// SPDX-License-Identifier: MPL-2.0
#include "core/explain/file_data.h"

#include "core/explain/definition.h"
#include "core/explain/plan_values.h"
#include "core/hcl/syntax.h"
#include "core/hcl/syntax/parser.h"
#include "core/lang/functions/definition.h"
#include "core/plans/recorded.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace planlens::explain {

namespace {

using values::Type;
using values::Value;
using Arguments = std::span<const Value>;

/// Longer texts are not evaluated, because each explained change would evaluate them again.
constexpr std::size_t longestEvaluated = 65'536;

class File final : public hcl::Function {
public:
    explicit File(const FileData& files)
        : Function("file", {lang::parameter("path", Type::string())})
        , m_files(files) {}

    hcl::FunctionOutcome<Type> returnType(Arguments) const override { return Type::string(); }
    hcl::FunctionOutcome<Value> call(Arguments arguments, Type) const override {
        const std::string* text = m_files.text(recordedName(arguments[0].asString()));
        if (!text || text->size() > longestEvaluated)
            return diags::Unexpected{hcl::FunctionError{"its text is not known", {}, {}}};
        return Value::string(*text);
    }

private:
    const FileData& m_files;
};

bool callsFileFunctions(const hcl::Expression& expression) {
    return hasPart(expression, [](const hcl::Expression& part) {
        const auto* call = dynamic_cast<const hcl::syntax::FunctionCall*>(&part);
        return call && readsFiles(call->name);
    });
}

/// Makes texts from templates that read no files themselves.
class TemplateFile final : public hcl::Function {
public:
    TemplateFile(const FileData& files, const hcl::Function& templateString)
        : Function("templatefile", {lang::parameter("path", Type::string()), lang::parameter("vars", Type::dynamic())})
        , m_files(files)
        , m_templateString(templateString) {}

    hcl::FunctionOutcome<Type> returnType(Arguments arguments) const override {
        const hcl::FunctionOutcome<Value> made = call(arguments, {});
        return made ? hcl::FunctionOutcome<Type>(made->type()) : diags::Unexpected{made.error()};
    }
    hcl::FunctionOutcome<Value> call(Arguments arguments, Type) const override {
        const std::string name = recordedName(arguments[0].asString());
        const std::string* text = m_files.text(name);
        if (!text || text->size() > longestEvaluated || !arguments[1].isWhollyKnown())
            return diags::Unexpected{hcl::FunctionError{"its text is not known", {}, {}}};
        const auto [readsOthers, isNew] = m_readsOthers.try_emplace(name);
        if (isNew) {
            const auto parsed = hcl::parseTemplate(*text, name);
            readsOthers->second = parsed.hasErrors() || callsFileFunctions(**parsed.value);
        }
        if (readsOthers->second)
            return diags::Unexpected{hcl::FunctionError{"its template reads files", {}, {}}};
        const std::array<Value, 2> given{Value::string(*text), arguments[1]};
        return m_templateString.call(given, Type::dynamic());
    }

private:
    const FileData& m_files;
    const hcl::Function& m_templateString;
    mutable std::unordered_map<std::string, bool> m_readsOthers;
};

class FileSet final : public hcl::Function {
public:
    explicit FileSet(const plans::Recorded& recorded)
        : Function("fileset", {lang::parameter("path", Type::string()), lang::parameter("pattern", Type::string())})
        , m_recorded(recorded) {}

    hcl::FunctionOutcome<Type> returnType(Arguments) const override { return Type::set(Type::string()); }
    hcl::FunctionOutcome<Value> call(Arguments arguments, Type type) const override {
        const auto found = m_recorded.filesListed.find({arguments[0].asString(), arguments[1].asString()});
        if (found == m_recorded.filesListed.end())
            return diags::Unexpected{hcl::FunctionError{"its result is not known", {}, {}}};
        std::vector<Value> names;
        for (const std::string& name : found->second)
            names.push_back(Value::string(name));
        return Value::sequence(type, std::move(names));
    }

private:
    const plans::Recorded& m_recorded;
};

/// Decodes each text once: the changes of a plan often have their values from the same file.
class Decoder final : public hcl::Function {
public:
    explicit Decoder(const hcl::Function& usual)
        : Function(usual.name(), {usual.parameters().begin(), usual.parameters().end()})
        , m_usual(usual) {}

    hcl::FunctionOutcome<Type> returnType(Arguments arguments) const override {
        if (!isKept(arguments))
            return m_usual.returnType(arguments);
        const hcl::FunctionOutcome<Value> value = decoded(arguments);
        return value ? hcl::FunctionOutcome<Type>(value->type()) : m_usual.returnType(arguments);
    }
    hcl::FunctionOutcome<Value> call(Arguments arguments, Type type) const override {
        return isKept(arguments) ? decoded(arguments) : m_usual.call(arguments, type);
    }

private:
    static bool isKept(Arguments arguments) {
        constexpr std::size_t shortest = 256;
        return arguments.size() == 1 && arguments[0].isKnown() && !arguments[0].isNull() && !arguments[0].isMarked() &&
               arguments[0].asString().size() >= shortest;
    }
    hcl::FunctionOutcome<Value> decoded(Arguments arguments) const {
        const auto [found, isNew] = m_decoded.try_emplace(arguments[0].asString());
        if (isNew)
            if (const auto type = m_usual.returnType(arguments))
                if (auto value = m_usual.call(arguments, *type))
                    found->second = *std::move(value);
        if (found->second)
            return *found->second;
        return diags::Unexpected{hcl::FunctionError{"it cannot be decoded", {}, {}}};
    }

    const hcl::Function& m_usual;
    mutable std::unordered_map<std::string, std::optional<Value>> m_decoded;
};

} // namespace

std::string recordedName(std::string path) {
    if (path.starts_with("./"))
        path.erase(0, 2);
    return path;
}

std::optional<lang::DataFormat> formatOf(std::string_view decoder) {
    constexpr std::array<std::pair<std::string_view, lang::DataFormat>, 3> all{{{"jsondecode", lang::DataFormat::Json},
                                                                                {"yamldecode", lang::DataFormat::Yaml},
                                                                                {"csvdecode", lang::DataFormat::Csv}}};
    const auto found = std::ranges::find(all, decoder, &std::pair<std::string_view, lang::DataFormat>::first);
    return found == all.end() ? std::nullopt : std::optional(found->second);
}

FileData::FileData(const plans::Recorded& recorded)
    : m_recorded(recorded)
    , m_file(recorded.filesRead.empty() ? nullptr : std::make_unique<File>(*this))
    , m_fileSet(recorded.filesListed.empty() ? nullptr : std::make_unique<FileSet>(recorded)) {}

const std::string* FileData::text(std::string_view name) const {
    const auto found = m_recorded.filesRead.find(name);
    return found == m_recorded.filesRead.end() ? nullptr : &found->second;
}

std::optional<std::uint32_t> FileData::line(const std::string& name, lang::DataFormat format,
                                            const values::Path& path) const {
    const std::string* content = text(name);
    if (!content)
        return {};
    auto found = m_lines.find({name, format});
    if (found == m_lines.end())
        found = m_lines.try_emplace({name, format}, *content, format).first;
    return found->second.find(path);
}

const hcl::Function* FileData::function(std::string_view name) const {
    return name == "file" ? m_file.get() : name == "fileset" ? m_fileSet.get() : nullptr;
}

const hcl::Function* FileData::templateFile(const hcl::Function& templateString) const {
    if (m_file && !m_templateFile)
        m_templateFile = std::make_unique<TemplateFile>(*this, templateString);
    return m_templateFile.get();
}

const hcl::Function* FileData::decoder(std::string_view name, const hcl::Function* usual) const {
    if (!usual || !m_file || !formatOf(name))
        return nullptr;
    const auto [found, isNew] = m_decoders.try_emplace(std::string(name));
    if (isNew)
        found->second = std::make_unique<Decoder>(*usual);
    return found->second.get();
}

bool readsFiles(std::string_view function) {
    const std::string_view name = builtInName(function);
    return name.starts_with("file") || name == "templatefile" || name == "abspath" || name == "pathexpand";
}

} // namespace planlens::explain
