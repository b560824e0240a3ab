import type { AdminBrand } from '#contract/admin-brands.ts'

type BrandField = 'name' | 'accent' | 'logo' | keyof AdminBrand['content']

/** Names of the fields of a brand, for its forms and for every text about a change of them. */
export const BRAND_FIELDS: Record<BrandField, string> = {
  name: 'Name',
  accent: 'Color',
  logo: 'Logo',
  hosts: 'Hosts',
  texts: 'Texts',
  examples: 'Example prompts',
  sections: 'Sections of the home page',
  features: 'Features',
  counters: 'Counters of the home page',
  banner: 'Banner',
  operator: 'Legal name and postal address',
  support: 'Support',
  terms: 'Terms of service',
  privacy: 'Privacy policy',
  links: 'External links of the footer',
}

/** @param field as the server names it; one that is not known here keeps that name */
export const brandFieldName = (field: string): string =>
  (BRAND_FIELDS as Record<string, string>)[field] ?? field
