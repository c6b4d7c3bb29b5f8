// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/store.h"

#include <fstream>
#include <mutex>
#include <sstream>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace planlens::testing {

namespace {

/// Locks the file for this process and others while it exists.
class Turn {
public:
    explicit Turn(const std::filesystem::path& file)
        : m_lock(mutex)
        , m_file(open((file.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
        flock(m_file, LOCK_EX);
    }
    ~Turn() { close(m_file); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

private:
    inline static std::mutex mutex;
    std::lock_guard<std::mutex> m_lock;
    int m_file;
};

Json read(const std::filesystem::path& file) {
    std::ifstream stream(file);
    return stream ? Json::parse(stream) : Json::object();
}

} // namespace

std::optional<Json> Store::find(const std::string& type, const std::string& key) const {
    const Turn turn(m_file);
    const Json all = read(m_file);
    if (!all.contains(type) || !all[type].contains(key))
        return std::nullopt;
    return all[type][key];
}

void Store::change(const std::function<void(Json& all)>& change) const {
    const Turn turn(m_file);
    Json all = read(m_file);
    change(all);
    const std::filesystem::path fresh = m_file.string() + ".new";
    std::ofstream(fresh) << all.dump(2) << "\n";
    std::filesystem::rename(fresh, m_file);
}

void Store::put(const std::string& type, const std::string& key, const Json& object) const {
    change([&](Json& all) { all[type][key] = object; });
}

void Store::remove(const std::string& type, const std::string& key) const {
    change([&](Json& all) {
        if (all.contains(type))
            all[type].erase(key);
    });
}

} // namespace planlens::testing
