// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace planlens::report {

struct TestCase {
    std::string scope, name;    // address or kind, and title
    std::string_view kind = {}; // "failure" or "error"; empty: passed
    std::string type = {};      // "high", …
    std::string message = {}, detail = {};
    std::string seconds = "0";
};
struct TestSuite {
    std::string name;
    std::string time; // without a time zone, as required by the schema
    std::vector<TestCase> cases;
    std::string seconds = "0";
};
/// Returns test suites in the XML format of JUnit.
std::string junitText(const std::vector<TestSuite>& suites);

/// Returns Planlens's own findings, checks and diagnostics as test cases in the XML format of JUnit. Findings of other
/// tools are left out.
std::string junit(const Document& document);

} // namespace planlens::report
