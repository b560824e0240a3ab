import { type Brand, brandInLanguage } from '#brands/index.ts'
import type { BrandContent, BrandTexts } from '#contract/brand-content.ts'
import { HOME_SECTIONS } from '#contract/values/brand-content.ts'

type Spoken = Pick<Brand, 'description' | 'hero' | 'closing' | 'banner' | 'links'>
type Language = keyof BrandContent['texts']

/** What the links that lead elsewhere are headed by. */
const LINKS_TITLE: Record<Language, string> = { en: 'More', es: 'Más' }

function spoken(
  brand: Brand,
  language: Language,
  { texts, examples, banner, links }: Partial<BrandContent>,
): Spoken {
  const own = texts?.[language]
  return {
    description: own?.description ?? brand.description,
    hero: {
      ...brand.hero,
      ...(own && { title: own.hero_title, text: own.hero_text, action: own.hero_action }),
      ...(examples && { examples: examples[language] }),
    },
    closing: own
      ? { title: own.closing_title, text: own.closing_text, action: own.closing_action }
      : brand.closing,
    banner: banner
      ? { text: banner.text[language], from: banner.from, until: banner.until, isOwn: true }
      : brand.banner,
    ...(links && {
      links: {
        title: LINKS_TITLE[language],
        links: links.map(({ label, link }) => ({ label: label[language], link })),
      },
    }),
  }
}

/** What a brand says, in each language, where administrators wrote something for it. */
export function contentOfOverride(
  brand: Brand,
  content: Partial<BrandContent>,
): Partial<Spoken> & Pick<Brand, 'inLanguage'> {
  const { texts, examples, banner, links } = content
  if (!texts && !examples && !banner && !links) return {}
  return {
    ...spoken(brand, 'en', content),
    inLanguage: { es: spoken(brandInLanguage(brand, 'es'), 'es', content) },
  }
}

const textsOf = ({ description, hero, closing }: Brand): BrandTexts => ({
  description,
  hero_title: hero.title,
  hero_text: hero.text,
  hero_action: hero.action,
  closing_title: closing.title,
  closing_text: closing.text,
  closing_action: closing.action,
})

/** What a brand's file says, as far as administrators may change it. */
export function contentOfFile(
  brand: Brand,
): Omit<
  BrandContent,
  'banner' | 'operator' | 'support' | 'links' | 'counters' | 'terms' | 'privacy'
> {
  const spanish = brandInLanguage(brand, 'es')
  return {
    hosts: [...brand.hosts],
    texts: { en: textsOf(brand), es: textsOf(spanish) },
    examples: { en: [...brand.hero.examples], es: [...spanish.hero.examples] },
    sections: HOME_SECTIONS.filter((section) => section !== 'explore' || brand.showsExplore),
    features: [...brand.features],
  }
}
