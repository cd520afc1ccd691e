#ifndef COLLIE_CREW_FILES_FOLDER_H_
#define COLLIE_CREW_FILES_FOLDER_H_

#include <filesystem>

namespace collie::files {

// Makes what happened to the names in a folder durable: after a power cut a file or folder that was
// made or renamed there has its name. An empty path is the current folder. 0, or an errno.
int SyncFolder(const std::filesystem::path& folder);

// Makes one folder of mode 0700, durably: its name is synced. 0, or an errno; EEXIST: something of
// that name is there.
int MakeFolder(const std::filesystem::path& folder);

}  // namespace collie::files

#endif  // COLLIE_CREW_FILES_FOLDER_H_
