"""Writes the model in the diffusers ONNX layout, with the store of neighbours, the prior and the enlarger (where they were trained) beside it. Usage: python export.py FOLDER OUT_FOLDER"""
import json
import os
import sys
import warnings

import brotli
import numpy as np
import torch

from decoder_export import write_decoder
from diffusion import Latents, load_weights
from enlarger_export import write_enlarger
from network import CHANNELS, LENGTH, NEIGHBOURS, WIDTH, Model
from onnx_files import shrink, write_checksums
from prior_export import write_prior
from store import write_store

warnings.filterwarnings('ignore')


class Encode(torch.nn.Module):
    """Pictures to mean and log-variance of latents of unit scale."""

    def __init__(self, latents):
        super().__init__()
        self.ae, self.mean, self.std = latents.net, torch.nn.Buffer(latents.mean), torch.nn.Buffer(latents.std)

    def forward(self, sample):
        mean, logvar = self.ae.encode(sample)
        return torch.cat([(mean - self.mean) / self.std, logvar - 2 * self.std.log()], 1)


class Text(torch.nn.Module):
    """The text encoder, with the fixed vectors of the words beside its states: neighbours are found by them."""

    def __init__(self, text):
        super().__init__()
        self.text, self.vectors = text, torch.nn.Buffer(text.vectors.float())

    def forward(self, input_ids):
        words = self.vectors[input_ids]
        return self.text(input_ids, words=words), words


def write_json(path, value, **how):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as file:
        json.dump(value, file, **how)


def main(folder, out):
    vocabulary = json.load(open(f'{folder}/vocab.json'))
    index = {word: i for i, word in enumerate(vocabulary['words'])}
    vectors = np.load(f'{folder}/vectors.npy')
    net, latents = Model(vectors, vocabulary['learned']), Latents(folder)
    load_weights(net, f'{folder}/net.pt')
    files = []

    def write(module, inputs, name, outputs, *plane_inputs):
        names, values = list(inputs), tuple(inputs.values())
        axes = {key: {0: 'batch', 2: 'height', 3: 'width'} if key in plane_inputs else {0: 'batch'} for key in [*names]}
        os.makedirs(f'{out}/{name}', exist_ok=True)
        for parameter in module.parameters():
            parameter.requires_grad_(False)
        path = f'{out}/{name}/model.onnx'
        torch.onnx.export(module.eval(), values, path, input_names=names, output_names=outputs, dynamic_axes=axes, opset_version=17, dynamo=False)
        shrink(path)
        files.append(f'{name}/model.onnx')

    write(Text(net.text), {'input_ids': torch.ones(2, LENGTH, dtype=torch.long)}, 'text_encoder', ['last_hidden_state', 'word_vectors'])
    write(net.unet, {
        'sample': torch.randn(2, CHANNELS, 16, 16), 'timestep': torch.tensor([5., 5.]), 'encoder_hidden_states': torch.randn(2, LENGTH, WIDTH),
        'neighbours': torch.randn(2, NEIGHBOURS * CHANNELS, 16, 16),
    }, 'unet', ['out_sample'], 'sample', 'neighbours')
    write(Encode(latents), {'sample': torch.randn(1, 3, 128, 128)}, 'vae_encoder', ['latent_parameters'], 'sample')
    files.append(write_decoder(folder, out))
    files += write_store(folder, f'{out}/retrieval', index, vectors)

    with open(f'{out}/tokenizer/vocab.json.br', 'wb') as file:
        file.write(brotli.compress(json.dumps(index, separators=(',', ':')).encode()))
    write_json(f'{out}/tokenizer/tokenizer_config.json', {
        'tokenizer_class': 'WordTokenizer', 'model_max_length': LENGTH, 'pad': 0, 'empty': 1, 'unknown': 2, 'pattern': '[a-z0-9]+', 'lowercase': True,
    }, indent=1)
    write_json(f'{out}/scheduler/scheduler_config.json', {
        '_class_name': 'DDIMScheduler', 'num_train_timesteps': 1000, 'beta_start': .00085, 'beta_end': .012, 'beta_schedule': 'scaled_linear',
        'prediction_type': 'v_prediction', 'clip_sample': False, 'set_alpha_to_one': False, 'steps_offset': 1,
    }, indent=1)
    write_json(f'{out}/model_index.json', {
        '_class_name': 'OnnxStableDiffusionPipeline', 'latent_channels': CHANNELS, 'downscale': 8, 'native_size': 128, 'latent_multiple': 4, 'scaling_factor': 1,
    }, indent=1)
    if os.path.exists(f'{folder}/prior.pt'):
        files.append(write_prior(folder, out))
    if os.path.exists(f'{folder}/enlarger.pt'):
        files.append(write_enlarger(folder, out))
    write_checksums(out, files)
    print(sum(os.path.getsize(f'{out}/{name}') for name in files) / 2 ** 20, 'MiB')


if __name__ == '__main__':
    main(*sys.argv[1:])
