import type { CompiledMessage } from 'icu-minify/format'
import { catalogueOf, featuresIn } from './catalogues.ts'

/** How the compiler marks `#`, and the kinds of `{kind, select, …}`, `{count, plural, …}` and `{count, number}`. */
const POUND = 0
const SELECT = 1
const PLURAL = 2
const NUMBER = 4

type Argument = [name: string, kind?: unknown, options?: unknown]
/** Of arguments that choose, the branch that each chooses. */
type Branches = Readonly<Record<string, string>>

const nodesOf = (message: unknown): (string | number | Argument)[] =>
  (Array.isArray(message) ? message : [message]) as (string | number | Argument)[]

const branchesOf = ([, kind, options]: Argument): Record<string, unknown> | null =>
  kind === SELECT || kind === PLURAL ? (options as Record<string, unknown>) : null

/** All that the arguments of a message may choose. */
function choicesOf(message: unknown): Branches[] {
  return nodesOf(message).reduce<Branches[]>(
    (choices, node) => {
      const branches = Array.isArray(node) ? branchesOf(node) : null
      if (branches === null) return choices
      const [name] = node as Argument
      const own = Object.entries(branches).flatMap(([branch, inner]) =>
        choicesOf(inner).map((more) => ({ ...more, [name]: branch })),
      )
      return choices.flatMap((chosen) => own.map((more) => ({ ...chosen, ...more })))
    },
    [{}],
  )
}

/**
 * Writes a message with `{name}` for every value; null: it has others than values, numbers and choices.
 * @param counted stands for `#`
 */
function write(message: unknown, chosen: Branches, counted = ''): string | null {
  const parts = nodesOf(message).map((node) => {
    if (node === POUND) return `{${counted}}`
    if (!Array.isArray(node)) return String(node)
    const [name, kind] = node
    const branches = branchesOf(node)
    if (branches !== null) {
      const branch = branches[chosen[name] ?? ''] ?? branches['other']
      return write(branch, chosen, kind === PLURAL ? name : counted)
    }
    // A number is in the sentence as the language groups it.
    return kind === undefined || (kind === NUMBER && node.length === 2) ? `{${name}}` : null
  })
  return parts.includes(null) ? null : parts.join('')
}

/** Sentences of a message, in English and in another language. */
const sentencesOf = (english: CompiledMessage, other: CompiledMessage): [string, string][] =>
  choicesOf(english).flatMap((chosen) => {
    const [from, to] = [write(english, chosen), write(other, chosen)]
    return from === null || to === null ? [] : [[from, to]]
  })

/**
 * The English sentences of all catalogues, with `{name}` for every value, and what they are in another language: finished sentences
 * that were stored, or put into others, are found by them. A message with plurals is a sentence for each of its branches.
 */
export function sentencesIn(language: string): Record<string, string> {
  return Object.fromEntries(
    featuresIn(language).flatMap((feature) =>
      [...(catalogueOf(language, feature) ?? [])].flatMap(([key, message]) => {
        const english = catalogueOf('en', feature)?.get(key)
        return english === undefined ? [] : sentencesOf(english, message)
      }),
    ),
  )
}
