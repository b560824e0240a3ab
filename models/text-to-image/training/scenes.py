"""Pictures, what lies near what in text, and scenes composed of them: what the denoiser is trained on.

A scene has one to three things on a background, a caption, and a guidance image: the same layout on white with each thing as another set drew it (or a
thing near in text), never with the picture itself. The second neighbour is a thing near in text in the style asked for.
"""
import collections
import json
import random

import numpy as np
import torch
import torch.nn.functional as F

import captions
from captions import COLOURS, PLACES, STYLES
from network import ids

SIZE = 128
FLUENT = ('3d', 'glossy', 'flat')  # three renders of one drawing
CAPTIONS = 3


class Pictures:
    """The rasterised sets with names, styles and the concepts nearest in text."""

    def __init__(self, folder, styles=STYLES):
        meta = json.load(open(f'{folder}/meta.json'))
        self.data = np.memmap(f'{folder}/data.rgba', dtype=np.uint8, mode='r').reshape(-1, SIZE, SIZE, 4)
        self.rows = np.array([i for i, m in enumerate(meta) if m['style'] in styles])
        self.names, self.styles, self.tags = ([meta[i][key] for i in self.rows] for key in ('name', 'style', 'tags'))
        self.by_name = collections.defaultdict(list)
        for k, name in enumerate(self.names):
            self.by_name[name].append(k)
        self.concepts = sorted(self.by_name)

    def pixels(self, picks):
        """Premultiplied RGBA in [0, 1], N x 4 x 128 x 128."""
        x = torch.from_numpy(self.data[self.rows[picks]]).permute(0, 3, 1, 2).float() / 255
        return torch.cat([x[:, :3] * x[:, 3:], x[:, 3:]], 1)


def concept_vectors(names, vectors, index):
    """Unit vectors of names: the mean of their words' vectors."""
    rows = np.stack([vectors[[index.get(w, 2) for w in name.split()]].astype(np.float32).mean(0) for name in names])
    return rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6)


class Neighbours:
    """Chooses what is shown beside a picture in training."""

    def __init__(self, pictures, vectors, index, near=5):
        self.p = pictures
        unit = concept_vectors(pictures.concepts, vectors, index)
        self.near = {name: [pictures.concepts[j] for j in np.argsort(-row)[1:near + 1]] for name, row in zip(pictures.concepts, unit @ unit.T)}

    def guide(self, k, rng):
        """Another render of the concept, two thirds of them by another hand; else something near in text."""
        p = self.p
        others = [j for j in p.by_name[p.names[k]] if p.styles[j] != p.styles[k]]
        if others and rng.random() < .93:
            kin = [j for j in others if p.styles[j] in FLUENT and p.styles[k] in FLUENT]
            strangers = [j for j in others if j not in kin]
            return rng.choice(strangers if strangers and (not kin or rng.random() < .65) else kin)
        return rng.choice([j for name in self.near[p.names[k]] for j in p.by_name[name]])

    def manner(self, k, rng):
        """Something near in text in the same style."""
        p = self.p
        pool = [j for name in self.near[p.names[k]] for j in p.by_name[name] if p.styles[j] == p.styles[k]]
        return rng.choice(pool or [j for name in self.near[p.names[k]] for j in p.by_name[name]])


def matrices(places):
    """2 x 3 matrices for affine_grid from (x, y, scale, degrees, mirrored); x and y in [-1, 1]."""
    x, y, s, turn, mirrored = (torch.tensor(column, dtype=torch.float32) for column in zip(*places))
    a = turn * torch.pi / 180
    m = torch.stack([torch.stack([a.cos(), a.sin()], -1), torch.stack([-a.sin(), a.cos()], -1)], 1) / s.view(-1, 1, 1)
    m = m * torch.stack([1 - 2 * mirrored, torch.ones_like(s)], -1).unsqueeze(-1)
    return torch.cat([m, -m @ torch.stack([x, y], -1).unsqueeze(-1)], 2)


def place(pixels, places):
    """Pictures N x C x 128 x 128 at their places; small ones are averaged first, so that nothing flickers."""
    small = torch.tensor([p[2] < .6 for p in places]).view(-1, 1, 1, 1)
    if small.any():
        pixels = torch.where(small, F.interpolate(F.avg_pool2d(pixels, 2), scale_factor=2., mode='bilinear'), pixels)
    return F.grid_sample(pixels, F.affine_grid(matrices(places), list(pixels.shape), align_corners=False), align_corners=False)


def layout(count, rng):
    """Places of the things of a scene."""
    turn = lambda: rng.gauss(0, 6)
    mirrored = float(rng.random() < .3)
    if count == 1:
        if rng.random() < .3:
            return [(0., 0., 1., 0., mirrored)]
        s = rng.uniform(.65, 1)
        return [((1 - s) * rng.uniform(-.8, .8), (1 - s) * rng.uniform(-.8, .8), s, turn(), mirrored)]
    shift = lambda v: v + rng.uniform(-.05, .05)
    if count == 2:
        s, (x, y) = rng.uniform(.42, .52), rng.choice([(.5, 0), (.5, 0), (.5, 0), (0, .5), (.45, .4)])
        return [(shift(-x), shift(-y), s, turn(), mirrored), (shift(x), shift(y), s, turn(), mirrored)]
    s, spots = rng.choice([(.34, [(-.65, 0), (0, 0), (.65, 0)]), (.45, [(-.5, .45), (.5, .45), (0, -.45)])])
    return [(shift(x), shift(y), s * rng.uniform(.9, 1.05), turn(), mirrored) for x, y in spots]


def near_place(spot, rng):
    x, y, s, turn, mirrored = spot
    return (x + rng.gauss(0, .03), y + rng.gauss(0, .03), s * rng.uniform(.94, 1.06), turn + rng.gauss(0, 3), mirrored)


def background(rng, size=SIZE):
    """Pixels 3 x size x size, and a function that says them (None: not said)."""
    ramp = torch.linspace(0, 1, size).view(1, size, 1)
    colour = lambda c: torch.tensor([min(1, max(0, v + rng.gauss(0, .02))) for v in c]).view(3, 1, 1)
    chance = rng.random()
    if chance < .38:
        said = rng.random() < .3
        return torch.ones(3, size, size), (lambda r: captions.on_colour('white', r)) if said else None
    if chance < .88:
        name = rng.choice(list(COLOURS))
        return colour(COLOURS[name]).expand(3, size, size), lambda r: captions.on_colour(name, r)
    name = rng.choice(list(PLACES))
    upper, lower, horizon = PLACES[name]
    part = ramp if horizon is None else (ramp > horizon + rng.gauss(0, .02)).float()
    field = (colour(upper) * (1 - part) + colour(lower) * part).expand(3, size, size).clone()
    if name in ('at night', 'in space'):
        for _ in range(rng.randint(5, 14)):
            x, y, star = rng.randrange(size - size // 64), rng.randrange(size - size // 64), size // 64
            field[:, y:y + star, x:x + star] = .9
    return field, lambda r: name


def tint(pixels, colour):
    """Premultiplied things in shades of one colour."""
    light = pixels[:3].mean(0, keepdim=True)
    shade = torch.tensor(COLOURS[colour]).view(3, 1, 1) * (.25 + light / pixels[3:].clamp(min=.01))
    return torch.cat([shade.clamp(0, 1) * pixels[3:], pixels[3:]])


class Scenes:
    """Makes scenes: target and guidance image as pixels in [-1, 1], the index of the second neighbour, captions as ids."""

    def __init__(self, pictures, neighbours, index):
        self.p, self.n, self.index = pictures, neighbours, index
        many = lambda k: len(pictures.by_name[pictures.names[k]]) > 1
        weights = [(1.6 if style == '3d' else 1) * (1 if many(k) else .5) for k, style in enumerate(pictures.styles)]
        self.weights = np.cumsum(weights).tolist()

    def make(self, count, rng=random):
        plans = [self.plan(rng) for _ in range(count)]
        things = [(row, k, j, spot, plan['tint']) for row, plan in enumerate(plans) for k, j, spot in plan['things']]
        target = torch.stack([plan['field'] for plan in plans])
        guide = torch.ones(count, 3, SIZE, SIZE)
        drawn = place(self.p.pixels([k for _, k, *_ in things]), [spot for *_, spot, _ in things])
        shown = place(self.p.pixels([j for _, _, j, *_ in things]), [near_place(spot, rng) for *_, spot, _ in things])
        for (row, *_, colour), a, b in zip(things, drawn, shown):
            a, b = (tint(a, colour), tint(b, colour)) if colour else (a, b)
            target[row] = target[row] * (1 - a[3:]) + a[:3]
            guide[row] = guide[row] * (1 - b[3:]) + b[:3]
        return target * 2 - 1, guide * 2 - 1, torch.tensor([plan['manner'] for plan in plans]), torch.tensor([plan['captions'] for plan in plans])

    def plan(self, rng):
        p = self.p
        first = rng.choices(range(len(p.names)), cum_weights=self.weights)[0]
        count = rng.choices([1, 2, 3], [.74, .18, .08])[0]
        spots, style = layout(count, rng), p.styles[first]
        picks, other = [first] * count, None
        if count == 2 and rng.random() < .5:
            mates = [k for k in (rng.choice(p.by_name[rng.choice(p.concepts)]) for _ in range(12)) if p.styles[k] == style]
            if mates:
                other = mates[0]
                picks = [first, other]
        colour = rng.choice([c for c in COLOURS if c not in ('white', 'sky', 'beige')]) if other is None and rng.random() < .06 else None
        field, place_said = background(rng)
        guides = {k: self.n.guide(k, rng) for k in picks}
        said_style = style if rng.random() < .85 else None

        def say(r):
            name = captions.subject(p.names[first], p.tags[first], r)
            if colour:
                name = f'{colour} {name}'
            if other is not None:
                text = f'{captions.article(name, r)} {r.choice(["and", "and", "with", "next to"])} {r.choice(["", "a "])}{p.names[other]}'
            elif count > 1:
                text = f'{r.choice(captions.NUMBERS[count])} {captions.plural(name, self.index)}'
            else:
                text = captions.article(name, r)
            return captions.finish(text, said_style, place_said(r) if place_said else None, r)

        return {
            'things': [(k, guides[k], spot) for k, spot in zip(picks, spots)], 'field': field, 'tint': colour,
            'manner': self.n.manner(first, rng), 'captions': captions.variants(say, self.index, CAPTIONS, ids),
        }
