import { safePath } from '#contract/safe-path.ts'

/** The destination in a query string: `nextUrl` (pricing) or `next` (studios). */
export function nextPathOf(search: URLSearchParams): string | null {
  return safePath(search.get('nextUrl')) ?? safePath(search.get('next'))
}
