import { inflateSync } from 'node:zlib'

/** All that a file says in letters, also what lies in it compressed. */
export function lettersOf(bytes: Buffer): string {
  const packed: string[] = []
  for (let at = 8; at + 12 <= bytes.length && bytes.toString('latin1', 1, 4) === 'PNG';) {
    const length = bytes.readUInt32BE(at)
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (/^[zi]TXt$/.test(bytes.toString('latin1', at + 4, at + 8))) {
      for (let from = data.indexOf(0); from < Math.min(data.length, 300); from++) {
        try {
          packed.push(inflateSync(data.subarray(from)).toString('latin1'))
          break
        } catch {
          // No compressed text begins here.
        }
      }
    }
    at += length + 12
  }
  // Of UTF-16 in either order, and wherever it begins, the plain letters are left.
  const withoutZeros = Buffer.from(bytes.filter((byte) => byte !== 0)).toString('latin1')
  return [bytes.toString('latin1'), withoutZeros, ...packed].join('\n')
}

/** Addresses of files in a page or an answer. */
export const filesIn = (text: string): string[] => {
  const plain = text.replaceAll('&amp;', '&').replaceAll(String.raw`\u0026`, '&')
  const found = plain.match(/\/(?:media|img)\/[^\s"'<>\\,)]+/g) ?? []
  return [...new Set(found)]
}
