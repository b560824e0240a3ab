import { LIMITS } from '#contract/jobs/drawing.ts'
import { escapeNames, parseTemplate, TemplateError, type TemplateNode } from './template.ts'

/** Pieces that one prompt may be made of: lists in lists can multiply without adding a letter. */
const MOST_PIECES = 10_000

/** The lines of a list, without blank ones. */
export type ReadList = (name: string) => Promise<readonly string[]>

/**
 * Numbers from 0 to below 1, always the same ones for a seed (mulberry32): what is drawn must not depend on the process or
 * on the version of Node.
 */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * The words of a template. Lists are checked before, so that none is missing and none leads to itself.
 * @throws {TemplateError}
 */
export async function drawWords(
  nodes: readonly TemplateNode[],
  random: () => number,
  readList: ReadList,
): Promise<string> {
  let pieces = 0
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!

  async function draw(list: readonly TemplateNode[]): Promise<string> {
    let text = ''
    for (const node of list) {
      pieces += 1
      if (pieces > MOST_PIECES) throw new TemplateError('This draws too many words.')
      if (typeof node === 'string') text += node
      else if ('options' in node) text += await draw(pick(node.options))
      else text += await draw(parseTemplate(pick(await readList(node.list))))
      if (text.length > LIMITS.prompt)
        throw new TemplateError(
          `The drawn words make this longer than ${LIMITS.prompt} characters.`,
        )
    }
    return text
  }

  return escapeNames(await draw(nodes))
}
