"""Takes the tokenizer's words and their fixed vectors from a model folder.

The vectors: all-MiniLM-L6-v2 (Apache-2.0) on each single word, reduced to 128 numbers by PCA, so that words never seen in a caption land near ones
that were. Usage: python words.py FOLDER MODEL_FOLDER. Writes vocab.json (`learned`: so many words have a learned correction) and vectors.npy."""
import json
import sys

import numpy as np
import onnx
from onnx import numpy_helper


def main(folder, model):
    numbers = json.load(open(f'{model}/tokenizer/vocab.json'))
    graph = onnx.load(f'{model}/text_encoder/model.onnx').graph
    stored = {tensor.name.removeprefix('text.'): tensor for tensor in graph.initializer}
    table, scale = (numpy_helper.to_array(stored[name]).astype(np.float32) for name in ('vectors_q', 'vectors_s'))
    np.save(f'{folder}/vectors.npy', (table * scale).astype(np.float16))
    learned = stored['correction.weight_q'].dims[0]
    json.dump({'words': sorted(numbers, key=numbers.get), 'learned': learned}, open(f'{folder}/vocab.json', 'w'))


if __name__ == '__main__':
    main(*sys.argv[1:])
