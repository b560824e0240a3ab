/** Reads the lines of a list; of a long one in a thread of its own. */
import { WILDCARD_LIMITS } from '#contract/wildcards.ts'
import { linesOf } from './read-lists.ts'
import { listsOf, parseTemplate, TemplateError } from './template.ts'

export interface ListRead {
  lines: number
  /** Names of the lists that they draw from, as JSON. */
  drawsFrom: string
}

/** `refusal` is for who wrote the list. */
export type ListReading = ListRead | { refusal: string }

export default function readList(text: string): ListReading {
  const lines = linesOf(text, WILDCARD_LIMITS.lines)
  if (lines.length === 0) return { refusal: 'Ensure the list has a line.' }
  if (lines.length > WILDCARD_LIMITS.lines)
    return { refusal: `Ensure the list has ${WILDCARD_LIMITS.lines} lines at most.` }
  const names = new Set<string>()
  for (const line of lines) {
    const told = line.length > 40 ? `${line.slice(0, 40)}...` : line
    if (line.length > WILDCARD_LIMITS.line)
      return {
        refusal: `Ensure a line has ${WILDCARD_LIMITS.line} characters at most: "${told}"`,
      }
    try {
      for (const name of listsOf(parseTemplate(line))) names.add(name)
    } catch (error) {
      if (error instanceof TemplateError) return { refusal: `${error.message} In: "${told}"` }
      throw error
    }
  }
  return { lines: lines.length, drawsFrom: JSON.stringify([...names]) }
}
