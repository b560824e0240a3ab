import { LIMITS } from '#contract/values/jobs/drawing.ts'
import type { GridAxis } from '#contract/jobs/grid.ts'
import type { AxisName } from '#contract/jobs/grid-axes.ts'
import { MOST_CELLS } from '#contract/values/jobs/grid.ts'
import { SAMPLERS } from '#contract/samplers.ts'

export type AxisKind = GridAxis['of']

/** What the dialog knows of an axis: each kind reads the fields that are its own. */
export interface AxisDraft {
  /** Null: not chosen, and no axis if it is the third. */
  of: AxisKind | null
  /** What the values take the place of in the prompt. */
  find: string
  lora: string | null
  /** Numbers, sizes and words, as they were typed. */
  text: string
  /** Ids of samplers, models and styles. */
  chosen: readonly string[]
}

export type AxisDrafts = Readonly<Record<AxisName, AxisDraft>>

export const EMPTY_DRAFT: AxisDraft = { of: null, find: '', lora: null, text: '', chosen: [] }

/** Stands for no style among the ids of styles. */
export const NO_STYLE = 'none'

/** Why values cannot be read; `text` is the piece that it is about. */
export type AxisProblem =
  | { kind: 'empty' | 'noLora' | 'noFind' | 'many' }
  | { kind: 'unreadable' | 'twice' | 'whole'; text: string }
  | { kind: 'range'; text: string; min: number; max: number }

interface Rule {
  min: number
  max: number
  whole?: boolean
}

const RULES = {
  seed: { ...LIMITS.seed, whole: true },
  steps: { ...LIMITS.steps, whole: true },
  guidance_scale: LIMITS.guidance,
  strength: { min: 0, max: 1 },
  lora: LIMITS.loraWeight,
} as const satisfies Partial<Record<AxisKind, Rule>>

const NUMBER = /^\d*\.?\d+$/
const RANGE = /^(\d*\.?\d+)\s*(?:-|–|\.\.|to|a)\s*(\d*\.?\d+)(?:\s*(?:by|cada)\s*(\d*\.?\d+))?$/i
const SIZE = /^(\d+)(?:\s*[x×]\s*(\d+))?$/i

/** Thrown within this file alone, so that a list is read in one go. */
class Unreadable extends Error {
  readonly problem: AxisProblem
  constructor(problem: AxisProblem) {
    super(problem.kind)
    this.problem = problem
  }
}

const pieces = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')

function numbersIn(piece: string): number[] {
  if (NUMBER.test(piece)) return [Number(piece)]
  const [, first, last, by = '1'] = RANGE.exec(piece) ?? []
  if (first === undefined || Number(by) === 0)
    throw new Unreadable({ kind: 'unreadable', text: piece })
  const [from, to, step] = [Number(first), Number(last), Number(by)]
  // The last value counts although sums of fractions fall a little beside it.
  const steps = Math.floor(Math.abs(to - from) / step + 1e-6)
  if (steps >= MOST_CELLS) throw new Unreadable({ kind: 'many' })
  const sign = to < from ? -1 : 1
  return Array.from({ length: steps + 1 }, (_, at) => Number((from + sign * step * at).toFixed(6)))
}

function checked(value: number, { min, max, whole = false }: Rule): number {
  const text = String(value)
  if (whole && !Number.isInteger(value)) throw new Unreadable({ kind: 'whole', text })
  if (value < min || value > max) throw new Unreadable({ kind: 'range', text, min, max })
  return value
}

const readNumbers = (text: string, rule: Rule): number[] =>
  pieces(text, /[,;]/)
    .flatMap(numbersIn)
    .map((value) => checked(value, rule))

const readSizes = (text: string): { width: number; height: number }[] =>
  pieces(text, /[,;]/).map((piece) => {
    const [, width, height = width] = SIZE.exec(piece) ?? []
    if (width === undefined) throw new Unreadable({ kind: 'unreadable', text: piece })
    return {
      width: checked(Number(width), LIMITS.size),
      height: checked(Number(height), LIMITS.size),
    }
  })

function axisOf({ of, find, lora, text, chosen }: AxisDraft): GridAxis | null {
  switch (of) {
    case null:
      return null
    case 'prompt':
      if (find.trim() === '') throw new Unreadable({ kind: 'noFind' })
      // A value may have a comma itself.
      return { of, find: find.trim(), values: pieces(text, text.includes(';') ? /;/ : /,/) }
    case 'lora':
      if (lora === null) throw new Unreadable({ kind: 'noLora' })
      return { of, lora, values: readNumbers(text, RULES.lora) }
    case 'size':
      return { of, values: readSizes(text) }
    case 'sampler':
      return { of, values: SAMPLERS.filter((sampler) => chosen.includes(sampler)) }
    case 'model':
      return { of, values: [...chosen] }
    case 'style':
      return { of, values: chosen.map((id) => (id === NO_STYLE ? null : id)) }
    default:
      return { of, values: readNumbers(text, RULES[of]) }
  }
}

/** The axis that a draft says, or why it says none; neither for one that is not chosen. */
export function readAxis(draft: AxisDraft): { axis: GridAxis | null; problem: AxisProblem | null } {
  try {
    const axis = axisOf(draft)
    if (axis === null) return { axis, problem: null }
    if (axis.values.length === 0) throw new Unreadable({ kind: 'empty' })
    if (axis.values.length > MOST_CELLS) throw new Unreadable({ kind: 'many' })
    const seen = new Set<string>()
    for (const value of axis.values) {
      const text =
        typeof value === 'object' && value !== null
          ? `${value.width}x${value.height}`
          : String(value)
      if (seen.has(text)) throw new Unreadable({ kind: 'twice', text })
      seen.add(text)
    }
    return { axis, problem: null }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { axis: null, problem: error.problem }
  }
}
