import type { NearConcept } from '../store/nearest-concepts.ts'
import type { RetrievalStore } from '../store/retrieval-store.ts'

type StoredPictures = Pick<
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
export type ThingPicture = { picture: number } | { concept: number; style: string }

/** Concepts as near as the first one within this are as good. */
const TIE = 0.005
/** Share of the guidance images from another icon set, where a picture of the same drawing in another style is there too. */
const STRANGERS = 0.7

/**
 * Chooses the picture that shows what a thing looks like: the thing as another style drew it. One in the style wanted, which
 * the model is to draw itself, is better than another thing.
 *
 * @param near best first
 * @param recalls whether the model can draw what the store has no picture of
 * @returns null if there is nothing of any
 */
export function chooseGuidance(
  store: StoredPictures,
  near: readonly NearConcept[],
  style: string,
  uniform: () => number,
  recalls: boolean,
): ThingPicture | null {
  const best = near.filter(({ score }) => score > near[0]!.score - TIE)
  const first = oneOf(best, uniform)!
  const further = near.filter((one) => one !== first)
  for (const { concept } of [first, ...further]) {
    const of = (...styles: readonly string[]): number[] =>
      store.picturesOf(concept).filter((picture) => styles.includes(styleOf(store, picture)))
    const others = of(...store.hintStyles.filter((one) => one !== style))
    const isKin = (picture: number): boolean =>
      store.kin.includes(style) && store.kin.includes(styleOf(store, picture))
    const strangers = others.filter((picture) => !isKin(picture))
    const kin = others.filter(isKin)
    const byStranger = kin.length === 0 || (strangers.length > 0 && uniform() < STRANGERS)
    const chosen = oneOf(byStranger ? strangers : kin, uniform)
    if (chosen !== null) return { picture: chosen }
    const spare = store.spareStyles.filter((one) => one !== style)
    const own = store.lastStyles.includes(style) ? [] : [style]
    for (const next of [...spare, ...own, ...store.lastStyles]) {
      const picture = oneOf(of(next), uniform)
      if (picture !== null) return { picture }
    }
    if (recalls) return { concept, style: recallStyle(store, style, uniform) }
  }
  return null
}

/** A style that is well remembered, of another icon set than the one wanted where there is one. */
function recallStyle(store: StoredPictures, style: string, uniform: () => number): string {
  const kin = store.kin.includes(style) ? store.kin : []
  const others = store.priorStyles.filter((one) => one !== style && !kin.includes(one))
  return oneOf(others, uniform) ?? style
}

/** Chooses a picture of something near in the style wanted, or one of its kin, which shows the style; null if there is none. */
export function chooseStylePicture(
  store: StoredPictures,
  near: readonly NearConcept[],
  style: string,
  uniform: () => number,
): number | null {
  const pictures = near.slice(1).flatMap(({ concept }) => store.picturesOf(concept))
  const pool = pictures.filter((picture) => styleOf(store, picture) === style)
  const kin = store.kin.includes(style) ? store.kin : []
  return (
    oneOf(pool, uniform) ??
    oneOf(
      pictures.filter((picture) => kin.includes(styleOf(store, picture))),
      uniform,
    )
  )
}

function styleOf({ styles, pictures }: StoredPictures, picture: number): string {
  return styles[pictures[picture]![1]]!
}

function oneOf<T>(list: readonly T[], uniform: () => number): T | null {
  return list[Math.floor(uniform() * list.length)] ?? null
}
