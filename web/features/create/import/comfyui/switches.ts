import { numberOf } from '../found-settings.ts'
import type { Json } from '../parse-json.ts'

const SWITCH = /switch|branch|if.?else|select(or)?\b|mux/i

/** A switch of two: its choice, and what it passes on for true and for false. */
const CHOICES_OF_TWO = ['switch', 'boolean', 'boolean_number', 'cond', 'condition']
const PAIRS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(on_true|tt_value|true_value|if_true)$/, /^(on_false|ff_value|false_value|if_false)$/],
  [/^(text|number|model|clip|latent|image|mask|vae|conditioning)_a$/, /_b$/],
]

/** A switch of many: its choice, which is the number at the end of an input's name. */
const CHOICES_OF_MANY = ['select', 'Input', 'input', 'index', 'selected']
const NUMBERED = /^[a-z_]+?_?(\d+)$/i

const namedBy = (inputs: Json, pattern: RegExp): string | undefined =>
  Object.keys(inputs).find((name) => pattern.test(name))

/** Whether a choice of two is made for the first; null where the file does not say. */
function isTrue(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  const number = numberOf(value)
  return number === undefined ? null : number !== 0
}

/**
 * The name of the input that a switch passes on.
 * @param valueOf the value of an input, also of one that is linked
 * @returns null where the node is no switch; undefined where its choice is not in the file, or leads to nothing
 */
export function chosenInput(
  { type, inputs }: { type: string; inputs: Json },
  valueOf: (name: string) => unknown,
): string | null | undefined {
  if (!SWITCH.test(type)) return null
  const [ofTwo, ofMany] = [CHOICES_OF_TWO, CHOICES_OF_MANY].map((names) =>
    names.find((name) => name in inputs),
  )
  if (ofTwo !== undefined) {
    const pair = PAIRS.find((both) => both.some((pattern) => namedBy(inputs, pattern)))
    if (!pair) return null
    const choice = isTrue(valueOf(ofTwo))
    return choice === null ? undefined : namedBy(inputs, pair[choice ? 0 : 1])
  }
  const many = Object.keys(inputs).filter((name) => name !== ofMany && NUMBERED.test(name))
  if (ofMany === undefined || many.length === 0) return null
  const choice = numberOf(valueOf(ofMany))
  return many.find((name) => Number(NUMBERED.exec(name)![1]) === choice)
}
