/** Reads the lines of a list; of a long one in a thread of its own. */
import { WILDCARD_LIMITS } from '#contract/values/wildcards.ts'
import { t, type Text } from '#server/texts/index.ts'
import { linesOf } from './read-lists.ts'
import { listsOf, parseTemplate, TemplateError } from './template.ts'

export interface ListRead {
  lines: number
  /** Names of the lists that they draw from, as JSON. */
  drawsFrom: string
}

/** `refusal` is for who wrote the list. */
export type ListReading = ListRead | { refusal: Text }

export default function readList(text: string): ListReading {
  const lines = linesOf(text, WILDCARD_LIMITS.lines)
  if (lines.length === 0) return { refusal: t('prompts.listEmpty') }
  if (lines.length > WILDCARD_LIMITS.lines)
    return { refusal: t('prompts.listTooLong', { count: WILDCARD_LIMITS.lines }) }
  const names = new Set<string>()
  for (const line of lines) {
    const told = line.length > 40 ? `${line.slice(0, 40)}...` : line
    if (line.length > WILDCARD_LIMITS.line)
      return {
        refusal: t('prompts.lineTooLong', { count: WILDCARD_LIMITS.line, line: told }),
      }
    try {
      for (const name of listsOf(parseTemplate(line))) names.add(name)
    } catch (error) {
      if (error instanceof TemplateError)
        return { refusal: t('prompts.inLine', { said: error.text, line: told }) }
      throw error
    }
  }
  return { lines: lines.length, drawsFrom: JSON.stringify([...names]) }
}
