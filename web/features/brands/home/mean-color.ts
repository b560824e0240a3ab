const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'

/**
 * Reads the mean colour of an image from its BlurHash: characters 3 to 6 are its sRGB value in base 83.
 * @returns as CSS writes it; undefined for a damaged hash
 */
export function meanColorOf(hash: string): string | undefined {
  let value = 0
  for (let at = 2; at < 6; at++) {
    const digit = DIGITS.indexOf(hash.charAt(at) || ' ')
    if (digit === -1) return undefined
    value = 83 * value + digit
  }
  return value > 0xffffff ? undefined : `#${value.toString(16).padStart(6, '0')}`
}
