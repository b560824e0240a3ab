import { hasPage } from '#brands/index.ts'
import { contentPages, pageInLanguage } from '#content/index.ts'
import { brandContext, languageContext } from '#web/lib/server-context.ts'
import { siteOrigin } from '../site-origin.ts'
import { textsIn } from '../page-texts.ts'
import { paths } from '../paths.ts'
import type { Route } from './+types/llms.ts'

/** What the site is and where what is explained, in Markdown for language models (llmstxt.org). */
export function loader({ request, context }: Route.LoaderArgs): Response {
  const brand = context.get(brandContext)
  const language = context.get(languageContext)
  const t = textsIn(language)
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
      .map(({ title, path, description }) => link(title, path, description)),
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
