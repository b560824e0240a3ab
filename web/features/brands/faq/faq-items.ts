import type { Brand } from '#brands/index.ts'

const ACCOUNT = ['credit', 'free', 'expiry', 'changePlan', 'payment'] as const

/** Which questions each set answers; each has a message `faq.<name>.question` and one `faq.<name>.answer`. */
export const faqItems = {
  generator: ['goodImage', 'model', 'failure', 'commercial', 'privacy', ...ACCOUNT],
  headshot: ['headshots', 'photos', 'photoPrivacy', ...ACCOUNT],
} as const satisfies Record<Brand['faq'], readonly string[]>
