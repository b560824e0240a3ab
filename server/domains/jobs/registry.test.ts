import { readdirSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { JobType } from '#contract/prediction-images.ts'
import { inEnglish } from '#server/texts/index.ts'
import { createKinds, type KindEntry, KINDS, requestTypes } from './registry.ts'

test('every type that can be asked for has its kind, under its own name', async () => {
  const kinds = createKinds()
  expect(requestTypes()).toEqual(expect.arrayContaining(['TTI', 'ITI']))
  for (const type of requestTypes()) expect((await kinds.get(type)).type).toBe(type)
  expect(await kinds.find('XYZ')).toBeUndefined()
  await expect(kinds.get('XYZ')).rejects.toThrow('XYZ')
})

test('what can be asked for is kept and shown under the same type', () => {
  expect(JobType.options).toEqual(requestTypes().toSorted())
})

test('the start fails by name on a type without a kind, with two, and on a kind that nobody can ask for', () => {
  const [first] = KINDS
  expect(() => createKinds(KINDS, [...requestTypes(), 'XYZ'])).toThrow('XYZ has no kind')
  expect(() => createKinds([...KINDS, first!])).toThrow(`${first!.type} has two kinds`)
  expect(() => createKinds(KINDS, requestTypes().slice(1))).toThrow('TTI is no member')
})

test('what could not be loaded is tried again', async () => {
  const [entry] = KINDS
  const load = vi
    .fn<KindEntry['load']>(entry!.load)
    .mockRejectedValueOnce(new Error('no such file'))
  const kinds = createKinds([{ ...entry!, load }], [entry!.type])
  await expect(kinds.get(entry!.type)).rejects.toThrow('no such file')
  expect((await kinds.get(entry!.type)).type).toBe(entry!.type)
  await kinds.get(entry!.type)
  expect(load).toHaveBeenCalledTimes(2)
})

test('the code of a kind is not loaded before its first job', () => {
  const source = readFileSync(new URL('registry.ts', import.meta.url), 'utf8')
  expect(source).not.toMatch(/^import .*\/[\w-]+\/kind\.ts'/m)
})

test('a kind is named in a sentence as by itself, with a small letter', async () => {
  const kinds = createKinds()
  for (const type of requestTypes()) {
    const { title, inSentence } = await kinds.get(type)
    const name = inEnglish(title)
    expect(inEnglish(inSentence)).toBe(name[0]!.toLowerCase() + name.slice(1))
  }
})

/** The domain's own code, without what knows its kinds. */
const domainFiles = readdirSync(new URL('.', import.meta.url), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.ts') && !/^kinds\/|^registry\.ts$|\.test\.ts$/.test(file))

test.each(domainFiles)('%s knows no kind by name', (file) => {
  const code = readFileSync(new URL(file, import.meta.url), 'utf8')
  expect(code.match(new RegExp(`'(${JobType.options.join('|')})'`))).toBeNull()
})
