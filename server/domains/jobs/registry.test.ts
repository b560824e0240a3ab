import { readdirSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { JobType } from '#contract/prediction-images.ts'
import { inEnglish } from '#server/texts/index.ts'
import { KINDS } from './kinds/loaders.ts'
import { createKinds } from './registry.ts'

const types = Object.keys(KINDS)

test('every type that can be asked for has its kind, under its own name', async () => {
  const kinds = createKinds(KINDS)
  for (const type of types) expect((await kinds.get(type)).type).toBe(type)
  expect(await kinds.find('XYZ')).toBeUndefined()
  expect(await kinds.find('toString')).toBeUndefined()
  await expect(kinds.get('XYZ')).rejects.toThrow('XYZ')
})

test('what can be asked for is kept and shown under the same type', () => {
  expect(JobType.options).toEqual(types.toSorted())
})

test('what could not be loaded is tried again', async () => {
  const load = vi.fn<typeof KINDS.TTI>(KINDS.TTI).mockRejectedValueOnce(new Error('no such file'))
  const kinds = createKinds({ TTI: load })
  await expect(kinds.get('TTI')).rejects.toThrow('no such file')
  expect((await kinds.get('TTI')).type).toBe('TTI')
  await kinds.get('TTI')
  expect(load).toHaveBeenCalledTimes(2)
})

test('the code of a kind is not loaded before its first job', () => {
  const source = readFileSync(new URL('kinds/loaders.ts', import.meta.url), 'utf8')
  expect(source).not.toMatch(/^import .*\/[\w-]+\/kind\.ts'/m)
})

test('a kind is named in a sentence as by itself, with a small letter', async () => {
  const kinds = createKinds(KINDS)
  for (const type of types) {
    const { title, inSentence } = await kinds.get(type)
    const name = inEnglish(title)
    expect(inEnglish(inSentence)).toBe(name[0]!.toLowerCase() + name.slice(1))
  }
})

/** The domain's own code, without its kinds and `registry.ts`, which names the types of videos and drawings: they are needed before any kind is loaded. */
const domainFiles = readdirSync(new URL('.', import.meta.url), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.ts') && !/^kinds\/|^registry\.ts$|\.test\.ts$/.test(file))

test.each(domainFiles)('%s knows no kind by name', (file) => {
  const code = readFileSync(new URL(file, import.meta.url), 'utf8')
  expect(code.match(new RegExp(`'(${JobType.options.join('|')})'`))).toBeNull()
})
