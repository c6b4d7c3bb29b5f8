// SPDX-License-Identifier: MPL-2.0
#include "core/states/file/old_formats.h"

#include "core/hcl/syntax/parser.h"
#include "core/states/file/json_fields.h"
#include "core/values/json/json.h"
#include "core/values/text/quoted.h"
#include "core/values/text/split.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace planlens::states {
namespace {

using Attributes = std::map<std::string, std::string>;

struct OldObject {
    std::string id;
    std::optional<Attributes> attributes;
    std::map<std::string, std::string> meta; // name → JSON
    bool isTainted = false;
};

struct OldInstance {
    std::string address;
    std::string provider;
    std::optional<OldObject> primary;
    std::vector<OldObject> deposed;
};

struct OldModule {
    std::vector<std::string> path;
    std::vector<OutputRecord> outputs;
    std::vector<OldInstance> instances;
};

struct OldState {
    std::string terraformVersion, lineage;
    std::int64_t serial = 0;
    std::vector<OldModule> modules;
};

bool readInteger(JsonFields& fields, std::int64_t& out) {
    std::string_view raw;
    if (!fields.raw(raw))
        return false;
    if (raw == "null")
        return true;
    const auto [end, error] = std::from_chars(raw.data(), raw.data() + raw.size(), out);
    return (error == std::errc() && end == raw.data() + raw.size()) || fields.mismatch();
}

bool readObject(JsonFields& fields, OldObject& object) {
    return fields.object([&](std::string_view name) {
        if (name == "id")
            return fields.string(object.id);
        if (name == "attributes") {
            if (fields.takeNull())
                return true;
            Attributes& attributes = object.attributes.emplace();
            return fields.map([&](std::string_view key) { return fields.string(attributes[std::string(key)]); });
        }
        if (name == "meta")
            return fields.map([&](std::string_view key) { return fields.compact(object.meta[std::string(key)]); });
        if (name == "tainted")
            return fields.boolean(object.isTainted);
        return fields.skip();
    });
}

bool readInstance(JsonFields& fields, OldInstance& instance) {
    return fields.object([&](std::string_view name) {
        if (name == "provider")
            return fields.string(instance.provider);
        if (name == "primary")
            return fields.takeNull() || readObject(fields, instance.primary.emplace());
        if (name == "deposed")
            return fields.array([&] { return readObject(fields, instance.deposed.emplace_back()); });
        return fields.skip();
    });
}

/// Outputs of format 1 are texts; later ones have a type, which says too little to be used.
bool readOutput(JsonFields& fields, OutputRecord& output, std::uint64_t version) {
    if (version == 1)
        return fields.peek() == '"' ? fields.raw(output.value) : fields.mismatch();
    return fields.object([&](std::string_view name) {
        if (name == "value")
            return fields.raw(output.value);
        if (name == "sensitive")
            return fields.boolean(output.isSensitive);
        return fields.skip();
    });
}

bool readModule(JsonFields& fields, OldModule& module, std::uint64_t version) {
    return fields.object([&](std::string_view name) {
        if (name == "path")
            return fields.array([&] { return fields.string(module.path.emplace_back()); });
        if (name == "outputs")
            return fields.map([&](std::string_view output) {
                module.outputs.emplace_back().name = output;
                return readOutput(fields, module.outputs.back(), version);
            });
        if (name == "resources")
            return fields.map([&](std::string_view address) {
                module.instances.emplace_back().address = address;
                return readInstance(fields, module.instances.back());
            });
        return fields.skip();
    });
}

bool readState(JsonFields& fields, OldState& state, std::uint64_t version) {
    return fields.object([&](std::string_view name) {
        if (name == "terraform_version" && version > 1)
            return fields.string(state.terraformVersion);
        if (name == "lineage" && version > 1)
            return fields.string(state.lineage);
        if (name == "serial")
            return readInteger(fields, state.serial);
        if (name == "modules")
            return fields.array([&] { return readModule(fields, state.modules.emplace_back(), version); });
        return fields.skip();
    });
}

/// Formats 1 and 2 mark the number of elements of maps like that of lists: `tags.#`. Format 3 has `tags.%`, and no
/// number for empty collections.
void separateMapsFromLists(Attributes& attributes) {
    std::vector<std::string> prefixes;
    for (const auto& [name, value] : attributes)
        if (name.ends_with(".#"))
            prefixes.push_back(name.substr(0, name.size() - 1));
    for (const std::string& prefix : prefixes) {
        std::set<std::string> keys;
        for (const auto& [name, value] : attributes)
            if (name.starts_with(prefix) && name != prefix + "#")
                keys.insert(name.substr(prefix.size(), name.find('.', prefix.size() + 1) - prefix.size()));
        const auto isNumber = [](const std::string& key) {
            const std::size_t sign = key.starts_with('-') || key.starts_with('+') ? 1 : 0;
            return key.size() > sign && std::all_of(key.begin() + static_cast<std::ptrdiff_t>(sign), key.end(),
                                                    [](char c) { return c >= '0' && c <= '9'; });
        };
        if (!std::all_of(keys.begin(), keys.end(), isNumber))
            attributes[prefix + "%"] = attributes[prefix + "#"];
        else if (!keys.empty())
            continue;
        attributes.erase(prefix + "#");
    }
}

/// The address of an instance within its module: `data.aws_ami.name.0`.
struct OldAddress {
    std::string mode = "managed", type, name, index;
};

diags::Diagnostic failed(std::string_view cause) {
    return diags::Diagnostic::error(
        "State format upgrade failed",
        fmt::format("Error upgrading state file format from version 3 to version 4: {}.", cause));
}

diags::Result<OldAddress> parseAddress(const std::string& text) {
    std::vector<std::string_view> parts = values::split(text, '.');
    OldAddress address;
    bool isValid = parts.size() >= 2 && parts.size() <= 4;
    if (isValid && parts.size() > 2 && parts[0] == "data") {
        address.mode = "data";
        parts.erase(parts.begin());
    }
    isValid = isValid && parts.size() <= 3;
    if (!isValid)
        return failed("invalid internal resource address format: " + text);
    address.type = parts[0];
    address.name = parts[1];
    if (parts.size() == 3) {
        std::int64_t index = 0;
        const auto [end, error] = std::from_chars(parts[2].data(), parts[2].data() + parts[2].size(), index);
        if (error != std::errc() || end != parts[2].data() + parts[2].size())
            return failed(fmt::format("error parsing resource address {}: strconv.ParseInt: parsing {}: invalid syntax",
                                      values::quoted(text), values::quoted(parts[2])));
        address.index = std::to_string(index);
    }
    return address;
}

/// The address of the provider with its module. Format 3 often has only the name that the module gives it, or nothing.
diags::Result<std::string> providerOf(const OldInstance& instance, const OldAddress& address,
                                      const std::string& module) {
    if (instance.provider.find("provider.") != std::string::npos)
        return instance.provider;
    const std::string local =
        instance.provider.empty() ? address.type.substr(0, address.type.find('_')) : instance.provider;
    const std::vector<std::string_view> parts = values::split(local, '.');
    if (parts.size() > 2 || !std::all_of(parts.begin(), parts.end(), hcl::isValidIdentifier)) {
        const bool hasTemplate = local.find("${") != std::string::npos;
        return failed(fmt::format(
            "invalid legacy provider config reference {} for {}.{}: {}", values::quoted(local), address.type,
            address.name,
            hasTemplate
                ? "this alias seems to contain a template interpolation sequence, which was not supported but also not "
                  "error-checked in Terraform 0.11. To proceed, rename the associated provider alias to a valid "
                  "identifier and apply the change with Terraform 0.11 before upgrading to Terraform 0.12"
                : "Invalid provider configuration address: The provider name, and the alias after a dot, must be "
                  "identifiers"));
    }
    return (module.empty() ? std::string() : module + ".") + "provider." + local;
}

/// The version of the schema is among the private data of the old SDK.
bool takeSchemaVersion(std::string text, std::uint64_t& version) {
    const bool isText = text.starts_with('"');
    if (isText)
        text = text.substr(1, text.size() - 2);
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return false;
    version = number;
    return true;
}

InstanceRecord objectRecord(OldObject object, const std::string& deposed, std::uint64_t format) {
    InstanceRecord record;
    record.deposed = deposed;
    record.status = object.isTainted ? "tainted" : "";
    for (const auto& [name, text] : object.meta) {
        if (name == "schema_version" && takeSchemaVersion(text, record.schemaVersion))
            continue;
        record.privateData += record.privateData.empty() ? '{' : ',';
        values::appendJsonString(record.privateData, name);
        record.privateData += ':' + text;
    }
    if (!record.privateData.empty())
        record.privateData += '}';
    if (object.attributes && format < 3)
        separateMapsFromLists(*object.attributes);
    if (!object.id.empty()) {
        if (!object.attributes)
            object.attributes.emplace();
        if (std::string& id = (*object.attributes)["id"]; id.empty())
            id = object.id;
    }
    record.hasFlatAttributes = object.attributes.has_value();
    if (object.attributes)
        record.flatAttributes = *std::move(object.attributes);
    return record;
}

/// Types that the old formats had: lists and maps rather than tuples and objects, if the elements are of one type.
values::Type collectionType(values::Type type) {
    std::vector<values::Type> elements;
    if (type.isTuple())
        elements = {type.tupleTypes().begin(), type.tupleTypes().end()};
    else if (type.isObject())
        for (const auto& attribute : type.attributes())
            elements.push_back(attribute.type);
    if (elements.empty() ||
        std::any_of(elements.begin(), elements.end(), [&](values::Type element) { return element != elements[0]; }))
        return type;
    const values::Type element = collectionType(elements[0]);
    return type.isTuple() ? values::Type::list(element) : values::Type::map(element);
}

class Upgrade {
public:
    explicit Upgrade(std::uint64_t format)
        : m_format(format) {}

    diags::Result<FileRecord> run(OldState state);

private:
    diags::Diagnostics addModule(OldModule& module);
    diags::Diagnostics addInstance(OldInstance& instance, const std::string& module);
    void addOutput(OutputRecord output);
    std::string_view keep(std::string text) { return m_record.texts.emplace_back(std::move(text)); }

    const std::uint64_t m_format;
    FileRecord m_record;
    std::map<std::string, std::size_t> m_resources; // by address
};

diags::Result<FileRecord> Upgrade::run(OldState state) {
    if (state.serial < 0)
        return failed("state has serial less than zero, which is invalid");
    m_record.version = 4;
    m_record.terraformVersion = state.terraformVersion.empty() ? "0.0.0" : std::move(state.terraformVersion);
    m_record.serial = static_cast<std::uint64_t>(state.serial);
    m_record.lineage = std::move(state.lineage);
    for (OldModule& module : state.modules)
        if (diags::Diagnostics problems = addModule(module); problems.hasErrors())
            return problems;
    return std::move(m_record);
}

diags::Diagnostics Upgrade::addModule(OldModule& module) {
    if (m_format == 1 && module.path.empty())
        module.path = {"root"};
    std::vector<std::string> names;
    for (const std::string& name : module.path)
        names.push_back(values::quoted(name));
    const std::string path = fmt::format("[]string{{{}}}", fmt::join(names, ", "));
    if (module.path.empty() || module.path[0] != "root")
        return failed("state contains invalid module path " + path);
    std::string address;
    for (std::size_t i = 1; i < module.path.size(); ++i) {
        if (!hcl::isValidIdentifier(module.path[i]))
            return failed(fmt::format("state contains invalid module path {}: {} is not a valid identifier; rename it "
                                      "in Terraform 0.11 before upgrading to Terraform 0.12",
                                      path, names[i]));
        address += (address.empty() ? "module." : ".module.") + module.path[i];
    }
    for (OldInstance& instance : module.instances)
        if (diags::Diagnostics problems = addInstance(instance, address); problems.hasErrors())
            return problems;
    if (address.empty())
        for (OutputRecord& output : module.outputs)
            addOutput(std::move(output));
    return {};
}

diags::Diagnostics Upgrade::addInstance(OldInstance& instance, const std::string& module) {
    diags::Diagnostics problems;
    const std::optional<OldAddress> address = parseAddress(instance.address).into(problems);
    if (!address)
        return problems;
    const auto [known, isNew] = m_resources.try_emplace(
        fmt::format("{} {} {} {}", module, address->mode, address->type, address->name), m_record.resources.size());
    if (isNew) {
        const std::optional<std::string> provider = providerOf(instance, *address, module).into(problems);
        if (!provider)
            return problems;
        m_record.resources.push_back({module, address->mode, address->type, address->name, *provider, {}});
    }
    std::vector<InstanceRecord>& records = m_record.resources[known->second].instances;
    const auto add = [&](OldObject& object, const std::string& deposed) {
        records.push_back(objectRecord(std::move(object), deposed, m_format));
        records.back().indexKey = keep(address->index);
    };
    if (instance.primary)
        add(*instance.primary, {});
    for (std::size_t i = 0; i < instance.deposed.size(); ++i)
        add(instance.deposed[i], fmt::format("{:08x}", i + 1));
    return problems;
}

void Upgrade::addOutput(OutputRecord output) {
    if (output.value.empty())
        output.value = "null";
    if (const auto type = values::impliedTypeOfJson(output.value))
        output.type = keep(values::typeToJson(collectionType(*type)));
    m_record.outputs.push_back(std::move(output));
}

} // namespace

bool isOldFormat(std::uint64_t version) {
    return version >= 1 && version <= 3;
}

diags::Result<FileRecord> readOldRecords(std::string_view text, std::uint64_t version) {
    OldState state;
    JsonFields fields(text);
    if (!readState(fields, state, version) || !fields.atEnd())
        return fields.error();
    return Upgrade(version).run(std::move(state));
}

} // namespace planlens::states
