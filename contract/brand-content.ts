import { z } from 'zod'
import { Feature } from './features.ts'
import { fault } from './said.ts'
import { HOME_SECTIONS, LEGAL_MAX } from './values/brand-content.ts'

const HomeSection = z.enum(HOME_SECTIONS)
export type HomeSection = z.infer<typeof HomeSection>

/** The counters of the home page: at least the example figures, the real ones, or none. */
const CounterMode = z.enum(['floor', 'real', 'off'])
export type CounterMode = z.infer<typeof CounterMode>

const line = (max: number) => z.string().trim().min(1, fault('console.writeSomething')).max(max)

/** The same in every language of the site. */
const Both = <T extends z.ZodType>(one: T) => z.strictObject({ en: one, es: one })

const BrandTexts = z.strictObject({
  description: line(160),
  hero_title: line(120),
  hero_text: line(400),
  hero_action: line(40),
  closing_title: line(120),
  closing_text: line(400),
  closing_action: line(40),
})
export type BrandTexts = z.infer<typeof BrandTexts>

const WebAddress = z
  .string()
  .trim()
  .max(500)
  .refine((text) => URL.parse(text)?.protocol === 'https:', fault('console.addressNeeded'))

const SupportAddress = z
  .string()
  .trim()
  .max(500)
  .refine(
    (text) => ['https:', 'mailto:'].includes(URL.parse(text)?.protocol ?? ''),
    fault('console.helpAddressNeeded'),
  )

const Host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/, {
    error: fault('console.hostsNeeded'),
  })

const BrandBanner = z
  .strictObject({
    text: Both(line(300)),
    from: z.iso.datetime({ offset: true }),
    until: z.iso.datetime({ offset: true }),
  })
  .refine(
    ({ from, until }) => Date.parse(from) < Date.parse(until),
    fault('console.endsAfterBeginning'),
  )

/** A legal text: paragraphs between blank lines; a line that begins with `# ` is a heading. */
const LegalWording = Both(z.string().trim().min(1, fault('console.writeSomething')).max(LEGAL_MAX))

/** Brand fields that administrators may change, besides the logo; each field is replaced as a whole. */
export const BrandContent = z.strictObject({
  hosts: z.array(Host).max(20),
  texts: Both(BrandTexts),
  /** Prompts to start with. */
  examples: Both(z.array(line(200)).max(8)),
  sections: z.array(HomeSection),
  features: z.array(Feature).min(1, fault('console.chooseOne')),
  counters: CounterMode,
  banner: BrandBanner,
  /** The operator of this site, in the place of the installation's. */
  operator: z.strictObject({ name: line(200), address: z.array(line(120)).max(8) }),
  support: SupportAddress,
  /** In the place of the program's own texts. */
  terms: LegalWording,
  privacy: LegalWording,
  /** Links of the footer that lead elsewhere. */
  links: z.array(z.strictObject({ label: Both(line(60)), link: WebAddress })).max(12),
})
export type BrandContent = z.infer<typeof BrandContent>
