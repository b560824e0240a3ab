const WHOLE = /__[a-z0-9]+(?:[-_][a-z0-9]+)*__/gi
const BEGUN = /__([a-z0-9_-]*)$/i

/** The part of a list's name that was begun right before the cursor; null where none was. */
export function begunName(before: string): string | null {
  // The underscores that end one name do not begin the next.
  const rest = before.replaceAll(WHOLE, (name) => ' '.repeat(name.length))
  return BEGUN.exec(rest)?.[1]?.toLowerCase() ?? null
}

/** The prompt with a list's name at a place, in the stead of what was begun of it, and where the cursor stands then. */
export function withList(
  prompt: string,
  at: number,
  name: string,
): { prompt: string; cursor: number } {
  const before = prompt.slice(0, at)
  const begun = begunName(before)
  const kept = begun === null ? before : before.slice(0, before.length - begun.length - 2)
  const text = `${kept}__${name}__`
  return { prompt: text + prompt.slice(at), cursor: text.length }
}
