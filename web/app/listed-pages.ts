import { type Brand, hasPage } from '#brands/index.ts'
import { contentPages, pageInLanguage } from '#content/index.ts'
import { toolEntries } from '#contract/tools.ts'
import type { Language } from '#web/lib/language.ts'
import { textsOfTool } from '#web/lib/tool-names/texts-of-tool.ts'
import type { ListedPage } from './page-search.ts'
import { hasText, textsIn } from './page-texts.ts'
import { paths } from '#contract/paths.ts'

/** By the names of their titles. */
const NAMED = {
  textToImage: paths.textToImage,
  imageToImage: paths.imageToImage,
  studios: paths.studios,
  photoPacks: paths.photoPacks,
  videoPacks: paths.videoPacks,
  exploreImages: paths.exploreImages,
  exploreModels: paths.exploreModels,
  allTools: paths.allTools,
  pricing: paths.pricing,
  faq: paths.faq,
  status: paths.status,
  dashboard: paths.dashboard,
  billing: paths.billing,
  login: paths.login,
  register: paths.register,
  termsOfService: paths.terms,
  privacyPolicy: paths.privacy,
  restrictions: paths.restrictions,
  report: paths.report,
} as const

/** Every page of a brand that a search may find. For loaders: the browser gets what was found, not the list. */
export function listedPages(brand: Pick<Brand, 'features'>, language: Language): ListedPage[] {
  const t = textsIn(language)
  const named = Object.entries(NAMED) as [keyof typeof NAMED, { link(): string }][]
  return [
    ...named.map(([name, path]) => {
      const description = `description.${name}`
      const text = hasText(description) ? t(description) : ''
      return { title: t(`title.${name}`), link: path.link(), text }
    }),
    ...toolEntries.map(([key, { page }]) => {
      const { title, description } = textsOfTool(key, language)
      return { title, link: page, text: description }
    }),
    ...contentPages.map((page) => {
      const { title, path, description } = pageInLanguage(page, language)
      return { title, link: path, text: description }
    }),
  ].filter(({ link }) => hasPage(brand, link))
}
