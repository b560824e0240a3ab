import type {
  ServiceModelChange,
  ServiceModelInput,
  ServiceModelProblem,
} from '#contract/admin-service-models.ts'
import type { AddedModelEntry, ServiceCost } from '#contract/service-model-entry.ts'
import { saidDuration } from '#contract/service-model-ways.ts'
import type { PublishedModel } from '#server/engines/spec/index.ts'

/** Inputs that are sent to the endpoint of an entry itself, over all of its ways there. */
function sentTo(entry: AddedModelEntry): Record<string, unknown>[] {
  const others =
    entry.does === 'draw'
      ? [entry.fromImage, entry.withMask]
      : entry.does === 'video'
        ? [entry.fromImage]
        : []
  return [
    entry.input,
    ...others.flatMap((way) => (way && way.endpoint === entry.endpoint ? [way.input] : [])),
  ]
}

const takesAspects = (entry: AddedModelEntry) => entry.does === 'draw' || entry.does === 'video'

/** What an input may be sent, of those that have to be one of its choices. */
function constantsFor(entry: AddedModelEntry, name: string): string[] {
  return sentTo(entry).flatMap((input) => {
    const sent = input[name]
    if (sent === '$aspect') return takesAspects(entry) ? (entry.aspects ?? []) : []
    if (sent === '$duration' && entry.does === 'video')
      return entry.durations.map((seconds) => String(saidDuration(entry, seconds)))
    if (typeof sent === 'number' || typeof sent === 'boolean') return [String(sent)]
    return typeof sent === 'string' && !sent.startsWith('$') ? [sent] : []
  })
}

const BY_WORDS: ReadonlySet<string> = new Set(['draw', 'inpaint', 'edit_image', 'video'])
const wordsOf = (value: unknown) => JSON.stringify(value) ?? ''

/** Problems that keep an entry from being offered. @param inputs null: its service has not been asked */
export function judgeEntry(
  entry: AddedModelEntry,
  inputs: readonly ServiceModelInput[] | null,
): ServiceModelProblem[] {
  const problems: ServiceModelProblem[] = []
  const asked = wordsOf(entry.input)
  if (BY_WORDS.has(entry.does) && !asked.includes('"$prompt"'))
    problems.push({ kind: 'no_prompt', input: null })
  if (!takesAspects(entry) && !/"\$images?"/.test(asked))
    problems.push({ kind: 'no_image', input: null })
  if (entry.does === 'inpaint' && !/"\$(?:kept_)?mask"/.test(asked))
    problems.push({ kind: 'no_mask', input: null })
  // Else people would pay for seconds that nobody asks for.
  if (entry.does === 'video' && entry.durations.length > 1 && !asked.includes('"$duration"'))
    problems.push({ kind: 'no_duration', input: null })
  if (entry.cost.dollars === 0) problems.push({ kind: 'no_cost', input: null })
  if (!inputs) return problems
  const known = new Map(inputs.map((input) => [input.name, input]))
  const ways = sentTo(entry)
  for (const { name, required, choices } of inputs) {
    if (required && ways.some((way) => !Object.hasOwn(way, name)))
      problems.push({ kind: 'needed', input: name })
    if (choices && constantsFor(entry, name).some((one) => !choices.includes(one)))
      problems.push({ kind: 'not_a_choice', input: name })
  }
  for (const name of new Set(ways.flatMap((way) => Object.keys(way))))
    if (!known.has(name)) problems.push({ kind: 'unknown', input: name })
  return problems
}

/** What an entry was made for: what its service published when it was written. */
interface Baseline {
  inputs: readonly ServiceModelInput[]
  price: ServiceCost | null
}

const PAUSING: ReadonlySet<ServiceModelChange['kind']> = new Set([
  'input_needed',
  'input_gone',
  'input_changed',
  'choice_gone',
])

/** Whether a model would be asked for something else than it takes. */
export const isPausing = (changes: readonly ServiceModelChange[]): boolean =>
  changes.some(({ kind }) => PAUSING.has(kind))

/** Whether its service had no such model any more. */
export const hasEnded = (changes: readonly ServiceModelChange[]): boolean =>
  changes.some(({ kind }) => kind === 'ended')

/**
 * What a service has changed since.
 * @param now null: it has no such model any more
 */
export function compareWithService(
  entry: AddedModelEntry,
  { inputs, price }: Baseline,
  now: PublishedModel | null,
): ServiceModelChange[] {
  const nothing = { input: null, before: null, after: null }
  if (!now) return [{ kind: 'ended', ...nothing }]
  const changes: ServiceModelChange[] = now.isEnding ? [{ kind: 'ending', ...nothing }] : []
  const ways = sentTo(entry)
  const isSent = (name: string) => ways.some((way) => Object.hasOwn(way, name))
  const before = new Map(inputs.map((input) => [input.name, input]))
  const after = new Map(now.inputs.map((input) => [input.name, input]))
  for (const input of now.inputs) {
    const { name, required, type, choices } = input
    const old = before.get(name)
    if (required && ways.some((way) => !Object.hasOwn(way, name)))
      changes.push({ kind: 'input_needed', input: name, before: null, after: type })
    else if (!old) changes.push({ kind: 'input_new', input: name, before: null, after: type })
    if (!old || !isSent(name)) continue
    if (old.type !== type)
      changes.push({ kind: 'input_changed', input: name, before: old.type, after: type })
    const lost = choices ? constantsFor(entry, name).filter((one) => !choices.includes(one)) : []
    if (lost.length > 0)
      changes.push({ kind: 'choice_gone', input: name, before: lost.join(', '), after: null })
  }
  for (const { name, type } of inputs)
    if (isSent(name) && !after.has(name))
      changes.push({ kind: 'input_gone', input: name, before: type, after: null })
  return [...changes, ...comparePrices(price, now.cost)]
}

const priceWords = ({ dollars, per }: ServiceCost) => `$${dollars} / ${per}`

function comparePrices(
  before: ServiceCost | null,
  after: ServiceCost | null,
): ServiceModelChange[] {
  if (!before || !after) return []
  if (before.dollars === after.dollars && before.per === after.per) return []
  // Two units cannot be compared, so somebody has to look.
  const isCheaper = before.per === after.per && after.dollars < before.dollars
  return [
    {
      kind: isCheaper ? 'cheaper' : 'dearer',
      input: null,
      before: priceWords(before),
      after: priceWords(after),
    },
  ]
}
