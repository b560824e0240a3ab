import type { NearConcept } from '../store/nearest-concepts.ts'
import type { RetrievalStore } from '../store/retrieval-store.ts'

type Shelf = Pick<
  RetrievalStore,
  | 'styles'
  | 'kin'
  | 'hintStyles'
  | 'spareStyles'
  | 'lastStyles'
  | 'priorStyles'
  | 'pictures'
  | 'picturesOf'
>

/** What shows a thing: the number of a picture of the store, or a concept that it has none of and the style to recall it in. */
export type Hint = { picture: number } | { concept: number; style: string }

/** Concepts as near as the first one within this are as good. */
const TIE = 0.005
/** Share of the hints by another hand, where a picture of the same drawing in another style is there too. */
const STRANGERS = 0.7

/**
 * Chooses the picture that shows what a thing looks like: the thing as another style drew it. One in the style wanted, which
 * the model is to draw itself, is better than another thing.
 *
 * @param near best first
 * @param recalls whether the model can draw what the store has no picture of
 * @returns null if there is nothing of any
 */
export function chooseHint(
  shelf: Shelf,
  near: readonly NearConcept[],
  style: string,
  uniform: () => number,
  recalls: boolean,
): Hint | null {
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
    if (chosen !== null) return { picture: chosen }
    const spare = shelf.spareStyles.filter((one) => one !== style)
    const own = shelf.lastStyles.includes(style) ? [] : [style]
    for (const next of [...spare, ...own, ...shelf.lastStyles]) {
      const picture = oneOf(of(next), uniform)
      if (picture !== null) return { picture }
    }
    if (recalls) return { concept, style: recallStyle(shelf, style, uniform) }
  }
  return null
}

/** A style that is well remembered, of another hand than the one wanted where there is one. */
function recallStyle(shelf: Shelf, style: string, uniform: () => number): string {
  const kin = shelf.kin.includes(style) ? shelf.kin : []
  const others = shelf.priorStyles.filter((one) => one !== style && !kin.includes(one))
  return oneOf(others, uniform) ?? style
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
