/**
 * The address of a page as its renderer is given it. Host and path are joined as text: resolved against an origin, a
 * path that begins with `//` would name another host.
 * @returns at `localhost` for a Host header that is none, or that has a name and password in it
 */
export function pageAddress(protocol: string, host: string | undefined, path: string): string {
  const address = `${protocol}://${host ?? 'localhost'}${path}`
  const parsed = URL.parse(address)
  const isPlain = parsed !== null && parsed.username === '' && parsed.password === ''
  return isPlain ? address : `http://localhost${path}`
}
