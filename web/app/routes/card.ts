import { inLanguage } from '#web/lib/language.ts'
import { brandContext, languageContext, serverRequestContext } from '#web/lib/server-context.ts'
import { cardAt } from '../page-cards.ts'
import type { Route } from './+types/card.ts'

const FOR_GOOD = 'public, max-age=31536000, immutable'

/** What stands for a page where its link is shared. An address of an older card leads to the one of now. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const language = context.get(languageContext)
  const found = cardAt(context.get(brandContext), language, url.pathname)
  if (!found) return new Response(null, { status: 404 })
  const link = inLanguage(found.link, language)
  if (link !== url.pathname)
    return new Response(null, {
      status: 302,
      headers: { Location: link, 'Cache-Control': 'public, max-age=300' },
    })
  const picture = await context.get(serverRequestContext).drawCard(found.card)
  return new Response(new Uint8Array(picture), {
    headers: { 'Content-Type': 'image/jpeg', 'Cache-Control': FOR_GOOD },
  })
}
