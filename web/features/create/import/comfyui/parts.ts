import type { Json } from '../parse-json.ts'
import type { Pass } from './find-passes.ts'
import type { Graph, GraphNode } from './graph.ts'

/** Where the parts of a pass are told: in its node, or in those that ComfyUI's `SamplerCustom...` nodes are fed by. */
export interface Parts {
  inputs: Json
  noise: Json
  guider: Json
  sampler: GraphNode | null
  sigmas: Json
  sigmasType: string
}

/** Finds the nodes that a pass is fed by. */
export function partsOf(graph: Graph, { inputs }: Pass): Parts {
  const sigmas = graph
    .upstream(inputs['sigmas'], (name) => name === 'sigmas')
    .findLast(({ inputs: found }) => 'steps' in found || 'scheduler' in found)
  return {
    inputs,
    noise: graph.from(inputs['noise'])?.inputs ?? {},
    guider: graph.from(inputs['guider'])?.inputs ?? {},
    sampler: graph.from(inputs['sampler']),
    sigmas: sigmas?.inputs ?? {},
    sigmasType: sigmas?.type ?? '',
  }
}

/** Where a pass takes its conditioning from. */
export const conditioningOf = ({ inputs, guider }: Parts): unknown =>
  inputs['positive'] ?? guider['positive'] ?? guider['conditioning'] ?? inputs['conditioning']
