"""Pairs that the enlarger learns from: a scene of the originals at 512 pixels, and what the model makes of it at 128. What the model moves, moves in the
original too, so that outlines are where they are in both.

Most pictures are drawn over by the model itself, from so little noise that their outlines stay where they are, so that its blotches, soft lines and
grain are the real ones; the latents of the others are disturbed, or left as they are. Before that, the outlines of many are made to waver, and to be soft
in places, as they are where guidance image and style do not agree. Usage: python enlarger_pairs.py FOLDER COUNT [held]
Reads the originals in FOLDER/enlarger; writes inputs.u8, targets.u8 and pairs.json beside them (held: in enlarger/held, of the set that nothing is
trained on), and goes on from there.
"""
import collections
import json
import os
import random
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

import captions
from diffusion import Latents, load_weights
from network import ALPHAS, Model, ids
from scenes import background, layout, place, tint

SMALL, LARGE = 128, 512
BATCH = 16
LEVELS = ((1 - ALPHAS) / ALPHAS).sqrt()
GUIDANCE = (1.5, 4.)  # the app's default where a guidance image leads, and without one
HELD_OUT = 'held out'
MOST_LEVEL, LEAST_SHARE = .75, .2  # of noise; at more, outlines move and small things are lost
MOST_SHIFT, MOST_BLUR = 1.3, 2.2  # pixels of the small picture
REACH, WINDOW, SHIFT_COST = 3, 9, .001  # pixels at 256, of values in [-1, 1] a pixel squared


class Originals:
    """The pictures at 512 pixels, as `raster.mjs` leaves them in FOLDER/enlarger."""

    def __init__(self, folder, held_out=False):
        meta = json.load(open(f'{folder}/enlarger/meta.json'))
        self.data = np.memmap(f'{folder}/enlarger/data.rgba', dtype=np.uint8, mode='r', shape=(len(meta), LARGE, LARGE, 4))
        self.rows = [i for i, m in enumerate(meta) if (m['style'] == HELD_OUT) == held_out]
        self.names, self.styles = ([meta[i][key] for i in self.rows] for key in ('name', 'style'))
        self.mates = collections.defaultdict(list)
        for k, style in enumerate(self.styles):
            self.mates[style].append(k)

    def pixels(self, picks):
        """Premultiplied RGBA in [0, 1], N x 4 x 512 x 512."""
        x = torch.from_numpy(np.stack([self.data[self.rows[k]] for k in picks])).permute(0, 3, 1, 2).float() / 255
        return torch.cat([x[:, :3] * x[:, 3:], x[:, 3:]], 1)


class Redrawer:
    """Draws over latents with the model, as the engine does by default (Euler a, guidance)."""

    def __init__(self, folder, index):
        vocabulary = json.load(open(f'{folder}/vocab.json'))
        self.index = index
        self.net = Model(np.load(f'{folder}/vectors.npy'), vocabulary['learned']).eval()
        trained = f'{folder}/net.pt'
        load_weights(self.net, trained if os.path.exists(trained) else f'{folder}/start.pt')
        self.net.unet.to(memory_format=torch.channels_last)

    @torch.no_grad()
    def draw(self, latents, manner, texts, level, rng):
        """Latents of unit scale from noise of a level, in steps of a schedule of about twelve."""
        hidden = self.net.text(torch.tensor([ids(self.index, text) for text in texts] + [ids(self.index, '')] * len(texts)))
        stride, guidance = rng.choice([60, 80, 100]), rng.choice(GUIDANCE)
        first = int((LEVELS < level).sum())
        times = [*range(first, 0, -stride), None]
        shown = torch.cat([latents + .1 * torch.randn_like(latents), manner], 1)
        shown = torch.cat([shown, torch.zeros_like(shown)])
        x = latents + LEVELS[first] * torch.randn_like(latents)
        for t, after in zip(times, times[1:]):
            sigma, to = LEVELS[t], LEVELS[after] if after is not None else torch.tensor(0.)
            signal = (1 + sigma ** 2) ** -.5
            with torch.autocast('cpu', torch.bfloat16):
                told = torch.full((2 * len(x),), float(t))
                v = self.net.unet(torch.cat([x, x]) * signal, told, hidden, shown).float()
            with_text, without = v.chunk(2)
            v = without + guidance * (with_text - without)
            expected = signal * (signal * x) - sigma * signal * v
            up = min(to, (to ** 2 * (sigma ** 2 - to ** 2) / sigma ** 2).clamp(min=0).sqrt())
            down = (to ** 2 - up ** 2).clamp(min=0).sqrt()
            x = expected + (x - expected) / sigma * down + up * torch.randn_like(x)
        return x


def scene(originals, count, rng):
    """Pixels 3 x 512 x 512 in [-1, 1], a caption, another picture of the style, and whether all that is seen is known at that size."""
    k = rng.randrange(len(originals.names))
    picks = [k] + [k if rng.random() < .5 else rng.randrange(len(originals.names)) for _ in range(count - 1)]
    spots = layout(count, rng)
    if rng.random() < .12:  # as in the second pass, which draws at a larger size
        spots = [(x * 1.5, y * 1.5, s * rng.uniform(1.2, 1.7), *rest) for x, y, s, *rest in spots]
    field, said = background(rng, LARGE)
    chance = rng.random()
    if chance < .15:
        field = torch.rand(3, 1, 1).expand(3, LARGE, LARGE)
    elif chance < .5:
        upper, lower = (torch.tensor(colour).view(3, 1, 1) for colour in rng.choice(captions.BACKDROPS))
        field, said = torch.lerp(upper, lower, torch.linspace(0, 1, LARGE).view(1, LARGE, 1)).expand(3, LARGE, LARGE), None
    colour = rng.choice(list(captions.COLOURS)) if rng.random() < .06 else None
    for thing in place(originals.pixels(picks), spots):
        thing = tint(thing, colour) if colour else thing
        field = field * (1 - thing[3:]) + thing[:3]
    text = captions.finish(captions.article(originals.names[k], rng), originals.styles[k], said(rng) if said else None, rng)
    mate = originals.pixels([rng.choice(originals.mates[originals.styles[k]])])[0]
    manner = F.avg_pool2d(mate[:3] + 1 - mate[3:], LARGE // SMALL) * 2 - 1
    return field.clamp(0, 1) * 2 - 1, text, manner, all(originals.styles[j] != '3d' for j in picks)


def disturb(latents, rng):
    """Noise of any fineness, coarse steps."""
    for _ in range(rng.randint(1, 2)):
        cells = rng.choice([2, 4, 8, 16, 16])
        noise = F.interpolate(torch.randn(len(latents), latents.shape[1], cells, cells), size=latents.shape[2:], mode='bilinear')
        latents = latents + rng.uniform(.02, .35) * noise
    return (latents / .2).round() * .2 if rng.random() < .3 else latents


def waver(pictures, rng):
    """Outlines that go to and fro by about a pixel."""
    cells, n = rng.randint(9, 26), len(pictures)
    shift = F.interpolate(torch.randn(n, 2, cells, cells), size=(SMALL, SMALL), mode='bicubic', align_corners=False) * rng.uniform(0, MOST_SHIFT)
    grid = F.affine_grid(torch.eye(2, 3).expand(n, 2, 3), list(pictures.shape), align_corners=False)
    return F.grid_sample(pictures, grid + shift.permute(0, 2, 3, 1) * 2 / SMALL, padding_mode='border', align_corners=False)


def soften_in_places(pictures, rng):
    """Blurred here, as they were there."""
    spread = rng.uniform(.5, MOST_BLUR)
    kernel = torch.exp(-torch.arange(-6., 7.) ** 2 / (2 * spread ** 2))
    kernel = (kernel / kernel.sum()).view(1, 1, 1, -1).expand(3, 1, 1, -1)
    blurred = F.conv2d(F.pad(pictures, (6, 6, 6, 6), mode='replicate'), kernel, groups=3)
    blurred = F.conv2d(blurred, kernel.transpose(2, 3), groups=3)
    cells = rng.randint(3, 8)
    share = F.interpolate(4 * torch.randn(len(pictures), 1, cells, cells), size=(SMALL, SMALL), mode='bilinear', align_corners=False).sigmoid()
    return torch.lerp(pictures, blurred, share)


def aligned(originals, drawn):
    """Originals (512 pixels) with their outlines moved by up to REACH to where the drawing (128 pixels) has them. An outline that may lie here or there
    would be learnt as the mean of both, which is soft. For each place the shift that makes a window of both the most alike counts, the least first."""
    fine = F.interpolate(drawn, scale_factor=2., mode='bilinear', align_corners=False)
    n, _, h, w = fine.shape
    padded = F.pad(F.avg_pool2d(originals, 2), (REACH,) * 4, mode='replicate')
    shifts = [(y, x) for y in range(-REACH, REACH + 1) for x in range(-REACH, REACH + 1)]
    off = [(fine - padded[:, :, REACH + y:REACH + y + h, REACH + x:REACH + x + w]).abs().mean(1) + SHIFT_COST * (y * y + x * x) for y, x in shifts]
    around = lambda x: F.avg_pool2d(x, WINDOW, 1, WINDOW // 2, count_include_pad=False)
    best = torch.tensor(shifts, dtype=torch.float32)[around(torch.stack(off, 1)).argmin(1)].permute(0, 3, 1, 2)
    shift = F.interpolate(around(best), scale_factor=2., mode='bilinear', align_corners=False)
    grid = F.affine_grid(torch.eye(2, 3).expand(n, 2, 3), list(originals.shape), align_corners=False)
    # From pixels of half the size to shares of half the picture.
    steps = torch.stack([shift[:, 1] * 4 / originals.shape[3], shift[:, 0] * 4 / originals.shape[2]], -1)
    return F.grid_sample(originals, grid + steps, padding_mode='border', align_corners=False)


def soften(picture, rng):
    """A little blur, grain and shift of light."""
    if rng.random() < .25:
        weight = rng.uniform(0, .2)
        kernel = torch.tensor([weight, 1 - 2 * weight, weight])
        kernel = (kernel[:, None] * kernel).expand(3, 1, 3, 3)
        picture = F.conv2d(F.pad(picture[None], (1, 1, 1, 1), mode='replicate'), kernel, groups=3)[0]
    if rng.random() < .2:
        picture = picture + rng.uniform(0, .03) * torch.randn_like(picture)
    return picture


def main(folder, count, held=None):
    torch.set_num_threads(1)
    count, out, began = int(count), f'{folder}/enlarger/held' if held else f'{folder}/enlarger', time.time()
    os.makedirs(out, exist_ok=True)
    index = {word: i for i, word in enumerate(json.load(open(f'{folder}/vocab.json'))['words'])}
    originals, latents, redrawer = Originals(folder, bool(held)), Latents(folder), Redrawer(folder, index)
    done = json.load(open(f'{out}/pairs.json')) if os.path.exists(f'{out}/pairs.json') else []
    while len(done) < count:
        number = len(done) // BATCH
        rng = random.Random(number)
        torch.manual_seed(number)
        things = rng.choices([1, 2, 3], [.72, .18, .1])[0]
        targets, texts, manner, sharp = zip(*(scene(originals, things, rng) for _ in range(BATCH)))
        targets = (torch.stack(targets) * 127.5 + 127.5).round()
        small = F.avg_pool2d(targets, LARGE // SMALL) / 127.5 - 1
        small = waver(small, rng) if rng.random() < .6 else small
        small = soften_in_places(small, rng) if rng.random() < .5 else small
        z = latents.encode(small).float()
        if rng.random() < .5:  # guidance images come out of the store, and are decoded and encoded once more
            z = latents.encode(latents.decode((z / .2).round() * .2)).float()
        chance = rng.random()
        if chance < .65:
            level = MOST_LEVEL / things ** .7 * LEAST_SHARE ** rng.random()
            z = redrawer.draw(z, latents.encode(torch.stack(manner)).float(), texts, level, rng)
        elif chance < .9:
            z = torch.cat([disturb(part, rng) for part in z.split(1)])
        drawn = small if rng.random() < .06 else latents.decode(z)
        drawn = torch.stack([soften(picture, rng) for picture in drawn])
        targets = (aligned(targets / 127.5 - 1, drawn) * 127.5 + 127.5).round()
        with open(f'{out}/inputs.u8', 'r+b' if done else 'wb') as inputs, open(f'{out}/targets.u8', 'r+b' if done else 'wb') as wanted:
            inputs.seek(len(done) * 3 * SMALL ** 2)
            inputs.write((drawn * 127.5 + 127.5).clamp(0, 255).round().to(torch.uint8).numpy().tobytes())
            wanted.seek(len(done) * 3 * LARGE ** 2)
            wanted.write(targets.to(torch.uint8).numpy().tobytes())
        done += [int(known) for known in sharp]
        with open(f'{out}/pairs.json.new', 'w') as file:
            json.dump(done, file)
        os.replace(f'{out}/pairs.json.new', f'{out}/pairs.json')
        if number % 10 == 0:
            print(len(done), int(time.time() - began), flush=True)


if __name__ == '__main__':
    main(*sys.argv[1:])
