#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "crew/cli/verbs.h"
#include "crew/process/descriptors.h"

int main(int argc, char** argv) {
  collie::process::OpenStandardDescriptors();
  collie::process::RaiseDescriptorLimit();
  try {
    collie::cli::Program program = collie::cli::ThisProgram();
    return collie::cli::Run(program, std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    std::cerr << "collie: " << error.what() << '\n';
    return collie::cli::kFailed;
  }
}
