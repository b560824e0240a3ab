import { type Graph, type GraphNode, PIPE } from './graph.ts'
import type { Json } from '../parse-json.ts'

/** A node that draws, with all its inputs. */
export interface Pass {
  node: GraphNode
  inputs: Json
  /** The link to what it draws on. */
  latent: unknown
}

const LATENTS = ['latent_image', 'optional_latent', 'latent', 'samples', 'latents']
const WORDS = ['positive', 'guider', 'conditioning']

/** Nodes with all that a pass takes, which leave it to another one behind them. */
const ONLY_TELLS = /context|preSampling|(to|edit).*pipe|loader/i

function passOf(graph: Graph, node: GraphNode): Pass | null {
  const inputs = graph.inputsOf(node)
  if (ONLY_TELLS.test(node.type)) return null
  const piped = Object.keys(node.inputs).find((name) => PIPE.test(name))
  const own = LATENTS.find((name) => name in node.inputs)
  const latent =
    own ??
    (/sampler/i.test(node.type) ? (LATENTS.find((name) => name in inputs) ?? piped) : undefined)
  const draws = latent !== undefined && WORDS.some((name) => name in inputs)
  // A node that only passes a pipe on, or changes a latent by words, has nothing to sample with.
  const samples = ['steps', 'sampler', 'sampler_name', 'sigmas', 'seed'].some(
    (name) => name in inputs,
  )
  return draws && samples ? { node, inputs, latent: inputs[latent] } : null
}

/** Nodes that write a file, in which the graph is then found; others only show their images. */
const SAVES = /save/i

/** The nodes that lead to a file. */
function savedNodes(graph: Graph): ReadonlySet<GraphNode> {
  const saves = [...graph.nodes.values()].filter(({ type }) => SAVES.test(type))
  return new Set(
    saves.flatMap(({ inputs }) => Object.values(inputs).flatMap((link) => graph.upstream(link))),
  )
}

/**
 * The nodes that draw, in the order in which they do: what a pass draws on tells which one went before it. Of several
 * that begin something, one whose image is written to a file is first, and the one that most others follow.
 */
export function findPasses(graph: Graph): Pass[] {
  const passes = [...graph.nodes.values()].flatMap((node) => passOf(graph, node) ?? [])
  const before = new Map(
    passes.map(({ node, latent }) => {
      const upstream = new Set(graph.upstream(latent))
      return [node, passes.filter((pass) => pass.node !== node && upstream.has(pass.node))]
    }),
  )
  const saved = savedNodes(graph)
  const followers = (node: GraphNode): number =>
    passes.filter((pass) => before.get(pass.node)!.some((one) => one.node === node)).length
  const [first] = passes
    .filter(({ node }) => before.get(node)!.length === 0)
    .toSorted((a, b) => followers(b.node) - followers(a.node))
    .toSorted((a, b) => Number(saved.has(b.node)) - Number(saved.has(a.node)))
  if (!first) return passes.slice(0, 1)
  const later = passes
    .filter(({ node }) => before.get(node)!.some((one) => one.node === first.node))
    .toSorted((a, b) => before.get(a.node)!.length - before.get(b.node)!.length)
  return [first, ...later]
}
