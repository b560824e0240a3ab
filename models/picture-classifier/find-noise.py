"""Finds noise that the classifier takes for something explicit, for tests: nobody need keep a real picture for them.

Usage: python find-noise.py SURE.png DOUBTFUL.png (with torch, onnx, numpy and Pillow, as for models/text-to-image/training)

Ascends the network's own gradient from random colours in a grid of 24 x 24, so the file is small and what is found outlasts
scaling; each step looks at it moved by some pixels and with the rounding of a file. To be scaled up by a cubic kernel.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import helper, numpy_helper
from PIL import Image

SIDE = 224
GRID = 24
STEPS = 400
HENTAI, PORN = 1, 3
# More than is wanted of the first: the margin is for another way of scaling.
SURE, DOUBTFUL = 0.999, 0.85

graph = onnx.load(Path(__file__).parent / "model.onnx").graph
weights = {entry.name: torch.from_numpy(numpy_helper.to_array(entry).copy()) for entry in graph.initializer}


def convolve(x, weight, bias, attributes):
    """With as many zeros around it as keep its size but for the strides, the odd one last, as the network's file says."""
    strides = attributes["strides"]
    pads = []
    for size, kernel, stride in zip(x.shape[2:], weight.shape[2:], strides, strict=True):
        missing = max((-(-size // stride) - 1) * stride + kernel - size, 0)
        pads = [missing // 2, missing - missing // 2, *pads]
    return F.conv2d(F.pad(x, pads), weight, bias, strides, groups=attributes.get("group", 1))


def scores(picture):
    """The network, operator by operator, so that torch knows its gradient."""
    values = {**weights, "picture": picture}
    for node in graph.node:
        attributes = {entry.name: helper.get_attribute_value(entry) for entry in node.attribute}
        given = [values[name] for name in node.input]
        match node.op_type:
            case "Cast":
                result = given[0].float()
            case "Add":
                result = given[0] + given[1]
            case "Sub":
                result = given[0] - given[1]
            case "Mul":
                result = given[0] * given[1]
            case "MatMul":
                result = given[0] @ given[1]
            case "Clip":
                result = torch.clamp(given[0], given[1].item(), given[2].item())
            case "Conv":
                result = convolve(given[0], given[1], given[2] if len(given) > 2 else None, attributes)
            case "GlobalAveragePool":
                result = given[0].mean((2, 3), keepdim=True)
            case "Flatten":
                result = given[0].flatten(1)
            case "Softmax":
                result = given[0].softmax(attributes["axis"])
            case "Identity":
                result = given[0]
            case other:
                raise NotImplementedError(other)
        values[node.output[0]] = result
    return values["scores"][0]


def moved(picture):
    by = torch.randint(-3, 4, (2,)).tolist()
    return torch.roll(picture, by, (2, 3))


def find(wanted, file, seed):
    torch.manual_seed(seed)
    cells = (torch.randn(1, 3, GRID, GRID) * 0.6).requires_grad_()
    optimizer = torch.optim.Adam([cells], lr=0.25)
    goal = float(np.log(wanted / (1 - wanted)))
    for step in range(STEPS):
        colours = torch.sigmoid(cells)
        colours = colours + (torch.rand_like(colours) - 0.5) * 2 / 255
        picture = F.interpolate(colours, (SIDE, SIDE), mode="bicubic").clamp(0, 1)
        seen = scores(moved(picture))
        explicit = seen[HENTAI] + seen[PORN]
        loss = (torch.logit(explicit, 1e-9) - goal) ** 2
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 20 == 0:
            print(f"step {step}: {explicit.item():.3f}", flush=True)
    pixels = torch.sigmoid(cells)[0].permute(1, 2, 0).detach().numpy()
    Image.fromarray((pixels * 255).round().astype("uint8")).save(file, optimize=True)


if __name__ == "__main__":
    find(SURE, sys.argv[1], seed=1)
    find(DOUBTFUL, sys.argv[2], seed=2)
