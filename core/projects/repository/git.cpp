// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/repository_changes.h"
#include "core/system/environment.h"
#include "core/system/run_program.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace planlens::projects {

namespace fs = std::filesystem;
using diags::Diagnostic;

namespace {

constexpr std::size_t mostOutput = std::size_t(256) << 20; // bytes

/// Runs `git` in a directory. The configuration of a repository can name programs: hooks, a file system monitor, and
/// filters that convert files of the working tree. They are switched off; those of the user stay.
class Git {
public:
    Git(const fs::path& directory, std::stop_token stop)
        : m_directory(directory)
        , m_stop(std::move(stop)) {
        auto found = system::findProgram("git");
        if (!found) {
            m_problem = found.error();
            return;
        }
        m_program = *std::move(found);
        switchOffFilters();
    }

    /// The output, or why there is none.
    diags::Expected<std::string, std::string> run(std::vector<std::string> arguments) const {
        if (m_program.empty())
            return diags::Unexpected{m_problem};
        std::vector<std::string> words{
            "git", "--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"};
        words.insert(words.end(), std::make_move_iterator(arguments.begin()), std::make_move_iterator(arguments.end()));
        std::string out, said;
        bool isTooLong = false;
        system::Exchange exchange;
        exchange.output = [&](std::string_view bytes) {
            isTooLong = isTooLong || out.size() + bytes.size() > mostOutput;
            if (!isTooLong)
                out += bytes;
        };
        exchange.error = [&](std::string_view bytes) {
            said += bytes.substr(0, 4000 - std::min<std::size_t>(4000, said.size()));
        };
        system::Limits limits;
        limits.stop = m_stop;
        const auto exitStatus = system::runProgram({m_program, environment(), m_directory, words}, exchange, limits);
        if (!exitStatus)
            return diags::Unexpected{std::string(std::strerror(exitStatus.error()))};
        if (!exitStatus->isSuccess()) {
            while (said.ends_with('\n'))
                said.pop_back();
            return diags::Unexpected{said.empty() ? exitStatus->toString() : said};
        }
        if (isTooLong)
            return diags::Unexpected{std::string("git printed too much")};
        return out;
    }

private:
    /// The settings of the environment stay, and ours come after them.
    std::vector<std::string> environment() const {
        std::size_t count = 0;
        if (const std::optional<std::string> text = system::environmentVariable("GIT_CONFIG_COUNT"))
            std::from_chars(text->data(), text->data() + text->size(), count);
        std::vector<std::pair<std::string, std::string>> variables{{"GIT_OPTIONAL_LOCKS", "0"},
                                                                   {"GIT_TERMINAL_PROMPT", "0"},
                                                                   {"GIT_ALLOW_PROTOCOL", "none"}, // fetches nothing
                                                                   {"LC_ALL", "C"}};
        for (const auto& [name, value] : m_off) {
            variables.emplace_back(fmt::format("GIT_CONFIG_KEY_{}", count), name);
            variables.emplace_back(fmt::format("GIT_CONFIG_VALUE_{}", count), value);
            ++count;
        }
        variables.emplace_back("GIT_CONFIG_COUNT", std::to_string(count));
        return system::withVariables(system::ownEnvironment(), variables);
    }

    /// Reading the configuration starts no program.
    void switchOffFilters() {
        const auto listed = run({"config", "--show-scope", "--name-only", "-z", "--get-regexp", "^filter\\."});
        if (!listed)
            return; // there are none
        std::size_t start = 0;
        std::vector<std::string> words;
        for (std::size_t end; (end = listed->find('\0', start)) != std::string::npos; start = end + 1)
            words.push_back(listed->substr(start, end - start));
        for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
            if (words[i] != "local" && words[i] != "worktree")
                continue;
            const std::string driver = words[i + 1].substr(0, words[i + 1].rfind('.'));
            for (const char* setting : {".clean", ".smudge", ".process"})
                m_off.emplace_back(driver + setting, "");
            m_off.emplace_back(driver + ".required", "false");
        }
    }

    fs::path m_directory;
    std::stop_token m_stop;
    fs::path m_program;
    std::string m_problem;
    std::vector<std::pair<std::string, std::string>> m_off;
};

void addPaths(std::vector<std::string>& paths, const std::string& output) {
    std::size_t start = 0;
    for (std::size_t end; (end = output.find('\0', start)) != std::string::npos; start = end + 1)
        if (end > start)
            paths.push_back(output.substr(start, end - start));
}

std::string line(const std::string& output) {
    return output.substr(0, output.find('\n'));
}

/// The merge base of a commit with HEAD, otherwise the commit; an error text if there is no such commit.
diags::Expected<std::string, std::string> baseOf(const Git& git, const std::string& since) {
    const auto commit = git.run({"rev-parse", "--verify", "--quiet", "--end-of-options", since + "^{commit}"});
    if (!commit)
        return commit;
    const auto fork = git.run({"merge-base", line(*commit), "HEAD"});
    return line(fork ? *fork : *commit);
}

} // namespace

diags::Result<std::vector<std::string>> changedFiles(const fs::path& directory, const std::string& since,
                                                     std::stop_token stop) {
    const auto failure = [&](const std::string& why) {
        return Diagnostic::error("Changes not available",
                                 fmt::format("git cannot compare the directory {} with \"{}\": {}.", directory.string(),
                                             since, why.ends_with('.') ? why.substr(0, why.size() - 1) : why));
    };
    const Git git(directory, std::move(stop));
    const auto base = baseOf(git, since);
    if (!base) {
        // git prints an error outside of a repository, and nothing for unknown names.
        const auto inside = git.run({"rev-parse", "--is-inside-work-tree"});
        return failure(inside ? "there is no commit of this name. A shallow clone may lack it" : inside.error());
    }
    const auto prefix = git.run({"rev-parse", "--show-prefix"});
    if (!prefix)
        return failure(prefix.error());
    // Paths start at the top of the work tree: modules can be outside of the directory.
    const auto changed = git.run({"diff", "--name-only", "-z", "--no-ext-diff", "--no-textconv", "--no-renames",
                                  "--ignore-submodules=dirty", "--no-relative", *base, "--"});
    if (!changed)
        return failure(changed.error());
    const auto untracked = git.run({"ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", ":/"});
    if (!untracked)
        return failure(untracked.error());
    std::vector<std::string> paths;
    addPaths(paths, *changed);
    addPaths(paths, *untracked);
    if (const std::string folder = line(*prefix); !folder.empty())
        for (std::string& path : paths)
            path = fs::path(path).lexically_relative(folder.substr(0, folder.size() - 1)).generic_string();
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    return paths;
}

EarlierTexts earlierTexts(const fs::path& directory, const std::string& since, const std::vector<std::string>& files,
                          std::stop_token stop) {
    EarlierTexts texts;
    if (files.empty())
        return texts;
    const Git git(directory, std::move(stop));
    const auto base = baseOf(git, since);
    for (const std::string& file : base ? files : std::vector<std::string>()) {
        const auto listed = git.run({"ls-tree", "-z", *base, "--", file});
        if (!listed)
            continue;
        // "100644 blob 0123…<tab>planlens.yaml"; of other modes are symbolic links and submodules.
        const std::size_t start = listed->rfind(' ', listed->find('\t')), end = listed->find('\t');
        if (listed->empty()) {
            texts.emplace(file, std::nullopt);
        } else if (listed->starts_with("100") && start != std::string::npos && end != std::string::npos) {
            if (auto text = git.run({"cat-file", "blob", listed->substr(start + 1, end - start - 1)}))
                texts.emplace(file, *std::move(text));
        }
    }
    return texts;
}

Commit currentCommit(const fs::path& directory, std::stop_token stop) {
    const Git git(directory, std::move(stop));
    const auto head = git.run({"rev-parse", "--verify", "--quiet", "HEAD"});
    if (!head)
        return {};
    const auto status = git.run({"status", "--porcelain", "-z", "--ignore-submodules=dirty"});
    return {line(*head), !status || !status->empty()};
}

} // namespace planlens::projects
