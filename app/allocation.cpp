// SPDX-License-Identifier: MPL-2.0
/// Allocations that throw std::bad_alloc if they fail. Those of mimalloc, which is written in C, abort the process.
#include "app/abort_report.h"

#include <cstdlib>
#include <new>

namespace {

[[noreturn]] void fail() {
    planlens::reportCrashes();
    throw std::bad_alloc();
}

} // namespace

void* operator new(std::size_t size) {
    if (void* const memory = std::malloc(size ? size : 1))
        return memory;
    fail();
}

void* operator new[](std::size_t size) {
    return operator new(size);
}

void* operator new(std::size_t size, std::align_val_t alignment) {
    void* memory = nullptr;
    if (::posix_memalign(&memory, static_cast<std::size_t>(alignment), size ? size : 1) == 0)
        return memory;
    fail();
}

void* operator new[](std::size_t size, std::align_val_t alignment) {
    return operator new(size, alignment);
}

// All forms of delete of a memory allocated with malloc() and posix_memalign() are free().
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
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
