import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { PredictionImage } from '#contract/prediction-images.ts'

/** The id of a picture and, of one that was made here, its rating. */
export type Coverable = Pick<PredictionImage, 'id'> & Partial<Pick<PredictionImage, 'rating'>>

interface Revealed {
  ids: ReadonlySet<string>
  reveal(id: string): void
}

/** Pictures that were uncovered in this visit, in whatever list they stand. */
const revealed = createStore<Revealed>()((set) => ({
  ids: new Set(),
  reveal: (id) => set(({ ids }) => ({ ids: new Set([...ids, id]) })),
}))

const isSensitive = ({ rating }: Coverable) => rating === 'Mature' || rating === 'X'

/** Whether a picture is blurred because not everybody wants to see it, and the way to see it. */
export function useCover(image: Coverable): { covered: boolean; reveal: () => void } {
  const shown = useStore(revealed, ({ ids }) => ids.has(image.id))
  return {
    covered: isSensitive(image) && !shown,
    reveal: () => revealed.getState().reveal(image.id),
  }
}
