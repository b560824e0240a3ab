import { join } from 'node:path'
import { expect, test } from 'vitest'
import readPrompt from '../prompt-thread.ts'

const modelDir = join(import.meta.dirname, '../../../models/text-to-image')

const read = (prompt: string) =>
  readPrompt({
    opened: 'test',
    modelDir,
    asked: { prompt, steps: 20, subject: undefined, isAlone: false },
  })

// The main thing decides, not a word beside it: of "a man with a hat" the man is drawn, of "a hat for a man" the hat.
test.each([
  ['a man with a hat', true, 'man'],
  ['portrait of my grandmother in a garden', true, 'old woman'],
  ['a woman with a dog', true, 'woman'],
  ['a person in a car', true, 'person'],
  ['a king', true, 'king'],
  ['a family of four', true, 'family'],
  ['an astronaut in space', true, 'astronaut - in space'],
  ['un hombre con sombrero', true, 'hombre'],
  ['a hat', false, 'hat'],
  ['a hat for a man', false, 'hat'],
  ["a woman's hat", false, 'woman s hat'],
  ["a man's shoe", false, 'man s shoe'],
  ['a cowboy hat', false, 'cowboy hat'],
  ['a dog with a hat', false, 'dog'],
  ['a baby bottle', false, 'baby bottle'],
  ['a baby chick', false, 'baby chick'],
  ['a snowman', false, 'snowman'],
  ['a robot', false, 'robot'],
  ['a mermaid', false, 'mermaid'],
  ['a woman vampire', false, 'woman vampire'],
  ['a clown face', false, 'clown face'],
  ['the statue of liberty', false, 'statue of liberty'],
  ['un sombrero de copa', false, 'galera'],
])('"%s" is a person: %s', async (prompt, expected, drawn) => {
  const { isOfPerson, told } = await read(prompt)
  expect({ isOfPerson, drawn: told[0]?.text }).toEqual({ isOfPerson: expected, drawn })
})
