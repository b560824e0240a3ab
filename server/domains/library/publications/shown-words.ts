import {
  formatDrawnAfter,
  type ImageRow,
  type JobRow,
  parametersOf,
  quoteValue,
} from '#server/domains/jobs/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import type { PublicationListener, ShownWords } from './listener.ts'

/** What everybody reads of a public image, as explore shows it; null: nothing. */
export const wordsOfPublic = async (
  { publisher }: { publisher: PublicationListener },
  reader: Reader,
  image: Pick<ImageRow, 'id' | 'shows_prompt'>,
): Promise<ShownWords | null> =>
  image.shows_prompt ? publisher.shownWords(reader, image.id) : null

/** What the page behind a link tells when it shows the prompt: that alone; null: nothing. */
export async function wordsOfShare(
  { publisher }: { publisher: PublicationListener },
  reader: Reader,
  job: Pick<JobRow, 'parameters'>,
): Promise<{ prompt: string } | null> {
  const { prompt } = parametersOf(job)
  if (typeof prompt !== 'string' || prompt === '') return null
  return { prompt: await publisher.hideNames(reader, prompt) }
}

/** Settings by the names that A1111 gives them. */
const SETTINGS = {
  steps: 'Steps',
  sampler: 'Sampler',
  guidance_scale: 'CFG scale',
  seed: 'Seed',
  size: 'Size',
  model: 'Model',
  style: 'Style',
} as const

/** The same as text in a file, as A1111 writes it, with the sources that their licences have us name. */
export function formatShownWords(
  words: ShownWords,
  { drawn_after: drawnAfter }: Pick<ImageRow, 'drawn_after'>,
): string {
  const { prompt, negative_prompt: negative } = words
  const size = [words['width'], words['height']].map(textOf)
  const shown: ShownWords = { ...words, ...(!size.includes('') && { size: size.join('x') }) }
  const settings = Object.entries(SETTINGS).flatMap(([name, written]) => {
    const value = textOf(shown[name])
    return value === '' ? [] : [`${written}: ${quoteValue(value)}`]
  })
  const sources = formatDrawnAfter(drawnAfter ?? [])
  if (sources !== undefined) settings.push(`Drawn after: ${quoteValue(sources)}`)
  return [
    textOf(prompt),
    ...(textOf(negative) === '' ? [] : [`Negative prompt: ${textOf(negative)}`]),
    ...(settings.length === 0 ? [] : [[...settings, 'Version: Atelier'].join(', ')]),
  ].join('\n')
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
