import { brandOfHost, brands } from '#brands/index.ts'

export interface Site {
  /** What the brand is called. */
  name: string
  /** Where its links lead, without a slash at the end. */
  origin: string
}

/** On a machine of one's own every brand answers to its name under localhost. */
function isLocal(hostname: string): boolean {
  return /(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname)
}

/**
 * The brand that a request was made to, and the address for links in its mails. That is PUBLIC_URL, or the
 * brand's own host from its file: the Host header only chooses among those, it is never repeated.
 */
export function siteOf(host: string, publicUrl: string): Site {
  const brand = brandOfHost(host)
  const url = new URL(publicUrl)
  const ownHost = brand.hosts[0] ?? (isLocal(url.hostname) ? `${brand.id}.localhost` : undefined)
  if (brand !== brands[0] && ownHost !== undefined) url.hostname = ownHost
  return { name: brand.name, origin: url.origin }
}
