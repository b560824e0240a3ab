import { expect, test } from 'vitest'
import { inEnglish } from '#server/texts/index.ts'
import { type JsonAnswer, startJsonServer } from '#tests/support/doubles/json-server.ts'
import { checkStripe } from './check-stripe.ts'

/** Asks a server that answers every call so. */
async function check(answer: JsonAnswer, key = 'sk_test_1'): Promise<string> {
  const server = await startJsonServer(() => answer)
  try {
    return inEnglish(await checkStripe(key, server.url))
  } finally {
    await server.close()
  }
}

test('a key of the test mode is told from one for real money', async () => {
  const balance = { object: 'balance', available: [], pending: [] }
  expect(await check({ status: 200, body: { ...balance, livemode: false } })).toMatch('test mode')
  expect(await check({ status: 200, body: { ...balance, livemode: true } })).toMatch('are real')
})

test('a restricted key that may not read the balance is one that Stripe takes', async () => {
  const error = { type: 'invalid_request_error', message: 'The key does not have permission' }
  expect(await check({ status: 403, body: { error } }, 'rk_live_1')).toMatch('are real')
})

test('a key that is refused is said in a sentence', async () => {
  const error = { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_*' }
  await expect(check({ status: 401, body: { error } })).rejects.toThrow(
    /^Stripe does not take this key\.$/,
  )
})

test.each([429, 500])('another error of Stripe (%i) is said in a sentence', async (status) => {
  const error = { type: 'api_error', message: 'Too many or broken' }
  await expect(check({ status, body: { error } })).rejects.toThrow(
    /^Stripe answered with an error\. Try again in a moment\.$/,
  )
})

test('a server that is away is said in a sentence', async () => {
  const server = await startJsonServer(() => ({ status: 200, body: {} }))
  await server.close()
  await expect(checkStripe('sk_test_1', server.url)).rejects.toThrow(/^Stripe cannot be reached\./)
})
