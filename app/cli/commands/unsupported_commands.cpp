// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands/unsupported_commands.h"

#include "core/addrs/target.h"
#include "core/report/text/refactoring_text.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace planlens::cli {

using diags::Diagnostic;

namespace {

/// A shell word, always in quotes.
std::string shellQuoted(std::string_view word) {
    std::string text = "'";
    for (const char c : word)
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

/// A shell word, in quotes only if needed.
std::string shellWord(std::string_view word) {
    constexpr std::string_view harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,@%+";
    return !word.empty() && word.find_first_not_of(harmless) == std::string_view::npos ? std::string(word)
                                                                                       : shellQuoted(word);
}

/// Indents the lines of a block or command within a message.
std::string indented(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        out += end == 0 ? "\n" : "\n    ";
        out += text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

/// The words after the command.
struct Words {
    std::vector<std::string> options; // with their values
    std::vector<std::string> arguments;

    explicit Words(const std::vector<std::string>& given) {
        constexpr std::array<std::string_view, 10> withValue{"var",    "var-file",     "state",  "state-out",
                                                             "backup", "lock-timeout", "target", "exclude",
                                                             "config", "parallelism"};
        for (std::size_t i = 0; i < given.size(); ++i) {
            const std::string& word = given[i];
            if (word.size() < 2 || word[0] != '-') {
                arguments.push_back(word);
                continue;
            }
            options.push_back(word);
            const std::string name = word.substr(word.find_first_not_of('-'));
            if (std::find(withValue.begin(), withValue.end(), name) != withValue.end() && i + 1 < given.size())
                options.push_back(given[++i]);
        }
    }
    std::string argument(std::size_t i, std::string_view placeholder) const {
        return i < arguments.size() ? arguments[i] : std::string(placeholder);
    }
};

/// A command with the given words.
std::string commandLine(std::string_view command, const std::vector<std::string>& words) {
    std::string line(command);
    for (const std::string& word : words)
        line += " " + shellWord(word);
    return line;
}

std::string notAnAddress(const std::string& text, std::string_view of) {
    return fmt::format("{} is not the address of {}. ", values::quoted(text), of);
}

/// The first sentence of the message if the given address is invalid; nullopt if it is valid or missing.
std::string aboutInstance(const Words& words, std::string_view placeholder) {
    const std::string text = words.argument(0, placeholder);
    return words.arguments.empty() || addrs::parseAbsResourceInstance(text).isOk()
               ? std::string()
               : notAnAddress(text, "a resource instance");
}

std::string insteadOfTaint(const Words& words) {
    const std::string address = words.argument(0, "ADDRESS");
    return aboutInstance(words, "ADDRESS") +
           "Planlens does not mark objects in the state. To replace the object, create a plan that you can review:" +
           indented("planlens-cli plan -replace=" + shellQuoted(address));
}

std::string insteadOfUntaint(const Words& words) {
    const std::string address = words.argument(0, "ADDRESS");
    return aboutInstance(words, "ADDRESS") +
           "A plan always replaces a tainted object. To leave the object unchanged, exclude it from the plan:" +
           indented("planlens-cli plan -exclude=" + shellQuoted(address)) +
           "\n\nTo remove the mark from the state, run:" + indented("tofu untaint " + shellQuoted(address));
}

std::string insteadOfImport(const Words& words) {
    const std::string address = words.argument(0, "ADDRESS"), id = words.argument(1, "ID");
    const diags::Result<addrs::AbsResourceInstance> to = addrs::parseAbsResourceInstance(address);
    const std::string block = to.isOk() ? report::importBlock(*to, id) : "import {\n  to = ADDRESS\n  id = \"ID\"\n}\n";
    return aboutInstance(words, "ADDRESS") +
           "Planlens imports objects with a plan that you can review. Add this block to the configuration, then "
           "plan:\n" +
           indented(block) + "\n\nIf the object has no configuration, the option -generate-config-out=FILE writes it.";
}

bool isTarget(const std::string& text) {
    return addrs::parseTargetText(text).isOk();
}

std::string insteadOfMoving(const Words& words) {
    const std::string from = words.argument(0, "FROM"), to = words.argument(1, "TO");
    std::string about;
    for (const std::string& text : words.arguments)
        if (!isTarget(text))
            about += notAnAddress(text, "a resource or a module");
    return about +
           "Planlens moves objects with a plan that you can review. Declare the object at its new address, add this "
           "block to the configuration, then plan:\n" +
           indented(report::movedBlock(from, to));
}

/// Whether an address has instance keys, which removed blocks do not support.
bool hasKeys(const addrs::TargetSubject& subject) {
    const auto ofModule = [](const addrs::ModuleInstance& module) {
        return std::any_of(module.path.begin(), module.path.end(),
                           [](const addrs::ModuleStep& step) { return !step.key.isNone(); });
    };
    if (const auto* module = std::get_if<addrs::ModuleInstance>(&subject))
        return ofModule(*module);
    if (const auto* resource = std::get_if<addrs::AbsResource>(&subject))
        return ofModule(resource->module);
    if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&subject))
        return ofModule(instance->module) || !instance->key.isNone();
    return false;
}

/// A unique address without keys; invalid characters become underscores.
std::string addressOfItsOwn(const addrs::TargetSubject& subject, const std::string& text) {
    std::string kind = "module", name = text;
    const auto ofResource = [&](const addrs::Resource& resource) {
        kind = resource.type;
        name.erase(name.find(resource.type + "."), resource.type.size() + 1);
    };
    if (const auto* resource = std::get_if<addrs::AbsResource>(&subject))
        ofResource(resource->resource);
    else if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&subject))
        ofResource(instance->resource);
    constexpr std::string_view module = "module.";
    for (std::size_t at = name.find(module); at != std::string::npos; at = name.find(module, at))
        name.erase(at, module.size());
    std::string own;
    for (const char c : name) {
        const bool isPart =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
        if (isPart || (!own.empty() && own.back() != '_'))
            own += isPart ? c : '_';
    }
    own.erase(own.find_last_not_of('_') + 1);
    return kind + "." + own;
}

std::string insteadOfRemoving(const Words& words) {
    std::string about, blocks;
    bool isMoved = false;
    for (const std::string& text : words.arguments.empty() ? std::vector<std::string>{"ADDRESS"} : words.arguments) {
        const diags::Result<addrs::Target> target = addrs::parseTargetText(text);
        if (!target.isOk() && !words.arguments.empty()) {
            about += notAnAddress(text, "a resource or a module");
            continue;
        }
        std::string from = text;
        if (target.isOk() && hasKeys(target->subject)) {
            from = addressOfItsOwn(target->subject, text);
            blocks += (blocks.empty() ? "" : "\n") + report::movedBlock(text, from);
            isMoved = true;
        }
        blocks += (blocks.empty() ? "" : "\n") + report::removedBlock(from);
    }
    return about + "Planlens forgets objects with a plan that you can review. The real objects are not changed. " +
           (blocks.empty() ? "Specify the addresses of the objects to forget."
                           : "Replace their configuration with these blocks, then plan:\n" + indented(blocks) +
                                 (isMoved ? "\n\nA removed block cannot name a single instance. The moved block "
                                            "therefore gives the instance an address of its own first."
                                          : ""));
}

using Answer = std::string (*)(const Words&);

const std::map<std::string_view, Answer>& answers() {
    static const std::map<std::string_view, Answer> all{
        {"taint", insteadOfTaint},
        {"untaint", insteadOfUntaint},
        {"import", insteadOfImport},
        {"state mv", insteadOfMoving},
        {"state rm", insteadOfRemoving},
        {"refresh",
         [](const Words& words) {
             return "Planlens updates the state with a plan that you can review:" +
                    indented(commandLine("planlens-cli apply -refresh-only", words.options));
         }},
    };
    return all;
}

/// Commands that need the reference, and why.
const std::map<std::string_view, std::string_view>& asked() {
    static const std::map<std::string_view, std::string_view> all{
        {"init", "Planlens uses the modules and providers that OpenTofu installs. Run:"},
        {"get", "Planlens uses the modules that OpenTofu installs. Run:"},
        {"state push", "Planlens does not replace a state with a file. The following command does; it rejects a state "
                       "of another lineage or with an older serial:"},
        {"state pull",
         "\"planlens-cli show -json\" prints the contents of the state as JSON. To print the state file itself, run:"},
        {"state replace-provider", "A plan cannot change the provider of an object. Run:"},
        {"console", "Run:"},
        {"fmt", "Run:"},
        {"login", "Run:"},
        {"logout", "Run:"},
        {"metadata", "Run:"},
        {"test", "Run:"},
        {"workspace", "To select a workspace for one command, set the environment variable TF_WORKSPACE. To manage "
                      "workspaces, run:"},
    };
    return all;
}

bool isFamily(std::string_view command) {
    return command == "state" || command == "workspace";
}

} // namespace

std::optional<Diagnostic> insteadOfCommand(const std::vector<std::string>& words) {
    if (words.empty())
        return {};
    std::string command = words.front();
    std::size_t used = 1;
    if (isFamily(command) && words.size() > 1) {
        const std::string both = command + " " + words[1];
        if (both == "state list" || both == "state ls" || both == "state show" || both == "workspace show")
            return {};
        if (command == "state") {
            command = both;
            ++used;
        }
    }
    const std::vector<std::string> rest(words.begin() + static_cast<std::ptrdiff_t>(used), words.end());
    const auto tell = [&](std::string detail) {
        return Diagnostic::error(fmt::format("Planlens has no command \"{}\"", command), std::move(detail));
    };
    if (const auto answer = answers().find(command); answer != answers().end())
        return tell(answer->second(Words(rest)));
    if (const auto reason = asked().find(command); reason != asked().end())
        return tell(std::string(reason->second) + indented(commandLine("tofu " + command, rest)));
    if (command.starts_with("state"))
        return Diagnostic::error(
            fmt::format("Planlens has no command \"{}\"", command),
            "Planlens shows the state with \"state list\" and \"state show ADDRESS\", and changes it only with plans.");
    return {};
}

} // namespace planlens::cli
