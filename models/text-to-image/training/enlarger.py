"""The enlarger: a picture of the model at 128 pixels to what the original of it would be at 512. Usage: python enlarger.py FOLDER SECONDS

Goes on from FOLDER/enlarger/training.pt where there is one, else begins with the weights of FOLDER/enlarger.pt, else from nothing. Writes the first,
and the averaged weights to the second. SECONDS is the time of the whole training, over all runs.
"""
import copy
import json
import os
import random
import sys
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from averages import follow, keep, resume

SMALL, FACTOR, CROP, BATCH = 128, 4, 64, 6
LARGE = SMALL * FACTOR
RATE, AVERAGE = 1e-3, .998
THREADS = 2
WHITE = 248
TOLERANCE, COARSE = .05, 8  # of [-1, 1]; pixels of the enlarged picture
WIDTHS, DEPTHS, FINE = (24, 48, 96), (1, 2, 5), 16
GRAIN = 8  # pixels: a cell of the model's latents


class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.a, self.b = nn.Conv2d(c, c, 3, padding=1), nn.Conv2d(c, c, 3, padding=1)
        nn.init.zeros_(self.b.weight)
        nn.init.zeros_(self.b.bias)

    def forward(self, x):
        return x + self.b(F.relu(self.a(x)))


class Enlarger(nn.Module):
    """A U-Net over the picture and its halves, which answers at four times the size. Nothing is averaged over the whole picture, so that tiles of it
    come out as the whole does. What it changes, it changes in the picture or, in even parts, in the mean of it around, as it chooses for each pixel.
    Takes and gives values from 0 to 255; height and width are multiples of 8."""

    def __init__(self, widths=WIDTHS, depths=DEPTHS, fine=FINE):
        super().__init__()
        self.input = nn.Conv2d(3, widths[0], 3, padding=1)
        blocks = lambda level: nn.Sequential(*[Block(widths[level]) for _ in range(depths[level])])
        last = len(widths) - 1
        self.down = nn.ModuleList([blocks(level) for level in range(last)])
        self.coarser = nn.ModuleList([nn.Conv2d(widths[level], widths[level + 1], 3, 2, 1) for level in range(last)])
        self.middle = blocks(last)
        self.finer = nn.ModuleList([nn.Conv2d(widths[level + 1], widths[level] * 4, 1) for level in range(last)])
        self.up = nn.ModuleList([blocks(level) for level in range(last)])
        self.fine = nn.Conv2d(widths[0], fine * 4, 3, padding=1)
        self.finest = nn.Conv2d(fine, 16, 3, padding=1)
        nn.init.zeros_(self.finest.weight)
        nn.init.zeros_(self.finest.bias)
        nn.init.constant_(self.finest.bias[12:], 2.)

    def forward(self, picture):
        x = picture / 127.5 - 1
        h, skips = F.relu(self.input(x)), []
        for blocks, coarser in zip(self.down, self.coarser):
            h = blocks(h)
            skips.append(h)
            h = F.relu(coarser(h))
        h = self.middle(h)
        for blocks, finer, skip in reversed(list(zip(self.up, self.finer, skips))):
            h = blocks(F.relu(F.pixel_shuffle(finer(h), 2) + skip))
        h = F.relu(F.pixel_shuffle(self.fine(h), 2))
        change, sharp = F.pixel_shuffle(self.finest(h), 2).split([3, 1], 1)
        enlarge = lambda x, factor: F.interpolate(x, scale_factor=float(factor), mode='bilinear', align_corners=False)
        even = enlarge(F.avg_pool2d(x, GRAIN), FACTOR * GRAIN)
        base = even + sharp.sigmoid() * (enlarge(x, FACTOR) - even)
        return ((base + change) * 127.5 + 127.5).clamp(0, 255)


class Pairs:
    """What enlarger_pairs.py has made so far."""

    def __init__(self, folder):
        self.folder = f'{folder}/enlarger'
        self.refresh()

    def refresh(self):
        self.sharp = json.load(open(f'{self.folder}/pairs.json'))
        count = len(self.sharp)
        load = lambda name, edge: np.memmap(f'{self.folder}/{name}.u8', dtype=np.uint8, mode='r', shape=(count, 3, edge, edge))
        self.inputs, self.targets = load('inputs', SMALL), load('targets', LARGE)

    def batch(self, n, crop=CROP):
        """Inputs and targets from 0 to 255, turned, mirrored and with their colours exchanged; whether a target is known at its size."""
        picks, rows = [], []
        while len(rows) < n:
            k = random.randrange(len(self.sharp))
            row = self.part(k, crop)
            # White, which is most of what there is, is learnt early.
            if (row[0] > WHITE).float().mean() < .5 or random.random() < .4:
                picks.append(k)
                rows.append(row)
        inputs, targets = (torch.stack(part) for part in zip(*rows))
        return inputs, targets, torch.tensor([self.sharp[k] for k in picks], dtype=torch.float32)

    def part(self, k, crop):
        # The decoder errs most in the corners.
        spots = range(0, SMALL - crop + 1, (SMALL - crop if random.random() < .3 else 4))
        top, left = (random.choice(spots) for _ in range(2))
        colours = random.sample(range(3), 3) if random.random() < .5 else [0, 1, 2]
        turns, mirrored = random.randrange(4), random.random() < .5

        def cut(store, scale):
            window = [slice(at * scale, (at + crop) * scale) for at in (top, left)]
            x = torch.from_numpy(store[k][colours, window[0], window[1]].astype(np.float32))
            return torch.rot90(x.flip(2) if mirrored else x, turns, (1, 2))

        return cut(self.inputs, 1), cut(self.targets, FACTOR)


def distance(drawn, wanted):
    """Of values and of how they change from pixel to pixel and over some pixels, per picture. What is far off anyway counts little
    more for being further: blotches in a fill count, and where an outline may lie here or there, one of both is drawn and not their mean."""
    each = lambda x: (TOLERANCE * torch.log1p(x.abs() / TOLERANCE)).flatten(1).mean(1)
    change = lambda x: (x[:, :, 1:] - x[:, :, :-1], x[:, :, :, 1:] - x[:, :, :, :-1])
    coarse = [F.avg_pool2d(x, COARSE) for x in (drawn, wanted)]
    pairs = [*zip(change(drawn), change(wanted)), *zip(change(coarse[0]), change(coarse[1]))]
    return each(drawn - wanted) + sum(each(a - b) for a, b in pairs)


def train(folder, seconds):
    torch.set_num_threads(THREADS)
    torch.manual_seed(0)
    random.seed(0)
    net = Enlarger().to(memory_format=torch.channels_last)
    begun = f'{folder}/enlarger.pt'
    if os.path.exists(begun):
        net.load_state_dict({k: v.float() for k, v in torch.load(begun).items()})
    average = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), RATE, betas=(.9, .99), weight_decay=0, fused=True)
    parts = {'net': net, 'average': average, 'optimiser': optimiser}
    file = f'{folder}/enlarger/training.pt'
    step, spent, shown = resume(file, parts)
    pairs = Pairs(folder)
    print(len(pairs.sharp), 'pairs', sum(p.numel() for p in net.parameters()) / 1e6, 'M', flush=True)
    began, saved, before = time.time(), time.time(), spent

    def save():
        keep({**{name: part.state_dict() for name, part in parts.items()}, 'step': step, 'spent': spent, 'shown': shown}, file)
        torch.save({k: v.half() for k, v in average.state_dict().items()}, f'{folder}/enlarger.pt')

    while spent < seconds:
        done = spent / seconds
        for group in optimiser.param_groups:
            group['lr'] = RATE * min(1, (step + 1) / 100) * max(.02, .5 + .5 * float(np.cos(np.pi * done)))
        inputs, targets, known = pairs.batch(BATCH)
        with torch.autocast('cpu', torch.bfloat16):
            drawn = net(inputs.to(memory_format=torch.channels_last))
        drawn, wanted = drawn.float() / 127.5 - 1, targets / 127.5 - 1
        halves = distance(F.avg_pool2d(drawn, 2), F.avg_pool2d(wanted, 2))
        loss = (known * distance(drawn, wanted) + (1 - known) * halves).mean()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), .5)
        optimiser.step()
        step += 1
        spent = before + time.time() - began
        shown = loss.item() if shown is None else .99 * shown + .01 * loss.item()
        follow(average, net, step, AVERAGE)
        if step % 50 == 0:
            print(step, int(spent), f'error {shown:.4f}', f'{spent / step:.2f} s a step', flush=True)
            pairs.refresh()
        if time.time() - saved > 120:
            save()
            saved = time.time()
    save()


if __name__ == '__main__':
    train(sys.argv[1], float(sys.argv[2]))
