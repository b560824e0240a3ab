/** How the first Stable Diffusion checkpoints name the weights that diffusers renamed. */

/** @param layers layers of each level on the way down */
export function originalUnetName(name: string, layers: number): string {
  return `model.diffusion_model.${unetPlace(name, layers)}`
}

/** @param levels of the decoder, which the first checkpoints count from the end */
export function originalVaeName(name: string, levels: number): string {
  const [side, kind, level, ...rest] = name.split('.') as [string, string, string, ...string[]]
  const inner = rest.join('.')
  return `first_stage_model.${vaePlace()}`

  function vaePlace(): string {
    if (kind === 'mid_block') return `${side}.mid.${middlePlace(level, inner)}`
    if (kind === 'conv_norm_out') return `${side}.norm_out.${level}`
    if (kind !== 'down_blocks' && kind !== 'up_blocks') return name
    const place =
      kind === 'down_blocks' ? `${side}.down.${level}` : `${side}.up.${levels - 1 - Number(level)}`
    return `${place}.${inner
      .replace(/^resnets\.(\d+)/, 'block.$1')
      .replace(/^downsamplers\.0/, 'downsample')
      .replace(/^upsamplers\.0/, 'upsample')
      .replace('conv_shortcut', 'nin_shortcut')}`
  }

  function middlePlace(part: string, inside: string): string {
    if (part === 'resnets') return inside.replace(/^(\d+)/, (i) => `block_${Number(i) + 1}`)
    return inside
      .replace(/^0\./, 'attn_1.')
      .replace('group_norm', 'norm')
      .replace(/\.to_([qkv])\./, '.$1.')
      .replace('to_out.0', 'proj_out')
  }
}

/** Names at one place of the U-Net's plain lists of blocks. */
function unetPlace(name: string, layers: number): string {
  const parts = name.split('.')
  const [block, first, kind, second] = parts
  const level = Number(first)
  const index = Number(second)
  const inner = parts.slice(4).join('.')
  const inLayers = layers + 1
  switch (block) {
    case 'conv_in':
      return `input_blocks.0.0.${first}`
    case 'conv_norm_out':
      return `out.0.${first}`
    case 'conv_out':
      return `out.2.${first}`
    case 'time_embedding':
      return `time_embed.${{ linear_1: 0, linear_2: 2 }[first ?? ''] ?? first}.${kind}`
    case 'mid_block': {
      const rest = parts.slice(3).join('.')
      if (first === 'attentions') return `middle_block.1.${rest}`
      return `middle_block.${kind === '0' ? 0 : 2}.${resnetPlace(rest)}`
    }
    case 'down_blocks': {
      const at = 1 + level * inLayers
      if (kind === 'downsamplers') return `input_blocks.${at + layers}.0.op.${parts.at(-1)}`
      if (kind === 'attentions') return `input_blocks.${at + index}.1.${inner}`
      return `input_blocks.${at + index}.0.${resnetPlace(inner)}`
    }
    case 'up_blocks': {
      // What would be beyond this level's layers is the next one's.
      if (index > layers) return name
      const at = level * inLayers
      if (kind === 'upsamplers') return `output_blocks.${at + layers}.UP.conv.${parts.at(-1)}`
      if (kind === 'attentions') return `output_blocks.${at + index}.1.${inner}`
      return `output_blocks.${at + index}.0.${resnetPlace(inner)}`
    }
    default:
      return name
  }
}

function resnetPlace(inner: string): string {
  return inner
    .replace(/^norm1/, 'in_layers.0')
    .replace(/^conv1/, 'in_layers.2')
    .replace(/^time_emb_proj/, 'emb_layers.1')
    .replace(/^norm2/, 'out_layers.0')
    .replace(/^conv2/, 'out_layers.3')
    .replace(/^conv_shortcut/, 'skip_connection')
}
