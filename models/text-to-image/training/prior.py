"""Trains the prior: from what a thing is called, and in which style, to the latents of a drawing of it. It knows by heart, roughly, what every concept looks like.

A drawing is BASIS coefficients of the principal components of all latents; a residual network finds them from the words. Usage: python prior.py FOLDER SECONDS.
Goes on from FOLDER/prior-training.pt where there is one; writes prior.pt (averaged weights). SECONDS is the time of the whole training, over all runs."""
import copy
import json
import random
import sys
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from averages import follow, keep, resume
from captions import STYLES
from diffusion import Latents, base_latents
from network import clean
from scenes import Pictures

BASIS, WIDTH, HIDDEN, BLOCKS, WORD = 512, 768, 1536, 2, 128
BATCH, RATE, AVERAGE, VARIANTS = 256, 2e-3, .999, 8
NAMED = .75  # share of samples that have the concept's own name; the others say it by a keyword, or with one
OFTEN = ('3d', 'flat', 'noto', 'icon', 'clipart')  # the styles that are asked of it
SELDOM = .15  # how often, beside those, what is drawn otherwise is seen where a concept has one of those
BLUR = .03  # noise on the words, so that what is called alike is drawn alike


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.f1, self.f2 = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, HIDDEN), nn.Linear(HIDDEN, WIDTH)
        nn.init.zeros_(self.f2.weight)
        nn.init.zeros_(self.f2.bias)

    def forward(self, x):
        return x + self.f2(F.gelu(self.f1(self.norm(x))))


class Prior(nn.Module):
    """thing N x 256 (unit vectors: the words' mean, the last word's), style N x 10 (shares) -> latents N x 8 x 16 x 16 of unit scale."""

    def __init__(self, mean, basis, scale):
        super().__init__()
        self.mean, self.basis, self.scale = nn.Buffer(mean), nn.Buffer(basis), nn.Buffer(scale)
        self.input, self.blocks = nn.Linear(2 * WORD + len(STYLES), WIDTH), nn.ModuleList([Block() for _ in range(BLOCKS)])
        self.norm, self.output = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, BASIS)

    def coefficients(self, thing, style):
        """In units of each component's standard deviation."""
        x = self.input(torch.cat([thing * WORD ** .5, style * 4], 1))
        for block in self.blocks:
            x = block(x)
        return self.output(self.norm(x))

    def forward(self, thing, style):
        return ((self.coefficients(thing, style) * self.scale) @ self.basis + self.mean).view(-1, 8, 16, 16)


def unit(rows):
    return rows / (np.linalg.norm(rows, axis=-1, keepdims=True) + 1e-6)


def thing_vectors(texts, vectors, index):
    """What the prior is told of each text: the mean of its words' vectors and the last word's, of length one each. Unknown words do not count."""
    rows = []
    for text in texts:
        words = [index[word] for word in clean(text) if word in index] or [2]
        found = vectors[words].astype(np.float32)
        rows.append(np.concatenate([unit(found.mean(0)), unit(found[-1])]))
    return torch.from_numpy(np.stack(rows))


def principal_components(latents):
    """Mean, BASIS rows of length one, and the standard deviation along each."""
    flat = latents.flatten(1).float()
    mean = flat.mean(0)
    values, vectors = torch.linalg.eigh((flat - mean).T @ (flat - mean) / len(flat))
    return mean, vectors.flip(1)[:, :BASIS].T.contiguous(), values.flip(0)[:BASIS].sqrt()


def said(name, tags, rng):
    """A concept as a prompt may call it."""
    words = [tag for tag in tags if len(clean(tag)) <= 2]
    if not words or rng.random() < NAMED:
        return name
    return rng.choice(words) if rng.random() < .5 else f'{rng.choice(words)} {name}'


def train(folder, seconds):
    torch.manual_seed(0)
    rng, pictures = random.Random(0), Pictures(folder)
    index = {word: i for i, word in enumerate(json.load(open(f'{folder}/vocab.json'))['words'])}
    vectors, latents = np.load(f'{folder}/vectors.npy'), base_latents(folder, pictures, Latents(folder)).float()
    net = Prior(*principal_components(latents))
    styles = F.one_hot(torch.tensor([STYLES.index(style) for style in pictures.styles]), len(STYLES)).float()
    things = torch.stack([thing_vectors([said(name, tags, rng) for name, tags in zip(pictures.names, pictures.tags)], vectors, index) for _ in range(VARIANTS)])
    drawn_often = {name for name, style in zip(pictures.names, pictures.styles) if style in OFTEN}
    share = torch.tensor([1. if style in OFTEN or name not in drawn_often else SELDOM for name, style in zip(pictures.names, pictures.styles)])
    optimiser = torch.optim.AdamW(net.parameters(), RATE, betas=(.9, .98), weight_decay=1e-3, fused=True)
    file, average = f'{folder}/prior-training.pt', copy.deepcopy(net)
    step, spent, _ = resume(file, {'net': net, 'average': average, 'optimiser': optimiser})
    targets = (latents.flatten(1) - net.mean) @ net.basis.T / net.scale
    weight = net.scale ** 2 / (net.scale ** 2).sum()
    print(len(targets), 'pictures', sum(p.numel() for p in net.parameters()) / 1e6, 'M', flush=True)
    began, before, saved, shown = time.time(), spent, time.time(), 1.

    def save():
        keep({'net': net.state_dict(), 'average': average.state_dict(), 'optimiser': optimiser.state_dict(), 'step': step, 'spent': spent}, file)
        torch.save(average.state_dict(), f'{folder}/prior.pt')

    while spent < seconds:
        for group in optimiser.param_groups:
            group['lr'] = RATE * min(1, (step + 1) / 200) * max(.01, 1 - spent / seconds)
        picks = torch.multinomial(share, BATCH, replacement=True)
        thing = things[torch.randint(0, VARIANTS, (BATCH,)), picks] + BLUR * torch.randn(BATCH, 2 * WORD)
        with torch.autocast('cpu', torch.bfloat16):
            found = net.coefficients(thing, styles[picks])
        loss = (((found.float() - targets[picks]) ** 2) * weight).sum(1).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        step += 1
        spent = before + time.time() - began
        shown = .99 * shown + .01 * loss.item()
        follow(average, net, step, AVERAGE)
        if step % 1000 == 0:
            print(step, int(spent), f'loss {shown:.4f}', f'{step * BATCH / spent:.0f} samples/s', flush=True)
        if time.time() - saved > 120:
            save()
            saved = time.time()
    save()


if __name__ == '__main__':
    train(sys.argv[1], float(sys.argv[2]))
