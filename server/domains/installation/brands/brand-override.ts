import { createHash } from 'node:crypto'
import { type Brand, brandFiles, type LegalText, paletteOf } from '#brands/index.ts'
import type { BrandContent } from '#contract/brand-content.ts'
import type { LegalKind } from '#contract/legal-texts.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { contentOfOverride } from './brand-texts.ts'

/** What administrators changed of a brand's file; what is left out stays as the file says. */
export interface BrandOverride extends Partial<BrandContent> {
  name?: string
  /** `#rrggbb` */
  accent?: string
  /** Hash of the logo's file. */
  logo?: string
}

/** Where a logo is served. */
export const logoAddress = (hash: string): string => `/brand-logo/${hash}.png`

/** A legal text with its version, which is that of its wording: whoever goes back to a wording goes back to its version. */
function versioned(kind: LegalKind, texts: { en: string; es: string }): LegalText {
  const wording = JSON.stringify([kind, texts.en, texts.es])
  return { version: createHash('sha256').update(wording).digest('hex').slice(0, 16), ...texts }
}

function legalOf({ terms, privacy }: BrandOverride): Brand['legal'] {
  if (!terms && !privacy) return undefined
  return {
    ...(terms && { terms: versioned('terms', terms) }),
    ...(privacy && { privacy: versioned('privacy', privacy) }),
  }
}

/** A brand as it is shown. */
export function applyOverride(brand: Brand, override: BrandOverride): Brand {
  const { name, accent, logo, hosts, features, sections, counters, operator, support } = override
  const legal = legalOf(override)
  return {
    ...brand,
    ...(legal && { legal }),
    ...(name !== undefined && { name }),
    ...(accent !== undefined && { palette: paletteOf(accent) }),
    ...(logo !== undefined && { logo: logoAddress(logo) }),
    ...(hosts !== undefined && { hosts }),
    ...(features !== undefined && { features }),
    ...(sections !== undefined && { sections }),
    ...(counters !== undefined && { counterMode: counters }),
    ...(operator !== undefined && { operator }),
    ...(support !== undefined && { support }),
    ...contentOfOverride(brand, override),
  }
}

/** Every brand with what administrators changed of it. */
export async function readBrands(reader: Reader): Promise<[Brand, ...Brand[]]> {
  const rows = await reader.selectFrom('brand_overrides').select(['brand', 'content']).execute()
  const show = (brand: Brand) => {
    const row = rows.find((one) => one.brand === brand.id)
    return row ? applyOverride(brand, row.content) : brand
  }
  const [first, ...others] = brandFiles
  return [show(first), ...others.map(show)]
}
