import { expect, test } from 'vitest'
import { z } from 'zod'
import { EmailAddress } from './accounts.ts'

test.each(['Ada@Example.COM', 'ada@xn--mller-kva.XN--P1AI', "o'ada+x@a.b.example"])(
  'the address %s is taken, and fits the pattern in the API’s description',
  (address) => {
    expect(EmailAddress.parse(address)).toBe(address)
    const { pattern } = z.toJSONSchema(EmailAddress)
    expect(address).toMatch(new RegExp(pattern!))
  },
)

test.each(['ada', 'ada@example', 'ada@example.c', '@example.com', 'a b@example.com'])(
  '%j is no address',
  (address) => {
    expect(EmailAddress.safeParse(address).success).toBe(false)
  },
)
