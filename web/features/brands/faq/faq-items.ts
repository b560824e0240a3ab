import type { Brand } from '#brands/index.ts'
import type { Capabilities } from '#contract/capabilities.ts'
import { FREE_PICTURES_A_MONTH } from '#contract/free-pictures.ts'
import { languageIn, type PageMatch, rootIn } from '#web/lib/page-meta.ts'
import { textsIn } from './texts.ts'

const ACCOUNT = ['credit', 'free', 'expiry', 'changePlan', 'payment'] as const

/** Which questions each set answers; each has a message `faq.<name>.question` and one `faq.<name>.answer`. */
const faqItems = {
  generator: ['goodImage', 'model', 'failure', 'commercial', 'privacy', ...ACCOUNT],
  headshot: ['headshots', 'photos', 'photoPrivacy', ...ACCOUNT],
} as const satisfies Record<Brand['faq'], readonly string[]>

/** The questions of a brand, each as it is answered on a site that can do this. */
export const questionsOf = (
  set: Brand['faq'],
  { draws, people, trains_likeness: trains }: Capabilities,
) =>
  faqItems[set].map((name) => {
    if (name === 'model' && draws === 'anything') return 'modelAnything'
    if (name === 'headshots' && people && trains) return 'headshotsAndSets'
    return name
  })

/** While it is not known what a site can do, nothing is promised. */
const NOTHING: Capabilities = {
  draws: 'collection',
  people: false,
  edits: false,
  video_moves: false,
  trains_likeness: false,
  default_model: null,
}

/** The questions of the brand with their answers, for a route's `meta`. */
export function faqOf(
  matches: readonly (PageMatch | undefined)[],
): { question: string; answer: string }[] {
  const t = textsIn(languageIn(matches))
  const root = rootIn(matches)
  const names = questionsOf(root?.brand.faq ?? 'generator', root?.capabilities ?? NOTHING)
  return names.map((name) => ({
    question: t(`faq.${name}.question`),
    answer: t(`faq.${name}.answer`, { images: FREE_PICTURES_A_MONTH }),
  }))
}
