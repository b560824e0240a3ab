import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { setClock } from '#tests/support/books.ts'
import type { TestPerson } from '#tests/support/people.ts'
import type { TestAppOptions } from '#tests/support/test-app.ts'
import { type PaymentsApp, startPaymentsApp } from './payments-app.ts'

const START = '2026-11-01T00:00:00Z'

interface ShopOptions {
  /** Time goes on from test to test instead of starting over. */
  keepsTime?: boolean
  app?: TestAppOptions
}

/** One shop for the tests of a file, a new buyer for each of them, and books that agree after each. */
export function withShop(
  take: (shop: PaymentsApp, buyer: TestPerson) => void,
  { keepsTime = false, app }: ShopOptions = {},
): void {
  let shop: PaymentsApp
  beforeAll(async () => {
    shop = await startPaymentsApp(START, app)
  })
  afterAll(() => shop.dispose())
  beforeEach(async () => {
    if (!keepsTime) await setClock(shop.app.db, START)
    take(shop, await shop.newBuyer())
  })
  afterEach(() => shop.expectCleanBooks())
}
