import type { Tokenizer } from './tokenizer.ts'

export interface ClipTokenizerConfig {
  /** Ids that the encoder reads at once, start and end included (77 for Stable Diffusion). */
  length: number
  start: string
  end: string
  pad: string
  unknown: string
}

/** White space as Unicode has it: JavaScript's \s has one character more and lacks another. */
const SPACE = String.raw`\t-\r\x85\p{Z}`
const SPACES = new RegExp(`[${SPACE}]+`, 'gu')
const PIECES = new RegExp(
  String.raw`'s|'t|'re|'ve|'m|'ll|'d|\p{L}+|\p{N}|[^${SPACE}\p{L}\p{N}]+`,
  'gu',
)

/**
 * CLIP's byte-level byte pair encoding (Radford et al. 2021, after Sennrich et al. 2016, arXiv:1508.07909):
 * pieces of text as bytes, of which the pair merged earliest in training is joined until none is left.
 *
 * @param merges pairs `left right`, earliest first
 */
export function createClipTokenizer(
  vocabulary: ReadonlyMap<string, number>,
  merges: readonly string[],
  config: ClipTokenizerConfig,
): Tokenizer {
  const ranks = new Map(merges.map((pair, rank) => [pair, rank]))
  const byteSymbols = createByteSymbols()
  const special = [...new Set([config.start, config.end, config.pad, config.unknown])]
  // Kept by the parentheses; what stands for itself is looked for before anything is made of the text.
  const parts = new RegExp(`(${special.map(literally).join('|')})`, 'u')
  const unknown = vocabulary.get(config.unknown) ?? 0
  const idOf = (symbol: string): number => vocabulary.get(symbol) ?? unknown

  const tokens = (text: string): number[] =>
    text
      .split(parts)
      .flatMap((part) =>
        special.includes(part)
          ? [idOf(part)]
          : piecesOf(part).flatMap((piece) => mergePairs(piece, byteSymbols, ranks).map(idOf)),
      )

  return {
    maxTokens: config.length - 2,
    lead: 1,
    comma: vocabulary.get(',</w>') ?? null,
    tokens,
    frame(ids) {
      const padding = Array.from<number>({ length: config.length }).fill(idOf(config.pad))
      const framed = [idOf(config.start), ...ids, idOf(config.end), ...padding]
      return framed.slice(0, config.length)
    },
    // Any text is made of bytes, all of which it knows.
    unknownWords: () => [],
  }
}

/** A pattern that fits this text alone. */
function literally(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
}

/** Each letter is made small by itself: a sigma at the end of a word is one like the others. */
function piecesOf(text: string): string[] {
  const clean = text.normalize('NFC').replaceAll(SPACES, ' ')
  const small = Array.from(clean, (letter) => letter.toLowerCase()).join('')
  return small.match(PIECES) ?? []
}

function mergePairs(
  piece: string,
  byteSymbols: readonly string[],
  ranks: ReadonlyMap<string, number>,
): string[] {
  let symbols = Array.from(new TextEncoder().encode(piece), (byte) => byteSymbols[byte]!)
  symbols.push(`${symbols.pop()}</w>`)
  for (;;) {
    const [left, right] = earliestPair(symbols, ranks)
    if (left === undefined) return symbols
    const merged: string[] = []
    for (let i = 0; i < symbols.length; i++) {
      if (symbols[i] === left && symbols[i + 1] === right) {
        merged.push(`${left}${right}`)
        i++
      } else merged.push(symbols[i]!)
    }
    symbols = merged
  }
}

/** The neighbours that were merged earliest in training; none if no pair was. */
function earliestPair(
  symbols: readonly string[],
  ranks: ReadonlyMap<string, number>,
): [string, string] | [] {
  let earliest = Infinity
  let pair: [string, string] | [] = []
  for (let i = 1; i < symbols.length; i++) {
    const [left, right] = [symbols[i - 1]!, symbols[i]!]
    const rank = ranks.get(`${left} ${right}`) ?? Infinity
    if (rank < earliest) [earliest, pair] = [rank, [left, right]]
  }
  return pair
}

/** A printable character for each byte: itself where printable, else the next one from U+0100 on. */
function createByteSymbols(): string[] {
  let next = 256
  return Array.from({ length: 256 }, (_, byte) => {
    const printable =
      (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255)
    return String.fromCodePoint(printable ? byte : next++)
  })
}
