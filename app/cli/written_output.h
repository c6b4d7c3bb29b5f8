// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/system/file.h"

#include <string>
#include <string_view>

/// The output of a command, and its failures: a program that reads an incomplete output must learn of it.
namespace planlens::cli {

/// Writes to the standard output at once, also if it is a pipe that does not block. Nothing is written after a failure.
void writeOutput(std::string_view text);

/// The file of -json-into.
class JsonFile {
public:
    JsonFile() = default; // closed
    JsonFile(system::FileHandle file, std::string path)
        : m_file(std::move(file))
        , m_path(std::move(path)) {}
    bool isOpen() const { return m_file.isOpen(); }
    void append(std::string_view text) const;

private:
    system::FileHandle m_file;
    std::string m_path;
};

/// Returns an error for each output of this process that is incomplete.
diags::Diagnostics incompleteOutput();

} // namespace planlens::cli
