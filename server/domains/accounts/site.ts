import { type Brand, brandFiles, brandOfHost, brandOfId } from '#brands/index.ts'

export interface Site {
  /** What the brand is called. */
  name: string
  /** Where its links lead, without a slash at the end; of a person's site with the prefix of their language. */
  origin: string
}

/** The site as one person reads it. */
export interface PersonalSite extends Site {
  /** Theirs, if this installation offers it; else English. */
  language: string
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

const nameOf = (host: string): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''

const ENGLISH = 'en'

/** Whether a name is that of a machine for itself, where every brand answers to its name under localhost. */
export function isLocal(hostname: string): boolean {
  return /(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname)
}

/** The address is PUBLIC_URL, or the brand's own host from its file. */
function siteOfBrand(brand: Brand, publicUrl: string): Site {
  const url = new URL(publicUrl)
  const ownHost = brand.hosts[0] ?? (isLocal(url.hostname) ? `${brand.id}.localhost` : undefined)
  if (brand.id !== brandFiles[0].id && ownHost !== undefined) url.hostname = ownHost
  return { name: brand.name, origin: url.origin }
}

/** The site that a request was made to. The Host header only chooses among the brands and the names of this machine, it is never repeated. */
export function siteOf(host: string, publicUrl: string): Site {
  const site = siteOfBrand(brandOfHost(host), publicUrl)
  const asked = nameOf(host)
  const url = new URL(site.origin)
  // Of a machine's own names it keeps the one in use: the session belongs to that alone.
  if (!LOOPBACK.has(asked) || !LOOPBACK.has(url.hostname)) return site
  url.hostname = asked
  return { ...site, origin: url.origin }
}

/** The site of a person: the brand where they opened their account, in their language. Their mails are written in its name. */
export function siteOfUser(
  user: { brand: string | null; language: string | null },
  { publicUrl, languages }: { publicUrl: string; languages: readonly string[] },
): PersonalSite {
  const site = siteOfBrand(brandOfId(user.brand), publicUrl)
  const language = languages.find((offered) => offered === user.language) ?? ENGLISH
  return {
    ...site,
    origin: language === ENGLISH ? site.origin : `${site.origin}/${language}`,
    language,
  }
}
