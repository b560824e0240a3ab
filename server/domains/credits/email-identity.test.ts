import { describe, expect, it } from 'vitest'
import { hashEmail, normaliseEmail } from './email-identity.ts'

describe('the mailbox behind an address', () => {
  it.each([
    ['Ann@Example.org', 'ann@example.org'],
    ['ann+atelier@example.org', 'ann@example.org'],
    ['a.n.n+x+y@GMail.com', 'ann@gmail.com'],
    ['a.nn@googlemail.com', 'ann@gmail.com'],
    ['a.nn@example.org', 'a.nn@example.org'],
    ['+ann@example.org', '+ann@example.org'],
    ['"a@b"+c@example.org', '"a@b"@example.org'],
  ])('%s is %s', (email, mailbox) => {
    expect(normaliseEmail(email)).toBe(mailbox)
  })

  it('is kept as a hash that only the secret can repeat', () => {
    const secret = Buffer.alloc(32, 1)
    expect(hashEmail('A+b@x.org', secret)).toEqual(hashEmail('a@x.org', secret))
    expect(hashEmail('a@x.org', Buffer.alloc(32, 2))).not.toEqual(hashEmail('a@x.org', secret))
  })
})
