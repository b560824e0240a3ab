import { UPLOAD_LIMITS } from '#contract/values/uploaded-images.ts'

/** In parts of a picture's width and height. */
interface Place {
  x: number
  y: number
  /** Whether what is here belongs to the object. */
  part: boolean
}

/** What was selected by a press, and by those after it that took something away. */
export interface SelectedObject<Mask> {
  readonly places: readonly Place[]
  readonly mask: Mask
}

/** What a press has done. It is not changed by those after it: whoever takes it back goes on from the press before. */
export interface Press<Mask> {
  /** Where something changes. */
  readonly mask: Mask
  /** What is selected by presses after it. */
  readonly objects: readonly SelectedObject<Mask>[]
}

/** What can be done with masks. */
export interface Masks<Mask> {
  /** Selects what lies at some places. */
  ask(places: readonly Place[]): Promise<Mask>
  isIn(mask: Mask, place: Place): boolean
  without(mask: Mask, other: Mask): Mask
}

/**
 * Presses on an object to select it, or to take it away: of one that was selected before, what lies there, else all of it.
 * @param at in parts of the picture's width and height
 * @param objects what is selected by presses before
 */
export async function pressObject<Mask>(
  at: Pick<Place, 'x' | 'y'>,
  erase: boolean,
  objects: readonly SelectedObject<Mask>[],
  { ask, isIn, without }: Masks<Mask>,
): Promise<Press<Mask>> {
  const own: Place = { x: within(at.x), y: within(at.y), part: true }
  if (!erase) {
    const mask = await ask([own])
    return { mask, objects: [...objects, { places: [own], mask }] }
  }
  const object = objects.findLast(({ mask }) => isIn(mask, own))
  if (object && object.places.length < UPLOAD_LIMITS.points) {
    const places = [...object.places, { ...own, part: false }]
    const left = await ask(places)
    const mask = without(object.mask, left)
    const rest = { places, mask: left }
    if (isIn(mask, own))
      return { mask, objects: objects.map((one) => (one === object ? rest : one)) }
  }
  return { mask: await ask([own]), objects }
}

const within = (part: number): number => Math.min(1, Math.max(0, part))
