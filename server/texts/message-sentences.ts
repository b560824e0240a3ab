import type { CompiledMessage } from 'icu-minify/format'

/** Marks of the compiler for `#`, and for the kinds of `{kind, select, …}`, `{count, plural, …}` and `{count, number}`. */
const POUND = 0
const SELECT = 1
const PLURAL = 2
const NUMBER = 4

type Argument = [name: string, kind?: unknown, options?: unknown]

/** Of arguments that choose, the kind of choice and the branch that each takes. */
export type Branches = Readonly<Record<string, { isPlural: boolean; branch: string }>>

/** A value within a sentence; a counted one is a number as the language groups it. */
export interface Place {
  name: string
  isCounted: boolean
}

/** A sentence that a message makes: its words and places in turn, and the branches by which it does. */
export interface MessageSentence {
  parts: (string | Place)[]
  branches: Branches
}

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
      const [name, kind] = node as Argument
      const own = Object.entries(branches).flatMap(([branch, inner]) =>
        choicesOf(inner).map((more) => ({
          ...more,
          [name]: { isPlural: kind === PLURAL, branch },
        })),
      )
      return choices.flatMap((chosen) => own.map((more) => ({ ...chosen, ...more })))
    },
    [{}],
  )
}

/**
 * Finds the parts of the sentence that the branches choose; null: it has others than values, numbers and choices.
 * @param counted stands for `#`
 */
function partsOf(message: unknown, chosen: Branches, counted = ''): (string | Place)[] | null {
  const parts: (string | Place)[] = []
  for (const node of nodesOf(message)) {
    if (node === POUND) parts.push({ name: counted, isCounted: true })
    else if (!Array.isArray(node)) parts.push(String(node))
    else {
      const [name, kind] = node
      const branches = branchesOf(node)
      if (branches !== null) {
        const branch = branches[chosen[name]?.branch ?? ''] ?? branches['other']
        const inner = partsOf(branch, chosen, kind === PLURAL ? name : counted)
        if (inner === null) return null
        parts.push(...inner)
      } else if (kind === undefined || (kind === NUMBER && node.length === 2)) {
        parts.push({ name, isCounted: kind === NUMBER })
      } else return null
    }
  }
  return parts
}

/** Lists the sentences that a message makes, one for each of its branches. */
export const sentencesOf = (message: CompiledMessage): MessageSentence[] =>
  choicesOf(message).flatMap((branches) => {
    const parts = partsOf(message, branches)
    return parts === null ? [] : [{ parts, branches }]
  })
