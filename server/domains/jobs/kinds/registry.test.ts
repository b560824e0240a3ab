import { readdirSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { JobType } from '#contract/prediction-images.ts'
import { NAMES } from '#server/translations/spanish/names.ts'
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

test('quotes and statements name every kind in Spanish', async () => {
  const kinds = createKinds()
  for (const type of requestTypes()) {
    const { title } = await kinds.get(type)
    for (const name of [title, title[0]!.toLowerCase() + title.slice(1)])
      expect(NAMES).toHaveProperty([name])
  }
})

/** The domain's own code, without what knows its kinds. */
const domainFiles = readdirSync(new URL('..', import.meta.url), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.ts') && !/^kinds\/|\.test\.ts$/.test(file))

test.each(domainFiles)('%s knows no kind by name', (file) => {
  const code = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  expect(code.match(new RegExp(`'(${JobType.options.join('|')})'`))).toBeNull()
})
