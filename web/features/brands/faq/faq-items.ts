import type { Brand } from '#brands/index.ts'
import type { Capabilities } from '#contract/capabilities.ts'
import { FREE_PICTURES_A_MONTH } from '#contract/free-pictures.ts'
import type { PriceTable } from '#contract/plans-and-prices.ts'
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

/**
 * Numbers in the answers.
 * @param now.credits free ones a month
 * @param now.prices of the site
 */
export const numbersOf = ({ credits, prices }: { credits: number; prices: PriceTable }) => ({
  credits,
  image: prices.image[0]!.credits,
  images: FREE_PICTURES_A_MONTH,
})

/** The questions of the brand with their answers, for a route's `meta`; none where the root route failed. */
export function faqOf(
  matches: readonly (PageMatch | undefined)[],
  prices: PriceTable,
): { question: string; answer: string }[] {
  const t = textsIn(languageIn(matches))
  const root = rootIn(matches)
  if (!root) return []
  const numbers = numbersOf({ credits: root.site.freeCredits, prices })
  return questionsOf(root.brand.faq, root.capabilities).map((name) => ({
    question: t(`faq.${name}.question`),
    answer: t(`faq.${name}.answer`, numbers),
  }))
}
