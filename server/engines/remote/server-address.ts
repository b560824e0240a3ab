/** Where a server of one's own is, and what it wants to hear. */
export interface ServerAddress {
  /** Without credentials and without a slash at its end. */
  url: string
  /** `authorization`, where the address has a user name or a token. */
  headers: Record<string, string>
  /** Short and stable, without secrets: `127.0.0.1-7860`. */
  label: string
}

/**
 * Takes an address apart: `http://host:7860`, `http://user:password@host:7860` (HTTP Basic) or
 * `http://:token@host:7860` (a bearer token, as proxies in front of such servers want it).
 */
export function parseServerAddress(text: string): ServerAddress {
  const url = new URL(text)
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  const path = url.pathname.replace(/\/+$/, '')
  const headers: Record<string, string> = {}
  if (user !== '') {
    headers['authorization'] = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  } else if (password !== '') {
    headers['authorization'] = `Bearer ${password}`
  }
  const label = `${url.host}${path}`.toLowerCase().replace(/[^a-z0-9.]+/g, '-')
  return { url: `${url.origin}${path}`, headers, label: label.replace(/^-|-$/g, '') }
}
