import { numberOf } from './found-settings.ts'
import { takeJson } from './resources-of-civitai.ts'

/** Settings by A1111's names for them. */
export type Settings = ReadonlyMap<string, string>

/** A text of A1111 in its three parts. */
export interface TextParts {
  positive: string
  /** null: the text has none. */
  negative: string | null
  settings: Settings
  /** The settings as they are written. */
  line: string
}

/** `Steps: 20, Sampler: "Euler, a"`: a value with a comma is quoted as JSON. */
const SETTING = /\s*(\w[\w \-/]*):\s*("(?:\\.|[^\\"])*"|[^,]*)(?:,|$)/g

/** Settings name two of these at least, in any order. */
export const USUAL = [
  'Steps',
  'Sampler',
  'CFG scale',
  'Seed',
  'Size',
  'Model',
  'Model hash',
  'Version',
]

/** Other programs write these names with other capitals. */
const BY_LETTERS = new Map(USUAL.map((name) => [name.toLowerCase(), name]))

const NEGATIVE = /^\s*negative prompt:/i
const POSITIVE = /^\s*(?:positive )?prompt:/i

/** Behind the settings, programs write of which template the prompt was made. */
const TEMPLATE = /^\s*(?:negative )?(?:template|wildcard prompt):/i

function unquote(value: string): string {
  if (!value.startsWith('"')) return value.trim()
  try {
    return String(JSON.parse(value))
  } catch {
    return value.slice(1, -1)
  }
}

const settingsIn = (line: string): Settings =>
  new Map(
    [...takeJson(line).rest.matchAll(SETTING)].map(([, found, value]) => {
      const name = found!.trim()
      return [BY_LETTERS.get(name.toLowerCase()) ?? name, unquote(value!)]
    }),
  )

const usualIn = (line: string): number => {
  const settings = settingsIn(line)
  return USUAL.filter((name) => settings.has(name)).length
}

const isSettings = (line: string): boolean => usualIn(line) >= 2

/** A line of its own for one setting, as people and some sites write them. */
const isSetting = (line: string): boolean =>
  BY_LETTERS.has(/^\s*(\w[\w ]*?)\s*:/.exec(line)?.[1]?.toLowerCase() ?? '')

/** A setting whose value cannot be words. */
function isNumeric(line: string): boolean {
  const settings = settingsIn(line)
  const isNumber = ['Steps', 'Seed', 'CFG scale'].some(
    (name) => numberOf(settings.get(name)) !== undefined,
  )
  return isNumber || /^\d+\s*x\s*\d+$/.test(settings.get('Size') ?? '')
}

/** Ends lines where all was written into one: before `Steps:` and `Negative prompt:`. */
function toLines(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const at = /(?<=[^,\s]\s+)Steps:\s*\d+\s*,/.exec(line)?.index ?? -1
    const isEnd = at !== -1 && !isSettings(line.slice(0, at)) && isSettings(line.slice(at))
    const words = isEnd ? line.slice(0, at) : line
    const rest = isEnd ? [line.slice(at)] : []
    const negative = isEnd || !isSettings(line) ? words.search(/\bNegative prompt:/) : -1
    if (negative <= 0) return [words, ...rest]
    return [words.slice(0, negative).trimEnd(), words.slice(negative), ...rest]
  })
}

/** The last lines that are settings, from the first to behind the last; null where there are none. */
function findSettings(lines: readonly string[]): [number, number] | null {
  for (let end = lines.length; end > 0; end--) {
    const isPart = (line: string | undefined) =>
      line !== undefined && (isSettings(line) || isSetting(line))
    if (!isPart(lines[end - 1])) continue
    let from = end - 1
    while (isPart(lines[from - 1])) from--
    const run = lines.slice(from, end)
    // A prompt may end in a line such as `Model: a tall woman`.
    const words = run.some(isSettings)
      ? run.findIndex((line) => isSettings(line) || isNumeric(line))
      : 0
    if (run.reduce((sum, line) => sum + usualIn(line), 0) >= 2) return [from + words, end]
    end = from + 1
  }
  return null
}

/** Words before and behind `Negative prompt:`. */
function splitWords(lines: readonly string[]): Pick<TextParts, 'positive' | 'negative'> {
  const at = lines.findIndex((line) => NEGATIVE.test(line))
  const labelled = lines.findIndex((line) => POSITIVE.test(line))
  const positive = (own: readonly string[]) => own.join('\n').replace(POSITIVE, '')
  const negative = (own: readonly string[]) => own.join('\n').replace(NEGATIVE, '').trim()
  if (at === -1) return { positive: positive(lines), negative: null }
  if (labelled > at && lines.slice(0, at).every((line) => line.trim() === '')) {
    return {
      positive: positive(lines.slice(labelled)),
      negative: negative(lines.slice(at, labelled)),
    }
  }
  return { positive: positive(lines.slice(0, at)), negative: negative(lines.slice(at)) }
}

/** Finds the prompt, the negative prompt and the settings of a text, also where they stand in another order. */
export function partsOfText(text: string): TextParts {
  const lines = toLines(text)
  const found = findSettings(lines)
  if (found === null) return { ...splitWords(lines), settings: new Map(), line: '' }
  const [from, end] = found
  const behind = lines.slice(end)
  const templateAt = behind.findIndex((line) => TEMPLATE.test(line))
  const after = templateAt === -1 ? behind : behind.slice(0, templateAt)
  const before = lines.slice(0, from)
  const isFirst = before.every((line) => line.trim() === '')
  const negativeAt = before.some((line) => NEGATIVE.test(line))
    ? -1
    : after.findIndex((line) => NEGATIVE.test(line))
  const words = isFirst ? after : [...before, ...(negativeAt === -1 ? [] : after.slice(negativeAt))]
  const line = lines.slice(from, end).join(', ')
  return { ...splitWords(words), settings: settingsIn(line), line }
}
