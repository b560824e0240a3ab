"""Writes the prior alone: OUT_FOLDER/prior/model.onnx and its checksum. Usage: python prior_export.py FOLDER OUT_FOLDER"""
import os
import sys
import warnings

import torch

from captions import STYLES
from onnx_files import shrink, write_checksums
from prior import WORD, Prior

warnings.filterwarnings('ignore')
NAME = 'prior/model.onnx'


def write_prior(folder, out):
    state = torch.load(f'{folder}/prior.pt')
    net = Prior(state['mean'], state['basis'], state['scale'])
    net.load_state_dict(state)
    os.makedirs(f'{out}/prior', exist_ok=True)
    rows = {name: {0: 'batch'} for name in ('thing', 'style', 'latents')}
    torch.onnx.export(net.eval().requires_grad_(False), (torch.randn(2, 2 * WORD), torch.randn(2, len(STYLES))), f'{out}/{NAME}', input_names=['thing', 'style'],
                      output_names=['latents'], dynamic_axes=rows, opset_version=17, dynamo=False)
    shrink(f'{out}/{NAME}')
    return NAME


if __name__ == '__main__':
    folder, out = sys.argv[1:]
    write_checksums(out, [write_prior(folder, out)])
    print(os.path.getsize(f'{out}/{NAME}') / 2 ** 20, 'MiB')
