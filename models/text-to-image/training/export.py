"""Writes the model in the diffusers ONNX layout, weights stored in 8 bits with a scale a channel (restored by nodes that the runtime folds away when it loads).
Usage: python export.py DATA_FOLDER OUT_FOLDER"""
import json, os, sys, warnings
import numpy as np, onnx, torch
from onnx import numpy_helper, helper, TensorProto
from autoencoder import Autoencoder
from diffusion import LENGTH, Model
warnings.filterwarnings('ignore')

def shrink(path):
    """Matrices as int8 with one scale a channel (axis 0 of convolutions, columns of matrices, rows of tables), smaller arrays as half precision;
    Cast and Mul nodes restore single precision and are folded when the model is loaded."""
    m = onnx.load(path); g = m.graph; nodes, kept = [], []
    for t in g.initializer:
        a = numpy_helper.to_array(t)
        if a.dtype not in (np.float32, np.float16) or a.size < 1024: kept.append(t); continue
        kind = TensorProto.FLOAT # also for half-precision tables: the CPU has no half-precision multiplication to fold
        if a.ndim < 2:
            kept.append(numpy_helper.from_array(a.astype(np.float16), t.name + '_h')); nodes.append(helper.make_node('Cast', [t.name + '_h'], [t.name], to=kind)); continue
        axes = tuple(range(1, a.ndim)) if a.ndim > 2 or a.shape[0] > 4096 else (0,)
        scale = np.maximum(np.abs(a.astype(np.float32)).max(axes, keepdims=True) / 127, 1e-12)
        kept += [numpy_helper.from_array(np.round(a.astype(np.float32) / scale).astype(np.int8), t.name + '_q'), numpy_helper.from_array(scale.astype(np.float32), t.name + '_s')]
        nodes += [helper.make_node('Cast', [t.name + '_q'], [t.name + '_c'], to=kind), helper.make_node('Mul', [t.name + '_c', t.name + '_s'], [t.name])]
    del g.initializer[:]; g.initializer.extend(kept)
    rest = list(g.node); del g.node[:]; g.node.extend(nodes + rest)
    onnx.save(m, path)

def main(folder, out):
    v = json.load(open(f'{folder}/vocab.json'))
    net = Model(np.load(f'{folder}/vectors.npy'), v['learned']); net.load_state_dict(torch.load(f'{folder}/net.pt')); net.eval()
    ae = Autoencoder(); ae.load_state_dict(torch.load(f'{folder}/ae.pt')); ae.eval()
    for p in [*net.parameters(), *ae.parameters()]: p.requires_grad_(False)
    _, _, mean, std = torch.load(f'{folder}/latents.pt')
    mean, std = mean.view(1, -1, 1, 1), std.view(1, -1, 1, 1)
    class Encode(torch.nn.Module):
        def __init__(self): super().__init__(); self.ae, self.mean, self.std = ae, torch.nn.Buffer(mean), torch.nn.Buffer(std)
        def forward(self, sample):
            m, l = self.ae.encode(sample)
            return torch.cat([(m - self.mean) / self.std, l - 2 * self.std.log()], 1)
    class Decode(Encode):
        def forward(self, latent_sample): return self.ae.decode(latent_sample * self.std + self.mean)
    def write(m, args, name, inputs, outputs, axes):
        os.makedirs(f'{out}/{name}', exist_ok=True)
        torch.onnx.export(m.eval(), args, f'{out}/{name}/model.onnx', input_names=inputs, output_names=outputs, dynamic_axes=axes, opset_version=17, dynamo=False)
        shrink(f'{out}/{name}/model.onnx')
    write(net.text, (torch.ones(2, LENGTH, dtype=torch.long),), 'text_encoder', ['input_ids'], ['last_hidden_state'], {'input_ids': {0: 'batch'}})
    write(net.unet, (torch.randn(2, 8, 16, 16), torch.tensor([5., 5.]), torch.randn(2, LENGTH, 256)), 'unet', ['sample', 'timestep', 'encoder_hidden_states'], ['out_sample'],
          {'sample': {0: 'batch', 2: 'height', 3: 'width'}, 'timestep': {0: 'batch'}, 'encoder_hidden_states': {0: 'batch'}})
    write(Encode(), (torch.randn(1, 3, 128, 128),), 'vae_encoder', ['sample'], ['latent_parameters'], {'sample': {0: 'batch', 2: 'height', 3: 'width'}})
    write(Decode(), (torch.randn(1, 8, 16, 16),), 'vae_decoder', ['latent_sample'], ['sample'], {'latent_sample': {0: 'batch', 2: 'height', 3: 'width'}})
    for sub in ('tokenizer', 'scheduler'): os.makedirs(f'{out}/{sub}', exist_ok=True)
    json.dump({w: i for i, w in enumerate(v['words'])}, open(f'{out}/tokenizer/vocab.json', 'w'), separators=(',', ':'))
    json.dump({'tokenizer_class': 'WordTokenizer', 'model_max_length': LENGTH, 'pad': 0, 'empty': 1, 'unknown': 2, 'pattern': '[a-z0-9]+', 'lowercase': True}, open(f'{out}/tokenizer/tokenizer_config.json', 'w'), indent=1)
    json.dump({'_class_name': 'DDIMScheduler', 'num_train_timesteps': 1000, 'beta_start': .00085, 'beta_end': .012, 'beta_schedule': 'scaled_linear', 'prediction_type': 'v_prediction',
               'clip_sample': False, 'set_alpha_to_one': False, 'steps_offset': 1}, open(f'{out}/scheduler/scheduler_config.json', 'w'), indent=1)
    json.dump({'_class_name': 'OnnxStableDiffusionPipeline', 'latent_channels': 8, 'downscale': 8, 'native_size': 128, 'latent_multiple': 4, 'scaling_factor': 1}, open(f'{out}/model_index.json', 'w'), indent=1)

if __name__ == '__main__':
    main(*sys.argv[1:])
