import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROMPTS } from '#content/es/prompts.ts'
import { loadTokenizer } from '../../diffusion/tokenizer/load-tokenizer.ts'
import { readStoreDescription } from '../store/retrieval-store.ts'
import { understandPrompt } from './understand-prompt.ts'

const MODEL = join(import.meta.dirname, '../../../models/text-to-image')
const store = (await readStoreDescription(MODEL))!
const tokenizer = await loadTokenizer(MODEL)
const understand = (prompt: string) =>
  understandPrompt(prompt, store, (word) => tokenizer.unknownWords(word).length === 0)

test.each(Object.entries(PROMPTS))('"%s" names the same things as "%s"', (english, spanish) => {
  const asked = understand(spanish)
  expect(asked).toMatchObject({ language: 'es', leftOut: [], unknown: [] })
  expect(asked.things).toEqual(understand(english).things)
})
