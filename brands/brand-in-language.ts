import type { Brand } from './brand.ts'
import { SPANISH } from './spanish.ts'

const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = { es: SPANISH }

/** A link of a menu, which may have others under it. */
interface Link {
  label: string
  description?: string | undefined
  links?: readonly Link[] | undefined
}

/**
 * A brand as it speaks a language, with its example prompts, which the built-in model understands in both.
 * @param language a text that it does not have is said in English
 */
export function brandInLanguage(shown: Brand, language: string): Brand {
  const { inLanguage, ...brand } = shown
  const texts = TEXTS[language]
  if (texts === undefined) return inLanguage ? brand : shown
  const say = (text: string): string => texts[text] ?? text
  const sayLink = <L extends Link>(link: L): L => ({
    ...link,
    label: say(link.label),
    ...(link.description !== undefined && { description: say(link.description) }),
    ...(link.links && { links: link.links.map(sayLink) }),
  })
  const { hero, example, closing, banner } = brand
  return {
    ...brand,
    description: say(brand.description),
    navigation: brand.navigation.map(sayLink),
    footer: brand.footer.map(({ title, links }) => ({
      title: say(title),
      links: links.map(sayLink),
    })),
    hero: {
      ...hero,
      title: say(hero.title),
      text: say(hero.text),
      action: say(hero.action),
      ...(hero.price !== undefined && { price: say(hero.price) }),
      examples: hero.examples.map(say),
    },
    example: {
      ...example,
      before: { ...example.before, text: say(example.before.text) },
      after: { ...example.after, text: say(example.after.text) },
    },
    closing: {
      title: say(closing.title),
      text: say(closing.text),
      action: say(closing.action),
    },
    banner: banner && { ...banner, text: say(banner.text) },
    ...inLanguage?.[language],
  }
}
