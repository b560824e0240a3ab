import { type Brand, brandInLanguage, brandOfHost, withPictures } from '#brands/index.ts'

/** The brand of a host, in the language of the page, with the images that administrators chose. Only on the server: the page gets its texts with its data. */
export const readBrand = (host: string, language: string): Brand =>
  withPictures(brandInLanguage(brandOfHost(host), language), language)
