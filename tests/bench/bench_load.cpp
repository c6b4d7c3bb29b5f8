// SPDX-License-Identifier: MPL-2.0
// Prints the cost of loading 20 MB of configuration in 2,000 files: processor seconds, and memory relative to the text.
// Each process measures one shape, because freed memory is not returned to the system: bench_load servers|small.
#include "core/configs/load.h"

#include <fmt/core.h>

#include <sys/resource.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

using namespace planlens;

namespace {

constexpr int fileCount = 2000;
constexpr std::size_t fileSize = 10 * 1024;

/// Returns a typical resource: comments, templates, references, a heredoc, tags, lifecycle arguments.
std::string server(int i) {
    return fmt::format(R"(# Server {0} of the service
resource "terraform_data" "server_{0}" {{
  count = var.instances
  input = {{
    name            = "server-${{var.environment}}-{0}"
    instance_type   = var.instance_type
    subnet_id       = local.subnets[{1}]
    security_groups = ["sg-{0:06}", "sg-default", local.shared_group]
    monitoring      = true
    user_data       = <<-EOT
      #!/bin/bash
      echo "server {0}" > /etc/motd
      systemctl enable --now nginx
    EOT
    tags = {{
      Name        = "server-{0}"
      Environment = var.environment
      Team        = "platform"
      CostCenter  = "cc-{2}"
    }}
  }}

  lifecycle {{
    create_before_destroy = true
    ignore_changes        = [input]
  }}

  depends_on = [terraform_data.network]
}}

)",
                       i, i % 3, i % 97);
}

/// Returns the densest form: a resource in as little text as possible.
std::string small(int i) {
    return fmt::format("resource \"terraform_data\" \"r{0}\" {{\n  input = {{ a = \"x{0}\", b = {0}, c = [1, 2], d = "
                       "{{ e = true }} }}\n}}\n",
                       i);
}

double processorSeconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double residentBytes() {
    std::ifstream file("/proc/self/statm");
    double total = 0, resident = 0;
    file >> total >> resident;
    return resident * 4096;
}

double peakBytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024;
}

} // namespace

int main(int argc, char** argv) {
    const std::string_view shape = argc > 1 ? argv[1] : "servers";
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / fmt::format("planlens-bench-load-{}", shape);
    std::filesystem::create_directories(folder);
    std::size_t bytes = 0;
    int resources = 0;
    for (int f = 0; f < fileCount; ++f) {
        std::string text;
        for (; text.size() < fileSize; ++resources)
            text += shape == "small" ? small(resources) : server(resources);
        bytes += text.size();
        std::ofstream(folder / fmt::format("f{:04}.tf", f)) << text;
    }
    const double before = residentBytes();
    const double start = processorSeconds();
    configs::LoadOptions options;
    options.directory = folder;
    const auto config = configs::load(options);
    const double took = processorSeconds() - start;
    const double megabyte = 1024 * 1024;
    fmt::print("{:<8} {:.1f} MB in {} files, {} resources: {:.2f} s of processor time; {:.0f} MB kept, {:.0f} MB at "
               "the peak, {:.1f} times the text\n",
               shape, static_cast<double>(bytes) / megabyte, fileCount, resources, took,
               (residentBytes() - before) / megabyte, (peakBytes() - before) / megabyte,
               (peakBytes() - before) / static_cast<double>(bytes));
    for (const diags::Diagnostic& diagnostic : config.diagnostics)
        std::puts(diagnostic.toString().c_str());
    std::filesystem::remove_all(folder);
    std::fflush(stdout);
    std::_Exit(config.hasErrors() ? 1 : 0);
}
