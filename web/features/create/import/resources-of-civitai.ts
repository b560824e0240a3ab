import { type FoundSettings, type LeftOut, numberOf, textOf } from './found-settings.ts'
import { isObject } from './parse-json.ts'

/** Settings whose values are JSON that is not quoted, with commas in it. */
const JSON_SETTING = /,?\s*([A-Z][\w -]*):\s*(?=[[{])/g

/** Takes unquoted JSON out of a line of settings, by the names of the settings. */
export function takeJson(line: string): { rest: string; values: ReadonlyMap<string, unknown> } {
  const values = new Map<string, unknown>()
  let rest = ''
  let from = 0
  for (const match of line.matchAll(JSON_SETTING)) {
    const start = match.index + match[0].length
    const end = endOfJson(line, start)
    if (match.index < from || end === -1) continue
    try {
      values.set(match[1]!, JSON.parse(line.slice(start, end)))
    } catch {
      // Not JSON: it stays a setting like the others.
      continue
    }
    rest += line.slice(from, match.index)
    from = end
  }
  return { rest: rest + line.slice(from), values }
}

/** Behind the bracket that closes the one at `from`, past texts; -1 where none does. */
function endOfJson(line: string, from: number): number {
  let depth = 0
  for (const { 0: token, index } of line.slice(from).matchAll(/"(?:\\.|[^"\\])*"|[[\]{}]/g)) {
    if ('[{'.includes(token)) depth++
    if (']}'.includes(token) && --depth === 0) return from + index + 1
  }
  return -1
}

export interface Resources {
  model: string | null
  loras: FoundSettings['loras'] & object
  leftOut: LeftOut[]
}

const LORAS = new Set(['lora', 'locon', 'lycoris', 'dora'])

/** What Civitai's own site drew with, which it writes as JSON: `Civitai resources: [{"type":"checkpoint",...}]`. */
export function readResources(line: string): Resources {
  const { values } = takeJson(line)
  const found: Resources = { model: null, loras: [], leftOut: [] }
  for (const [name, value] of values) {
    if (name !== 'Civitai resources' || !Array.isArray(value)) {
      if (!/^Civitai|hashes$/i.test(name)) found.leftOut.push({ kind: 'setting', name })
      continue
    }
    for (const one of value.filter(isObject)) {
      const title = textOf(one['modelName'])
      const type = String(one['type']).toLowerCase()
      if (title === null) continue
      if (type === 'checkpoint') found.model = title
      else if (LORAS.has(type)) {
        found.loras.push({ model: title, weight: numberOf(one['weight']) ?? 1 })
      } else if (type === 'vae') found.leftOut.push({ kind: 'vae', name: title })
      else found.leftOut.push({ kind: 'setting', name: title })
    }
  }
  return found
}
