import { expect, test } from 'vitest'
import type { PromptVerdict } from './check-prompt.ts'
import { createVerdictMemory } from './verdict-memory.ts'

const REFUSED: PromptVerdict = {
  allowed: false,
  code: 'prompt_blocked',
  message: { key: 'jobs.promptNotAllowed' },
}

test('the same words are read once, whoever asks and in which way', async () => {
  const memory = createVerdictMemory()
  let reads = 0
  const read = (): PromptVerdict => {
    reads += 1
    return REFUSED
  }
  expect(memory.recall(['a fox'], read)).toBe(REFUSED)
  expect(memory.recall(['a fox'], read)).toBe(REFUSED)
  expect(await memory.recall(['a fox'], async () => read())).toBe(REFUSED)
  expect(reads).toBe(1)
})

test('other words, and the same beside others, are read by themselves', async () => {
  const memory = createVerdictMemory()
  const read: string[] = []
  const ask = (words: (string | null)[]) =>
    memory.recall(words, () => {
      read.push(JSON.stringify(words))
      return { allowed: true }
    })
  for (const words of [['a fox'], ['an owl'], ['a fox', null], ['a fox', 'owl'], ['a fox']])
    await ask(words)
  expect(read).toEqual(['["a fox"]', '["an owl"]', '["a fox",null]', '["a fox","owl"]'])
})

test('a reading that fails is not remembered', async () => {
  const memory = createVerdictMemory()
  const fails = memory.recall(['a fox'], () => Promise.reject(new Error('no thread')))
  await expect(fails).rejects.toThrow('no thread')
  expect(await memory.recall(['a fox'], async () => REFUSED)).toBe(REFUSED)
})
