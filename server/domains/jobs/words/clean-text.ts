import { LIMITS } from '#contract/values/jobs/drawing.ts'

/** Longer than any prompt that a model means to write: something went wrong inside it. */
const MOST = 20_000
const QUOTES = /^(?:"(.*)"|“(.*)”|'(.*)'|`+(.*?)`+)$/su
/** What models put before a prompt although they are told not to. */
const HEADING =
  /^(?:here(?:'s| is)[^:\n]{0,60}|(?:new |improved |rewritten )?prompt|caption)\s*:\s*/i

/**
 * What a model wrote, as a prompt: one line without control characters, quotation marks around it or a heading, and no
 * longer than a prompt may be.
 * @returns null for what is no prompt: nothing, no letters, a page of markup, or far too much
 */
export function cleanText(written: string): string | null {
  if (written.length > MOST) return null
  // A replacement character stands where bytes were no text.
  const line = written.replace(/[\p{Cc}\p{Cf}\p{Co}\uFFFD\s]+/gu, ' ').trim()
  if (/^<(?:!doctype|html|\?xml)/i.test(line) || /^[{[].*[}\]]$/s.test(line)) return null
  const bare = unquote(unquote(line).replace(HEADING, ''))
  return /\p{L}/u.test(bare) ? shorten(bare) : null
}

function unquote(text: string): string {
  const found = QUOTES.exec(text)
  return (found?.slice(1).find((part) => part !== undefined) ?? text).trim()
}

/** Ends with a whole word. */
function shorten(text: string): string {
  if (text.length <= LIMITS.prompt) return text
  const cut = text.slice(0, LIMITS.prompt)
  const end = cut.lastIndexOf(' ')
  return (end > LIMITS.prompt / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:]+$/, '')
}
