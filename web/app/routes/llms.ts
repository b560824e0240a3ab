import { hasPage } from '#brands/index.ts'
import { contentPages, pageInLanguage } from '#content/index.ts'
import { api } from '#web/lib/api.ts'
import { describePage } from '#web/features/content/index.ts'
import { inLanguage } from '#web/lib/texts.ts'
import { brandContext, languageContext, serverRequestContext } from '#web/lib/server-context.ts'
import pricing from '#web/messages/en/pages/pricing.json'
import { siteOrigin } from '../site-origin.ts'
import { paths } from '#contract/paths.ts'
import type { Route } from './+types/llms.ts'

/** What the site is and where what is explained, in Markdown for language models (llmstxt.org). */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const brand = context.get(brandContext)
  const language = context.get(languageContext)
  const can = await context.get(serverRequestContext).call(api.capabilities.read, {})
  const origin = siteOrigin(request, context)
  const link = (title: string, path: string, text: string) =>
    `- [${title}](${new URL(path, origin).href}): ${text}`
  const priced = inLanguage(pricing, language)
  const lines = [
    `# ${brand.name}`,
    '',
    `> ${brand.hero.text}`,
    '',
    ...contentPages
      .filter(({ path }) => hasPage(brand, path))
      .map((page) => pageInLanguage(page, language))
      .map((page) => link(page.title, page.path, describePage(page, can))),
    link(priced.title, paths.pricing.link(), priced.description),
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  })
}
