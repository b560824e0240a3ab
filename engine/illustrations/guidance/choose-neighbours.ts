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
    const { strangers, kin, spares } = leadersOf(store, store.picturesOf(concept), style)
    const byStranger = kin.length === 0 || (strangers.length > 0 && uniform() < STRANGERS)
    const chosen = oneOf(byStranger ? strangers : kin, uniform)
    if (chosen !== null) return { picture: chosen }
    for (const spare of spares) {
      const picture = oneOf(spare, uniform)
      if (picture !== null) return { picture }
    }
    if (recalls) return { concept, style: recallStyle(store, style, uniform) }
  }
  return null
}

/** Pictures of a thing that may lead its drawing in a style. */
interface Leaders {
  strangers: number[]
  kin: number[]
  /** Where there are none of both: the first of these that has any. */
  spares: number[][]
}

function leadersOf(
  store: Omit<StoredPictures, 'picturesOf'>,
  pictures: readonly number[],
  style: string,
): Leaders {
  const of = (...styles: readonly string[]): number[] =>
    pictures.filter((picture) => styles.includes(styleOf(store, picture)))
  const others = of(...store.hintStyles.filter((one) => one !== style))
  const isKin = (picture: number): boolean =>
    store.kin.includes(style) && store.kin.includes(styleOf(store, picture))
  const spare = store.spareStyles.filter((one) => one !== style)
  const own = store.lastStyles.includes(style) ? [] : [style]
  return {
    strangers: others.filter((picture) => !isKin(picture)),
    kin: others.filter(isKin),
    spares: [...spare, ...own, ...store.lastStyles].map((next) => of(next)),
  }
}

/**
 * Styles in which some things come out the same: the same pictures lead the drawing, and the style gives them the same surfaces. The network adds
 * little to that (the guidance image explains 98 % of a drawing).
 *
 * @param things the numbers of the stored pictures of each
 * @returns groups of two styles or more
 */
export function sameStyles(
  store: Omit<StoredPictures, 'picturesOf'> & Pick<RetrievalStore, 'looks'>,
  things: readonly (readonly number[])[],
): string[][] {
  const groups = new Map<string, string[]>()
  for (const style of store.styles) {
    const leaders = things.map((pictures) => {
      const { strangers, kin, spares } = leadersOf(store, pictures, style)
      const hasHints = strangers.length + kin.length > 0
      return hasHints ? [strangers, kin] : (spares.find(({ length }) => length > 0) ?? null)
    })
    // What the store has no picture of is remembered by the network, which knows its style.
    const key = JSON.stringify(
      leaders.includes(null) ? style : [store.looks[style] ?? null, leaders],
    )
    groups.set(key, [...(groups.get(key) ?? []), style])
  }
  return things.length === 0 ? [] : [...groups.values()].filter(({ length }) => length > 1)
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

function styleOf(
  { styles, pictures }: Pick<StoredPictures, 'styles' | 'pictures'>,
  picture: number,
): string {
  return styles[pictures[picture]![1]]!
}

function oneOf<T>(list: readonly T[], uniform: () => number): T | null {
  return list[Math.floor(uniform() * list.length)] ?? null
}
