import { ELEMENT } from '../onnx/onnx-writer.ts'
import type { BuiltNetwork, Weights } from './network-builder.ts'
import { NetworkBuilder } from './network-builder.ts'

const EMBEDDINGS = 'text_model.embeddings'
const LAYERS = 'text_model.encoder.layers.'

/**
 * CLIP's text encoder (Radford et al. 2021, arXiv:2103.00020) as Stable Diffusion 1.5 reads it: `input_ids`
 * [batch, length] to the normalised states of the last layer.
 */
export function buildTextEncoder(weights: Weights, heads: number): BuiltNetwork {
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
  let states = net.add(tokens, positions)
  const layers = net.count(LAYERS, '.layer_norm1.weight')
  for (let layer = 0; layer < layers; layer++) {
    const name = `${LAYERS}${layer}`
    const seen = net.layerNorm(states, `${name}.layer_norm1`)
    const [query, key, value] = ['q', 'k', 'v'].map((kind) =>
      net.linear(seen, `${name}.self_attn.${kind}_proj`),
    ) as [string, string, string]
    const attended = net.attention(query, key, value, heads, true)
    states = net.add(states, net.linear(attended, `${name}.self_attn.out_proj`))
    const hidden = net.linear(net.layerNorm(states, `${name}.layer_norm2`), `${name}.mlp.fc1`)
    const active = writer.node('com.microsoft:QuickGelu', [hidden], { alpha: { float: 1.702 } })
    states = net.add(states, net.linear(active, `${name}.mlp.fc2`))
  }
  const result = net.layerNorm(states, 'text_model.final_layer_norm')
  return net.finish(result, 'last_hidden_state', ['batch', 'length', width])
}
