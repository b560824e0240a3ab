const unescape = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')

/** What a pattern with one group finds in a page. */
export const all = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, text]) => unescape(text!))

/** What a public page lacks for search engines and where its link is shared. @param host of the page */
export const faults = (html: string, host: string): string[] => {
  const one = (name: string, pattern: RegExp) => {
    const count = all(html, pattern).filter((text) => text.trim() !== '').length
    return count === 1 ? [] : [`${count} of ${name}`]
  }
  const canonical = all(html, /<link rel="canonical" href="([^"]+)"/g)
  return [
    ...one('title', /<title>([^<]*)<\/title>/g),
    ...one('description', /<meta name="description" content="([^"]*)"/g),
    ...one('h1', /<h1[^>]*>([\s\S]*?)<\/h1>/g),
    ...one('og:image', /<meta property="og:image" content="([^"]*)"/g),
    ...(canonical.length === 1 && new URL(canonical[0]!).host === host ? [] : ['no canonical']),
  ]
}
