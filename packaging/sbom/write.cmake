# SPDX-License-Identifier: MPL-2.0
# Writes the list of packages that programs are linked with and that they were built with, as SPDX 2.3 (JSON). Versions are
# those of the installed Debian packages, licenses those in the file "licenses". The time is SOURCE_DATE_EPOCH, if it is set.
#   cmake -D OUTPUT=FILE -D VERSION=0.1.0 -D "PROGRAMS=…" -D "LIBRARIES=…" -D OBJDUMP=objdump -P packaging/sbom/write.cmake
cmake_minimum_required(VERSION 3.25)

# The libraries that a file names itself, not those that they need.
function(needed_libraries result)
    set(names "")
    foreach(file IN LISTS ARGN)
        execute_process(COMMAND ${OBJDUMP} -p ${file} OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
        string(REGEX MATCHALL "NEEDED +[^\n]+" lines "${headers}")
        list(TRANSFORM lines REPLACE "NEEDED +" "")
        list(APPEND names ${lines})
    endforeach()
    list(REMOVE_DUPLICATES names)
    list(SORT names)
    set(${result} "${names}" PARENT_SCOPE)
endfunction()

# The packages that contain libraries. A library without a package is an entry itself.
function(packages_of_libraries result)
    set(CMAKE_GET_RUNTIME_DEPENDENCIES_PLATFORM linux+elf)
    set(CMAKE_GET_RUNTIME_DEPENDENCIES_COMMAND ${OBJDUMP})
    file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${PROGRAMS} LIBRARIES ${LIBRARIES} RESOLVED_DEPENDENCIES_VAR files UNRESOLVED_DEPENDENCIES_VAR unresolved
        CONFLICTING_DEPENDENCIES_PREFIX conflicting)
    set(searched "")
    foreach(file IN LISTS files)
        cmake_path(GET file FILENAME name)
        if(name IN_LIST ARGN)
            file(REAL_PATH ${file} file)
            string(REGEX REPLACE "^/usr/" "/" file_of_${name} "${file}")
            # Packages name the files below / or below /usr, which are the same directories.
            list(APPEND searched ${file_of_${name}} /usr${file_of_${name}})
        endif()
    endforeach()
    if(DPKG_QUERY AND searched)
        execute_process(COMMAND ${DPKG_QUERY} --search ${searched} OUTPUT_VARIABLE owners ERROR_QUIET)
        string(REGEX MATCHALL "[^\n]+" owners "${owners}")
    endif()
    foreach(owner IN LISTS owners)
        if(owner MATCHES "^([^:, ]+).*: (/usr)?(/.*)$")
            set("owner_of_${CMAKE_MATCH_3}" ${CMAKE_MATCH_1})
        endif()
    endforeach()
    set(packages "")
    foreach(name IN LISTS ARGN)
        if(DEFINED "owner_of_${file_of_${name}}")
            list(APPEND packages ${owner_of_${file_of_${name}}})
        else()
            list(APPEND packages ${name})
        endif()
    endforeach()
    list(REMOVE_DUPLICATES packages)
    list(SORT packages)
    set(${result} "${packages}" PARENT_SCOPE)
endfunction()

# The packages in packaging/packages that the programs are built with, without those of tests. Each becomes package=RELATION.
function(build_packages result)
    set(relations "")
    set(section "")
    file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../packages lines)
    foreach(line IN LISTS lines)
        if(line MATCHES "^# (.*)$")
            set(section "${CMAKE_MATCH_1}")
        elseif(section MATCHES "^checks" OR (section MATCHES "^the window" AND NOT PROGRAMS MATCHES "planlens(;|$)"))
            continue()
        elseif(line MATCHES "^([^ ]+) ")
            set(package ${CMAKE_MATCH_1})
            if(section STREQUAL "tools" OR package MATCHES "compiler|-tools$")
                list(APPEND relations ${package}=BUILD_TOOL_OF)
            elseif(package MATCHES "-dev$")
                list(APPEND relations ${package}=BUILD_DEPENDENCY_OF)
            else()
                list(APPEND relations ${package}=RUNTIME_DEPENDENCY_OF)
            endif()
        endif()
    endforeach()
    set(${result} "${relations}" PARENT_SCOPE)
endfunction()

file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/licenses license_lines REGEX "^[^#]")
foreach(line IN LISTS license_lines)
    string(REGEX MATCH "^([^ ]+) +(.*)$" line "${line}")
    set(license_of_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
endforeach()

# Appends a package and its relation to Planlens.
macro(add_package name relation)
    string(REPLACE "++" "-plus-plus" plain "${name}")
    string(REGEX REPLACE "[^A-Za-z0-9.-]" "-" id "SPDXRef-Package-${plain}")
    set(information "${information_of_${name}}")
    set(license NOASSERTION)
    set(details "")
    if(information)
        list(GET information 0 source)
        list(GET information 1 version)
        list(GET information 2 architecture)
        if(license_of_${source})
            set(license "${license_of_${source}}")
        endif()
        string(REPLACE "+" "%2B" quoted_name "${name}")
        string(REPLACE ":" "%3A" quoted_version "${version}")
        string(REPLACE "+" "%2B" quoted_version "${quoted_version}")
        set(details ",
      \"versionInfo\": \"${version}\",
      \"supplier\": \"Organization: Debian\",
      \"sourceInfo\": \"built from the Debian source package ${source}\",
      \"externalRefs\": [
        {
          \"referenceCategory\": \"PACKAGE-MANAGER\",
          \"referenceType\": \"purl\",
          \"referenceLocator\": \"pkg:deb/debian/${quoted_name}@${quoted_version}?arch=${architecture}\"
        }
      ]")
    endif()
    if(license STREQUAL "NOASSERTION")
        message(WARNING "The license of ${name} is not known. Add its source package to packaging/sbom/licenses")
    endif()
    string(APPEND packages ",
    {
      \"SPDXID\": \"${id}\",
      \"name\": \"${name}\",
      \"downloadLocation\": \"NOASSERTION\",
      \"filesAnalyzed\": false,
      \"licenseConcluded\": \"NOASSERTION\",
      \"licenseDeclared\": \"${license}\",
      \"copyrightText\": \"NOASSERTION\"${details}
    }")
    if("${relation}" STREQUAL "DYNAMIC_LINK")
        set(ends "\"spdxElementId\": \"SPDXRef-Planlens\", \"relatedSpdxElement\": \"${id}\"")
    else()
        set(ends "\"spdxElementId\": \"${id}\", \"relatedSpdxElement\": \"SPDXRef-Planlens\"")
    endif()
    string(APPEND relationships ",
    { ${ends}, \"relationshipType\": \"${relation}\" }")
endmacro()

if(NOT OBJDUMP)
    set(OBJDUMP objdump)
endif()
find_program(DPKG_QUERY dpkg-query)
set(packages "
    {
      \"SPDXID\": \"SPDXRef-Planlens\",
      \"name\": \"planlens\",
      \"versionInfo\": \"${VERSION}\",
      \"supplier\": \"Organization: The Planlens authors\",
      \"downloadLocation\": \"NOASSERTION\",
      \"filesAnalyzed\": false,
      \"licenseConcluded\": \"NOASSERTION\",
      \"licenseDeclared\": \"MPL-2.0\",
      \"copyrightText\": \"Copyright The Planlens authors\",
      \"primaryPackagePurpose\": \"APPLICATION\"
    }")
set(relationships "
    { \"spdxElementId\": \"SPDXRef-DOCUMENT\", \"relatedSpdxElement\": \"SPDXRef-Planlens\", \"relationshipType\": \"DESCRIBES\" }")
needed_libraries(libraries ${PROGRAMS} ${LIBRARIES})
packages_of_libraries(linked ${libraries})
build_packages(built)
list(TRANSFORM linked APPEND "=DYNAMIC_LINK")
set(entries ${linked} ${built})
if(DPKG_QUERY)
    list(TRANSFORM entries REPLACE "=.*" "" OUTPUT_VARIABLE names)
    execute_process(COMMAND ${DPKG_QUERY} --show "--showformat=\${Package};\${source:Package};\${Version};\${Architecture}\n" ${names} OUTPUT_VARIABLE shown ERROR_QUIET)
    string(REPLACE "\n" ";" lines "${shown}")
    while(lines)
        list(POP_FRONT lines name source version architecture)
        set("information_of_${name}" "${source};${version};${architecture}")
    endwhile()
endif()
foreach(entry IN LISTS entries)
    string(REGEX MATCH "^(.*)=(.*)$" entry "${entry}")
    set(relation ${CMAKE_MATCH_2})
    add_package(${CMAKE_MATCH_1} ${relation})
endforeach()

string(SHA256 fingerprint "${packages}${relationships}")
string(TIMESTAMP created "%Y-%m-%dT%H:%M:%SZ" UTC)
file(WRITE ${OUTPUT} "{
  \"spdxVersion\": \"SPDX-2.3\",
  \"dataLicense\": \"CC0-1.0\",
  \"SPDXID\": \"SPDXRef-DOCUMENT\",
  \"name\": \"planlens-${VERSION}\",
  \"documentNamespace\": \"https://spdx.org/spdxdocs/planlens-${VERSION}-${fingerprint}\",
  \"creationInfo\": {
    \"created\": \"${created}\",
    \"creators\": [\"Organization: The Planlens authors\", \"Tool: planlens-sbom-${VERSION}\"]
  },
  \"packages\": [${packages}
  ],
  \"relationships\": [${relationships}
  ]
}
")
file(CHMOD ${OUTPUT} FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
