import { createHash } from 'node:crypto'

/** Where a server of one's own is, and what it wants to hear. */
export interface ServerAddress {
  /** Without credentials and without a slash at its end. */
  url: string
  /** `authorization`, where the address has a user name or a token. */
  headers: Record<string, string>
  /** For the operator's eyes: `127.0.0.1:7860`. */
  label: string
  /** Eight hex digits that stay the same for an address and do not tell it: names of engines are public. */
  key: string
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
  const plain = `${url.origin}${path}`
  const key = createHash('sha256').update(plain).digest('hex').slice(0, 8)
  return { url: plain, headers, label: `${url.host}${path}`, key }
}

/** Without the secrets of the address: some servers repeat in their answers what they were sent. */
export function conceal(text: string, { headers }: ServerAddress): string {
  const secrets = Object.values(headers).flatMap((value) => [value, value.replace(/^\w+ /, '')])
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
}
