import { expect, it } from 'vitest'
import { isDisposable } from './permanent-addresses.ts'

const own = { refused: true, further: ['short.example'], permanent: ['yopmail.com'] }

it.each([
  ['somebody@mailinator.com', true],
  ['SOMEBODY@Mailinator.COM', true],
  ['somebody@a.b.mailinator.com', true],
  ['somebody@gmail.com', false],
  ['somebody@example.org', false],
  ['mailinator.com@example.org', false],
  // Forwarded to a mailbox that somebody keeps, although the list names it.
  ['somebody@duck.com', false],
  ['somebody@short.example', true],
  ['somebody@very.short.example', true],
  ['somebody@tall-short.example', false],
  ['somebody@yopmail.com', false],
])('whether %s is disposable: %s', async (email, is) => {
  expect(await isDisposable(own, email)).toBe(is)
})
