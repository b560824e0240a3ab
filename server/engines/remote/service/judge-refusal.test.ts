import { expect, test } from 'vitest'
import { judgeFal } from '../../fal/judge-fal.ts'
import { judgeRefusal } from './judge-refusal.ts'

test.each([
  [401, 'Incorrect API key', true],
  [402, 'Payment required', true],
  [403, 'User is locked. Reason: Exhausted balance.', true],
  [403, 'Your project does not have access to the model gpt-image-2', false],
  [403, 'This content was blocked', false],
  [429, 'Slow down', false],
])('%i "%s" refuses everything: %s', (status, text, refusesAll) => {
  const refusal = { status, text, retryAfterMs: null }
  const means = { code: 'engine_unreachable', retryable: true, refusesAll }
  expect(judgeRefusal('service', refusal)).toMatchObject(means)
  expect(judgeFal({ ...refusal, text: JSON.stringify({ detail: text }) })).toMatchObject(means)
})
