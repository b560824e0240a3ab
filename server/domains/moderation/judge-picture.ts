import type { PictureClassifier, PictureScores } from '#server/engines/spec/index.ts'
import type { Log } from '#server/platform/log.ts'

/**
 * `clean`: shown as it is. `sensitive`: shown blurred until its owner wants to see it, and laid before the staff.
 * `blocked`: not delivered.
 */
export type PictureVerdict = 'clean' | 'sensitive' | 'blocked'

export interface JudgedPicture {
  verdict: PictureVerdict
  /** Null when the classifier could not look at it. */
  scores: PictureScores | null
  rating: 'PG' | 'Mature' | 'X'
}

/** Scores of 100 at which a picture is blurred or blocked. The classifier errs often, so only what it is very sure of is blocked. */
export interface PictureThresholds {
  blurAbove: number
  blockAbove: number
}

/** Judges what the classifier saw: explicit kinds count together, and revealing clothes never block. */
export function judgeScores(
  scores: PictureScores,
  { blurAbove, blockAbove }: PictureThresholds,
): Omit<JudgedPicture, 'scores'> {
  const explicit = 100 * (scores.porn + scores.hentai)
  if (explicit >= blockAbove) return { verdict: 'blocked', rating: 'X' }
  if (explicit >= blurAbove) return { verdict: 'sensitive', rating: 'X' }
  if (100 * scores.sexy >= blurAbove) return { verdict: 'sensitive', rating: 'Mature' }
  return { verdict: 'clean', rating: 'PG' }
}

/** Whether the classifier holds a picture for explicit, if only by the lower threshold. */
export const isExplicit = ({ verdict, rating }: JudgedPicture): boolean =>
  verdict === 'blocked' || (verdict === 'sensitive' && rating === 'X')

/** The judgement of a picture that shows a real person: what is explicit by the lower threshold is blocked. */
export const judgeOfPerson = (judged: JudgedPicture): JudgedPicture =>
  isExplicit(judged) ? { ...judged, verdict: 'blocked' } : judged

/** Looks at a finished picture. One that could not be looked at is not lost: it is delivered as sensitive. */
export async function judgePicture(
  classifier: PictureClassifier,
  picture: Uint8Array,
  thresholds: PictureThresholds,
  log: Log,
): Promise<JudgedPicture> {
  try {
    const scores = await classifier.classify(picture)
    return { ...judgeScores(scores, thresholds), scores }
  } catch (error) {
    log.error({ err: error }, 'an image could not be classified')
    return { verdict: 'sensitive', rating: 'Mature', scores: null }
  }
}
