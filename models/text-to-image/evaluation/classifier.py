"""A classifier of the concepts, trained on the real pictures in all their styles with augmentation. It never sees what the model draws, and one
whole set (`held out`) is kept from it to say how far it can be trusted. Usage: python classifier.py FOLDER SECONDS. Writes
FOLDER/classifier.pt, and goes on from it where there is one."""
import os
import sys
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '../training'))
from scenes import Pictures, matrices  # noqa: E402

EDGE, SOURCE, BATCH, RATE, SHARPNESS = 48, 64, 64, 1.5e-3, 20.


class Block(nn.Module):
    def __init__(self, i, o, stride):
        super().__init__()
        self.f = nn.Sequential(nn.Conv2d(i, o, 3, stride, 1, bias=False), nn.BatchNorm2d(o), nn.SiLU(), nn.Conv2d(o, o, 3, 1, 1, bias=False), nn.BatchNorm2d(o))
        self.skip = nn.Conv2d(i, o, 1, stride)

    def forward(self, x):
        return F.silu(self.f(x) + self.skip(x))


class Classifier(nn.Module):
    """Pictures in [-1, 1], N x 3 x 48 x 48, to cosines with the concepts; `features` are unit vectors."""

    def __init__(self, concepts):
        super().__init__()
        self.body = nn.Sequential(Block(3, 32, 2), Block(32, 64, 2), Block(64, 128, 2), Block(128, 256, 2))
        self.out = nn.Linear(256 * 9, 192)
        self.concepts = nn.Parameter(torch.randn(concepts, 192) * .1)

    def features(self, x):
        return F.normalize(self.out(self.body(x).flatten(1)), dim=1)

    def forward(self, x):
        return self.features(x) @ F.normalize(self.concepts, dim=1).T


def sources(pictures):
    """Premultiplied RGBA of all pictures at SOURCE pixels, bytes."""
    rows = torch.arange(len(pictures.names)).split(256)
    return torch.cat([(F.avg_pool2d(pictures.pixels(part.tolist()), 128 // SOURCE) * 255).round().byte() for part in rows])


def views(rgba, rng, calm=False):
    """Pictures somewhere on a background of some colour; `calm`: as they are, on white."""
    n = len(rgba)
    if calm:
        spots, field = [(0., 0., 1., 0., 0.)] * n, torch.ones(n, 3, 1, 1)
    else:
        scale = rng.uniform(.7, 1.1, n)
        spots = [(*rng.uniform(-.15, .15, 2), s, rng.normal(0, 8), float(rng.random() < .3)) for s in scale]
        field = torch.where(torch.rand(n, 1, 1, 1) < .4, torch.ones(n, 3, 1, 1), torch.rand(n, 3, 1, 1))
    grid = F.affine_grid(matrices(spots), [n, 4, EDGE, EDGE], align_corners=False)
    x = F.grid_sample(rgba.float() / 255, grid, align_corners=False)
    y = x[:, :3] + field * (1 - x[:, 3:])
    if not calm:
        grey = y.mean(1, keepdim=True)
        y = grey + (y - grey) * torch.empty(n, 1, 1, 1).uniform_(.3, 1.2) + .05 * torch.randn(n, 3, 1, 1) + .04 * torch.randn_like(y)
        soft = torch.rand(n, 1, 1, 1) < .4
        y = torch.where(soft, F.avg_pool2d(y, 3, 1, 1), y)
    return y.clamp(0, 1) * 2 - 1


def ranks(logits, answers):
    """Where the right concept stands, from 0."""
    right = logits.gather(1, answers[:, None])
    return (logits > right).sum(1)


@torch.no_grad()
def held_out_accuracy(net, folder, concepts):
    other = Pictures(folder, ('held out',))
    known = [k for k, name in enumerate(other.names) if name in concepts]
    x = views(sources(other)[known], np.random.default_rng(0), calm=True)
    rank = ranks(torch.cat([net(part) for part in x.split(128)]), torch.tensor([concepts[other.names[k]] for k in known]))
    return len(known), (rank < 1).float().mean().item(), (rank < 5).float().mean().item()


def with_new_concepts(kept, fresh, concepts):
    """The weights of a classifier that knew fewer or other concepts; `fresh`: rows for those that it did not know."""
    rows = fresh.clone()
    for name, row in zip(kept['concepts'], kept['net']['concepts']):
        if name in concepts:
            rows[concepts[name]] = row
    return kept['net'] | {'concepts': rows}


def train(folder, seconds):
    torch.manual_seed(0)
    rng, pictures = np.random.default_rng(0), Pictures(folder)
    concepts = {name: i for i, name in enumerate(pictures.concepts)}
    labels, rgba = torch.tensor([concepts[name] for name in pictures.names]), sources(pictures)
    net = Classifier(len(concepts)).to(memory_format=torch.channels_last)
    if os.path.exists(f'{folder}/classifier.pt'):
        net.load_state_dict(with_new_concepts(torch.load(f'{folder}/classifier.pt'), net.concepts.detach(), concepts))
    optimiser, began, step, shown = torch.optim.AdamW(net.parameters(), RATE, weight_decay=.05), time.time(), 0, 8.
    while (done := (time.time() - began) / seconds) < 1:
        for group in optimiser.param_groups:
            group['lr'] = RATE * min(1, (step + 1) / 100) * max(.01, 1 - done)
        picks = torch.randint(0, len(labels), (BATCH,))
        with torch.autocast('cpu', torch.bfloat16):
            logits = net(views(rgba[picks], rng).to(memory_format=torch.channels_last))
        loss = F.cross_entropy(logits.float() * SHARPNESS, labels[picks])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        step += 1
        shown = .99 * shown + .01 * loss.item()
        if step % 200 == 0:
            print(step, int(time.time() - began), f'loss {shown:.3f}', flush=True)
    net.eval()
    count, first, five = held_out_accuracy(net, folder, concepts)
    print(f'held out: {count} pictures, top-1 {first:.3f}, top-5 {five:.3f}')
    torch.save({'net': net.state_dict(), 'concepts': pictures.concepts, 'held_out': (count, first, five)}, f'{folder}/classifier.pt')


if __name__ == '__main__':
    train(sys.argv[1], float(sys.argv[2]))
