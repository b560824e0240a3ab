/** Signs that stand for letters; of two that may be meant both are tried. */
const SIGNS: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '€': 'e',
}
const TALL_SIGNS = ['i', 'l']

/** Letters of other alphabets that look like Latin ones. */
const LOOKALIKES = new Map(
  Object.entries({
    a: 'аα',
    b: 'в',
    c: 'с',
    d: 'ԁđ',
    e: 'еε',
    g: 'ɡ',
    h: 'н',
    i: 'іιı',
    j: 'ј',
    k: 'кκ',
    l: 'ł',
    m: 'м',
    n: 'пո',
    o: 'оοø',
    p: 'рρ',
    s: 'ѕ',
    t: 'тτ',
    u: 'υ',
    v: 'ν',
    x: 'хχ',
    y: 'у',
  }).flatMap(([letter, others]) =>
    Array.from(others, (other): [string, string] => [other, letter]),
  ),
)

const PICTURED: [RegExp, string][] = [
  [/[👶🍼]/gu, ' baby '],
  [/[👦👧🧒🚸]/gu, ' child '],
  [/[🔞]/gu, ' nsfw '],
]

/** What a prompt may be meant to say, in lower case. */
export interface PromptReadings {
  /** The prompt as it stands, and with letters in place of signs that stand for them. */
  likely: string[]
  /** Those, and without the other common disguises: letters that look alike, apart, drawn out or parted by weights. */
  all: string[]
}

export function readPrompt(prompt: string): PromptReadings {
  const plain = PICTURED.reduce(
    (text, [picture, word]) => text.replace(picture, word),
    prompt
      // Where engines part a prompt; the words on both sides are drawn together.
      .replace(/\bBREAK\b/g, ' ')
      .normalize('NFKD')
      // Accents and what cannot be seen.
      .replace(/[\p{M}\p{Cf}]/gu, '')
      .toLowerCase(),
  )
  const latin = Array.from(plain, (letter) => LOOKALIKES.get(letter) ?? letter).join('')
  const apart = latin.replaceAll('_', ' ')
  const closed = apart.replace(/:\s*-?[\d.]+(?=\s*[)\]>])/g, '').replace(/[()[\]{}\\]/g, '')
  const uncounted = apart.replace(/(?<![\p{L}\p{N}])\d+(?=[a-z]{3,})/gu, '')
  const texts = [apart, closed, uncounted].flatMap((text) => [
    text,
    withoutSigns(text, 0),
    withoutSigns(text, 1),
  ])
  const readings = texts.map(joinLetters).flatMap((text) => [text, ...shortened(text)])
  const likely = [...new Set([plain, withoutSigns(apart, 0)])]
  return { likely, all: [...new Set([...likely, latin, ...texts, ...readings])] }
}

/** `n4ked` as it is meant. */
function withoutSigns(text: string, tall: 0 | 1): string {
  return text.replace(/(?<![\p{L}\p{N}])[\d@$€!|]*[a-z][a-z\d@$€!|]{2,}/gu, (word) =>
    word.replace(/[03457@$€]/g, (sign) => SIGNS[sign] ?? sign).replace(/[1!|]/g, TALL_SIGNS[tall]!),
  )
}

/** `s-e-x` and `s e x`; two spaces, or another sign than that between the letters, part words. */
function joinLetters(text: string): string {
  const join = (spelled: string) => spelled.replace(/[ .*-]/g, '')
  return text
    .replace(/\b[a-z]([ .*-])(?:[a-z]\1)+[a-z]\b/g, join)
    .replace(/\b(?:[a-z][ .*-]){2,}[a-z]\b/g, join)
}

/** `nuuude`: no word has a letter three times in a row. */
function shortened(text: string): string[] {
  const drawnOut = /([a-z])\1{2,}/g
  return drawnOut.test(text) ? ['$1', '$1$1'].map((by) => text.replace(drawnOut, by)) : []
}
