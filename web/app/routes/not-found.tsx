import { data } from 'react-router'
import { brandContext, languageContext } from '#web/lib/server-context.ts'
import { listedPages } from '../listed-pages.ts'
import { LONGEST_SEARCH, PageSearchView } from '../not-found/page-search-view.tsx'
import { nearPages, searchPages } from '../page-search.ts'
import { NotFoundPage } from '../shell/error-pages.tsx'
import type { Route } from './+types/not-found.ts'

/** Finds on the server, so that the browser gets no list of all pages. */
export function loader({ params, url, context }: Route.LoaderArgs) {
  const pages = listedPages(context.get(brandContext), context.get(languageContext))
  const query = (url.searchParams.get('q') ?? '').trim().slice(0, LONGEST_SEARCH)
  return data(
    {
      query,
      found: searchPages(pages, query),
      near: query === '' ? nearPages(pages, `/${params['*']}`) : [],
    },
    { status: 404 },
  )
}

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function NotFoundRoute({ loaderData }: Route.ComponentProps) {
  return (
    <NotFoundPage>
      <PageSearchView {...loaderData} />
    </NotFoundPage>
  )
}
