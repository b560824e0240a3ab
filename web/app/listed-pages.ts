import { type Brand, hasPage } from '#brands/index.ts'
import { contentPages, pageInLanguage } from '#content/index.ts'
import { toolEntries } from '#contract/tools.ts'
import type { Language } from '#web/lib/language.ts'
import type { PageTexts } from '#web/lib/page-meta.ts'
import { inLanguage } from '#web/lib/texts.ts'
import { textsOfTool } from '#web/lib/tool-names/texts-of-tool.ts'
import allTools from '#web/messages/en/pages/all-tools.json'
import billing from '#web/messages/en/pages/billing.json'
import dashboard from '#web/messages/en/pages/dashboard.json'
import exploreImages from '#web/messages/en/pages/explore-images.json'
import exploreModels from '#web/messages/en/pages/explore-models.json'
import faq from '#web/messages/en/pages/faq.json'
import imageToImage from '#web/messages/en/pages/image-to-image.json'
import login from '#web/messages/en/pages/login.json'
import photoPacks from '#web/messages/en/pages/photo-packs.json'
import pricing from '#web/messages/en/pages/pricing.json'
import privacyPolicy from '#web/messages/en/pages/privacy-policy.json'
import register from '#web/messages/en/pages/register.json'
import report from '#web/messages/en/pages/report.json'
import restrictions from '#web/messages/en/pages/restrictions.json'
import status from '#web/messages/en/pages/status.json'
import studios from '#web/messages/en/pages/studios.json'
import termsOfService from '#web/messages/en/pages/terms-of-service.json'
import textToImage from '#web/messages/en/pages/text-to-image.json'
import videoPacks from '#web/messages/en/pages/video-packs.json'
import type { ListedPage } from './page-search.ts'
import { paths } from '#contract/paths.ts'

/** Pages that a search finds, by their texts. */
const NAMED: readonly [texts: PageTexts, path: { link(): string }][] = [
  [textToImage, paths.textToImage],
  [imageToImage, paths.imageToImage],
  [studios, paths.studios],
  [photoPacks, paths.photoPacks],
  [videoPacks, paths.videoPacks],
  [exploreImages, paths.exploreImages],
  [exploreModels, paths.exploreModels],
  [allTools, paths.allTools],
  [pricing, paths.pricing],
  [faq, paths.faq],
  [status, paths.status],
  [dashboard, paths.dashboard],
  [billing, paths.billing],
  [login, paths.login],
  [register, paths.register],
  [termsOfService, paths.terms],
  [privacyPolicy, paths.privacy],
  [restrictions, paths.restrictions],
  [report, paths.report],
]

/** Every page of a brand that a search may find. For loaders: the browser gets what was found, not the list. */
export function listedPages(brand: Pick<Brand, 'features'>, language: Language): ListedPage[] {
  return [
    ...NAMED.map(([texts, path]) => {
      const { title, description = '' } = inLanguage(texts, language)
      return { title, link: path.link(), text: description }
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
