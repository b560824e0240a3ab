import type { Value } from '../onnx/onnx-writer.ts'
import type { BuiltNetwork, Weights } from './network-builder.ts'
import { NetworkBuilder } from './network-builder.ts'

export interface UnetShape {
  /** Heads of the attentions of each level on the way down; the last counts for all that follow. */
  heads: readonly number[]
  /** Channel groups of every normalisation. */
  groups: number
  /** Cosines and sines of each of the numbers that Stable Diffusion XL is told. */
  numberWidth?: number
}

const RESNET_EPSILON = 1e-5
const TRANSFORMER_EPSILON = 1e-6

/**
 * The denoiser of Stable Diffusion (Rombach et al. 2022, arXiv:2112.10752) with as many levels, layers and attentions as
 * there are weights of: `sample`, `timestep` (any real number) and `encoder_hidden_states` to `out_sample`. One that
 * was distilled with its guidance (LCM) takes `timestep_cond` too; one of Stable Diffusion XL (Podell et al. 2023,
 * arXiv:2307.01952) `text_embeds` and `time_ids`.
 */
export function buildUnet(weights: Weights, shape: UnetShape): BuiltNetwork {
  const net = new NetworkBuilder(weights, shape.groups)
  const channels = net.sizeOf('conv_in.weight', 1)
  const seen = 'mid_block.attentions.0.transformer_blocks.0.attn2.to_k.weight'
  const wide = net.has(seen) ? net.sizeOf(seen, 1) : 'width'
  const sample = net.writer.input('sample', ['batch', channels, 'height', 'width'])
  const timestep = net.writer.input('timestep', ['batch'])
  const text = net.writer.input('encoder_hidden_states', ['batch', 'length', wide])
  const time = embedTime(net, timestep, shape)
  const levels = net.count('down_blocks.', '.resnets.0.conv1.weight')
  const headsAt = (level: number): number =>
    shape.heads[Math.min(level, shape.heads.length - 1)] ?? 1
  const attend = (x: Value, name: string, level: number): Value =>
    net.has(`${name}.norm.weight`) ? transformer(net, x, text, name, headsAt(level)) : x

  let x = net.convolution(sample, 'conv_in')
  const skips = [x]
  for (let level = 0; level < levels; level++) {
    const block = `down_blocks.${level}`
    for (let i = 0; i < net.count(`${block}.resnets.`, '.conv1.weight'); i++) {
      x = attend(resnet(net, x, time, `${block}.resnets.${i}`), `${block}.attentions.${i}`, level)
      skips.push(x)
    }
    if (net.has(`${block}.downsamplers.0.conv.weight`)) {
      x = net.convolution(x, `${block}.downsamplers.0.conv`, { stride: 2 })
      skips.push(x)
    }
  }
  x = attend(resnet(net, x, time, 'mid_block.resnets.0'), 'mid_block.attentions.0', levels - 1)
  x = resnet(net, x, time, 'mid_block.resnets.1')
  for (let level = 0; level < levels; level++) {
    const block = `up_blocks.${level}`
    for (let i = 0; i < net.count(`${block}.resnets.`, '.conv1.weight'); i++) {
      x = net.writer.node('Concat', [x, skips.pop() ?? ''], { axis: 1 })
      const made = resnet(net, x, time, `${block}.resnets.${i}`)
      x = attend(made, `${block}.attentions.${i}`, levels - 1 - level)
    }
    if (net.has(`${block}.upsamplers.0.conv.weight`))
      x = net.convolution(net.doubled(x), `${block}.upsamplers.0.conv`)
  }
  const last = net.silu(net.groupNorm(x, 'conv_norm_out', RESNET_EPSILON))
  const result = net.convolution(last, 'conv_out')
  return net.finish(result, 'out_sample', ['batch', channels, 'height', 'width'])
}

/** The timestep through two layers, and what else the network is told: [batch, width]. */
function embedTime(net: NetworkBuilder, timestep: Value, { numberWidth = 0 }: UnetShape): Value {
  const { writer } = net
  const width = net.sizeOf('time_embedding.linear_1.weight', 1)
  let seen = waves(net, timestep, width, 1)
  if (net.has('time_embedding.cond_proj.weight')) {
    const told = net.sizeOf('time_embedding.cond_proj.weight', 1)
    const guidance = writer.input('timestep_cond', ['batch', told])
    seen = net.add(seen, net.linear(guidance, 'time_embedding.cond_proj'))
  }
  const time = twoLayers(net, seen, 'time_embedding')
  return net.has('add_embedding.linear_1.weight')
    ? net.add(time, embedAdded(net, numberWidth))
    : time
}

/** What the prompt means as a whole, and six numbers: size, crop and size of the result. */
const TIME_IDS = 6

function embedAdded(net: NetworkBuilder, each: number): Value {
  const { writer } = net
  const pooled = net.sizeOf('add_embedding.linear_1.weight', 1) - TIME_IDS * each
  const meaning = writer.input('text_embeds', ['batch', pooled])
  const numbers = writer.input('time_ids', ['batch', TIME_IDS])
  const embedded = writer.node('Reshape', [
    waves(net, numbers, each, 2),
    writer.integers([0, TIME_IDS * each], [2]),
  ])
  const all = writer.node('Concat', [meaning, embedded], { axis: 1 })
  return twoLayers(net, all, 'add_embedding')
}

function twoLayers(net: NetworkBuilder, input: Value, name: string): Value {
  return net.linear(net.silu(net.linear(input, `${name}.linear_1`)), `${name}.linear_2`)
}

/** Cosines and sines of numbers at falling frequencies, along a new last axis. */
function waves(net: NetworkBuilder, numbers: Value, width: number, axis: number): Value {
  const { writer } = net
  const half = width / 2
  const rates = Float32Array.from({ length: half }, (_, i) => 10_000 ** (-i / half))
  const column = writer.node('Unsqueeze', [numbers, writer.integers([axis], [1])])
  const angles = writer.node('Mul', [column, writer.floats(rates, [half])])
  return writer.node('Concat', [writer.node('Cos', [angles]), writer.node('Sin', [angles])], {
    axis,
  })
}

function resnet(net: NetworkBuilder, input: Value, time: Value, name: string): Value {
  const first = net.silu(net.groupNorm(input, `${name}.norm1`, RESNET_EPSILON))
  const shift = net.linear(net.silu(time), `${name}.time_emb_proj`)
  const planes = net.writer.node('Unsqueeze', [shift, net.writer.integers([2, 3], [2])])
  const moved = net.add(net.convolution(first, `${name}.conv1`), planes)
  const second = net.silu(net.groupNorm(moved, `${name}.norm2`, RESNET_EPSILON))
  const skip = net.has(`${name}.conv_shortcut.weight`)
    ? net.convolution(input, `${name}.conv_shortcut`)
    : input
  return net.add(skip, net.convolution(second, `${name}.conv2`))
}

/** Attention among the points of the picture, to the text, and a gated layer (GEGLU, arXiv:2002.05202). */
function transformer(
  net: NetworkBuilder,
  input: Value,
  text: Value,
  name: string,
  heads: number,
): Value {
  const channels = net.sizeOf(`${name}.norm.weight`, 0)
  const even = net.groupNorm(input, `${name}.norm`, TRANSFORMER_EPSILON)
  // Stable Diffusion 1 has convolutions of single points there, the later ones matrices: the same sums.
  const isMatrix = net.rankOf(`${name}.proj_in.weight`) === 2
  let x = isMatrix
    ? net.linear(net.toSequence(even, channels), `${name}.proj_in`)
    : net.toSequence(net.convolution(even, `${name}.proj_in`), channels)
  for (let i = 0; i < net.count(`${name}.transformer_blocks.`, '.norm1.weight'); i++) {
    const block = `${name}.transformer_blocks.${i}`
    const attend = (place: 1 | 2): Value => {
      const seen = net.layerNorm(x, `${block}.norm${place}`)
      const asked = place === 1 ? seen : text
      const attention = `${block}.attn${place}`
      const result = net.attention(
        net.linear(seen, `${attention}.to_q`),
        net.linear(asked, `${attention}.to_k`),
        net.linear(asked, `${attention}.to_v`),
        heads,
      )
      return net.add(x, net.linear(result, `${attention}.to_out.0`))
    }
    x = attend(1)
    x = attend(2)
    x = net.add(x, gatedLayer(net, net.layerNorm(x, `${block}.norm3`), `${block}.ff.net`))
  }
  const result = isMatrix
    ? net.toPicture(net.linear(x, `${name}.proj_out`), input)
    : net.convolution(net.toPicture(x, input), `${name}.proj_out`)
  return net.add(input, result)
}

function gatedLayer(net: NetworkBuilder, input: Value, name: string): Value {
  const { writer } = net
  const width = net.sizeOf(`${name}.0.proj.weight`, 0) / 2
  const both = net.linear(input, `${name}.0.proj`)
  const [hidden, gate] = [0, width].map((from) =>
    writer.node('Slice', [
      both,
      writer.integers([from], [1]),
      writer.integers([from + width], [1]),
      writer.integers([2], [1]),
    ]),
  ) as [Value, Value]
  const gated = writer.node('Mul', [hidden, writer.node('com.microsoft:Gelu', [gate])])
  return net.linear(gated, `${name}.2`)
}
