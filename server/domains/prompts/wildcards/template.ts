import { WILDCARD_LIMITS } from '#contract/values/wildcards.ts'
import { inEnglish, t, type Text } from '#server/texts/index.ts'

/** A piece of a prompt: words as written, choices, or a line of a list. */
export type TemplateNode = string | { options: TemplateNode[][] } | { list: string }

/** Why a prompt or a line cannot be drawn from, as people read it. */
export class TemplateError extends Error {
  readonly text: Text

  constructor(text: Text) {
    super(inEnglish(text))
    this.text = text
  }
}

const LIST = /__([a-z0-9]+(?:[-_][a-z0-9]+)*)__/iy
/** A LoRA may have underscores in its name; one that is nothing but a list's name is drawn. */
const LORA = /<lora:(?!__[a-z0-9_-]+__[:>])[^<>{}]*>/iy

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/**
 * Reads `{a|b}` and `__name__`. What stands behind a backslash stays as written, with it, as in the rest of the prompt
 * syntax; so do the names of LoRAs, and a `|` in square brackets is that syntax's own.
 * @throws {TemplateError}
 */
export function parseTemplate(text: string): TemplateNode[] {
  let at = 0

  function sequence(depth: number): TemplateNode[] {
    const nodes: TemplateNode[] = []
    let words = ''
    let squares = 0
    const add = (node: TemplateNode) => {
      if (words !== '') nodes.push(words)
      words = ''
      nodes.push(node)
    }
    while (at < text.length) {
      const char = text[at]!
      if (depth > 0 && (char === '}' || (char === '|' && squares === 0))) break
      if (char === '}') throw new TemplateError(t('prompts.braceNotOpened'))
      const kept = char === '\\' ? text.slice(at, at + 2) : match(LORA, text, at)?.[0]
      const list = match(LIST, text, at)
      if (kept !== undefined) {
        // A backslash at the very end would change what comes after a drawn line.
        if (kept !== '\\') words += kept
        at += kept.length
      } else if (char === '{') add({ options: choices(depth + 1) })
      else if (list) {
        at += list[0].length
        add({ list: list[1]!.toLowerCase() })
      } else {
        if (char === '[') squares += 1
        if (char === ']' && squares > 0) squares -= 1
        words += char
        at += 1
      }
    }
    if (words !== '') nodes.push(words)
    return nodes
  }

  function choices(depth: number): TemplateNode[][] {
    if (depth > WILDCARD_LIMITS.depth)
      throw new TemplateError(t('prompts.bracesTooDeep', { count: WILDCARD_LIMITS.depth }))
    const options: TemplateNode[][] = []
    do {
      at += 1
      options.push(sequence(depth))
    } while (text[at] === '|')
    if (text[at] !== '}') throw new TemplateError(t('prompts.braceNotClosed'))
    at += 1
    return options
  }

  return sequence(0)
}

/** The lists that a text draws from, each once. */
export function listsOf(nodes: readonly TemplateNode[]): Set<string> {
  const names = new Set<string>()
  for (const node of nodes) {
    if (typeof node === 'string') continue
    if ('list' in node) names.add(node.list)
    else for (const option of node.options) for (const name of listsOf(option)) names.add(name)
  }
  return names
}

/** Whether there is anything to draw in a text. */
export const drawsWords = (nodes: readonly TemplateNode[]): boolean =>
  nodes.some((node) => typeof node !== 'string')

/** What was drawn, so that it means the same when it is sent again: names that only came together are escaped. */
export function escapeNames(drawn: string): string {
  let text = ''
  for (let at = 0; at < drawn.length;) {
    const kept = drawn[at] === '\\' ? drawn.slice(at, at + 2) : match(LORA, drawn, at)?.[0]
    if (kept === undefined && match(LIST, drawn, at)) text += '\\'
    text += kept ?? drawn[at]!
    at += kept?.length ?? 1
  }
  return text
}
