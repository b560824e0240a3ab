import { LibraryPage } from '#web/features/library/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/library.json'
import { requireMe } from '../gates.ts'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/library.ts'

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, english, { noindex: true })

export function loader({ request, context }: Route.LoaderArgs): null {
  requireMe(request, context)
  return null
}

export default function Library() {
  return (
    <Page>
      <LibraryPage />
    </Page>
  )
}
