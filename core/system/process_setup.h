// SPDX-License-Identifier: MPL-2.0
#pragma once

namespace planlens::system {

/// Prepares the process of a program. To be called first in main(), before any thread is started:
/// - Writing beyond the limit of the file size (RLIMIT_FSIZE) fails with EFBIG instead of killing the process.
/// - An exception that nothing can catch, such as a failed allocation, is reported and exits with 1.
/// - The process leaves no core file, and other processes of the user cannot read its memory, because it contains
///   secrets. PLANLENS_CORE_FILES=1 allows both, for developers.
void prepareProcess();

} // namespace planlens::system
