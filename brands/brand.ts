import type { CounterMode, HomeSection } from '#contract/brand-content.ts'
import type { LegalKind } from '#contract/legal-texts.ts'
import type { Feature } from '#contract/features.ts'
import type { NavbarLink } from '#contract/site.ts'

export interface FooterGroup {
  title: string
  links: { label: string; link: string }[]
}

/** A legal text in each language, with the version that people agree to. */
export interface LegalText {
  version: string
  en: string
  es: string
}

export interface Hero {
  title: string
  /** One or two sentences below the title. */
  text: string
  /** Label of the button. */
  action: string
  /** One that the product made, root-relative: it stands for the brand where nothing nearer to a page does. */
  picture: string
  /** Prompts that a visitor may start with. */
  examples: string[]
  /** Price of a result, beside the box for a photo: `{credits}` of one in full size, `{free}` a month. */
  price?: string
}

/** A photo and what a tool of the brand made of it, as its home page shows them first. */
export interface Example {
  before: ExampleImage
  after: ExampleImage
  /** Of both, pixels. */
  width: number
  height: number
}

export interface ExampleImage {
  /** Root-relative. */
  file: string
  /** The same as a smaller file, AVIF, for browsers that read it. */
  light?: string
  /** Description of the image, for those who do not see it. */
  text: string
}

export interface Banner {
  text: string
  /** ISO 8601; shown from here until it is over. */
  from: string
  until: string
  /** An administrator wrote it; else it is an example. */
  isOwn?: boolean
}

/** Colours of the theme that are dark enough in shade 7 for white text, and how the cards of shared links show them. */
export const ACCENTS = {
  pink: '#e64980',
  grape: '#be4bdb',
  indigo: '#4c6ef5',
} as const

/**
 * One of the sibling sites that the program serves, picked by host. A brand changes name, logo, accent, hero,
 * copy and which features exist, nothing else. It declares every page that it will have;
 * `brands/pages.ts` knows which exist by now.
 */
export interface Brand {
  id: string
  name: string
  description: string
  /** Hosts without port; `<id>.localhost` always belongs to the brand. */
  hosts: string[]
  /** The primary colour. */
  accent: keyof typeof ACCENTS
  /** Ten shades that take the place of the accent's, light to dark; see `palette.ts`. */
  palette?: readonly string[]
  /** Root-relative address of a square PNG that takes the place of the program's own mark and icons. */
  logo?: string
  /** Which set of questions `/faq` answers. */
  faq: 'generator' | 'headshot'
  features: Feature[]
  /** Sets of headshots are sold here once by card, too. */
  sellsHeadshotsByCard?: boolean
  /**
   * Whether images of people that were made here carry an "AI" where strangers see them. Left out: they do, as article 50 of
   * the EU's AI Act asks; `false` only where the law of the brand's visitors allows it.
   */
  marksPeople?: boolean
  /** Whether the home page has an explore section. */
  showsExplore: boolean
  navigation: NavbarLink[]
  footer: FooterGroup[]
  /** Where people go after they signed in. */
  defaultLoggedInLanding: string
  hero: Hero
  example: Example
  /** Root-relative cards of tools that show what this brand's customers work on; left out: those that all brands share. */
  toolCards?: Partial<Record<Feature, string>>
  /** Samples that administrators replaced, by the path of the file, and what they show; null: the same as the file. */
  samples?: Readonly<Record<string, { src: string; alt: string | null }>>
  /** Root-relative images of the credit packs, from the smallest; left out: illustrations. */
  packPictures?: readonly string[]
  /** Closing block of the home page: `{free}` are the free credits a month, `{unmarked}` images a month without a watermark. */
  closing: { title: string; text: string; action: string }
  /** What the two marketing counters show at least. */
  counters: { images: number; users: number }
  /** Things that the example figures count; left out: images. Real ones count the images of all brands. */
  counts?: 'photos' | 'headshots'
  banner: Banner | null
  /** Parts of the home page; left out: all of them, and explore as `showsExplore` says. */
  sections?: readonly HomeSection[]
  /** Left out: the counters above, while nobody pays with real money. */
  counterMode?: CounterMode
  /** Operator and support address of this brand; override those of the installation. */
  operator?: { name: string; address: string[] }
  support?: string
  /** Legal texts of the operator; left out: those of the program. */
  legal?: Partial<Record<LegalKind, LegalText>>
  /** Links of the footer that lead elsewhere. */
  links?: FooterGroup
  /** Translations that administrators entered. */
  inLanguage?: Readonly<
    Record<string, Partial<Pick<Brand, 'description' | 'hero' | 'closing' | 'banner' | 'links'>>>
  >
}
