"""Writes the decoder of latents alone: OUT_FOLDER/vae_decoder/model.onnx and its checksum. Usage: python decoder_export.py FOLDER OUT_FOLDER"""
import os
import sys
import warnings

import torch

from diffusion import Latents
from network import CHANNELS
from onnx_files import shrink, write_checksums

warnings.filterwarnings('ignore')
NAME = 'vae_decoder/model.onnx'


class Decode(torch.nn.Module):
    """Latents of unit scale to pictures."""

    def __init__(self, latents):
        super().__init__()
        self.ae, self.mean, self.std = latents.net, torch.nn.Buffer(latents.mean), torch.nn.Buffer(latents.std)

    def forward(self, latent_sample):
        return self.ae.decode(latent_sample * self.std + self.mean)


def write_decoder(folder, out):
    os.makedirs(f'{out}/vae_decoder', exist_ok=True)
    axes = {'latent_sample': {0: 'batch', 2: 'height', 3: 'width'}, 'sample': {0: 'batch'}}
    net = Decode(Latents(folder)).eval().requires_grad_(False)
    torch.onnx.export(net, (torch.randn(1, CHANNELS, 16, 16),), f'{out}/{NAME}', input_names=['latent_sample'], output_names=['sample'],
                      dynamic_axes=axes, opset_version=17, dynamo=False)
    shrink(f'{out}/{NAME}')
    return NAME


if __name__ == '__main__':
    folder, out = sys.argv[1:]
    write_checksums(out, [write_decoder(folder, out)])
    print(os.path.getsize(f'{out}/{NAME}') / 2 ** 20, 'MiB')
