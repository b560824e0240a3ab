"""Weights in 8 bits with a scale a channel, which nodes restore that the runtime folds away when it loads; checksums of weight files."""
import hashlib
import json
import os

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

LEAST = 1024  # smaller tensors stay as they are


def shrink(path):
    """Matrices as int8 with one scale a channel (axis 0 of convolutions, columns of matrices, rows of tables), smaller arrays as half precision."""
    model = onnx.load(path)
    graph, kept, nodes = model.graph, [], []
    for tensor in graph.initializer:
        a = numpy_helper.to_array(tensor)
        name, kind = tensor.name, TensorProto.FLOAT  # also for half-precision tables: the CPU has no half-precision multiplication to fold
        if a.dtype not in (np.float32, np.float16) or a.size < LEAST:
            kept.append(tensor)
            continue
        if a.ndim < 2:
            kept.append(numpy_helper.from_array(a.astype(np.float16), name + '_h'))
            nodes.append(helper.make_node('Cast', [name + '_h'], [name], to=kind))
            continue
        axes = tuple(range(1, a.ndim)) if a.ndim > 2 or a.shape[0] > 4096 else (0,)
        scale = np.maximum(np.abs(a.astype(np.float32)).max(axes, keepdims=True) / 127, 1e-12)
        kept.append(numpy_helper.from_array(np.round(a.astype(np.float32) / scale).astype(np.int8), name + '_q'))
        kept.append(numpy_helper.from_array(scale.astype(np.float32), name + '_s'))
        nodes.append(helper.make_node('Cast', [name + '_q'], [name + '_c'], to=kind))
        nodes.append(helper.make_node('Mul', [name + '_c', name + '_s'], [name]))
    del graph.initializer[:]
    graph.initializer.extend(kept)
    rest = list(graph.node)
    del graph.node[:]
    graph.node.extend(nodes + rest)
    onnx.save(model, path)


def write_checksums(out, files):
    """Notes the SHA-256 of files in OUT/checksums.json, beside those of the other files there."""
    path = f'{out}/checksums.json'
    known = json.load(open(path)) if os.path.exists(path) else {}
    for name in files:
        known[name] = hashlib.sha256(open(f'{out}/{name}', 'rb').read()).hexdigest()
    with open(path, 'w') as file:
        json.dump(known, file, indent=1)
