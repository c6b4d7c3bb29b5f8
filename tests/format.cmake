# SPDX-License-Identifier: MPL-2.0
# Checks that all C++ sources are formatted by .clang-format, with the version that CONTRIBUTING.md names:
#   cmake -D SOURCE_DIR=<checkout> -P tests/format.cmake

cmake_minimum_required(VERSION 3.25)
find_program(clang_format clang-format-14)
if(NOT clang_format)
    message("skipped: clang-format-14 is not installed")
    return()
endif()
set(files "")
foreach(top core ui app tests)
    file(GLOB_RECURSE found ${SOURCE_DIR}/${top}/*.h ${SOURCE_DIR}/${top}/*.cpp)
    list(APPEND files ${found})
endforeach()
list(LENGTH files count)
if(count LESS 100)
    message(FATAL_ERROR "${SOURCE_DIR}: only ${count} sources were found")
endif()
execute_process(COMMAND ${clang_format} --dry-run -Werror ${files} WORKING_DIRECTORY ${SOURCE_DIR} RESULT_VARIABLE result
                ERROR_VARIABLE problems)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "Run clang-format-14 -i on these sources:\n${problems}")
endif()
message(STATUS "${count} sources are formatted")
