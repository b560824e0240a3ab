import { type Graph, type GraphNode, isLink } from './graph.ts'

/** Which of a sampler's two prompts is looked for. */
export type Role = 'positive' | 'negative'

/** What a node made of its template, or shows of what it was given: it goes before the rest. */
const MADE = ['populated_text', 'text_0']

/** Inputs that hold words, the likeliest first. */
const TEXT_FIELDS = [
  ...MADE,
  'text',
  'text_g',
  'text_l',
  't5xxl',
  'clip_l',
  'clip_g',
  'bert',
  'mt5xl',
  'prompt',
  'user_prompt',
  'string',
  'value',
  'wildcard_text',
  'Text',
  'STRING',
]

/** Inputs of a node of words that lead to no words. */
const NO_WORDS =
  /^(clip|clip_vision.*|vae|model|image|images|mask|pixels|latent.*|samples|control_net|style_model|style|seed|noise.*|strength.*|delimiter|separator|set_cond_area|clean_.*|linebreak.*|mode|method|ckpt_name|.*sampler.*|scheduler|.*lora.*|.*pipe|.*tuple|.*ctx)$/

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

/** Inputs of nodes whose one field is named by its prompt. */
const FIELD_OF_ROLE = ['positive', 'negative']

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
  const from = graph.resolve(link)
  // A switch may have a text of its own.
  if (typeof from === 'string') return from
  const found = graph.from(from)
  if (found === null || seen.has(found) || !isLink(from)) return null
  // A context has what it was not given itself from the one before it.
  const node = { ...found, inputs: graph.inputsOf(found) }
  if (node.type === 'ConditioningZeroOut') return ''
  const on = new Set([...seen, found])
  const read = (value: unknown): string | null =>
    typeof value === 'string' ? value : readWords(graph, value, role, on)
  const chosen = inputOfRole(node, from[1], role)
  if (chosen !== null) return read(chosen)
  if (/concat|join|combine/i.test(node.type)) return joined(node, read)
  const texts = [...TEXT_FIELDS, ...FIELD_OF_ROLE]
    .map((name) => read(node.inputs[name]))
    .filter((text) => text !== null)
  const single = [...new Set(texts)].filter((text) => text.trim() !== '')
  if (texts.length > 0 && !isWildcardNode(node)) return single.slice(0, 2).join(', ')
  if (texts.length > 0) return single[0] ?? ''
  return joined(node, (value) => (isLink(value) ? read(value) : null))
}

const isWildcardNode = (node: GraphNode): boolean => MADE.some((name) => name in node.inputs)

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
