"""Judges drawn prompts: what the classifier sees in them, their background, how seeds differ, and whether they are copies.

Usage: python judge.py FOLDER DRAWN_FOLDER. Writes DRAWN_FOLDER/figures.json."""
import collections
import glob
import json
import os
import sys

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '../training'))
from captions import COLOURS  # noqa: E402
from classifier import EDGE, Classifier, ranks  # noqa: E402
from scenes import FLUENT, Pictures  # noqa: E402

SMALL, BORDER, CONTROL = 32, 4, 5


def read(files):
    x = torch.from_numpy(np.stack([np.asarray(Image.open(file).convert('RGB')) for file in files])).permute(0, 3, 1, 2)
    return x.float() / 127.5 - 1


def parts(x):
    """The whole picture, and its halves and corners as squares: where several things may stand."""
    half = [x[:, :, r:r + 64, c:c + 64] for r in (0, 64) for c in (0, 64)] + [x[:, :, 32:96, :64], x[:, :, 32:96, 64:], x[:, :, :64, 32:96], x[:, :, 64:, 32:96]]
    return [F.interpolate(part, (EDGE, EDGE), mode='area') for part in [x, *half]]


def background_right(x, colour):
    """Whether the median of the frame is nearest to the colour asked for."""
    frame = torch.ones(128, 128, dtype=torch.bool)
    frame[BORDER:-BORDER, BORDER:-BORDER] = False
    median = (x[:, frame].median(1).values + 1) / 2
    return min(COLOURS, key=lambda name: sum((a - b) ** 2 for a, b in zip(median.tolist(), COLOURS[name]))) == colour


def small(x):
    return F.interpolate(x, (SMALL, SMALL), mode='area').flatten(1)


def distance(a, b):
    """Root mean square, in [0, 2]."""
    return torch.cdist(a, b) / a.shape[1] ** .5


class Copying:
    """Distances between pictures on white at 32 pixels; a mirrored copy is a copy too."""

    def __init__(self, folder, pictures):
        file, on_white = f'{folder}/small.pt', lambda p: (p[:, :3] + 1 - p[:, 3:]) * 2 - 1
        if not os.path.exists(file):
            parts = torch.arange(len(pictures.names)).split(256)
            torch.save(torch.cat([small(on_white(pictures.pixels(part.tolist()))) for part in parts]), file)
        self.pictures, self.all = pictures, torch.load(file)

    def renders_apart(self, name):
        """The least distance between two renders of a concept by different hands; None if there is one only."""
        rows = self.pictures.by_name[name]
        hand = lambda k: 'fluent' if self.pictures.styles[k] in FLUENT else self.pictures.styles[k]
        pairs = [distance(self.all[[i]], self.all[[j]]).item() for i in rows for j in rows if hand(i) < hand(j)]
        return min(pairs) if pairs else None

    def nearest(self, x, name=None):
        """The distance to the nearest training picture, or to the nearest one of a concept."""
        others = self.all[self.pictures.by_name[name]] if name else self.all
        return min(distance(small(one[None]), others).min().item() for one in (x, x.flip(2)))


def control(copying, other):
    """The same question for pictures by another hand that nothing was trained on: so much the measure finds by itself."""
    found = []
    for k in range(0, len(other.names), CONTROL):
        least = copying.renders_apart(other.names[k]) if other.names[k] in copying.pictures.by_name else None
        if least is not None:
            pixels = other.pixels([k])[0]
            found.append(copying.nearest((pixels[:3] + 1 - pixels[3:]) * 2 - 1) < least)
    return found


@torch.no_grad()
def main(folder, drawn):
    pictures, prompts = Pictures(folder), json.load(open(f'{drawn}/prompts.json'))
    kept = torch.load(f'{folder}/classifier.pt')
    concepts = {name: i for i, name in enumerate(kept['concepts'])}
    net = Classifier(len(concepts))
    net.load_state_dict(kept['net'])
    net.eval()
    copying = Copying(folder, pictures)
    tally, apart, renders = collections.defaultdict(list), [], []
    for number, prompt in enumerate(prompts):
        x = read(sorted(glob.glob(f'{drawn}/{number:04d}-*.png')))
        kind = prompt['kind']
        looks = [net(part) for part in (parts(x) if kind == 'composition' else parts(x)[:1])]
        best = []
        for answers in prompt['answers']:
            rank = torch.stack([ranks(look, torch.full((len(x),), concepts[name])) for look in looks for name in answers])
            best.append(rank.min(0).values)
        worst = torch.stack(best).max(0).values
        tally[f'{kind}, top-1'] += (worst < 1).tolist()
        tally[f'{kind}, top-5'] += (worst < 5).tolist()
        if prompt['background']:
            tally['background'] += [background_right(one, prompt['background']) for one in x]
        if kind in ('seen', 'on white'):
            least = copying.renders_apart(prompt['answers'][0][0])
            if (kind == 'on white' or prompt['background'] is None) and least is not None:
                tally[f'copies, {kind}'] += [copying.nearest(one) < least for one in x]
                tally[f'copies of pictures of the concept, {kind}'] += [copying.nearest(one, prompt['answers'][0][0]) < least for one in x]
            if kind == 'seen' and len(x) > 1:
                apart.append(distance(small(x[:1]), small(x[1:2])).item())
                renders.append(least)
    count, first, five = kept['held_out']
    tally['copies among the held-out set itself'] = control(copying, Pictures(folder, ('held out',)))
    figures = {key: round(float(np.mean(values)), 3) for key, values in tally.items()} | {
        'pictures': {key: len(values) for key, values in tally.items()},
        'diversity: distance between two seeds / between renders by two hands': round(float(np.mean(apart) / np.mean([r for r in renders if r])), 3) if apart else None,
        'classifier on the held-out set': {'pictures': count, 'top-1': round(first, 3), 'top-5': round(five, 3)},
    }
    json.dump(figures, open(f'{drawn}/figures.json', 'w'), indent=1)
    print(json.dumps(figures, indent=1))


if __name__ == '__main__':
    main(*sys.argv[1:])
