import { expect, test } from 'vitest'
import { composePrompt, type Picked, type Scene } from './compose-prompt.ts'

test.each<[Picked[], Scene, string, string]>([
  [[{ name: 'dog', count: 2 }], 'snow', 'en', 'two dogs in the snow'],
  [
    [
      { name: 'owl', count: 1 },
      { name: 'fox', count: 2 },
    ],
    'none',
    'en',
    'an owl and two foxes',
  ],
  [[{ name: 'lady', count: 3 }], 'none', 'en', 'three ladies'],
  [[{ name: 'oso de peluche', count: 2 }], 'night', 'es', 'dos osos de peluche de noche'],
  [
    [
      { name: 'pez', count: 3 },
      { name: 'gato', count: 1 },
    ],
    'sea',
    'es',
    'tres peces y un gato en el mar',
  ],
  [[], 'space', 'en', 'in space'],
])('%j %s %s', (picked, scene, language, prompt) => {
  expect(composePrompt(picked, scene, language)).toBe(prompt)
})
