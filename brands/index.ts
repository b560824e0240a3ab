import { atelier } from './atelier.ts'
import type { Brand } from './brand.ts'
import { easel } from './easel.ts'
import { portrait } from './portrait.ts'

export { brandInLanguage } from './brand-in-language.ts'
export {
  ACCENTS,
  type Banner,
  type Brand,
  type Example,
  type ExampleImage,
  type FooterGroup,
  type Hero,
  type LegalText,
} from './brand.ts'
export { iconOf } from './brand-icon.ts'
export { paletteOf } from './palette.ts'
export {
  altOf,
  homePlace,
  type HomePart,
  showPictures,
  type ShownPicture,
  type ShownPictures,
  shownPictures,
  withPictures,
} from './shown-pictures.ts'
export { hasPage, hasTools, isBuiltFeature, isBuiltPage, pageOfFeature } from './pages.ts'

/** The brands as their files say; the first is the brand of a host that nobody claims. */
export const brandFiles: readonly [Brand, ...Brand[]] = [atelier, easel, portrait]

/**
 * Where the brands are kept that are shown: the server and the build of the pages each have a copy of this module, and both show
 * the same brands.
 */
const SHOWN = Symbol.for('atelier.brands')
const store = globalThis as { [SHOWN]?: typeof brandFiles }

/** The brands as they are shown now: their files with what administrators changed. */
export const shownBrands = (): typeof brandFiles => store[SHOWN] ?? brandFiles

/** Shows other brands in this process from now on. */
export function showBrands(brands: typeof brandFiles): void {
  store[SHOWN] = brands
}

/** `Example.COM.:3000` -> `example.com`; a bracketed IPv6 address stays whole. */
function hostName(host: string): string {
  return host.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}

/** The brand with an id; the default brand for null and for one that is gone. */
export function brandOfId(id: string | null): Brand {
  const brands = shownBrands()
  return brands.find((brand) => brand.id === id) ?? brands[0]
}

/** The brand that answers to a `Host` header; the default brand for an unknown, empty or missing one. */
export function brandOfHost(host: string | undefined): Brand {
  const brands = shownBrands()
  const name = hostName(host ?? '')
  const found = brands.find(({ id, hosts }) => name === `${id}.localhost` || hosts.includes(name))
  return found ?? brands[0]
}
