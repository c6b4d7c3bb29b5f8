// SPDX-License-Identifier: MPL-2.0
/// Failing allocations in a planlens-cli or window for tests: with PLANLENS_FAULT=new:NUMBER:ERRNO:once|on, that
/// allocation throws std::bad_alloc, with "on" also all later ones. Counted after planlensBeginAllocationFaults(),
/// which main() of planlens-cli calls.
#include "app/abort_report.h"

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

std::atomic<long> allocations;
std::atomic<bool> isActive = false;

struct Setting {
    long number = 0; // 0: none
    bool isOnce = true;
};

Setting setting() {
    Setting read;
    std::array<char, 16> mode{};
    int error = 0;
    const char* fault = std::getenv("PLANLENS_FAULT");
    if (fault && std::sscanf(fault, "new:%ld:%d:%15[a-z]", &read.number, &error, mode.data()) == 3)
        read.isOnce = std::strcmp(mode.data(), "once") == 0;
    else
        read.number = 0;
    return read;
}

bool fails() {
    if (!isActive)
        return false;
    static const Setting fault = setting();
    const long number = ++allocations;
    return fault.number != 0 && (fault.isOnce ? number == fault.number : number >= fault.number);
}

} // namespace

extern "C" void planlensBeginAllocationFaults() {
    isActive = true;
}
extern "C" void planlensEndAllocationFaults() {
    isActive = false;
}
extern "C" long planlensAllocations() {
    return allocations.load();
}

void* operator new(std::size_t size) {
    void* const memory = fails() ? nullptr : std::malloc(size ? size : 1);
    if (!memory) {
        planlens::reportCrashes();
        throw std::bad_alloc();
    }
    return memory;
}
void* operator new[](std::size_t size) {
    return operator new(size);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}
