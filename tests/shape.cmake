# SPDX-License-Identifier: MPL-2.0
# Checks the sizes of sources and folders. packaging/measures also reports long functions and large classes:
#   cmake -D SOURCE_DIR=<checkout> -P tests/shape.cmake

cmake_minimum_required(VERSION 3.25)
set(most_lines 500)   # of a .cpp file
set(most_sources 30)  # .cpp and .h files of a folder, without those of its folders

set(problems "")
# Reports what exceeds a limit.
macro(check what count most unit)
    if(${count} GREATER ${most})
        list(APPEND problems "${what}: ${count} ${unit}, at most ${most} are allowed. Split it by meaning")
    endif()
endmacro()

set(folders "")
set(checked 0)
foreach(top core ui app tests)
    file(GLOB_RECURSE files RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/${top}/*.h ${SOURCE_DIR}/${top}/*.cpp)
    foreach(file IN LISTS files)
        math(EXPR checked "${checked} + 1")
        cmake_path(GET file PARENT_PATH folder)
        if(NOT DEFINED sources_${folder})
            set(sources_${folder} 0)
            list(APPEND folders ${folder})
        endif()
        math(EXPR sources_${folder} "${sources_${folder}} + 1")
        if(file MATCHES "\\.cpp$")
            file(READ ${SOURCE_DIR}/${file} text)
            string(REGEX REPLACE "[^\n]+" "" breaks "${text}")
            string(LENGTH "${breaks}" lines)
            check(${file} ${lines} ${most_lines} lines)
        endif()
    endforeach()
endforeach()
if(checked LESS 100)
    list(APPEND problems "${SOURCE_DIR}: only ${checked} sources were found")
endif()
foreach(folder IN LISTS folders)
    check(${folder} ${sources_${folder}} ${most_sources} sources)
endforeach()

if(problems)
    list(JOIN problems "\n  " text)
    message(FATAL_ERROR "Sources or folders of the wrong size:\n  ${text}")
endif()
message(STATUS "${checked} sources are within the limits")
