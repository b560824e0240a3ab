import type { Graph, GraphNode } from './graph.ts'
import { isLink } from './graph.ts'

/** Which of a sampler's two prompts is looked for. */
export type Role = 'positive' | 'negative'

/** Inputs that hold words, the likeliest first; what a wildcard node made of its template goes before that. */
const TEXT_FIELDS = [
  'populated_text',
  'text',
  'text_g',
  'text_l',
  't5xxl',
  'clip_l',
  'prompt',
  'string',
  'value',
  'wildcard_text',
  'Text',
  'STRING',
  'text_0',
]

/** Inputs of a node of words that lead to no words. */
const NO_WORDS =
  /^(clip|clip_vision.*|vae|model|image|images|mask|pixels|latent.*|samples|control_net|style_model|seed|noise.*|strength.*|delimiter|separator)$/

/** Nodes whose outputs are the two prompts; those of loaders come behind the model. */
const LOADER = /efficient|eff\./i

/** The prompt that a node's output carries, where it carries one of two; null where the number says nothing. */
function roleOf(node: GraphNode, slot: number): Role | null {
  const name = node.outputs?.[slot]?.toLowerCase() ?? ''
  if (/negative|conditioning-|^-/.test(name)) return 'negative'
  if (/positive|conditioning\+|^\+/.test(name)) return 'positive'
  const first = LOADER.test(node.type) ? 1 : 0
  return ([null, 'positive', 'negative'] as const)[slot - first + 1] ?? null
}

/** The input of a node with an input for each of the two prompts; null for other nodes. */
function inputOfRole(node: GraphNode, slot: number, role: Role): unknown {
  const pairs = [
    ['positive', 'negative'],
    ['text_positive', 'text_negative'],
  ] as const
  const pair = pairs.find(([positive, negative]) =>
    [positive, negative].every((name) => name in node.inputs),
  )
  if (!pair) return null
  return node.inputs[pair[(roleOf(node, slot) ?? role) === 'positive' ? 0 : 1]]
}

/**
 * The words that lead to one of a sampler's prompts: through what changes them on their way (control nets, guidance),
 * by the number of each output. Parts that are combined are joined.
 * @returns null where no words are found; an empty text where there are none on purpose
 */
export function readWords(
  graph: Graph,
  link: unknown,
  role: Role,
  seen: ReadonlySet<GraphNode> = new Set(),
): string | null {
  const node = graph.from(link)
  if (node === null || seen.has(node) || !isLink(link)) return null
  if (node.type === 'ConditioningZeroOut') return ''
  const on = new Set([...seen, node])
  const read = (value: unknown): string | null =>
    typeof value === 'string' ? value : readWords(graph, value, role, on)
  const chosen = inputOfRole(node, link[1], role)
  if (chosen !== null) return read(chosen)
  if (/concat|join|combine/i.test(node.type)) return joined(node, read)
  const texts = TEXT_FIELDS.map((name) => read(node.inputs[name])).filter((text) => text !== null)
  const single = [...new Set(texts)].filter((text) => text.trim() !== '')
  if (texts.length > 0 && !isWildcardNode(node)) return single.slice(0, 2).join(', ')
  if (texts.length > 0) return single[0] ?? ''
  return joined(node, (value) => (isLink(value) ? read(value) : null))
}

const isWildcardNode = (node: GraphNode): boolean => 'populated_text' in node.inputs

/** The words of all inputs that may carry some, in order, each once. */
function joined(node: GraphNode, read: (value: unknown) => string | null): string | null {
  const parts = Object.entries(node.inputs)
    .filter(([name]) => !NO_WORDS.test(name))
    .map(([, value]) => read(value))
    .filter((text) => text !== null)
  if (parts.length === 0) return null
  const between = node.inputs['delimiter'] ?? node.inputs['separator']
  return [...new Set(parts)]
    .filter((text) => text !== '')
    .join(typeof between === 'string' ? between : ', ')
}
