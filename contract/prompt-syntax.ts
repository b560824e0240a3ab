/**
 * The prompt syntax of A1111's web interface (AUTOMATIC1111/stable-diffusion-webui, modules/prompt_parser.py), as
 * people know it:
 *
 * | Written | Means |
 * |---|---|
 * | `(word)`, `((word))` | more attention: 1.1 times, 1.21 times |
 * | `[word]` | less attention: divided by 1.1 |
 * | `(word:1.3)` | attention 1.3 times |
 * | `[a:b:0.4]`, `[a:b:12]` | `a` for 0.4 of the steps (for 12 steps), then `b` |
 * | `[a::0.4]`, `[:b:0.4]`, `[b:0.4]` | `a` only until then; `b` only from then on |
 * | `[a\|b]` | `a` and `b` in turns, a step each |
 * | `BREAK` | what follows starts a new chunk of the text encoder |
 * | `\(`, `\[`, `\:` | the character itself |
 *
 * No text is wrong: what fits none of these counts as written.
 */

/** A piece of a prompt as written. */
export type PromptNode =
  | { type: 'text'; text: string }
  | { type: 'break' }
  | { type: 'weight'; factor: number; nodes: PromptNode[] }
  | { type: 'edit'; before: PromptNode[]; after: PromptNode[]; when: PromptMoment }
  | { type: 'alternate'; options: PromptNode[][] }

/** The last step of what comes before: a number of steps, or a share of all of them. */
export interface PromptMoment {
  value: number
  unit: 'steps' | 'share'
}

/** Words of one weight. */
export interface PromptPart {
  text: string
  /** 1 is plain text. */
  weight: number
}

const MORE = 1.1
const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)\s*$/
/** A weight and the bracket that it closes. */
const WEIGHT = /:\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*\)/y
const BREAK = /\bBREAK\b/y
/** Prompts are nested by hand; what lies deeper counts as written. */
const DEEPEST = 100

/** Reads a prompt into its pieces. */
export function parsePrompt(prompt: string): PromptNode[] {
  return new PromptParser(prompt).parse()
}

/**
 * The words that count in one step.
 *
 * @param step from 1 to `steps`
 * @returns the prompt's parts between one `BREAK` and the next; neighbours differ in weight
 */
export function promptAt(
  nodes: readonly PromptNode[],
  step: number,
  steps: number,
): PromptPart[][] {
  const sections: PromptPart[][] = [[]]
  const add = (list: readonly PromptNode[], weight: number): void => {
    for (const node of list) {
      if (node.type === 'break') sections.push([])
      else if (node.type === 'weight') add(node.nodes, weight * node.factor)
      else if (node.type === 'edit')
        add(step <= lastStep(node.when, steps) ? node.before : node.after, weight)
      else if (node.type === 'alternate')
        add(node.options[(step - 1) % node.options.length]!, weight)
      else addText(sections.at(-1)!, node.text, weight)
    }
  }
  add(nodes, 1)
  return sections
}

function lastStep({ value, unit }: PromptMoment, steps: number): number {
  return Math.min(steps, Math.trunc(unit === 'share' ? value * steps : value))
}

function addText(section: PromptPart[], text: string, weight: number): void {
  const last = section.at(-1)
  if (last?.weight === weight) last.text += text
  else section.push({ text, weight })
}

type Bracket = '(' | '['
type Separator = '|' | ':'

/** Pieces up to a separator (of an open square bracket) or to the bracket's end. */
interface Segment {
  nodes: PromptNode[]
  /** The text as written, for a number and for brackets that turn out to be plain text. */
  source: string
  separator: Separator | null
}

class PromptParser {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  parse(): PromptNode[] {
    const nodes: PromptNode[] = []
    // What closes a bracket that was never opened is text.
    while (this.#at < this.#text.length) {
      nodes.push(...this.#sequence(null, 0))
      if (this.#at < this.#text.length) nodes.push(this.#take())
    }
    return joinTexts(nodes)
  }

  /** Pieces up to what ends them for the bracket around, which is left in place. */
  #sequence(inside: Bracket | null, depth: number): PromptNode[] {
    const nodes: PromptNode[] = []
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at]!
      if (char === ')' && inside !== '[') break
      if (char === ']' && inside !== '(') break
      if (inside === '[' && (char === '|' || char === ':')) break
      if (inside === '(' && char === ':' && this.#match(WEIGHT)) break
      nodes.push(this.#piece(char, depth))
    }
    return joinTexts(nodes)
  }

  #piece(char: string, depth: number): PromptNode {
    if (char === '\\') {
      this.#at += 1
      return this.#at < this.#text.length ? this.#take() : { type: 'text', text: '' }
    }
    if (char === '(' && depth < DEEPEST) return this.#round(depth + 1)
    if (char === '[' && depth < DEEPEST) return this.#square(depth + 1)
    if (this.#match(BREAK)) {
      this.#at += 'BREAK'.length
      return { type: 'break' }
    }
    return this.#take()
  }

  #round(depth: number): PromptNode {
    this.#at += 1
    const nodes = this.#sequence('(', depth)
    const weight = this.#match(WEIGHT)
    this.#at += weight ? weight[0].length : 1
    return { type: 'weight', factor: weight ? Number(weight[1]) : MORE, nodes }
  }

  #square(depth: number): PromptNode {
    const segments: Segment[] = []
    do {
      this.#at += 1
      const from = this.#at
      const nodes = this.#sequence('[', depth)
      const char = this.#text[this.#at]
      const separator = char === '|' || char === ':' ? char : null
      segments.push({ nodes, source: this.#text.slice(from, this.#at), separator })
    } while (segments.at(-1)!.separator)
    this.#at += 1
    return alternation(segments) ?? edit(segments) ?? less(segments)
  }

  #take(): PromptNode {
    const text = String.fromCodePoint(this.#text.codePointAt(this.#at)!)
    this.#at += text.length
    return { type: 'text', text }
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    return pattern.exec(this.#text)
  }
}

function alternation(segments: readonly Segment[]): PromptNode | null {
  if (!segments.some(({ separator }) => separator === '|')) return null
  const options: Segment[][] = [[]]
  for (const segment of segments) {
    options.at(-1)!.push(segment)
    if (segment.separator === '|') options.push([])
  }
  return { type: 'alternate', options: options.map(written) }
}

function edit(segments: readonly Segment[]): PromptNode | null {
  const moment = segments.at(-1)!.source
  if (segments.length < 2 || segments.length > 3 || !NUMBER.test(moment)) return null
  const [before, after] = segments.length === 3 ? segments : [undefined, segments[0]]
  return {
    type: 'edit',
    before: before?.nodes ?? [],
    after: after!.nodes,
    when: { value: Number(moment), unit: moment.includes('.') ? 'share' : 'steps' },
  }
}

function less(segments: readonly Segment[]): PromptNode {
  return { type: 'weight', factor: 1 / MORE, nodes: written(segments) }
}

/** The pieces with the colons between them. */
function written(segments: readonly Segment[]): PromptNode[] {
  return joinTexts(
    segments.flatMap(({ nodes, separator }): PromptNode[] =>
      separator === ':' ? [...nodes, { type: 'text', text: ':' }] : nodes,
    ),
  )
}

function joinTexts(nodes: readonly PromptNode[]): PromptNode[] {
  const joined: PromptNode[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (node.type === 'text' && last?.type === 'text')
      joined[joined.length - 1] = { type: 'text', text: last.text + node.text }
    else joined.push(node)
  }
  return joined.filter((node) => node.type !== 'text' || node.text !== '')
}
