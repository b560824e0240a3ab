import { expect, test } from 'vitest'
import { judgeFal } from '../../fal/judge-fal.ts'
import { judgeRefusal } from './judge-refusal.ts'

test.each([
  [401, 'Incorrect API key', true, 'refuses_credentials'],
  [402, 'Payment required', true, 'no_money'],
  [403, 'User is locked. Reason: Exhausted balance.', true, 'no_money'],
  [403, 'Your project does not have access to the model gpt-image-2', false, 'refuses_credentials'],
  [403, 'This content was blocked', false, 'refuses_credentials'],
  [429, 'Slow down', false, 'too_busy'],
])('%i "%s" refuses everything: %s, trouble: %s', (status, text, refusesAll, trouble) => {
  const refusal = { status, text, retryAfterMs: null }
  const means = { code: 'engine_unreachable', retryable: true, refusesAll, trouble }
  expect(judgeRefusal('service', refusal)).toMatchObject(means)
  expect(judgeFal({ ...refusal, text: JSON.stringify({ detail: text }) })).toMatchObject(means)
})
