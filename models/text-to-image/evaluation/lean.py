"""A model folder whose store lacks the four pictures nearest to each prompt of an evaluation, to see what the model draws without them.

Usage: python lean.py FOLDER MODEL_FOLDER DRAWN_FOLDER. Writes DRAWN_FOLDER/lean-model and DRAWN_FOLDER/lean/prompts.json."""
import json
import os
import shutil
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '../training'))
from scenes import Pictures  # noqa: E402
from store import kept, shown_first, write_store  # noqa: E402

NEAREST = 4


def main(folder, model, drawn):
    pictures, prompts = Pictures(folder), [p for p in json.load(open(f'{drawn}/prompts.json')) if p['kind'] == 'seen']
    # The renders of a concept are its nearest pictures; those that would be shown to the model go first.
    stored = set(kept(pictures))
    renders = {name: [k for k in rows if k in stored] for name, rows in pictures.by_name.items()}
    without = {k for prompt in prompts for k in shown_first(pictures, renders[prompt['answers'][0][0]], prompt['style'])[:NEAREST]}
    index = {word: i for i, word in enumerate(json.load(open(f'{folder}/vocab.json'))['words'])}
    lean = f'{drawn}/lean-model'
    shutil.copytree(model, lean, dirs_exist_ok=True, ignore=shutil.ignore_patterns('training', 'evaluation', 'checksums.json', '*.mjs'))
    write_store(folder, f'{lean}/retrieval', index, np.load(f'{folder}/vectors.npy'), without)
    os.makedirs(f'{drawn}/lean', exist_ok=True)
    json.dump(prompts, open(f'{drawn}/lean/prompts.json', 'w'), indent=1)


if __name__ == '__main__':
    main(*sys.argv[1:])
