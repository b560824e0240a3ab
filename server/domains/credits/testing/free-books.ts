import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Books, openBooks, setClock } from '#tests/support/books.ts'

/**
 * Opens the books of a file of tests about free credits, at a noon in November. After each test they have to agree.
 * @param begin told before each test: the books, and an address from which nobody came before
 */
export function openFreeBooks(
  begin: (books: Books, network: string) => void,
  options?: Parameters<typeof openBooks>[0],
): void {
  let books: Books
  let tests = 0
  beforeAll(async () => {
    books = await openBooks(options)
  })
  afterAll(() => books.dispose())
  beforeEach(async () => {
    await setClock(books.db, '2026-11-05T12:00:00Z')
    begin(books, `203.0.113.${(tests += 1)}`)
  })
  afterEach(async () => {
    expect(await books.credits.reconcile()).toEqual([])
  })
}
