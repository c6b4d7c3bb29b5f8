// SPDX-License-Identifier: MPL-2.0
/// main() of planlens-cli for tests with failing allocations.
extern "C" void planlensBeginAllocationFaults();
int planlensMain(int argc, char** argv); // main() of planlens-cli

int main(int argc, char** argv) {
    planlensBeginAllocationFaults();
    return planlensMain(argc, argv);
}
