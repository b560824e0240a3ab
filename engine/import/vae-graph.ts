import type { Value } from '../onnx/onnx-writer.ts'
import type { BuiltNetwork, Weights } from './network-builder.ts'
import { NetworkBuilder } from './network-builder.ts'

const EPSILON = 1e-6

/** The decoder of Stable Diffusion's autoencoder (arXiv:2112.10752): `latent_sample` to `sample` in [-1, 1]. */
export function buildVaeDecoder(weights: Weights, groups: number): BuiltNetwork {
  const net = new NetworkBuilder(weights, groups)
  const latentChannels = net.sizeOf('post_quant_conv.weight', 1)
  const latents = net.writer.input('latent_sample', [
    'batch',
    latentChannels,
    'latent_height',
    'latent_width',
  ])
  let x = net.convolution(net.convolution(latents, 'post_quant_conv'), 'decoder.conv_in')
  x = middle(net, x, 'decoder.mid_block')
  for (let level = 0; net.has(`decoder.up_blocks.${level}.resnets.0.conv1.weight`); level++) {
    const block = `decoder.up_blocks.${level}`
    x = resnets(net, x, block)
    if (net.has(`${block}.upsamplers.0.conv.weight`))
      x = net.convolution(net.doubled(x), `${block}.upsamplers.0.conv`)
  }
  const result = lastLayers(net, x, 'decoder')
  const channels = net.sizeOf('decoder.conv_out.weight', 0)
  return net.finish(result, 'sample', ['batch', channels, 'height', 'width'])
}

/**
 * The encoder: `sample` in [-1, 1] to `latent_parameters`, the mean and then the logarithm of the variance of
 * each latent.
 */
export function buildVaeEncoder(weights: Weights, groups: number): BuiltNetwork {
  const net = new NetworkBuilder(weights, groups)
  const channels = net.sizeOf('encoder.conv_in.weight', 1)
  const sample = net.writer.input('sample', ['batch', channels, 'height', 'width'])
  let x = net.convolution(sample, 'encoder.conv_in')
  for (let level = 0; net.has(`encoder.down_blocks.${level}.resnets.0.conv1.weight`); level++) {
    const block = `encoder.down_blocks.${level}`
    x = resnets(net, x, block)
    if (net.has(`${block}.downsamplers.0.conv.weight`)) {
      // Padded on the right and below only, as it was trained.
      const how = { stride: 2, pads: [0, 0, 1, 1] }
      x = net.convolution(x, `${block}.downsamplers.0.conv`, how)
    }
  }
  x = lastLayers(net, middle(net, x, 'encoder.mid_block'), 'encoder')
  const parameters = net.sizeOf('quant_conv.weight', 0)
  return net.finish(net.convolution(x, 'quant_conv'), 'latent_parameters', [
    'batch',
    parameters,
    'latent_height',
    'latent_width',
  ])
}

function lastLayers(net: NetworkBuilder, x: Value, name: string): Value {
  const even = net.silu(net.groupNorm(x, `${name}.conv_norm_out`, EPSILON))
  return net.convolution(even, `${name}.conv_out`)
}

function middle(net: NetworkBuilder, input: Value, name: string): Value {
  let x = resnet(net, input, `${name}.resnets.0`)
  if (net.has(`${name}.attentions.0.group_norm.weight`))
    x = attention(net, x, `${name}.attentions.0`)
  return resnet(net, x, `${name}.resnets.1`)
}

function resnets(net: NetworkBuilder, input: Value, block: string): Value {
  let x = input
  const count = net.count(`${block}.resnets.`, '.conv1.weight')
  for (let i = 0; i < count; i++) x = resnet(net, x, `${block}.resnets.${i}`)
  return x
}

function resnet(net: NetworkBuilder, input: Value, name: string): Value {
  const first = net.silu(net.groupNorm(input, `${name}.norm1`, EPSILON))
  const inner = net.convolution(first, `${name}.conv1`)
  const second = net.silu(net.groupNorm(inner, `${name}.norm2`, EPSILON))
  const skip = net.has(`${name}.conv_shortcut.weight`)
    ? net.convolution(input, `${name}.conv_shortcut`)
    : input
  return net.add(skip, net.convolution(second, `${name}.conv2`))
}

function attention(net: NetworkBuilder, input: Value, name: string): Value {
  const channels = net.sizeOf(`${name}.group_norm.weight`, 0)
  const even = net.toSequence(net.groupNorm(input, `${name}.group_norm`, EPSILON), channels)
  const [query, key, value] = ['q', 'k', 'v'].map((kind) =>
    net.linear(even, `${name}.to_${kind}`),
  ) as [Value, Value, Value]
  const result = net.linear(net.attention(query, key, value, 1), `${name}.to_out.0`)
  return net.add(input, net.toPicture(result, input))
}
