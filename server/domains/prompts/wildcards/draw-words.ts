import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { t } from '#server/texts/index.ts'
import { escapeNames, parseTemplate, TemplateError, type TemplateNode } from './template.ts'

/** Pieces that one prompt may be made of: lists in lists can multiply without adding a letter. */
const MOST_PIECES = 10_000

/** The lines of a list, without blank ones. */
export type ReadList = (name: string) => Promise<readonly string[]>

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
      if (pieces > MOST_PIECES) throw new TemplateError(t('prompts.tooManyWords'))
      if (typeof node === 'string') text += node
      else if ('options' in node) text += await draw(pick(node.options))
      else text += await draw(parseTemplate(pick(await readList(node.list))))
      if (text.length > LIMITS.prompt)
        throw new TemplateError(t('prompts.drawnWordsMakeTooLong', { count: LIMITS.prompt }))
    }
    return text
  }

  return escapeNames(await draw(nodes))
}
