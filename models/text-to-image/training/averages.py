"""What the trainings share: averaged weights, files that are whole or not there, and going on from one."""
import os
import random

import torch


@torch.no_grad()
def follow(average, net, step, most):
    """Moves averaged weights towards those of a network after its `step`-th step: faster at first, in the end by 1 - `most`."""
    torch._foreach_lerp_(list(average.parameters()), list(net.parameters()), 1 - min(most, (step + 1) / (step + 20)))


def keep(state, file):
    """Writes a file beside its place first, so that a training that is ended in the middle can go on from the one before."""
    torch.save(state, file + '.new')
    os.replace(file + '.new', file)


def resume(file, parts):
    """Loads the parts that are kept in a file, if it is there, and goes on with other random numbers than before.

    Returns the steps so far, their seconds, and the error that was shown last."""
    if not os.path.exists(file):
        return 0, 0., None
    kept = torch.load(file)
    for name, part in parts.items():
        part.load_state_dict(kept[name])
    random.seed(kept['step'])
    torch.manual_seed(kept['step'])
    return kept['step'], kept['spent'], kept.get('shown')
