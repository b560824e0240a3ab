"""Writes the enlarger alone: OUT_FOLDER/enlarger/model.onnx and its checksum. Usage: python enlarger_export.py FOLDER OUT_FOLDER"""
import os
import sys
import warnings

import torch

from enlarger import Enlarger
from onnx_files import shrink, write_checksums

warnings.filterwarnings('ignore')
NAME = 'enlarger/model.onnx'


def write_enlarger(folder, out):
    net = Enlarger()
    net.load_state_dict({k: v.float() for k, v in torch.load(f'{folder}/enlarger.pt').items()})
    os.makedirs(f'{out}/enlarger', exist_ok=True)
    open_sizes = {'picture': {2: 'height', 3: 'width'}, 'enlarged': {2: 'enlarged_height', 3: 'enlarged_width'}}
    torch.onnx.export(net.eval().requires_grad_(False), (torch.rand(1, 3, 32, 32),), f'{out}/{NAME}', input_names=['picture'], output_names=['enlarged'],
                      dynamic_axes=open_sizes, opset_version=17, dynamo=False)
    shrink(f'{out}/{NAME}')
    return NAME


if __name__ == '__main__':
    folder, out = sys.argv[1:]
    write_checksums(out, [write_enlarger(folder, out)])
    print(os.path.getsize(f'{out}/{NAME}') / 2 ** 20, 'MiB')
