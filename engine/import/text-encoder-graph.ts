import type { Value } from '../onnx/onnx-writer.ts'
import { ELEMENT } from '../onnx/onnx-writer.ts'
import type { BuiltNetwork, Weights } from './network-builder.ts'
import { NetworkBuilder } from './network-builder.ts'

export interface TextEncoderShape {
  heads: number
  /** Activation of the inner layers: CLIP has `quick_gelu`, OpenCLIP has `gelu`. */
  activation: 'quick_gelu' | 'gelu'
  /** The token at whose place the meaning of the whole text stands; left out: only words are asked for. */
  endToken?: number | undefined
}

const EMBEDDINGS = 'text_model.embeddings'
const LAYERS = 'text_model.encoder.layers.'
/** Configurations that name this token mean the greatest of all, as the first ones did. */
const GREATEST = 2

/**
 * CLIP's text encoder (Radford et al. 2021, arXiv:2103.00020): `input_ids` [batch, length] to the normalised states of the
 * last layer. Stable Diffusion XL asks for the `penultimate_hidden_state`, and of an encoder with a projection for
 * `text_embeds`, the meaning of the whole text.
 */
export function buildTextEncoder(weights: Weights, shape: TextEncoderShape): BuiltNetwork {
  const net = new NetworkBuilder(weights, 1)
  const { writer } = net
  const ids = writer.input('input_ids', ['batch', 'length'], ELEMENT.INT64)
  const width = net.sizeOf(`${EMBEDDINGS}.token_embedding.weight`, 1)
  const tokens = writer.node('Gather', [net.weight(`${EMBEDDINGS}.token_embedding.weight`), ids])
  const length = writer.node('Gather', [writer.node('Shape', [ids]), writer.integers([1], [1])])
  const positions = writer.node('Slice', [
    net.weight(`${EMBEDDINGS}.position_embedding.weight`),
    writer.integers([0], [1]),
    length,
    writer.integers([0], [1]),
  ])
  let [before, states] = ['', net.add(tokens, positions)]
  const layers = net.count(LAYERS, '.layer_norm1.weight')
  for (let layer = 0; layer < layers; layer++) {
    before = states
    states = encoderLayer(net, before, `${LAYERS}${layer}`, shape)
  }
  const result = net.layerNorm(states, 'text_model.final_layer_norm')
  net.answer(result, 'last_hidden_state', ['batch', 'length', width])
  net.answer(before || states, 'penultimate_hidden_state', ['batch', 'length', width])
  if (shape.endToken !== undefined && net.has('text_projection.weight')) {
    const whole = atToken(net, result, ids, shape.endToken)
    const projected = net.linear(whole, 'text_projection')
    net.answer(projected, 'text_embeds', ['batch', net.sizeOf('text_projection.weight', 0)])
  }
  return net.done()
}

function encoderLayer(
  net: NetworkBuilder,
  input: Value,
  name: string,
  { heads, activation }: TextEncoderShape,
): Value {
  const { writer } = net
  const seen = net.layerNorm(input, `${name}.layer_norm1`)
  const [query, key, value] = ['q', 'k', 'v'].map((kind) =>
    net.linear(seen, `${name}.self_attn.${kind}_proj`),
  ) as [Value, Value, Value]
  const attended = net.attention(query, key, value, heads, true)
  const states = net.add(input, net.linear(attended, `${name}.self_attn.out_proj`))
  const hidden = net.linear(net.layerNorm(states, `${name}.layer_norm2`), `${name}.mlp.fc1`)
  const active =
    activation === 'gelu'
      ? writer.node('com.microsoft:Gelu', [hidden])
      : writer.node('com.microsoft:QuickGelu', [hidden], { alpha: { float: 1.702 } })
  return net.add(states, net.linear(active, `${name}.mlp.fc2`))
}

/** The state at the first place of a token: [batch, width]. */
function atToken(net: NetworkBuilder, states: Value, ids: Value, token: number): Value {
  const { writer } = net
  const marks =
    token === GREATEST ? ids : writer.node('Equal', [ids, writer.integers([token], [1])])
  const place = writer.node('ArgMax', [writer.node('Cast', [marks], { to: ELEMENT.FLOAT })], {
    axis: 1,
    keepdims: 1,
  })
  return writer.node('GatherND', [states, place], { batch_dims: 1 })
}
