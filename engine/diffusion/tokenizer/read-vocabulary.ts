import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import {
  modelBroken,
  readModelJson,
  readModelText,
  readOptionalModelJson,
} from '../../model-files.ts'

const VOCABULARY = 'vocab.json'
const MERGES = 'merges.txt'
/** What newer programs write in the place of the two. */
const WHOLE = 'tokenizer.json'

const isTable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Up to 50,000 entries, each of which is looked at once: later. */
const tableSchema = z.custom<object>(isTable, 'Invalid input: expected object')
const wholeSchema = z.object({
  model: z.object({ vocab: tableSchema, merges: z.custom<unknown[]>(Array.isArray) }),
})

/** The words of `vocab.json` and their ids. Throws EngineError `model_broken`. */
export async function readVocabulary(modelDir: string): Promise<Map<string, number>> {
  const file = `tokenizer/${VOCABULARY}`
  return readTable(modelDir, file, await readModelJson(modelDir, file, tableSchema))
}

/** A vocabulary of byte pairs. */
export interface Pairs {
  vocabulary: Map<string, number>
  /** Pairs `left right`, earliest first. */
  merges: string[]
}

/**
 * Reads `vocab.json` and `merges.txt` of a folder in it, or `tokenizer.json` where they are not.
 *
 * @throws EngineError `model_broken`
 */
export async function readPairs(modelDir: string, folder: string): Promise<Pairs> {
  const [list, joined, together] = [VOCABULARY, MERGES, WHOLE].map(
    (name) => `${folder}/${name}`,
  ) as [string, string, string]
  const words = await readOptionalModelJson(modelDir, list, tableSchema)
  if (words) {
    const lines = (await readModelText(modelDir, joined)).split(/\r?\n/)
    return {
      vocabulary: await readTable(modelDir, list, words),
      merges: lines.filter((line) => line && !line.startsWith('#version')),
    }
  }
  const whole = await readOptionalModelJson(modelDir, together, wholeSchema)
  if (!whole) throw modelBroken(path.join(modelDir, list), 'is missing')
  const { vocab, merges } = whole.model
  return {
    vocabulary: await readTable(modelDir, together, vocab),
    merges: merges.map((pair) => (Array.isArray(pair) ? pair.join(' ') : String(pair))),
  }
}

/** In steps between which the server answers requests. */
async function readTable(
  modelDir: string,
  name: string,
  words: object,
): Promise<Map<string, number>> {
  await nextTurn()
  const vocabulary = new Map<string, number>()
  for (const word in words) {
    const id: unknown = words[word as keyof typeof words]
    if (typeof id !== 'number')
      throw modelBroken(path.join(modelDir, name), `has no number for ${word}`)
    vocabulary.set(word, id)
  }
  await nextTurn()
  return vocabulary
}
