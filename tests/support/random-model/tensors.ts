/** The weights of diffusers' networks by their configurations: names and shapes, in an order of no meaning. */

export type TensorShape = [name: string, shape: number[]]

export interface UnetConfig {
  in_channels: number
  out_channels: number
  block_out_channels: number[]
  layers_per_block: number
  down_block_types: string[]
  up_block_types: string[]
  cross_attention_dim: number
  attention_head_dim: number | number[]
  norm_num_groups: number
  sample_size: number
  use_linear_projection?: boolean
  transformer_layers_per_block?: number[]
  time_cond_proj_dim?: number
  addition_embed_type?: 'text_time'
  addition_time_embed_dim?: number
  projection_class_embeddings_input_dim?: number
}

export interface VaeConfig {
  block_out_channels: number[]
  layers_per_block: number
  latent_channels: number
  norm_num_groups: number
  scaling_factor: number
  [kind: string]: unknown
}

export interface TextConfig {
  vocab_size: number
  hidden_size: number
  intermediate_size: number
  num_hidden_layers: number
  num_attention_heads: number
  max_position_embeddings: number
  hidden_act: string
  eos_token_id: number
  projection_dim?: number
  architectures: string[]
  [kind: string]: unknown
}

const pair = (name: string, shape: number[]): TensorShape[] => [
  [`${name}.weight`, shape],
  [`${name}.bias`, shape.slice(0, 1)],
]
const bare = (name: string, shape: number[]): TensorShape[] => [[`${name}.weight`, shape]]

function resnet(name: string, from: number, to: number, time: number | null): TensorShape[] {
  return [
    ...pair(`${name}.norm1`, [from]),
    ...pair(`${name}.conv1`, [to, from, 3, 3]),
    ...(time === null ? [] : pair(`${name}.time_emb_proj`, [to, time])),
    ...pair(`${name}.norm2`, [to]),
    ...pair(`${name}.conv2`, [to, to, 3, 3]),
    ...(from === to ? [] : pair(`${name}.conv_shortcut`, [to, from, 1, 1])),
  ]
}

function transformer(
  name: string,
  width: number,
  layers: number,
  { cross_attention_dim: seen, use_linear_projection: linear = false }: UnetConfig,
): TensorShape[] {
  const projection = linear ? [width, width] : [width, width, 1, 1]
  const blocks = Array.from({ length: layers }, (_, i): TensorShape[] => {
    const block = `${name}.transformer_blocks.${i}`
    const attention = (place: number, asked: number) => [
      ...bare(`${block}.attn${place}.to_q`, [width, width]),
      ...bare(`${block}.attn${place}.to_k`, [width, asked]),
      ...bare(`${block}.attn${place}.to_v`, [width, asked]),
      ...pair(`${block}.attn${place}.to_out.0`, [width, width]),
    ]
    return [
      ...[1, 2, 3].flatMap((place) => pair(`${block}.norm${place}`, [width])),
      ...attention(1, width),
      ...attention(2, seen),
      ...pair(`${block}.ff.net.0.proj`, [8 * width, width]),
      ...pair(`${block}.ff.net.2`, [width, 4 * width]),
    ]
  })
  return [
    ...pair(`${name}.norm`, [width]),
    ...pair(`${name}.proj_in`, projection),
    ...blocks.flat(),
    ...pair(`${name}.proj_out`, projection),
  ]
}

/** Of a UNet2DConditionModel. */
export function unetTensors(config: UnetConfig): TensorShape[] {
  const { block_out_channels: widths, layers_per_block: layers } = config
  const [first = 0] = widths
  const time = 4 * first
  const deep = (level: number) => config.transformer_layers_per_block?.[level] ?? 1
  const all: TensorShape[] = [
    ...pair('conv_in', [first, config.in_channels, 3, 3]),
    ...pair('time_embedding.linear_1', [time, first]),
    ...pair('time_embedding.linear_2', [time, time]),
  ]
  if (config.time_cond_proj_dim)
    all.push(...bare('time_embedding.cond_proj', [first, config.time_cond_proj_dim]))
  if (config.projection_class_embeddings_input_dim) {
    const told = config.projection_class_embeddings_input_dim
    all.push(...pair('add_embedding.linear_1', [time, told]))
    all.push(...pair('add_embedding.linear_2', [time, time]))
  }
  const last = widths.length - 1
  for (const [level, width] of widths.entries()) {
    const block = `down_blocks.${level}`
    for (let i = 0; i < layers; i++) {
      const from = i === 0 ? (widths[level - 1] ?? first) : width
      all.push(...resnet(`${block}.resnets.${i}`, from, width, time))
      if (config.down_block_types[level]!.startsWith('CrossAttn'))
        all.push(...transformer(`${block}.attentions.${i}`, width, deep(level), config))
    }
    if (level < last) all.push(...pair(`${block}.downsamplers.0.conv`, [width, width, 3, 3]))
  }
  const middle = widths[last]!
  for (const i of [0, 1]) all.push(...resnet(`mid_block.resnets.${i}`, middle, middle, time))
  all.push(...transformer('mid_block.attentions.0', middle, deep(last), config))
  for (let place = 0; place <= last; place++) {
    const level = last - place
    const width = widths[level]!
    const block = `up_blocks.${place}`
    for (let i = 0; i <= layers; i++) {
      const skipped = i === layers ? (widths[level - 1] ?? first) : width
      const from = (i === 0 ? (widths[level + 1] ?? middle) : width) + skipped
      all.push(...resnet(`${block}.resnets.${i}`, from, width, time))
      if (config.up_block_types[place]!.startsWith('CrossAttn'))
        all.push(...transformer(`${block}.attentions.${i}`, width, deep(level), config))
    }
    if (place < last) all.push(...pair(`${block}.upsamplers.0.conv`, [width, width, 3, 3]))
  }
  return [
    ...all,
    ...pair('conv_norm_out', [first]),
    ...pair('conv_out', [config.out_channels, first, 3, 3]),
  ]
}

/** Of an AutoencoderKL. */
export function vaeTensors(config: VaeConfig): TensorShape[] {
  const { block_out_channels: widths, layers_per_block: layers, latent_channels: latent } = config
  const [first = 0] = widths
  const last = widths.length - 1
  const deepest = widths[last]!
  const middle = (side: string): TensorShape[] => [
    ...resnet(`${side}.mid_block.resnets.0`, deepest, deepest, null),
    ...pair(`${side}.mid_block.attentions.0.group_norm`, [deepest]),
    ...['to_q', 'to_k', 'to_v', 'to_out.0'].flatMap((part) =>
      pair(`${side}.mid_block.attentions.0.${part}`, [deepest, deepest]),
    ),
    ...resnet(`${side}.mid_block.resnets.1`, deepest, deepest, null),
  ]
  const down = widths.flatMap((width, level) => [
    ...Array.from({ length: layers }, (_, i) =>
      resnet(
        `encoder.down_blocks.${level}.resnets.${i}`,
        i === 0 ? (widths[level - 1] ?? first) : width,
        width,
        null,
      ),
    ).flat(),
    ...(level < last
      ? pair(`encoder.down_blocks.${level}.downsamplers.0.conv`, [width, width, 3, 3])
      : []),
  ])
  const up = widths
    .toReversed()
    .flatMap((width, place) => [
      ...Array.from({ length: layers + 1 }, (_, i) =>
        resnet(
          `decoder.up_blocks.${place}.resnets.${i}`,
          i === 0 ? (widths[last - place + 1] ?? deepest) : width,
          width,
          null,
        ),
      ).flat(),
      ...(place < last
        ? pair(`decoder.up_blocks.${place}.upsamplers.0.conv`, [width, width, 3, 3])
        : []),
    ])
  return [
    ...pair('encoder.conv_in', [first, 3, 3, 3]),
    ...down,
    ...middle('encoder'),
    ...pair('encoder.conv_norm_out', [deepest]),
    ...pair('encoder.conv_out', [2 * latent, deepest, 3, 3]),
    ...pair('decoder.conv_in', [deepest, latent, 3, 3]),
    ...middle('decoder'),
    ...up,
    ...pair('decoder.conv_norm_out', [first]),
    ...pair('decoder.conv_out', [3, first, 3, 3]),
    ...pair('quant_conv', [2 * latent, 2 * latent, 1, 1]),
    ...pair('post_quant_conv', [latent, latent, 1, 1]),
  ]
}

/** Of a CLIPTextModel, or of one with a projection. */
export function textTensors(config: TextConfig): TensorShape[] {
  const { hidden_size: width, intermediate_size: inner } = config
  const layers = Array.from({ length: config.num_hidden_layers }, (_, i): TensorShape[] => {
    const layer = `text_model.encoder.layers.${i}`
    return [
      ...['q_proj', 'k_proj', 'v_proj', 'out_proj'].flatMap((part) =>
        pair(`${layer}.self_attn.${part}`, [width, width]),
      ),
      ...pair(`${layer}.layer_norm1`, [width]),
      ...pair(`${layer}.layer_norm2`, [width]),
      ...pair(`${layer}.mlp.fc1`, [inner, width]),
      ...pair(`${layer}.mlp.fc2`, [width, inner]),
    ]
  })
  return [
    ...bare('text_model.embeddings.token_embedding', [config.vocab_size, width]),
    ...bare('text_model.embeddings.position_embedding', [config.max_position_embeddings, width]),
    ...layers.flat(),
    ...pair('text_model.final_layer_norm', [width]),
    ...(config.projection_dim === undefined
      ? []
      : bare('text_projection', [config.projection_dim, width])),
  ]
}
