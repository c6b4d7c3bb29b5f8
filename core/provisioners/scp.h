// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::provisioners {

/// What is sent: a text, a file, or a folder with all that is in it.
struct Upload {
    std::optional<std::string> text = {};
    std::filesystem::path path = {}; // where there is no text
};

/// The sending side of the protocol that `scp -t` reads: one line a file or folder, the bytes of a file, and an answer
/// of one byte after each, which may be an error with a line of text.
class ScpSender {
public:
    /// Files are read while they are sent.
    /// The name is the one that a file gets, or a folder; empty: only what is in the folder is sent.
    ScpSender(const Upload& upload, std::string name);

    /// What the other side says.
    void receive(std::string_view bytes);
    /// The next bytes to send: empty while an answer is waited for, absent at the end.
    std::optional<std::string> next();

    /// Whether all was sent and taken.
    bool isDone() const { return m_problem.empty() && m_next == m_steps.size() && m_awaited == 0; }
    /// What the other side did not take, or could not be read here; empty where there is none.
    const std::string& problem() const { return m_problem; }

private:
    struct Step {
        enum class Kind { Line, Bytes } kind = Kind::Line;
        std::string text;           // the line, or the bytes where there is no path
        std::filesystem::path path; // whose bytes
        std::uintmax_t size = 0;
    };
    void addFile(const std::filesystem::path& path, const std::string& name);
    void addFolder(const std::filesystem::path& path, const std::string& name);
    std::string bytesOf(const Step& step);

    std::vector<Step> m_steps;
    std::size_t m_next = 0;
    std::uintmax_t m_sent = 0; // of the bytes of a step
    int m_awaited = 1;         // answers; the first comes by itself
    std::string m_answer;      // an error whose line has not ended
    std::string m_problem;
};

/// Folder and name of a path at the other side, whose separator is the slash.
struct RemotePath {
    std::string folder, name;
};
RemotePath splitRemotePath(const std::string& path);

} // namespace planlens::provisioners
