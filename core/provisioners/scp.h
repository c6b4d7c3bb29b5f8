// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::provisioners {

/// The content of an upload: a text, a file, or a directory with everything below it.
struct Upload {
    std::optional<std::string> text = {};
    std::filesystem::path path = {}; // used if there is no text
};

/// The sending side of the protocol that `scp -t` reads: a line for each file or directory and the bytes of each file.
/// The receiver acknowledges each with one byte, which may be followed by an error message.
class ScpSender {
public:
    /// Files are read when they are sent. `name` is the name of the file or directory at the receiver. If it is empty,
    /// only the content of the directory is sent.
    ScpSender(const Upload& upload, std::string name);

    /// Processes bytes from the receiver.
    void receive(std::string_view bytes);
    /// Returns the next bytes to send: empty while waiting for an acknowledgement, std::nullopt at the end.
    std::optional<std::string> next();

    /// Whether everything was sent and acknowledged.
    bool isDone() const { return m_problem.empty() && m_next == m_steps.size() && m_awaited == 0; }
    /// Returns the error of the receiver or of reading a file; empty if there is none.
    const std::string& problem() const { return m_problem; }

private:
    struct Step {
        enum class Kind { Line, Bytes } kind = Kind::Line;
        std::string text;           // the line, or the bytes if there is no path
        std::filesystem::path path; // of the file to send
        std::uintmax_t size = 0;
    };
    void addFile(const std::filesystem::path& path, const std::string& name);
    void addFolder(const std::filesystem::path& path, const std::string& name);
    std::string bytesOf(const Step& step);

    std::vector<Step> m_steps;
    std::size_t m_next = 0;
    std::uintmax_t m_sent = 0; // bytes of the current step
    int m_awaited = 1;         // acknowledgements; the first one comes unrequested
    std::string m_answer;      // an incomplete error message
    std::string m_problem;
};

/// Directory and name of a path on the remote host. The separator is the slash.
struct RemotePath {
    std::string folder, name;
};
RemotePath splitRemotePath(const std::string& path);

} // namespace planlens::provisioners
