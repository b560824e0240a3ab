/** Words of undressing that are refused by themselves; what differs from one of them by a letter is no other word. */
const RARE =
  'undress undressed undressing undresses topless bottomless shirtless unclothed disrobing lingerie nudified desnuda desnudo desnudas desnudos desnudar desnudala desnudarla desnudandose lenceria'
/** Others come so near to common words that only letters that are left out, doubled or in the wrong order count. */
const NEAR =
  'naked clothes clothing panties swimsuit nipples strip stripped stripping shirt skirt blouse dressed remove removing wearing nothing without'
/** Long ones that say nothing by themselves, and that no common word comes near to. */
const LONG =
  'underneath underwear sweater swimwear trousers leggings stockings bikini bikinis completely'
/** Words that are meant as they stand. */
const MEANT = new Set(
  'cloths clothe pantries desnudez trip strips stripe striped striping skit shit shirts skirts noting sweeter sweated sweaters swearing dresses dresser trouser louse blouses removed removes'.split(
    ' ',
  ),
)

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz')

/** The first letter stays: `sundress` is another word than `undress`. */
function misspellings(word: string, letters: readonly string[]): string[] {
  const places = Array.from({ length: word.length - 1 }, (_, at) => at + 1)
  return places.flatMap((at) => {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    const [next = '', second = ''] = after
    return [
      before + after.slice(1),
      before + next + after,
      before + second + next + after.slice(2),
      ...letters.flatMap((letter) => [before + letter + after, before + letter + after.slice(1)]),
    ]
  })
}

const MISSPELT: ReadonlyMap<string, string> = new Map(
  [
    ...RARE.split(' ').map((word) => ({ word, letters: LETTERS })),
    ...LONG.split(' ').map((word) => ({ word, letters: LETTERS })),
    ...NEAR.split(' ').map((word) => ({ word, letters: [] })),
  ]
    .flatMap(({ word, letters }) =>
      misspellings(word, letters).map((wrong) => [wrong, word] as const),
    )
    .filter(([wrong]) => !MEANT.has(wrong)),
)

/** The word that a misspelt word of undressing is meant to be; undefined for any other. */
export const meantBy = (word: string): string | undefined => MISSPELT.get(word)
