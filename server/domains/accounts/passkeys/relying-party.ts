import { isIP } from 'node:net'
import { brandOfHost } from '#brands/index.ts'
import { siteOf } from '../site.ts'

/** A site as WebAuthn knows it. */
export interface RelyingParty {
  /** The host that its passkeys belong to. */
  id: string
  name: string
  /** The pages that may use them. */
  origins: readonly string[]
}

/** The name in a Host header, where it is one of the brand's. */
function brandHost(host: string): string | undefined {
  const { id, hosts } = brandOfHost(host)
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return [...hosts, `${id}.localhost`].find((known) => known === name)
}

/**
 * The relying party of the site that a request was made to: the brand's own host, and with it those of the brand's other hosts
 * that lie under it. A host apart from it has passkeys of its own.
 */
export function relyingPartyOf(host: string, publicUrl: string): RelyingParty {
  const { name, origin } = siteOf(host, publicUrl)
  const { hostname } = new URL(origin)
  const asked = brandHost(host)
  if (asked === undefined || asked === hostname) return { id: hostname, name, origins: [origin] }
  const url = new URL(origin)
  url.hostname = asked
  return asked.endsWith(`.${hostname}`)
    ? { id: hostname, name, origins: [origin, url.origin] }
    : { id: asked, name, origins: [url.origin] }
}

/** Whether browsers make passkeys for a host: they do for names alone. */
export const takesPasskeys = ({ id }: RelyingParty): boolean =>
  isIP(id.replaceAll(/[[\]]/g, '')) === 0
