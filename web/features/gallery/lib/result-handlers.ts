import { createContext } from 'react'
import type { PredictionImage } from '#contract/prediction-images.ts'

/** What the page that shows an image does with it itself. */
export interface ResultHandlers {
  download(image: PredictionImage): void
  /** Asks in which format and size. */
  saveAs(image: PredictionImage): void
  copyPrompt(image: PredictionImage): void
  /** Takes its parameters over into the form of the page. */
  reuse(image: PredictionImage): void
  /** Says whether it would come out the same, and makes it again. */
  reproduce(image: PredictionImage): void
  /** Null where the brand has no image to image. */
  startFrom: ((image: PredictionImage) => void) | null
  like(image: PredictionImage): void
  share(image: PredictionImage): void
  remove(image: PredictionImage): void
}

/** Handlers of the page at hand, for the tiles on it. */
export const ResultHandlersContext = createContext<Partial<ResultHandlers>>({})
