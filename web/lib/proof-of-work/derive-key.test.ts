import { solveChallenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { expect, it } from 'vitest'
import { deriveKeyInScript } from './derive-key.ts'

it('solves what a browser under https solves', async () => {
  const hmacSignatureSecret = 'a secret of the test'
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 50,
    keyPrefix: '00',
    deriveKey,
    hmacSignatureSecret,
  })
  const solution = await solveChallenge({ challenge, deriveKey: deriveKeyInScript })
  const result = await verifySolution({
    challenge,
    solution: solution!,
    deriveKey,
    hmacSignatureSecret,
  })
  expect(result.verified).toBe(true)
})
