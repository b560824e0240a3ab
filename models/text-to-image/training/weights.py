"""Takes the weights back from the committed model, so that a fresh clone goes on from where it is: 8 bits times a scale, as the runtime restores them.

Usage: python weights.py FOLDER MODEL_FOLDER. Writes ae.pt and scale.json (autoencoder), enlarger.pt, and start.pt (text encoder and U-Net)."""
import json
import sys

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from autoencoder import Autoencoder
from enlarger import Enlarger
from network import Model

ENDS = {'Mul': 'weight', 'Add': 'bias', 'MatMul': 'weight'}


def stored(graph):
    """All arrays of a network by the names that the export gave them, in single precision."""
    arrays, whole = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}, {}
    for name, array in arrays.items():
        if name.endswith('_q'):
            whole[name[:-2]] = array.astype(np.float32) * arrays[name[:-2] + '_s']
        elif name.endswith('_h'):
            whole[name[:-2]] = array.astype(np.float32)
        elif not (name.endswith('_s') and name[:-2] + '_q' in arrays):
            whole[name] = array
    return whole


def owner(node):
    """The module that a node was made from: /decoder/decoder.1/f/f.0/Mul is of decoder.1.f.0."""
    parts = node.name.strip('/').split('/')[:-1]
    return '.'.join(part for part, after in zip(parts, [*parts[1:], '']) if not after.startswith(part + '.'))


def weights_of(path):
    """A network's weights by the names of its modules. Matrices of linear layers and factors of group norms have no name in the file: it is
    that of the node that uses them."""
    graph = onnx.load(path).graph
    arrays, found = stored(graph), {}
    for name, array in arrays.items():
        if not name.startswith('onnx::'):
            found[name.split('.', 1)[1] if name.startswith(('ae.', 'text.')) else name] = array
    for node in graph.node:
        for name in node.input:
            if name.startswith('onnx::') and name in arrays:
                array = arrays[name].T if node.op_type == 'MatMul' else arrays[name].reshape(-1)
                found[f'{owner(node).removeprefix("text.")}.{ENDS[node.op_type]}'] = array
    return {name: torch.from_numpy(np.array(array)) for name, array in found.items()}


def main(folder, model):
    autoencoder, text = {}, weights_of(f'{model}/text_encoder/model.onnx')
    for part in ('encoder', 'decoder'):
        found = weights_of(f'{model}/vae_{part}/model.onnx')
        autoencoder |= {name: found[name] for name in found if name.startswith(part)}
        scale = {key: found[key].flatten().tolist() for key in ('mean', 'std')}
    vectors = text.pop('vectors')
    net, ae = Model(vectors.numpy(), len(text['correction.weight'])), Autoencoder()
    net.text.load_state_dict(text)
    net.unet.load_state_dict(weights_of(f'{model}/unet/model.onnx'))
    ae.load_state_dict(autoencoder)
    enlarger = Enlarger()
    enlarger.load_state_dict(weights_of(f'{model}/enlarger/model.onnx'))
    torch.save(net.state_dict(), f'{folder}/start.pt')
    torch.save(ae.state_dict(), f'{folder}/ae.pt')
    torch.save(enlarger.state_dict(), f'{folder}/enlarger.pt')
    with open(f'{folder}/scale.json', 'w') as file:
        json.dump(scale, file)


if __name__ == '__main__':
    main(*sys.argv[1:])
