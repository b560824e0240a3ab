/**
 * Where to go after signing in, taken from the address bar: only paths of this site, that is those
 * that start with exactly one `/`. Browsers read `\` as `/` and drop control characters, so these
 * are refused too.
 * @returns the path, or null
 */
export function safePath(value: string | null | undefined): string | null {
  if (!value?.startsWith('/') || value.startsWith('//')) return null
  const unsafe = [...value].some((char) => char === '\\' || char < ' ' || char === '\u007F')
  return unsafe ? null : value
}

/** The destination in a query string: `nextUrl` (pricing) or `next` (studios). */
export function nextPathOf(search: URLSearchParams): string | null {
  return safePath(search.get('nextUrl')) ?? safePath(search.get('next'))
}
