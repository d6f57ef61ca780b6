#pragma once

// All searches, compiled for vectors of LANES lanes.

#include "Beam.h"

const ima4_kernel KERNEL = {
    .lanes = LANES, .greedy_size = greedy_workspace_size, .single_size = sizeof(Workspace),
    .most_size = sizeof(BeamWorkspace),
    .greedy = greedy, .single = search_trellis, .most = search_beam, .shaped = search_shaped};
