import type { Brand, ExampleImage } from './brand.ts'

/** An image that is shown in the place of one that comes with the program. */
export interface ShownPicture {
  /** Root-relative. */
  src: string
  /** Of another image than the file, in each language; left out: it shows the same. */
  alt?: Readonly<Record<'en' | 'es', string>>
}

/** By place: the path of the file, or a part of a brand's home page. */
export type ShownPictures = Readonly<Record<string, ShownPicture>>

/** Names an image of a brand's home page that is no file shared with others. */
export type HomePart = 'before' | 'after' | 'card'

/** Kept once for the server and the build of the pages, as the brands are. */
const SHOWN = Symbol.for('atelier.pictures')
const store = globalThis as { [SHOWN]?: ShownPictures }

/** The images that administrators replaced, as they are shown now. */
export const shownPictures = (): ShownPictures => store[SHOWN] ?? {}

/** Shows other images in this process from now on. */
export function showPictures(pictures: ShownPictures): void {
  store[SHOWN] = pictures
}

/** Names a part of a brand's home page. */
export const homePlace = (brand: string, part: HomePart): string => `home/${brand}/${part}`

/** The alternative text of an image in a language of the site; undefined: that of the file still holds. */
export const altOf = (picture: ShownPicture | undefined, language: string): string | undefined =>
  picture?.alt?.[language === 'es' ? 'es' : 'en']

/** Returns a brand with the images that administrators chose for its home page. */
export function withPictures(brand: Brand, language: string): Brand {
  const pictures = shownPictures()
  const of = (part: HomePart) => pictures[homePlace(brand.id, part)]
  const side = (part: 'before' | 'after', image: ExampleImage): ExampleImage => {
    const own = of(part)
    return own ? { file: own.src, text: altOf(own, language) ?? image.text } : image
  }
  const samples = Object.entries(pictures).filter(([place]) => place.startsWith('showcase/'))
  return {
    ...brand,
    hero: { ...brand.hero, picture: of('card')?.src ?? brand.hero.picture },
    example: {
      ...brand.example,
      before: side('before', brand.example.before),
      after: side('after', brand.example.after),
    },
    ...(samples.length > 0 && {
      samples: Object.fromEntries(
        samples.map(([place, picture]) => [
          place,
          { src: picture.src, alt: altOf(picture, language) ?? null },
        ]),
      ),
    }),
  }
}
