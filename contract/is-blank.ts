/** What a text must have to say something: a character that is neither white space nor without any shape of its own. */
const SHOWN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Of a field that must say something and does not. */
export const BLANK = 'This field may not be blank.'

/** Whether nothing of a text is to be seen: zero-width characters, joiners and soft hyphens count as little as spaces. */
export function isBlank(text: string): boolean {
  return !SHOWN.test(text)
}
