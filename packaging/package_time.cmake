# SPDX-License-Identifier: MPL-2.0
# Read by cpack before it makes a package: without SOURCE_DATE_EPOCH, the time of all files and of the list of libraries is that
# of the last commit, or in a source archive that of its files. Otherwise, two packages of the same sources differ.
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
    set(source ${CMAKE_CURRENT_LIST_DIR}/..)
    execute_process(COMMAND git -C ${source} log -1 --format=%ct OUTPUT_VARIABLE time OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
    if(NOT status EQUAL 0 OR NOT time MATCHES "^[0-9]+$")
        file(TIMESTAMP ${source}/CMakeLists.txt time "%s" UTC)
    endif()
    set(ENV{SOURCE_DATE_EPOCH} ${time})
endif()
