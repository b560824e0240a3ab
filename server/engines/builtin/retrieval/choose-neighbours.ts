import type { NearConcept } from './nearest-concepts.ts'
import type { RetrievalStore } from './retrieval-store.ts'

type Shelf = Pick<
  RetrievalStore,
  'styles' | 'kin' | 'hintStyles' | 'spareStyles' | 'lastStyles' | 'pictures' | 'picturesOf'
>

/** Concepts as near as the first one within this are as good. */
const TIE = 0.005
/** Share of the hints by another hand, where a picture of the same drawing in another style is there too. */
const STRANGERS = 0.7

/**
 * Chooses the picture that shows what a thing looks like: the thing as another style drew it. One in the style wanted, which
 * the model is to draw itself, is better than another thing.
 *
 * @param near best first
 * @returns null if the store has no picture of any
 */
export function chooseHint(
  shelf: Shelf,
  near: readonly NearConcept[],
  style: string,
  uniform: () => number,
): number | null {
  const best = near.filter(({ score }) => score > near[0]!.score - TIE)
  const first = oneOf(best, uniform)!
  const further = near.filter((one) => one !== first)
  for (const { concept } of [first, ...further]) {
    const of = (...styles: readonly string[]): number[] =>
      shelf.picturesOf(concept).filter((picture) => styles.includes(styleOf(shelf, picture)))
    const others = of(...shelf.hintStyles.filter((one) => one !== style))
    const isKin = (picture: number): boolean =>
      shelf.kin.includes(style) && shelf.kin.includes(styleOf(shelf, picture))
    const strangers = others.filter((picture) => !isKin(picture))
    const kin = others.filter(isKin)
    const byStranger = kin.length === 0 || (strangers.length > 0 && uniform() < STRANGERS)
    const chosen = oneOf(byStranger ? strangers : kin, uniform)
    if (chosen !== null) return chosen
    const spare = shelf.spareStyles.filter((one) => one !== style)
    const own = shelf.lastStyles.includes(style) ? [] : [style]
    for (const next of [...spare, ...own, ...shelf.lastStyles]) {
      const pool = of(next)
      if (pool.length > 0) return oneOf(pool, uniform)
    }
  }
  return null
}

/** Chooses a picture of something near in the style wanted, or one of its kin, which shows the style; null if there is none. */
export function chooseManner(
  shelf: Shelf,
  near: readonly NearConcept[],
  style: string,
  uniform: () => number,
): number | null {
  const pictures = near.slice(1).flatMap(({ concept }) => shelf.picturesOf(concept))
  const pool = pictures.filter((picture) => styleOf(shelf, picture) === style)
  const kin = shelf.kin.includes(style) ? shelf.kin : []
  return (
    oneOf(pool, uniform) ??
    oneOf(
      pictures.filter((picture) => kin.includes(styleOf(shelf, picture))),
      uniform,
    )
  )
}

function styleOf({ styles, pictures }: Shelf, picture: number): string {
  return styles[pictures[picture]![1]]!
}

function oneOf<T>(list: readonly T[], uniform: () => number): T | null {
  return list[Math.floor(uniform() * list.length)] ?? null
}
