#ifndef COLLIE_CREW_PROCESS_DESCRIPTORS_H_
#define COLLIE_CREW_PROCESS_DESCRIPTORS_H_

namespace collie::process {

// A standard descriptor (0, 1, 2) that the caller closed is opened on /dev/null. Otherwise the next
// file or socket that is opened takes its number, and what is printed goes into a lock, a database
// or a peer. In a program that calls this at all it has run before the constructors of the
// libraries, which take descriptors too: every main calls it first.
void OpenStandardDescriptors();

// Raises how many descriptors this process may have to the most that the system allows it.
void RaiseDescriptorLimit();

}  // namespace collie::process

#endif  // COLLIE_CREW_PROCESS_DESCRIPTORS_H_
