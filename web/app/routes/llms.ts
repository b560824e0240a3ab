import { hasPage } from '#brands/index.ts'
import { contentPages, pageInLanguage } from '#content/index.ts'
import { api } from '#web/lib/api.ts'
import { describePage } from '#web/features/content/index.ts'
import { brandContext, languageContext, serverRequestContext } from '#web/lib/server-context.ts'
import { siteOrigin } from '../site-origin.ts'
import { textsIn } from '../page-texts.ts'
import { paths } from '#contract/paths.ts'
import type { Route } from './+types/llms.ts'

/** What the site is and where what is explained, in Markdown for language models (llmstxt.org). */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const brand = context.get(brandContext)
  const language = context.get(languageContext)
  const t = textsIn(language)
  const can = await context.get(serverRequestContext).call(api.capabilities.read, {})
  const origin = siteOrigin(request, context)
  const link = (title: string, path: string, text: string) =>
    `- [${title}](${new URL(path, origin).href}): ${text}`
  const lines = [
    `# ${brand.name}`,
    '',
    `> ${brand.hero.text}`,
    '',
    ...contentPages
      .filter(({ path }) => hasPage(brand, path))
      .map((page) => pageInLanguage(page, language))
      .map((page) => link(page.title, page.path, describePage(page, can))),
    link(t('title.pricing'), paths.pricing.link(), t('description.pricing')),
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  })
}
