"""Trains the decoder of the autoencoder further, for latents as they are: neither the U-Net nor the store need be made again.
Usage: python decoder.py FOLDER SECONDS

The loss is the enlarger's: a halo around a thing is little in each pixel, and costs much all the same. Goes on from FOLDER/decoder.pt where there is one.
Writes it, and the autoencoder with the averaged decoder to FOLDER/ae.pt. SECONDS is the time of the whole training, over all runs.
"""
import copy
import random
import sys
import time

import numpy as np
import torch
import torch.nn as nn

from averages import follow, keep, resume
from captions import BACKDROPS
from diffusion import Latents
from enlarger import distance
from scenes import SIZE, Pictures, background, layout, place

BATCH, RATE, AVERAGE, THREADS = 16, 8e-4, .998, 2
NOISE, STEP = .12, .3  # at most, of latents of unit scale; what the store keeps is in such steps


def scene(pictures, rng):
    """Pixels 3 x 128 x 128 in [-1, 1]: one to three pictures on white, a colour, a place or a backdrop."""
    count = rng.choices([1, 2, 3], [.72, .18, .1])[0]
    field = background(rng)[0]
    chance = rng.random()
    if chance < .4:
        upper, lower = (torch.tensor(colour).view(3, 1, 1) for colour in rng.choice(BACKDROPS))
        field = torch.lerp(upper, lower, torch.linspace(0, 1, SIZE).view(1, SIZE, 1)).expand(3, SIZE, SIZE)
    elif chance < .55:
        field = torch.rand(3, 1, 1).expand(3, SIZE, SIZE)
    for thing in place(pictures.pixels([rng.randrange(len(pictures.names)) for _ in range(count)]), layout(count, rng)):
        field = field * (1 - thing[3:]) + thing[:3]
    return field.clamp(0, 1) * 2 - 1


def disturbed(z):
    """Some in the store's steps, all with a little noise of their own."""
    stepped = torch.where(torch.rand(len(z), 1, 1, 1) < .3, (z / STEP).round() * STEP, z)
    return stepped + NOISE * torch.rand(len(z), 1, 1, 1) * torch.randn_like(z)


def train(folder, seconds):
    torch.set_num_threads(THREADS)
    torch.manual_seed(0)
    random.seed(0)
    latents, pictures = Latents(folder), Pictures(folder)
    net = latents.net.decoder.train()
    average = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), RATE, betas=(.9, .99), weight_decay=0, fused=True)
    parts = {'net': net, 'average': average, 'optimiser': optimiser}
    file = f'{folder}/decoder.pt'
    step, spent, shown = resume(file, parts)
    began, saved, before = time.time(), time.time(), spent

    def save():
        keep({**{name: part.state_dict() for name, part in parts.items()}, 'step': step, 'spent': spent, 'shown': shown}, file)
        whole = {name: value for name, value in latents.net.state_dict().items() if not name.startswith('decoder.')}
        keep(whole | {f'decoder.{name}': value for name, value in average.state_dict().items()}, f'{folder}/ae.pt')

    while spent < seconds:
        for group in optimiser.param_groups:
            group['lr'] = RATE * min(1, (step + 1) / 100) * max(.02, .5 + .5 * float(np.cos(np.pi * spent / seconds)))
        wanted = torch.stack([scene(pictures, random) for _ in range(BATCH)])
        z = disturbed(latents.encode(wanted).float()) * latents.std + latents.mean
        with torch.autocast('cpu', torch.bfloat16):
            drawn = net(z.to(memory_format=torch.channels_last))
        loss = distance(drawn.float(), wanted).mean()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), .5)
        optimiser.step()
        step += 1
        spent = before + time.time() - began
        shown = loss.item() if shown is None else .98 * shown + .02 * loss.item()
        follow(average, net, step, AVERAGE)
        if step % 50 == 0:
            print(step, int(spent), f'error {shown:.4f}', f'{spent / step:.2f} s a step', flush=True)
        if time.time() - saved > 120:
            save()
            saved = time.time()
    save()


if __name__ == '__main__':
    train(sys.argv[1], float(sys.argv[2]))
