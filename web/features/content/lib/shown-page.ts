import { altOf, type Brand, hasPage, isBuiltFeature, shownPictures } from '#brands/index.ts'
import {
  type ContentImage,
  type ContentPage,
  type ContentSection,
  type DrawnWith,
  imageFileOf,
  mapTexts,
  type Promised,
} from '#content/index.ts'
import type { Capabilities } from '#contract/capabilities.ts'
import { DEFAULTS } from '#contract/values/jobs/drawing.ts'
import { paths } from '#contract/paths.ts'
import { fillPrices, type PricesInTexts } from './prices-in-texts.ts'

/** An image as a page shows it. */
export interface ShownImage {
  src: string
  width: number
  height: number
  alt: string
  caption: string | null
  /** The create page with the settings that it was drawn with; null if it was not drawn from words. */
  tryLink: string | null
}

interface ShownPreset {
  name: string
  prompt: string
  link: string
}

type Shown<S> = S extends { kind: 'images' }
  ? Omit<S, 'images'> & { images: ShownImage[] }
  : S extends { kind: 'compare' }
    ? Omit<S, 'before' | 'after'> & { before: ShownImage; after: ShownImage }
    : S extends { kind: 'presets' }
      ? Omit<S, 'presets'> & { presets: ShownPreset[] }
      : S

/** A section with its images and links resolved. */
export type ShownSection = Shown<ContentSection>

/** What of a page one brand shows, as it is sent to the browser. */
export interface ShownPage {
  path: string
  title: string
  description: string
  heading: string
  intro: string
  image: ShownImage | null
  action: { label: string; link: string } | null
  note: string | null
  sections: ShownSection[]
}

/** Longer edge of an image of the content, as `scripts/make-content-pictures.ts` writes it. */
const EDGE = 384

function tryLinkOf(prompt: string, { seed, style, ...settings }: DrawnWith): string {
  const { steps, guidance_scale: guidance, sampler, width, height } = settings
  return paths.textToImage.link({
    prompt,
    seed: String(seed),
    selected_mode: 'advanced',
    ...(style !== undefined && { style }),
    ...(steps !== undefined && { steps: String(steps) }),
    ...(guidance !== undefined && { guidance_scale: String(guidance) }),
    ...(sampler !== undefined && { sampler }),
    ...(width !== undefined && { width: String(width) }),
    ...(height !== undefined && { height: String(height) }),
  })
}

/** @param language of the page, for what administrators say of an image of their own */
function showImage(image: ContentImage, language: string): ShownImage {
  const { alt, caption = null } = image
  if ('file' in image) {
    const { file, width, height } = image
    return { src: `/${file}`, width, height, alt, caption, tryLink: null }
  }
  const { width = DEFAULTS.size, height = DEFAULTS.size } = image.drawn
  const scale = EDGE / Math.max(width, height)
  const file = imageFileOf(image.drawn)
  const own = shownPictures()[file]
  const ownAlt = altOf(own, language)
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  // Another image than the one that the settings make.
  if (own && ownAlt !== undefined)
    return { src: own.src, ...size, alt: ownAlt, caption: caption && ownAlt, tryLink: null }
  return {
    src: own?.src ?? `/${file}`,
    ...size,
    alt,
    caption,
    tryLink: tryLinkOf(image.asked ?? image.drawn.prompt, image.drawn),
  }
}

function showSection(
  section: ContentSection,
  isThere: (link: string) => boolean,
  language: string,
): ShownSection {
  const show = (image: ContentImage) => showImage(image, language)
  if (section.kind === 'images') return { ...section, images: section.images.map(show) }
  if (section.kind === 'compare') {
    return { ...section, before: show(section.before), after: show(section.after) }
  }
  if (section.kind === 'presets') {
    const presets = section.presets.map(({ name, ...filled }) => ({
      name,
      prompt: filled.prompt,
      link: paths.textToImage.link(filled),
    }))
    return { ...section, presets }
  }
  if (section.kind === 'cards') {
    return { ...section, cards: section.cards.filter(({ link }) => isThere(link)) }
  }
  return section
}

const keeps = (can: Capabilities, promised: Promised = 'anything'): boolean =>
  promised === 'anything' ? can.draws === 'anything' : can[promised]

/** What search engines say of a page: nothing that the site does not keep. */
export const describePage = (
  { description, builtInDescription, promises }: ContentPage,
  can: Capabilities,
): string => (keeps(can, promises) ? description : (builtInDescription ?? description))

/**
 * What a brand shows of a page: nothing that it does not have.
 * @param now.can what the site can do
 * @param now.prices what things cost now
 * @param now.language of the page
 */
export function showPage(
  written: ContentPage,
  brand: Brand,
  { can, prices, language }: { can: Capabilities; prices: PricesInTexts; language: string },
): ShownPage {
  const page = mapTexts(written, (text) => fillPrices(text, prices))
  const { path, title, heading, intro, image, actions, builtInNote } = page
  const isThere = (link: string): boolean => hasPage(brand, link)
  return {
    path,
    title,
    description: describePage(page, can),
    heading,
    intro,
    image: image ? showImage(image, language) : null,
    action: actions.find(({ link }) => isThere(link)) ?? null,
    note: keeps(can, page.promises) ? null : (builtInNote ?? null),
    sections: page.sections
      .filter(
        ({ feature, withSets, unless }) =>
          (feature === undefined ||
            (isBuiltFeature(feature) && brand.features.includes(feature))) &&
          (withSets === undefined || prices.price !== null) &&
          (unless === undefined || !keeps(can, unless)),
      )
      .map((section) => showSection(section, isThere, language))
      .filter((section) => section.kind !== 'cards' || section.cards.length > 0),
  }
}
