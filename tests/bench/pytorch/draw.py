"""Draws with PyTorch on the processor, for the bench to compare the engine with. Usage: draw.py KIND FOLDER EDGE THREADS

KIND `diffusers`: the pipeline of diffusers with the configuration of a model folder, weights at random. KIND `graph`: the networks of a model
folder themselves, turned into PyTorch by onnx2torch, in the loop that diffusers' pipeline has. KIND `training`: in the same loop the networks
of the built-in model as its training defines them, weights at random; FOLDER is where they are defined.
Each line read on standard input is a seed; each answer is a line, once four pictures in 20 steps are there as bytes.
"""
import json
import os
import sys
import warnings

os.environ['HF_HUB_OFFLINE'] = '1'
warnings.filterwarnings('ignore')

import numpy as np
import onnx
import torch
from diffusers import AutoencoderKL, EulerAncestralDiscreteScheduler, StableDiffusionPipeline, UNet2DConditionModel
from onnx import numpy_helper
from onnx.reference import ReferenceEvaluator

COUNT, STEPS, GUIDANCE, PROMPT = 4, 20, 4., 'a red apple'


def read_json(*path):
    with open(os.path.join(*path)) as file:
        return json.load(file)


def diffusers_pipeline(folder, edge):
    from transformers import CLIPTextConfig, CLIPTextModel, CLIPTokenizer
    pipeline = StableDiffusionPipeline(
        vae=AutoencoderKL.from_config(read_json(folder, 'vae_decoder', 'config.json')),
        text_encoder=CLIPTextModel(CLIPTextConfig(**read_json(folder, 'text_encoder', 'config.json'))),
        tokenizer=CLIPTokenizer.from_pretrained(os.path.join(folder, 'tokenizer')),
        unet=UNet2DConditionModel.from_config(read_json(folder, 'unet', 'config.json')),
        scheduler=EulerAncestralDiscreteScheduler.from_config(read_json(folder, 'scheduler', 'scheduler_config.json')),
        safety_checker=None, feature_extractor=None, requires_safety_checker=False,
    )
    pipeline.set_progress_bar_config(disable=True)
    for network in [pipeline.vae, pipeline.text_encoder, pipeline.unet]:
        network.eval()

    def draw(seed):
        pictures = pipeline(
            PROMPT, negative_prompt='', height=edge, width=edge, num_inference_steps=STEPS, guidance_scale=GUIDANCE,
            num_images_per_prompt=COUNT, generator=torch.Generator().manual_seed(seed), output_type='np',
        ).images
        return (pictures * 255).round().astype(np.uint8)

    return draw


def static(file, sizes):
    """A network of fixed sizes whose 8-bit weights are single precision, as the runtime makes them when it loads."""
    model = onnx.load(file)
    graph = model.graph
    known = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    rest = []
    for node in graph.node:
        while node.input and node.input[-1] == '':  # inputs left out at the end, which onnx2torch looks for
            node.input.pop()
        if node.op_type in ('Cast', 'Mul') and all(name in known for name in node.input):
            known[node.output[0]] = ReferenceEvaluator(node).run(None, {name: known[name] for name in node.input})[0]
        else:
            rest.append(node)
    used = {name for node in rest for name in node.input}
    del graph.node[:], graph.initializer[:]
    graph.node.extend(rest)
    graph.initializer.extend(numpy_helper.from_array(np.ascontiguousarray(a), name) for name, a in known.items() if name in used)
    for value in graph.input:
        for axis, size in enumerate(value.type.tensor_type.shape.dim):
            size.dim_value = size.dim_value or sizes[axis]
    return onnx.shape_inference.infer_shapes(model, data_prop=True)


def shapes_of(model):
    return {value.name: [size.dim_value for size in value.type.tensor_type.shape.dim] for value in model.graph.input}


def graph_pipeline(folder, edge):
    from onnx2torch import convert
    cells = edge // 8
    unet = static(f'{folder}/unet/model.onnx', {0: 2 * COUNT, 2: cells, 3: cells})
    decoder = static(f'{folder}/vae_decoder/model.onnx', {0: COUNT, 2: cells, 3: cells})
    shapes = shapes_of(unet)
    others = [torch.zeros(shape) for name, shape in shapes.items() if name not in ('sample', 'timestep', 'encoder_hidden_states')]
    return loop(convert(unet).eval(), convert(decoder).eval(), others, shapes['sample'][1:], shapes['encoder_hidden_states'][1:])


def training_pipeline(folder, edge):
    sys.path.insert(0, folder)
    from autoencoder import Autoencoder
    from network import CHANNELS, LENGTH, WIDTH, UNet
    unet, decoder, cells = UNet().eval(), Autoencoder().eval().decoder, edge // 8
    # Pictures that the network looks at beside the noise, if it takes any.
    planes = unet.input.in_channels - CHANNELS
    others = [torch.randn(2 * COUNT, planes, cells, cells)] if planes else []
    return loop(unet, decoder, others, [CHANNELS, cells, cells], [LENGTH, WIDTH])


def loop(unet, decoder, others, latents, words):
    """The sampling of diffusers' pipeline: one run of the network for all pictures, with and without the prompt."""
    scheduler = EulerAncestralDiscreteScheduler(
        beta_start=.00085, beta_end=.012, beta_schedule='scaled_linear', prediction_type='v_prediction',
    )

    def draw(seed):
        generator = torch.Generator().manual_seed(seed)
        # The words are encoded once a job, in next to no time: numbers stand for them.
        states = torch.randn(2 * COUNT, *words, generator=generator)
        scheduler.set_timesteps(STEPS)
        x = torch.randn(COUNT, *latents, generator=generator) * scheduler.init_noise_sigma
        for t in scheduler.timesteps:
            both = scheduler.scale_model_input(torch.cat([x, x]), t)
            without, wanted = unet(both, t.float().expand(2 * COUNT), states, *others).chunk(2)
            x = scheduler.step(without + GUIDANCE * (wanted - without), t, x, generator=generator).prev_sample
        pictures = (decoder(x) / 2 + .5).clamp(0, 1)
        return (pictures * 255).round().to(torch.uint8).numpy()

    return draw


def main(kind, folder, edge, threads):
    torch.set_num_threads(int(threads))
    torch.manual_seed(1)
    draw = {'diffusers': diffusers_pipeline, 'graph': graph_pipeline, 'training': training_pipeline}[kind](folder, int(edge))
    print('ready', flush=True)
    for line in sys.stdin:
        with torch.inference_mode():
            pictures = draw(int(line))
        print(pictures.shape[0], flush=True)


if __name__ == '__main__':
    main(*sys.argv[1:])
