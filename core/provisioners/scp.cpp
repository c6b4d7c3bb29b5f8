// SPDX-License-Identifier: MPL-2.0
#include "core/provisioners/scp.h"

#include "core/system/directories/listing.h"
#include "core/system/file.h"

#include <algorithm>
#include <fcntl.h>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

namespace planlens::provisioners {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t chunk = 64 * 1024;

} // namespace

ScpSender::ScpSender(const Upload& upload, std::string name) {
    std::error_code ignored;
    if (upload.text) {
        m_steps.push_back({Step::Kind::Line, fmt::format("C0644 {} {}\n", upload.text->size(), name), {}, 0});
        m_steps.push_back({Step::Kind::Bytes, *upload.text, {}, upload.text->size()});
    } else if (fs::is_directory(upload.path, ignored)) {
        addFolder(upload.path, name);
    } else {
        addFile(upload.path, name);
    }
}

void ScpSender::addFile(const fs::path& path, const std::string& name) {
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path, error);
    if (error) {
        m_problem = fmt::format("stat {}: {}", path.string(), system::errnoText(error.value()));
        return;
    }
    m_steps.push_back({Step::Kind::Line, fmt::format("C0644 {} {}\n", size, name), {}, 0});
    m_steps.push_back({Step::Kind::Bytes, {}, path, size});
}

void ScpSender::addFolder(const fs::path& path, const std::string& name) {
    if (!name.empty())
        m_steps.push_back({Step::Kind::Line, fmt::format("D0755 0 {}\n", name), {}, 0});
    const auto entries = system::listDirectory(path);
    if (!entries) {
        m_problem = entries.error().toString();
        return;
    }
    for (const system::DirectoryEntry& entry : *entries) {
        if (entry.isDirectory)
            addFolder(path / entry.name, entry.name);
        else
            addFile(path / entry.name, entry.name);
        if (!m_problem.empty())
            return;
    }
    if (!name.empty())
        m_steps.push_back({Step::Kind::Line, "E\n", {}, 0});
}

void ScpSender::receive(std::string_view bytes) {
    for (const char byte : bytes) {
        if (!m_problem.empty())
            return;
        if (!m_answer.empty()) {
            if (byte == '\n')
                m_problem = m_answer.substr(1);
            else
                m_answer += byte;
        } else if (byte == 0) {
            --m_awaited;
        } else {
            m_answer = byte; // 1 and 2 are followed by an error message
        }
    }
}

std::optional<std::string> ScpSender::next() {
    if (!m_problem.empty() || (m_next == m_steps.size() && m_awaited <= 0))
        return {};
    if (m_awaited > 0)
        return std::string();
    const Step& step = m_steps[m_next];
    if (step.kind == Step::Kind::Bytes && m_sent < step.size) {
        std::string bytes = bytesOf(step);
        m_sent += bytes.size();
        if (!m_problem.empty())
            return {};
        return bytes;
    }
    ++m_next;
    m_sent = 0;
    m_awaited = 1;
    return step.kind == Step::Kind::Line ? step.text : std::string(1, '\0');
}

std::string ScpSender::bytesOf(const Step& step) {
    const std::size_t wanted = static_cast<std::size_t>(std::min<std::uintmax_t>(chunk, step.size - m_sent));
    if (step.path.empty())
        return step.text.substr(static_cast<std::size_t>(m_sent), wanted);
    auto file = system::FileHandle::open(step.path, O_RDONLY);
    if (!file) {
        m_problem = file.error();
        return {};
    }
    std::string bytes(wanted, '\0');
    const ssize_t count = ::pread(file->descriptor(), bytes.data(), wanted, static_cast<off_t>(m_sent));
    if (count <= 0)
        m_problem = fmt::format("{} became shorter while it was sent", step.path.string());
    bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return bytes;
}

RemotePath splitRemotePath(const std::string& path) {
    const auto withoutSlashes = [](std::string text) {
        while (text.size() > 1 && text.back() == '/')
            text.pop_back();
        return text;
    };
    const std::size_t slash = path.rfind('/');
    const std::string whole = withoutSlashes(path);
    const std::size_t last = whole.rfind('/');
    return {slash == std::string::npos ? "." : withoutSlashes(path.substr(0, slash + 1)),
            whole == "/" || last == std::string::npos ? whole : whole.substr(last + 1)};
}

} // namespace planlens::provisioners
