// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace planlens::configs {
struct Config;
}
namespace planlens::findings {

/// The source positions of the resource blocks in a configuration.
class Blocks {
public:
    Blocks() = default;
    explicit Blocks(const configs::Config& config);

    /// Returns the resource whose block contains the line. Other tools write the path relative to the directory of the
    /// configuration or of the repository, as an absolute path, or as a URI.
    std::optional<addrs::ConfigResource> at(std::string_view file, std::uint32_t line) const;

    /// The first line of a block.
    struct Place {
        std::string file; // relative to the configuration directory
        std::uint32_t line = 0;
        bool operator==(const Place&) const = default;
    };
    std::optional<Place> placeOf(const addrs::ConfigResource& resource) const;

private:
    struct Block {
        addrs::ConfigResource resource;
        std::uint32_t first = 0, last = 0;
    };
    std::vector<std::string> m_folder; // path components of the configuration directory
    std::map<std::string, std::vector<Block>, std::less<>> m_byFile;
    std::map<addrs::ConfigResource, Place> m_places;
};

} // namespace planlens::findings
