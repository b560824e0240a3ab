import { type Brand, brandInLanguage, brandOfHost } from '#brands/index.ts'

/** The brand of a host, in the language of the page. Only on the server: the page gets its texts with its data. */
export const readBrand = (host: string, language: string): Brand =>
  brandInLanguage(brandOfHost(host), language)
