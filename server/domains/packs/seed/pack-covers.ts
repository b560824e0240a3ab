import { PHOTO_PACKS } from './photo-packs.ts'
import { VIDEO_PACKS } from './video-packs.ts'

/** Samples of a pack that its card shows. */
const ON_A_CARD = 4

/** An image on the card of a pack that comes with the app. */
export interface PackCover {
  /** Path of the file that comes with the app. */
  file: string
  /** Title of the pack and what the image shows. */
  shows: string
  /** Words that it is drawn from; null: it was drawn with somebody's studio. */
  prompt: string | null
}

/** The images on the cards of the packs that come with the app. */
export const packCovers = (): PackCover[] =>
  [...PHOTO_PACKS, ...VIDEO_PACKS].flatMap(({ title, subject, samples }) =>
    samples.slice(0, ON_A_CARD).map(({ url, alt }) => ({
      file: url.slice(1),
      shows: `${title}: ${alt}`,
      prompt: subject === 'none' ? alt : null,
    })),
  )
