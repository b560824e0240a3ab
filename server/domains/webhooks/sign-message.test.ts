import { expect, test } from 'vitest'
import { createSigningSecret, signMessage } from './sign-message.ts'

/** The example of Standard Webhooks' own libraries. */
const MESSAGE = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
}
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

test('signs as the specification says', () => {
  expect(signMessage(MESSAGE, [SECRET])).toEqual({
    'webhook-id': MESSAGE.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': SIGNATURE,
  })
})

test('signs with two secrets while one follows the other', () => {
  const fresh = createSigningSecret()
  expect(fresh).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const { 'webhook-signature': signature } = signMessage(MESSAGE, [fresh, SECRET])
  const [first, second] = signature!.split(' ')
  expect(first).toMatch(/^v1,/)
  expect(first).not.toBe(SIGNATURE)
  expect(second).toBe(SIGNATURE)
})
