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

/** The questions of a brand, by what its site can draw. */
export const questionsOf = (set: Brand['faq'], draws: Capabilities['draws']) =>
  faqItems[set].map((name) =>
    name === 'model' && draws === 'anything' ? ('modelAnything' as const) : name,
  )

/** The questions of the brand with their answers, for a route's `meta`. */
export function faqOf(
  matches: readonly (PageMatch | undefined)[],
): { question: string; answer: string }[] {
  const t = textsIn(languageIn(matches))
  const root = rootIn(matches)
  const names = questionsOf(
    root?.brand.faq ?? 'generator',
    root?.capabilities.draws ?? 'collection',
  )
  return names.map((name) => ({
    question: t(`faq.${name}.question`),
    answer: t(`faq.${name}.answer`, { images: FREE_PICTURES_A_MONTH }),
  }))
}
