/** Matches a visible character: no white space, no control character, none without a shape. */
const SHOWN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a text shows nothing: zero-width characters, joiners and soft hyphens count as blank, as spaces do. */
export function isBlank(text: string): boolean {
  return !SHOWN.test(text)
}
