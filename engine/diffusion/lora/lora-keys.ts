/** Which network of a model a LoRA changes. */
export type LoraNetwork = 'unet' | 'text_encoder'

/** What a tensor of a LoRA file is for. */
export interface LoraKey {
  network: LoraNetwork
  /** Place of the layer, its words joined by underlines, as kohya's scripts write it. */
  layer: string
  part: 'down' | 'up' | 'alpha'
}

/** Other ways of changing a model that come in files of the same look, by what only they have in their names. */
const OTHER_KINDS: [RegExp, string][] = [
  [/\.hada_/, 'is a LoHa'],
  [/\.lokr_/, 'is a LoKr'],
  [/\.lora_mid\./, 'is a LoCon with an inner matrix (Tucker)'],
  [/\.dora_scale$|\.lora_magnitude_vector/, 'is a DoRA'],
  [/\.oft_|\.boft_/, 'is an OFT'],
  [/\.diff(_b)?$|\.on_input$/, 'holds whole differences of weights'],
  [/^lora_te2_|^text_encoder_2\./, 'is a LoRA for Stable Diffusion XL'],
  [/^lora_unet_(input|output)_blocks_/, 'is a LoRA for Stable Diffusion XL'],
]

/** Why files with such a tensor cannot be used; null for one that is not known to be of another kind. */
export function otherKindOf(name: string): string | null {
  return OTHER_KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

/** How the programs end the names of the two matrices. */
const PARTS: [RegExp, LoraKey['part']][] = [
  [/\.(lora_down|lora_A|lora\.down|lora_linear_layer\.down)(\.default)?\.weight$/, 'down'],
  [/\.(lora_up|lora_B|lora\.up|lora_linear_layer\.up)(\.default)?\.weight$/, 'up'],
  [/\.alpha$/, 'alpha'],
]
/** diffusers' earliest names have the layer's in the middle: `attn1.processor.to_q_lora.down.weight`. */
const PROCESSOR = /\.processor\.(to_[a-z]+)_lora\.(down|up)\.weight$/

/**
 * Reads the name of a tensor as kohya's scripts (`lora_unet_..., lora_te_...`), diffusers
 * (`unet....lora.down.weight`) and PEFT (`base_model.model....lora_A.weight`) write them.
 *
 * @returns null for a name of none of these forms
 */
export function readLoraKey(name: string): LoraKey | null {
  const processor = PROCESSOR.exec(name)
  if (processor) {
    const [all, projection, part] = processor
    const layer = projection === 'to_out' ? 'to_out.0' : projection
    return place(`${name.slice(0, -all.length)}.${layer}`, part === 'down' ? 'down' : 'up')
  }
  for (const [pattern, part] of PARTS)
    if (pattern.test(name)) return place(name.replace(pattern, ''), part)
  return null
}

const NETWORKS: [RegExp, LoraNetwork][] = [
  [/^lora_unet_/, 'unet'],
  [/^lora_te1?_/, 'text_encoder'],
  [/^unet\./, 'unet'],
  [/^text_encoder\./, 'text_encoder'],
  [/^base_model\.model\.(?=text_model\.)/, 'text_encoder'],
  [/^base_model\.model\./, 'unet'],
  [/^(?=(down_blocks|mid_block|up_blocks)\.)/, 'unet'],
]

function place(layer: string, part: LoraKey['part']): LoraKey | null {
  for (const [pattern, network] of NETWORKS)
    if (pattern.test(layer)) {
      // PEFT's own prefix may follow the network's name.
      const inner = layer.replace(pattern, '').replace(/^base_model\.model\./, '')
      return { network, layer: flatten(inner), part }
    }
  return null
}

/** Two layers of one network never differ in this alone. */
export function flatten(path: string): string {
  return path.replaceAll('.', '_')
}
