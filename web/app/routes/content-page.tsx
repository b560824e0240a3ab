import { contentPages, pageInLanguage } from '#content/index.ts'
import { hasPage } from '#brands/index.ts'
import {
  ContentView,
  pricesInTexts,
  type ShownPage,
  showPage,
} from '#web/features/content/index.ts'
import { api } from '#web/lib/api.ts'
import { formatMoney } from '#web/lib/format.ts'
import { breadcrumb, questionsPage } from '#web/lib/structured-data.ts'
import { languageIn, pageMeta } from '#web/lib/page-meta.ts'
import { inLanguage, type Language, withoutPrefix } from '#web/lib/language.ts'
import {
  brandContext,
  languageContext,
  meContext,
  serverRequestContext,
} from '#web/lib/server-context.ts'
import { useSession } from '#web/lib/session.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { textsIn } from '../page-texts.ts'
import type { Route } from './+types/content-page.ts'

// Only who has made nothing yet needs it.
const loadWelcome = () =>
  import('#web/features/brands/welcome/welcome.tsx').then(({ Welcome }) => Welcome)

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return []
  const { page } = loaderData
  const { title, description } = page
  return [
    ...pageMeta(matches, { title, description }),
    ...(import.meta.env.SSR
      ? [
          ...breadcrumb(matches, title, above(page.path, languageIn(matches))),
          ...questionsPage(questionsOf(page)),
        ]
      : []),
  ]
}

/** The page that an address continues: that of the guide is above each of its parts. */
const above = (path: string, language: Language) =>
  contentPages
    .filter((page) => path.startsWith(`${page.path}/`))
    .map((page) => ({
      title: pageInLanguage(page, language).title,
      path: inLanguage(page.path, language),
    }))

const questionsOf = ({ sections }: ShownPage) =>
  sections.flatMap((section) => (section.kind === 'questions' ? section.questions : []))

export async function loader({ url, context }: Route.LoaderArgs) {
  const { pathname } = url
  const brand = context.get(brandContext)
  const language = context.get(languageContext)
  const path = withoutPrefix(pathname, language).replace(/\/$/, '')
  const written = contentPages.find((one) => one.path === path)
  if (!written || !hasPage(brand, written.path)) throw new Response(null, { status: 404 })
  const page = pageInLanguage(written, language)
  const can = await context.get(serverRequestContext).call(api.capabilities.read, {})
  const { call } = context.get(serverRequestContext)
  const offers = await call(api.plans.list, {})
  const { prices, training_cost: trainingCost, headshot_set_price: cents } = offers
  const { freeCredits } = await call(api.site.configuration, {})
  const setPrice = can.people && cents !== null ? formatMoney(cents, 'usd') : null
  const t = textsIn(language)
  const offered = { prices, trainingCost, freeCredits, setPrice }
  const shown = pricesInTexts(offered, language, (count) => t('credits', { count }))
  const isLanding = written.path === brand.defaultLoggedInLanding
  const made =
    isLanding && context.get(meContext)
      ? await call(api.predictionImages.list, { query: { limit: '1' } })
      : null
  return {
    page: showPage(page, brand, { can, prices: shown, language }),
    isFirstTime: made?.results.length === 0,
  }
}

export default function ContentRoute({ loaderData }: Route.ComponentProps) {
  const { page, isFirstTime } = loaderData
  const { me } = useSession()
  return (
    <ContentView page={page}>
      {me && isFirstTime && (
        <Deferred load={loadWelcome} props={{}} fallback={<div style={{ minHeight: 420 }} />} />
      )}
    </ContentView>
  )
}
