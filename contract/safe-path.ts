/**
 * Where to go after signing in, taken from an address or a request: only paths of this site, that is those
 * that start with exactly one `/`. Browsers read `\` as `/` and drop control characters, so these
 * are refused too.
 * @returns the path, or null
 */
export function safePath(value: string | null | undefined): string | null {
  if (!value?.startsWith('/') || value.startsWith('//')) return null
  return /[\\\p{Cc}]/u.test(value) ? null : value
}
