import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Books, openBooks, setClock } from './books.ts'

/**
 * Books for the tests of a file, a new user for each of them, and sums that agree after each.
 * @param at the billing clock at which each test begins
 */
export function withBooks(take: (books: Books, user: string) => void, at: string): void {
  let books: Books
  beforeAll(async () => {
    books = await openBooks()
  })
  afterAll(() => books.dispose())
  beforeEach(async () => {
    await setClock(books.db, at)
    take(books, await books.addUser())
  })
  afterEach(async () => {
    expect(await books.credits.reconcile()).toEqual([])
  })
}
