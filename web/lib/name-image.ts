import { t } from './shared-texts.ts'

/** Of an image, what its name is made of. */
export interface Named {
  job: string
  /** Place among the images of its job, from 0. */
  index: number
  alt: string
  prompt: string | null
}

/** What an image is called where others of its job are, too, so that each has a name of its own. */
export interface ImageName {
  /** "Image 2 of 4: a red apple", or the text alone where it is the only one. */
  alt: string
  /** "image 2 of 4: a red apple", after a verb: "Open ..." */
  label: string
}

/**
 * Names an image by its text and its place in its job.
 * @param of how many images its job has; 1: it needs no place; null: not known, it is only numbered
 */
export function nameImage(image: Named, of: number | null): ImageName {
  const text = image.alt || (image.prompt ?? '')
  if (of !== null && of <= 1) return { alt: text, label: withText(t('image.alone'), text) }
  const number = image.index + 1
  const [kind, place] =
    of === null
      ? (['numbered', { number }] as const)
      : (['counted', { number, count: of }] as const)
  return {
    alt: withText(t(`imageAlt.${kind}`, place), text),
    label: withText(t(`image.${kind}`, place), text),
  }
}

const withText = (image: string, text: string): string =>
  text === '' ? image : t('image.named', { image, text })

/** Names images of a list, in which some of the same job may be missing: one of a job's is the last known place. */
export function nameImages<T extends Named>(images: readonly T[]): (image: T) => ImageName {
  const most = new Map<string, number>()
  for (const { job, index } of images) most.set(job, Math.max(most.get(job) ?? 0, index + 1))
  return (image) => nameImage(image, most.get(image.job) ?? 1)
}
