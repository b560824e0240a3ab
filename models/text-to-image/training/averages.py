"""What the trainings share: averaged weights, and files that are whole or not there."""
import os

import torch


@torch.no_grad()
def follow(average, net, step, most):
    """Moves averaged weights towards those of a network after its `step`-th step: faster at first, in the end by 1 - `most`."""
    torch._foreach_lerp_(list(average.parameters()), list(net.parameters()), 1 - min(most, (step + 1) / (step + 20)))


def keep(state, file):
    """Writes a file beside its place first, so that a training that is ended in the middle can go on from the one before."""
    torch.save(state, file + '.new')
    os.replace(file + '.new', file)
