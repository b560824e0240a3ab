import { expect, test } from 'vitest'
import { codeOfStep } from '#tests/support/authenticator.ts'
import { matchingStep, stepAt, toBase32, totpUri } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('the code of RFC 6238 at second %i', (seconds, code) => {
  // The vectors have eight digits, of which apps show the last six.
  expect(matchingStep(SECRET, code.slice(2), seconds * 1000)).toBe(stepAt(seconds * 1000))
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of RFC 4648: %j', (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded)
})

test('a clock may be one step early or late, not two', () => {
  const now = 1_700_000_000_000
  const at = (steps: number) => matchingStep(SECRET, codeOfStep(SECRET, stepAt(now) + steps), now)
  expect([-2, -1, 0, 1, 2].map((steps) => at(steps) !== null)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
  expect(matchingStep(SECRET, '12é45', now)).toBeNull()
  expect(matchingStep(SECRET, 'é12345', now)).toBeNull()
})

test('the address in the QR code names site and account', () => {
  expect(totpUri(SECRET, { issuer: 'Paper Moon', email: 'ada@example.org' })).toBe(
    'otpauth://totp/Paper%20Moon:ada%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Paper%20Moon',
  )
})
