// SPDX-License-Identifier: MPL-2.0
#include "core/states/manager.h"

#include "core/diags/join_messages.h"
#include "core/states/file/stored_file.h"
#include "core/states/journal/journal.h"
#include "core/states/journal/recovery.h"
#include "core/states/lock/lock_info.h"
#include "core/system/file.h"
#include "core/system/interruptible_sleep.h"
#include "core/system/output_file.h"
#include "core/values/random.h"
#include "core/values/text/quoted.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace planlens::states {
namespace {

namespace fs = std::filesystem;

diags::Diagnostic saveError(const std::string& cause) {
    return diags::Diagnostic::error("Failed to save state", "Error saving state: " + cause);
}

/// Also true if it is unknown whether the file exists, so that it is read, which reports the reason.
bool mayExist(const fs::path& path) {
    std::error_code error;
    return fs::exists(path, error) || error;
}

std::string unwritableAdvice(const fs::path& path) {
    std::error_code error;
    if (const fs::path recovery = recoveryPath(path); fs::exists(recovery, error))
        return ". " + path.string() + " is incomplete. The new state is in " + recovery.string() +
               ", from which the next command of Planlens restores it. Do not use tofu before";
    return ". Both " + path.string() +
           " and its directory must be writable, because the new state is first written next to the old one; the state "
           "on disk has not been changed";
}

/// Replaces the serial, which is on a separate line near the top.
void putSerial(std::string& text, std::uint64_t serial) {
    constexpr std::string_view name = "\n  \"serial\": ";
    const std::size_t start = text.find(name) + name.size();
    text.replace(start, text.find(',', start) - start, std::to_string(serial));
}

/// Identifies a text of many megabytes that is not kept in memory. Default-constructed: no text.
struct Fingerprint {
    std::size_t size = 0, hash = 0;
    Fingerprint() = default;
    explicit Fingerprint(const std::string& text)
        : size(text.size())
        , hash(std::hash<std::string>()(text)) {}
    bool operator==(const Fingerprint&) const = default;
};

/// Size and times of a file; writing the file changes them.
struct Stamp {
    off_t size = -1;
    timespec modified{}, changed{};
    bool operator==(const Stamp& other) const {
        const auto same = [](const timespec& a, const timespec& b) {
            return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
        };
        return size >= 0 && size == other.size && same(modified, other.modified) && same(changed, other.changed);
    }
};

Stamp stampOf(const system::FileHandle& file) {
    struct stat status {};
    if (::fstat(file.descriptor(), &status) != 0)
        return {};
    return {status.st_size, status.st_mtim, status.st_ctim};
}

} // namespace

struct LocalManager::Private {
    StatePaths paths;
    EncryptionPtr encryption;
    system::FileHandle file; // open while locked, or without a lock
    bool wasCreated = false;
    std::optional<LockInfo> lock;
    bool isBackedUp = false; // the backup of the original content is written or not required
    bool hasSaved = false;
    bool hasTakenOver = false;                            // the journal was saved but is not removed yet
    Journal::Leftover leftover = Journal::Leftover::None; // of that journal

    std::optional<File> last;    // read or written
    Fingerprint lastRead;        // of the text of `last`, if it was read
    bool lastIsOutdated = false; // must be written again, even without changes
    Fingerprint lastStored;      // of the encrypted text that was written last
    Stamp lastStamp;             // of the file when it was read under the lock
    std::string lastWritten;     // the text of `last` as we write it; may be empty
    bool lastIsOnDisk = false;
    diags::Diagnostics warnings; // of the current save

    enum class Attempt { Locked, Held, Replaced, Failed };

    system::IoOutcome openFile() {
        wasCreated = !mayExist(paths.stateOut);
        if (paths.stateOut.has_parent_path()) {
            std::error_code error;
            fs::create_directories(paths.stateOut.parent_path(), error);
            if (error)
                return diags::Unexpected{system::ioError("mkdir", paths.stateOut.parent_path(), error.value())};
        }
        auto opened = system::FileHandle::open(paths.stateOut, O_RDWR | O_CREAT);
        if (!opened)
            return diags::Unexpected{opened.error()};
        struct stat status {};
        if (::fstat(opened->descriptor(), &status) != 0)
            return diags::Unexpected{system::ioError("stat", paths.stateOut, errno)};
        if (!S_ISREG(status.st_mode))
            return diags::Unexpected{"open " + paths.stateOut.string() + ": not a regular file"};
        file = *std::move(opened);
        return true;
    }

    Attempt tryLock(std::string& error) {
        if (auto opened = openFile(); !opened) {
            error = opened.error();
            return Attempt::Failed;
        }
        struct flock region {};
        region.l_type = F_WRLCK;
        region.l_whence = SEEK_SET;
        if (::fcntl(file.descriptor(), F_OFD_SETLK, &region) != 0) {
            const int code = errno;
            error = system::errnoText(code);
            file.close();
            return code == EAGAIN || code == EACCES ? Attempt::Held : Attempt::Failed;
        }
        // The previous holder may have removed the file when it released the lock.
        if (!file.isAt(paths.stateOut)) {
            file.close();
            return Attempt::Replaced;
        }
        return Attempt::Locked;
    }

    std::string describeHolder(const std::string& error) const {
        const fs::path path = lockInfoPath(paths.stateOut);
        const auto text = system::readFileIfExists(path);
        const auto twoErrors = [&](const std::string& second) {
            return "2 errors occurred:\n\t* " + error + "\n\t* " + second + "\n\n";
        };
        if (!text)
            return twoErrors(text.error());
        if (text->empty())
            return twoErrors(system::ioError("open", path, ENOENT));
        const auto holder = readLockInfo(*text);
        if (!holder) {
            return twoErrors("state file " + values::quoted(paths.state.string()) +
                             " locked, but could not unmarshal lock info");
        }
        return error + "\n" + describe(*holder);
    }

    /// Finishes an interrupted write and checks that the file can be read. Called after the file was opened.
    system::IoOutcome takeOver(diags::Diagnostics& diagnostics) {
        const Stamp stamp = stampOf(file);
        auto text = file.readAll(paths.stateOut);
        if (!text)
            return diags::Unexpected{text.error()};
        Recovered recovered = recover(*std::move(text), paths.stateOut);
        if (auto settled = settle(recovered, file, paths.stateOut, diagnostics); !settled)
            return settled;
        isBackedUp = recovered.text.empty(); // an empty file needs no backup
        if (recovered.text.empty())
            return true;
        auto parsed = readStoredFile(recovered.text, encryption);
        if (!parsed.isOk())
            return diags::Unexpected{"failed to write backup file: " + diags::joinMessages(parsed.diagnostics)};
        if (paths.state == paths.stateOut) {
            remember(*std::move(parsed.value), recovered.text);
            lastStamp = stamp;
        }
        return true;
    }

    void remember(StoredFile read, const std::string& text) {
        last = std::move(read.file);
        lastIsOutdated = read.isOutdated;
        lastIsOnDisk = !text.empty();
        lastRead = Fingerprint(text);
        lastWritten.clear();
    }

    /// Whether a stored text is that of `last`.
    bool isLast(const std::string& stored) const {
        if (!last || !lastIsOnDisk)
            return false;
        const Fingerprint fingerprint(stored);
        return fingerprint == lastRead || (encryption ? fingerprint == lastStored : stored == lastWritten);
    }

    /// Removes the journal of an interrupted apply once its warnings have been reported.
    void discardJournal() {
        if (std::exchange(hasTakenOver, false))
            Journal::putAway(paths.stateOut, leftover);
    }

    void release() {
        discardJournal();
        file.close();
        lock.reset();
        if (std::error_code error; wasCreated && fs::file_size(paths.stateOut, error) == 0 && !error)
            fs::remove(paths.stateOut, error);
    }

    const fs::path& pathToRead() const { return hasSaved ? paths.stateOut : paths.state; }

    diags::Expected<std::string, std::string> readText() const {
        if (file.isOpen() && pathToRead() == paths.stateOut)
            return file.readAll(paths.stateOut);
        auto text = system::readFileIfExists(pathToRead());
        if (!text)
            return text;
        Recovered recovered = recover(*std::move(text), pathToRead());
        // The recovery file of another user who is writing the state cannot be read.
        if (recovered.finding == Recovered::Finding::Unreadable && !snapshotIdentity(recovered.text))
            return diags::Unexpected{recovered.problem};
        return std::move(recovered.text);
    }

    /// A symbolic link at the default name may be planted, and is replaced; at a name that the user gave it is
    /// followed. The state itself is no place for a backup: the new state would be written to a file without a name.
    system::IoOutcome writeBackup(std::string_view text, mode_t mode) const {
        std::error_code error;
        const bool isDefault = paths.backup == backupPath(paths.state) || paths.backup == backupPath(paths.stateOut);
        if (file.isAt(paths.backup) && !(isDefault && fs::is_symlink(paths.backup, error)))
            return true;
        if (isDefault)
            return system::replaceFile(paths.backup, text, mode);
        auto written =
            system::writeOutputFile(paths.backup, text, {.mode = mode, .missingReader = system::MissingReader::Fail});
        return written ? system::IoOutcome(true) : diags::Unexpected{written.error().toString()};
    }

    system::IoOutcome writeBackup() {
        if (isBackedUp || paths.backup.empty())
            return true;
        auto original = file.readAll(paths.stateOut); // not yet overwritten
        if (original)
            original = reencrypt(*std::move(original), encryption);
        if (!original)
            return diags::Unexpected{"failed to create local state backup file: " + original.error()};
        struct stat status {};
        const mode_t mode = ::fstat(file.descriptor(), &status) == 0 ? status.st_mode & 0777 : 0600;
        if (auto written = writeBackup(*original, mode); !written)
            return diags::Unexpected{"failed to create local state backup file: " + written.error()};
        isBackedUp = true;
        return true;
    }

    enum class Backup { IfMissing, NotNeeded };

    /// `text` is that of writeFile().
    system::IoOutcome write(const File& next, std::string text, Backup backup = Backup::IfMissing) {
        const Encryption::Text stored = writeForDisk(next, text, encryption);
        if (!stored)
            return diags::Unexpected{stored.error()};
        const auto failed = [this](const std::string& cause) {
            return diags::Unexpected{cause + unwritableAdvice(paths.stateOut)};
        };
        if (const auto backedUp = backup == Backup::IfMissing ? writeBackup() : system::IoOutcome(true); !backedUp)
            return failed(backedUp.error());
        if (!file.isAt(paths.stateOut))
            return diags::Unexpected{paths.stateOut.string() + " was removed or replaced while it was in use"};
        // A failure here must not prevent saving the state itself.
        if (const auto noted = Journal::announceSave(paths.stateOut, next, encryption, text); !noted)
            warnings.warning(
                "Failed to write the journal of the apply",
                noted.error() +
                    ". The state is saved. If the apply is interrupted now, check the objects that it was working on.");
        if (const auto written = rewriteInPlace(file, paths.stateOut, *stored); !written)
            return failed(written.error());
        last = next;
        lastIsOnDisk = true;
        lastIsOutdated = false;
        lastRead = Fingerprint();
        lastStored = encryption ? Fingerprint(*stored) : Fingerprint();
        lastWritten = std::move(text);
        hasSaved = true;
        return true;
    }
};

LocalManager::LocalManager(StatePaths paths, EncryptionPtr encryption)
    : d(std::make_unique<Private>()) {
    d->encryption = std::move(encryption);
    if (paths.stateOut.empty())
        paths.stateOut = paths.state;
    d->paths = std::move(paths);
}

LocalManager::~LocalManager() {
    (void)unlock();
}

const StatePaths& LocalManager::paths() const {
    return d->paths;
}

const EncryptionPtr& LocalManager::encryption() const {
    return d->encryption;
}

bool LocalManager::isLocked() const {
    return d->lock.has_value();
}

diags::Diagnostics LocalManager::lock(std::string_view operation, std::chrono::nanoseconds timeout,
                                      std::stop_token stop, const LockHolderHandler& whileHeld) {
    if (isLocked())
        return lockError("state " + values::quoted(d->paths.stateOut.string()) + " already locked");
    d->file.close();

    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    std::chrono::nanoseconds delay = std::chrono::milliseconds(50);
    std::string error;
    for (auto attempt = d->tryLock(error); attempt != Private::Attempt::Locked; attempt = d->tryLock(error)) {
        if (attempt == Private::Attempt::Failed)
            return lockError(error);
        if (attempt == Private::Attempt::Replaced)
            continue;
        // Uses elapsed time rather than a deadline, because the longest timeout would overflow a deadline.
        const std::chrono::nanoseconds left = std::max(timeout, std::chrono::nanoseconds(0)) - (Clock::now() - start);
        if (left.count() <= 0 || stop.stop_requested())
            return lockError(d->describeHolder(error)).withCode(diags::ErrorCode::StateLocked);
        if (whileHeld)
            if (const auto text = system::readFileIfExists(lockInfoPath(d->paths.stateOut)))
                if (const auto holder = readLockInfo(*text))
                    whileHeld(*holder);
        system::sleepFor(std::min(delay, left), stop);
        delay = std::min<std::chrono::nanoseconds>(2 * delay, std::chrono::seconds(1));
    }

    diags::Diagnostics diagnostics;
    if (auto taken = d->takeOver(diagnostics); !taken) {
        d->release();
        return lockError(taken.error());
    }
    LockInfo info = newLockInfo(operation, d->paths.state);
    if (auto written = system::replaceFile(lockInfoPath(d->paths.stateOut), writeLockInfo(info), 0600); !written) {
        d->release();
        return lockError("could not write lock info for " + values::quoted(d->paths.state.string()) + ": " +
                         written.error());
    }
    d->lock = std::move(info);
    return diagnostics;
}

diags::Diagnostics LocalManager::unlock() {
    if (isLocked())
        ::unlink(lockInfoPath(d->paths.stateOut).c_str());
    if (d->file.isOpen())
        d->release();
    return {};
}

diags::Diagnostics LocalManager::openWithoutLock() {
    diags::Diagnostics diagnostics;
    if (d->file.isOpen())
        return diagnostics;
    if (auto opened = d->openFile(); !opened) {
        diagnostics.append(saveError(opened.error() + unwritableAdvice(d->paths.stateOut)));
    } else if (auto taken = d->takeOver(diagnostics); !taken) {
        d->release();
        diagnostics.append(saveError(taken.error()));
    }
    return diagnostics;
}

diags::Result<File> LocalManager::read() {
    // The file has not changed since it was read under the lock.
    const bool isSame = d->last && d->lastIsOnDisk && d->file.isOpen() && d->pathToRead() == d->paths.stateOut &&
                        stampOf(d->file) == d->lastStamp;
    diags::Expected<std::string, std::string> text = std::string();
    if (!isSame)
        text = d->readText();
    if (!text)
        return text.error().starts_with("open ")
                   ? diags::Diagnostic::error(text.error(), {})
                   : diags::Diagnostic::error("Failed to read state file",
                                              "The state file could not be read: " + text.error());
    diags::Diagnostics diagnostics;
    if (!isSame && !d->isLast(*text)) {
        StoredFile file;
        if (text->empty()) {
            file.file.state = std::make_shared<const State>();
        } else {
            auto parsed = readStoredFile(*text, d->encryption, d->pathToRead().string());
            if (!parsed.isOk())
                return std::move(parsed.diagnostics);
            file = *std::move(parsed).into(diagnostics);
        }
        d->remember(std::move(file), *text);
    }
    if (d->pathToRead() != d->paths.stateOut || !mayExist(Journal::path(d->paths.stateOut)))
        return {*d->last, std::move(diagnostics)};

    auto replayed = Journal::replay(d->paths.stateOut, *d->last, d->encryption);
    const bool isUseless = replayed.isOk() && !*replayed;
    const bool isReported = !replayed.diagnostics.isEmpty();
    const auto replay = std::move(replayed).into(diagnostics).value_or(std::nullopt);
    if (isUseless && d->file.isOpen())
        Journal::putAway(d->paths.stateOut, isReported ? Journal::Leftover::All : Journal::Leftover::None);
    if (!replay)
        return {*d->last, std::move(diagnostics)};
    const auto state = std::make_shared<const State>(replay->state);
    if (!d->file.isOpen()) {
        File file = *d->last;
        file.state = state;
        return {std::move(file), std::move(diagnostics)};
    }
    d->hasTakenOver = false;
    d->leftover = replay->leftover;
    auto saved = save(state);
    d->hasTakenOver = saved.isOk();
    if (replay->inFlight.empty())
        d->discardJournal();
    diagnostics.append(std::move(saved.diagnostics));
    setTextHash(*saved.value);
    if (d->last)
        d->last->textHash = saved.value->textHash;
    return {std::move(*saved.value), std::move(diagnostics)};
}

void LocalManager::discardJournal() {
    d->discardJournal();
}

bool LocalManager::needsReencryption() const {
    return d->encryption && d->lastIsOutdated;
}

diags::Result<File> LocalManager::save(std::shared_ptr<const State> state) {
    if (!d->file.isOpen())
        return saveError("the state file " + d->paths.stateOut.string() + " is not locked by this program");
    d->discardJournal();
    if (!d->last) {
        if (auto before = read(); !before.isOk())
            return before;
    }
    const File& last = *d->last;
    File next = last;
    next.state = std::move(state);
    if (next.lineage.empty())
        next.lineage = values::randomUuid();
    if (d->lastWritten.empty() && d->lastIsOnDisk)
        d->lastWritten = writeFile(last);

    std::string text = writeFile(next);
    const bool isChanged = !d->lastIsOnDisk || contentOf(text) != contentOf(d->lastWritten);
    if (isChanged) {
        ++next.serial;
        putSerial(text, next.serial);
    } else if (d->encryption ? !d->lastIsOutdated : d->lastRead == Fingerprint() || d->lastRead == Fingerprint(text)) {
        d->last = next;
        return next;
    }
    // A snapshot that is only encrypted again needs no backup.
    const auto backup = isChanged || !d->encryption ? Private::Backup::IfMissing : Private::Backup::NotNeeded;
    if (auto written = d->write(next, std::move(text), backup); !written)
        return {std::move(next), diags::Diagnostics(saveError(written.error()))};
    return {std::move(next), std::exchange(d->warnings, {})};
}

diags::Diagnostics LocalManager::overwrite(const File& file) {
    if (!d->file.isOpen())
        return saveError("the state file " + d->paths.stateOut.string() + " is not locked by this program");
    d->discardJournal();
    if (auto written = d->write(file, writeFile(file)); !written)
        return saveError(written.error());
    return {};
}

} // namespace planlens::states
