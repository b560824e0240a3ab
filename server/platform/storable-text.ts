/** Whether PostgreSQL can keep a text: no NUL and no half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Whether a text can be an id of ours; a malformed id is the id of nothing. */
export function isId(text: string): boolean {
  return UUID.test(text)
}

/** For `like`: finds the text anywhere; its own `%` and `_` mean themselves. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
