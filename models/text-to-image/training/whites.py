"""Where a thing is white and white reaches it from the frame: on paper nobody could tell it from the background, but the picture knew.

A polar bear, the body of a lighthouse, a plate. The engine finds things by the white around them, so the store says of such pictures which pixels are
the thing's own."""
import os

import numpy as np
import torch
import torch.nn.functional as F

from diffusion import Latents, base_latents

NEARLY_WHITE = .82  # of values in [-1, 1], as `foreground.ts` looks for the background in a decoded picture
LEAST = .01  # share of a thing that may be lost; about that much is the soft edge


def reached_from_frame(white):
    """Of N x H x W pixels that are white or not: those that white reaches from the frame, step by step to the four sides."""
    white = white[:, None].float()
    reached = white.clone()
    reached[:, :, 1:-1, 1:-1] = 0
    while True:
        before = reached.sum()
        for _ in range(8):
            reached = white * torch.maximum(F.max_pool2d(reached, (3, 1), 1, (1, 0)), F.max_pool2d(reached, (1, 3), 1, (0, 1)))
        if reached.sum() == before:
            return reached[:, 0] > 0


def own_whites(folder, pictures, step):
    """For each picture that would lose more than LEAST of its thing, by its number, the pixels of the thing: H x W. Kept in FOLDER/whites.npz."""
    file = f'{folder}/whites.npz'
    if not os.path.exists(file):
        latents = Latents(folder)
        base = base_latents(folder, pictures, latents)
        numbers, masks = [], []
        for start in range(0, len(base), 64):
            picks = np.arange(start, min(start + 64, len(base)))
            stored = (base[start:start + 64].float() / step).round().clamp(-127, 127) * step
            reached = reached_from_frame((latents.decode(stored) > NEARLY_WHITE).all(1))
            own = pictures.pixels(picks)[:, 3] > .5
            lost = (own & reached).sum((1, 2)) > LEAST * own.sum((1, 2))
            numbers.append(picks[lost.numpy()])
            masks.append(own[lost].numpy())
        np.savez_compressed(file, numbers=np.concatenate(numbers), masks=np.concatenate(masks))
    kept = np.load(file)
    return dict(zip(kept['numbers'].tolist(), kept['masks']))
