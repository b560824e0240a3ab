import { paths } from '#contract/paths.ts'
import { pageLanguage, prefixOf, withoutPrefix } from '#web/lib/language.ts'

const patterns = Object.values(paths).map(({ pattern }) => pattern)
const fixed = new Set<string>(patterns.filter((pattern) => !pattern.includes(':')))
const withIds = patterns
  .filter((pattern) => pattern.includes(':'))
  .map((pattern) => ({
    pattern,
    matches: new RegExp(`^${pattern.replace(':id', '[^/]+')}$`),
  }))

/** Calls and files have ids and signatures where pages have names. */
const NOT_PAGES = /^\/(?:api|proxy|img|media|dev)\//

function pathWithoutIds(path: string): string {
  if (NOT_PAGES.test(path)) return path.replaceAll(/\/[^/]*\d[^/]*/g, '/:id')
  const page = withoutPrefix(path, pageLanguage())
  if (fixed.has(page)) return path
  const pattern = withIds.find(({ matches }) => matches.test(page))?.pattern
  return pattern === undefined ? path : `${prefixOf(pageLanguage())}${pattern}`
}

/**
 * A path of this site as others may read it: a link to share, to answer or to reset a password opens a door, and an id is of a
 * person's own. So ids are left out, and queries.
 */
export const publicPath = (path: string): string => pathWithoutIds(path.replace(/[?#].*$/s, ''))

const ADDRESS = /https?:\/\/[^\s"'<>\\)]+/g
const PATH = /^((?:(?:GET|HEAD|POST|PUT|PATCH|DELETE) )?)(\/\S*)$/

/** The same for all addresses in a text, and for a text that is a path. */
export function withoutSecrets(text: string): string {
  const path = PATH.exec(text)
  if (path) return `${path[1]}${publicPath(path[2] ?? '')}`
  return text.replaceAll(ADDRESS, (address) => {
    const url = URL.parse(address)
    if (url === null) return address
    const isOwn = url.origin === window.location.origin
    return `${url.origin}${isOwn ? publicPath(url.pathname) : url.pathname}`
  })
}
